"""Cerke as the public reference engine plays it: move lists, hands, whole games ply by ply, perft."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from kaik.core.game import CHANCE
from kaik.games.cerke import GAME, codes, notation
from kaik.games.cerke.game import hand_names, hands_of, position_of
from kaik.games.cerke.options import PRESETS, Options
from kaik.games.cerke.positions import board_of, reserve_of, set_up
from kaik.games.cerke.state import EndSeason, GiveUp, GoOn, Land, Move, Phase, State
from kaik.games.cerke.tables import piece_set
from kaik.kit.opening import Throw
from tests.vectors.base import Check, Difference, Row, same

SIDES = ("IA", "A")
CONFIGS: dict[str, Options] = {
    "strict_y1_huap1": PRESETS["strict"],
    "cerke_online_alpha": PRESETS["online_alpha"].replace(
        kut_tam="allowed", penalty_lasts="turn", penalty_declaration_scope="new_only"
    ),
}
"""The option values that reproduce the public library (docs/rules/cerke.md §18)."""


def state_of(options: Options, row: Row, **more: Any) -> State:
    """The position of a row."""
    return set_up(options, row["board"], {"IA": row["hand_IA"], "A": row["hand_A"]}, row["turn"], **more)


def legal(state: State) -> list[str]:
    """The legal ground moves in the vectors' words."""
    return sorted(move.move for move in GAME.actions(state, state.side) if isinstance(move, Move))


def movegen(row: Row) -> None:
    options = Options(tam_square_is_tamhue=row["tam_itself_is_tam_hue"])
    same("moves", row["moves"], legal(state_of(options, row)))


# -- hands -----------------------------------------------------------------------------------------


def hands(row: Row) -> None:
    options = Options()
    counts = notation.counts_from_names(row["pieces"])
    too_many = [
        name for name, n, most in zip(notation.PIECE_NAMES, counts, piece_set("big"), strict=True) if n > most
    ]
    if row.get("error"):
        same("too_many", sorted(row["too_many"]), sorted(too_many))
        return
    found = hands_of(options).evaluate(bytes(counts))
    same("score", row["score"] * 10, found.total_tenths)
    same("hands", sorted(row["hands"]), sorted(name for hand in found.hands for name in hand.names()))


# -- whole games -----------------------------------------------------------------------------------


def games(row: Row) -> None:
    """Every ply: number of legal moves, casts, landings, hands, decisions and the state after it."""
    state = _begin(GAME.start(CONFIGS[row["config"]], 2), SIDES.index(row["first_mover"]))
    for ply in row["plies"]:
        try:
            state = _ply(state, ply)
        except Difference as found:
            raise Difference(f"ply {ply['n']}: {found}") from None
    same("over", (), GAME.to_act(state))
    points = {"IA": state.points[0], "A": state.points[1]}
    leader = None if points["IA"] == points["A"] else max(points, key=lambda side: points[side])
    same("victor", row["victor"], leader)


def _begin(state: State, first: int) -> State:
    """The vectors toss a coin; here the sticks fall for the right side."""
    same("phase", Phase.FIRST, state.phase)
    for side in (0, 1):
        state = GAME.apply(state, CHANCE, Throw(5 if side == first else 0))
    return state


def _ply(state: State, ply: Row) -> State:
    same("side", SIDES.index(ply["side"]), state.side)
    moves = legal(state)
    same("legal", ply["legal"], len(moves))
    if ply["move"] not in moves:
        raise Difference(f"{ply['move']} should be legal")
    state = GAME.apply(state, state.side, Move(ply["move"]))
    state = _step_cast(state, ply)
    state = _water_cast(state, ply)
    return _end_of_ply(state, ply)


def _step_cast(state: State, ply: Row) -> State:
    same("stepping cast", "bridge_cast" in ply, state.phase is Phase.STEP_CAST)
    if "bridge_cast" not in ply:
        return state
    state = GAME.apply(state, CHANCE, Throw(ply["bridge_cast"]))
    options = GAME.actions(state, state.side) if state.phase is Phase.LAND else ()
    same(
        "to_options",
        sorted(ply["to_options"]),
        sorted(land.square for land in options if isinstance(land, Land)),
    )
    if state.phase is not Phase.LAND:
        return state
    return GAME.apply(state, state.side, GiveUp() if ply["to"] is None else Land(ply["to"]))


def _water_cast(state: State, ply: Row) -> State:
    same("water cast", "water_cast" in ply, state.phase is Phase.WATER)
    if "water_cast" not in ply:
        return state
    after = GAME.apply(state, CHANCE, Throw(ply["water_cast"]))
    assert after.last is not None
    same("water_ok", ply["water_ok"], not after.last.failed)
    return after


def _end_of_ply(state: State, ply: Row) -> State:
    same("hand_formed", ply["hand_formed"], state.phase is Phase.DECLARE)
    if "snapshot" in ply:
        _snapshot(state, ply["snapshot"])
    if ply["hand_formed"]:
        same("hands_all", sorted(ply["hands_all"]), sorted(hand_names(state, state.side)))
        same("raw_score", ply["raw_score"] * 10, state.raw)
        state = GAME.apply(state, state.side, EndSeason() if ply["decision"] == "taxot" else GoOn())
    if state.phase is Phase.FIRST:
        state = _begin(state, SIDES.index(ply["turn"]))
    _scores(state, ply)
    return state


def _snapshot(state: State, snapshot: Row) -> None:
    same("board", snapshot["board"], board_of(state))
    for side, name in enumerate(SIDES):
        same(f"hand_{name}", sorted(snapshot[f"hand_{name}"]), sorted(reserve_of(state, side)))


def _scores(state: State, ply: Row) -> None:
    same("points", [ply["IA"] * 10, ply["A"] * 10], list(state.points))
    same("rate", ply["rate"], state.rate)
    same("season", ply["season"], state.season)
    turn = None if state.phase is Phase.OVER else SIDES[state.side]
    same("turn", ply["turn"], turn)


# -- perft -----------------------------------------------------------------------------------------


def perft_positions(row: Row) -> None:
    state = state_of(CONFIGS[row["config"]], row, tam_moved=row["tam_moved_on_previous_ply"])
    same("depth1", row["depth1"], len(legal(state)))
    same("depth2", row["depth2"], position_of(state).perft(2))
    forming = sum(_forms_hand(state, move) for move in legal(state))
    same("depth1_hand_forming", row["depth1_hand_forming"], forming)


def _forms_hand(state: State, text: str) -> bool:
    """Whether a move leads to a declaration when every cast is good."""
    after = GAME.apply(state, state.side, Move(text))
    if after.phase is Phase.STEP_CAST:
        after = _stepped(after, text)
    if after.phase is Phase.WATER:
        after = GAME.apply(after, CHANCE, Throw(5))
    return after.phase is Phase.DECLARE


def _stepped(state: State, text: str) -> State:
    """The stepping cast taken as good, however far: perft knows no limit from the sticks."""
    reached = replace(state, phase=Phase.LAND, reach=8)
    return GAME.apply(reached, state.side, Land(notation.squares_in(text)[-1]))


def perft_initial(row: Row) -> None:
    position = position_of(set_up(CONFIGS[row["config"]], turn=row["side_to_move"]))
    for depth in (1, 2, 3):
        same(f"depth{depth}", row[f"depth{depth}"], position.perft(depth))
    divide, kinds = {}, Counter[str]()
    for code in position.moves():
        below = position.copy()
        below.apply(code, notation.end_of(code))
        divide[notation.move_to_text(code)] = below.perft(1)
        kinds.update(_KIND_NAMES[notation.form_of(deeper)] for deeper in below.moves())
    same("depth2_divide", row["depth2_divide"], divide)
    same(
        "depth1_by_kind",
        row["depth1_by_kind"],
        Counter(_KIND_NAMES[notation.form_of(c)] for c in position.moves()),
    )
    same("depth2_by_kind", row["depth2_by_kind"], kinds)


_KIND_NAMES = {
    codes.PLAIN: "plain",
    codes.STEP: "step_finite",
    codes.CAST: "step_unlimited",
    codes.DROP: "drop",
    codes.TAM: "tam_no_step",
    codes.TAM_FORMER: "tam_step_former",
    codes.TAM_LATTER: "tam_step_latter",
}


def initial_board(row: Row) -> None:
    same("board", row, board_of(set_up(Options())))


READERS: dict[str, Check] = {
    "movegen.jsonl.gz": movegen,
    "hands.jsonl.gz": hands,
    "games_strict_y1_huap1.jsonl.gz": games,
    "games_cerke_online_alpha.jsonl.gz": games,
    "perft_positions.jsonl.gz": perft_positions,
    "perft_initial.json": perft_initial,
    "initial_board.json": initial_board,
}

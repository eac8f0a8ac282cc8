"""Cerke in its variants: move lists, hands and scoring, single turns with every penalty and declaration
option."""

from __future__ import annotations

from typing import Any

from kaik.core.game import CHANCE
from kaik.core.options import checked
from kaik.games.cerke import GAME, notation
from kaik.games.cerke.game import hand_names, hands_of, unannounced
from kaik.games.cerke.options import PRESETS, Options
from kaik.games.cerke.state import EndSeason, GiveUp, GoOn, Land, LastTurn, Move, Phase, State
from kaik.kit.opening import Throw
from tests.vectors.base import Check, Difference, Row, same
from tests.vectors.cerke import SIDES, legal, state_of


def movegen_variants(row: Row) -> None:
    options = PRESETS[row["rule_set"]].replace(**row["options"])
    same("moves", row["moves"], legal(state_of(options, row)))


def hands_variants(row: Row) -> None:
    options = checked(Options, {"board": _board(row["options"]), **row["options"]})
    found = hands_of(options).evaluate(bytes(notation.counts_from_names(row["pieces"])))
    same("total_tenths", row["total_tenths"], found.total_tenths)
    same("hands", sorted(row["hands"]), sorted(name for hand in found.hands for name in hand.names()))
    if "copies" in row:
        same("copies", row["copies"], {hand.name: hand.copies for hand in found.hands})


def _board(options: dict[str, Any]) -> str:
    return "education" if options.get("hand_system") == "education4" else "big"


# -- turns -----------------------------------------------------------------------------------------


def turns(row: Row) -> None:
    """Play each ply with its forced casts and compare everything the rules say of it.

    Rows without `penalty_lasts` are older than that option and count a penalty for its turn.
    """
    options = checked(Options, {"penalty_lasts": "turn", **row["options"]})
    points = {"IA": row["IA"], "A": row["A"]}
    more = {"rate": row["rate"], "season": row["season"], "tam_moved": row["prev_tam_moved"]}
    state = state_of(options, row, points=points, **more)
    for number, ply in enumerate(row["plies"]):
        try:
            state = _ply(state, ply)
        except Difference as found:
            raise Difference(f"ply {number + 1} ({ply['move']}): {found}") from None


def _ply(state: State, ply: Row) -> State:
    expected, options = ply["expected"], state.options
    announced = unannounced(ply["move"]) if options.step_declaration == "none" else ply["move"]
    if announced not in legal(state):
        same("legal", expected["legal"], False)
        return state
    before, after = state, GAME.apply(state, state.side, Move(announced))
    if after.phase is Phase.STEP_CAST:
        stepped = _step(after, ply)
        if stepped is None:
            same("legal", expected["legal"], False)
            return state
        after = stepped
    else:
        same("step_cast_due", expected.get("step_cast_due"), False)
    same("legal", expected["legal"], True)
    after = _water(after, ply)
    _compare(before, after, expected)
    return _say(after, ply)


def _step(state: State, ply: Row) -> State | None:
    """The stepping cast and the landing; `None` if the script asks for one that is not allowed."""
    expected = ply["expected"]
    same("step_cast_due", expected["step_cast_due"], True)
    state = GAME.apply(state, CHANCE, Throw(ply["step_cast"]))
    offered = GAME.actions(state, state.side) if state.phase is Phase.LAND else ()
    squares = [land.square for land in offered if isinstance(land, Land)]
    same("landing_options", sorted(expected["landing_options"]), sorted(squares))
    if state.phase is not Phase.LAND:
        return state if ply["land"] is None else None
    same("may_decline", expected["may_decline"], GiveUp() in offered)
    choice = GiveUp() if ply["land"] is None else Land(ply["land"])
    return GAME.apply(state, state.side, choice) if choice in offered else None


def _water(state: State, ply: Row) -> State:
    same("water_cast_due", ply["expected"]["water_cast_due"], state.phase is Phase.WATER)
    return GAME.apply(state, CHANCE, Throw(ply["water_cast"])) if state.phase is Phase.WATER else state


def _compare(before: State, after: State, expected: Row) -> None:
    last = after.last
    assert last is not None
    same("completed", expected["completed"], not last.failed)
    same("captured", expected["captured"], last.captured)
    same("ends_on", expected["ends_on"], _ends_on(last))
    same("penalties", expected["penalties"], _penalties(last))
    if "paid_at_once" in expected:
        same("paid_at_once", 10 * expected["paid_at_once"], last.paid)
    names_before, names_after = (hand_names(s, before.side) for s in (before, after))
    same("hands_before", sorted(expected["hands_before"]), sorted(names_before))
    same("hands_after", sorted(expected["hands_after"]), sorted(names_after))
    same("declaration_due", expected["declaration_due"], after.phase is Phase.DECLARE)
    if after.phase is Phase.DECLARE:
        same("raw_score", 10 * expected["raw_score"], after.raw)
        same("after_再行", expected["after_再行"], _facts(GAME.apply(after, after.side, GoOn())))
        ended = GAME.apply(after, after.side, EndSeason())
        same("after_終季", expected["after_終季"], _facts(ended))
        same("moved_by_終季", 10 * expected["moved_by_終季"], ended.settled[-1].moved)
    else:
        same("after", expected["after"], _facts(after))


def _ends_on(last: LastTurn) -> str:
    """The square of the moved piece afterwards: its origin, if the move failed."""
    return last.end or notation.squares_in(last.move)[0]


def _penalties(last: LastTurn) -> list[Row]:
    return [
        {"name": p.name, "points": p.tenths // 10, "mode": "immediate" if p.at_once else "hand"}
        for p in last.penalties
    ]


def _facts(state: State) -> Row:
    """A state in the vectors' words; after 終季 nobody is to move yet."""
    over = state.phase is Phase.OVER
    facts: Row = {
        "A": state.points[1] // 10,
        "IA": state.points[0] // 10,
        "rate": state.rate,
        "season": state.season,
        "turn": None if over or state.phase is Phase.FIRST else SIDES[state.side],
        "game_over": over,
    }
    if over:
        leader = (state.points[0] < state.points[1]) - (state.points[0] > state.points[1])
        facts["victor"] = None if not leader else SIDES[leader > 0]
    return facts


def _say(state: State, ply: Row) -> State:
    match ply.get("say"):
        case "再行":
            return GAME.apply(state, state.side, GoOn())
        case "終季":
            return GAME.apply(state, state.side, EndSeason())
        case _:
            return state


READERS: dict[str, Check] = {
    "movegen_variants.jsonl.gz": movegen_variants,
    "hands_variants.jsonl.gz": hands_variants,
    "turns.jsonl.gz": turns,
    "penalty_turns.jsonl.gz": turns,
}

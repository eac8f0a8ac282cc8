"""Penalties along random play are what a plain reading of §8, §10 and §18 gives, under random options."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.cerke import naive

from kaik.core.game import CHANCE
from kaik.games.cerke import GAME, notation
from kaik.games.cerke.game import hand_names, hands_of
from kaik.games.cerke.options import Options
from kaik.games.cerke.positions import board_of, set_up
from kaik.games.cerke.state import EndSeason, GoOn, Move, Phase, State
from kaik.games.cerke.tables import FLASH

SIDES = ("IA", "A")
MODES = st.sampled_from(["hand", "hand", "immediate", "allowed"])
PLIES = 40


def options(**fields: Any) -> Options:
    return Options(overdraw="debt", score_cap="play_all", **fields)


any_options = st.builds(
    options,
    kut_tam=MODES,
    futile_after=MODES,
    futile_null=MODES,
    kut_tam_on_failure=st.sampled_from(["counts", "exempt"]),
    futile_stacking=st.sampled_from(["once", "both"]),
    penalty_lasts=st.sampled_from(["season", "turn", "each"]),
    declaration_trigger=st.sampled_from(["new_hand", "any_hand"]),
    hand_downgrade_is_new=st.booleans(),
    water_exempt_tam=st.booleans(),
    water_exempt_origin=st.booleans(),
)


def chosen(state: State, rng: Random) -> Move:
    """A random move; half of them have to do with the tam, so that penalties are made again and again."""
    moves = [move for move in GAME.actions(state, state.side) if isinstance(move, Move)]
    tam = next(square for square, piece in board_of(state).items() if piece == "皇")
    about = [move for move in moves if "皇" in move.move or f"/{tam}" in move.move]
    return rng.choice(about if about and rng.random() < 0.5 else moves)


def finished(state: State, rng: Random) -> State:
    """The move under way with its casts, and any landing or none."""
    while state.phase in (Phase.STEP_CAST, Phase.WATER, Phase.LAND):
        if state.phase is not Phase.LAND:
            state = GAME.apply(state, CHANCE, GAME.weights(state)[rng.randrange(6)][0])
            continue
        choice = rng.choice(GAME.actions(state, state.side))
        state = GAME.apply(state, state.side, choice)
    return state


def new_hand(rules: Options, before: tuple[str, ...], after: tuple[str, ...]) -> bool:
    """§8, by the names of the hands."""
    if rules.declaration_trigger == "any_hand" and after:
        return True
    appeared = [name for name in after if name not in before]
    if not rules.hand_downgrade_is_new:
        appeared = [name for name in appeared if FLASH + name not in before]
    return bool(appeared)


def naive_board(state: State) -> naive.Board:
    return {
        naive.parse(square): ("", "", "皇") if piece == "皇" else (piece[:-2], piece[-2], piece[-1])
        for square, piece in board_of(state).items()
    }


@settings(max_examples=60, deadline=None)
@given(any_options, st.integers(0, 1 << 30))
def test_penalties_are_made_held_due_and_paid_as_the_rules_say(rules: Options, seed: int) -> None:
    rng = Random(seed)
    held = notation.counts_to_names([1] * 10 + [0] * 10) if rng.random() < 0.3 else []
    state = set_up(rules, None, {"IA": held}, "IA")
    ledger = naive.Ledger(rules)
    for _ in range(PLIES):
        before, move = state, chosen(state, rng)
        side = SIDES[state.side]
        after = finished(GAME.apply(state, state.side, move), rng)
        if after.phase is Phase.OVER:
            return
        assert after.last is not None
        made = naive.penalties_made(
            rules, naive_board(before), move.move, before.tam_moved, after.last.failed
        )
        new, at_once = ledger.turn(side, made)
        names = [hand_names(one, before.side) for one in (before, after)]
        due = bool(new) or new_hand(rules, *names)
        assert (after.phase is Phase.DECLARE) is due
        assert after.penalties == (tuple(sorted(ledger.held["IA"])), tuple(sorted(ledger.held["A"])))
        assert after.last.paid == sum(50 if id == "kut_tam" else 30 for id in at_once) * before.rate
        counted = [id for id in made if getattr(rules, id) == "hand"]
        assert bool(after.last.repeated) is (rules.penalty_lasts == "season" and _again(ledger, counted, new))
        if due:
            hands = hands_of(rules).total_of(after.held[before.side])
            assert after.raw == hands - 10 * ledger.cost(side)
            ended = GAME.apply(after, after.side, EndSeason())
            assert ended.settled[-1].moved == after.raw * after.rate
            assert ended.penalties == ((), ())
            after = GAME.apply(after, after.side, GoOn())
            ledger.goes_on(side)
        state = after


def _again(ledger: naive.Ledger, counted: list[str], new: list[str]) -> bool:
    """Whether something was made that was held before."""
    return {ledger.name(id) for id in counted} != {ledger.name(id) for id in new}


def test_the_play_of_these_tests_meets_every_penalty() -> None:
    """The same play under the default options makes each penalty, new and again."""
    met: set[tuple[str, bool]] = set()
    for seed in range(6):
        rng, state = Random(seed), set_up(Options(), None, {}, "IA")
        for _ in range(PLIES):
            state = finished(GAME.apply(state, state.side, chosen(state, rng)), rng)
            assert state.last is not None
            met |= {(penalty.name, False) for penalty in state.last.penalties}
            met |= {(name, True) for name in state.last.repeated}
            if state.phase is Phase.DECLARE:
                state = GAME.apply(state, state.side, GoOn())
    assert met == {(name, again) for name in ("撃皇", "皇再来") for again in (False, True)}

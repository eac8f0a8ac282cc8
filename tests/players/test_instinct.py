"""What players do at a glance: legal, repeatable, and no cleverer than what the seat can see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kaik.core.game import CHANCE, Game
from tests.suite.cases import Case, cases, choosers, positions

glancing = pytest.mark.parametrize(
    "case", [case for case in cases() if type(case.game).instinct is not Game.instinct], ids=str
)


def glanced(case: Case, state: Any, seat: int) -> Any:
    return case.game.instinct(state, seat, Random(3))


@glancing
def test_a_glance_is_legal(case: Case) -> None:
    for position in positions(case):
        for seat in choosers(case, position.state):
            assert glanced(case, position.state, seat) in case.game.actions(position.state, seat)


@glancing
def test_a_glance_sees_no_more_than_its_seat(case: Case) -> None:
    for position in positions(case)[::3]:
        for seat in choosers(case, position.state):
            view = case.game.view(position.state, seat)
            for seed in range(3):
                other = case.game.determinize(view, seat, Random(seed))
                assert glanced(case, other, seat) == glanced(case, position.state, seat)


@glancing
def test_a_match_played_at_a_glance_ends(case: Case) -> None:
    game, rng = case.game, Random(8)
    state = game.start(case.options, case.seats)
    for _ in range(game.max_plies):
        acting = game.to_act(state)
        if not acting:
            return
        event = game.fall(state, rng) if acting[0] == CHANCE else game.instinct(state, acting[0], rng)
        state = game.apply(state, acting[0], event)
    pytest.fail("it does not end")

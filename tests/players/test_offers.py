"""What computers answer to proposals, and how a person at the keyboard makes them."""

from __future__ import annotations

from typing import Any

import pytest

from kaik.core import registry
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.offers import LONG, answer, level_for_long
from kaik.players.table import advance


def shuffling(plies: int) -> Match:
    """An ancient match in which both sides do what changes least, so that nothing is ever decided."""
    game = registry.load("old_cerke")
    match = Match(game, game.options(), 2, Sealed.fresh(2, 1))

    def change(action: Any) -> float:
        return abs(game.evaluate(game.apply(match.state, match.to_act()[0], action))[0])

    while len(match.events) < plies:
        seat = match.to_act()[0]
        match.play(seat, min(match.legal(seat), key=change))
    return match


@pytest.fixture(scope="module")
def level() -> Match:
    return shuffling(2 * LONG + 2)


def test_a_long_level_game_is_level(level: Match) -> None:
    assert level_for_long(level, 0)
    assert level_for_long(level, 1)


def test_the_computer_agrees_to_a_draw_after_long_level_play() -> None:
    match = shuffling(2 * LONG + 2)
    match.offer("draw", 0)
    answer(match, [1])
    assert match.result is not None
    assert match.result.reason.key == "reason.draw"


def test_the_computer_declines_an_early_draw_and_plays_on() -> None:
    match = shuffling(4)
    match.offer("draw", match.to_act()[0])
    advance(match, {1 - match.to_act()[0]: specs.player("random")}, "x")
    assert not match.over
    assert match.offers == {}


def test_the_computer_does_not_draw_what_it_is_winning(level: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(level.game), "evaluate", lambda *_: (-0.2, 0.2))
    assert not level_for_long(level, 1)


def test_the_computer_lets_a_person_take_back() -> None:
    match = shuffling(4)
    seat = match.to_act()[0]
    match.offer("takeback", 1 - seat)
    answer(match, [seat])
    assert match.to_act() == (1 - seat,)

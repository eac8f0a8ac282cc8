"""Touches and slots: every action has its own sequence of touches, every slot its meaning."""

from __future__ import annotations

import numpy as np
import pytest

from kaik.adapters.partial_choice import PartialChoice, choice
from kaik.adapters.session import EnvSession, rules
from kaik.adapters.words import explore
from kaik.core import registry
from kaik.core.errors import IllegalAction
from tests.suite.cases import Case, choosers, every_case, positions, sampled

BOARD = "cerke"


def walked(choice: PartialChoice, path: tuple[str, ...]) -> PartialChoice:
    for spot in path:
        choice = choice.touch(spot)
        if choice.made is not None:
            break
    return choice


def endings(open_choice: PartialChoice) -> list[object]:
    """Every action that touching leads to."""
    if open_choice.made is not None:
        return [open_choice.made]
    return [end for word in open_choice.words() for end in endings(open_choice.touch(word))]


@every_case
def test_touching_leads_to_every_action_once(case: Case) -> None:
    for position in positions(case)[:6]:
        for seat in choosers(case, position.state):
            actions = case.game.actions(position.state, seat)
            words = {spot for path in case.game.paths(position.state, seat, actions) for spot in path}
            asked = choice(case.game, position.state, seat, words)
            for action in sampled(actions, 20):
                path = case.game.paths(position.state, seat, actions)[list(actions).index(action)]
                assert walked(asked, path).made == action


def test_the_whole_tree_is_the_list_of_actions() -> None:
    session = EnvSession(rules(BOARD))
    session.begin(1)
    assert session.choice is not None
    found = endings(session.choice)
    legal = session.match.legal(session.choice.seat)
    assert sorted(map(str, found)) == sorted(map(str, legal))


def test_words_that_a_lexicon_lacks_are_not_offered() -> None:
    game = registry.load("new_play")
    session = EnvSession(rules("new_play"))
    session.begin(1)
    asked = session.choice
    assert asked is not None
    few = choice(game, session.match.state, asked.seat, {"number-2", "stake-1", "stake-3"})
    assert few.words() == ["number-2"]
    assert few.touch("number-2").words() == ["stake-1", "stake-3"]
    with pytest.raises(IllegalAction, match="new_play"):
        choice(game, session.match.state, asked.seat, {"number-2"})


def test_explored_words_are_always_the_same() -> None:
    game = registry.load("strain")
    assert explore(game, game.options(), 3) == explore(game, game.options(), 3)


def test_slots_say_what_lies_where_and_whose_it_is() -> None:
    session = EnvSession(rules(BOARD, options={"first_player": "fixed"}))
    session.begin(1)
    slots = session.slots
    assert len(set(slots.names)) == slots.size
    for seat in (0, 1):
        named = dict(zip(slots.names, session.vector(seat), strict=True))
        assert named["ZIA: 王 black"] == 1
        assert named["ZIA: owner+0"] == (seat == 0)
        assert named["ZIA: owner+1"] == (seat == 1)
        assert named["ZO: 皇"] == 1
        assert named["points-0: value"] == 20
        assert named["turn+0"] == (seat == 0)


def test_touches_stand_in_the_table_of_their_seat() -> None:
    session = EnvSession(rules(BOARD))
    session.begin(1)
    seat = session.acting_seat
    assert seat is not None
    first = int(np.flatnonzero(session.mask(seat))[0])
    assert not session.touch(first)
    touched = session.slots.table(session.vector(seat))[:, -1]
    assert touched[first] == 1
    assert touched.sum() == 1
    assert not session.slots.table(session.vector(1 - seat))[:, -1].any()

"""What every game promises: data that travels, honest lists, notation, chance, order, an end."""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.core.errors import BadNotation
from kaik.core.game import CHANCE
from kaik.play.match import Ruled
from kaik.play.record import read
from tests.conftest import playable, unfinished
from tests.suite.cases import (
    Case,
    cases,
    choosers,
    every_case,
    every_game,
    played,
    positions,
    readers,
    recorded,
    sampled,
)


def travelled(value: Any, kind: Any) -> Any:
    """The value after a journey as JSON."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def test_every_package_of_games_is_a_game() -> None:
    assert unfinished() == {}


def test_there_are_games() -> None:
    assert playable()


@every_game
def test_a_game_is_called_as_its_folder(id: str) -> None:
    assert registry.load(id).id == id


@every_game
def test_a_game_has_choices_if_and_only_if_somebody_is_ever_asked(id: str) -> None:
    asked = any(actor != CHANCE for case in cases() if case.id == id for actor, _ in played(case).events)
    assert registry.load(id).has_choices is asked


@every_case
def test_a_state_survives_json_and_can_be_hashed(case: Case) -> None:
    for state in (*(position.state for position in positions(case)), played(case).state):
        again = travelled(state, case.game.State)
        assert again == state
        assert hash(again) == hash(state)


@every_case
def test_a_view_survives_json_and_can_be_hashed(case: Case) -> None:
    for position in positions(case):
        for seat in readers(case):
            view = case.game.view(position.state, seat)
            again = travelled(view, case.game.View)
            assert again == view
            assert hash(again) == hash(view)


@every_case
def test_actions_and_outcomes_survive_json_and_can_be_hashed(case: Case) -> None:
    for position in positions(case):
        for event in (position.event, *_possible(case, position.state)):
            again = travelled(event, case.game.Event)
            assert again == event
            assert type(again) is type(event)
            assert hash(again) == hash(event)


def _possible(case: Case, state: Any) -> list[Any]:
    """Events of all kinds that may happen here, a sample."""
    if case.game.to_act(state) == (CHANCE,):
        return sampled([outcome for outcome, _ in case.game.weights(state)])
    return [action for seat in choosers(case, state) for action in sampled(case.game.actions(state, seat))]


@every_case
def test_options_and_records_survive_json(case: Case) -> None:
    assert travelled(case.options, case.game.Options) == case.options
    assert hash(travelled(case.options, case.game.Options)) == hash(case.options)
    assert read(recorded(case).to_json()) == recorded(case)


@every_case
def test_whoever_is_to_act_has_a_stable_list_without_duplicates(case: Case) -> None:
    for position in positions(case):
        for seat in choosers(case, position.state):
            actions = list(case.game.actions(position.state, seat))
            assert actions
            assert len(set(actions)) == len(actions)
            assert list(case.game.actions(position.state, seat)) == actions


@every_case
def test_who_is_to_act_is_known_to_everybody(case: Case) -> None:
    for position in positions(case):
        to_act = case.game.to_act(position.state)
        assert to_act == (CHANCE,) or (CHANCE not in to_act and len(set(to_act)) == len(to_act) > 0)
        for seat in readers(case):
            assert case.game.to_act(case.game.view(position.state, seat)) == to_act


@every_case
def test_notation_and_reading_it_are_inverse(case: Case) -> None:
    for position in positions(case):
        for seat in choosers(case, position.state):
            actions = sampled(case.game.actions(position.state, seat), 12)
            for action in actions:
                text = case.game.notate(position.state, seat, action)
                assert case.game.parse(position.state, seat, text) == action
                assert case.game.parse(position.state, seat, f"  {text} ") == action


@every_case
def test_no_two_actions_are_written_alike(case: Case) -> None:
    for position in positions(case):
        for seat in choosers(case, position.state):
            actions = case.game.actions(position.state, seat)
            texts = {case.game.notate(position.state, seat, action).casefold() for action in actions}
            assert len(texts) == len(actions)


@every_case
def test_nonsense_is_no_notation(case: Case) -> None:
    for position in positions(case)[:4]:
        for seat in choosers(case, position.state):
            for text in ("", "\0", "nonsense", "1" * 100_000, "机" * 70):
                with pytest.raises(BadNotation):
                    case.game.parse(position.state, seat, text)


@every_case
def test_chance_has_positive_integer_weights_and_distinct_outcomes(case: Case) -> None:
    for position in positions(case):
        if position.actor != CHANCE:
            continue
        weights = list(case.game.weights(position.state))
        outcomes = [outcome for outcome, _ in weights]
        assert all(type(weight) is int and weight > 0 for _, weight in weights)
        assert len(set(outcomes)) == len(outcomes)
        assert list(case.game.weights(position.state)) == weights
        assert case.game.fall(position.state, Random(position.number)) in outcomes


@every_case
def test_choices_made_at_once_may_come_in_any_order(case: Case) -> None:
    for position in positions(case):
        acting = choosers(case, position.state)
        if len(acting) < 2:
            continue
        for pick, apart in product((0, -1, 1), (0, 1)):
            chosen = {s: _pick(case.game.actions(position.state, s), pick + apart * s) for s in acting}
            ends = {
                _in_order(case, position.state, chosen, order) for order in list(permutations(acting))[:24]
            }
            assert len(ends) == 1


def _pick(actions: Any, place: int) -> Any:
    return actions[place % len(actions)]


def _in_order(case: Case, state: Any, chosen: dict[int, Any], order: tuple[int, ...]) -> Any:
    for place, seat in enumerate(order):
        waiting = set(order[place:])
        assert waiting <= set(case.game.to_act(state)), "a seat that has not chosen must still be asked"
        assert chosen[seat] in case.game.actions(state, seat)
        state = case.game.apply(state, seat, chosen[seat])
    return state


@every_case
def test_a_match_ends_by_its_own_rules_within_the_guard(case: Case) -> None:
    match = played(case)
    assert match.result is not None
    assert len(match.log) <= 10 * case.game.max_plies
    assert not isinstance(match.log[-1], Ruled) or match.result.reason.key == "reason.length"
    assert all(case.game.to_act(state) for state in match.states[:-1])


@every_case
def test_some_match_ends_before_the_guard(case: Case) -> None:
    for seed in (1, 2, 3):
        result = played(case, seed).result
        if result is not None and result.reason.key != "reason.length":
            return
    pytest.fail("no match of three ended by its own rules")


@every_case
def test_points_sum_to_zero_and_places_follow_them(case: Case) -> None:
    for state in (*(position.state for position in positions(case)), played(case).state):
        points, places = case.game.returns(state), case.game.ranking(state)
        assert len(points) == len(places) == case.seats
        assert not case.game.zero_sum or sum(points) == 0
        assert min(places) == 1
        for mine in range(case.seats):
            assert places[mine] == 1 + sum(place < places[mine] for place in places)
            assert not any(places[mine] < places[o] and points[mine] < points[o] for o in range(case.seats))


@every_case
def test_evaluation_has_a_number_for_every_seat(case: Case) -> None:
    for position in positions(case):
        assert len(case.game.evaluate(position.state)) == case.seats

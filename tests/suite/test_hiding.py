"""Nothing that a seat may not see reaches it: not by views, scenes, lists, paths, notation or the log.

Two states that differ only in what a seat may not see: the true one, and one guessed from the seat's view.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct

from kaik.core.game import CHANCE
from kaik.core.secrets import has_secrets, unseen_in
from kaik.play.match import Match
from tests.suite.cases import (
    Case,
    Position,
    cases,
    choosers,
    every_case,
    every_hiding_case,
    played,
    positions,
    readers,
    sampled,
)

WORLDS = 4
"""How many worlds are guessed from each view."""


def guesses(case: Case, state: Any, seat: int | None, number: int) -> Iterator[Any]:
    """States that the seat considers possible, as they are asked for."""
    view = case.game.view(state, seat)
    return (case.game.determinize(view, seat, Random(n)) for n in range(number))


def worlds(case: Case, state: Any, seat: int | None, number: int = WORLDS) -> list[Any]:
    """States that the seat considers possible."""
    return list(guesses(case, state, seat, number))


def test_some_game_hides_something() -> None:
    assert any(case.game.hides for case in cases())


@every_case
def test_a_view_hides_or_is_the_state_itself(case: Case) -> None:
    for position in positions(case):
        for seat in readers(case):
            view = case.game.view(position.state, seat)
            assert case.game.view(view, seat) == view
            assert case.game.hides or view == position.state
            assert unseen_in(view) or view == position.state


@every_case
def test_secrets_are_marked_where_they_are_honoured(case: Case) -> None:
    """A mark below the fields of state or event would be overlooked by `masked`."""
    for struct in _structs(case.game.State):
        assert struct is _plain(case.game.State) or not has_secrets(struct), struct


def _structs(kind: Any) -> set[type[Struct]]:
    found: set[type[Struct]] = set()
    waiting = [kind]
    while waiting:
        now = waiting.pop()
        waiting += get_args(now)
        struct = _plain(now)
        if isinstance(struct, type) and issubclass(struct, Struct) and struct not in found:
            found.add(struct)
            waiting += get_type_hints(struct, include_extras=True).values()
    return found


def _plain(kind: Any) -> Any:
    return getattr(kind, "__origin__", kind)


@every_case
def test_a_guessed_world_looks_the_same_to_the_seat(case: Case) -> None:
    for position in positions(case):
        for seat in readers(case):
            view = case.game.view(position.state, seat)
            for world in worlds(case, position.state, seat):
                assert not unseen_in(world)
                assert case.game.view(world, seat) == view
                assert case.game.to_act(world) == case.game.to_act(position.state)
                assert case.game.scene(case.game.view(world, seat), seat) == case.game.scene(view, seat)


@every_hiding_case
def test_a_guessed_world_allows_the_seat_the_same_actions(case: Case) -> None:
    for position in positions(case):
        for seat in choosers(case, position.state):
            true = _offer(case, position.state, seat)
            for world in worlds(case, position.state, seat):
                assert _offer(case, world, seat) == true


def _offer(case: Case, state: Any, seat: int) -> list[Any]:
    """All that a seat to act is offered: actions, what to touch and how it is written."""
    actions = list(case.game.actions(state, seat))
    paths = case.game.paths(state, seat, actions)
    texts = [case.game.notate(state, seat, action) for action in actions]
    return list(zip(actions, paths, texts, strict=True))


@every_hiding_case
def test_the_same_event_is_shown_and_told_alike_in_every_world(case: Case) -> None:
    for position in positions(case):
        for seat in readers(case):
            true = _told(case, position.state, position, seat)
            for world in worlds(case, position.state, seat):
                if position.event in _events(case, world, position.actor):
                    shown, after, line = _told(case, world, position, seat)
                    assert shown == true[0]
                    assert after != true[1] or line == true[2]


def _events(case: Case, state: Any, actor: int) -> list[Any]:
    if actor == CHANCE:
        return [outcome for outcome, _ in case.game.weights(state)]
    return list(case.game.actions(state, actor))


def _told(case: Case, state: Any, position: Position, seat: int | None) -> tuple[Any, Any, Any]:
    """The event as a seat sees it, what it sees afterwards, and the line that it is told."""
    game = case.game
    shown = game.shown(state, position.actor, position.event, seat)
    after = game.view(game.apply(state, position.actor, position.event), seat)
    if shown is None:
        return None, after, None
    return shown, after, game.narrate(game.view(state, seat), position.actor, shown, after)


@every_hiding_case
def test_events_that_differ_only_in_what_is_hidden_are_shown_alike(case: Case) -> None:
    """If two events lead to different states that look the same to a seat, it must not see which happened."""
    for position in positions(case):
        events = sampled(_events(case, position.state, position.actor), 25)
        after = [case.game.apply(position.state, position.actor, event) for event in events]
        for seat in readers(case):
            shown: dict[Any, tuple[Any, Any]] = {}
            for event, state in zip(events, after, strict=True):
                view = case.game.view(state, seat)
                seen = case.game.shown(position.state, position.actor, event, seat)
                other, before = shown.setdefault(view, (state, seen))
                assert other == state or before == seen, f"{seat} sees {seen} and not {before}"


@every_hiding_case
def test_the_whole_log_tells_a_seat_no_more_than_its_views(case: Case) -> None:
    """Every line is told from the seat's own view and from the event as shown to it."""
    match = played(case)
    for seat in readers(case):
        lines = match.log_lines(seat)
        assert len(lines) == len(match.events)
        for number in range(0, len(match.events), 1 + len(match.events) // 40):
            actor, event = match.events[number]
            shown = case.game.shown(match.states[number], actor, event, seat)
            for world in worlds(case, match.states[number], seat, 1):
                after = case.game.view(match.states[number + 1], seat)
                again = (
                    case.game.narrate(case.game.view(world, seat), actor, shown, after)
                    if shown is not None
                    else None
                )
                assert again is None or again == lines[number]


@every_hiding_case
def test_what_leaves_a_match_is_the_same_in_every_world(case: Case) -> None:
    for position in positions(case):
        for seat in readers(case):
            true = _seen(case, position.state, seat)
            for world in worlds(case, position.state, seat, 2):
                assert _seen(case, world, seat) == true


def _seen(case: Case, state: Any, seat: int | None) -> Any:
    match = Match(case.game, case.options, case.seats, None, auto=False)
    match.states = [state]
    return match.seen_by(seat)


@every_hiding_case
def test_a_guessed_world_can_be_played_to_its_end(case: Case) -> None:
    for position in positions(case)[1::5]:
        for seat in (0, None):
            (world,) = worlds(case, position.state, seat, 1)
            end = _finished(case, world, Random(7))
            assert not case.game.zero_sum or sum(case.game.returns(end)) == 0


def _finished(case: Case, state: Any, rng: Random) -> Any:
    for _ in range(10 * case.game.max_plies):
        to_act = case.game.to_act(state)
        if not to_act:
            return state
        actor = rng.choice(to_act)
        state = case.game.apply(state, actor, rng.choice(_events(case, state, actor)))
    pytest.fail("a guessed world does not end")


@every_hiding_case
def test_the_seats_own_log_goes_on_in_a_guessed_world(case: Case) -> None:
    """What the seat itself does next it can do in every world, and sees it happen alike."""
    for position in positions(case):
        seat = position.actor
        if seat == CHANCE:
            continue
        for world in worlds(case, position.state, seat):
            assert position.event in case.game.actions(world, seat)
            shown, seen, line = _told(case, world, position, seat)
            true = _told(case, position.state, position, seat)
            assert shown == true[0]
            assert seen != true[1] or line == true[2]
            after = case.game.apply(world, seat, position.event)
            assert case.game.to_act(after) or not case.game.to_act(
                case.game.apply(position.state, seat, position.event)
            )


@every_hiding_case
def test_guessing_is_repeatable(case: Case) -> None:
    for position in positions(case):
        for seat in readers(case):
            assert worlds(case, position.state, seat, 2) == worlds(case, position.state, seat, 2)


@every_hiding_case
def test_guesses_differ_where_anything_is_hidden(case: Case) -> None:
    """At most positions with secrets; at some the hidden part may be known by reckoning."""
    hidden = different = 0
    for position in positions(case):
        for seat in readers(case):
            if unseen_in(case.game.view(position.state, seat)):
                hidden += 1
                different += len(set(worlds(case, position.state, seat, 12))) > 1
    assert hidden or any(_hides_something(other) for other in cases() if other.id == case.id)
    assert different >= hidden // 2


def _hides_something(case: Case) -> bool:
    """A game may hide something under some of its presets only."""
    views = (case.game.view(position.state, None) for position in positions(case))
    return any(unseen_in(view) for view in views)


@every_hiding_case
def test_the_true_world_is_among_the_guesses_where_little_is_hidden(case: Case) -> None:
    """Where guesses repeat themselves the possible worlds are few, and the true one must turn up."""
    for position in positions(case)[::2]:
        for seat in readers(case):
            some = worlds(case, position.state, seat, 40)
            if len(set(some)) <= 10:
                assert position.state in guesses(case, position.state, seat, 400)

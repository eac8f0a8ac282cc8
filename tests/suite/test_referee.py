"""The referee refuses everything that is not legal now, and refusing changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from kaik.core.errors import IllegalAction
from kaik.core.game import CHANCE
from kaik.play.match import Drawn, Match, Played, Ruled, TakenBack
from tests.suite.cases import Case, cases, choosers, every_case, played, positions, sampled


class Garbage(Struct, frozen=True, tag="garbage"):
    """No game knows this."""

    anything: int = 0


def at(case: Case, number: int) -> Match:
    """A match that stands before event `number` of the one played."""
    match = Match(case.game, case.options, case.seats, None)
    whole = played(case)
    match.log, match.events = list(whole.log[:number]), list(whole.events[:number])
    match.states = list(whole.states[: number + 1])
    return match


def snapshot(match: Match) -> tuple[Any, ...]:
    """All that refusing must not change."""
    return (list(match.log), list(match.events), list(match.states), match.result, match.to_act())


def assert_refused(match: Match, seat: int, action: Any) -> None:
    """Both doors refuse, and nothing has changed."""
    before = snapshot(match)
    with pytest.raises(IllegalAction):
        match.play(seat, action)
    with pytest.raises(IllegalAction):
        match.follow(Played(seat, action))
    assert snapshot(match) == before


def foreign(case: Case) -> list[Any]:
    """Things that are no action of this game at any time."""
    others = [other for other in cases() if other.id != case.id]
    events = [
        event for other in others[:: max(1, len(others) // 5)] for _, event in played(other).events[:40:7]
    ]
    return [Garbage(), None, 0, "", (), object(), *events]


@every_case
def test_garbage_and_actions_of_other_games_are_refused(case: Case) -> None:
    things = foreign(case)
    for position in positions(case)[:6]:
        match = at(case, position.number)
        legal = {
            seat: list(case.game.actions(position.state, seat)) for seat in choosers(case, position.state)
        }
        for thing in things:
            for seat in range(case.seats):
                if thing not in legal.get(seat, ()):
                    assert_refused(match, seat, thing)


@every_case
def test_actions_from_other_positions_are_refused_unless_legal_here(case: Case) -> None:
    known = list(dict.fromkeys(event for actor, event in played(case).events if actor != CHANCE))
    for position in positions(case):
        match = at(case, position.number)
        for seat in choosers(case, position.state):
            legal = set(case.game.actions(position.state, seat))
            for action in sampled(known, 20):
                if action not in legal:
                    assert_refused(match, seat, action)


@every_case
def test_nobody_acts_out_of_turn(case: Case) -> None:
    for position in positions(case):
        match = at(case, position.number)
        for seat in (*range(case.seats), CHANCE, case.seats, 99, -2):
            if seat not in choosers(case, position.state):
                assert_refused(match, seat, position.event)


@every_case
def test_chance_is_refused_where_none_is_due_and_where_it_is_false(case: Case) -> None:
    for position in positions(case):
        match = at(case, position.number)
        entry = played(case).log[position.number]
        false = [Drawn(position.event, 1_000_003, 0), Drawn(position.event, 0, 0), Drawn(Garbage(), 1, 0)]
        if isinstance(entry, Drawn):
            false += [Drawn(entry.event, entry.total + 1, entry.drawn), Drawn(entry.event, entry.total, -1)]
            false += [
                Drawn(entry.event, entry.total, entry.total),
                Drawn(Garbage(), entry.total, entry.drawn),
            ]
        before = snapshot(match)
        for drawn in false:
            with pytest.raises(IllegalAction):
                match.follow(drawn)
        assert snapshot(match) == before


@every_case
def test_after_the_end_everything_is_refused(case: Case) -> None:
    match = played(case)
    for actor, event in match.events[-3:]:
        for seat in (*range(case.seats), actor):
            assert_refused(match, seat, event)
    before = snapshot(match)
    for entry in (
        Ruled("resign", 0),
        Ruled("timeout", 0),
        Ruled("absent", 0),
        Ruled("draw"),
        Ruled("length"),
        Ruled("closed"),
        TakenBack(0),
    ):
        with pytest.raises(IllegalAction):
            match.follow(entry)
    with pytest.raises(IllegalAction):
        match.resign(0)
    with pytest.raises(IllegalAction):
        match.undo(0)
    assert snapshot(match) == before


@every_case
def test_what_only_equals_an_action_enters_the_log_as_the_action(case: Case) -> None:
    """A seat given as 1.0 is seat 1; the log keeps the number."""
    for position in positions(case):
        if position.actor == CHANCE:
            continue
        match = at(case, position.number)
        match.follow(Played(float(position.actor), position.event))  # type: ignore[arg-type]
        entry = match.log[-1]
        assert isinstance(entry, Played)
        assert type(entry.seat) is int
        assert match.state == played(case).states[position.number + 1]


@every_case
def test_a_wrong_number_of_seats_is_refused(case: Case) -> None:
    allowed = case.game.seats(case.options)
    for seats in (0, -1, max(allowed) + 1, 1000):
        with pytest.raises(IllegalAction):
            Match(case.game, case.options, seats, None)


@pytest.mark.parametrize("case", list({case.id: case for case in cases()}.values()), ids=str)
def test_what_is_kept_is_what_would_be_found_anew(case: Case) -> None:
    """Legal actions, views and lines are kept while a match goes on; what was taken back must not come up."""
    match = Match(case.game, case.options, case.seats, None)
    for entry in played(case).log[:80]:
        other = another(match, entry)
        if other is not None:
            match.follow(other)
            assert_as_fresh(match)
            if match.over or not match._open_at(len(match.events) - 1):
                return
            match.follow(TakenBack(len(match.events) - 1))
        match.follow(entry)
        assert_as_fresh(match)


def another(match: Match, entry: Any) -> Played | None:
    """A choice that might have been made instead, where it could be taken back."""
    if not isinstance(entry, Played) or match.hidden:
        return None
    other = next((action for action in match.legal(entry.seat) if action != entry.event), None)
    return None if other is None else Played(entry.seat, other)


def assert_as_fresh(match: Match) -> None:
    """What every seat is told is what a match that was never looked at would tell."""
    fresh = Match(match.game, match.options, match.seats, None)
    fresh.log, fresh.events, fresh.states = match.log, match.events, match.states
    fresh.result, fresh.offers = match.result, match.offers
    for seat in (*range(match.seats), None):
        assert match.seen_by(seat) == fresh.seen_by(seat)
    assert match.hidden == fresh.hidden

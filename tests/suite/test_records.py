"""Replay is play: a record leads to the same states, any part of it, and its chance can be checked."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kaik.play.match import Drawn
from kaik.play.record import Record, entries, read, replay, verify
from tests.suite.cases import Case, cases, every_case, played, readers, recorded


@every_case
def test_a_replay_passes_through_the_same_states(case: Case) -> None:
    match, again = played(case), replay(read(recorded(case).to_json()))
    assert again.states == match.states
    assert again.events == match.events
    assert again.log == match.log
    assert again.result == match.result
    for seat in readers(case):
        assert again.seen_by(seat) == match.seen_by(seat)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_replay_can_stop_anywhere(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(cases()))
    match = played(case)
    upto = data.draw(st.integers(0, len(match.log)))
    part = replay(recorded(case), upto)
    assert part.log == match.log[:upto]
    assert part.state == match.states[len(part.events)]
    assert part.over == (upto == len(match.log))


@every_case
def test_an_honest_record_is_verified(case: Case) -> None:
    assert verify(read(recorded(case).to_json())) is None


@every_case
def test_a_false_chance_event_is_named(case: Case) -> None:
    """Another throw than the sealed one, or a throw in a game without any."""
    record = recorded(case)
    log = entries(record, case.game)
    thrown = [number for number, entry in enumerate(log) if isinstance(entry, Drawn)]
    false = {number: {"drawn": _other(log[number])} for number in _spread(thrown)}
    for number, changes in (false or {0: {"type": "chance", "drawn": 0, "total": 1}}).items():
        fault = verify(_with(record, number, **changes))
        assert fault is not None
        assert fault.number == number


def _spread(numbers: list[int]) -> set[int]:
    return {numbers[0], numbers[len(numbers) // 2], numbers[-1]} if numbers else set()


def _other(entry: Any) -> int:
    return (entry.drawn + 1) % entry.total if entry.total > 1 else 1


def _with(record: Record, number: int, **changes: Any) -> Record:
    log = list(record.log)
    log[number] = {**log[number], **changes}
    return msgspec.structs.replace(record, log=tuple(log))


@every_case
def test_an_outcome_that_was_not_drawn_is_named(case: Case) -> None:
    record = recorded(case)
    for number, entry in enumerate(entries(record, case.game)):
        weights = _weights(case, number, entry)
        if len(weights) > 1:
            false = next(event for event, _ in weights if event != entry.event)  # type: ignore[union-attr]
            fault = verify(_with(record, number, event=msgspec.to_builtins(false)))
            assert fault is not None
            assert fault.number == number
            return


def _weights(case: Case, number: int, entry: Any) -> list[Any]:
    return list(case.game.weights(played(case).states[number])) if isinstance(entry, Drawn) else []

"""Claim windows: everybody has the same time, nothing shows who has answered, and silence counts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.core.errors import Refusal
from kaik.play.fairness import Sealed
from kaik.play.record import Record, read, verify
from kaik.protocol import live
from kaik.table.commands import Answer, Begin, Change, FromClient, Tick
from kaik.table.frames import FrameCache, state_frame
from kaik.table.machine import TableMachine
from kaik.table.state import SeatState, TableState, Timing

GAME = "seasons_end"
SECONDS = 2.0
PEOPLE = tuple(SeatState("person", f"p{n}") for n in range(3))
ALONE = (PEOPLE[0], SeatState("computer", player="random"), SeatState("computer", player="random"))


def begun(seats: tuple[SeatState, ...] = PEOPLE, seconds: float = SECONDS, seasons: int = 1) -> TableMachine:
    """A table at which a match has begun at time 0, with the first seat as parent."""
    options: dict[str, Any] = msgspec.to_builtins(registry.load(GAME).options())
    options |= {"seasons": seasons, "first_parent": "seat0"}
    state = TableState("t", GAME, None, options, "waiting", b"s" * 32, 0.0, seats, (), 1.0)
    table = TableMachine(state, timing=Timing(claim_window=seconds))
    table.handle(Begin(), 0.0)
    return table


def seen(table: TableMachine, seat: int | None) -> live.State:
    return state_frame(table, seat, None if seat is None else f"p{seat}")


def discard(table: TableMachine, now: float) -> None:
    state = seen(table, 0)
    throw = next(n for n, choice in enumerate(state.legal) if choice.path[-1] == "discard")
    act(table, 0, state.decision, throw, now)


def act(table: TableMachine, seat: int, decision: str | None, index: int, now: float) -> Change | None:
    assert decision is not None
    return table.handle(FromClient(f"p{seat}", live.Act(decision, index)), now)


def test_an_ordinary_turn_has_no_window() -> None:
    table = begun()
    assert [seen(table, seat).window for seat in range(3)] == [None] * 3


def test_silence_passes_when_the_window_closes_and_not_before() -> None:
    table = begun()
    discard(table, 10.0)
    state = seen(table, 1)
    assert state.window is not None
    assert (state.window.lasts, state.window.closes) == (SECONDS * 1000, 12_000)
    assert state.window.default is not None
    assert state.legal[state.window.default].path == ("pass",)
    parent = seen(table, 0).window
    assert parent is not None
    assert parent.default is None
    assert table.handle(Tick(), 11.99) is None
    assert table.handle(Tick(), 12.0) is not None
    assert seen(table, 1).window is None
    assert [line.key for line in table.match.log_lines(0)].count("log.claim.hidden") == 2


def test_nobody_sees_that_another_has_answered() -> None:
    table, cache = begun(seconds=30.0), FrameCache()
    discard(table, 10.0)
    before = [cache.state(table, seat, f"p{seat}") for seat in range(3)]
    watcher, state = cache.state(table, None, None), seen(table, 1)
    assert state.window is not None
    assert state.window.default is not None
    act(table, 1, state.decision, state.window.default, 11.0)
    after = [cache.state(table, seat, f"p{seat}") for seat in range(3)]
    assert (after[0], after[2]) == (before[0], before[2])
    assert cache.state(table, None, None) == watcher
    mine = seen(table, 1)
    assert mine.window is not None
    assert (mine.decision, mine.legal, mine.window.answered) == (None, (), True)
    assert mine.seq == state.seq
    with pytest.raises(Refusal, match="already been answered"):
        act(table, 1, state.decision, 0, 11.5)
    assert table.answers == {state.decision: state.window.default}


def test_the_window_stays_open_though_all_people_have_answered() -> None:
    table = begun()
    discard(table, 10.0)
    for seat in (1, 2):
        state = seen(table, seat)
        assert state.window is not None
        assert state.window.default is not None
        act(table, seat, state.decision, state.window.default, 10.5)
    assert table.handle(Tick(), 11.9) is None
    assert table.window
    assert table.handle(Tick(), 12.0) is not None
    assert not table.window


def test_alone_among_computers_nobody_waits_for_the_clock() -> None:
    # A computer may be done before the first window opens: there are other seasons then.
    table, now = begun(ALONE, 30.0, seasons=4), 10.0
    for _ in range(200):
        if 0 in table.window:
            break
        now += 1.0
        state = seen(table, 0)
        if state.decision is not None:
            throw = next((n for n, c in enumerate(state.legal) if c.path[-1] == "discard"), 0)
            act(table, 0, state.decision, throw, now)
        for decision, question in table.questions().items():
            table.handle(Answer(question.seat, decision, len(question.legal) - 1), now)
        if 0 not in table.window:
            table.handle(Tick(), max(now, table.state.due or now))
    state = seen(table, 0)
    assert state.window is not None
    for decision, question in table.questions().items():
        table.handle(Answer(question.seat, decision, 0), now)
    assert table.handle(Tick(), now + 0.1) is None, "the person has not answered"
    assert state.window.default is not None
    act(table, 0, state.decision, state.window.default, now + 0.2)
    assert table.handle(Tick(), now + 0.2) is not None
    assert table.state.due != state.window.closes / 1000


def test_a_seat_left_in_a_window_does_not_prolong_it() -> None:
    table = begun()
    discard(table, 10.0)
    table.handle(FromClient("p1", live.Resign()), 11.0)
    assert table.state.seats[1].kind == "computer"
    assert table.state.due == 12.0
    assert table.handle(Tick(), 12.0) is not None


def test_an_answer_survives_a_restart() -> None:
    table = begun(seconds=30.0)
    discard(table, 10.0)
    state = seen(table, 2)
    assert state.window is not None
    assert state.window.default is not None
    act(table, 2, state.decision, state.window.default, 11.0)
    log = [msgspec.json.decode(msgspec.json.encode(entry)) for entry in table.match.log]
    again = TableMachine(table.state, log, table.answers, table.timing)
    mine = seen(again, 2)
    assert mine.window is not None
    assert (mine.decision, mine.window.answered) == (None, True)
    assert seen(again, 1).decision is not None


def test_a_whole_match_in_silence_has_a_sound_record() -> None:
    table, now = begun(seconds=0.0), 10.0
    for _ in range(400):
        now += 1.0
        acting = [state for state in (seen(table, seat) for seat in range(3)) if state.decision]
        if table.state.status == "over":
            break
        if table.window or not acting:
            table.handle(Tick(), now)
        elif acting[0].seat is not None:
            act(table, acting[0].seat, acting[0].decision, 0, now)
    fairness = Sealed(table.state.seed, table.state.nonces).opened()
    assert verify(read(Record.of(table.match, fairness=fairness).to_json())) is None

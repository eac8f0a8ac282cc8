"""Random commands of several people, computers and the clock against one table (hypothesis).

Whatever they do: a refusal changes nothing; nothing acknowledged is lost or counted twice; a claim window
lasts as long as it was to last; clocks only run down; seats belong to who sits there; and a table rebuilt
from what is kept shows everybody the same as the living one.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kaik.core import registry
from kaik.core.errors import Refusal
from kaik.play.clock import ClockSpec
from kaik.play.match import Played
from kaik.protocol import live
from kaik.table.commands import (
    Answer,
    Arrive,
    Begin,
    Change,
    Command,
    Depart,
    Fill,
    FromClient,
    Join,
    Leave,
    Tick,
)
from kaik.table.decisions import open_decision
from kaik.table.frames import state_frame
from kaik.table.machine import TableMachine
from kaik.table.state import SeatState, TableState, Timing

PEOPLE = ("p0", "p1", "p2", "p3")
TIMING = Timing(nonce_wait=2.0, claim_window=8.0, grace=30.0)
CLOCKS = (ClockSpec(), ClockSpec("move", 20.0), ClockSpec("fischer", 60.0, 2.0))

OTHERS = ("pq", "pq", "pc", "po", "cc", "oo")
"""Who sits at the other seats: people `p` and `q`, computers, nobody yet."""

people = st.sampled_from(PEOPLE)
seats = st.none() | st.integers(0, 2)


def plain(value: Any) -> Any:
    """As a database keeps it."""
    return msgspec.json.decode(msgspec.json.encode(value))


class TableCommands(RuleBasedStateMachine):
    """One table, a clock, and everything that was acknowledged."""

    game = "seasons_end"
    count = 3

    @initialize(clock=st.sampled_from(CLOCKS), seed=st.integers(0, 3), others=st.sampled_from(OTHERS))
    def set_up(self, clock: ClockSpec, seed: int, others: str) -> None:
        """A table of one person and others; where no seat is open the match has begun."""
        game = registry.load(self.game)
        options = msgspec.to_builtins(game.options())
        made = {
            "o": SeatState("open"),
            "c": SeatState("computer", player="random"),
            "p": SeatState("person", "p1", name="P1"),
            "q": SeatState("person", "p2", name="P2"),
        }
        places = (SeatState("person", "p0", name="P0"), *(made[kind] for kind in others[: self.count - 1]))
        state = TableState(
            "t", self.game, None, options, "waiting", bytes([seed]) * 32, 0.0, places, host="p0", clock=clock
        )
        self.now = 1_000.0
        self.table = TableMachine(state, timing=TIMING)
        self.entries: list[Any] = []
        self.answers: dict[str, int] = {}
        self.acknowledged: list[tuple[int, str, int, Any]] = []
        self.window: tuple[int, float] | None = None
        self.removed = False
        self.rng = Random(seed)
        self.submit(Begin())

    # -- doing things ------------------------------------------------------------------------------

    def submit(self, command: Command) -> Change | None:
        """Do as a host does: keep what changes, or see that a refusal has changed nothing."""
        before, log = self.table.state, len(self.table.match.log)
        answers = dict(self.table.answers)
        try:
            change = self.table.handle(command, self.now)
        except Refusal:
            assert self.table.state == before
            assert len(self.table.match.log) == log == len(self.entries)
            assert self.table.answers == answers
            raise
        if change is None:
            assert self.table.state == before
            assert len(self.table.match.log) == len(self.entries)
            return None
        assert change.before == before
        assert change.after == self.table.state
        assert change.after.version == before.version + 1
        assert change.first == len(self.entries), "the log has no gap and no overlap"
        self.entries += [plain(entry) for entry in change.entries]
        if change.closes_window:
            self.answers.clear()
        if change.answer is not None:
            self.answers[change.answer[0]] = change.answer[1]
        self.removed |= change.removes
        return change

    def attempt(self, command: Command) -> bool:
        """Whether it was possible."""
        try:
            self.submit(command)
        except Refusal:
            return False
        return True

    @property
    def match(self) -> Any:
        return self.table.match

    @precondition(lambda self: self.table.state.status == "waiting")
    @rule(person=people, seat=seats)
    def join(self, person: str, seat: int | None) -> None:
        self.attempt(Join(person, person.upper(), seat))

    @precondition(lambda self: self.table.state.status == "waiting")
    @rule(person=people, hex=st.sampled_from(["0" * 16, "ab" * 16]))
    def give_nonce(self, person: str, hex: str) -> None:
        self.attempt(FromClient(person, live.GiveNonce(hex)))

    @precondition(lambda self: self.table.state.status == "waiting")
    @rule(person=people)
    def leave_before_the_start(self, person: str) -> None:
        if len([seat for seat in self.table.state.seats if seat.person]) > 1:
            self.attempt(Leave(person))

    @precondition(lambda self: self.table.state.status == "waiting")
    @rule(person=people)
    def fill(self, person: str) -> None:
        self.attempt(Fill(person, "random"))

    @precondition(lambda self: self.table.state.status == "waiting")
    @rule()
    def begin(self) -> None:
        self.attempt(Begin())

    @rule(seconds=st.sampled_from([0.1, 1.0, 3.0, 9.0, 31.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.tick()

    @rule()
    def tick(self) -> None:
        for _ in range(3):
            change = self.submit(Tick())
            if change is None:
                return

    @rule(times=st.integers(1, 30))
    def play_on(self, times: int) -> None:
        """Whoever is to act does, so that matches get somewhere."""
        for _ in range(times):
            if self.table.state.status != "playing" or not self.choose():
                return

    def choose(self) -> bool:
        match = self.match
        acting = [seat for seat in match.to_act() if seat >= 0]
        undecided = [s for s in acting if open_decision(match, s) not in self.table.answers]
        if not undecided:
            self.now = max(self.now, self.table.state.due or self.now)
            return self.submit(Tick()) is not None
        seat = self.rng.choice(undecided)
        decision, index = open_decision(match, seat), self.rng.randrange(len(match.legal(seat)))
        assert decision is not None
        self.answer(seat, decision, index)
        return True

    def answer(self, seat: int, decision: str, index: int) -> None:
        action, place = self.match.legal(seat)[index], self.table.state.seats[seat]
        command: Command = Answer(seat, decision, index)
        if place.person is not None:
            command = FromClient(place.person, live.Act(decision, index), seat)
        assert self.attempt(command), "the open decision was refused"
        self.acknowledged.append((seat, decision, index, action))
        assert not self.attempt(command), "the same answer counted twice"

    @precondition(lambda self: self.acknowledged)
    @rule(person=people)
    def answer_late(self, person: str) -> None:
        seat, decision, index, _ = self.rng.choice(self.acknowledged)
        if decision != open_decision(self.match, seat) or decision in self.table.answers:
            assert not self.attempt(FromClient(person, live.Act(decision, index), seat))

    @rule(person=people, seat=st.integers(0, 2))
    def act_for_another(self, person: str, seat: int) -> None:
        decision = open_decision(self.match, seat) if self.table.state.status == "playing" else None
        if decision is not None and self.table.state.seats[seat].person != person:
            for frame in (live.Act(decision, 0), live.Resign(), live.Offer("draw"), live.Throw()):
                assert not self.attempt(FromClient(person, frame, seat))

    @rule(person=people, matter=st.sampled_from(["draw", "takeback"]), yes=st.booleans())
    def propose(self, person: str, matter: Any, yes: bool) -> None:
        frame = live.Offer(matter) if yes else live.Decline(matter)
        self.attempt(FromClient(person, frame))

    @rule(person=people, on=st.booleans())
    def throw_by_hand(self, person: str, on: bool) -> None:
        self.attempt(FromClient(person, live.ThrowByHand(on)))

    @rule(person=people)
    def throw(self, person: str) -> None:
        awaited = self.match.awaited_throw if self.table.state.status == "playing" else None
        mine = self.table.state.seat_of(person)
        thrown = self.attempt(FromClient(person, live.Throw()))
        assert thrown == (awaited is not None and awaited == mine)

    @rule(person=people)
    def come(self, person: str) -> None:
        self.attempt(Arrive(person))

    @rule(person=people)
    def go(self, person: str) -> None:
        self.attempt(Depart(person, self.now))

    @rule(person=people, absent=st.integers(0, 2), take=st.sampled_from(["win", "computer"]))
    def claim(self, person: str, absent: int, take: Any) -> None:
        self.attempt(FromClient(person, live.Claim(absent, take)))

    @precondition(lambda self: self.table.state.status == "playing" and len(self.entries) > 60)
    @rule(person=people)
    def resign(self, person: str) -> None:
        self.attempt(FromClient(person, live.Resign()))

    # -- what must hold ----------------------------------------------------------------------------

    @invariant()
    def acknowledged_answers_count_once(self) -> None:
        if not hasattr(self, "table"):
            return
        voided = any(entry["type"] == "takeback" for entry in self.entries)
        played = [entry for entry in self.match.log if isinstance(entry, Played)]
        kept = len(self.table.answers)
        mine = len(self.acknowledged)
        forced_or_silent = len(played) - (mine - kept)
        assert voided or forced_or_silent >= 0
        assert self.table.answers == self.answers

    @invariant()
    def windows_last_as_long_as_they_were_to(self) -> None:
        if not hasattr(self, "table"):
            return
        state = self.table.state
        if not self.table.window:
            self.window = None
            return
        assert state.due is not None
        if self.window is None or self.window[0] != len(self.match.log):
            self.window = (len(self.match.log), state.due)
        alone = sum(seat.kind == "person" for seat in state.seats) <= 1
        assert state.due == self.window[1] or (alone and state.due <= self.window[1])

    @invariant()
    def clocks_only_run_down(self) -> None:
        clocks = self.table.state.clocks if hasattr(self, "table") else None
        if clocks is None:
            return
        for seat, (left, since) in enumerate(zip(clocks.left, clocks.since, strict=True)):
            assert left is not None
            assert left >= 0
            assert since is None or since <= self.now
            assert since is None or self.table.state.seats[seat].person is not None

    @invariant()
    def a_table_rebuilt_from_what_is_kept_is_the_living_one(self) -> None:
        if not hasattr(self, "table") or self.removed:
            return
        again = TableMachine(self.table.state, self.entries, self.answers, TIMING)
        for person in (None, *PEOPLE):
            seat = self.table.state.facing(person, None)
            assert state_frame(again, seat, person) == state_frame(self.table, seat, person)
        assert again.questions() == self.table.questions()


class Sticks(TableCommands):
    """A game in which people throw."""

    game = "beast_streak"


class TwoSeats(TableCommands):
    """A game for two with nothing hidden."""

    game = "old_cerke"
    count = 2


LIMITS = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("machine", [TableCommands, Sticks, TwoSeats])
def test_any_commands_in_any_order_leave_a_sound_table(machine: type[TableCommands]) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(machine, settings=LIMITS)

"""Frames: all that a seat or a watcher is told of a table, as the bytes that are sent (`docs/api.md`).

A `state` is the whole present; what leads to it, lines of the log and the scenes in between, is told before
it in frames of its own, as far as the connection has not been told yet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from operator import is_
from typing import NamedTuple

import msgspec

from kaik.core.messages import Message
from kaik.play.clock import Clock
from kaik.play.fairness import commitment
from kaik.play.match import Declined, Match, Matter, TakenBack
from kaik.protocol import live, tables
from kaik.table import clocks, windows
from kaik.table.decisions import open_decision
from kaik.table.machine import TableMachine
from kaik.table.state import SeatState, TableState

STEPS_SHOWN = 120
"""How many events are shown one by one; a longer way is left out."""


class Shown(NamedTuple):
    """What a connection has been shown of a seat's view: how long the match's log was, and its lines."""

    length: int
    lines: int


class _Reader(NamedTuple):
    """What a table is to a reader: their seats, those they have left, and whether they have set it up."""

    seats: tuple[int, ...]
    left: tuple[int, ...]
    host: bool


class FrameCache:
    """The frames of one table, each made once per version of the table."""

    def __init__(self) -> None:
        self._version = -1
        self._states: dict[tuple[int | None, _Reader], bytes] = {}
        self._news: dict[tuple[int | None, Shown | None], tuple[bytes, ...]] = {}
        self._lines: defaultdict[int | None, LogLines] = defaultdict(LogLines)

    def state(self, table: TableMachine, seat: int | None, person: str | None) -> bytes:
        """The `state` frame for a person who is shown a seat's view, or a watcher's."""
        self._keep_up(table)
        kept = table.state
        key = (seat, _Reader(kept.seats_of(person), kept.left_by(person), kept.host == person))
        if key not in self._states:
            self._states[key] = msgspec.json.encode(state_frame(table, seat, person))
        return self._states[key]

    def news(self, table: TableMachine, seat: int | None, shown: Shown | None) -> tuple[bytes, ...]:
        """The frames to send before the `state` to a connection that has been `shown` so much: the lines of
        the log that are new to it, and the scenes between the last state and this one."""
        self._keep_up(table)
        key = (seat, shown)
        if key not in self._news:
            self._news[key] = tuple(self._make_news(table, seat, shown))
        return self._news[key]

    def clear(self) -> None:
        """Make all frames anew: names or ratings, which are kept elsewhere, may have changed."""
        self._states.clear()
        self._news.clear()

    def _keep_up(self, table: TableMachine) -> None:
        if table.state.version != self._version:
            self._version = table.state.version
            self.clear()

    def _make_news(self, table: TableMachine, seat: int | None, shown: Shown | None) -> list[bytes]:
        if table.state.status == "waiting":
            return []
        match, frames = table.match, []
        first = first_line(match, shown)
        if shown is None or first < shown.lines or first < len(match.events):
            lines = self._lines[seat].since(match.log_lines(seat), first)
            frames.append(msgspec.json.encode(_LogFrame(seat, first, lines)))
        if shown is not None and len(match.log) - shown.length <= STEPS_SHOWN:
            scenes = match.steps(seat, shown.length)
            if scenes:
                frames.append(msgspec.json.encode(live.Steps(seat, scenes)))
        return frames


def shown_of(match: Match) -> Shown:
    """What a connection has been shown once it has the present state."""
    return Shown(len(match.log), len(match.events))


def first_line(match: Match, shown: Shown | None) -> int:
    """The first line of the log to tell: of those told, the ones that were taken back stand no longer."""
    least = max(0, len(match.events) - live.LOG_SHOWN)
    if shown is None:
        return least
    taken = (entry.to for entry in match.log[shown.length :] if isinstance(entry, TakenBack))
    return max(least, min(shown.lines, *taken, len(match.events)))


class _LogFrame(msgspec.Struct, frozen=True, tag="log"):
    """`protocol.live.Log` with its lines as the JSON they are kept in."""

    seat: int | None
    first: int
    lines: tuple[msgspec.Raw, ...]


class LogLines:
    """The log of a seat as JSON: a line that has been written is not written anew for every frame."""

    def __init__(self) -> None:
        self._told: list[Message] = []
        self._written: list[msgspec.Raw] = []

    def since(self, log: Sequence[Message], first: int) -> tuple[msgspec.Raw, ...]:
        """A log that has mostly been told before, from line number `first`."""
        if len(log) < len(self._told) or not all(map(is_, self._told, log)):  # something was taken back
            self._told.clear()
            self._written.clear()
        new = log[len(self._told) :]
        self._told += new
        self._written += [msgspec.Raw(msgspec.json.encode(line)) for line in new]
        return tuple(self._written[first:])


def state_frame(table: TableMachine, seat: int | None, person: str | None) -> live.State:
    """What a person is told of the present, as a seat sees it; before the start, as a watcher does."""
    kept, match = table.state, table.match
    begun = kept.status != "waiting"
    seen = match.seen_by(seat if begun else None)
    decision = open_decision(match, seat) if begun else None
    answered = decision in table.answers
    grace = table.timing.grace
    return live.State(
        seq=len(match.log),
        seat=seat,
        decision=None if answered else decision,
        scene=seen.scene,
        legal=() if answered else seen.legal,
        table=table_for(kept, person),
        result=match.result,
        fairness=_fairness(kept, person),
        clock=_clock_face(kept.clocks),
        window=_window(table, seat, answered) if begun else None,
        offers=dict(match.offers),
        declined=_declined(match),
        may=_may(table, seat),
        claims={n: int(at * 1000) for n, at in clocks.claims(kept, match, grace).items()},
        asked=_asked_at_once(table, person) if begun else (),
        secret=begun and _needs_cover(table, person),
        throw=_awaited_throw(table),
    )


def _needs_cover(table: TableMachine, person: str | None) -> bool:
    """Whether some seat at the reader's shared device sees now what a watcher does not."""
    if not table.state.shared:
        return False
    return any(table.match.sees_more(seat) for seat in table.state.seats_of(person))


def _asked_at_once(table: TableMachine, person: str | None) -> tuple[int, ...]:
    """The seats at the reader's device that are asked at once and may stay silent."""
    if not table.state.shared:
        return ()
    meant = windows.defaults(table.match)
    return tuple(seat for seat in table.state.seats_of(person) if seat in meant)


def _may(table: TableMachine, seat: int | None) -> tuple[live.May, ...]:
    """What a seat may do besides choosing. In an open window nothing is proposed: it would be an answer."""
    if seat is None or table.state.status != "playing":
        return ()
    if table.window:
        return ("resign",)
    match = table.match
    answers: dict[Matter, live.May] = {"draw": "answer_draw", "takeback": "answer_takeback"}
    able = [matter for matter in answers if match.can_offer(matter, seat)]
    return ("resign", *(answers[matter] if matter in match.offers else matter for matter in able))


def _declined(match: Match) -> dict[Matter, int]:
    """What somebody has just refused, or withdrawn."""
    last = match.log[-1] if match.log else None
    return {last.matter: last.seat} if isinstance(last, Declined) else {}


def _window(table: TableMachine, seat: int | None, answered: bool) -> live.Window | None:
    """The open claim window as a seat is told of it."""
    kept, match = table.state, table.match
    lasts = windows.duration(kept, match, table.timing.claim_window)
    if lasts is None or kept.due is None:
        return None
    silence = table.window
    asked = seat in silence and not answered
    default = list(match.legal(seat)).index(silence[seat]) if seat is not None and asked else None
    return live.Window(int(kept.due * 1000), int(lasts * 1000), default, answered)


def _awaited_throw(table: TableMachine) -> live.AwaitedThrow | None:
    seat, due = table.match.awaited_throw, table.state.due
    if seat is None or due is None or table.state.status != "playing":
        return None
    return live.AwaitedThrow(seat, int(due * 1000))


def _fairness(kept: TableState, person: str | None) -> live.Fair:
    given = [kept.seats[seat].nonce for seat in kept.seats_of(person)]
    wanted = kept.status == "waiting" and None in given
    seed = kept.seed.hex() if kept.status == "over" else None
    return live.Fair(commitment(kept.seed), kept.nonces, seed, wanted)


def _clock_face(clock: Clock | None) -> live.ClockFace | None:
    """The clocks as everybody is told of them; they need not be told again while they run."""
    if clock is None:
        return None
    return live.ClockFace(
        left=tuple([_ms(seconds) for seconds in clock.left]),
        since=tuple([_ms(since) for since in clock.since]),
    )


def _ms(seconds: float | None) -> int | None:
    return None if seconds is None else int(seconds * 1000)


# -- tables in lists and forms ---------------------------------------------------------------------


def table_for(kept: TableState, person: str | None) -> tables.Table:
    """A table as a person is told of it."""
    mine, left = kept.seats_of(person), kept.left_by(person)
    return tables.Table(
        id=kept.id,
        game=kept.game,
        preset=kept.preset,
        options=kept.options,
        seats=tuple([_seat_for(seat, n in mine, n in left) for n, seat in enumerate(kept.seats)]),
        status=kept.status,
        created=iso_time(kept.created),
        clock=kept.clock,
        public=kept.public,
        rated=kept.rated,
        yours=kept.host is not None and kept.host == person,
        next=kept.next,
        tournament=kept.tournament,
    )


def _seat_for(seat: SeatState, you: bool, left: bool) -> tables.Seat:
    return tables.Seat(
        kind=seat.kind,
        name=seat_name(seat),
        player=seat.player,
        you=you,
        person=seat.person,
        away=_ms(seat.away),
        given_up=seat.gave_up is not None,
        left=left,
        throws=seat.throws,
        rating=seat.rating,
        settled=seat.settled,
    )


def seat_name(seat: SeatState) -> str:
    """Who sits there, in a word."""
    return seat.player or "" if seat.kind == "computer" else seat.name


def iso_time(at: float) -> str:
    """A time as the interface gives it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")

"""Clocks and absence at a table: whose time runs, when it is up, and when others need wait no longer.

Only people are timed: a computer's thinking has limits of its own, and a claim window its own end.
"""

from __future__ import annotations

from collections.abc import Sequence

from kaik.play.clock import Clock
from kaik.play.match import Entry, Match, Played
from kaik.protocol.live import ClockFace
from kaik.server.db.store import TableRow
from kaik.server.tables import windows


def after(row: TableRow, match: Match, added: Sequence[Entry], at: float) -> Clock | None:
    """The clocks after these entries; nothing where no clock was agreed."""
    if row.clock.kind == "none":
        return None
    clock = row.clocks or Clock.of(row.clock, len(row.seats))
    running = _running(row, match)
    mover = next((entry.seat for entry in added if isinstance(entry, Played)), None)
    if mover is not None and clock.since[mover] is not None:
        return clock.moved(mover, running, at)
    return clock.turn(running, at)


def _running(row: TableRow, match: Match) -> tuple[int, ...]:
    if windows.silence(row, match):
        return ()
    return tuple(seat for seat in match.to_act() if seat >= 0 and row.seats[seat].person is not None)


def fallen(row: TableRow, now: float) -> int | None:
    """A seat whose time is up."""
    return None if row.clocks is None else row.clocks.fallen(now)


def without(clock: Clock | None, seat: int, at: float) -> Clock | None:
    """The clocks when a seat is timed no longer."""
    if clock is None:
        return None
    running = tuple(n for n, since in enumerate(clock.since) if since is not None and n != seat)
    return clock.turn(running, at)


def claims(row: TableRow, match: Match, grace: float) -> dict[int, float]:
    """The seats that keep everybody waiting while nobody is there, and from when the others may act on it.

    Where a clock was agreed, the clock decides.
    """
    if row.clock.kind != "none" or row.status != "playing":
        return {}
    waited_for = {seat: row.seats[seat].away for seat in _running(row, match)}
    return {seat: away + grace for seat, away in waited_for.items() if away is not None}


def told(clock: Clock | None) -> ClockFace | None:
    """The clocks as everybody is told of them; they need not be told again while they run."""
    if clock is None:
        return None
    return ClockFace(
        left=tuple(_ms(seconds) for seconds in clock.left), since=tuple(_ms(since) for since in clock.since)
    )


def _ms(seconds: float | None) -> int | None:
    return None if seconds is None else int(seconds * 1000)

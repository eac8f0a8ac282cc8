"""Clocks and absence at a table: whose time runs, when it is up, and when others need wait no longer.

Only people are timed: a computer's thinking has limits of its own, and a claim window its own end.
"""

from __future__ import annotations

from collections.abc import Sequence

from kaik.play.clock import Clock
from kaik.play.match import Entry, Match, Played
from kaik.table import windows
from kaik.table.state import TableState


def clocks_after(table: TableState, match: Match, added: Sequence[Entry], now: float) -> Clock | None:
    """The clocks after these entries; `None` where no clock was agreed."""
    if table.clock.kind == "none":
        return None
    clock = table.clocks or Clock.of(table.clock, len(table.seats))
    running = _running(table, match)
    mover = next((entry.seat for entry in added if isinstance(entry, Played)), None)
    if mover is not None and clock.since[mover] is not None:
        return clock.moved(mover, running, now)
    return clock.turn(running, now)


def clocks_without(clock: Clock | None, seat: int, now: float) -> Clock | None:
    """The clocks when a seat is timed no longer."""
    if clock is None:
        return None
    running = tuple(n for n, since in enumerate(clock.since) if since is not None and n != seat)
    return clock.turn(running, now)


def claims(table: TableState, match: Match, grace: float) -> dict[int, float]:
    """The seats that keep everybody waiting while nobody is there, and from when the others may act on it.

    Where a clock was agreed, the clock decides.
    """
    if table.clock.kind != "none" or table.status != "playing":
        return {}
    waited_for = {seat: table.seats[seat].away for seat in _running(table, match)}
    return {seat: away + grace for seat, away in waited_for.items() if away is not None}


def _running(table: TableState, match: Match) -> tuple[int, ...]:
    """The people's seats that are to act, outside a claim window."""
    if windows.silence(table, match):
        return ()
    return tuple(seat for seat in match.to_act() if seat >= 0 and table.seats[seat].person is not None)

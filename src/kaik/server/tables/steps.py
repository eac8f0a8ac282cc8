"""What is written when a match goes on: its new events, and when the server must see to the table again."""

from __future__ import annotations

import msgspec

from kaik.play.clock import Clock
from kaik.play.match import Entry
from kaik.server.db.store import Step
from kaik.server.tables import times, windows
from kaik.server.tables.at_hand import AtHand
from kaik.server.tables.means import Means

THINKING = 10.0
"""Seconds after which a computer seat that has not answered is looked after again."""


def step_of(now: AtHand, committed: int, means: Means) -> Step:
    """What the match has added to its log since then, and what the table becomes by it."""
    at = means.now()
    added = now.match.log[committed:]
    clocks = times.after(now.row, now.match, added, at)
    return Step(
        first=committed,
        entries=tuple(_entry(entry) for entry in added),
        status="over" if now.match.over else "playing",
        due=due_of(now, clocks, at, means.claim_window),
        at=at,
        clocks=clocks,
    )


def due_of(now: AtHand, clocks: Clock | None, at: float, claim_window: float) -> float | None:
    """When the server must see to the table: at once to settle it, else for a window, a computer, a clock."""
    if now.match.over:
        return at
    window = windows.lasts(now.row, now.match, claim_window)
    if window is not None:
        return at + window
    thinking = at + THINKING if now.computers_to_act() else None
    falls = None if clocks is None else clocks.due()
    return min((time for time in (thinking, falls and falls[0]) if time is not None), default=None)


def _entry(entry: Entry) -> str:
    return msgspec.json.encode(entry).decode()

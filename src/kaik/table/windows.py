"""Claim windows: several seats are asked at once, and all have the same time, whatever they answer.

An answer is kept and becomes an event only when the window closes, together with all others, so that nobody
can tell from what happens when who had something to think about. Silence is what the game says it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kaik.play.match import Match
from kaik.table.state import TableState

COMPUTERS_ONLY = 1.0
"""Seconds a window lasts in which no person is asked."""


def silence(table: TableState, match: Match) -> dict[int, Any]:
    """The seats that the open window asks, each with what saying nothing means; empty without a window.

    Where people share a device there is none: handing it round takes the time it takes.
    """
    return {} if table.shared else defaults(match)


def defaults(match: Match) -> dict[int, Any]:
    """The seats that are asked at once and may say nothing, each with what that means."""
    asked = [seat for seat in match.to_act() if seat >= 0]
    found = {seat: match.game.window_default(match.state, seat) for seat in asked}
    return {seat: action for seat, action in found.items() if action is not None}


def duration(table: TableState, match: Match, seconds: float) -> float | None:
    """How long the window that opens now stays open; `None` if none does."""
    asked = silence(table, match)
    if not asked:
        return None
    return seconds if any(table.seats[seat].kind == "person" for seat in asked) else COMPUTERS_ONLY


def may_close_early(table: TableState, asked: Mapping[int, Any], answered: Mapping[int, Any]) -> bool:
    """Whether all have answered, and only one person is there to notice how long it took."""
    people = sum(seat.kind == "person" for seat in table.seats)
    asks_people = any(table.seats[seat].kind == "person" for seat in asked)
    return people <= 1 and asks_people and asked.keys() <= answered.keys()

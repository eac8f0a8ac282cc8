"""Clocks: how long a seat may think. Pure arithmetic; the caller brings the time.

Four kinds: none, a fixed time for each move, a stock with an increment for each move made (Fischer), days
for each move.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

DAY = 86_400.0


class ClockSpec(Struct, frozen=True, omit_defaults=True):
    """What was agreed. `seconds`: the stock, or the time of one move; `days`: the same in days."""

    kind: Literal["none", "move", "fischer", "days"] = "none"
    seconds: Annotated[float, Meta(ge=0, le=10 * DAY)] = 0.0
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0.0
    days: Annotated[int, Meta(ge=0, le=30)] = 0

    def stock(self) -> float | None:
        """What each seat starts with; `None` is no limit."""
        return {"none": None, "move": self.seconds, "fischer": self.seconds, "days": self.days * DAY}[
            self.kind
        ]


class Clock(Struct, frozen=True):
    """The time left per seat, and since when each running seat has been thinking."""

    spec: ClockSpec
    left: tuple[float | None, ...]
    since: tuple[float | None, ...]

    @classmethod
    def of(cls, spec: ClockSpec, seats: int) -> Clock:
        """All clocks full and stopped."""
        return cls(spec, (spec.stock(),) * seats, (None,) * seats)

    def turn(self, running: tuple[int, ...], now: float) -> Clock:
        """Let exactly these seats run from now on: others stop, and those that stop have made their move."""
        left, since = list(self.left), list(self.since)
        for seat, begun in enumerate(self.since):
            if begun is None and seat in running:
                since[seat] = now
            elif begun is not None and seat not in running:
                left[seat], since[seat] = self._after_move(seat, now), None
        return replace(self, left=tuple(left), since=tuple(since))

    def moved(self, seat: int, running: tuple[int, ...], now: float) -> Clock:
        """A seat has made its move and `running` are to act now, perhaps the same seat again."""
        stopped = self.turn(tuple(s for s in running if s != seat), now)
        return stopped.turn(running, now)

    def remaining(self, seat: int, now: float) -> float | None:
        """The time this seat has left."""
        left, begun = self.left[seat], self.since[seat]
        if left is None or begun is None:
            return left
        return max(0.0, left - (now - begun))

    def due(self) -> tuple[float, int] | None:
        """When the next running clock will fall, and whose."""
        falls = [
            (begun + left, seat)
            for seat, (begun, left) in enumerate(zip(self.since, self.left, strict=True))
            if begun is not None and left is not None
        ]
        return min(falls, default=None)

    def fallen(self, now: float) -> int | None:
        """A seat whose time is up."""
        due = self.due()
        return due[1] if due is not None and due[0] <= now else None

    def _after_move(self, seat: int, now: float) -> float | None:
        if self.spec.kind == "fischer":
            left = self.remaining(seat, now)
            return None if left is None else left + self.spec.increment
        return self.spec.stock()

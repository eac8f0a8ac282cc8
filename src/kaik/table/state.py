"""A table as it is kept: who sits where, what was agreed, and what the log of its match does not tell."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kaik.play.clock import Clock, ClockSpec
from kaik.play.fairness import Nonce
from kaik.protocol.tables import SeatKind, Status


class Timing(Struct, frozen=True):
    """How long a table waits, in seconds."""

    nonce_wait: float = 2.0
    """For the nonces of people who have sat down, before the match begins."""
    claim_window: float = 8.0
    """For answers where several seats are asked at once."""
    grace: float = 90.0
    """For somebody who is away, before the others may claim the match."""
    throw: float = 10.0
    """For a person to throw, where the seat throws by hand."""
    thinking: float = 10.0
    """For a computer's answer, before it is asked again."""


USUAL_TIMING = Timing()


class Person(Struct, frozen=True):
    """Somebody who plays; a guest, unless `registered`."""

    id: str
    name: str
    registered: bool = False


class SeatState(Struct, frozen=True):
    """A seat as it is kept. `name` is the name of whoever plays there.

    `person`: who sits there, or at whose device somebody else does; `away`: since when that person has not
    been at the table; `gave_up`: who sat there before the computer; `throws`: a due throw of this seat waits
    for the person's command.

    `rating`: what the person is rated in this game, or was after a match that is over; `settled`: whether
    enough is known for it to say much. Both are read with the name, and never written here.
    """

    kind: SeatKind
    person: str | None = None
    player: str | None = None
    nonce: str | None = None
    name: str = ""
    away: float | None = None
    gave_up: str | None = None
    throws: bool = False
    rating: int | None = None
    settled: bool = False


class TableState(Struct, frozen=True):
    """A table as it is kept; with the log of its match it is all there is to know.

    `version` counts the changes (optimistic lock); `due`: when the host must see to the table by itself, if
    at all; `host`: who set it up; `clock`: what was agreed, `clocks`: how it stands; `next`: where they play
    on; `tournament`: what the match is part of, which is read and never written here.
    """

    id: str
    game: str
    preset: str | None
    options: dict[str, Any]
    status: Status
    seed: bytes
    created: float
    seats: tuple[SeatState, ...]
    nonces: tuple[Nonce, ...] = ()
    due: float | None = None
    public: bool = False
    rated: bool = True
    host: str | None = None
    clock: ClockSpec = ClockSpec()
    clocks: Clock | None = None
    next: str | None = None
    tournament: str | None = None
    version: int = 0

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def shared(self) -> bool:
        """Whether several people share a device at this table."""
        return any(seat.kind == "here" for seat in self.seats)

    @property
    def deserted(self) -> bool:
        """Whether nobody sits here at all."""
        return all(seat.person is None for seat in self.seats)

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats that are played at a person's device; most people have one."""
        return () if person is None else tuple([n for n, s in enumerate(self.seats) if s.person == person])

    def left_by(self, person: str | None) -> tuple[int, ...]:
        """The seats that a person has left to the computer."""
        return () if person is None else tuple([n for n, s in enumerate(self.seats) if s.gave_up == person])

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits; at a shared device it is not settled."""
        seats = self.seats_of(person)
        return seats[0] if len(seats) == 1 else None

    def facing(self, person: str | None, wanted: int | None) -> int | None:
        """Whose view a person is shown: the wanted seat if it is played at their device, else their own."""
        return wanted if wanted is not None and wanted in self.seats_of(person) else self.seat_of(person)

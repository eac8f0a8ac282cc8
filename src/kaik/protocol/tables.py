"""Tables over REST: what is asked for, what is shown of a table and its seats, and a hint."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from kaik.play.analysis import Analysis
from kaik.play.clock import ClockSpec

Status: TypeAlias = Literal["waiting", "playing", "over"]


SeatKind: TypeAlias = Literal["person", "here", "open", "computer"]
"""`here`: somebody at the device of the person who set up the table."""


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit somewhere; `player` names the computer player, `name` somebody at the asker's device."""

    kind: Literal["me", "here", "open", "computer"]
    player: Annotated[str, Meta(max_length=100)] | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up: a preset, and options that differ from it.

    `public` tables are listed for everybody; matches between people alone are rated unless that is unwanted.
    """

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[tuple[NewSeat, ...], Meta(max_length=32)]
    preset: Annotated[str, Meta(max_length=60)] | None = None
    options: dict[str, Any] = {}
    clock: ClockSpec = ClockSpec()
    public: bool = False
    rated: bool = True


class QuickMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to play a game at once with whoever is there."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[int, Meta(ge=2, le=32)] | None = None
    clock: ClockSpec | None = None
    """Only at a table with this clock; without one, at any."""


class Fill(Struct, frozen=True, forbid_unknown_fields=True):
    """Which computer player is to take the seats that are still open."""

    player: Annotated[str, Meta(max_length=100)]


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Which open seat to take; without one, the first."""

    seat: int | None = None


class Seat(Struct, frozen=True):
    """A seat at a table.

    `person`: whose profile it is; `away`: since when (server's clock, milliseconds) that person has not been
    there; `given_up`: a person left it to the computer; `left`: the reader did; `throws`: its throws wait for
    the person. `rating`: that person's in
    this game, after a rated match what it led to, nothing before the first; `settled`: whether it follows
    from enough matches.
    """

    kind: SeatKind
    name: str
    player: str | None
    you: bool
    person: str | None = None
    away: int | None = None
    given_up: bool = False
    left: bool = False
    throws: bool = False
    rating: int | None = None
    settled: bool = False


class Table(Struct, frozen=True):
    """A table. `created` is an ISO 8601 time in UTC; `yours`: the reader has set it up.

    `next`: the table of the next match, once somebody has asked for one more; `tournament`: what the match is
    part of.
    """

    id: str
    game: str
    preset: str | None
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    status: Status
    created: str
    clock: ClockSpec = ClockSpec()
    public: bool = False
    rated: bool = True
    yours: bool = False
    next: str | None = None
    tournament: str | None = None


class Invitation(Struct, frozen=True):
    """The address at which somebody else finds a table."""

    url: str


class Hint(Struct, frozen=True):
    """What the computer would do at a decision; the options' `index` is the one that answers it."""

    decision: str
    found: Analysis

"""Tournaments over REST."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kaik.play.clock import ClockSpec
from kaik.play.tournament import Kind
from kaik.protocol.people import Name


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """An evening to be organised: a game for two, by which rules, in which way."""

    name: Name
    kind: Kind
    game: Annotated[str, Meta(max_length=60)]
    preset: Annotated[str, Meta(max_length=60)] | None = None
    options: dict[str, Any] = {}
    clock: ClockSpec = ClockSpec()
    rounds: Annotated[int, Meta(ge=1, le=30)] | None = None
    """Of a Swiss evening; without a number, enough to find a winner."""


class Entrant(Struct, frozen=True):
    """Somebody who takes part."""

    person: str
    name: str
    withdrawn: bool
    you: bool


class Pairing(Struct, frozen=True):
    """Who meets whom, where, and how it ended; without a second, a round off."""

    first: str
    second: str | None
    table: str | None
    places: tuple[int, ...] | None


class Row(Struct, frozen=True):
    """How an entrant stands. `met`: the points of those they have met, which parts equals."""

    person: str
    place: int
    points: float
    won: int
    drawn: int
    lost: int
    met: float


class TournamentInfo(Struct, frozen=True):
    """A tournament as a list shows it."""

    id: str
    name: str
    game: str
    kind: Kind
    organiser: str
    entrants: int
    status: Literal["open", "playing", "over"]
    created: str


class Tournament(TournamentInfo, frozen=True):
    """A tournament in full. `ready`: the organiser may start the next round."""

    preset: str | None
    options: dict[str, Any]
    clock: ClockSpec
    yours: bool
    round: int
    rounds: int | None
    ready: bool
    people: tuple[Entrant, ...]
    pairings: tuple[tuple[Pairing, ...], ...]
    standings: tuple[Row, ...]


class Withdraw(Struct, frozen=True, forbid_unknown_fields=True):
    """Who leaves a tournament: the asker, or whom its organiser names."""

    person: Annotated[str, Meta(max_length=32)] | None = None

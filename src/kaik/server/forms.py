"""The types of the REST interface to people, records and tournaments (`docs/api.md`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from kaik.play.clock import ClockSpec
from kaik.play.tournament import Kind
from kaik.server.wire import NewTable, Seat

Name: TypeAlias = Annotated[str, Meta(max_length=200)]
Password: TypeAlias = Annotated[str, Meta(max_length=1000)]

# -- people ----------------------------------------------------------------------------------------


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, and the old one."""

    old: Password
    new: Password


class Farewell(Struct, frozen=True, forbid_unknown_fields=True):
    """What an account is deleted with: its password. A guest has none."""

    password: Password = ""


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """What a token is to be called."""

    name: Name


class Token(Struct, frozen=True):
    """A program's token. The token itself is shown once, when it is made."""

    id: str
    name: str
    created: str
    token: str | None = None


class Rating(Struct, frozen=True):
    """Somebody's rating in a game: the number, how far it may be off, and from how many matches."""

    game: str
    shown: int
    give: int
    matches: int
    settled: bool


class PastMatch(Struct, frozen=True):
    """A finished match in somebody's past, at their `seat`; `shown`: the rating after it, if it was rated."""

    table: str
    game: str
    at: str
    seats: tuple[Seat, ...]
    seat: int
    place: int
    points: float
    shown: int | None


class Profile(Struct, frozen=True):
    """Somebody: ratings by game and finished matches, newest first."""

    id: str
    name: str
    registered: bool
    since: str
    you: bool
    ratings: tuple[Rating, ...]
    past: tuple[PastMatch, ...]


class Rung(Struct, frozen=True):
    """Somebody's place among the best of a game."""

    place: int
    person: str
    name: str
    rating: Rating
    you: bool


class NewTemplate(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up again and again."""

    name: Name
    wish: NewTable


class TemplateChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What a template is to be called, or to wish for, from now on; the rest stays."""

    name: Name | None = None
    wish: NewTable | None = None


class Template(Struct, frozen=True):
    """A kept wish for a table."""

    id: str
    name: str
    wish: NewTable


# -- records ---------------------------------------------------------------------------------------


class Uploaded(Struct, frozen=True):
    """Where an uploaded record is found."""

    id: str
    game: str


# -- tournaments -----------------------------------------------------------------------------------


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

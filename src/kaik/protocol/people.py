"""People over REST: who is asking, accounts, tokens, profiles, ladders, templates of tables."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from kaik.protocol.tables import NewTable, Seat

Name: TypeAlias = Annotated[str, Meta(max_length=200)]


Password: TypeAlias = Annotated[str, Meta(max_length=1000)]


class Me(Struct, frozen=True):
    """The person asking. `csrf`: what a request that comes with a cookie must carry as a header."""

    id: str
    name: str
    registered: bool = False
    csrf: str | None = None


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """A new name for the person asking."""

    name: Annotated[str, Meta(max_length=200)]


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

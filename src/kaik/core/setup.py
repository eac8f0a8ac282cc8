"""How a position is put together by hand, described for a form that knows no game.

What such a form writes are the plain fields that `Game.set_up` reads. Everything a person reads about them
are messages of the game: `position.<field>`, and `position.<field>.<value>` for choices.
"""

from __future__ import annotations

from msgspec import Struct

from kaik.core.options import Field
from kaik.core.scene import Item


class Placeable(Struct, frozen=True, omit_defaults=True):
    """Something that can lie on the board: what the board's field calls it, and how it looks."""

    name: str
    item: Item
    held: str = ""
    """What a reserve's field calls it; empty: it is never held."""


class Reserve(Struct, frozen=True):
    """A field that lists what a seat holds beside the board."""

    field: str
    owner: int


class Setup(Struct, frozen=True):
    """The form. `board` is the field that says what lies on which spot of the scene's board."""

    pieces: tuple[Placeable, ...]
    fields: tuple[Field, ...]
    sides: tuple[str, ...]
    """What the fields call the seats, in order; texts of fields and choices name a seat by such a slot."""
    reserves: tuple[Reserve, ...] = ()
    board: str = "board"

"""Analysis boards over REST: a study, and the position it leads to."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from kaik.core.messages import Message
from kaik.core.options import FIRST, VERSION
from kaik.core.scene import Choice, Scene
from kaik.protocol.records import Told


class Study(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position and what was tried from there.

    It begins at an event of a finished match (`replay`, `at`), at a position in plain fields, or as the game
    does. Each of the `events` is an index into what could be chosen, or could fall, at that point.

    `kaik`: the version that has kept the position, where it is not set up now. A position that was kept and
    bears no number is of version 1.
    """

    game: Annotated[str, Meta(max_length=60)]
    preset: Annotated[str, Meta(max_length=60)] | None = None
    options: dict[str, Any] = {}
    replay: Annotated[str, Meta(max_length=60)] | None = None
    at: int = 0
    position: dict[str, Any] | None = None
    events: Annotated[tuple[int, ...], Meta(max_length=2000)] = ()
    kaik: Annotated[int, Meta(ge=FIRST, le=VERSION)] = VERSION


class Outcome(Struct, frozen=True):
    """Something that chance may bring."""

    text: Message
    weight: int


class Board(Struct, frozen=True):
    """Where a study has come to. `actor` is the seat to choose, -1 for chance, `null` when all is over.

    `position` are the plain fields of the state, as far as the game has any; whoever keeps it keeps `kaik`,
    the version of today, and all the `options` with it.
    """

    game: str
    options: dict[str, Any]
    kaik: int
    seats: int
    scene: Scene
    actor: int | None
    legal: tuple[Choice, ...]
    outcomes: tuple[Outcome, ...]
    events: tuple[Told, ...]
    position: dict[str, Any]
    reason: Message | None

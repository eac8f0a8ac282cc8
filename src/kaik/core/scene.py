"""What a seat sees and touches: zones of spots that hold items, and the paths of spots that choose an action.

A scene is data. The terminal prints it, the browser draws it, a screen reader speaks it; none knows a rule.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from kaik.core.messages import Message

Path: TypeAlias = tuple[str, ...]
"""The ids of the spots a person touches, in order, to choose one action."""


class Item(Struct, frozen=True, omit_defaults=True):
    """Something that lies on a spot."""

    kind: Literal["piece", "card", "stick", "marker"]
    face: str
    colour: str = ""
    owner: int | None = None
    face_down: bool = False
    count: int = 1
    badges: tuple[str, ...] = ()
    label: Message | None = None


class Spot(Struct, frozen=True, omit_defaults=True):
    """An addressable place. Its id is a word of the paths and unique in its scene."""

    id: str
    x: float = 0
    y: float = 0
    items: tuple[Item, ...] = ()
    tags: tuple[str, ...] = ()
    label: Message | None = None
    same_as: str = ""
    """The id of the spot that stands in the paths for this one, when both hold equal items."""


class Zone(Struct, frozen=True, omit_defaults=True):
    """A board, a hand, a pile, a row of buttons. Spots of a `fan` may be touched in any order."""

    id: str
    kind: Literal["grid", "track", "fan", "pile", "row", "choices"]
    spots: tuple[Spot, ...]
    owner: int | None = None
    label: Message | None = None
    columns: int = 0
    rows: int = 0
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    bottom: int | None = None
    """Of a board: the seat that sits at the bottom as drawn; other seats may want it turned."""


class Counter(Struct, frozen=True, omit_defaults=True):
    """A figure beside the board: points, rate, pot. Of one seat, or of the table."""

    id: str
    label: Message
    value: Message | int | float
    owner: int | None = None


class Cast(Struct, frozen=True, omit_defaults=True):
    """Sticks (or a die) as they fell; `needed` is the least number that was hoped for."""

    thrown: int
    sticks: int = 5
    by: int | None = None
    needed: int | None = None
    label: Message | None = None
    die: bool = False


class Diagram(Struct, frozen=True, omit_defaults=True):
    """How a piece moves in one situation: squares as (right, forward, how).

    How: `step`, `jump`, `slide` (any distance), `vault` (the same, over one piece at most).
    """

    label: Message
    marks: tuple[tuple[int, int, str], ...]


class Legend(Struct, frozen=True, omit_defaults=True):
    """Help on one face of an item: what it is called and how it moves or what it does."""

    face: str
    label: Message
    text: Message | None = None
    diagrams: tuple[Diagram, ...] = ()


class Line(Struct, frozen=True):
    """A line of the score sheet: a season or round that is over, and what each seat gained by it."""

    label: Message
    gains: tuple[float, ...]


class Scene(Struct, frozen=True, omit_defaults=True):
    """Everything one seat sees now."""

    zones: tuple[Zone, ...] = ()
    counters: tuple[Counter, ...] = ()
    prompt: Message | None = None
    happened: tuple[Message, ...] = ()
    casts: tuple[Cast, ...] = ()
    turn: tuple[int, ...] = ()
    sheet: tuple[Line, ...] = ()

    def spots(self) -> dict[str, Spot]:
        """All spots by id."""
        return {spot.id: spot for zone in self.zones for spot in zone.spots}

    def free_spots(self) -> frozenset[str]:
        """The spots that may be touched in any order."""
        return frozenset(spot.id for zone in self.zones if zone.kind == "fan" for spot in zone.spots)


class Choice(Struct, frozen=True, omit_defaults=True):
    """One legal action as it is offered: what to touch, how it is written, and what its last button says."""

    path: Path
    text: str
    label: Message | None = None


def button(id: str, label: Message, tags: tuple[str, ...] = ()) -> Spot:
    """A spot of a `choices` zone."""
    return Spot(id, label=label, tags=tags)


def choices(*buttons: Spot) -> Zone:
    """The row of buttons."""
    return Zone("choices", "choices", buttons)


def closed(paths: Sequence[Path]) -> list[Path]:
    """The paths, made prefix-free: one that begins another ends with one more touch of its last spot."""
    lengths = sorted({len(path) for path in paths})
    beginnings = {path[:length] for path in paths for length in lengths if length < len(path)}
    return [path + path[-1:] if path in beginnings else path for path in paths]


def continuing(paths: Iterable[Path], touches: Sequence[str], scene: Scene) -> list[int]:
    """The indices of the paths that the touches made so far may still become."""
    free = scene.free_spots()
    meant = plain(touches, scene.spots())
    return [index for index, path in enumerate(paths) if _begins(meant, path, free)]


def plain(touches: Iterable[str], spots: Mapping[str, Spot]) -> list[str]:
    """Touches as the paths spell them: a spot with an equal item counts as the one it stands for."""
    return [spots[touch].same_as or touch if touch in spots else touch for touch in touches]


def _begins(touches: Sequence[str], path: Path, free: frozenset[str]) -> bool:
    """Whether these touches begin this path, runs of free spots being matched in any order."""
    here = 0
    while here < len(touches):
        if here >= len(path):
            return False
        run = free_run(path, here, free)
        if run == here:
            if touches[here] != path[here]:
                return False
            here += 1
            continue
        made = touches[here:run]
        if Tally(made) - Tally(path[here:run]):
            return False
        here = run
    return True


def free_run(path: Path, start: int, free: frozenset[str]) -> int:
    """Where the run of free spots that starts here ends."""
    end = start
    while end < len(path) and path[end] in free:
        end += 1
    return end

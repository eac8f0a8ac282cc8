"""The words of a game's scenes and paths, known before it is played: the fixed slots of research interfaces.

A word may be listed that never occurs. One that is not listed is neither seen nor offered there, so a game
lists them all, up to a bound where a number has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from msgspec import Struct

from kaik.core.scene import Item


class Lexicon(Struct, frozen=True, kw_only=True):
    """All words of a game with some options and number of seats, in an order that stays."""

    spots: tuple[str, ...]
    """Every spot that may hold an item or stand in a path."""
    looks: tuple[str, ...] = ()
    """Everything an item may look like, as `look` says it."""
    marks: tuple[str, ...] = ()
    """The badges of items, and the tags of spots that come and go, without their numbers."""
    counters: tuple[str, ...] = ()
    """The ids of all counters."""


BACK, FIGURE = "back", "#"


def look(item: Item) -> str:
    """What an item looks like: its face, with its colour if it has one (`兵 red`); a back, or a figure."""
    if item.face_down:
        return BACK
    if item.face.isdecimal():
        return FIGURE
    return f"{item.face} {item.colour}" if item.colour else item.face


def amount(item: Item) -> int:
    """How much of its look an item is: how many there are, of a figure its value."""
    return item.count * int(item.face) if look(item) == FIGURE else item.count


def parse_mark(word: str) -> tuple[str, int]:
    """A badge or tag as word and number: `cargo-3` is 3 of `cargo`, a word without a number 1 of itself."""
    name, _, number = word.rpartition("-")
    return (name, int(number)) if name and number.isdigit() else (word, 1)


def each(pattern: str, *parts: Iterable[object]) -> tuple[str, ...]:
    """A pattern filled with every combination: `each("hand-{}-back", range(2))`."""
    return tuple(pattern.format(*chosen) for chosen in product(*parts))

"""What an analysis finds: the choices of a position with their values, and remarks on a record's choices."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from kaik.core.messages import Message

Unit: TypeAlias = Literal["points", "chance"]
"""What values are: points expected at the end, or the chance to win from 0 to 1."""


class Option(Struct, frozen=True):
    """One choice: how it is written, its value, how often it was tried (0: not counted), what may follow."""

    text: str
    value: float
    visits: int
    line: tuple[Message, ...] = ()
    index: int = -1
    """Which of the legal choices it is."""


class Fall(Struct, frozen=True):
    """One outcome of chance: its probability and how it then looks to each seat."""

    text: Message
    chance: float
    values: tuple[float, ...]


class Analysis(Struct, frozen=True):
    """A position as the seat that chooses sees it. `seat` is `None` where chance is due or all is over."""

    seat: int | None
    options: tuple[Option, ...]
    falls: tuple[Fall, ...]
    first: tuple[float, ...]
    """The chance of every seat to come first; shared places are shared."""
    unit: Unit = "points"
    """What the values of options and falls are."""


class Remark(Struct, frozen=True):
    """A choice in a record: what it was worth, what would have been best, and a mark if it gave much away.

    Both are given in the game's notation and as the log would tell them to that seat.
    """

    number: int
    seat: int
    text: str
    line: Message
    value: float
    best: str
    best_line: Message
    best_value: float
    mark: str
    unit: Unit = "points"

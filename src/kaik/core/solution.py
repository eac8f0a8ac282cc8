"""What a game may offer beyond its rules where it has been solved: exact figures, and the best choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from kaik.core.messages import Message

Cell: TypeAlias = int | float | str | Message


class SolutionTable(Struct, frozen=True):
    """Exact figures in rows, with a word on what they mean."""

    title: Message
    heads: tuple[Message, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[Message, ...] = ()


class Solution(Struct, frozen=True):
    """A solved game, or the solved part of one."""

    tables: Callable[[], tuple[SolutionTable, ...]]
    best: Callable[[Any, int], Any | None]
    """The best action for a seat that sees this; `None` where the solution does not reach."""
    sense: Message
    """What “best” means here."""

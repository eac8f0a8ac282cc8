"""The games as menus and forms show them (REST)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kaik.core.messages import Message
from kaik.core.options import Field


class GameInfo(Struct, frozen=True):
    """A game as a menu shows it. `seats` are the numbers of players that its usual options allow."""

    id: str
    titles: dict[str, str]
    reading: str
    summaries: dict[str, str]
    seats: tuple[int, ...]
    presets: tuple[str, ...]
    lessons: tuple[str, ...]
    formats: tuple[str, ...]
    """The suffixes of record files of its own."""
    positions: bool
    """Whether positions can be put together by hand."""


class GameDetail(GameInfo, frozen=True):
    """A game as a form shows it: its options, the values each preset gives them, and what to expect of the
    computer at each level, the weakest first."""

    fields: tuple[Field, ...]
    values: dict[str, dict[str, Any]]
    levels: tuple[Message, ...]

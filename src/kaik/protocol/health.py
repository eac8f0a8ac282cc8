"""Whether the server can do its work."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Health(Struct, frozen=True):
    """Whether the server can do its work."""

    status: Literal["ok", "no database"]
    version: str

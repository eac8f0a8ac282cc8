"""The log of a seat as JSON: a line that has been written is not written anew for every frame."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_

import msgspec

from kaik.core.messages import Message


class Lines:
    """The lines that were told so far, each with its JSON."""

    def __init__(self) -> None:
        self._told: list[Message] = []
        self._written: list[bytes] = []

    def since(self, log: Sequence[Message], first: int) -> bytes:
        """A log that has mostly been told before, from line number `first`, as a JSON array."""
        if len(log) < len(self._told) or not all(map(is_, self._told, log)):  # something was taken back
            self._told.clear()
            self._written.clear()
        new = log[len(self._told) :]
        self._told += new
        self._written += map(msgspec.json.encode, new)
        return b"[" + b",".join(self._written[first:]) + b"]"

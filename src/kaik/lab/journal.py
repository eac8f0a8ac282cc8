"""A file of one experiment and its results, a line each; what is read from it need not be played again."""

from __future__ import annotations

from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from kaik.core.errors import BadOptions, BadRecord
from kaik.core.options import plain

EntryT = TypeVar("EntryT", bound=Struct)


class Journal(Generic[EntryT]):
    """Begins with `head`, the experiment; a file that begins otherwise is refused by the message `other`."""

    def __init__(self, file: Path, head: Struct, kind: type[EntryT], other: str) -> None:
        self.file = file
        self.done = _read(file, head, kind, other)
        if not file.exists():
            self._write(head)

    def add(self, entry: EntryT) -> None:
        """Keep a result."""
        self._write(entry)

    def _write(self, entry: Struct) -> None:
        try:
            with self.file.open("ab") as out:
                out.write(msgspec.json.encode(entry) + b"\n")
        except OSError as trouble:
            raise BadRecord("error.file_write", file=str(self.file), detail=str(trouble.strerror)) from None


def _read(file: Path, head: Struct, kind: type[EntryT], other: str) -> list[EntryT]:
    """The results in a journal; a last line that was cut off is as if it had not been written."""
    if not file.exists():
        return []
    try:
        text = file.read_bytes()
    except OSError as trouble:
        raise BadRecord("error.file_read", file=str(file), detail=str(trouble.strerror)) from None
    whole = text[: text.rfind(b"\n") + 1]
    lines = whole.splitlines()
    try:
        if not lines or msgspec.json.decode(lines[0]) != plain(head):
            raise BadOptions(other, file=str(file))
        found = [msgspec.json.decode(line, type=kind) for line in lines[1:]]
    except msgspec.DecodeError:
        raise BadOptions(other, file=str(file)) from None
    if whole != text:
        file.write_bytes(whole)
    return found

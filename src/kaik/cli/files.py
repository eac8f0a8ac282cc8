"""Record files on disk, in any format that a game knows."""

from __future__ import annotations

from pathlib import Path

from kaik.core.errors import BadRecord
from kaik.play.formats import JSON, parse, render
from kaik.play.record import Record


def read(file: Path) -> Record:
    """The record in a file, or one sentence why not."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord("error.file_text", file=str(file)) from None
    except OSError as trouble:
        raise BadRecord("error.file_read", file=str(file), detail=_why(trouble)) from None
    return parse(text, file.suffix or JSON)


def write(file: Path, record: Record) -> None:
    """Put a record into a file, as its suffix says."""
    text = render(record, file.suffix or JSON)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise BadRecord("error.file_write", file=str(file), detail=_why(trouble)) from None


def _why(trouble: OSError) -> str:
    return trouble.strerror or type(trouble).__name__

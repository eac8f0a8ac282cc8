"""Record files on disk, in any format that a game knows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kaik.core.errors import BadRecord
from kaik.play.formats import JSON, Reading, interpret, render
from kaik.play.record import Record
from kaik.play.record import read as parse_record

WEB = ("http://", "https://")
TIMEOUT = 30.0
LARGEST = 16 * 1024 * 1024
"""Bytes that a record on a server may have."""


def read(file: Path) -> Record:
    """The record in a file, or one sentence why not."""
    return read_under(file).record


def read_under(file: Path, preset: str | None = None, words: Sequence[str] = ()) -> Reading:
    """The record in a file by these rules, and what there is to say about it, or one sentence why not."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord("error.file_text", file=str(file)) from None
    except OSError as trouble:
        raise BadRecord("error.file_read", file=str(file), detail=_why(trouble)) from None
    return interpret(text, file.suffix or JSON, preset, words)


def read_anywhere(place: str) -> Record:
    """The record in a file, or that of a match on a server, named by the address of its page."""
    if not place.startswith(WEB):
        return read(Path(place))
    import urllib.request

    try:
        with urllib.request.urlopen(_record_address(place), timeout=TIMEOUT) as answer:
            text = answer.read(LARGEST + 1)
    except (OSError, ValueError) as trouble:
        raise BadRecord("error.file_read", file=place, detail=_why_not(trouble)) from None
    if len(text) > LARGEST:
        raise BadRecord("error.record_json")
    return parse_record(text)


def _record_address(place: str) -> str:
    """Where the record is behind a page: `/t/ID`, `/r/ID`; any other address is taken as it stands."""
    from urllib.parse import urlsplit

    url = urlsplit(place)
    parts = [part for part in url.path.split("/") if part]
    if len(parts) == 2 and parts[0] in ("t", "r"):
        return f"{url.scheme}://{url.netloc}/api/records/{parts[1]}"
    return place


def write(file: Path, record: Record, profile: str | None = None) -> None:
    """Put a record into a file, as its suffix and perhaps a profile say."""
    text = render(record, file.suffix or JSON, profile)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise BadRecord("error.file_write", file=str(file), detail=_why(trouble)) from None


def _why_not(trouble: OSError | ValueError) -> str:
    """What went wrong on the way to a server: what the system said, or else the library."""
    cause = getattr(trouble, "reason", trouble)
    return (cause.strerror if isinstance(cause, OSError) else None) or str(cause).rstrip(".")


def _why(trouble: OSError) -> str:
    return trouble.strerror or type(trouble).__name__

"""Lines from a person or from a pipe."""

from __future__ import annotations

import sys
from unicodedata import normalize

from rich.console import Console


class Left(Exception):
    """The person has left: end of input, or an interrupt."""


def ask(out: Console, prompt: str) -> str:
    """One line, without surrounding blanks and wide letters; raises `Left` when there is none to come."""
    _editable()
    try:
        line = normalize("NFKC", input(prompt)).strip()
    except (EOFError, KeyboardInterrupt):
        out.print()
        raise Left from None
    if not is_person():
        print(line)
    return line


def is_person() -> bool:
    """Whether somebody sits at the keyboard."""
    return sys.stdin.isatty()


def cover(out: Console) -> None:
    """Wipe the screen and what could be scrolled back to."""
    if out.is_terminal:
        out.clear()
        out.file.write("\x1b[3J")
        out.file.flush()


def _editable() -> None:
    if is_person():
        import readline  # noqa: F401 - its import makes lines editable

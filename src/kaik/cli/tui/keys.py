"""The last line of every screen: which keys do what, in the reader's language; a click does the same."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import Static

from kaik.cli import language

Key = tuple[str, str, str]
"""What is written for the key, the message that says what it does, and the action."""


class KeyLine(Static):
    """Keys and their meanings."""

    DEFAULT_CSS = """
    KeyLine { height: auto; max-height: 2; dock: bottom; background: $primary-background; padding: 0 1;
              link-style: none; link-style-hover: underline;
              link-background-hover: $primary-background-lighten-1; }
    """

    def __init__(self, keys: Sequence[Key]) -> None:
        self._keys = tuple(keys)
        super().__init__(_line(keys))

    def show(self, keys: Sequence[Key]) -> None:
        """Other keys from now on."""
        if tuple(keys) != self._keys:
            self._keys = tuple(keys)
            self.update(_line(keys))


def _line(keys: Sequence[Key]) -> Text:
    words = language.texts()
    line = Text(overflow="fold")
    for shown, meaning, action in keys:
        part = Text(f"{shown} ", "bold #7fd1ff").append(words.word(meaning), "not bold default")
        if action:
            part.apply_meta({"@click": action})
        line.append_text(part).append("  ")
    return line

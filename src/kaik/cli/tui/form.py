"""A form made of a game's option fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Select, Static

from kaik.core.game import AnyGame
from kaik.core.messages import Catalogue
from kaik.core.options import Field, Options, allowed, checked, fields, from_words, spelled


class OptionForm(Vertical):
    """One line for each option: what it means, and its value."""

    DEFAULT_CSS = """
    OptionForm { height: auto; }
    OptionForm .meaning { margin-top: 1; height: auto; }
    OptionForm Select, OptionForm Input { max-width: 90; }
    """

    def __init__(self, game: AnyGame, options: Options, words: Catalogue) -> None:
        super().__init__()
        self._game = game
        self._words = words
        self._values: dict[str, Any] = msgspec.to_builtins(options)

    def compose(self) -> ComposeResult:
        for field in fields(self._game.Options):
            meaning = Text(self._words.word(f"option.{field.id}")).append(f"  {field.id}", "dim")
            yield Static(meaning, classes="meaning")
            yield _entry(field, self._values[field.id], self._words)

    def fill(self, options: Options) -> None:
        """Show the values of other options."""
        self._values = msgspec.to_builtins(options)
        for entry in self.query("Select, Input"):
            value = spelled(self._values[_option(entry.id)])
            if isinstance(entry, Select | Input):
                entry.value = value

    def options(self) -> Options:
        """What the form says, or one sentence about what is wrong with it."""
        entered = [f"{_option(entry.id)}={entry.value}" for entry in self.query(Input)]
        chosen = [f"{_option(entry.id)}={entry.value}" for entry in self.query(Select)]
        base: Options = checked(self._game.Options, self._values)
        made: Options = from_words(self._game.Options, base, [*chosen, *entered])
        return made


def _option(id: str | None) -> str:
    return (id or "").removeprefix("option-")


def _entry(field: Field, value: Any, words: Catalogue) -> Select[str] | Input:
    id = f"option-{field.id}"
    if not field.choices:
        return Input(spelled(value), placeholder=allowed(field), id=id, compact=True)
    offered = [(_meaning(field, choice, words), spelled(choice)) for choice in field.choices]
    return Select(offered, value=spelled(value), allow_blank=False, id=id, compact=True)


def _meaning(field: Field, value: Any, words: Catalogue) -> str:
    """A value in words; a flag is a plain yes or no."""
    keys: Mapping[str, str] = {"true": "yes", "false": "no"}
    shown = spelled(value)
    for key in (f"option.{field.id}.{shown}", keys.get(shown, "")):
        if key in words:
            return words.word(key)
    return shown

"""The choices a person has: how they are listed, and which of them a typed line means."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from kaik.core.messages import Catalogue
from kaik.core.scene import Choice, Scene

SHORT = 40
"""Longer lists are shown only on request."""
IN_ONE_COLUMN = 12
SCREEN = 120
"""And never more than this at once."""


class ChoiceList(Struct, frozen=True):
    """The legal choices beside the scene that explains them."""

    choices: tuple[Choice, ...]
    scene: Scene
    words: Catalogue

    @property
    def short(self) -> bool:
        """Whether all of them fit on the screen."""
        return len(self.choices) <= SHORT

    def exact(self, text: str) -> int | None:
        """The choice written or touched exactly so."""
        wanted = _plain(text)
        return next((i for i, c in enumerate(self.choices) if wanted in _spellings(c)), None)

    def beginning(self, text: str) -> list[int]:
        """The choices whose notation or path begins so."""
        wanted = _plain(text)
        return [i for i, c in enumerate(self.choices) if any(s.startswith(wanted) for s in _spellings(c))]

    def render(self, numbers: Sequence[int]) -> RenderableType:
        """These choices with their numbers, as many as fit."""
        lines = [self._line(number) for number in numbers[:SCREEN]]
        shown: RenderableType = Group(*lines)
        if len(lines) > IN_ONE_COLUMN:
            shown = Columns(lines, column_first=True, padding=(0, 3))
        rest = len(numbers) - SCREEN
        return Group(shown, Text(self.words.word("cli.play.more", n=rest), "dim")) if rest > 0 else shown

    def _line(self, number: int) -> Text:
        choice = self.choices[number]
        line = Text(f"{number + 1:>3} ", "bold cyan").append(choice.text, "not bold default")
        label = self._label(choice)
        if label and _plain(label) != _plain(choice.text):
            line.append(f"  {label}", "not bold dim")
        return line

    def _label(self, choice: Choice) -> str:
        """The spots of its path in words, if all of them have any."""
        spots = self.scene.spots()
        labels = [spots[spot].label if spot in spots else None for spot in dict.fromkeys(choice.path)]
        return " · ".join(self.words.text(label) for label in labels if label) if all(labels) else ""


def _spellings(choice: Choice) -> tuple[str, str]:
    return _plain(choice.text), _plain(" ".join(choice.path))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()

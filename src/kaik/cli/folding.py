"""Text for help in languages that have no spaces."""

from __future__ import annotations

from typing import Any

from rich.text import Text


class Folded(Text):
    """Goes on in the next line wherever the room ends, instead of being cut off where no space is."""

    @classmethod
    def from_markup(cls, text: str, **settings: Any) -> Text:
        return super().from_markup(text, **{"overflow": "fold", **settings})

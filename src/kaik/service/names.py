"""Names that people go by: what may be shown, and which look alike."""

from __future__ import annotations

import unicodedata

from kaik.protocol.errors import Problem

LONGEST_NAME = 40
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing; spaces and controls are known as such without a list."""


def proper_name(text: str) -> str:
    """A name fit to be shown, or a refusal."""
    name = " ".join(text.split())
    seen = name.isprintable() and _BLANK.isdisjoint(name) and any(map(_stands_alone, name))
    if not seen or len(name) > LONGEST_NAME:
        raise Problem("error.name", most=LONGEST_NAME)
    return name


def _stands_alone(sign: str) -> bool:
    """Whether a sign needs no other to be written over."""
    return not unicodedata.category(sign).startswith("M")


def handle_of(name: str) -> str:
    """A name without what the eye overlooks: two people may not have handles that are equal."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())

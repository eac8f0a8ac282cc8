"""Which reader checks which file."""

from __future__ import annotations

from fnmatch import fnmatch

from tests.vectors import cards, cerke, ckka, old_cerke, races, variants
from tests.vectors.base import Check

READERS: dict[str, Check] = {
    **cerke.READERS,
    **variants.READERS,
    **old_cerke.READERS,
    **races.READERS,
    **cards.READERS,
    **ckka.READERS,
}
"""By file name, perhaps with `*`."""


def reader_of(name: str) -> Check | None:
    """The reader of a file with this name."""
    return next((check for pattern, check in READERS.items() if fnmatch(name, pattern)), None)

"""Tree search against one step of look-ahead in Open Cask."""

from __future__ import annotations

from tests.prove._duels import gains

TITLE = "Tree search in Open Cask"


def prove() -> tuple[bool, list[str]]:
    return gains("open_cask", "ismcts:playouts=100", "greedy")

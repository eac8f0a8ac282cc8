"""Tree search against one step of look-ahead in Mountain Walk."""

from __future__ import annotations

from tests.prove._duels import beats

TITLE = "Tree search in Mountain Walk"


def prove() -> tuple[bool, list[str]]:
    return beats("mountain_walk", "ismcts:playouts=30", "greedy")

"""Tree search against one step of look-ahead in Value Tree."""

from __future__ import annotations

from tests.prove._duels import beats

TITLE = "Tree search in Value Tree"


def prove() -> tuple[bool, list[str]]:
    return beats("value_tree", "ismcts:playouts=600", "greedy")

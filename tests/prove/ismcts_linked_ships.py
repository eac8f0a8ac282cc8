"""Tree search against one step of look-ahead in Linked Ships."""

from __future__ import annotations

from tests.prove._duels import beats

TITLE = "Tree search in Linked Ships"


def prove() -> tuple[bool, list[str]]:
    return beats("linked_ships", "ismcts:playouts=60", "greedy")

"""Tree search against one step of look-ahead in Linked Friends."""

from __future__ import annotations

from tests.prove._duels import beats

TITLE = "Tree search in Linked Friends"


def prove() -> tuple[bool, list[str]]:
    return beats("linked_friends", "ismcts:playouts=60", "greedy")

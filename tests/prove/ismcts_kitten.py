"""Tree search against one step of look-ahead in Kitten."""

from __future__ import annotations

from tests.prove._duels import beats

TITLE = "Tree search in Kitten"


def prove() -> tuple[bool, list[str]]:
    return beats("kitten", "ismcts:playouts=60", "greedy")

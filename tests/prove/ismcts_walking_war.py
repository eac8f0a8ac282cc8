"""Tree search against one step of look-ahead in Walking War."""

from __future__ import annotations

from tests.prove._duels import beats

TITLE = "Tree search in Walking War"


def prove() -> tuple[bool, list[str]]:
    return beats("walking_war", "ismcts:playouts=100", "greedy")

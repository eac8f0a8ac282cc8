"""Tree search against one step of look-ahead in Value War."""

from __future__ import annotations

from tests.prove._duels import gains

TITLE = "Tree search in Value War"


def prove() -> tuple[bool, list[str]]:
    return gains("value_war", "ismcts:playouts=100", "greedy")

"""Tree search against one step of look-ahead in Soft Run."""

from __future__ import annotations

from tests.prove._duels import beats

TITLE = "Tree search in Soft Run"


def prove() -> tuple[bool, list[str]]:
    return beats("soft_run", "ismcts:playouts=60", "greedy")

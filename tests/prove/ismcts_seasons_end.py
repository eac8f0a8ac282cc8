"""Tree search against one step of look-ahead in Season's End."""

from __future__ import annotations

from tests.prove._duels import beats

TITLE = "Tree search in Season's End"


def prove() -> tuple[bool, list[str]]:
    return beats("seasons_end", "ismcts:playouts=150", "greedy")

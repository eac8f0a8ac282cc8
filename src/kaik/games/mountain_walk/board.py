"""The cerke board and the routes up its mountain (`docs/rules/mountain_walk.md` §4.2, §9.11)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

Route: TypeAlias = tuple[str, ...]
"""Squares from the start to the summit."""

COLUMNS = ("K", "L", "N", "T", "Z", "X", "C", "M", "P")
ROWS = ("A", "E", "I", "U", "O", "Y", "AI", "AU", "IA")
PLACES = {column + row: (x, y) for y, row in enumerate(ROWS) for x, column in enumerate(COLUMNS)}
NAMES = {place: square for square, place in PLACES.items()}
SUMMIT = "ZO"


def squares(text: str) -> Route:
    """Squares by their names."""
    return tuple(text.split())


HUE = frozenset(squares("NI CI TU XU ZO TY XY NAI CAI"))
"""皇処: a movement that starts on one goes a square farther."""
WATER = frozenset(squares("ZI ZU NO TO ZO XO CO ZY ZAI"))

ROUTES = {
    "spiral24": squares("CAI CY CO CU CI XI ZI TI NI NU NO NY NAI TAI ZAI XAI XY XO XU ZU TU TO TY ZY ZO"),
    "arms20": squares("KIA LIA NIA TIA ZIA XIA CIA MIA MAU MAI MY MO MU MI CI XI ZI TI TU TO ZO"),
    "stair8": squares("KIA LIA LAU NAU NAI TAI TY ZY ZO"),
}
PRIVATE = frozenset({"arms20", "stair8"})
"""Routes that every seat has for itself, turned."""


def turned(route: Route, quarters: int) -> Route:
    """The route turned clockwise about the summit."""
    if quarters == 0:
        return route
    last = len(COLUMNS) - 1
    once = tuple(NAMES[last - y, x] for x, y in (PLACES[square] for square in route))
    return turned(once, quarters - 1)


def for_seats(route: Route, seats: int, private: bool) -> tuple[Route, ...]:
    """Everybody's route; two players with routes of their own sit opposite each other."""
    quarters = (0, 2) if seats == 2 else range(seats)
    return tuple(turned(route, quarter if private else 0) for quarter in quarters)


def walkable(route: Sequence[str]) -> bool:
    """Whether squares make a route: distinct, each a king's step from the one before, up to the summit."""
    if len(route) < 2 or len(set(route)) < len(route) or route[-1] != SUMMIT or not set(route) <= set(PLACES):
        return False
    places = [PLACES[square] for square in route]
    return all(max(abs(x - a), abs(y - b)) == 1 for (x, y), (a, b) in pairwise(places))

"""Eight levels of every game with choices, from the first evening to the best there is here.

A level is a spec, chosen by what the game offers: its solution where it has been solved, its own search, or
else the search that works for any game. The lower levels look less far ahead and slip: now and then they
choose blindly. How often is set by matches against the `novice` (`make prove ONLY=novice`): level 1 loses to
it, level 2 is about as good, level 3 is better. Only the highest of a game with its own search are bound by
time, so that the others play alike on any machine. A game without choices has one level.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.game import AnyGame
from kaik.core.messages import Message, msg
from kaik.players.base import NO_LIMIT, Limit, Player, Seated

COUNT = 8
"""The levels of a game with choices."""

_LEARNING = ("greedy:slips=80", "greedy:slips=55", "greedy:slips=30", "greedy:slips=12", "greedy")
_SOLVED = tuple(f"optimal:slips={slips}" for slips in (80, 55, 35, 25, 16, 9, 4))
_FIRST_EVENING = ("novice:slips=15", "novice")
_HASTY = ("search:nodes=100:slips=10", "search:nodes=100:slips=3", "search:nodes=150")
_LADDERS = {
    "solved": (*_SOLVED, "optimal"),
    "search": (*_FIRST_EVENING, *_HASTY, "search:nodes=300", "search:nodes=3000", "search:ms=1500"),
    "ismcts": (*_LEARNING, "ismcts:playouts=200", "ismcts:playouts=600", "ismcts:playouts=1500:ms=4000"),
}


class Level(Struct, frozen=True):
    """One level of one game: who plays it, and what to expect of it."""

    number: int
    spec: str
    about: Message


@functools.cache
def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; a single one where there is nothing to choose."""
    rules = registry.load(game)
    if not rules.has_choices:
        return (Level(1, "random", msg("level.no_choices")),)
    ladder = _LADDERS[_kind(rules)]
    return tuple(Level(number, spec, _about(spec)) for number, spec in enumerate(ladder, 1))


def _kind(game: AnyGame) -> str:
    if game.solution(game.options()) is not None:
        return "solved"
    return "ismcts" if game.searcher(game.options()) is None else "search"


def _about(spec: str) -> Message:
    """What a spec does, in words."""
    name, *params = spec.split(":")
    settings = {key: int(value) for key, value in (param.split("=") for param in params)}
    slips = settings.pop("slips", 0)
    key = f"level.{name}_nodes" if "nodes" in settings else f"level.{name}"
    played = msg(key, **settings)
    return msg("level.slips", percent=slips, otherwise=played) if slips else played


def number_of(spec: str) -> int | None:
    """The level that `level3`, `level:3` or `level=3` names; `None` if it is no level."""
    if not spec.startswith("level"):
        return None
    number = spec.removeprefix("level").lstrip(":=")
    if number not in {str(n) for n in range(1, COUNT + 1)}:
        raise BadOptions("error.level", level=number[:60], most=COUNT)
    return int(number)


def within(game: str, spec: str) -> str:
    """The spec; where it names a higher level than the game has, the highest that it has."""
    number = number_of(spec.strip())
    highest = len(levels(game))
    return spec if number is None or number <= highest else f"level{highest}"


class LevelPlayer:
    """Plays at a level, whatever that means in the game at hand; `player` is who a spec names."""

    def __init__(self, number: int, player: Callable[[str], Seated]) -> None:
        self.number = number
        self.player = player

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        found = levels(game.id)
        spec = found[min(self.number, len(found)) - 1].spec
        return self.player(spec).choose(game, view, seat, legal, rng)


class Slipping:
    """A player that, so many times in a hundred, chooses blindly."""

    def __init__(self, player: Player, percent: int) -> None:
        self.player = player
        self.percent = percent

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        if rng.random() * 100 < self.percent:
            return legal[rng.randrange(len(legal))]
        return self.player.choose(game, view, seat, legal, rng, limit)

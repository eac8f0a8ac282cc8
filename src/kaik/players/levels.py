"""Eight levels of every game, from somebody who has just learnt the rules to the best there is here.

A level is a spec, chosen by what the game offers: its solution where it has been solved, its own search, or
else the search that works for any game. The lower levels look less far ahead and slip: now and then they
choose blindly. Only the highest of a game with its own search are bound by time, so that the others play
alike on any machine.
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

_LEARNING = ("greedy:slips=90", "greedy:slips=65", "greedy:slips=40", "greedy:slips=20", "greedy")
_SOLVED = tuple(f"optimal:slips={slips}" for slips in (90, 70, 50, 35, 20, 10, 4))
_HASTY = tuple(f"search:nodes=100:slips={slips}" for slips in (80, 55, 35, 20, 8))
_LADDERS = {
    "solved": (*_SOLVED, "optimal"),
    "search": (*_HASTY, "search:nodes=300", "search:nodes=3000", "search:ms=1500"),
    "ismcts": (*_LEARNING, "ismcts:playouts=200", "ismcts:playouts=600", "ismcts:playouts=1500:ms=4000"),
}


class Level(Struct, frozen=True):
    """One level of one game: who plays it, and what to expect of it."""

    number: int
    spec: str
    about: Message


@functools.cache
def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first."""
    ladder = _LADDERS[_kind(registry.load(game))]
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


class LevelPlayer:
    """Plays at a level, whatever that means in the game at hand; `player` is who a spec names."""

    def __init__(self, number: int, player: Callable[[str], Seated]) -> None:
        self.number = number
        self.player = player

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        spec = levels(game.id)[self.number - 1].spec
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

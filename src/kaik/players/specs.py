"""Players by name: `random`, `novice`, `greedy`, `search` …, with limits as in `greedy:nodes=500:ms=200`.

`slips=30` makes any of them choose blindly 30 times in a hundred; `level3` is the third level of the game
at hand.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from msgspec.structs import replace

from kaik.core.errors import BadOptions
from kaik.players import levels
from kaik.players.base import Limit, Player, Seated

_CLASSES = {
    "random": ("kaik.players.random", "RandomPlayer"),
    "novice": ("kaik.players.novice", "NovicePlayer"),
    "greedy": ("kaik.players.greedy", "GreedyPlayer"),
    "search": ("kaik.players.search", "SearchPlayer"),
    "ismcts": ("kaik.players.ismcts", "IsmctsPlayer"),
    "optimal": ("kaik.players.optimal", "OptimalPlayer"),
}

_LIMITS = Limit.__struct_fields__


def names() -> tuple[str, ...]:
    """The players there are."""
    return (*_CLASSES, *(f"level{number}" for number in range(1, levels.COUNT + 1)))


def player(spec: str) -> Seated:
    """The player that a spec names, with its limit."""
    level = levels.number_of(spec.strip())
    if level is not None:
        return Seated(levels.LevelPlayer(level, player))
    name, *params = spec.strip().split(":")
    if name not in _CLASSES:
        raise BadOptions("error.player_unknown", player=name[:60], known=" ".join(names()))
    slips = [_number("slips", param) for param in params if param.startswith("slips=")]
    made = levels.Slipping(_made(name), min(slips[-1], 100)) if slips else _made(name)
    return Seated(made, _limit(name, [param for param in params if not param.startswith("slips=")]))


def _made(name: str) -> Player:
    module, kind = _CLASSES[name]
    made: Player = getattr(importlib.import_module(module), kind)()
    return made


def _limit(name: str, params: Iterable[str]) -> Limit:
    limit = Limit()
    for param in params:
        key = param.partition("=")[0]
        if key not in _LIMITS:
            known = " ".join([*_LIMITS, "slips"])
            raise BadOptions("error.player_param", player=name, param=key[:60], known=known)
        limit = replace(limit, **{key: _number(key, param)})
    return limit


def _number(key: str, param: str) -> int:
    value = param.partition("=")[2]
    if not (value.isascii() and value.isdigit() and int(value) > 0):
        raise BadOptions("error.player_value", param=key)
    return int(value)

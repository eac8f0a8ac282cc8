"""Players by name: `random`, `greedy`, with limits after colons as in `greedy:nodes=500:ms=200`."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from msgspec.structs import replace

from kaik.core.errors import BadOptions
from kaik.players.base import Limit, Player, Seated

_CLASSES = {
    "random": ("kaik.players.random", "RandomPlayer"),
    "greedy": ("kaik.players.greedy", "GreedyPlayer"),
}

_LIMITS = Limit.__struct_fields__


def names() -> tuple[str, ...]:
    """The players there are."""
    return tuple(_CLASSES)


def player(spec: str) -> Seated:
    """The player that a spec names, with its limit."""
    name, *params = spec.strip().split(":")
    if name not in _CLASSES:
        raise BadOptions("error.player_unknown", player=name[:60], known=" ".join(_CLASSES))
    return Seated(_made(name), _limit(name, params))


def _made(name: str) -> Player:
    module, kind = _CLASSES[name]
    made: Player = getattr(importlib.import_module(module), kind)()
    return made


def _limit(name: str, params: Iterable[str]) -> Limit:
    limit = Limit()
    for param in params:
        key, _, value = param.partition("=")
        if key not in _LIMITS:
            raise BadOptions("error.player_param", player=name, param=key[:60], known=" ".join(_LIMITS))
        if not (value.isascii() and value.isdigit() and int(value) > 0):
            raise BadOptions("error.player_value", param=key)
        limit = replace(limit, **{key: int(value)})
    return limit

"""The games there are, found by the names of their folders and loaded when first asked for.

A further folder of games may be named in the environment variable `KAIK_GAMES`.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from types import ModuleType

from kaik.core.errors import BadOptions
from kaik.core.game import AnyGame


def _folder() -> ModuleType:
    return importlib.import_module("kaik.games")


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order; nothing is loaded."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(_folder().__path__) if found.ispkg))


@functools.cache
def load(game: str) -> AnyGame:
    """The game with this id."""
    if game not in game_ids():
        raise BadOptions("error.game_unknown", game=game[:60], known=" ".join(game_ids()))
    try:
        made: AnyGame | None = getattr(importlib.import_module(f"kaik.games.{game}"), "GAME", None)
    except ImportError as trouble:
        raise BadOptions("error.game_broken", game=game, detail=str(trouble)) from trouble
    if made is None:
        raise BadOptions("error.game_unfinished", game=game)
    return made


def flagship() -> str:
    """The id of the game meant where none is named."""
    name: str = _folder().FLAGSHIP
    return name

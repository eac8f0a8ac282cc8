"""Makes the fixture games known before any game is looked for."""

from __future__ import annotations

import functools
import importlib
import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("kaik", database=None, deadline=None, derandomize=True)
settings.load_profile("kaik")

FIXTURES = str(Path(__file__).parent / "fixture_games")

if FIXTURES not in os.environ.get("KAIK_GAMES", "").split(os.pathsep):
    os.environ["KAIK_GAMES"] = os.pathsep.join(filter(None, [FIXTURES, os.environ.get("KAIK_GAMES", "")]))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long and mostly waits comes first, so that other processes do all the rest meanwhile."""
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


def unfinished() -> dict[str, str]:
    """The packages among the games that are no games yet, and why not."""
    from kaik.core.registry import game_ids

    return {id: why for id in game_ids() if (why := _lacking(id))}


def playable() -> tuple[str, ...]:
    """The ids of the packages that are games already."""
    from kaik.core.registry import game_ids

    return tuple(id for id in game_ids() if id not in unfinished())


@functools.cache
def _lacking(id: str) -> str:
    try:
        return "" if hasattr(importlib.import_module(f"kaik.games.{id}"), "GAME") else "no GAME"
    except Exception as failure:
        return repr(failure)

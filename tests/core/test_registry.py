"""The registry: games found by the names of their folders."""

from __future__ import annotations

import pytest

from kaik.core import registry
from kaik.core.errors import BadOptions


def test_games_are_found_in_the_package_and_in_further_folders() -> None:
    assert "strain" in registry.game_ids()
    assert "new_play" in registry.game_ids()
    assert list(registry.game_ids()) == sorted(registry.game_ids())


def test_a_game_is_loaded_once() -> None:
    assert registry.load("strain") is registry.load("strain")


@pytest.mark.parametrize("id", ["nothing", "", ".", "beast_cast.pot", "kaik.games.strain"])
def test_an_unknown_game_is_refused_with_the_known_ones(id: str) -> None:
    with pytest.raises(BadOptions, match="strain"):
        registry.load(id)

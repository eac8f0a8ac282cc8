"""Looks ahead with the search that a game brings along: `search:ms=200`, `search:nodes=20000`.

A game without a search of its own is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kaik.core.errors import BadOptions
from kaik.core.game import AnyGame
from kaik.players.base import NO_LIMIT, Limit


class SearchPlayer:
    """Chooses by the game's own search; where something is hidden, in one world that may be the true one."""

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        searcher = game.searcher(view.options)
        if searcher is None:
            raise BadOptions("error.player_no_search", player="search", game=game.id)
        return searcher.choose(game.determinize(view, seat, rng), seat, legal, rng, limit)

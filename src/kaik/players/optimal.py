"""The best choice where the game has been solved; where its solution does not reach, what looks best now."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kaik.core.game import AnyGame
from kaik.players.base import NO_LIMIT, Limit
from kaik.players.greedy import GreedyPlayer


class OptimalPlayer:
    """Plays by the game's own solution."""

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        solution = game.solution(view.options)
        best = None if solution is None else solution.best(view, seat)
        return best if best in legal else GreedyPlayer().choose(game, view, seat, legal, rng, limit)

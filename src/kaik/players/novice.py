"""Somebody on their first evening: the fixed opponent that the lowest levels are measured against."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kaik.core.game import AnyGame
from kaik.players.base import NO_LIMIT, Limit
from kaik.players.greedy import GreedyPlayer
from kaik.players.levels import Slipping

SLIPS = 50
"""How many choices in a hundred are blind where the game does not say how a novice plays."""


class NovicePlayer:
    """Plays as the game says a novice does; by default takes what looks best now, or anything, by turns."""

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        chosen = game.novice(view, seat, legal, rng)
        if chosen is not None:
            return chosen
        return Slipping(GreedyPlayer(), SLIPS).choose(game, view, seat, legal, rng, limit)

"""Any legal action, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kaik.core.game import AnyGame
from kaik.players.base import NO_LIMIT, Limit


class RandomPlayer:
    """Chooses blindly."""

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        return legal[rng.randrange(len(legal))]

"""What a computer player is: given what its seat sees and the legal actions, it returns one of them.

All its chance comes from the generator it is handed: the same seed and node limit give the same choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from kaik.core.game import AnyGame


class Limit(Struct, frozen=True):
    """How much a player may work for one choice; `None` leaves it to the player."""

    ms: int | None = None
    nodes: int | None = None
    playouts: int | None = None


NO_LIMIT = Limit()


class Player(Protocol):
    """A computer player."""

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        """One of the legal actions, of which there is at least one."""


class Seated(Struct, frozen=True):
    """A player with its limit, as a spec names it."""

    player: Player
    limit: Limit = NO_LIMIT

    def choose(self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random) -> Any:
        """The player's choice within the limit."""
        return self.player.choose(game, view, seat, legal, rng, self.limit)

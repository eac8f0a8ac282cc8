"""A table set up for looking at or learning from: options, players, and perhaps a position."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kaik.core.game import AnyGame
from kaik.core.options import Options


class Setting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies on the table. Without a position, the beginning; without seats, as few as the game allows."""

    preset: str | None = None
    options: dict[str, Any] = {}
    seats: int = 0
    position: dict[str, Any] | None = None

    def resolved_options(self, game: AnyGame) -> Options:
        """The options in force."""
        found: Options = game.options_with(self.preset, self.options)
        return found

    def state(self, game: AnyGame) -> Any:
        """The state to begin with."""
        options = self.resolved_options(game)
        if self.position is not None:
            return game.set_up(options, self.position)
        return game.start(options, self.seats or min(game.seats(options)))

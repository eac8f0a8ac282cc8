"""Random seasons of every card game end without error, and their ledgers sum to zero."""

from __future__ import annotations

import os

from kaik.core import registry
from kaik.core.game import AnyGame
from kaik.lab import sim
from tests.prove import Proved, _random

TITLE = "Random seasons of the card games end"
SEASONS = 20_000
AT_ONCE = 5000
"""Matches played before the seasons are counted again."""


def prove() -> Proved:
    lines = [
        "All presets and player counts, every choice through the referee.",
        "",
        "| game | matches | seasons | events: fewest, mean, most | stopped by the guard | sums to zero |",
        "|---|---|---|---|---|---|",
    ]
    holds = True
    with sim.processes(os.cpu_count() or 1) as spread:
        for game in map(registry.load, registry.game_ids()):
            if _random.has_seasons(game):
                line, good = _random.row(game, _enough(game, spread))
                lines.append(line)
                holds &= good
    return holds, lines


def _enough(game: AnyGame, spread: sim.Map) -> list[_random.Ended]:
    ended: list[_random.Ended] = []
    while sum(one.seasons for one in ended) < SEASONS:
        ended += _random.matches(game, AT_ONCE, 100_000 * len(ended), spread)
    return ended

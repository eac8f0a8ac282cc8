"""Random matches of every game without seasons end, nearly all by their own rules, the rest by the guard."""

from __future__ import annotations

import os

from kaik.core import registry
from kaik.lab import sim
from tests.prove import Proved, _random

TITLE = "Random games end"
MATCHES = 5000


def prove() -> Proved:
    lines = [
        "All presets and player counts, every choice through the referee.",
        "",
        "| game | matches | events: fewest, mean, most | stopped by the guard | sums to zero |",
        "|---|---|---|---|---|",
    ]
    holds = True
    with sim.processes(os.cpu_count() or 1) as spread:
        for game in map(registry.load, registry.game_ids()):
            if not _random.has_seasons(game):
                line, good = _random.row(game, list(_random.matches(game, MATCHES, 0, spread)))
                lines.append(line)
                holds &= good
    return holds, lines

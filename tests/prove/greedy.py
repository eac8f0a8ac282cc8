"""In every game with real decisions, greedy wins points from random on average, or matches."""

from __future__ import annotations

import os
import time

from kaik.core import registry
from kaik.core.game import AnyGame
from kaik.lab import sim
from tests.prove import Proved

TITLE = "Greedy beats random"
SECONDS = 25
"""How long each game is given to show it."""
AT_ONCE = 40
WITHOUT_DECISIONS = ("beast_cast",)
"""Nothing is chosen there."""


def prove() -> Proved:
    lines = [
        "Two players, default options, both seats alike: points of `greedy` over `random`, 95 % intervals;",
        "where nobody wins points, places.",
        "",
        "| game | matches | points a match | |",
        "|---|---|---|---|",
    ]
    holds = True
    with sim.processes(os.cpu_count() or 1, 2) as spread:
        for name in registry.game_ids():
            if name not in WITHOUT_DECISIONS:
                line, good = _row(registry.load(name), spread)
                lines.append(line)
                holds &= good
    return holds, lines


def _row(game: AnyGame, spread: sim.Map) -> tuple[str, bool]:
    begun, margins = time.monotonic(), list[float]()
    while time.monotonic() - begun < SECONDS:
        margins += _margins(game, len(margins), spread)
    mean, half = sim.interval(margins)
    good = mean - half > 0
    return (
        f"| `{game.id}` | {len(margins)} | {mean:+.2f} ± {half:.2f} | {'' if good else 'not shown'} |",
        good,
    )


def _margins(game: AnyGame, first: int, spread: sim.Map) -> list[float]:
    """Points won over the other: greedy in the first seat, then in the second."""
    options = game.options()
    ahead = sim.run(sim.jobs(game.id, options, ("greedy", "random"), AT_ONCE // 2, first), spread)
    behind = sim.run(sim.jobs(game.id, options, ("random", "greedy"), AT_ONCE // 2, first), spread)
    return [_ahead(one, 0) for one in ahead] + [_ahead(one, 1) for one in behind]


def _ahead(outcome: sim.MatchOutcome, seat: int) -> float:
    """By how many points the seat is ahead; in a game without points, by how many places."""
    return outcome.points[seat] - outcome.points[1 - seat] or outcome.places[1 - seat] - outcome.places[seat]

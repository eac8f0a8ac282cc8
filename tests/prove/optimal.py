"""No other player wins points from the optimal one beyond what chance explains."""

from __future__ import annotations

import os

from kaik.core import registry
from kaik.lab import arena, sim
from tests.prove import Proved

TITLE = "Nobody beats the optimal player"
PAIRS = {
    ("beast_streak", "greedy"): 4000,
    ("beast_streak", "random"): 2000,
    ("beast_streak", "ismcts:playouts=60"): 400,
    ("new_play", "greedy"): 1000,
    ("new_play", "random"): 1000,
    ("six_cast", "greedy"): 1000,
    ("six_cast", "random"): 1000,
}
"""Matches of each game and opponent."""
NOISE = 1.5
"""Half-widths of a 95 % interval that count as chance: about one case in three hundred."""


def prove() -> Proved:
    lines = ["| game | other player | matches | its points a match |", "|---|---|---|---|"]
    holds = True
    for (game, other), matches in PAIRS.items():
        points, margin = _gained(game, other, matches)
        good = points <= NOISE * margin
        holds &= good
        mark = "" if good else " **beats it**"
        lines.append(f"| `{game}` | `{other}` | {matches} | {points:+.3f} ± {margin:.3f}{mark} |")
    return holds, lines


def _gained(game: str, other: str, matches: int) -> tuple[float, float]:
    """What a player gains beside the optimal one, above what both gain on average."""
    rules = registry.load(game)
    event = arena.arena(rules, rules.options(), (other, "optimal"), matches, 2)
    with sim.processes(len(os.sched_getaffinity(0)), 8) as spread:
        reports = list(arena.run(event, spread))
    return sim.interval([_ahead(report) for report in reports])


def _ahead(report: arena.BoutReport) -> float:
    seat = report.bout.sitting.index(report.bout.pair[0])
    return report.points[seat] - sum(report.points) / len(report.points)

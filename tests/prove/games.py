"""Random games of every game end by their own rules, within the guard, and their ledgers sum to zero."""

from __future__ import annotations

import os

from kaik.core import registry
from kaik.lab import sim

TITLE = "Random games end"
MATCHES = 5000


def prove() -> tuple[bool, list[str]]:
    lines = [
        "| game | matches | events: fewest, mean, most | stopped by the guard | sums to zero |",
        "|---|---|---|---|---|",
    ]
    holds = True
    with sim.processes(os.cpu_count() or 1) as spread:
        for name in registry.game_ids():
            line, good = _game(name, spread)
            lines.append(line)
            holds &= good
    return holds, lines


def _game(name: str, spread: sim.Map) -> tuple[str, bool]:
    """Matches shared out over all presets and player counts."""
    game = registry.load(name)
    kinds = [(options, seats) for options in game.presets.values() for seats in game.seats(options)]
    work = [
        job
        for number, (options, seats) in enumerate(kinds)
        for job in sim.jobs(name, options, ["random"] * seats, -(-MATCHES // len(kinds)), number * MATCHES)
    ]
    outcomes = list(sim.run(work, spread))
    guarded = sum(outcome.reason.key == "reason.length" for outcome in outcomes)
    zero = not game.zero_sum or all(sum(outcome.points) == 0 for outcome in outcomes)
    lengths = [outcome.events for outcome in outcomes]
    span = f"{min(lengths)}, {sum(lengths) / len(lengths):.1f}, {max(lengths)}"
    sums = ("yes" if zero else "**no**") if game.zero_sum else "not claimed"
    return f"| `{name}` | {len(outcomes)} | {span} | {guarded} | {sums} |", zero and guarded == 0

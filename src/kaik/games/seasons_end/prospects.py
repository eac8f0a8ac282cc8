"""Who will win a match of Season's End between two, as it stands.

What the seasons left may bring is reckoned from some ninety thousand seasons played at a glance: how often
the parent finishes first, and how often a finish earns what.
"""

from __future__ import annotations

from functools import lru_cache

from kaik.games.seasons_end.estimate import estimate
from kaik.games.seasons_end.state import Full, SeasonsEndOptions
from kaik.kit.seasons import Table, multiplier, next_season, seasons, settled

PARENT = 0.537
"""How often the parent finishes first."""
FINISHES = {
    (2, 0): 0.34,
    (2, 1): 0.12,
    (2, 2): 0.20,
    (2, 3): 0.07,
    (2, 4): 0.06,
    (3, 0): 0.02,
    (3, 1): 0.03,
    (3, 2): 0.02,
    (5, 0): 0.065,
    (5, 1): 0.025,
    (5, 2): 0.04,
    (5, 3): 0.01,
}
"""End and bonus points of a finish, and how often it earns them."""


def chances(state: Full) -> tuple[float, float]:
    """How likely each of two is to win the match. A season under way is taken to end as it looks."""
    options, table = state.options, state.table
    if not table.settled:
        looks = estimate(state)
        table = settled(table, (), [round(one - had) for one, had in zip(looks, table.totals, strict=True)])
    left = seasons(options, table) - len(table.done)
    coming = next_season(options, table)
    assert coming.parent is not None
    first = _first(options, left, table.totals[0] - table.totals[1], coming.parent, coming.bonus)
    return first, 1 - first


@lru_cache(maxsize=1 << 16)
def _first(options: SeasonsEndOptions, left: int, lead: int, parent: int, bonus: int) -> float:
    """The chance of the first, who is so far ahead with so many seasons left."""
    if not left:
        return (lead > 0) + (lead == 0) / 2
    table, total = Table((0, 0), parent, bonus), 0.0
    for winner, often in ((parent, PARENT), (1 - parent, 1 - PARENT)):
        later = next_season(options, settled(table, (winner,), (0, 0)))
        assert later.parent is not None
        times, sign = multiplier(options, table, winner, 1 - winner), 1 - 2 * winner
        for (end, extra), weight in FINISHES.items():
            ahead = lead + sign * 2 * (end * times + extra)
            total += often * weight * _first(options, left - 1, ahead, later.parent, later.bonus)
    return total / sum(FINISHES.values())

"""Ratings: how strong somebody seems to be, from the places in the matches they have finished.

The mathematics is openskill's (Plackett–Luce), which knows matches of any number of seats and shared places.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

MEAN = 25.0
DOUBT = MEAN / 3
SCALE = 40.0
CENTRE = 1500
SETTLED = 4.0
"""A doubt below this is small enough to call a rating settled."""


class Rating(Struct, frozen=True):
    """What is believed of somebody in one game: a mean, the doubt about it, and from how many matches."""

    mean: float = MEAN
    doubt: float = DOUBT
    matches: int = 0

    @property
    def shown(self) -> int:
        """The number people see: 1500 is where everybody begins."""
        return round(CENTRE + SCALE * (self.mean - MEAN))

    @property
    def give(self) -> int:
        """How far the number people see may be off, either way."""
        return round(2 * SCALE * self.doubt)

    @property
    def safe(self) -> float:
        """What is almost certainly reached; lists are sorted by it, so that one lucky match leads nowhere."""
        return self.mean - 3 * self.doubt

    @property
    def settled(self) -> bool:
        """Whether enough is known to compare it with others."""
        return self.doubt < SETTLED


def after(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match that ended with these places, 1 the best, equal places shared."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MEAN, sigma=DOUBT)
    teams = [[model.rating(mu=rating.mean, sigma=rating.doubt)] for rating in ratings]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(new.mu, new.sigma, old.matches + 1) for old, [new] in zip(ratings, rated, strict=True)]

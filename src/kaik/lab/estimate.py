"""What a sample says about a share or a mean, and how sure one may be.

Results that belong together (the seasons of a match, the variants played with one seed) are one *draw*: the
draws are independent, what is inside one need not be. Every interval here is a 95 % interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from msgspec import Struct

Z = 1.96
"""Standard deviations of a 95 % interval."""


class Estimate(Struct, frozen=True):
    """A figure with its interval. `errors` is what each draw adds to its uncertainty."""

    value: float
    low: float
    high: float
    errors: tuple[float, ...] = ()

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def holds(self, value: float) -> bool:
        """Whether this value is inside the interval."""
        return self.low <= value <= self.high


def mean(sums: Sequence[float], counts: Sequence[float]) -> Estimate | None:
    """The mean of a quantity that each draw sums up so many times; `None` if it never occurred."""
    whole = sum(counts)
    if not whole:
        return None
    value = sum(sums) / whole
    errors = _errors(sums, counts, value)
    half = Z * _deviation(errors)
    return Estimate(value, value - half, value + half, errors)


def share(hits: Sequence[float], counts: Sequence[float]) -> Estimate | None:
    """A share between 0 and 1, by Wilson's interval for as many trials as the draws are worth."""
    found = mean(hits, counts)
    if found is None:
        return None
    deviation = _deviation(found.errors)
    spread = found.value * (1 - found.value)
    trials = min(spread / deviation**2, sum(counts)) if deviation else len(counts)
    low, high = wilson(found.value * trials, trials)
    return Estimate(found.value, low, high, found.errors)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """How much more the second is; both are of the same draws.

    Where no draw differs from any other, it is as open as the two figures are by themselves.
    """
    errors = tuple(b - a for a, b in zip(one.errors, other.errors, strict=True))
    value, half = other.value - one.value, Z * _deviation(errors)
    if any(one.errors) or any(other.errors):
        return Estimate(value, value - half, value + half, errors)
    below = hypot(other.value - other.low, one.high - one.value)
    above = hypot(other.high - other.value, one.value - one.low)
    return Estimate(value, value - below, value + above, errors)


def wilson(score: float, trials: float) -> tuple[float, float]:
    """The interval of an expected score between 0 and 1, also where everything was won."""
    average, weight = score / trials, Z * Z / trials
    centre = (average + weight / 2) / (1 + weight)
    half = Z * sqrt(average * (1 - average) / trials + weight / trials / 4) / (1 + weight)
    return max(0.0, centre - half), min(1.0, centre + half)


def _errors(sums: Sequence[float], counts: Sequence[float], value: float) -> tuple[float, ...]:
    """How far each draw lies from the mean of all, as the mean of a ratio counts it."""
    per_draw = sum(counts) / len(counts)
    return tuple((part - value * count) / per_draw for part, count in zip(sums, counts, strict=True))


def _deviation(errors: Sequence[float]) -> float:
    """The standard error of the mean."""
    n = len(errors)
    return sqrt(sum(error * error for error in errors) / (n * (n - 1))) if n > 1 else 0.0

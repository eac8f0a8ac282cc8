"""Throwing sticks: flat sticks with a marked side; a cast counts the marked sides up."""

from __future__ import annotations

import functools
from math import comb, gcd


@functools.cache
def cast_weights(sticks: int = 5, bias: int = 50) -> tuple[int, ...]:
    """Integer weights of casting 0, 1, … marked sides, for sticks that show the mark in `bias` of 100
    throws."""
    raw = [comb(sticks, n) * bias**n * (100 - bias) ** (sticks - n) for n in range(sticks + 1)]
    common = gcd(*raw)
    return tuple(weight // common for weight in raw)

"""Wald's sequential test: play on until the score decides between two hypotheses, and no longer.

A win counts 1, a tie as half a win and half a loss, which does not make the test decide sooner.
"""

from __future__ import annotations

from math import log
from typing import Literal, TypeAlias

from msgspec import Struct

from kaik.core.errors import BadOptions

Verdict: TypeAlias = Literal["higher", "lower", "undecided"]


class Sprt(Struct, frozen=True):
    """Is the expected score `low` or `high`? Each error is made with at most its chance."""

    low: float
    high: float
    false_high: float = 0.05
    """The chance of finding for `high` when `low` is true."""
    false_low: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first `low` is accepted, above the second `high`."""
        return log(self.false_low / (1 - self.false_high)), log((1 - self.false_low) / self.false_high)

    def evidence(self, score: float, matches: int) -> float:
        """The logarithm of how much likelier this score is if `high` is true."""
        lost = matches - score
        return score * log(self.high / self.low) + lost * log((1 - self.high) / (1 - self.low))

    def verdict(self, score: float, matches: int) -> Verdict:
        """What the matches so far decide."""
        lower, upper = self.bounds
        evidence = self.evidence(score, matches)
        if evidence >= upper:
            return "higher"
        return "lower" if evidence <= lower else "undecided"

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """From `0.5,0.58`."""
        try:
            low, high = (float(part) for part in text.split(","))
        except ValueError:
            raise BadOptions("error.sprt", text=text[:60]) from None
        if not 0 < low < high < 1:
            raise BadOptions("error.sprt", text=text[:60])
        return cls(low, high)

"""Wald's sequential test against values worked out by hand."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from kaik.core.errors import BadOptions
from kaik.lab.sprt import Sprt

TEST = Sprt(0.5, 0.58)


def test_the_bounds_are_walds() -> None:
    assert TEST.bounds == pytest.approx((-log(19), log(19)))
    assert log(19) == pytest.approx(2.9444, abs=1e-4)
    lower, upper = Sprt(0.5, 0.6, false_high=0.01, false_low=0.1).bounds
    assert (lower, upper) == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


@pytest.mark.parametrize(
    ("score", "matches", "evidence"),
    [
        (0, 0, 0.0),
        (1, 1, 0.148420),
        (0, 1, -0.174353),
        (58, 100, 1.285517),
        (0.5, 1, (0.148420 - 0.174353) / 2),
    ],
)
def test_evidence(score: float, matches: int, evidence: float) -> None:
    assert TEST.evidence(score, matches) == pytest.approx(evidence, abs=1e-4)


def test_the_score_in_the_middle_says_nothing() -> None:
    """The evidence of a score p is 0 where p·ln(h/l) = (1 − p)·ln((1 − l)/(1 − h)); here near 0.5401."""
    middle = 0.174353 / (0.148420 + 0.174353)
    assert middle == pytest.approx(0.5402, abs=1e-4)
    assert TEST.evidence(1000 * middle, 1000) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize(
    ("score", "matches", "verdict"),
    [
        (19, 19, "undecided"),
        (20, 20, "higher"),
        (0, 16, "undecided"),
        (0, 17, "lower"),
        (54, 100, "undecided"),
    ],
)
def test_verdicts(score: float, matches: int, verdict: str) -> None:
    assert TEST.verdict(score, matches) == verdict


@pytest.mark.parametrize(("truth", "wrong"), [(0.5, "higher"), (0.58, "lower")])
def test_it_errs_as_seldom_as_it_says(truth: float, wrong: str) -> None:
    rng = Random(1)
    errors = sum(run(truth, rng) == wrong for _ in range(300))
    assert errors / 300 < 0.08


def run(truth: float, rng: Random) -> str:
    score = matches = 0
    while TEST.verdict(score, matches) == "undecided":
        score, matches = score + (rng.random() < truth), matches + 1
    return TEST.verdict(score, matches)


def test_it_is_read_from_text() -> None:
    assert Sprt.parse("0.5,0.58") == TEST


@pytest.mark.parametrize("text", ["", "0.5", "0.58,0.5", "0,0.5", "0.5,1", "a,b", "0.1,0.2,0.3"])
def test_bad_texts_are_refused(text: str) -> None:
    with pytest.raises(BadOptions):
        Sprt.parse(text)

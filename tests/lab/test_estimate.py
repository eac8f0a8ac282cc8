"""Intervals against values worked out by hand, and against many samples of a known truth."""

from __future__ import annotations

from random import Random

import pytest

from kaik.lab.estimate import difference, mean, share, wilson


def test_a_mean_and_its_interval() -> None:
    """2, 4, 6: deviation 2, standard error 2/√3."""
    found = mean([2, 4, 6], [1, 1, 1])
    assert found is not None
    assert found.value == 4
    assert found.margin == pytest.approx(1.96 * 2 / 3**0.5)


def test_a_share_of_single_trials_is_wilsons() -> None:
    found = share([1, 0, 1, 1], [1, 1, 1, 1])
    assert found is not None
    assert found.value == 0.75
    assert (found.low, found.high) == pytest.approx(wilson(0.75 * 3, 3), abs=1e-9)


def test_what_never_happened_may_still_happen() -> None:
    found = share([0] * 20, [1] * 20)
    assert found is not None
    assert found.low == pytest.approx(0, abs=1e-9)
    assert found.high == pytest.approx(0.161, abs=1e-3)
    assert share([0], [0]) is None


def test_draws_that_repeat_themselves_are_worth_one_trial_each() -> None:
    """Ten equal seasons in every match say no more than one."""
    hits = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1]
    once = share(hits, [1] * 10)
    tenfold = share([10 * hit for hit in hits], [10] * 10)
    assert once is not None
    assert tenfold is not None
    assert (tenfold.low, tenfold.high) == pytest.approx((once.low, once.high))


def test_a_difference_on_the_same_draws_is_measured_by_itself() -> None:
    """Each draw gains exactly 1: the means are unsure, their difference is not."""
    values = [float(n * n) for n in range(10)]
    one, other = mean(values, [1] * 10), mean([value + 1 for value in values], [1] * 10)
    assert one is not None
    assert other is not None
    change = difference(one, other)
    assert one.margin > 10
    assert (change.low, change.value, change.high) == pytest.approx((1, 1, 1))


def test_two_matches_each_do_not_prove_a_change() -> None:
    """Always here and never there: the few matches still leave both open."""
    always, never = share([1, 1], [1, 1]), share([0, 0], [1, 1])
    assert always is not None
    assert never is not None
    change = difference(always, never)
    assert change.value == -1
    assert change.high - change.low > 0.9
    always, never = share([1] * 50, [1] * 50), share([0] * 50, [1] * 50)
    assert always is not None
    assert never is not None
    assert not difference(always, never).holds(-0.8)


@pytest.mark.parametrize("truth", [0.02, 0.3, 0.5])
def test_an_interval_misses_about_once_in_twenty(truth: float) -> None:
    """Matches of one to four rounds; the bound is five standard errors above 5 % of 600 intervals."""
    rng = Random(7)
    missed = sum(not holds(truth, rng) for _ in range(600))
    assert missed < 600 * 0.05 + 5 * (600 * 0.05 * 0.95) ** 0.5


def holds(truth: float, rng: Random) -> bool:
    counts = [rng.randint(1, 4) for _ in range(150)]
    found = share([sum(rng.random() < truth for _ in range(count)) for count in counts], counts)
    assert found is not None
    return found.holds(truth)

"""Simulated odds of the stick games against the exact ones (§1–3), seeded, through apply and weights."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest

from kaik.core.game import CHANCE, AnyGame
from kaik.games import beast_cast, beast_streak, new_play
from kaik.games.beast_streak import Again, Stop
from kaik.games.new_play import Bet

TRIALS = 2500


def fallen(game: AnyGame, state: Any, rng: Random) -> Any:
    """The state after chance has fallen as its weights say."""
    outcomes, weights = zip(*game.weights(state), strict=True)
    return game.apply(state, CHANCE, rng.choices(outcomes, weights)[0])


def begun(game: AnyGame, seats: int, rng: Random, **options: Any) -> Any:
    """A sitting in which it is known who begins."""
    return fallen(game, game.start(game.options().replace(**options), seats), rng)


def assert_near(values: list[float], exact: float) -> None:
    """The mean lies within four standard errors of the exact value."""
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    assert abs(mean - exact) < 4 * error, (mean, exact, error)


def sample(trial: Callable[[Random], float], seed: int, trials: int = TRIALS) -> list[float]:
    rng = Random(seed)
    return [trial(rng) for _ in range(trials)]


# -- §1 ------------------------------------------------------------------------------------------


def tied(seats: int, rng: Random) -> float:
    """Whether one pass of throws of everybody ends in a tie."""
    state = begun(beast_cast.GAME, seats, rng)
    for _ in range(seats):
        state = fallen(beast_cast.GAME, state, rng)
    return float(not state.table.settled)


@pytest.mark.parametrize(
    ("seats", "exact"), [(2, Fraction(63, 256)), (3, Fraction(5485, 16384)), (4, Fraction(25337, 65536))]
)
def test_how_often_a_pass_of_beast_cast_is_a_tie(seats: int, exact: Fraction) -> None:
    assert_near(sample(lambda rng: tied(seats, rng), seats), float(exact))


def final_pot(seats: int, rng: Random) -> float:
    state = begun(beast_cast.GAME, seats, rng)
    while not state.table.settled:
        state = fallen(beast_cast.GAME, state, rng)
    return float(state.table.done[-1].pot)


@pytest.mark.parametrize(("seats", "exact"), [(2, 512 / 193), (3, 3.979), (4, 5.206)])
def test_the_mean_final_pot_of_beast_cast(seats: int, exact: float) -> None:
    assert_near(sample(lambda rng: final_pot(seats, rng), 10 + seats), exact)


# -- §2 ------------------------------------------------------------------------------------------


def streak(rng: Random, stop_at: int) -> float:
    """The score of the first seat when it throws until it has `stop_at`."""
    game = beast_streak.GAME
    state = begun(game, 2, rng)
    seat = state.table.first
    while state.table.scores[seat] is None:
        if state.throwing:
            state = fallen(game, state, rng)
        else:
            state = game.apply(state, seat, Again() if state.total < stop_at else Stop())
    return float(state.table.scores[seat])


@pytest.mark.parametrize(("stop_at", "mean"), [(13, 6.1674), (8, 5.670), (10, 6.005), (15, 6.110)])
def test_the_mean_total_of_a_streak(stop_at: int, mean: float) -> None:
    assert_near(sample(lambda rng: streak(rng, stop_at), stop_at), mean)


def test_how_often_a_streak_to_13_ends_in_nothing() -> None:
    assert_near(sample(lambda rng: float(streak(rng, 13) == 0), 99), 0.5602)


# -- §3 ------------------------------------------------------------------------------------------


def bet_gain(number: int, payout: str, rng: Random) -> float:
    game = new_play.GAME
    state = begun(game, 2, rng, lt_payout=payout)
    (punter,) = game.to_act(state)
    state = fallen(game, game.apply(state, punter, Bet(number, 1)), rng)
    return float(state.ledger[punter])


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(
    ("payout", "exact"), [("profit", (-23, -7, -2, -2, -7, -23)), ("total", (-24, -12, -12, -12, -12, -24))]
)
def test_what_a_bet_of_new_play_brings(number: int, payout: str, exact: tuple[int, ...]) -> None:
    assert_near(sample(lambda rng: bet_gain(number, payout, rng), 20 + number), exact[number] / 32)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(
    ("payout", "exact"), [("profit", (-23, -7, -2, -2, -7, -23)), ("total", (-24, -12, -12, -12, -12, -24))]
)
def test_the_exact_gain_per_point(number: int, payout: str, exact: tuple[int, ...]) -> None:
    options = new_play.GAME.options().replace(lt_payout=payout)
    assert new_play.expected_gain(options, number) == Fraction(exact[number], 32)

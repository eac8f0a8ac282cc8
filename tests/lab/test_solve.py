"""The exact solutions give the digits of the rules, and the optimal player follows them."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.messages import Message, catalogue
from kaik.core.solution import Solution
from kaik.games.beast_streak import Again, BeastStreakOptions, Stop, solved
from kaik.games.beast_streak.odds import Sticks
from kaik.games.new_play import Bet, NewPlayOptions, Sit
from kaik.games.six_cast import odds
from kaik.games.six_cast.rules import SixCastOptions, Take
from kaik.kit.opening import First, Throw
from kaik.kit.sticks import cast_weights
from kaik.lab.solve import solution_of as offered
from kaik.players.optimal import OptimalPlayer
from tests.cli import refused, said

STICKS = Sticks(cast_weights(5, 50), 0, False)


# -- Beast Streak §2 -------------------------------------------------------------------------------


def test_alone_the_best_is_to_stop_at_13() -> None:
    best = solved.best_alone(STICKS)
    assert best.stop == 13
    assert best.mean == pytest.approx(6.1674, abs=5e-5)
    assert best.nothing == pytest.approx(0.5602, abs=5e-5)


@pytest.mark.parametrize(("stop", "mean"), [(8, 5.670), (10, 6.005), (15, 6.110)])
def test_other_stops(stop: int, mean: float) -> None:
    assert solved.alone(STICKS, stop).mean == pytest.approx(mean, abs=5e-4)


def test_ties_that_count_nothing() -> None:
    found = solved.plan(solved.counted_as_nothing(STICKS))
    assert (found.first_stops, found.tie_from) == (9, None)
    assert found.value == pytest.approx(-0.4215, abs=5e-5)


def test_ties_replayed_for_the_pot() -> None:
    duel = solved.replayed(STICKS)
    found = solved.plan(duel)
    assert (found.first_stops, found.tie_from) == (9, None)
    assert found.value == pytest.approx(-0.4225, abs=5e-5)
    assert duel.tie == pytest.approx(found.value)
    assert (1 - found.value) / 2 == pytest.approx(0.71, abs=5e-3)


def test_for_points_with_growing_pots() -> None:
    passes = [solved.plan(duel) for duel in solved.for_points(STICKS)[:4]]
    assert passes[0].value == pytest.approx(-0.4478, abs=5e-5)
    assert passes[0].first_stops == 10
    assert [found.tie_from for found in passes] == [1, 1, None, None]


def test_throwing_again_when_level_wins_13_in_16() -> None:
    duel = solved.counted_as_nothing(STICKS)
    worth, keeps = solved.second(duel, 9)
    assert not keeps[9]
    assert worth[9] == pytest.approx(-(13 - 3) / 16)


def test_values_agree_with_playing_it_out() -> None:
    """The optimal player against itself: the first seat of a round loses 0.4478 on average (four errors)."""
    game = registry.load("beast_streak")
    rng = Random(1)
    won = [one_round(game, rng) for _ in range(4000)]
    mean = sum(won) / len(won)
    error = (sum((value - mean) ** 2 for value in won) / len(won) / len(won)) ** 0.5
    assert abs(mean + 0.4478) < 4 * error


def one_round(game: Any, rng: Random) -> float:
    best = game.solution(BeastStreakOptions()).best
    state = game.apply(game.start(BeastStreakOptions(rounds=1), 2), -1, First(0))
    while acting := game.to_act(state):
        if acting[0] >= 0:
            state = game.apply(state, acting[0], best(state, acting[0]))
            continue
        outcomes, weights = zip(*game.weights(state), strict=True)
        state = game.apply(state, -1, rng.choices(outcomes, weights)[0])
    return float(game.returns(state)[0])


def streak(totals: list[int], **options: Any) -> Any:
    """Two players; the seats have thrown these numbers, and all but the last have stopped."""
    game = registry.load("beast_streak")
    state = game.apply(game.start(BeastStreakOptions(**options), 2), -1, First(0))
    for number, total in enumerate(totals):
        if number:
            state = game.apply(state, number - 1, Stop())
        state = game.apply(state, -1, Throw(min(total, 5)))
        for n in _parts(total - min(total, 5)):
            state = game.apply(game.apply(state, number, Again()), -1, Throw(n))
    return state


def _parts(left: int) -> list[int]:
    """A number as throws of 2 to 5."""
    if left == 0:
        return []
    n = left if left <= 5 else min(5, left - 2)
    return [n, *_parts(left - n)]


@pytest.mark.parametrize(
    ("totals", "options", "best"),
    [
        ([9], {}, Again()),
        ([10], {}, Stop()),
        ([9], {"zs_restake": "none"}, Stop()),
        ([8], {"zs_restake": "none"}, Again()),
        ([9, 9], {}, Stop()),
        ([9, 9], {"zs_restake": "none"}, Again()),
        ([9, 8], {}, Again()),
        ([9, 11], {}, Stop()),
    ],
)
def test_the_optimal_player_follows_it(totals: list[int], options: dict[str, Any], best: Any) -> None:
    game = registry.load("beast_streak")
    state = streak(totals, **options)
    seat = len(totals) - 1
    assert state.total == totals[-1]
    assert OptimalPlayer().choose(game, state, seat, game.actions(state, seat), Random(1)) == best


def test_where_it_does_not_reach_it_says_nothing() -> None:
    game = registry.load("beast_streak")
    assert game.solution(BeastStreakOptions(rz_max_throws=3)) is None
    assert game.solution(BeastStreakOptions(stick_bias=95)) is None
    state = game.apply(game.start(BeastStreakOptions(), 3), -1, First(0))
    state = game.apply(state, -1, Throw(3))
    solution = game.solution(BeastStreakOptions())
    assert solution is not None
    assert solution.best(state, 0) is None
    assert OptimalPlayer().choose(game, state, 0, game.actions(state, 0), Random(1)) == Again()


# -- New Play §3 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payout", "gains"),
    [("profit", (-23, -7, -2, -2, -7, -23)), ("total", (-24, -12, -12, -12, -12, -24))],
)
def test_what_each_bet_is_worth(payout: Any, gains: tuple[int, ...]) -> None:
    game = registry.load("new_play")
    solution = game.solution(NewPlayOptions(lt_payout=payout))
    assert solution is not None
    (table,) = solution.tables()
    assert [row[3] for row in table.rows] == [str(Fraction(gain, 32)) for gain in gains]


@pytest.mark.parametrize(
    ("options", "best"),
    [
        (NewPlayOptions(), Bet(2, 1)),
        (NewPlayOptions(lt_must_bet=False), Sit()),
        (NewPlayOptions(stick_bias=90), Bet(5, 10)),
    ],
)
def test_the_best_bet(options: NewPlayOptions, best: Any) -> None:
    game = registry.load("new_play")
    state = game.apply(game.start(options, 2), -1, First(0))
    assert OptimalPlayer().choose(game, state, 1, game.actions(state, 1), Random(1)) == best


# -- Six Cast §5.3 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "finish", "mean"),
    [
        ("six_sticks", "exact_or_stay", 16.28),
        ("six_sticks", "overshoot", 10.75),
        ("d6", "exact_or_stay", 13.62),
        ("d6", "overshoot", 9.33),
    ],
)
def test_mean_throws_alone(dice: Any, finish: Any, mean: float) -> None:
    options = SixCastOptions(ns_dice=dice, ns_finish=finish)
    assert float(odds.throws_left(options)[0]) == pytest.approx(mean, abs=5e-3)


def test_finishing_odds() -> None:
    options = SixCastOptions()
    assert odds.finishing(options, 28) == Fraction(20, 64)
    assert odds.finishing(options, 30) == Fraction(6, 64)
    assert odds.finishing(options, 20) == 0
    assert odds.throws_left(options)[30] == Fraction(64, 6)


def test_the_largest_prize_is_taken() -> None:
    game = registry.load("six_cast")
    solution = game.solution(SixCastOptions())
    assert solution is not None
    assert solution.best(game.start(SixCastOptions(), 3), 0) == Take(6)


# -- every game ------------------------------------------------------------------------------------


def solutions() -> list[tuple[str, Solution]]:
    found = []
    for id in registry.game_ids():
        try:
            game = registry.load(id)
        except BadOptions:
            continue
        solution = game.solution(game.options())
        if solution is not None:
            found.append((id, solution))
    return found


@pytest.mark.parametrize(("id", "solution"), solutions(), ids=[id for id, _ in solutions()])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_solutions_have_words_for_everything(id: str, solution: Solution, lang: str) -> None:
    texts = catalogue(lang, id)
    for table in solution.tables():
        cells = [cell for row in table.rows for cell in row if isinstance(cell, Message)]
        for message in (solution.sense, table.title, *table.heads, *table.notes, *cells):
            assert message.key in texts
        assert all(len(row) == len(table.heads) for row in table.rows)


def test_a_game_without_a_solution_is_refused() -> None:
    game = registry.load("linked_ships")
    with pytest.raises(BadOptions):
        offered(game, game.options())


def test_the_command() -> None:
    shown = said("solve", "beast_streak")
    for digits in ("6.1674", "0.5602", "-0.4225", "-0.4478"):
        assert digits in shown
    assert "最善" in said("solve", "new_play", "--lang", "ja")
    assert "1 : 87294" in said("solve", "six_cast", "--preset", "die")
    assert refused("solve", "linked_ships").startswith("linked_ships has not been solved")

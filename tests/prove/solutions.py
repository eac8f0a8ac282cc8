"""The exact solutions, held against the rules' digits and against many rounds played by them."""

from __future__ import annotations

from math import sqrt
from random import Random

from kaik.core import registry
from kaik.core.game import CHANCE
from kaik.games.beast_streak import BeastStreakOptions, solved
from kaik.games.beast_streak.odds import Sticks
from kaik.games.new_play import NewPlayOptions, expected_gain
from kaik.games.six_cast import odds
from kaik.games.six_cast.rules import SixCastOptions
from kaik.kit.opening import First
from kaik.kit.sticks import cast_weights
from tests.prove import Proved

TITLE = "Exact solutions"
ROUNDS = 50_000


def prove() -> Proved:
    lines = ["| figure | rules | here |", "|---|---|---|"]
    holds = True
    for name, told, found, places in _figures():
        good = round(found, places) == told
        holds &= good
        lines.append(f"| {name} | {told} | {found:.{places + 2}f}{'' if good else ' **differs**'} |")
    mean, error = _played_out()
    good = abs(mean + 0.4478) < 4 * error
    line = f"{ROUNDS} rounds by the solution: the first seat gains {mean:+.4f} ± {2 * error:.4f} antes."
    return holds and good, [*lines, "", line]


def _figures() -> list[tuple[str, float, float, int]]:
    sticks = Sticks(cast_weights(5, 50), 0, False)
    alone = solved.best_alone(sticks)
    pot = solved.plan(solved.replayed(sticks))
    points = solved.plan(solved.for_points(sticks)[0])
    fair, die = SixCastOptions(), SixCastOptions(ns_dice="d6")
    return [
        ("Beast Streak alone: stop at", 13, alone.stop, 0),
        ("mean score", 6.1674, alone.mean, 4),
        ("ends with 0", 0.5602, alone.nothing, 4),
        ("two players, one pot: the first stops at", 9, pot.first_stops, 0),
        ("value for the first", -0.4225, pot.value, 4),
        ("for points: the first stops at", 10, points.first_stops, 0),
        ("value for the first, antes", -0.4478, points.value, 4),
        ("New Play: gain on 2", -0.0625, float(expected_gain(NewPlayOptions(), 2)), 4),
        ("Six Cast: mean throws, sticks", 16.28, float(odds.mean_throws(fair)), 2),
        ("mean throws, die", 13.62, float(odds.mean_throws(die)), 2),
        ("ox walk, sticks: one in", 3314, float(1 / odds.ox_walk(fair)), 0),
        ("ox walk, die: one in", 87294, float(1 / odds.ox_walk(die)), 0),
    ]


def _played_out() -> tuple[float, float]:
    rng = Random(2026)
    won = [_round(rng) for _ in range(ROUNDS)]
    mean = sum(won) / ROUNDS
    return mean, sqrt(sum((value - mean) ** 2 for value in won) / ROUNDS / ROUNDS)


def _round(rng: Random) -> float:
    """What the first seat gains in one round in which both follow the solution."""
    game = registry.load("beast_streak")
    solution = game.solution(BeastStreakOptions())
    assert solution is not None
    state = game.apply(game.start(BeastStreakOptions(rounds=1), 2), CHANCE, First(0))
    while acting := game.to_act(state):
        if acting[0] == CHANCE:
            outcomes, weights = zip(*game.weights(state), strict=True)
            state = game.apply(state, CHANCE, rng.choices(outcomes, weights)[0])
        else:
            state = game.apply(state, acting[0], solution.best(state, acting[0]))
    return float(game.returns(state)[0])

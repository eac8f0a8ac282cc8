"""Weights of the search found by play: `python -m kaik.games.cerke.tune --minutes 8 --preset official`.

Simultaneous perturbation (SPSA): each step moves every weight a little up or down at random, lets the two
evaluations play a pair of matches with the same casts and exchanged sides, and follows the winner. At the end
the weights found play those that were started from.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from math import sqrt
from random import Random

from msgspec import json
from msgspec.structs import asdict

from kaik.games.cerke import codes
from kaik.games.cerke.hands import HandTable
from kaik.games.cerke.kernel import Rules
from kaik.games.cerke.options import PRESETS, Options
from kaik.games.cerke.playout import Game
from kaik.games.cerke.search import CHAIN, DECLARE, LAND, PASS, Question, Searcher
from kaik.games.cerke.weights import DEFAULT, Weights
from kaik.kit.search import Bounds

MOST_PLIES = 800
"""A match cut off here is decided by its points."""


class Arena:
    """Matches between two evaluations under the same rules, without the referee."""

    def __init__(self, options: Options, bounds: Bounds) -> None:
        self.rules, self.hands = Rules(options), HandTable(options)
        self.options = options
        self.bounds = bounds

    def searcher(self, weights: Weights) -> Searcher:
        return Searcher(self.rules, self.hands, weights)

    def pair(self, a: Searcher, b: Searcher, seed: int) -> float:
        """The share of two matches that `a` wins, once on each side."""
        return (self.match((a, b), seed) + 1 - self.match((b, a), seed)) / 2

    def match(self, players: tuple[Searcher, Searcher], seed: int) -> float:
        """1 if the IA side wins, 0 if the A side does."""
        rng = Random(seed)
        game = Game(self.rules, self.hands, seed, rng.randrange(2))
        while game.reason == 0 and game.plies < MOST_PLIES:
            self._turn(game, players, rng)
        difference = game.held(0) - game.held(1)
        return 0.5 if difference == 0 else float(difference > 0)

    def _turn(self, game: Game, players: tuple[Searcher, Searcher], rng: Random) -> None:
        side = game.position.side
        move = self._asked(players[side], self._question(game))
        if move == PASS:
            game.no_move()
            return
        game.turn(move, self._end(game, players[side], move, rng))
        if not game.due or game.reason:
            return
        ends = self._asked(players[side], self._question(game, phase=DECLARE, raw=game.raw))
        if ends:
            game.end_season()
        else:
            game.go_on()

    def _end(self, game: Game, player: Searcher, move: int, rng: Random) -> int:
        """Where a move comes to rest, casts thrown."""
        position = game.position
        end = move >> codes.END_SHIFT & 127
        if move >> codes.FORM_SHIFT == codes.CAST:
            reach = self._reach(game, player, move, rng)
            if not position.landings(move, reach):
                return codes.NOWHERE
            end = self._asked(player, self._question(game, phase=LAND, code=move, reach=reach))
        if end != codes.NOWHERE and position.water_cast_due(move, end) and _cast(rng) < 3:
            return codes.NOWHERE
        return end

    def _reach(self, game: Game, player: Searcher, move: int, rng: Random) -> int:
        reach = _cast(rng)
        while self.options.step_cast_method == "chain":
            if not self._asked(player, self._question(game, phase=CHAIN, code=move, reach=reach)):
                break
            further = _cast(rng)
            if further < 2:
                return 0
            reach += further
        return reach

    def _question(self, game: Game, phase: int = 0, code: int = 0, reach: int = 0, raw: int = 0) -> Question:
        points = (game.held(0), game.held(1))
        return Question(
            game.position, points, game.rate, game.season, game.season_plies, phase, code, reach, raw
        )

    def _asked(self, player: Searcher, question: Question) -> int:
        return player.best(question, self.bounds).choice


def _cast(rng: Random) -> int:
    return rng.getrandbits(5).bit_count()


# -- weights as a row of numbers -------------------------------------------------------------------


def flat(weights: Weights) -> list[float]:
    """Every number, in the order of the fields."""
    found: list[float] = []
    for value in asdict(weights).values():
        found += value if isinstance(value, tuple) else [value]
    return found


def shaped(numbers: Sequence[float]) -> Weights:
    """The weights with these numbers, rounded, none below 0."""
    rest = [max(0, round(number)) for number in numbers]
    fields: dict[str, int | tuple[int, ...]] = {}
    for name, value in asdict(DEFAULT).items():
        size = len(value) if isinstance(value, tuple) else 1
        fields[name] = tuple(rest[:size]) if isinstance(value, tuple) else rest[0]
        rest = rest[size:]
    return Weights(**fields)  # type: ignore[arg-type]


def tune(
    arena: Arena, start: Weights, seconds: float, seed: int, most: int = 1_000_000
) -> tuple[Weights, int]:
    """The weights reached, and the steps taken; `most` steps make a run that can be repeated exactly."""
    rng = Random(seed)
    centre = flat(start)
    scale = [max(number, 20.0) for number in centre]
    begun, steps = time.process_time(), 0
    while steps < most and time.process_time() - begun < seconds:
        steps += 1
        signs = [rng.choice((-1, 1)) for _ in centre]
        size = 0.25 / steps**0.1
        a, b = (
            shaped([c + side * size * s * k for c, s, k in zip(centre, signs, scale, strict=True)])
            for side in (1, -1)
        )
        result = 2 * arena.pair(arena.searcher(a), arena.searcher(b), seed + steps) - 1
        gain = 0.06 / (steps + 20) ** 0.3
        centre = [c + gain * result * s * k for c, s, k in zip(centre, signs, scale, strict=True)]
    return shaped(centre), steps


def compare(arena: Arena, a: Weights, b: Weights, pairs: int, seed: int) -> tuple[float, float]:
    """The share that `a` wins against `b`, and half the width of its 95 % interval."""
    mine, theirs = arena.searcher(a), arena.searcher(b)
    shares = [arena.pair(mine, theirs, seed + number) for number in range(pairs)]
    mean = sum(shares) / pairs
    variance = sum((share - mean) ** 2 for share in shares) / max(1, pairs - 1)
    return mean, 1.96 * sqrt(variance / pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="official", choices=list(PRESETS))
    parser.add_argument("--minutes", type=float, default=8.0, help="processor time for tuning")
    parser.add_argument("--steps", type=int, default=1_000_000, help="stop after so many steps")
    parser.add_argument("--nodes", type=int, default=400, help="nodes a choice")
    parser.add_argument("--pairs", type=int, default=60, help="pairs of matches to compare before and after")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arena = Arena(PRESETS[arguments.preset], Bounds(nodes=arguments.nodes))
    found, steps = tune(arena, DEFAULT, 60 * arguments.minutes, arguments.seed, arguments.steps)
    print(f"before  {json.encode(DEFAULT).decode()}")
    print(f"after   {json.encode(found).decode()}")
    if arguments.pairs == 0:
        return
    share, margin = compare(arena, found, DEFAULT, arguments.pairs, 1_000_000 + arguments.seed)
    print(f"{steps} steps; after against before: {100 * share:.1f} % ± {100 * margin:.1f} of the matches")


if __name__ == "__main__":
    main()

"""One step of look-ahead: the action after which the game's own evaluation is best.

Chance that falls right after the action is averaged; where something is hidden, a few worlds are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import monotonic
from typing import Any

from kaik.core.game import CHANCE, AnyGame
from kaik.core.secrets import unseen_in
from kaik.players.base import NO_LIMIT, Limit

WORLDS = 4
NODES = 6000
"""Evaluations spent on one choice unless a limit says otherwise."""


class GreedyPlayer:
    """Takes what looks best now."""

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        if len(legal) == 1:
            return legal[0]
        nodes = limit.nodes or NODES
        tried = list(legal) if len(legal) <= nodes else rng.sample(list(legal), nodes)
        guesses = worlds(game, view, seat, rng, nodes // len(tried))
        outcomes = max(1, nodes // (len(tried) * len(guesses)))
        return _best(_values(game, guesses, seat, tried, outcomes, rng), limit, rng)


def worlds(game: AnyGame, view: Any, seat: int, rng: Random, most: int) -> list[Any]:
    """The view itself where it shows everything, otherwise a few states that it allows."""
    count = max(1, min(WORLDS, most)) if unseen_in(view) else 1
    return [game.determinize(view, seat, rng) for _ in range(count)]


def _values(
    game: AnyGame, worlds: Sequence[Any], seat: int, actions: Sequence[Any], outcomes: int, rng: Random
) -> Iterator[tuple[Any, float]]:
    for action in actions:
        total = sum(after(game, game.apply(world, seat, action), seat, outcomes, rng) for world in worlds)
        yield action, total / len(worlds)


def evaluate(game: AnyGame, state: Any) -> Sequence[float]:
    """How a state looks to each seat, by the game's own evaluation."""
    values: Sequence[float] = game.evaluate(state)
    return values


def after(
    game: AnyGame,
    state: Any,
    seat: int,
    outcomes: int,
    rng: Random,
    judge: Callable[[AnyGame, Any], Sequence[float]] = evaluate,
) -> float:
    """How good a state looks, averaged over the chance that falls in it."""
    if tuple(game.to_act(state)) != (CHANCE,):
        return float(judge(game, state)[seat])
    weights = _sample(game.weights(state), outcomes, rng)
    total = 0.0
    for outcome, weight in weights:
        total += weight * judge(game, game.apply(state, CHANCE, outcome))[seat]
    return total / sum(weight for _, weight in weights)


def _sample(weights: Sequence[tuple[Any, int]], most: int, rng: Random) -> Sequence[tuple[Any, int]]:
    """All the outcomes, or a fair sample of them if they are too many."""
    if len(weights) <= most:
        return weights
    drawn = rng.choices([outcome for outcome, _ in weights], [weight for _, weight in weights], k=most)
    return [(outcome, 1) for outcome in drawn]


def _best(values: Iterator[tuple[Any, float]], limit: Limit, rng: Random) -> Any:
    """One of the actions with the highest value, among those valued in time."""
    deadline = None if limit.ms is None else monotonic() + limit.ms / 1000
    best: list[Any] = []
    highest = float("-inf")
    for action, value in values:
        if value > highest:
            best, highest = [], value
        if value == highest:
            best.append(action)
        if deadline is not None and monotonic() > deadline:
            break
    return best[rng.randrange(len(best))]

"""Counting the tree of a game: how many sequences of events there are, depth by depth.

Choices and chance outcomes are counted apart. Equal states are counted together, so that every number is
exact but common positions are visited once. Where several seats choose at once, the first chooses first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from kaik.core.game import CHANCE, AnyGame
from kaik.core.options import Options


class DepthCount(Struct, frozen=True):
    """The events at one depth: choices, chance outcomes, and sequences that ended just before it."""

    depth: int
    decisions: int
    chance: int
    ended: int


def perft(game: AnyGame, options: Options, seats: int, depth: int) -> Iterator[DepthCount]:
    """The counts for depths 1 to `depth`."""
    layer: Counter[Any] = Counter([game.start(options, seats)])
    for level in range(1, depth + 1):
        after: Counter[Any] = Counter()
        tally = [0, 0, 0]
        for state, ways in layer.items():
            kind, following = _following(game, state)
            tally[kind] += ways * (len(following) or 1)
            for successor in following:
                after[successor] += ways
        yield DepthCount(level, *tally)
        layer = after


_DECISION, _CHANCE, _ENDED = range(3)


def _following(game: AnyGame, state: Any) -> tuple[int, list[Any]]:
    """What kind of node a state is, and the states that may follow."""
    actors = tuple(game.to_act(state))
    if not actors:
        return _ENDED, []
    if actors == (CHANCE,):
        outcomes = [outcome for outcome, weight in game.weights(state) if weight]
        return _CHANCE, [game.apply(state, CHANCE, outcome) for outcome in outcomes]
    actor = actors[0]
    return _DECISION, [game.apply(state, actor, action) for action in game.actions(state, actor)]

"""What a total is worth in Beast Streak when everybody plays for the pot (`docs/rules/beast_streak.md` §2).

A pass is known by its best finished score, how many hold it, and how many seats are still to throw.
Worth is a share of the pot; those who tie at the end count as sharing it. A limit on the number of throws
is not foreseen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

BUST_BELOW = 2
"""A further throw under this number loses the total."""

NOBODY = -2
"""The best score while nobody has finished: below every other."""

FAR = 30
"""No total above this, and above the best, is risked."""

Scores: TypeAlias = tuple[tuple[int, float], ...]
"""Final scores of a turn with their chances."""


class Sticks(NamedTuple):
    """How the sticks fall, what a lost total scores, and whether a bad first throw loses too."""

    weights: tuple[int, ...]
    lost: int
    first_loses: bool


class Pass(NamedTuple):
    """A pass as the seat at the sticks finds it; `left` are the seats after it."""

    sticks: Sticks
    best: int
    holders: int
    left: int


@lru_cache(maxsize=1 << 16)
def kept(sticks: Sticks, best: int, holders: int, left: int) -> float:
    """The share of each holder of the best score, with so many seats still to throw."""
    if left == 0:
        return 1 / holders
    at = Pass(sticks, best, holders, left - 1)
    return sum(chance * kept_after(at, score) for score, chance in turn(at))


def kept_after(at: Pass, score: int) -> float:
    """The share of each holder of the best score when the seat at the sticks finishes with this one."""
    if score > at.best:
        return 0.0
    return kept(at.sticks, at.best, at.holders + (score == at.best), at.left)


def won(at: Pass, score: int) -> float:
    """The share of the seat at the sticks when it finishes with this score."""
    if score < at.best:
        return 0.0
    return kept(at.sticks, score, at.holders + 1 if score == at.best else 1, at.left)


@lru_cache(maxsize=1 << 12)
def plan(at: Pass) -> Mapping[int, Scores]:
    """The final scores of a seat that does its best from each total it may hold; larger ones are kept."""
    worth: dict[int, float] = {}
    ends: dict[int, Scores] = {}
    for total in range(max(at.best, FAR), -1, -1):
        stopping, going_on = won(at, total), _again(at, total, worth)
        worth[total] = max(stopping, going_on)
        ends[total] = ((total, 1.0),) if stopping >= going_on else _mixed(at, total, ends, loses=True)
    return ends


def _again(at: Pass, total: int, worth: Mapping[int, float]) -> float:
    """The share on average after one more throw, when the worth of larger totals is known."""
    ways = 0.0
    for n, weight in enumerate(at.sticks.weights):
        if n < BUST_BELOW:
            ways += weight * won(at, at.sticks.lost)
        else:
            ways += weight * (worth[total + n] if total + n in worth else won(at, total + n))
    return ways / sum(at.sticks.weights)


def _mixed(at: Pass, total: int, ends: Mapping[int, Scores], *, loses: bool) -> Scores:
    """The final scores after a throw, when those of larger totals are known."""
    found: dict[int, float] = {}
    whole = sum(at.sticks.weights)
    for n, weight in enumerate(at.sticks.weights):
        kept_on = ends.get(total + n, ((total + n, 1.0),))
        for score, chance in ((at.sticks.lost, 1.0),) if loses and n < BUST_BELOW else kept_on:
            found[score] = found.get(score, 0.0) + weight * chance / whole
    return tuple(found.items())


@lru_cache(maxsize=1 << 12)
def turn(at: Pass) -> Scores:
    """The final scores of a whole turn."""
    return _mixed(at, 0, plan(at), loses=at.sticks.first_loses)


def ends(at: Pass, total: int) -> Scores:
    """The final scores of a seat that may stop on this total or throw again."""
    return plan(at).get(total, ((total, 1.0),))


def thrown_on(at: Pass, total: int) -> Scores:
    """The final scores when this total is thrown on."""
    return _mixed(at, total, plan(at), loses=True)


def stops(at: Pass, total: int) -> bool:
    """Whether a seat that plays well keeps this total."""
    return ends(at, total) == ((total, 1.0),)

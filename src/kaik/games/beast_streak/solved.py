"""Beast Streak solved: alone, and two players against each other (`docs/rules/beast_streak.md` §2).

The second seat knows the first one's score. What a tie is worth makes three games of it: nothing, the same
pass once more for the same pot, or the next pass with a larger one. Values are the first seat's, in antes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from kaik.core.messages import Message, msg
from kaik.core.solution import SolutionTable
from kaik.games.beast_streak.odds import BUST_BELOW, FAR, Sticks

LARGEST = 130
"""Sticks so biased that larger totals would be thrown on are not solved."""
PASSES = 30
"""So many passes are looked ahead; a tie is far too rare for more to matter."""
SHOWN = 4
"""Passes told apart in the table."""


class Alone(NamedTuple):
    """A seat that stops on a total of at least `stop`: its mean score, and how often it ends with nothing."""

    stop: int
    mean: float
    nothing: float


class Duel(NamedTuple):
    """One pass between two: what winning it brings, and what a tie is worth to the first seat."""

    sticks: Sticks
    stake: float
    tie: float


class Plan(NamedTuple):
    """How a pass is played best."""

    value: float
    first_stops: int
    """The least total that the first seat keeps."""
    tie_from: int | None
    """The least score above 0 on which the second seat accepts a tie; `None`: it throws on."""


def chances(sticks: Sticks) -> tuple[float, ...]:
    """The chance of every number thrown."""
    return tuple(weight / sum(sticks.weights) for weight in sticks.weights)


# -- alone -------------------------------------------------------------------------------------------------


def best_alone(sticks: Sticks) -> Alone:
    """The rule with the largest mean: throw while the mean after one more throw is above the total."""
    return alone(sticks, best_stop(sticks))


def best_stop(sticks: Sticks) -> int:
    """The least total that a further throw does not make larger on average."""
    gain = sum(n * weight for n, weight in enumerate(sticks.weights) if n >= BUST_BELOW)
    ruin = sum(sticks.weights[:BUST_BELOW])
    return -(-gain // ruin)


def alone(sticks: Sticks, stop: int) -> Alone:
    """Stopping on totals of at least `stop`."""
    mean: dict[int, float] = {total: float(total) for total in range(stop, stop + len(sticks.weights))}
    nothing = {total: float(total == 0) for total in mean}
    for total in range(stop - 1, -1, -1):
        mean[total] = _thrown(sticks, total, mean, 0.0, further=True)
        nothing[total] = _thrown(sticks, total, nothing, 1.0, further=True)
    return Alone(stop, _thrown(sticks, 0, mean, 0.0), _thrown(sticks, 0, nothing, 1.0))


def _thrown(
    sticks: Sticks, total: int, worth: Mapping[int, float], lost: float, *, further: bool = False
) -> float:
    """The mean worth after a throw onto this total. A first throw loses nothing unless the option says so."""
    loses = further or sticks.first_loses
    return sum(
        chance * (lost if loses and n < BUST_BELOW else worth[total + n])
        for n, chance in enumerate(chances(sticks))
    )


# -- two players -------------------------------------------------------------------------------------------


def second(duel: Duel, target: int) -> tuple[dict[int, float], dict[int, bool]]:
    """Against a finished score: what each total is worth to the first seat, and whether it is kept."""
    lost = _compared(duel, target, duel.sticks.lost)
    top = max(target, 0) + len(duel.sticks.weights)
    worth = {total: _compared(duel, target, total) for total in range(max(target, -1) + 1, top + 1)}
    keeps = dict.fromkeys(worth, True)
    for total in range(target, -1, -1):
        stopping = _compared(duel, target, total)
        again = _thrown(duel.sticks, total, worth, lost, further=True)
        worth[total], keeps[total] = min(stopping, again), stopping <= again
    return worth, keeps


def _compared(duel: Duel, first: int, other: int) -> float:
    if first == other:
        return duel.tie
    return duel.stake if first > other else -duel.stake


def _finished(duel: Duel, score: int) -> float:
    """What a finished score of the first seat is worth to it."""
    return _thrown(duel.sticks, 0, second(duel, score)[0], _compared(duel, score, duel.sticks.lost))


@lru_cache(maxsize=1 << 10)
def first(duel: Duel) -> tuple[float, Mapping[int, bool]]:
    """What the pass is worth to the first seat, and which totals it keeps; larger ones always."""
    far = _far(duel.sticks)
    lost = _finished(duel, duel.sticks.lost)
    worth = {far + n: _finished(duel, far + n) for n in range(len(duel.sticks.weights))}
    keeps: dict[int, bool] = {}
    for total in range(far - 1, -1, -1):
        stopping, again = _finished(duel, total), _thrown(duel.sticks, total, worth, lost, further=True)
        worth[total], keeps[total] = max(stopping, again), stopping >= again
    return _thrown(duel.sticks, 0, worth, lost), keeps


@lru_cache(maxsize=1 << 8)
def _far(sticks: Sticks) -> int:
    return max(FAR, 2 * best_stop(sticks))


def plan(duel: Duel) -> Plan:
    """The pass in short."""
    value, keeps = first(duel)
    stops = next((total for total in sorted(keeps) if all(keeps[t] for t in keeps if t >= total)), len(keeps))
    accepted = (score for score in range(1, stops + 6) if second(duel, score)[1][score])
    return Plan(value, stops, next(accepted, None))


@lru_cache(maxsize=1 << 6)
def counted_as_nothing(sticks: Sticks) -> Duel:
    """One pass; a tie counts 0."""
    return Duel(sticks, 1.0, 0.0)


@lru_cache(maxsize=1 << 6)
def replayed(sticks: Sticks) -> Duel:
    """The pot stays as it is and a tie is played again: the value of a tie is that of the whole."""
    duel = counted_as_nothing(sticks)
    for _ in range(PASSES):
        duel = duel._replace(tie=first(duel)[0])
    return duel


@lru_cache(maxsize=1 << 6)
def for_points(sticks: Sticks) -> tuple[Duel, ...]:
    """The passes of a round whose pot grows with every tie."""
    tie = first(replayed(sticks))[0] * (PASSES + 1)
    passes = []
    for stake in range(PASSES, 0, -1):
        passes.append(Duel(sticks, float(stake), tie))
        tie = first(passes[-1])[0]
    return tuple(reversed(passes))


def pass_of(sticks: Sticks, number: int, *, grows: bool) -> Duel:
    """The pass with this number, from 1, of a round whose pot grows with every tie or stays."""
    return for_points(sticks)[min(number, PASSES) - 1] if grows else replayed(sticks)


def keeps(duel: Duel, total: int, other: int | None) -> bool:
    """Whether a seat does best to keep this total, the other's score being known or not yet made."""
    if other is None:
        return first(duel)[1].get(total, True)
    return total > other or second(duel, other)[1][total]


# -- in words ----------------------------------------------------------------------------------------------


def tables(sticks: Sticks) -> tuple[SolutionTable, ...]:
    """Everything above as tables."""
    return _table_alone(sticks), _table_duels(sticks)


def _table_alone(sticks: Sticks) -> SolutionTable:
    best = best_alone(sticks)
    stops = sorted({max(1, best.stop + more) for more in (-5, -3, -1, 0, 1, 2)})
    rows = tuple(tuple(alone(sticks, stop)) for stop in stops)
    heads = ("solution.stop", "solution.mean", "solution.nothing")
    note = msg("solution.alone.note", stop=best.stop)
    return SolutionTable(msg("solution.alone"), tuple(msg(head) for head in heads), rows, (note,))


def _table_duels(sticks: Sticks) -> SolutionTable:
    growing = [(msg("solution.points", n=n + 1), duel) for n, duel in enumerate(for_points(sticks)[:SHOWN])]
    named = [
        (msg("solution.tie_nothing"), counted_as_nothing(sticks)),
        (msg("solution.tie_replayed"), replayed(sticks)),
        *growing,
    ]
    heads = ("solution.sense", "solution.first", "solution.second", "solution.value")
    rows = tuple(_row(name, plan(duel)) for name, duel in named)
    return SolutionTable(
        msg("solution.duel"), tuple(msg(head) for head in heads), rows, (msg("solution.duel.note"),)
    )


def _row(name: Message, found: Plan) -> tuple[Message, int, Message, float]:
    answer = (
        msg("solution.throws_on") if found.tie_from is None else msg("solution.accepts", n=found.tie_from)
    )
    return name, found.first_stops, answer, found.value

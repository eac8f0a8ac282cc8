"""Six Cast in exact numbers: a player alone on the board (`docs/rules/six_cast.md` §5.3)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from kaik.core.messages import msg
from kaik.core.solution import SolutionTable
from kaik.games.six_cast.rules import GOAL, STROKES, SixCastOptions, landing, throws

Chances: TypeAlias = Mapping[int, Fraction]
"""Where something leads, and how likely."""


def throw_chances(options: SixCastOptions) -> Chances:
    """The chance of every number thrown."""
    weights = throws(options)
    return {n: Fraction(weight, sum(weights)) for n, weight in enumerate(weights) if weight}


@functools.cache
def reach(options: SixCastOptions, distance: int) -> Fraction:
    """The chance of ever stopping exactly so many squares ahead, the goal being far away: u(d)."""
    if distance <= 0:
        return Fraction(int(distance == 0))
    moves = {n: chance for n, chance in throw_chances(options).items() if n}
    ways = (chance * reach(options, distance - n) for n, chance in moves.items())
    return sum(ways, Fraction(0)) / sum(moves.values(), Fraction(0))


def ox_walk(options: SixCastOptions) -> Fraction:
    """The chance that an undisturbed run stops on every stroked square."""
    whole = Fraction(1)
    here = 0
    for square in STROKES:
        whole *= stopping(options, here, square)
        here = square
    return whole


def stopping(options: SixCastOptions, here: int, square: int) -> Fraction:
    """The chance of stopping on a square before the end, from another one."""
    told = {position: _moves(options, position) for position in range(GOAL) if position != square}
    return _solved(told, {square: Fraction(1), GOAL: Fraction(int(square == GOAL))}, Fraction(0))[here]


def mean_throws(options: SixCastOptions) -> Fraction:
    """The mean number of throws that a player alone needs to the goal."""
    return throws_left(options)[0]


@functools.cache
def throws_left(options: SixCastOptions) -> Mapping[int, Fraction]:
    """The mean number of throws that a player alone needs from each square."""
    told = {position: _moves(options, position) for position in range(GOAL)}
    return _solved(told, {GOAL: Fraction(0)}, Fraction(1))


def _moves(options: SixCastOptions, position: int) -> Chances:
    """Where one throw leads from a square."""
    found: dict[int, Fraction] = {}
    for n, chance in throw_chances(options).items():
        target = landing(options, position, n)
        there = position if target is None else target
        found[there] = found.get(there, Fraction(0)) + chance
    return found


def _solved(moves: Mapping[int, Chances], known: Chances, each: Fraction) -> dict[int, Fraction]:
    """The values with v(p) = each + Σ chance · v(next), some being known.

    Squares are eliminated from the last to the first; each is then told by earlier ones and known ones alone.
    """
    told: dict[int, tuple[Chances, Fraction]] = {}
    for position in sorted(moves, reverse=True):
        told[position] = _isolated(position, moves[position], each, told)
    values = dict(known)
    for position in sorted(told):
        chances, constant = told[position]
        values[position] = constant + sum(chance * values[p] for p, chance in chances.items())
    return values


def _isolated(
    position: int, chances: Chances, constant: Fraction, told: Mapping[int, tuple[Chances, Fraction]]
) -> tuple[Chances, Fraction]:
    """The equation of one square with all later squares put in and solved for itself."""
    left = dict(chances)
    while later := [p for p in left if p in told]:
        latest = max(later)
        weight = left.pop(latest)
        inner, more = told[latest]
        constant += weight * more
        for p, chance in inner.items():
            left[p] = left.get(p, Fraction(0)) + weight * chance
    moving = 1 - left.pop(position, Fraction(0))
    return {p: chance / moving for p, chance in left.items()}, constant / moving


# -- in words ----------------------------------------------------------------------------------------------


def finishing(options: SixCastOptions, here: int) -> Fraction:
    """The chance that the next throw from a square reaches the goal."""
    return _moves(options, here).get(GOAL, Fraction(0))


def tables(options: SixCastOptions) -> tuple[SolutionTable, ...]:
    """Exact figures for a player alone: in general, and near the goal."""
    return _general(options), _near(options)


def _general(options: SixCastOptions) -> SolutionTable:
    ox = ox_walk(options)
    rows = (
        (msg("solution.reach", n=3), str(reach(options, 3)), float(reach(options, 3))),
        (msg("solution.reach", n=4), str(reach(options, 4)), float(reach(options, 4))),
        (msg("solution.ox"), _one_in(ox), f"{float(ox):.3e}"),
        (msg("solution.throws"), "", float(mean_throws(options))),
    )
    heads = (msg("solution.what"), msg("solution.exact"), msg("solution.decimal"))
    return SolutionTable(msg("solution.alone"), heads, rows)


def _one_in(chance: Fraction) -> str:
    return f"1 : {round(1 / chance)}" if chance else "0"


def _near(options: SixCastOptions) -> SolutionTable:
    """The last squares before the goal."""
    rows = tuple(
        (square, GOAL - square, float(finishing(options, square)), float(throws_left(options)[square]))
        for square in range(GOAL - 12, GOAL)
    )
    heads = ("square", "distance", "finish", "left")
    return SolutionTable(msg("solution.near"), tuple(msg(f"solution.{head}") for head in heads), rows)

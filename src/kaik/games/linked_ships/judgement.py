"""How good a position of Linked Ships looks: the points of throws each player still needs (§6.3)."""

from __future__ import annotations

import functools
from itertools import combinations

from kaik.games.linked_ships.rules import BUILD, GOAL, HOLD, Fleet, LinkedShipsOptions, Ship, Voyage, locked

TURN = 2.5
"""A turn as points of throws."""
LOST = 200.0
"""The need of a player who can do nothing any more."""
VICTORY = 50.0
"""What a winner is ahead by when it is over, besides the piles."""


def outlook(state: Voyage) -> tuple[float, ...]:
    """For each seat, how much less it needs than the others do on average."""
    needs = _results(state) if state.ended else [_need(state.options, fleet) for fleet in state.fleets]
    whole = sum(needs)
    return tuple((whole - own) / (len(needs) - 1) - own for own in needs)


def _results(state: Voyage) -> list[float]:
    """When it is over: only who is first counts, and a little by how much."""
    share = VICTORY / len(state.winners)
    return [-f.goal / 10 - share * (seat in state.winners) for seat, f in enumerate(state.fleets)]


def _need(options: LinkedShipsOptions, fleet: Fleet) -> float:
    return need(options, fleet.start, fleet.goal, tuple(sorted(fleet.ships, key=_key)))


def _key(ship: Ship) -> tuple[int, int]:
    return ship.square, ship.cargo


@functools.lru_cache(maxsize=1 << 16)
def need(options: LinkedShipsOptions, start: int, goal: int, ships: tuple[Ship, ...]) -> float:
    """Points of throws until the target: the cheapest choice of ships to bring in, others being stores."""
    missing = options.bs_target - goal
    if missing <= 0:
        return float(missing) / 10
    if locked(options, Fleet(start)):
        return LOST
    sailing = [ship for ship in ships if ship.square < GOAL]
    plans = (plan for size in range(len(sailing) + 1) for plan in combinations(sailing, size))
    return min(_cost(options, start, missing, plan, ships) for plan in plans)


def _cost(
    options: LinkedShipsOptions, start: int, missing: int, plan: tuple[Ship, ...], ships: tuple[Ship, ...]
) -> float:
    """What it takes to land the missing points with these ships, and further voyages if they are too few."""
    more = max(0, -(-missing // HOLD) - len(plan))
    way = sum(GOAL - ship.square for ship in plan) + GOAL * more
    loaded = sum(ship.cargo for ship in plan)
    spare = [ship.cargo for ship in _others(ships, plan) if ship.cargo]
    if options.bs_move_cost == "ship":
        return way + max(0, missing + way - loaded - sum(spare)) + TURN * (more + len(spare))
    short = max(0, missing - loaded)
    builds = min(short, max(0, start - way)) // BUILD
    funds = max(0, way + BUILD * builds - start)
    recalls = -(-funds // HOLD) + more
    return way + short - BUILD * builds + max(0, funds - sum(spare)) + TURN * (recalls + builds)


def _others(ships: tuple[Ship, ...], plan: tuple[Ship, ...]) -> list[Ship]:
    left = list(ships)
    for ship in plan:
        left.remove(ship)
    return left

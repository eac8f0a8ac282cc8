"""The track, the actions and the end of Linked Ships (`docs/rules/linked_ships.md` §6.1, §6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from kaik.core.messages import Message, msg
from kaik.core.options import Options
from kaik.kit import stakes
from kaik.kit.ledger import Ledger
from kaik.kit.opening import First, Throw, ThrowOff

GOAL = 20
SHIPS = 3
HOLD = 15
"""The cargo a ship can bear."""
BUILD = 5
"""What building costs and brings."""
START_PILE = 20
LEAST_CAP = 60
"""A cap on rounds is this large, or there is none."""


class LinkedShipsOptions(Options, frozen=True, kw_only=True):
    """The options of Linked Ships."""

    bs_target: Annotated[int, Meta(ge=5, le=60)] = 20
    stake: Annotated[int, Meta(ge=0, le=1000)] = 0
    bs_move_cost: Literal["start", "ship"] = "start"
    bs_empty_start: Literal["no_spend", "strict_pass"] = "no_spend"
    bs_zero_throw: Literal["pass", "fixed_actions"] = "pass"
    bs_may_pass: bool = True
    bs_overshoot: Literal["stop_full_cost", "stop_used_cost", "exact"] = "stop_full_cost"
    bs_plunder_targets: Literal["opponents", "any_other"] = "opponents"
    bs_end: Literal["equal_turns", "immediate"] = "equal_turns"
    bs_round_cap: Annotated[int, Meta(ge=0, le=300)] = 120
    first_player: Literal["random", "highest_throw"] = "random"
    stick_bias: Annotated[int, Meta(ge=5, le=95)] = 50

    def conflict(self) -> Message | None:
        return msg("error.round_cap", least=LEAST_CAP) if 0 < self.bs_round_cap < LEAST_CAP else None


class Move(Struct, frozen=True, tag="move", cache_hash=True):
    """移動: a ship sails on."""

    ship: int


class Build(Struct, frozen=True, tag="build", cache_hash=True):
    """造船: an empty ship at the start is fitted out."""

    ship: int


class Supply(Struct, frozen=True, tag="supply", cache_hash=True):
    """補給: cargo from the common supply."""

    ship: int


class Plunder(Struct, frozen=True, tag="plunder", cache_hash=True):
    """略奪: cargo from another ship on the same square."""

    ship: int
    owner: int
    target: int


class Recall(Struct, frozen=True, tag="recall", cache_hash=True):
    """召集: a ship comes home and unloads there."""

    ship: int


class Pass(Struct, frozen=True, tag="pass", cache_hash=True):
    """Nothing is done."""


Action: TypeAlias = Move | Build | Supply | Plunder | Recall | Pass
Outcome: TypeAlias = First | Throw


class Ship(Struct, frozen=True, cache_hash=True):
    """A ship on the track, the start being 0."""

    square: int = 0
    cargo: int = 0


class Fleet(Struct, frozen=True, cache_hash=True):
    """What a player has: the pile at the start, the pile at the goal, the ships."""

    start: int = START_PILE
    goal: int = 0
    ships: tuple[Ship, ...] = (Ship(0, BUILD), Ship(), Ship())
    turns: int = 0


class Voyage(Struct, frozen=True, cache_hash=True):
    """A game of Linked Ships. `thrown` is `None` while the sticks are about to be cast."""

    options: LinkedShipsOptions
    fleets: tuple[Fleet, ...]
    first: int | None = None
    turn: int = 0
    thrown: int | None = None
    throw_off: ThrowOff | None = None
    sticks: tuple[int, int] | None = None
    """Who threw last, and what."""
    ended: Literal["", "target", "round_cap", "all_locked"] = ""

    @property
    def seats(self) -> int:
        return len(self.fleets)

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 before the first."""
        if self.first is None:
            return 0
        done = self.fleets[self.first].turns
        return done if self.ended or self.turn != self.first else done + 1

    @property
    def winners(self) -> tuple[int, ...]:
        """Those with the largest pile at the goal."""
        best = max(fleet.goal for fleet in self.fleets)
        return tuple(seat for seat, fleet in enumerate(self.fleets) if fleet.goal == best)


def start(options: LinkedShipsOptions, seats: int) -> Voyage:
    """Everybody has a full start pile and one ship fitted out."""
    throw_off = ThrowOff(tuple(range(seats))) if options.first_player == "highest_throw" else None
    return Voyage(options, (Fleet(),) * seats, throw_off=throw_off)


# -- what may be done ------------------------------------------------------------------------------


def legal(state: Voyage, seat: int) -> list[Action]:
    """Every action of the seat to act; passing is always possible on 0 or where nothing else is."""
    assert state.thrown is not None
    fleet = state.fleets[seat]
    found = [] if locked(state.options, fleet) else list(_doable(state, seat, fleet, state.thrown))
    may_pass = state.options.bs_may_pass or not found or state.thrown == 0
    return [*found, Pass()] if may_pass else found


def locked(options: LinkedShipsOptions, fleet: Fleet) -> bool:
    """An empty start pile shuts a player out for good (`strict_pass`)."""
    return options.bs_empty_start == "strict_pass" and fleet.start == 0


def _doable(state: Voyage, seat: int, fleet: Fleet, n: int) -> Iterator[Action]:
    options = state.options
    if n > 0:
        yield from (Move(i) for i, ship in enumerate(fleet.ships) if _may_move(options, fleet, ship, n))
    if n > 0 or options.bs_zero_throw == "fixed_actions":
        yield from (Build(i) for i, ship in enumerate(fleet.ships) if _at_rest(ship) and fleet.start >= BUILD)
    if n > 0:
        yield from (Supply(i) for i, ship in enumerate(fleet.ships) if ship.square < GOAL)
    if n > 1:
        yield from _plunders(state, seat)
    if n > 0 or options.bs_zero_throw == "fixed_actions":
        yield from (Recall(i) for i, ship in enumerate(fleet.ships) if not _at_rest(ship))


def _at_rest(ship: Ship) -> bool:
    return ship == Ship(0, 0)


def _may_move(options: LinkedShipsOptions, fleet: Fleet, ship: Ship, n: int) -> bool:
    if ship.square == GOAL or ship.cargo == 0 or (options.bs_overshoot == "exact" and ship.square + n > GOAL):
        return False
    return (fleet.start if options.bs_move_cost == "start" else ship.cargo) >= _move_cost(options, ship, n)


def _move_cost(options: LinkedShipsOptions, ship: Ship, n: int) -> int:
    return min(n, GOAL - ship.square) if options.bs_overshoot == "stop_used_cost" else n


def _plunders(state: Voyage, seat: int) -> Iterator[Action]:
    for i, ship in enumerate(state.fleets[seat].ships):
        if not 0 < ship.square < GOAL:
            continue
        for owner, fleet in enumerate(state.fleets):
            if owner == seat and state.options.bs_plunder_targets == "opponents":
                continue
            for j, other in enumerate(fleet.ships):
                if other.square == ship.square and (owner, j) != (seat, i):
                    yield Plunder(i, owner, j)


# -- what it does ----------------------------------------------------------------------------------


def acted(state: Voyage, seat: int, action: Action) -> Voyage:
    """The state after an action and the end of the turn."""
    assert state.thrown is not None
    n, options, fleet = state.thrown, state.options, state.fleets[seat]
    match action:
        case Move(ship):
            state = _with(state, seat, _moved(options, fleet, ship, n))
        case Build(ship):
            state = _with(state, seat, _set(replace(fleet, start=fleet.start - BUILD), ship, Ship(0, BUILD)))
        case Supply(ship):
            old = fleet.ships[ship]
            state = _with(state, seat, _set(fleet, ship, Ship(old.square, min(HOLD, old.cargo + n))))
        case Plunder(ship, owner, target):
            state = _plundered(state, seat, ship, owner, target)
        case Recall(ship):
            home = fleet.start + fleet.ships[ship].cargo
            state = _with(state, seat, _set(replace(fleet, start=home), ship, Ship()))
        case Pass():
            pass
    return _turn_over(state, seat)


def _moved(options: LinkedShipsOptions, fleet: Fleet, number: int, n: int) -> Fleet:
    """The ship sails and the move is paid; at the goal it unloads and stays (immediate rules)."""
    ship = fleet.ships[number]
    cost = _move_cost(options, ship, n)
    paid_by_ship = options.bs_move_cost == "ship"
    cargo = ship.cargo - cost if paid_by_ship else ship.cargo
    fleet = fleet if paid_by_ship else replace(fleet, start=fleet.start - cost)
    square = min(GOAL, ship.square + n)
    if square == GOAL:
        return _set(replace(fleet, goal=fleet.goal + cargo), number, Ship(GOAL, 0))
    return _set(fleet, number, _afloat(square, cargo))


def _afloat(square: int, cargo: int) -> Ship:
    """A ship off the goal; an empty one returns to the start."""
    return Ship(square, cargo) if cargo else Ship()


def booty(state: Voyage, seat: int, action: Plunder) -> int:
    """What a plundering ship takes."""
    assert state.thrown is not None
    own = state.fleets[seat].ships[action.ship]
    other = state.fleets[action.owner].ships[action.target]
    return min(state.thrown - 1, other.cargo, HOLD - own.cargo)


def _plundered(state: Voyage, seat: int, ship: int, owner: int, target: int) -> Voyage:
    taken = booty(state, seat, Plunder(ship, owner, target))
    own, other = state.fleets[seat].ships[ship], state.fleets[owner].ships[target]
    state = _with(state, seat, _set(state.fleets[seat], ship, Ship(own.square, own.cargo + taken)))
    return _with(state, owner, _set(state.fleets[owner], target, _afloat(other.square, other.cargo - taken)))


def _set(fleet: Fleet, number: int, ship: Ship) -> Fleet:
    return replace(fleet, ships=(*fleet.ships[:number], ship, *fleet.ships[number + 1 :]))


def _with(state: Voyage, seat: int, fleet: Fleet) -> Voyage:
    return replace(state, fleets=(*state.fleets[:seat], fleet, *state.fleets[seat + 1 :]))


def _turn_over(state: Voyage, seat: int) -> Voyage:
    """The next seat throws, unless the game has ended (§6.2 End)."""
    fleet = state.fleets[seat]
    state = _with(replace(state, thrown=None), seat, replace(fleet, turns=fleet.turns + 1))
    state = replace(state, turn=(seat + 1) % state.seats)
    options, last = state.options, state.turn == state.first
    if (last or options.bs_end == "immediate") and any(f.goal >= options.bs_target for f in state.fleets):
        return replace(state, ended="target")
    if all(locked(options, f) for f in state.fleets):
        return replace(state, ended="all_locked")
    if last and fleet.turns + 1 == options.bs_round_cap:
        return replace(state, ended="round_cap")
    return state


def opened(state: Voyage, outcome: Outcome) -> Voyage:
    """The state after chance has spoken on who begins."""
    if isinstance(outcome, First):
        return replace(state, first=outcome.seat, turn=outcome.seat)
    assert state.throw_off is not None
    throw_off = state.throw_off.after(outcome.n)
    state = replace(state, sticks=(state.throw_off.thrower, outcome.n), throw_off=throw_off)
    winner = throw_off.winner
    return state if winner is None else replace(state, first=winner, turn=winner, throw_off=None)


def payouts(state: Voyage) -> Ledger:
    """The stake of each loser to the winners."""
    if not state.ended or state.first is None:
        return (0,) * state.seats
    return stakes.settled(state.seats, state.winners, state.first, state.options.stake)

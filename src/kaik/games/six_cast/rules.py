"""The board, the turn and the prizes of Six Cast (`docs/rules/six_cast.md` §5.1, §5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from kaik.core.options import Options
from kaik.kit.ledger import Ledger
from kaik.kit.opening import First, Throw, ThrowOff
from kaik.kit.sticks import cast_weights

GOAL = 31
STROKES = {3: 2, 6: 2, 9: 2, 12: 2, 15: 2, 19: 3, 23: 3, 27: 3, GOAL: 3}
"""The stroked squares, and the cups to be drunk on each."""
STICKS = 6
DIE = (0, 1, 1, 1, 1, 1, 1)
"""Weights of throwing 0, 1, … with a die."""


class SixCastOptions(Options, frozen=True, kw_only=True):
    """The options of Six Cast."""

    ns_dice: Literal["six_sticks", "d6"] = "six_sticks"
    ns_finish: Literal["exact_or_stay", "overshoot", "bounce"] = "exact_or_stay"
    ns_zero_drinks: bool = True
    ns_ox: Literal["sweep", "title_only"] = "sweep"
    ns_cups: Literal["count_only", "points", "penalty"] = "count_only"
    first_player: Literal["random", "highest_throw"] = "random"
    stick_bias: Annotated[int, Meta(ge=5, le=95)] = 50


class Take(Struct, frozen=True, tag="take", cache_hash=True):
    """Choose a prize after finishing."""

    prize: int


Action: TypeAlias = Take
Outcome: TypeAlias = First | Throw


class Walker(Struct, frozen=True, cache_hash=True):
    """A player on the board."""

    position: int = 0
    cups: int = 0
    sent_back: bool = False
    stops: tuple[int, ...] = ()
    """The stroked squares stopped on so far, in ascending order, also before being sent back."""
    prizes: tuple[int, ...] = ()

    @property
    def ox_walk(self) -> bool:
        """Never sent back, and stopped on every stroked square (牛行)."""
        return not self.sent_back and len(self.stops) == len(STROKES)


class Race(Struct, frozen=True, cache_hash=True):
    """A game of Six Cast. `turn` is `None` while it is being found out who begins."""

    options: SixCastOptions
    walkers: tuple[Walker, ...]
    prizes: tuple[int, ...]
    """Those not yet taken, the best first."""
    turn: int | None = None
    throw_off: ThrowOff | None = None
    choosing: bool = False
    """Whoever is on turn has finished and takes a prize."""
    finished: tuple[int, ...] = ()
    over: bool = False
    sticks: tuple[int, int] | None = None
    """Who threw last, and what."""
    captured: tuple[int, ...] = ()
    """The seats that the last throw sent back."""
    turns: int = 0
    captures: int = 0

    @property
    def seats(self) -> int:
        return len(self.walkers)

    @property
    def ante(self) -> int:
        return self.seats + 1

    @property
    def ox_walkers(self) -> tuple[int, ...]:
        """Those who finished with an ox walk, in order."""
        return tuple(seat for seat in self.finished if self.walkers[seat].ox_walk)


def start(options: SixCastOptions, seats: int) -> Race:
    """All on the start square; the prizes are laid out."""
    throw_off = ThrowOff(tuple(range(seats))) if options.first_player == "highest_throw" else None
    return Race(options, (Walker(),) * seats, tuple(range(2 * seats, 0, -2)), throw_off=throw_off)


def throws(options: SixCastOptions) -> Sequence[int]:
    """Integer weights of throwing 0, 1, 2 …"""
    return DIE if options.ns_dice == "d6" else cast_weights(STICKS, options.stick_bias)


def landing(options: SixCastOptions, position: int, n: int) -> int | None:
    """Where a throw above 0 leads, or `None` where it goes too far to be used (§5.2, 3)."""
    target = position + n
    if target <= GOAL:
        return target
    match options.ns_finish:
        case "overshoot":
            return GOAL
        case "bounce":
            return 2 * GOAL - target
        case _:
            return None


def thrown(state: Race, seat: int, n: int) -> Race:
    """One turn up to the choice of a prize."""
    state = replace(state, sticks=(seat, n), turns=state.turns + 1, captured=())
    if n == 0:
        return passed_on(_with(state, seat, _drunk_again(state, seat)))
    target = landing(state.options, state.walkers[seat].position, n)
    if target is None:
        return passed_on(state)
    state = _captured(_with(state, seat, _landed(state.walkers[seat], target)), seat)
    return _finished(state, seat) if target == GOAL else passed_on(state)


def _drunk_again(state: Race, seat: int) -> Walker:
    walker = state.walkers[seat]
    again = STROKES.get(walker.position, 0) if state.options.ns_zero_drinks else 0
    return replace(walker, cups=walker.cups + again)


def _landed(walker: Walker, square: int) -> Walker:
    stops = tuple(sorted({*walker.stops, square})) if square in STROKES else walker.stops
    return replace(walker, position=square, cups=walker.cups + STROKES.get(square, 0), stops=stops)


def _captured(state: Race, seat: int) -> Race:
    """Opponents on the square just reached go back to the start, unless it is the goal."""
    square = state.walkers[seat].position
    if square == GOAL:
        return state
    caught = tuple(s for s, other in enumerate(state.walkers) if s != seat and other.position == square)
    for other in caught:
        state = _with(state, other, replace(state.walkers[other], position=0, sent_back=True))
    return replace(state, captured=caught, captures=state.captures + len(caught))


def _finished(state: Race, seat: int) -> Race:
    """The goal is reached: a prize is chosen, or an ox walk takes them all and ends the game."""
    state = replace(state, finished=(*state.finished, seat))
    walker = state.walkers[seat]
    if not (walker.ox_walk and state.options.ns_ox == "sweep"):
        return replace(state, choosing=True)
    return replace(_with(state, seat, replace(walker, prizes=state.prizes)), prizes=(), over=True)


def taken(state: Race, seat: int, prize: int) -> Race:
    """A finisher has chosen; the last player left gets what is left."""
    state = replace(_given(state, seat, prize), choosing=False)
    if len(state.prizes) > 1:
        return passed_on(state)
    (last,) = set(range(state.seats)) - set(state.finished)
    return replace(_given(state, last, state.prizes[0]), over=True)


def _given(state: Race, seat: int, prize: int) -> Race:
    walker = state.walkers[seat]
    state = _with(state, seat, replace(walker, prizes=(*walker.prizes, prize)))
    return replace(state, prizes=tuple(other for other in state.prizes if other != prize))


def passed_on(state: Race) -> Race:
    """The turn goes to the next who has not finished."""
    assert state.turn is not None
    seat = (state.turn + 1) % state.seats
    while seat in state.finished:
        seat = (seat + 1) % state.seats
    return replace(state, turn=seat)


def opened(state: Race, outcome: Outcome) -> Race:
    """The state after chance has spoken on who begins."""
    if isinstance(outcome, First):
        return replace(state, turn=outcome.seat)
    assert state.throw_off is not None
    throw_off = state.throw_off.after(outcome.n)
    state = replace(state, sticks=(state.throw_off.thrower, outcome.n))
    if throw_off.winner is None:
        return replace(state, throw_off=throw_off)
    return replace(state, turn=throw_off.winner, throw_off=None)


def _with(state: Race, seat: int, walker: Walker) -> Race:
    return replace(state, walkers=(*state.walkers[:seat], walker, *state.walkers[seat + 1 :]))


def payouts(state: Race) -> Ledger:
    """Prizes less antes and, where cups count, every pair's difference (`ns_cups`)."""
    sign = {"count_only": 0, "points": 1, "penalty": -1}[state.options.ns_cups]
    cups = sum(walker.cups for walker in state.walkers)
    more = [state.seats * walker.cups - cups for walker in state.walkers]
    return tuple(
        sum(walker.prizes) - state.ante + sign * extra
        for walker, extra in zip(state.walkers, more, strict=True)
    )

"""New Play (新遊, lu-tou): punters stake on one of the numbers 0–5 of a sheet, the banker throws five sticks.

Follows `docs/rules/new_play.md` §3. Bets are open, in seat order after the banker (§9.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from kaik.core.episode import Episode
from kaik.core.game import CHANCE, Game, seat_name
from kaik.core.lexicon import FIGURE, Lexicon, each
from kaik.core.messages import Message, msg
from kaik.core.options import Options as BaseOptions
from kaik.core.scene import Cast, Counter, Item, Path, Scene, Spot, Zone, button, choices
from kaik.core.solution import Solution, SolutionTable
from kaik.kit.ledger import Ledger, added
from kaik.kit.opening import First, Throw, ThrowOff, in_turn
from kaik.kit.sticks import cast_weights

MULTIPLES = (8, 4, 2, 2, 4, 8)
"""What a stake on each number brings (§3)."""

ACROSS = 3
"""How many numbers stand side by side on the sheet."""
LISTED = 1000
"""Up to so many bets are listed whole; beyond, the number is chosen before the stake."""


class NewPlayOptions(BaseOptions, frozen=True, kw_only=True):
    """The options of New Play."""

    rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    first_player: Literal["random", "highest_throw"] = "random"
    lt_banker: Literal["rotate_each", "rotate_on_loss", "fixed"] = "rotate_each"
    lt_payout: Literal["profit", "total"] = "profit"
    lt_min_bet: Annotated[int, Meta(ge=1, le=1000)] = 1
    lt_max_bet: Annotated[int, Meta(ge=1, le=1000)] = 10
    lt_must_bet: bool = True
    stick_bias: Annotated[int, Meta(ge=5, le=95)] = 50

    def conflict(self) -> Message | None:
        return msg("error.bet_bounds") if self.lt_min_bet > self.lt_max_bet else None


class Bet(Struct, frozen=True, tag="bet", cache_hash=True):
    """A stake on a number."""

    number: int
    stake: int


class Number(Struct, frozen=True, tag="number", cache_hash=True):
    """The number a stake will be put on, where stakes are many."""

    number: int


class Sit(Struct, frozen=True, tag="sit", cache_hash=True):
    """No bet this round."""


Action: TypeAlias = Bet | Number | Sit
Outcome: TypeAlias = First | Throw


class Settled(Struct, frozen=True, cache_hash=True):
    """A round that has been paid."""

    banker: int
    thrown: int
    gains: Ledger


class Sitting(Struct, frozen=True, cache_hash=True):
    """A sitting of New Play. `banker` is `None` while it is being found out who banks first."""

    options: NewPlayOptions
    ledger: Ledger
    bets: tuple[Bet | Sit | None, ...]
    banker: int | None = None
    throw_off: ThrowOff | None = None
    number: int | None = None
    """The number already chosen by the punter to bet, where the choice is staged."""
    done: tuple[Settled, ...] = ()
    settled: bool = False
    """The last round of `done` is still on the table."""
    sticks: tuple[int, int] | None = None

    @property
    def seats(self) -> int:
        return len(self.ledger)

    @property
    def round(self) -> int:
        """The number of the round on the table, from 1; 0 before the first."""
        return len(self.done) + (self.banker is not None and not self.settled)


class NewPlay(Game[Sitting, Action, Outcome, NewPlayOptions]):
    """The rules of New Play."""

    id = "new_play"
    Options = NewPlayOptions
    State = View = Sitting
    Event = Action | Outcome
    presets = {"default": NewPlayOptions()}
    max_plies = 3000
    episode = "round"

    def seats(self, options: NewPlayOptions) -> Sequence[int]:
        return range(2, 9)

    def start(self, options: NewPlayOptions, seats: int) -> Sitting:
        throw_off = ThrowOff(tuple(range(seats))) if options.first_player == "highest_throw" else None
        return Sitting(options, (0,) * seats, (None,) * seats, throw_off=throw_off)

    def to_act(self, state: Sitting) -> tuple[int, ...]:
        if len(state.done) >= _rounds(state):
            return ()
        punter = _punter(_current(state))
        return (CHANCE,) if punter is None else (punter,)

    def actions(self, state: Sitting, seat: int) -> Sequence[Action]:
        options, chosen = state.options, _current(state).number
        stakes = range(options.lt_min_bet, options.lt_max_bet + 1)
        if chosen is not None:
            return [Bet(chosen, stake) for stake in stakes]
        bets: list[Action] = [] if options.lt_must_bet else [Sit()]
        if len(stakes) * len(MULTIPLES) > LISTED:
            return bets + [Number(number) for number in range(len(MULTIPLES))]
        return bets + [Bet(number, stake) for number in range(len(MULTIPLES)) for stake in stakes]

    def weights(self, state: Sitting) -> Sequence[tuple[Outcome, int]]:
        if state.banker is None and state.throw_off is None:
            return [(First(seat), 1) for seat in range(state.seats)]
        return [(Throw(n), weight) for n, weight in enumerate(cast_weights(5, state.options.stick_bias))]

    def thrower(self, state: Sitting) -> int | None:
        return state.throw_off.thrower if state.throw_off is not None else _current(state).banker

    def apply(self, state: Sitting, seat: int, event: Action | Outcome) -> Sitting:
        state = _current(state)
        match event:
            case Number(number):
                return replace(state, number=number)
            case Bet() | Sit():
                bets = tuple(event if s == seat else old for s, old in enumerate(state.bets))
                return replace(state, bets=bets, number=None)
            case Throw(n) if state.banker is not None:
                return _settle(state, state.banker, n)
            case Throw(n):
                return _throw_off(state, n)
            case First(first):
                return replace(state, banker=first)

    def returns(self, state: Sitting) -> tuple[float, ...]:
        return state.ledger

    def reason(self, state: Sitting) -> Message:
        return msg("reason.rounds")

    def evaluate(self, state: Sitting) -> tuple[float, ...]:
        """Points so far, and the expected gains of the bets on the sheet."""
        if state.settled or state.banker is None:
            return state.ledger
        weights = cast_weights(5, state.options.stick_bias)
        mean = [0.0] * state.seats
        for n, weight in enumerate(weights):
            for seat, gain in enumerate(_gains(state, state.banker, n)):
                mean[seat] += weight * gain / sum(weights)
        return tuple(points + gain for points, gain in zip(state.ledger, mean, strict=True))

    def solution(self, options: NewPlayOptions) -> Solution | None:
        """The bets are independent of each other: each number has its mean gain."""
        return Solution(lambda: (_bets_table(options),), lambda state, _: _best(state), msg("solution.best"))

    def episodes(self, states: Sequence[Sitting], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        """Every round with its banker, and the number thrown."""
        return [_episode(done) for done in states[-1].done]

    def scene(self, view: Sitting, seat: int | None) -> Scene:
        """The round to be played; a round just settled is told in `happened`."""
        turn, now = self.to_act(view), _current(view)
        betting = seat is not None and seat in turn
        return Scene(
            zones=(_sheet(now, _hit(view)), *((_stakes(now), *_sit(now)) if betting else ())),
            counters=_counters(now),
            prompt=_prompt(now) if betting else None,
            happened=_happened(view),
            casts=() if view.sticks is None else (Cast(view.sticks[1], by=view.sticks[0]),),
            turn=turn,
        )

    def lexicon(self, options: NewPlayOptions, seats: int) -> Lexicon:
        stakes = each("stake-{}", range(options.lt_min_bet, options.lt_max_bet + 1))
        return Lexicon(
            spots=(*each("number-{}", range(len(MULTIPLES))), *stakes, "sit"),
            looks=(FIGURE,),
            marks=("chosen", "hit"),
            counters=("round", "banker", *each("points-{}", range(seats))),
        )

    def path(self, state: Sitting, seat: int, action: Action) -> Path:
        match action:
            case Bet(number, stake) if _current(state).number is None:
                return (f"number-{number}", f"stake-{stake}")
            case Bet(_, stake):
                return (f"stake-{stake}",)
            case Number(number):
                return (f"number-{number}",)
            case Sit():
                return ("sit",)

    def notate(self, state: Sitting, seat: int, action: Action) -> str:
        match action:
            case Bet(number, stake):
                return f"bet {stake} on {number}"
            case Number(number):
                return f"on {number}"
            case Sit():
                return "sit out"

    def narrate(self, view: Sitting, actor: int, event: Action | Outcome, after: Sitting) -> Message:
        match event:
            case Bet(number, stake):
                return msg("log.bet", seat=seat_name(actor), stake=stake, number=number)
            case Number(number):
                return msg("log.number", seat=seat_name(actor), number=number)
            case Sit():
                return msg("log.sit", seat=seat_name(actor))
            case First(seat):
                return msg("log.first", seat=seat_name(seat))
            case Throw(n):
                thrower = self.thrower(view)
                assert thrower is not None
                return msg("log.throw", seat=seat_name(thrower), n=n)


def _rounds(state: Sitting) -> int:
    return state.options.rounds or 2 * state.seats


def _current(state: Sitting) -> Sitting:
    """The state as the next event finds it: a settled round gives way to the next one."""
    if not state.settled or len(state.done) >= _rounds(state):
        return state
    return replace(state, settled=False, bets=(None,) * state.seats, banker=_next_banker(state))


def _next_banker(state: Sitting) -> int:
    last = state.done[-1]
    lost = last.gains[last.banker] < 0
    stays = state.options.lt_banker == "fixed" or (state.options.lt_banker == "rotate_on_loss" and not lost)
    return last.banker if stays else (last.banker + 1) % state.seats


def _punter(state: Sitting) -> int | None:
    """The next punter to bet, in seat order after the banker."""
    if state.banker is None:
        return None
    return next((seat for seat in in_turn(state.banker, state.seats)[1:] if state.bets[seat] is None), None)


def _throw_off(state: Sitting, n: int) -> Sitting:
    assert state.throw_off is not None
    after = state.throw_off.after(n)
    state = replace(state, sticks=(state.throw_off.thrower, n))
    if after.winner is None:
        return replace(state, throw_off=after)
    return replace(state, banker=after.winner, throw_off=None)


def _gains(state: Sitting, banker: int, thrown: int) -> list[int]:
    """What each seat gains when this number is thrown: each punter against the banker alone."""
    gains = [0] * state.seats
    for seat, bet in enumerate(state.bets):
        if isinstance(bet, Bet):
            gains[seat] = _gain(state.options, bet, thrown)
    gains[banker] = -sum(gains)
    return gains


def _gain(options: NewPlayOptions, bet: Bet, thrown: int) -> int:
    if bet.number != thrown:
        return -bet.stake
    multiple = MULTIPLES[thrown] - (options.lt_payout == "total")
    return multiple * bet.stake


def _settle(state: Sitting, banker: int, thrown: int) -> Sitting:
    gains = tuple(_gains(state, banker, thrown))
    return replace(
        state,
        ledger=added(state.ledger, gains),
        done=(*state.done, Settled(banker, thrown, gains)),
        settled=True,
        sticks=(banker, thrown),
    )


def expected_gain(options: NewPlayOptions, number: int) -> Fraction:
    """The mean gain per point staked on a number."""
    weights = cast_weights(5, options.stick_bias)
    total = sum(weight * _gain(options, Bet(number, 1), n) for n, weight in enumerate(weights))
    return Fraction(total, sum(weights))


def best_numbers(options: NewPlayOptions) -> list[int]:
    """The numbers with the largest mean gain."""
    gains = [expected_gain(options, number) for number in range(len(MULTIPLES))]
    return [number for number, gain in enumerate(gains) if gain == max(gains)]


def _best(state: Sitting) -> Action:
    """The most on the best number if it pays, else as little as may be."""
    options, chosen = state.options, _current(state).number
    number = best_numbers(options)[0] if chosen is None else chosen
    pays = expected_gain(options, number) > 0
    if chosen is None and not pays and not options.lt_must_bet:
        return Sit()
    if chosen is None and (options.lt_max_bet - options.lt_min_bet + 1) * len(MULTIPLES) > LISTED:
        return Number(number)
    return Bet(number, options.lt_max_bet if pays else options.lt_min_bet)


def _bets_table(options: NewPlayOptions) -> SolutionTable:
    weights = cast_weights(5, options.stick_bias)
    rows = [
        (number, f"×{MULTIPLES[number]}", str(Fraction(weight, sum(weights))), str(gain), float(gain))
        for number, weight in enumerate(weights)
        for gain in (expected_gain(options, number),)
    ]
    heads = ("number", "multiple", "chance", "gain", "decimal")
    best = ", ".join(str(number) for number in best_numbers(options))
    return SolutionTable(
        msg("solution.bets"),
        tuple(msg(f"solution.{head}") for head in heads),
        tuple(rows),
        (msg("solution.bets.note", best=best),),
    )


# -- what people see ---------------------------------------------------------------------------------------


def _hit(state: Sitting) -> int | None:
    """The number the banker has just thrown."""
    return state.done[-1].thrown if state.settled else None


def _episode(done: Settled) -> Episode:
    best = tuple(seat for seat, gain in enumerate(done.gains) if gain == max(done.gains))
    winners = best if len(best) < len(done.gains) else ()
    return Episode(done.gains, winners, done.banker, (f"lab.mark.thrown_{done.thrown}",))


def _sheet(state: Sitting, hit: int | None) -> Zone:
    spots = tuple(_sheet_spot(state, number, number == hit) for number in range(len(MULTIPLES)))
    rows = len(MULTIPLES) // ACROSS
    return Zone("sheet", "grid", spots, label=msg("zone.sheet"), columns=ACROSS, rows=rows)


def _sheet_spot(state: Sitting, number: int, hit: bool) -> Spot:
    stakes = tuple(
        _stake_item(seat, bet.stake)
        for seat, bet in enumerate(state.bets)
        if isinstance(bet, Bet) and bet.number == number
    )
    label = msg("spot.number", number=number, multiple=MULTIPLES[number])
    tags = [("chosen", state.number == number), ("hit", hit)]
    shown = tuple(tag for tag, is_so in tags if is_so)
    return Spot(f"number-{number}", number % ACROSS, number // ACROSS, stakes, shown, label)


def _stake_item(seat: int, stake: int) -> Item:
    return Item("marker", str(stake), owner=seat, label=msg("item.stake", seat=seat_name(seat), stake=stake))


def _stakes(state: Sitting) -> Zone:
    stakes = range(state.options.lt_min_bet, state.options.lt_max_bet + 1)
    spots = tuple(Spot(f"stake-{n}", place, items=(_chip(n),)) for place, n in enumerate(stakes))
    return Zone("stakes", "row", spots, label=msg("zone.stakes"))


def _chip(stake: int) -> Item:
    return Item("marker", str(stake), label=msg("spot.stake", stake=stake))


def _sit(state: Sitting) -> tuple[Zone, ...]:
    if state.options.lt_must_bet or state.number is not None:
        return ()
    return (choices(button("sit", msg("choice.sit"))),)


def _counters(state: Sitting) -> tuple[Counter, ...]:
    now = msg("counter.of", n=state.round, of=_rounds(state))
    shared = [Counter("round", msg("counter.round"), now)]
    if state.banker is not None:
        shared.append(Counter("banker", msg("counter.banker"), seat_name(state.banker)))
    points = (
        Counter(f"points-{seat}", msg("counter.points"), n, seat) for seat, n in enumerate(state.ledger)
    )
    return (*shared, *points)


def _prompt(state: Sitting) -> Message:
    options = state.options
    if state.number is not None:
        return msg("prompt.stake", number=state.number, least=options.lt_min_bet, most=options.lt_max_bet)
    return msg("prompt.bet", least=options.lt_min_bet, most=options.lt_max_bet)


def _happened(state: Sitting) -> tuple[Message, ...]:
    if not state.settled:
        return ()
    last = state.done[-1]
    gains = [_gained(seat, gain) for seat, gain in enumerate(last.gains) if gain]
    return (msg("happened.thrown", n=last.thrown), *gains)


def _gained(seat: int, gain: int) -> Message:
    return msg("happened.gain", seat=seat_name(seat), gain=f"{gain:+d}")


GAME = NewPlay()

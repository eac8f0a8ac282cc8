"""The turn of Mountain Walk in its seven steps (`docs/rules/mountain_walk.md` §4.3, §4.4, §9)."""

from __future__ import annotations

import functools
from typing import Any, Literal

from msgspec.structs import replace

from kaik.games.mountain_walk import board
from kaik.games.mountain_walk.board import HUE, WATER, Route
from kaik.games.mountain_walk.state import (
    ACTING,
    BOW,
    BRUSH,
    BRUSH_COINS,
    CART,
    COST,
    DRAWN,
    HAND,
    HORSE,
    KING_COINS,
    LUCK,
    MARKERS,
    MOVE_COST,
    NEXT,
    RICE_FOR_CARD,
    RICE_FOR_COIN,
    SHAMAN,
    SHIP_COINS,
    SOLDIER,
    THROWERS,
    TIGER,
    Action,
    Currency,
    Discard,
    Dismantle,
    Done,
    Exchange,
    Full,
    Install,
    MountainWalkOptions,
    Move,
    News,
    Placed,
    Play,
    Seen,
    Stage,
    State,
    Stay,
    Step,
    Take,
    Target,
    Walker,
)
from kaik.kit import stakes
from kaik.kit.deck import DECK, SHIP, Card, Cards, code, colour, ordered, seen, with_cards, without
from kaik.kit.ledger import Ledger
from kaik.kit.opening import First, Throw, ThrowOff, in_turn


def start(options: MountainWalkOptions, seats: int) -> Full:
    """All at the foot of the mountain, with empty hands."""
    empty: tuple[Cards, ...] = ((),) * seats
    walker = Walker(rice=options.mt_start_rice, coins=options.mt_start_coins)
    throw_off = ThrowOff(tuple(range(seats))) if options.first_player == "highest_throw" else None
    return State(options, (walker,) * seats, empty, DECK, empty, trail=((),) * seats, throw_off=throw_off)


# -- the route and the costs -------------------------------------------------------------------------


@functools.cache
def routes(options: MountainWalkOptions, seats: int) -> tuple[Route, ...]:
    """Every seat's route."""
    route = options.mt_custom if options.mt_route == "custom" else board.ROUTES[options.mt_route]
    private = options.mt_route in board.PRIVATE or options.mt_route_share == "turned_per_seat"
    return board.for_seats(route, seats, private)


def summit(state: Seen) -> int:
    """The number of steps to the summit, the same for all."""
    return len(routes(state.options, state.seats)[0]) - 1


def square(state: Seen, seat: int) -> str:
    """The square a seat's piece stands on."""
    return routes(state.options, state.seats)[seat][state.walkers[seat].position]


def stride(state: Seen, seat: int) -> int:
    """How far a movement of this seat goes now."""
    walker = state.walkers[seat]
    bonus = square(state, seat) in HUE and (walker.position > 0 or state.options.mt_start_square_bonus)
    return 1 + walker.active(BOW) + 2 * walker.active(HORSE) + bonus


def reached(state: Seen, seat: int) -> int | None:
    """Where a movement of this seat would end, or `None` if it would be too long (`exact_or_stay`)."""
    there, top = state.walkers[seat].position + stride(state, seat), summit(state)
    if there > top:
        return None if state.options.mt_summit == "exact_or_stay" else top
    return there


def move_cost(state: Seen, seat: int, currency: Currency) -> int:
    """巫 halve the cost, rounding up, before 車 lower it; only then leaving water costs more (§9.8)."""
    cost = MOVE_COST[currency]
    for _ in range(state.halvings):
        cost = -(-cost // 2)
    if currency == "rice":
        cost = max(1, cost - state.walkers[seat].active(CART))
    return cost + (state.options.mt_water == "plus_one" and square(state, seat) in WATER)


def install_cost(walker: Walker, card: Card) -> int:
    """The face cost less one for each cart."""
    return max(0, COST[code(card)] - walker.active(CART))


def currency(card: Card) -> Currency:
    """What a card is paid with."""
    return "rice" if colour(card) == "b" else "coins"


def purse(walker: Walker, kind: Currency) -> int:
    """How much a player has of one currency."""
    return walker.rice if kind == "rice" else walker.coins


# -- small changes -----------------------------------------------------------------------------------


def _with(state: Full, seat: int, walker: Walker) -> Full:
    return replace(state, walkers=(*state.walkers[:seat], walker, *state.walkers[seat + 1 :]))


def _changed(state: Full, seat: int, **values: Any) -> Full:
    return _with(state, seat, replace(state.walkers[seat], **values))


def _paid(walker: Walker, kind: Currency, amount: int) -> Walker:
    """The player after paying; a negative amount is received."""
    if kind == "rice":
        return replace(walker, rice=walker.rice - amount)
    return replace(walker, coins=walker.coins - amount)


def _got(state: Full, seat: int, kind: Currency, amount: int) -> Full:
    return _with(state, seat, _paid(state.walkers[seat], kind, -amount))


def _told(state: Full, what: str, seat: int, n: int = 0, card: Card = "", other: int = 0) -> Full:
    return replace(state, news=(*state.news, News(what, seat, n, card, other)))


def _placed(walker: Walker, place: int, card: Placed | None) -> Walker:
    """The player with one card of the row changed, or gone."""
    instead = () if card is None else (card,)
    return replace(walker, row=(*walker.row[:place], *instead, *walker.row[place + 1 :]))


def _gone(state: Full, seat: int, place: int) -> Full:
    """A card on the table goes to the discard pile."""
    walker = state.walkers[seat]
    discards = with_cards(state.discards, walker.row[place].card)
    return _with(replace(state, discards=discards), seat, _placed(walker, place, None))


def _from_hand(state: Full, seat: int, card: Card) -> Full:
    """A card leaves the hand in view of all."""
    hand = without(state.hands[seat], (card,))
    return replace(state, hands=_put(state.hands, seat, hand), trail=_trailed(state, seat, card))


def _put(all_hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*all_hands[:seat], hand, *all_hands[seat + 1 :])


def _trailed(state: Full, seat: int, step: str) -> tuple[tuple[str, ...], ...]:
    return (*state.trail[:seat], (*state.trail[seat], step), *state.trail[seat + 1 :])


# -- the beginning and the draw ----------------------------------------------------------------------


def opened(state: Full, outcome: First | Throw) -> Full:
    """The state after chance has spoken on who begins."""
    if isinstance(outcome, First):
        return _begun(state, outcome.seat)
    assert state.throw_off is not None
    throw_off = state.throw_off.after(outcome.n)
    state = replace(state, sticks=(state.throw_off.thrower, outcome.n), throw_off=throw_off)
    return state if throw_off.winner is None else _begun(replace(state, throw_off=None), throw_off.winner)


def _begun(state: Full, first: int) -> Full:
    state = replace(state, first=first, round=1)
    return replace(state, phase="deal") if state.soft else _turn_begun(state, first)


def drawer(state: Seen) -> int:
    """Who draws next: whoever is on turn, or the next in play order still to be dealt a hand (`soft`)."""
    if state.turn is not None:
        return state.turn
    assert state.first is not None
    return next(seat for seat in in_turn(state.first, state.seats) if len(state.hands[seat]) < HAND)


def drawn(state: Full, seat: int, card: Card) -> Full:
    """A card has been drawn."""
    state = replace(
        state,
        pile=without(state.pile, (card,)),
        hands=_put(state.hands, seat, with_cards(state.hands[seat], card)),
        trail=_trailed(state, seat, DRAWN),
    )
    if state.phase != "deal":
        return _drawing(state)
    assert state.first is not None
    dealt = all(len(hand) == HAND for hand in state.hands)
    return _turn_begun(state, state.first) if dealt else state


def _turn_begun(state: Full, seat: int) -> Full:
    """The seat's immunity ends and all its cards become active (§4.4)."""
    walker = state.walkers[seat]
    row = tuple(replace(placed, active=True, acted=False) for placed in walker.row)
    state = _with(state, seat, replace(walker, immune=False, row=row))
    state = replace(state, turn=seat, halvings=0, way="", steps=(), news=())
    return replace(_fallen(state, seat), phase="order") if state.soft else _drawing(state)


def _drawing(state: Full) -> Full:
    """Step 1: a hand below its limit draws, if there is anything to draw; then the turn goes on."""
    assert state.turn is not None
    limit = HAND + state.walkers[state.turn].active(SOLDIER)
    if len(state.hands[state.turn]) < limit and (state.pile or state.discards):
        return replace(state if state.pile else _reshuffled(state), phase="draw")
    return _passed_on(state) if state.soft else _effects(_fallen(state, state.turn))


def _reshuffled(state: Full) -> Full:
    """The discard pile becomes the new pile; all who count know what is in it and what is in the hands."""
    return replace(
        state,
        pile=state.discards,
        source=state.discards,
        discards=(),
        held=state.hands,
        in_hands=ordered(card for hand in state.hands for card in hand),
        trail=((),) * state.seats,
    )


def _fallen(state: Full, seat: int) -> Full:
    """Step 2: own cards with three markers go to the discard pile."""
    spared = "r" if state.options.mt_red_markers == "immune" else ""
    for place in reversed(range(len(state.walkers[seat].row))):
        placed = state.walkers[seat].row[place]
        if placed.markers >= MARKERS and colour(placed.card) != spared:
            state = _told(_gone(state, seat, place), "fell", seat, card=placed.card)
    return state


# -- step 3: effects ---------------------------------------------------------------------------------


def _effects(state: Full) -> Full:
    """Let the cards act one after the other, up to one that needs a throw or a choice."""
    seat = state.turn
    assert seat is not None
    while (place := _next_to_act(state.walkers[seat])) is not None:
        placed = state.walkers[seat].row[place]
        acting = _placed(state.walkers[seat], place, replace(placed, acted=True))
        state = _with(state, seat, acting)
        kind = code(placed.card)
        if kind == TIGER:
            return replace(state, phase="tiger")
        if kind in THROWERS:
            return replace(state, phase=THROWERS[kind])
        state = _simple_effect(state, seat, placed.card)
        if state.walkers[seat].position == summit(state):
            return _arrived(state)
    return _stage_done(_aged(state, seat), "effects")


def _next_to_act(walker: Walker) -> int | None:
    """The place of the next card to act: by rank, the oldest first."""
    waiting = [
        (ACTING.index(code(placed.card)), place)
        for place, placed in enumerate(walker.row)
        if placed.active and not placed.acted and code(placed.card) in ACTING
    ]
    return min(waiting)[1] if waiting else None


def _simple_effect(state: Full, seat: int, card: Card) -> Full:
    match code(card):
        case "0":
            return _told(_got(state, seat, "rice", 1), "rice", seat, 1, card)
        case "K":
            return _told(_got(state, seat, "coins", KING_COINS), "coins", seat, KING_COINS, card)
        case _:
            return _advanced(state, seat, card)


def _advanced(state: Full, seat: int, card: Card) -> Full:
    """A free advance by the stride; one that would be too long is lost."""
    there = reached(state, seat)
    if there is None:
        return _told(state, "too_long", seat, card=card)
    return _told(_changed(state, seat, position=there), "advance", seat, there, card)


def _aged(state: Full, seat: int) -> Full:
    """One marker on each own black card; one installed this turn does not age (§9.10)."""
    row = tuple(
        replace(placed, markers=placed.markers + 1)
        if placed.active and colour(placed.card) == "b"
        else placed
        for placed in state.walkers[seat].row
    )
    return _changed(state, seat, row=row)


def thrown(state: Full, seat: int, n: int) -> Full:
    """The sticks have been cast for a card."""
    state, lucky = replace(state, sticks=(seat, n)), n >= LUCK
    match state.phase:
        case "brush" if lucky:
            return _effects(_told(_got(state, seat, "coins", BRUSH_COINS), "coins", seat, BRUSH_COINS, BRUSH))
        case "brush":
            return _effects(_told(_changed(state, seat, immune=True), "immune", seat))
        case "shaman" if lucky:
            state = _advanced(state, seat, SHAMAN)
            return _arrived(state) if state.walkers[seat].position == summit(state) else _effects(state)
        case "shaman":
            return _effects(_told(replace(state, halvings=state.halvings + 1), "halved", seat))
        case _:
            return replace(state, phase="destroy" if lucky else "mark")


def taken(state: Full, seat: int, kind: Currency, victim: int) -> Full:
    """虎 takes one, unless there is none or the victim is immune."""
    robbed = state.walkers[victim]
    if robbed.immune or not purse(robbed, kind):
        return _effects(_told(state, "no_theft", seat, other=victim))
    state = _with(state, victim, _paid(robbed, kind, 1))
    return _effects(_told(_got(state, seat, kind, 1), f"stole_{kind}", seat, other=victim))


def targeted(state: Full, seat: int, owner: int, place: int) -> Full:
    """将 puts a marker on a card or destroys it; immunity makes it void, but never against oneself."""
    walker = state.walkers[owner]
    placed = walker.row[place]
    if walker.immune and owner != seat:
        return _effects(_told(state, "void", seat, card=placed.card, other=owner))
    if state.phase == "destroy":
        return _effects(_told(_gone(state, owner, place), "destroyed", seat, card=placed.card, other=owner))
    marked = _placed(walker, place, replace(placed, markers=placed.markers + 1))
    return _effects(_told(_with(state, owner, marked), "marked", seat, card=placed.card, other=owner))


# -- steps 4 to 7 ------------------------------------------------------------------------------------


def stepped(state: Full, stage: Stage | Literal["go_on"]) -> Full:
    """The step chosen next, where their order is free (`soft`)."""
    match stage:
        case "effects":
            return _effects(state)
        case "go_on":
            return replace(state, phase="move")
        case _:
            return replace(state, phase=stage)


def _stage_done(state: Full, stage: Stage) -> Full:
    """On to the next step; in free order that is chosen, until only the move is left."""
    if not state.soft:
        return replace(state, phase=NEXT[stage])
    steps = (*state.steps, stage)
    return replace(state, phase="order" if len(steps) < len(_STAGES) else "move", steps=steps)


def done(state: Full) -> Full:
    """No more dismantling, or no more cards."""
    return _stage_done(state, "dismantle" if state.phase == "dismantle" else "cards")


def exchanged(state: Full, seat: int, coins: int) -> Full:
    """Step 4: rice for coins."""
    walker = state.walkers[seat]
    state = _changed(state, seat, rice=walker.rice - RICE_FOR_COIN * coins, coins=walker.coins + coins)
    return _stage_done(state, "exchange")


def dismantled(state: Full, seat: int, place: int) -> Full:
    """Step 5: an own card goes, for its face cost."""
    card = state.walkers[seat].row[place].card
    return _gone(_got(state, seat, currency(card), -COST[code(card)]), seat, place)


def installed(state: Full, seat: int, card: Card) -> Full:
    """Step 6 (a): a card is paid for and laid down, not active yet."""
    walker = _paid(state.walkers[seat], currency(card), install_cost(state.walkers[seat], card))
    walker = replace(walker, row=(*walker.row, Placed(card)))
    return _with(replace(_from_hand(state, seat, card), way="install"), seat, walker)


def played(state: Full, seat: int, card: Card) -> Full:
    """Step 6 (a): a ship brings its coins at once."""
    state = replace(_from_hand(state, seat, card), way="install", discards=with_cards(state.discards, card))
    return _got(state, seat, "coins", SHIP_COINS)


def discarded(state: Full, seat: int, card: Card) -> Full:
    """Step 6 (b): a card becomes rice."""
    state = replace(_from_hand(state, seat, card), way="discard", discards=with_cards(state.discards, card))
    return _got(state, seat, "rice", RICE_FOR_CARD)


def moved(state: Full, seat: int, kind: Currency) -> Full:
    """Step 7: the move is paid and made."""
    there = reached(state, seat)
    assert there is not None
    walker = _paid(state.walkers[seat], kind, move_cost(state, seat, kind))
    state = _with(state, seat, replace(walker, position=there))
    return _arrived(state) if there == summit(state) else turn_ended(state)


def turn_ended(state: Full) -> Full:
    """After the move: the next seat, or first the draw (`soft`)."""
    return _drawing(state) if state.soft else _passed_on(state)


# -- the end -----------------------------------------------------------------------------------------


def _arrived(state: Full) -> Full:
    """The summit is reached: the game is won, or the round is played out (§9.9)."""
    assert state.turn is not None
    if state.options.mt_end == "immediate":
        return replace(state, phase="over", winners=(state.turn,))
    return _passed_on(state)


def _passed_on(state: Full) -> Full:
    """The next seat's turn, unless the round that ends was the last."""
    assert state.turn is not None
    seat = (state.turn + 1) % state.seats
    if seat != state.first:
        return _turn_begun(state, seat)
    up = [s for s, walker in enumerate(state.walkers) if walker.position == summit(state)]
    if up or state.round == state.options.mt_round_cap:
        return replace(state, phase="over", winners=_best(state, up))
    return _turn_begun(replace(state, round=state.round + 1), seat)


def _best(state: Full, up: list[int]) -> tuple[int, ...]:
    """On the summit fewest cards and then most coins win; otherwise the farthest, then the richest."""
    among = up or list(range(state.seats))
    ranks = {seat: _merit(state.walkers[seat], bool(up)) for seat in among}
    return tuple(seat for seat in among if ranks[seat] == max(ranks.values()))


def _merit(walker: Walker, up: bool) -> tuple[int, int]:
    if up:
        return -len(walker.row), walker.coins
    return walker.position, walker.rice + RICE_FOR_COIN * walker.coins


def payouts(state: Seen) -> Ledger:
    """The stake of each loser to the winners."""
    if state.phase != "over" or state.first is None:
        return (0,) * state.seats
    return stakes.settled(state.seats, state.winners, state.first, state.options.stake)


# -- what may be done --------------------------------------------------------------------------------


def legal(state: Seen, seat: int) -> list[Action]:
    """Every action of the seat to act, one card at a time (§9.15)."""
    walker = state.walkers[seat]
    match state.phase:
        case "order":
            return [*_steps_left(state)]
        case "tiger":
            victims = [s for s in range(state.seats) if s != seat]
            return [Take(kind, victim) for victim in victims for kind in _CURRENCIES]
        case "mark" | "destroy":
            return [Target(o, p) for o, other in enumerate(state.walkers) for p in range(len(other.row))]
        case "exchange":
            return [Exchange(coins) for coins in range(walker.rice // RICE_FOR_COIN + 1)]
        case "dismantle":
            return [*_dismantlings(walker), Done()]
        case "cards":
            return [*_card_actions(state, seat), Done()]
        case _:
            return [*_moves(state, seat), Stay()]


_CURRENCIES: tuple[Currency, ...] = ("rice", "coins")
_STAGES: tuple[Stage, ...] = ("effects", "exchange", "dismantle", "cards")


def _steps_left(state: Seen) -> list[Action]:
    """Every step once; the move only after the effects."""
    left: list[Action] = [Step(stage) for stage in _STAGES if stage not in state.steps]
    return [*left, Step("go_on")] if "effects" in state.steps else left


def _dismantlings(walker: Walker) -> list[Action]:
    return [
        Dismantle(place)
        for place, placed in enumerate(walker.row)
        if purse(walker, currency(placed.card)) >= COST[code(placed.card)]
    ]


def _card_actions(state: Seen, seat: int) -> list[Action]:
    """Installing or discarding, equal cards once; what was begun is gone on with."""
    walker, cards = state.walkers[seat], list(dict.fromkeys(seen(state.hands[seat])))
    found: list[Action] = []
    if state.way != "discard":
        found += [Play(card) for card in cards if code(card) == SHIP]
        found += [Install(card) for card in cards if _may_install(state.options, walker, card)]
    if state.way != "install":
        found += [Discard(card) for card in cards]
    return found


def _may_install(options: MountainWalkOptions, walker: Walker, card: Card) -> bool:
    room = len(walker.row) < options.mt_cap and code(card) != SHIP
    return room and purse(walker, currency(card)) >= install_cost(walker, card)


def _moves(state: Seen, seat: int) -> list[Action]:
    if reached(state, seat) is None:
        return []
    walker = state.walkers[seat]
    return [Move(kind) for kind in _CURRENCIES if purse(walker, kind) >= move_cost(state, seat, kind)]

"""How good a position of Mountain Walk looks: the turns each player still needs to the summit.

Moves are limited to one a turn and by what they cost; cards raise income, lengthen strides or move for free.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kaik.games.mountain_walk.board import HUE
from kaik.games.mountain_walk.rules import currency, install_cost, legal, move_cost, purse, routes, summit
from kaik.games.mountain_walk.state import (
    BOW,
    BRUSH,
    CART,
    EMPEROR,
    GENERAL,
    HAND,
    HORSE,
    KING,
    MARKERS,
    NOTHING,
    RICE_FOR_CARD,
    RICE_FOR_COIN,
    SHAMAN,
    SOLDIER,
    TIGER,
    Full,
    Install,
    Placed,
    Walker,
)
from kaik.kit.deck import SHIP, Card, code, colour

INCOME = {
    NOTHING: 1.0,
    SOLDIER: 2.0,
    TIGER: 1.0,
    BRUSH: 2.0,
    SHAMAN: 2.5,
    GENERAL: 0.5,
    KING: 10.0,
    CART: 1.0,
}
"""Rice a turn from a card."""
FREE = {EMPEROR: 1.0, SHAMAN: 3 / 16}
"""Movements a turn that cost nothing."""
LONGER = {BOW: 1, HORSE: 2}
LASTING = 99
"""Turns for which a red card works."""
FARE = 10
USUAL = 12.0
"""Turns by which the use of a card that lasts only a few is measured."""
VICTORY = 100.0
KEPT = 0.5
"""What a card kept in hand is worth, of what it would bring now: it hinders drawing."""


def outlook(state: Full) -> tuple[float, ...]:
    """For each seat, how many turns sooner than the others on average it will be up."""
    needs = [_need(state, seat) for seat in range(state.seats)]
    whole = sum(needs)
    return tuple((whole - own) / (len(needs) - 1) - own for own in needs)


def _need(state: Full, seat: int) -> float:
    if state.phase == "over":
        return -VICTORY if seat in state.winners else 0.0
    walker = state.walkers[seat]
    if walker.position == summit(state):
        return -VICTORY / 2
    return min(_turns(state, seat, after, gone) for after, gone in _prospects(state, seat, walker))


def _prospects(state: Full, seat: int, walker: Walker) -> Iterator[tuple[Walker, Card | None]]:
    """The player as now and, up to the step with cards, with any one card that could be installed."""
    yield walker, None
    if state.turn == seat and state.phase in ("exchange", "dismantle", "cards"):
        for action in legal(replace(state, phase="cards"), seat):
            if isinstance(action, Install):
                yield _installed(walker, action.card), action.card


def _installed(walker: Walker, card: Card) -> Walker:
    row, cost = (*walker.row, Placed(card)), install_cost(walker, card)
    if currency(card) == "rice":
        return replace(walker, rice=walker.rice - cost, row=row)
    return replace(walker, coins=walker.coins - cost, row=row)


def _turns(state: Full, seat: int, walker: Walker, gone: Card | None) -> float:
    """Turns to the summit for a player with these means: by the pace of moving and by what moves cost."""
    moves = _moves(state, seat, walker)
    income = RICE_FOR_CARD * HAND + sum(INCOME.get(code(p.card), 0.0) * _share(p) for p in walker.row)
    free = sum(FREE.get(code(p.card), 0.0) * _share(p) for p in walker.row)
    wealth = _wealth(state, seat, walker) + _hand(state, seat, gone)
    pace, means = moves / (1 + free), (moves - wealth / FARE) / (income / FARE + free)
    return max(pace, means) + 0.3 * min(pace, means)


def _moves(state: Full, seat: int, walker: Walker) -> int:
    """How many movements lead to the summit, as far as the cards last."""
    route, position, made = routes(state.options, state.seats)[seat], walker.position, 0
    while position < len(route) - 1:
        longer = sum(LONGER.get(code(p.card), 0) for p in walker.row if _lasting(p) > made)
        bonus = route[position] in HUE and (position > 0 or state.options.mt_start_square_bonus)
        position += 1 + longer + bonus
        made += 1
    return made


def _lasting(placed: Placed) -> int:
    """For how many more turns a card works."""
    return MARKERS - placed.markers if colour(placed.card) == "b" else LASTING


def _share(placed: Placed) -> float:
    """For what part of a usual climb a card works."""
    return min(1.0, _lasting(placed) / USUAL)


def _wealth(state: Full, seat: int, walker: Walker) -> float:
    """The purse in rice; being able to pay for the next move counts, and immunity a little."""
    ready = any(purse(walker, kind) >= move_cost(state, seat, kind) for kind in ("rice", "coins"))
    return walker.rice + (RICE_FOR_COIN - 0.1) * walker.coins + 2.0 * ready + walker.immune


def _hand(state: Full, seat: int, gone: Card | None) -> float:
    """The hand in rice, less the card laid down."""
    cards = list(state.hands[seat])
    if gone is not None:
        cards.remove(gone)
    return KEPT * sum(RICE_FOR_COIN * 2 if code(card) == SHIP else RICE_FOR_CARD for card in cards)

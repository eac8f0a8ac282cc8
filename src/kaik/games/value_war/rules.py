"""How a season of Value War runs: deal, exchange, bets, showdown (`docs/rules/value_war.md` §4)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from msgspec.structs import replace

from kaik.games.value_war.roles import Role, best_role
from kaik.games.value_war.state import (
    Action,
    Base,
    Draw2,
    Full,
    In,
    Keep,
    Out,
    Outcome,
    Seen,
    Settled,
    State,
    Stay,
    Swap,
    ValueWarOptions,
)
from kaik.kit.deck import (
    DECK,
    Card,
    Cards,
    Lot,
    dealt_out,
    for_all,
    for_seat,
    next_dealt,
    put,
    seen,
    with_cards,
    without,
)
from kaik.kit.ledger import Ledger, added, shared
from kaik.kit.opening import in_turn
from kaik.kit.seasons import Table, is_over, next_season, parents, settled

HAND = 3
PUBLIC = 3
DRAWN = 2
ANTE = 1
ROUNDS = 3
MOST = 5
"""The highest stake."""


def fresh(options: ValueWarOptions, table: Table, last: Settled | None = None) -> Full:
    """A season before its deal."""
    seats = table.seats
    none: tuple[Cards, ...] = ((),) * seats
    zero = (0,) * seats
    return State(options, table, DECK, none, none, (True,) * seats, (None,) * seats, zero, last=last)


def current(state: Full) -> Full:
    """The state as the next event finds it: a settled season gives way to the next one."""
    if not state.table.settled or is_over(state.options, state.table):
        return state
    return fresh(state.options, next_season(state.options, state.table), state.won)


# -- dealing and exchanging --------------------------------------------------------------------------


def chances(state: Full) -> Lot[Outcome]:
    """What may fall now."""
    if state.table.parent is None:
        return parents(state.table)
    if state.phase == "draw2":
        return for_seat(state.deck, state.turn)
    seat = receiver(state)
    return for_all(state.deck) if seat is None else for_seat(state.deck, seat)


def receiver(state: Full) -> int | None:
    """Who gets the next card of the deal, from the parent on; nobody when all have their three."""
    assert state.table.parent is not None
    return next_dealt(state.hands, HAND, in_turn(state.table.parent, state.seats))


def drew(state: Full, seat: int, card: Card) -> Full:
    """A card of the deal, or one of the two drawn in the exchange."""
    state = replace(state, deck=without(state.deck, (card,)))
    if state.phase == "deal":
        return replace(state, hands=put(state.hands, seat, with_cards(state.hands[seat], card)))
    drawn = with_cards(state.drawn[seat], card)
    phase = "keep" if len(drawn) == DRAWN else "draw2"
    return replace(state, drawn=put(state.drawn, seat, drawn), phase=phase)


def turned_up(state: Full, card: Card) -> Full:
    """A public card; after the last one the parent exchanges first."""
    assert state.table.parent is not None
    state = replace(state, deck=without(state.deck, (card,)), public=with_cards(state.public, card))
    if len(state.public) < PUBLIC:
        return state
    return replace(state, phase="exchange", turn=state.table.parent, parent_now=state.table.parent)


def exchanges(state: Full, seat: int) -> list[Action]:
    """Every swap of a hand card for a public one, an equal one too; or two cards of the deck."""
    swaps = [
        Swap(give, take) for give in dict.fromkeys(state.hands[seat]) for take in dict.fromkeys(state.public)
    ]
    return [*swaps, Draw2(), *([Stay()] if state.options.mak_exchange_optional else [])]


def keeps(state: Full, seat: int) -> list[Action]:
    """Either drawn card for any card of the hand."""
    first, second = state.drawn[seat]
    gives = dict.fromkeys(state.hands[seat])
    ways = dict.fromkeys(((first, second), (second, first)))
    return [Keep(drawn, give, rest) for drawn, rest in ways for give in gives]


def swapped(state: Full, seat: int, swap: Swap) -> Full:
    """All have seen the card that was taken."""
    state = _given(state, seat, swap.give, swap.take, (swap.give,))
    public = without(state.public, (swap.take,))
    return _exchanged(replace(state, public=public, known=put(state.known, seat, swap.take)))


def kept(state: Full, seat: int, keep: Keep[Card]) -> Full:
    """One drawn card enters the hand unseen; two cards join the public ones."""
    state = _given(state, seat, keep.give, keep.drawn, (keep.give, keep.rest))
    return _exchanged(replace(state, drawn=put(state.drawn, seat, ())))


def _given(state: Full, seat: int, give: Card, take: Card, thrown: Cards) -> Full:
    hand = with_cards(without(state.hands[seat], (give,)), take)
    return replace(state, hands=put(state.hands, seat, hand), public=with_cards(state.public, *thrown))


def _exchanged(state: Full) -> Full:
    """The next player exchanges; after the last all pay the ante and the parent bets."""
    turn = (state.turn + 1) % state.seats
    if turn != state.table.parent:
        return replace(state, phase="exchange", turn=turn)
    return replace(state, phase="parent", turn=turn, round=1, paid=(ANTE,) * state.seats)


def stayed(state: Full) -> Full:
    """No exchange."""
    return _exchanged(state)


# -- betting -----------------------------------------------------------------------------------------


def bets(state: Full) -> list[Action]:
    """What a parent or a child may do."""
    if state.phase == "parent":
        return [Out(), *(Base(x) for x in range(1, MOST + 1))]
    return [Out(), In()]


def paid_in(state: Full, seat: int, x: int) -> Full:
    """A parent names the stake, a child matches it."""
    state = replace(state, paid=put(state.paid, seat, state.paid[seat] + x), base=x)
    return _next_child(state)


def left(state: Full, seat: int) -> Full:
    """The cards stay hidden. The last one left takes the pot; after a parent the next one is parent."""
    state = replace(state, inside=put(state.inside, seat, False))
    if sum(state.inside) == 1:
        return _won(state, [state.inside.index(True)], ((),) * state.seats)
    if state.phase == "child":
        return _next_child(state)
    parent = next(seat for seat in in_turn(seat, state.seats) if state.inside[seat])
    return replace(state, parent_now=parent, turn=parent)


def _next_child(state: Full) -> Full:
    """The next one still in; when it is the parent again, the round is over."""
    after = in_turn(state.turn, state.seats)[1:]
    turn = next(seat for seat in after if state.inside[seat])
    if turn != state.parent_now:
        return replace(state, phase="child", turn=turn)
    if state.round == ROUNDS:
        return _showdown(state)
    return replace(state, phase="parent", turn=turn, round=state.round + 1)


def _showdown(state: Full) -> Full:
    shown = tuple(hand if inside else () for hand, inside in zip(state.hands, state.inside, strict=True))
    return _won(state, best_seats(state, shown), shown)


def best_seats(state: Full, hands: Sequence[Cards]) -> list[int]:
    """Who holds the strongest role, in order from the parent."""
    roles = {seat: role_of(state, hand).value for seat, hand in enumerate(hands) if state.inside[seat]}
    best = max(roles.values())
    return [seat for seat in in_turn(state.parent_now, state.seats) if roles.get(seat) == best]


def role_of(state: Seen, hand: Cards) -> Role:
    """The best role of a hand with the public cards."""
    return best_role(hand, state.public, state.options.mak_min_own)


def pot_shares(state: Full, winners: Sequence[int]) -> Ledger:
    """The pot in equal parts among the winners, or all to the first."""
    return shared(state.pot, state.seats, winners if state.options.mak_tie == "split" else winners[:1])


def _won(state: Full, winners: Sequence[int], shown: tuple[Cards, ...]) -> Full:
    shares = pot_shares(state, winners)
    hidden = tuple(() if shown[seat] else hand for seat, hand in enumerate(state.hands))
    gains = added(shares, [-paid for paid in state.paid])
    return replace(
        state,
        hands=hidden,
        won=Settled(shown, state.public, state.pot, shares),
        table=settled(state.table, [seat for seat, share in enumerate(shares) if share], gains),
    )


# -- guessing ----------------------------------------------------------------------------------------


def guessed(view: Seen, seat: int | None, rng: Random) -> Full:
    """Unseen cards may lie anywhere, but a card seen taken is still in that hand."""
    own = () if seat is None else seen((*view.hands[seat], *view.drawn[seat]))
    shown = () if view.won is None else [card for hand in view.won.hands for card in hand]
    others = [owner for owner in range(view.seats) if owner != seat]
    sure = {owner: _sure(view, owner) for owner in others}
    unknown = without(
        DECK, [*own, *shown, *view.public, *(card for cards in sure.values() for card in cards)]
    )
    sizes = [len(view.hands[owner]) - len(sure[owner]) for owner in others]
    sizes += [len(view.drawn[owner]) for owner in others]
    dealt = dealt_out(unknown, [*sizes, len(view.deck)], rng)
    hands, drawn = list(view.hands), list(view.drawn)
    for place, owner in enumerate(others):
        hands[owner] = with_cards(dealt[place], *sure[owner])
        drawn[owner] = dealt[len(others) + place]
    return cast(Full, replace(view, hands=tuple(hands), drawn=tuple(drawn), deck=dealt[-1]))


def _sure(view: Seen, owner: int) -> Cards:
    """The card a seat was seen to take, unless its hand has been shown."""
    card = view.known[owner]
    return () if card is None or not view.hands[owner] else (card,)


# -- how it looks ------------------------------------------------------------------------------------


def estimate(state: Full) -> tuple[float, ...]:
    """Points so far and the pot as it would fall if all still in stayed in and showed their cards now."""
    if state.table.settled or state.phase == "deal":
        return state.table.totals
    hands = tuple(with_cards(hand, *more) for hand, more in zip(state.hands, state.drawn, strict=True))
    paid = _expected(state)
    pot = replace(state, paid=paid)
    shares = pot_shares(pot, best_seats(pot, hands))
    hopes = [0.02 * role_of(state, hand).value[0] for hand in hands]
    return tuple(
        total + share - cost + hope
        for total, share, cost, hope in zip(state.table.totals, shares, paid, hopes, strict=True)
    )


def _expected(state: Full) -> Ledger:
    """What each will have paid when this round of bets is over, if nobody else leaves."""
    if state.round == 0:
        return (ANTE,) * state.seats
    if state.phase != "child":
        return state.paid
    order = in_turn(state.parent_now, state.seats)
    waiting = order[order.index(state.turn) :]
    return tuple(
        paid + (state.base if seat in waiting and state.inside[seat] else 0)
        for seat, paid in enumerate(state.paid)
    )

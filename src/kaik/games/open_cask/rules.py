"""How a season of Open Cask runs: ante, bets, shared cards, reveal (`docs/rules/open_cask.md` §7)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from kaik.games.open_cask.hands import Worth, sequence
from kaik.games.open_cask.state import (
    Action,
    Bet,
    Fold,
    Full,
    OpenCaskOptions,
    Outcome,
    Seen,
    Settled,
    State,
)
from kaik.kit.deck import (
    DECK,
    Card,
    Cards,
    Lot,
    for_all,
    for_seat,
    next_dealt,
    ordered,
    put,
    with_cards,
    without,
)
from kaik.kit.ledger import Ledger, added
from kaik.kit.ledger import shared as split
from kaik.kit.opening import in_turn
from kaik.kit.seasons import Table, is_over, next_season, parents, settled

HAND = 2


def fresh(options: OpenCaskOptions, table: Table, last: Settled | None = None) -> Full:
    """A season before its deal: whoever can pays the ante, the others sit out."""
    seats = table.seats
    inside = able(options, table)
    no, zero = (False,) * seats, (0,) * seats
    none: tuple[Cards, ...] = ((),) * seats
    state = State(options, table, DECK, none, inside, zero, zero, no, last=last)
    return state if table.parent is None else seated(state, table.parent)


def able(options: OpenCaskOptions, table: Table) -> tuple[bool, ...]:
    """Who has enough for the ante."""
    return tuple(options.nam_stack + total >= options.nam_ante for total in table.totals)


def seated(state: Full, parent: int) -> Full:
    """The parent is known; a parent who sits out is stood in for by the next one in."""
    state = replace(state, table=replace(state.table, parent=parent))
    paid = tuple(state.options.nam_ante if inside else 0 for inside in state.inside)
    return replace(state, parent_now=_next_inside(state, parent), paid=paid)


def over(state: Seen) -> bool:
    """All seasons are played, or only one player can still pay the ante."""
    return is_over(state.options, state.table) or (state.table.settled and broke(state))


def broke(state: Seen) -> bool:
    """Whether fewer than two players can still pay the ante."""
    return sum(able(state.options, state.table)) < 2


def current(state: Full) -> Full:
    """The state as the next event finds it: a settled season gives way to the next one."""
    if not state.table.settled or over(state):
        return state
    return fresh(state.options, next_season(state.options, state.table), state.won)


def _next_inside(state: Full, seat: int) -> int:
    return next(other for other in in_turn(seat, state.seats) if state.inside[other])


# -- chance ------------------------------------------------------------------------------------------


def chances(state: Full) -> Lot[Outcome]:
    """What may fall now."""
    if state.table.parent is None:
        return parents(state.table)
    seat = receiver(state)
    return for_all(state.deck) if seat is None else for_seat(state.deck, seat)


def receiver(state: Full) -> int | None:
    """Who gets the next card of the deal, from the parent on; nobody when all have their two."""
    if state.phase != "deal":
        return None
    order = [seat for seat in in_turn(state.parent_now, state.seats) if state.inside[seat]]
    return next_dealt(state.hands, HAND, order)


def drew(state: Full, seat: int, card: Card) -> Full:
    """A card of the deal; after the last one the bets begin."""
    hands = put(state.hands, seat, with_cards(state.hands[seat], card))
    state = replace(state, deck=without(state.deck, (card,)), hands=hands)
    return state if receiver(state) is not None else _round(state)


def turned_up(state: Full, card: Card) -> Full:
    """A shared card; after the last one of its step the next bets begin."""
    state = replace(state, deck=without(state.deck, (card,)), shared=(*state.shared, card), due=state.due - 1)
    return state if state.due else _round(state)


# -- betting -----------------------------------------------------------------------------------------


def cap(state: Seen) -> int:
    """The highest level allowed: nobody still in may be bet out of his stack."""
    reach = (
        stack + level
        for stack, level, inside in zip(state.stacks, state.levels, state.inside, strict=True)
        if inside
    )
    return min(state.options.nam_bet_max, *reach)


def _round(state: Full) -> Full:
    """A round of bets from the parent on; it is skipped where nothing can be bet."""
    none = (False,) * state.seats
    state = replace(
        state,
        phase="bet",
        round=state.round + 1,
        levels=(0,) * state.seats,
        acted=none,
        raises=0,
        turn=state.parent_now,
    )
    return state if cap(state) >= state.options.nam_min_bet else _round_over(state)


def _round_over(state: Full) -> Full:
    """More cards are turned up, or the hands are shown."""
    steps = state.options.nam_reveal
    if state.round > len(steps):
        return _reveal(state)
    return replace(state, phase="open", due=steps[state.round - 1], levels=(0,) * state.seats)


def bets(state: Seen) -> list[Action]:
    """Leave, or bet at least as high as anybody so far; a raise only while raises are left."""
    high = max(state.levels)
    most = high if high and state.raises == state.options.nam_raises else cap(state)
    return [Fold(), *(Bet(x) for x in range(max(high, state.options.nam_min_bet), most + 1))]


def bet(state: Full, seat: int, x: int) -> Full:
    """The level of this round; the difference to the old one is paid. The first bet is no raise."""
    high = max(state.levels)
    cost = x - state.levels[seat]
    return _next(
        replace(
            state,
            paid=put(state.paid, seat, state.paid[seat] + cost),
            levels=put(state.levels, seat, x),
            acted=put(state.acted, seat, True),
            raises=state.raises + (0 < high < x),
        )
    )


def left(state: Full, seat: int) -> Full:
    """The cards stay hidden. The last one left takes the pot; after a parent the next one is parent."""
    state = replace(state, inside=put(state.inside, seat, False))
    if sum(state.inside) == 1:
        return _won(state, [state.inside.index(True)], ((),) * state.seats)
    return _next(replace(state, parent_now=_next_inside(state, state.parent_now)))


def _next(state: Full) -> Full:
    """Whoever still has to act; when nobody has, the round is over."""
    high = max(state.levels)
    for seat in in_turn(state.turn, state.seats)[1:]:
        answers = state.options.nam_bet_mode == "until_equal" and state.levels[seat] < high
        if state.inside[seat] and (answers or not state.acted[seat]):
            return replace(state, turn=seat)
    return _round_over(state)


# -- the reveal --------------------------------------------------------------------------------------


def _reveal(state: Full) -> Full:
    """All who never left show together."""
    shown = tuple(hand if inside else () for hand, inside in zip(state.hands, state.inside, strict=True))
    return _won(state, best_seats(state, shown), shown)


def worths(options: OpenCaskOptions, hand: Cards, shared: Cards) -> tuple[Worth, ...]:
    """The hands that a player makes with the shared cards, one after another."""
    return sequence(
        ordered((*hand, *shared)),
        options.nam_order == "going_first",
        options.nam_tamio_strict,
        options.nam_wild,
    )


def best_seats(state: Full, hands: Sequence[Cards]) -> list[int]:
    """Who makes the best hands, in order from the parent."""
    made = {
        seat: worths(state.options, hand, state.shared)
        for seat, hand in enumerate(hands)
        if state.inside[seat]
    }
    best = max(made.values())
    return [seat for seat in in_turn(state.parent_now, state.seats) if made.get(seat) == best]


def pot_shares(state: Full, winners: Sequence[int]) -> Ledger:
    """The pot in equal parts among the winners, or all to the first."""
    return split(state.pot, state.seats, winners if state.options.nam_tie == "split" else winners[:1])


def _won(state: Full, winners: Sequence[int], shown: tuple[Cards, ...]) -> Full:
    shares = pot_shares(state, winners)
    gains = added(shares, [-paid for paid in state.paid])
    return replace(
        state,
        hands=tuple(() if shown[seat] else hand for seat, hand in enumerate(state.hands)),
        won=Settled(shown, state.shared, state.pot, shares),
        table=settled(state.table, [seat for seat, share in enumerate(shares) if share], gains),
    )


# -- how it looks ------------------------------------------------------------------------------------


def estimate(state: Full) -> tuple[float, ...]:
    """Points so far and the pot as it would fall if all still in stood level and showed their cards now."""
    if state.table.settled or state.phase == "deal":
        return state.table.totals
    high = max(state.levels)
    paid = tuple(
        cost + (high - level if inside else 0)
        for cost, level, inside in zip(state.paid, state.levels, state.inside, strict=True)
    )
    pot = replace(state, paid=paid)
    shares = pot_shares(pot, best_seats(pot, state.hands))
    return tuple(
        total + share - cost for total, share, cost in zip(state.table.totals, shares, paid, strict=True)
    )

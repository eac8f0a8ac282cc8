"""How Value Tree looks to a player: where unseen cards may lie, what a hand is worth, a play at a glance."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import cast

from msgspec.structs import replace

from kaik.games.value_tree.rules import change, plays, sums
from kaik.games.value_tree.state import Action, Full, NewPath, Seen, Special
from kaik.kit.deck import COLOURLESS, NUMBER, Cards, dealt_out, seen, with_cards, without


def guessed(view: Seen, seat: int | None, rng: Random) -> Full:
    """Unseen cards may lie in any other hand or in the first deck."""
    own = () if seat is None else seen(view.hands[seat])
    unknown = without(COLOURLESS, [*own, *view.ends, *view.covered, *view.remade])
    others = [owner for owner in range(view.seats) if owner != seat]
    *groups, deck = dealt_out(unknown, [*(len(view.hands[owner]) for owner in others), len(view.deck)], rng)
    hands = list(view.hands)
    for owner, cards in zip(others, groups, strict=True):
        hands[owner] = cards
    return cast(Full, replace(view, hands=tuple(hands), deck=deck))


def estimate(state: Full) -> tuple[float, ...]:
    """Points so far, less for each card in hand, a little for each card that now has a place."""
    if state.table.settled or state.phase == "deal":
        return state.table.totals
    return tuple(
        total - 0.1 * len(hand) + 0.02 * (largest(hand, state.ends) + specials(hand))
        for total, hand in zip(state.table.totals, state.hands, strict=True)
    )


def glance(state: Full, seat: int) -> Action:
    """Get rid of as many cards as one can, so that as many as possible can follow; else open a path."""
    return max(plays(state, seat), key=lambda action: _shed(state, seat, action))


def _shed(state: Full, seat: int, action: Action) -> tuple[int, int]:
    """How many cards a play gets rid of, and how many the next one could with what is open then."""
    hand, ends = state.hands[seat], state.ends
    match action:
        case NewPath():
            return 0, 0
        case Special(card):
            return 1, _next(without(hand, (card,)), ())
        case _:
            cards, under, left = change(state.options, ends, action)
            return len(cards), _next(without(hand, cards), with_cards(without(ends, under), *left))


def _next(hand: Cards, ends: Cards) -> int:
    return largest(hand, ends) or min(1, specials(hand))


def specials(hand: Cards) -> int:
    """How many cards are no numbers."""
    return sum(card not in NUMBER for card in hand)


@lru_cache(maxsize=1 << 16)
def largest(hand: Cards, ends: Cards) -> int:
    """How many number cards of a hand can be laid on one end; its sums are listed from the shortest."""
    found = sums(tuple([card for card in hand if card in NUMBER]))
    values = {NUMBER.get(end, -1) for end in ends}
    return max((len(found[value][-1]) for value in values if value in found), default=0)

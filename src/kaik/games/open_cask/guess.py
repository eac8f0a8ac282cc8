"""Guessing in Open Cask what the others hold, and what a player would bet at a glance.

Whoever has bet much holds better cards than most: mostly, the best of a few hands is guessed, of more of them
the higher the bets.
"""

from __future__ import annotations

from random import Random
from typing import cast

from msgspec.structs import replace

from kaik.games.open_cask.rules import bets, worths
from kaik.games.open_cask.state import Action, Bet, Full, Seen
from kaik.kit.deck import DECK, Card, Cards, ordered, seen, without

STEP, MOST = 6, 3
"""For so many points bet one more hand is looked at, up to so many more."""
ANY = 0.25
"""How often any hand is as likely as another: nobody only bets on good cards."""
GUESSES = 4
"""So many hands of each other player are imagined before a bet at a glance."""


def guessed(view: Seen, seat: int | None, rng: Random) -> Full:
    """A state that the seat considers possible."""
    unknown = _unknown(view, seat)
    hands = list(view.hands)
    for owner in range(view.seats):
        if owner != seat:
            hands[owner] = _likely(view, owner, unknown, rng)
            unknown = without(unknown, cast(Cards, hands[owner]))
    deck = ordered(rng.sample(unknown, len(view.deck)))
    return cast(Full, replace(view, hands=tuple(hands), deck=deck))


def _unknown(view: Seen, seat: int | None) -> Cards:
    own = () if seat is None else seen(view.hands[seat])
    shown: list[Card] = [] if view.won is None else [card for hand in view.won.hands for card in hand]
    return without(DECK, [*own, *shown, *view.shared])


def _likely(view: Seen, owner: int, unknown: Cards, rng: Random) -> Cards:
    """So many cards as the owner holds, mostly the best of a few hands."""
    size = len(view.hands[owner])
    bold = view.inside[owner] and rng.random() >= ANY
    more = min(MOST, max(0, view.paid[owner] - view.options.nam_ante) // STEP) if bold else 0
    tried = [ordered(rng.sample(unknown, size)) for _ in range(1 + more)]
    return (
        tried[0] if len(tried) == 1 else max(tried, key=lambda hand: worths(view.options, hand, view.shared))
    )


def glance(state: Full, seat: int, rng: Random) -> Action:
    """Leave, or bet as low or as high as may be: what would bring most if all stood level and showed now."""
    share = sum(_is_best(state, seat, rng) for _ in range(GUESSES)) / GUESSES
    fold, *levels = bets(state)
    tried = [(0.0, rng.random(), fold)]
    for bet in (levels[0], levels[-1]):
        tried.append((_brought(state, seat, cast(Bet, bet).x, share), rng.random(), bet))
    return max(tried, key=lambda one: one[:2])[2]


def _is_best(state: Full, seat: int, rng: Random) -> bool:
    """Whether the seat's cards are best beside hands that the others may hold."""
    unknown = without(DECK, [*state.hands[seat], *state.shared])
    own = worths(state.options, state.hands[seat], state.shared)
    others = (owner for owner in range(state.seats) if owner != seat and state.inside[owner])
    return all(
        own >= worths(state.options, _likely(state, owner, unknown, rng), state.shared) for owner in others
    )


def _brought(state: Full, seat: int, x: int, share: float) -> float:
    """What standing at a level brings beside leaving, if all who are in follow."""
    levels = [level for level, inside in zip(state.levels, state.inside, strict=True) if inside]
    return share * (state.pot + sum(x - level for level in levels)) - (x - state.levels[seat])

"""Guessing in Season's End how the cards lie that a seat has not seen.

Players keep what goes together, so that a hand held for some turns is a good one: mostly, the most promising
of a few hands is guessed, of more of them the more turns its owner has had.
"""

from __future__ import annotations

from random import Random
from typing import cast

from msgspec.structs import replace

from kaik.games.seasons_end.estimate import promise
from kaik.games.seasons_end.rules import answers
from kaik.games.seasons_end.state import Answer, Call, Full, Pass, Seen, Win
from kaik.kit.deck import DECK, Card, Cards, ordered, seen, without

MOST = 4
"""No more turns than these are thought of."""
ANY = 0.25
"""How often any hand is as likely as another: nobody always keeps what seems best."""


def guessed(view: Seen, seat: int | None, rng: Random) -> Full:
    """A state that the seat considers possible; whoever has answered has answered what the cards allow."""
    unknown = list(without(DECK, _known(view, seat)))
    hands = list(view.hands)
    for owner in range(view.seats):
        if owner != seat:
            hands[owner] = _likely(view, owner, unknown, rng)
            unknown = list(without(tuple(unknown), cast(Cards, hands[owner])))
    world = cast(Full, replace(view, hands=tuple(hands), deck=ordered(unknown)))
    claims = tuple(_claim(world, view, owner, rng) for owner in range(view.seats))
    return replace(world, claims=claims)


def _known(view: Seen, seat: int | None) -> list[Card]:
    own = () if seat is None else seen(view.hands[seat])
    shown = () if view.finish is None else view.finish.hand
    exposed = (card for group in view.exposed for card in group)
    return [*own, *shown, *view.lights, *(card for _, card in view.discards), *exposed]


def _likely(view: Seen, owner: int, unknown: list[Card], rng: Random) -> Cards:
    """A hand of so many cards as the owner holds, mostly the best of a few."""
    size, exposed = len(view.hands[owner]), view.exposed[owner]
    turns = 0 if rng.random() < ANY else sum(thrower == owner for thrower, _ in view.discards)
    tried = [ordered(rng.sample(unknown, size)) for _ in range(1 + min(turns, MOST))]
    return max(tried, key=lambda hand: promise(hand, exposed))


def _claim(world: Full, view: Seen, owner: int, rng: Random) -> Answer | None:
    claim = view.claims[owner]
    if claim is None or isinstance(claim, (Pass, Win, Call)):
        return claim
    return rng.choice(answers(world, owner))

"""What a seat can work out about hidden cards: who may hold what, given all that left the hands in view.

When the pile is made anew, everybody can count what it holds and what all hands hold together. From then on a
card leaving a hand was either in it before or drawn since. What could be reckoned from earlier about which of
several opponents holds which old card is not used.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from random import Random
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from kaik.games.mountain_walk.state import DRAWN, Full, Seen
from kaik.kit.deck import Card, Cards, dealt_out, ordered, seen


class Shed(Struct, frozen=True):
    """A card that left a hand: whose, and how many cards that seat had drawn by then."""

    seat: int
    card: Card
    drawn: int


class Pool:
    """Cards of one origin: what is left of them, and how many of them each seat can have shed."""

    def __init__(self, cards: Sequence[Card], room: dict[int, int]) -> None:
        self.left = Tally(cards)
        self.room = room
        self.shed: dict[int, list[Card]] = {seat: [] for seat in room}

    def chance(self, shed: Shed, most: int) -> float:
        """How readily this card may have come from here."""
        free = min(self.room[shed.seat], most) - len(self.shed[shed.seat])
        return max(0, free) * self.left[shed.card] / max(1, self.left.total())

    def take(self, shed: Shed) -> None:
        self.left[shed.card] -= 1
        self.shed[shed.seat].append(shed.card)

    def give_back(self, shed: Shed) -> None:
        self.left[shed.card] += 1
        self.shed[shed.seat].pop()

    def dealt(self, rng: Random) -> dict[int, Cards]:
        """Of what is left, as much as each seat must still have in hand."""
        sizes = [self.room[seat] - len(self.shed[seat]) for seat in self.room]
        groups = dealt_out(ordered(self.left.elements()), sizes, rng)
        return dict(zip(self.room, groups, strict=True))


def guessed(view: Seen, seat: int | None, rng: Random) -> Full:
    """A full state that the seat considers possible."""
    others = [s for s in range(len(view.hands)) if s != seat]
    old = Pool(_less(view.in_hands, _own_held(view, seat)), {s: len(view.held[s]) for s in others})
    new = Pool(_less(view.source, _own_drawn(view, seat)), {s: view.trail[s].count(DRAWN) for s in others})
    sheds = [shed for s in others for shed in _sheds(view, s)]
    if not _sorted_out(sheds, old, new, rng):
        raise AssertionError("the view contradicts itself")
    kept, drawn = old.dealt(rng), new.dealt(rng)
    hands = {s: ordered((*kept[s], *drawn[s])) for s in others}
    held = {s: ordered((*kept[s], *old.shed[s])) for s in others}
    pile = Tally(new.left.elements())
    pile.subtract(card for cards in drawn.values() for card in cards)
    return _filled(view, seat, hands, held, ordered(pile.elements()))


def _filled(
    view: Seen, seat: int | None, hands: dict[int, Cards], held: dict[int, Cards], pile: Cards
) -> Full:
    seats = range(len(view.hands))
    all_hands = tuple(view.hands[s] if s == seat else hands[s] for s in seats)
    all_held = tuple(view.held[s] if s == seat else held[s] for s in seats)
    return cast(Full, replace(view, hands=all_hands, held=all_held, pile=pile))


def _own_held(view: Seen, seat: int | None) -> list[Card]:
    return [] if seat is None else seen(view.held[seat])


def _own_drawn(view: Seen, seat: int | None) -> list[Card]:
    """What the seat itself has drawn from the present pile."""
    if seat is None:
        return []
    gone = [step for step in view.trail[seat] if step != DRAWN]
    return _less([*seen(view.hands[seat]), *gone], seen(view.held[seat]))


def _less(cards: Sequence[Card], others: Sequence[Card]) -> list[Card]:
    return list((Tally(cards) - Tally(others)).elements())


def _sheds(view: Seen, seat: int) -> list[Shed]:
    found, drawn = [], 0
    for step in view.trail[seat]:
        if step == DRAWN:
            drawn += 1
        else:
            found.append(Shed(seat, step, drawn))
    return found


def _sorted_out(sheds: Sequence[Shed], old: Pool, new: Pool, rng: Random) -> bool:
    """Decide for every card shed where it came from, at random, going back where that leads nowhere."""
    if not sheds:
        return True
    first, rest = sheds[0], sheds[1:]
    for pool in _origins(first, old, new, rng):
        pool.take(first)
        if _sorted_out(rest, old, new, rng):
            return True
        pool.give_back(first)
    return False


def _origins(shed: Shed, old: Pool, new: Pool, rng: Random) -> list[Pool]:
    """Where the card may have come from, the one tried first drawn by its chance."""
    from_old, from_new = old.chance(shed, old.room[shed.seat]), new.chance(shed, shed.drawn)
    order = [old, new] if rng.random() * (from_old + from_new) < from_old else [new, old]
    return [pool for pool in order if (from_old if pool is old else from_new) > 0]

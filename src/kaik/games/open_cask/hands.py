"""What cards are worth in Open Cask: the named hands, runs, sets and singles (`docs/rules/open_cask.md` §7).

The best hand comes first; the next is made from the cards not yet used, and so on to the last card.
Where a hand can be made of different cards, those count as used that leave the best sequence.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from kaik.kit.deck import COLOURS, SHIP, STRENGTH, Card, Cards, ordered, without

Worth: TypeAlias = tuple[int, int, int, int]
"""Rank, number of cards, number (top or strength, 0 for a named hand), whether of one colour."""

NAMED = ("brush_soldier", "emperor_king", "earth_heart", "horse_bow", "going", "dark_gathering")
"""The named hands from strong to weak."""

GOING_FIRST = ("brush_soldier", "emperor_king", "earth_heart", "going", "horse_bow", "dark_gathering")

KINDS = {
    "brush_soldier": ("12678",),
    "emperor_king": ("EK",),
    "earth_heart": ("678",),
    "horse_bow": ("125",),
    "going": ("S35",),
    "dark_gathering": ("11111",),
}
"""The kinds of card that make each named hand."""

ANY_TWO = ("EK", "EE", "KK")
"""Emperor and king where any two of them will do."""

RUN, SET, SINGLE = 2, 1, 0
"""The ranks below the named hands, which have 8 to 3."""


def names(going_first: bool = False) -> dict[int, str]:
    """The named hands by rank."""
    order = GOING_FIRST if going_first else NAMED
    return {RUN + len(order) - place: name for place, name in enumerate(order)}


@lru_cache(maxsize=1 << 16)
def sequence(
    cards: Cards, going_first: bool = False, strict: bool = True, wild: bool = True
) -> tuple[Worth, ...]:
    """The worth of the hands that these cards make, one after another."""
    if not cards:
        return ()
    rank, made = _highest(cards, going_first, strict, wild)
    worths = {hand: (rank, len(hand), _number(rank, hand), _one_colour(hand)) for hand in made}
    best = max(worths.values())
    rests = {without(cards, hand) for hand, worth in worths.items() if worth == best}
    return (best, *max(sequence(rest, going_first, strict, wild) for rest in rests))


def _highest(cards: Cards, going_first: bool, strict: bool, wild: bool) -> tuple[int, set[Cards]]:
    """The highest rank there is, and every hand of that rank that may be the best."""
    for rank, name in names(going_first).items():
        kinds = ANY_TWO if name == "emperor_king" and not strict else KINDS[name]
        if made := {hand for needed in kinds for hand in _named(cards, needed, wild)}:
            return rank, made
    if made := _runs(cards, wild):
        return RUN, made
    if made := _sets(cards, wild):
        return SET, made
    return SINGLE, {(card,) for card in cards}


def _number(rank: int, hand: Cards) -> int:
    """What decides between hands of the same rank and size."""
    if rank > RUN:
        return 0
    natural = [STRENGTH[card[-1]] for card in hand if card[-1] != SHIP]
    if rank == RUN:
        return min(min(natural) + len(hand) - 1, 8)
    return max(natural, default=STRENGTH[SHIP])


def _one_colour(hand: Cards) -> int:
    return int(len({card[0] for card in hand}) == 1)


def _named(cards: Cards, kinds: str, wild: bool) -> Iterator[Cards]:
    """Every way to lay these kinds; a ship may stand for any of them but needs a natural card beside it."""
    ships = [card for card in cards if card[-1] == SHIP and wild]
    lacking = sum(max(0, kinds.count(kind) - _count(cards, kind)) for kind in set(kinds))
    if lacking > len(ships):
        return
    for hand in {ordered(chosen) for chosen in _filled(cards, kinds, wild)}:
        if any(card[-1] != SHIP for card in hand):
            yield hand


def _count(cards: Cards, kind: str) -> int:
    return sum(card[-1] == kind for card in cards)


def _filled(cards: Cards, kinds: str, wild: bool) -> Iterator[Cards]:
    """A card for each kind in turn; where a ship itself is wanted it must be a real one."""
    if not kinds:
        yield ()
        return
    for card in dict.fromkeys(cards):
        if card[-1] == kinds[0] or (wild and card[-1] == SHIP):
            for rest in _filled(without(cards, (card,)), kinds[1:], wild):
                yield (card, *rest)


def _runs(cards: Cards, wild: bool) -> set[Cards]:
    """The longest runs with the highest top, in every choice of cards."""
    held = set(cards)
    for size in range(min(9, len(cards)), 2, -1):
        for low in range(9 - size, -1, -1):
            if made := {run for colour in COLOURS for run in _window(held, colour, low, size, wild)}:
                return made
    return set()


def _window(held: set[Card], colour: str, low: int, size: int, wild: bool) -> Iterator[Cards]:
    """The runs of one colour over these numbers."""
    have = [card for card in (f"{colour}{low + step}" for step in range(size)) if card in held]
    if len(have) == size:
        yield ordered(have)
    if wild and colour + SHIP in held:
        yield from (ordered((colour + SHIP, *most)) for most in combinations(have, size - 1))


def _sets(cards: Cards, wild: bool) -> set[Cards]:
    """For each strength all its cards, and the ships with them."""
    ships = tuple(card for card in cards if card[-1] == SHIP)
    found = {ships}
    for strength in {STRENGTH[card[-1]] for card in cards if card[-1] != SHIP}:
        natural = tuple(card for card in cards if STRENGTH[card[-1]] == strength)
        found.add(ordered((*natural, *ships)) if wild else natural)
    return {hand for hand in found if len(hand) > 1}

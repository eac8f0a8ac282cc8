"""What six cards make in Season's End: shapes, calls and sets of four (`docs/rules/seasons_end.md` §3).

A shape is built from the counts of each strength and the few runs a hand can hold, not by trying all subsets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from msgspec import Struct

from kaik.kit.deck import COLOURS, SHIP, STRENGTH, Card, Cards, ordered, run_tops, set_strength, without

SHAPE = 6
"""Cards in a finished hand."""


class Shape(Struct, frozen=True):
    """A finished hand in its groups."""

    groups: tuple[Cards, ...]
    six_run: bool = False
    fours: int = 0


@lru_cache(maxsize=1 << 16)
def shape(concealed: Cards, exposed: Cards = ()) -> Shape | None:
    """The best-paying shape of these cards beside an exposed group, or `None`.

    A six-run and a set of four never compete: one needs four different numbers, the other allows two.
    """
    if len(concealed) + len(exposed) != SHAPE:
        return None
    found = [_shape(groups) for groups in _partitions(concealed, exposed)]
    return max(found, key=lambda shape: (shape.six_run, shape.fours), default=None)


def triple(cards: Sequence[Card]) -> bool:
    """Whether three cards are a set or a run."""
    return set_strength(cards) is not None or bool(run_tops(cards))


@lru_cache(maxsize=1 << 16)
def calls(concealed: Cards, card: Card, exposed: Cards, upgrade: bool = True) -> tuple[Cards, ...]:
    """The concealed cards a call for `card` may use; none of them where it joins the exposed set of three.

    A card must remain to be discarded.
    """
    found: list[Cards] = []
    if upgrade and len(exposed) == 3 and set_strength((*exposed, card)) is not None:
        found.append(())
    if len(concealed) > 2:
        found += (use for use in _chosen(concealed, 2) if triple((*use, card)))
    if len(concealed) > 3:
        found += (use for use in _chosen(concealed, 3) if set_strength((*use, card)) is not None)
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def fours(concealed: Cards, exposed: Cards) -> tuple[Cards, ...]:
    """The concealed cards to expose as a set of four, alone or with the exposed set of three."""
    found: list[Cards] = []
    if len(concealed) > 1 and len(exposed) == 3:
        found += (use for use in _chosen(concealed, 1) if set_strength((*exposed, *use)) is not None)
    if len(concealed) > 4:
        found += (use for use in _chosen(concealed, 4) if set_strength(use) is not None)
    return tuple(found)


def _chosen(cards: Cards, size: int) -> list[Cards]:
    """Every different choice of so many cards, in order."""
    return list(dict.fromkeys(combinations(cards, size)))


def _shape(groups: tuple[Cards, ...]) -> Shape:
    tops = [run_tops(group) for group in groups]
    linked = len(groups) == 2 and any(abs(one - other) == 3 for one in tops[0] for other in tops[1])
    return Shape(groups, linked, sum(len(group) == 4 for group in groups))


def _partitions(concealed: Cards, exposed: Cards) -> Iterator[tuple[Cards, ...]]:
    if exposed:
        if triple(concealed) if len(concealed) == 3 else set_strength(concealed) is not None:
            yield (exposed, concealed)
        return
    ships = tuple(card for card in concealed if card[-1] == SHIP)
    naturals: dict[int, Cards] = {}
    for card in concealed:
        if card[-1] != SHIP:
            naturals[STRENGTH[card[-1]]] = (*naturals.get(STRENGTH[card[-1]], ()), card)
    yield from _three_pairs(list(naturals.values()), ships)
    yield from _two_sets(list(naturals.values()), ships, 4)
    yield from _two_sets(list(naturals.values()), ships, 3)
    for run in _runs(concealed):
        rest = without(concealed, run)
        if triple(rest):
            yield (run, rest)


def _three_pairs(naturals: list[Cards], ships: Cards) -> Iterator[tuple[Cards, ...]]:
    """Each card without a partner takes a ship; two ships left over are a pair themselves."""
    lone = [cards[-1] for cards in naturals if len(cards) % 2]
    if len(lone) > len(ships):
        return
    pairs = [cards[at : at + 2] for cards in naturals for at in range(0, len(cards) - 1, 2)]
    pairs += [(card, ship) for card, ship in zip(lone, ships, strict=False)]
    if len(lone) < len(ships):
        pairs.append(ships)
    yield tuple(pairs)


def _two_sets(naturals: list[Cards], ships: Cards, size: int) -> Iterator[tuple[Cards, ...]]:
    """One set of `size` cards and one of the rest; the ships fill both."""
    if len(naturals) == 1:
        pool = (*naturals[0], *ships)
        yield (pool[:size], pool[size:])
    if len(naturals) != 2:
        return
    for first, second in permutations(naturals):
        if len(first) <= size and len(second) <= SHAPE - size:
            taken = size - len(first)
            yield ((*first, *ships[:taken]), (*second, *ships[taken:]))


_TRIPLES: tuple[tuple[Card, Card, Card, Card], ...] = tuple(
    (f"{colour}{low}", f"{colour}{low + 1}", f"{colour}{low + 2}", colour + SHIP)
    for colour in COLOURS
    for low in range(7)
)
"""Three numbers in a row, and the ship that may stand for one of them."""


def _runs(cards: Cards) -> set[Cards]:
    """The runs of three that these cards hold, a ship standing for any one of the three."""
    held = set(cards)
    found: set[Cards] = set()
    for one, two, three, ship in _TRIPLES:
        if one in held and two in held and three in held:
            found.add((one, two, three))
        if ship in held:
            have = [card for card in (one, two, three) if card in held]
            found |= {ordered((ship, *pair)) for pair in combinations(have, 2)}
    return found

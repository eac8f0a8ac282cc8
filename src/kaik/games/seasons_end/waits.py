"""How near a hand of Season's End is to a finish: the cards that would finish it, and those that would help.

All finished hands are laid out once (some sixty thousand), and from then on a hand is looked up. What lies
elsewhere is not asked: every card that is not in the hand may come.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

from kaik.games.seasons_end.groups import triple
from kaik.kit.deck import DECK, Card, Cards, ordered, set_strength, with_cards, without

COPIES: dict[Card, int] = {card: DECK.count(card) for card in ordered(set(DECK))}
UNKNOWN = len(DECK) - 5
"""Cards that are not in a hand."""
_BITS = 3
"""A hand is a number with so many bits for each kind of card."""
_ONE = {card: 1 << _BITS * place for place, card in enumerate(COPIES)}
_KINDS = [(one, COPIES[card]) for card, one in _ONE.items()]


@lru_cache(maxsize=1 << 16)
def outs(concealed: Cards, exposed: Cards = ()) -> int:
    """How many cards would finish these five."""
    if not exposed:
        return _finishing(_number(concealed))
    held = concealed + exposed
    return sum(max(0, COPIES[card] - held.count(card)) for card in _completing(concealed))


@lru_cache(maxsize=1 << 17)
def outlook(concealed: Cards, exposed: Cards = ()) -> float:
    """How many cards would finish these five after one more draw, on average, the best five kept."""
    held = concealed + exposed
    hopes = (
        (copies - held.count(card)) * _kept(with_cards(concealed, card), exposed)
        for card, copies in COPIES.items()
        if copies > held.count(card)
    )
    return sum(hopes) / UNKNOWN


def _kept(concealed: Cards, exposed: Cards) -> int:
    """How many cards would finish the best five of these six."""
    if exposed:
        return max(outs(without(concealed, (card,)), exposed) for card in set(concealed))
    whole = _number(concealed)
    return max([_finishing(whole - _ONE[card]) for card in concealed])


@cache
def _completing(concealed: Cards) -> tuple[Card, ...]:
    """The cards that make a group with the one or two left beside an exposed one."""
    fits = triple if len(concealed) == 2 else _is_set
    return tuple(card for card in COPIES if fits(with_cards(concealed, card)))


def _number(cards: Cards) -> int:
    return sum([_ONE[card] for card in cards])


@cache
def _finishing(hand: int) -> int:
    """How many cards would finish a hand of five of which nothing is exposed."""
    finished = _finished()
    return sum(
        [copies - hand // one % (1 << _BITS) for one, copies in _KINDS if hand + one in finished],
    )


@cache
def _finished() -> frozenset[int]:
    """All finished hands of which nothing is exposed."""
    pairs, triples, fours = _groups(2, _is_set), _groups(3, triple), _groups(4, _is_set)
    shapes = (
        combinations_with_replacement(pairs, 3),
        combinations_with_replacement(triples, 2),
        product(pairs, fours),
    )
    return frozenset(sum(groups) for kind in shapes for groups in kind)


def _groups(size: int, fits: Callable[[Cards], bool]) -> list[int]:
    return [_number(cards) for cards in combinations_with_replacement(COPIES, size) if fits(cards)]


def _is_set(cards: Cards) -> bool:
    return set_strength(cards) is not None

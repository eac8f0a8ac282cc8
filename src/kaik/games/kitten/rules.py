"""What may be laid on what (§8)."""

from __future__ import annotations

from functools import cache, lru_cache

from kaik.games.kitten.state import KittenOptions
from kaik.kit import deck
from kaik.kit.deck import Card, Cards


@lru_cache(maxsize=1 << 14)
def kind_of(cards: Cards) -> str:
    """The kind of a single card or set."""
    role = deck.kind_set_of(cards)
    assert role is not None
    return role.kind


def answers(options: KittenOptions, on: Cards, hand: Cards) -> list[Cards]:
    """Everything in the hand that may be laid on these cards."""
    stronger = _stronger(on)
    return [(card,) for card in dict.fromkeys(hand) if card in stronger] + _more(options, on, hand)


@lru_cache(maxsize=1 << 14)
def _stronger(on: Cards) -> frozenset[Card]:
    """(i) One card, stronger, of a colour that lies there."""
    return _answering(kind_of(on), _colours(on))


@cache
def _answering(kind: str, colours: frozenset[str]) -> frozenset[Card]:
    return frozenset(
        card for card in deck.DECK if deck.kind_beats(deck.code(card), kind) and deck.colour(card) in colours
    )


def _more(options: KittenOptions, on: Cards, hand: Cards) -> list[Cards]:
    """(ii) A set of the same kind with more cards."""
    kind = kind_of(on)
    natural = tuple([card for card in hand if card[-1] == kind])
    if not natural:
        return []
    nothing = tuple([card for card in hand if card[-1] == deck.NOTHING])
    sizes = deck.kind_sets(() if kind == deck.NOTHING else natural, nothing)[len(on) + 1 :]
    larger = [cards for plays in sizes for cards, _ in plays]
    if not options.ni_colour_on_more:
        return larger
    return [cards for cards in larger if _colours(cards) & _colours(on)]


@lru_cache(maxsize=1 << 14)
def _colours(cards: Cards) -> frozenset[str]:
    return frozenset(map(deck.colour, cards))

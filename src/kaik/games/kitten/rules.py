"""What may be laid on what (§8)."""

from __future__ import annotations

from functools import cache, lru_cache

from kaik.games.kitten.state import KittenOptions, Play
from kaik.kit import deck
from kaik.kit.deck import Card, Cards


@lru_cache(maxsize=1 << 14)
def kind_of(cards: Cards) -> str:
    """The kind of a single card or set."""
    role = deck.kind_set_of(cards)
    assert role is not None
    return role.kind


def leads(hand: Cards) -> list[Play]:
    """Everything in the hand that may be led."""
    groups = deck.by_kind(hand)
    nothing = groups.get(deck.NOTHING, ())
    return deck.by_size(_plays(kind, natural, nothing) for kind, natural in groups.items())


@lru_cache(maxsize=1 << 14)
def _plays(kind: str, natural: Cards, nothing: Cards) -> tuple[tuple[Play, ...], ...]:
    sizes = deck.kind_sets(() if kind == deck.NOTHING else natural, nothing)
    return tuple(tuple(Play(cards) for cards, _ in plays) for plays in sizes)


def answers(options: KittenOptions, on: Cards, hand: Cards) -> list[Cards]:
    """Everything in the hand that may be laid on these cards."""
    kind = kind_of(on)
    stronger = _stronger(kind, _colours(on))
    return [(card,) for card in dict.fromkeys(hand) if card in stronger] + _more(options, kind, on, hand)


@cache
def _stronger(kind: str, colours: frozenset[str]) -> frozenset[Card]:
    """(i) One card, stronger, of a colour that lies there."""
    return frozenset(
        card for card in deck.DECK if deck.kind_beats(deck.code(card), kind) and deck.colour(card) in colours
    )


def _more(options: KittenOptions, kind: str, on: Cards, hand: Cards) -> list[Cards]:
    """(ii) A set of the same kind with more cards."""
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

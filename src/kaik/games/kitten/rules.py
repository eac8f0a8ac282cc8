"""What may be laid on what (§8)."""

from __future__ import annotations

from kaik.games.kitten.state import KittenOptions
from kaik.kit import deck
from kaik.kit.deck import Cards, KindRole


def kind_of(cards: Cards) -> str:
    """The kind of a single card or set."""
    role = deck.kind_set_of(cards)
    assert role is not None
    return role.kind


def answers(options: KittenOptions, on: Cards, hand: Cards) -> list[Cards]:
    """Everything in the hand that may be laid on these cards."""
    kind, colours = kind_of(on), set(map(deck.colour, on))
    return [
        cards
        for cards, role in deck.kind_sets_in(hand)
        if _is_stronger(cards, role, kind, colours)
        or (_is_more(role, kind, len(on)) and (not options.ni_colour_on_more or _shares(cards, colours)))
    ]


def _is_stronger(cards: Cards, role: KindRole, kind: str, colours: set[str]) -> bool:
    """(i) One card, stronger, of a colour that lies there."""
    return role.type == "single" and deck.kind_beats(role.kind, kind) and _shares(cards, colours)


def _is_more(role: KindRole, kind: str, size: int) -> bool:
    """(ii) A set of the same kind with more cards."""
    return role.kind == kind and role.size > size


def _shares(cards: Cards, colours: set[str]) -> bool:
    return any(deck.colour(card) in colours for card in cards)

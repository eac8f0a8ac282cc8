"""Card tables for rule tests: a match in the middle of a season, with the hands a test needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from kaik.kit import deck
from kaik.kit.deck import Cards, Draw, shortest
from kaik.kit.opening import First
from kaik.play.match import Match
from tests.rules.scripted import fall, sitting


def cards(text: str) -> Cards:
    return deck.ordered(text.split())


def seated(game: str, hands: Sequence[str], options: dict[str, Any] | None = None, **changes: Any) -> Match:
    """A match with seat 1 as parent in which these hands have been dealt and the rest lies in the deck."""
    match = sitting(game, len(hands), first_parent="seat0", **(options or {}))
    held = tuple(cards(hand) for hand in hands)
    rest = deck.without(
        match.state.deck, [card for hand in (*held, changes.get("discards", ())) for card in hand]
    )
    match.states[-1] = replace(match.state, **{"hands": held, "deck": rest, "phase": "lead", **changes})
    return match


def opened(game: str, seats: int, size: int, **options: Any) -> Match:
    """A match dealt from the top of the sorted deck, seat 1 drawn as first parent."""
    match = fall(sitting(game, seats, **options), First(0))
    for card in match.state.deck[: seats * size]:
        fall(match, Draw(shortest(match.state.hands), card))
    return match


def legal(match: Match) -> set[str]:
    """What the seat to act may choose, in notation."""
    (seat,) = match.to_act()
    return {match.game.notate(match.state, seat, action) for action in match.legal(seat)}


def may(match: Match, text: str) -> bool:
    """Whether this may be chosen now, words in any order."""
    return any(sorted(text.split()) == sorted(found.split()) for found in legal(match))

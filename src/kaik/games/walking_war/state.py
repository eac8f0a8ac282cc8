"""The data of Walking War: options, actions and the state."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Struct

from kaik.core.secrets import EACH, NOBODY, OWNER, Unseen
from kaik.kit.deck import C_co, Card, Cards, Draw
from kaik.kit.opening import First, in_turn
from kaik.kit.seasons import BonusOptions, Table

PRICE = 6
"""Each loser pays this less the public cards he has won."""


class WalkingWarOptions(BonusOptions, frozen=True, kw_only=True):
    """The options of Walking War."""

    mok_reference: Literal["lead", "current_best", "none"] = "lead"
    mok_tie: Literal["first", "last"] = "first"


class Play(Struct, frozen=True, tag="play", cache_hash=True, gc=False):
    """Lay a role face up."""

    cards: Cards


class Fold(Struct, Generic[C_co], frozen=True, tag="fold", cache_hash=True, gc=False):
    """Lay as many cards as were led face down; nobody else ever sees them."""

    cards: Annotated[tuple[C_co, ...], OWNER]


Action: TypeAlias = Play | Fold[Card]
Outcome: TypeAlias = First | Draw[Card]


class Laid(Struct, frozen=True, cache_hash=True, gc=False):
    """What a seat laid in a round: cards face up, or a number of them folded."""

    seat: int
    cards: Cards
    folded: int = 0


class State(Struct, Generic[C_co], frozen=True, cache_hash=True, gc=False, kw_only=True):
    """A match of Walking War. Cards are kept sorted, so that a place in a hand tells nothing."""

    options: WalkingWarOptions
    table: Table
    deck: Annotated[tuple[C_co, ...], NOBODY]
    """Cards not dealt; after the deal they are out of the season."""
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    folded: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    piles: tuple[Cards, ...]
    """The public cards each seat has won."""
    beaten: Cards = ()
    """Cards laid face up that did not win their round."""
    laid: tuple[Laid, ...] = ()
    """The running round."""
    previous: tuple[Laid, ...] = ()
    """The last finished round, so that it can be seen."""
    leader: int = 0
    phase: Literal["deal", "lead", "follow", "end"] = "deal"


Full: TypeAlias = State[Card]
Seen: TypeAlias = State[Card | Unseen]


def turn(state: Seen) -> int:
    """Who leads or follows now."""
    return in_turn(state.leader, state.table.seats)[len(state.laid)]

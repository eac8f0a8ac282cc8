"""The data of Value War: options, actions, outcomes and the state."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Struct

from kaik.core.secrets import EACH, NOBODY, OWNER, Unseen
from kaik.kit.deck import C_co, Card, Cards, Draw, TurnUp
from kaik.kit.ledger import Ledger
from kaik.kit.opening import First
from kaik.kit.seasons import PointOptions, Table

Phase: TypeAlias = Literal["deal", "exchange", "draw2", "keep", "parent", "child"]


class ValueWarOptions(PointOptions, frozen=True, kw_only=True):
    """The options of Value War."""

    mak_min_own: Literal[0, 1] = 1
    mak_exchange_optional: bool = False
    mak_tie: Literal["split", "first"] = "split"


class Swap(Struct, frozen=True, tag="swap", cache_hash=True, gc=False):
    """Change a card of the hand for a public one."""

    give: Card
    take: Card


class Draw2(Struct, frozen=True, tag="draw2", cache_hash=True, gc=False):
    """Draw two cards, to keep one."""


class Keep(Struct, Generic[C_co], frozen=True, tag="keep", cache_hash=True, gc=False):
    """Keep one drawn card for one of the hand; that one and the other drawn card become public."""

    drawn: Annotated[C_co, OWNER]
    give: Card
    rest: Card


class Stay(Struct, frozen=True, tag="stay", cache_hash=True, gc=False):
    """Exchange nothing, where that is allowed."""


class Base(Struct, frozen=True, tag="base", cache_hash=True, gc=False):
    """The parent's stake, which every child must match."""

    x: int


class In(Struct, frozen=True, tag="in", cache_hash=True, gc=False):
    """Match the stake."""


class Out(Struct, frozen=True, tag="out", cache_hash=True, gc=False):
    """Leave, cards face down; what was paid is lost."""


Action: TypeAlias = Swap | Draw2 | Keep[Card] | Stay | Base | In | Out
Outcome: TypeAlias = First | Draw[Card] | TurnUp


class Settled(Struct, frozen=True, cache_hash=True, gc=False):
    """How a pot was won. `hands` holds what was shown; nothing if all but one had left."""

    hands: tuple[Cards, ...]
    public: Cards
    pot: int
    shares: Ledger


class State(Struct, Generic[C_co], frozen=True, cache_hash=True, gc=False):
    """A match of Value War."""

    options: ValueWarOptions
    table: Table
    deck: Annotated[tuple[C_co, ...], NOBODY]
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    """Hands shown in the end have gone to `won`."""
    drawn: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    """Cards drawn in the exchange, of which one will be kept."""
    inside: tuple[bool, ...]
    """Who has not left."""
    known: tuple[Card | None, ...]
    """The card each seat was seen to take."""
    paid: Ledger
    public: Cards = ()
    phase: Phase = "deal"
    turn: int = 0
    """Who exchanges or bets."""
    parent_now: int = 0
    round: int = 0
    """The round of bets, from 1; 0 before the ante."""
    base: int = 0
    won: Settled | None = None
    last: Settled | None = None
    """How the pot of the last season was won."""

    @property
    def seats(self) -> int:
        return len(self.inside)

    @property
    def pot(self) -> int:
        """All that has been paid this season."""
        return sum(self.paid)


Full: TypeAlias = State[Card]
Seen: TypeAlias = State[Card | Unseen]

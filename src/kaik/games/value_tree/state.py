"""The data of Value Tree: options, actions and the state. Colours play no part: a card is its kind."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Struct

from kaik.core.secrets import EACH, NOBODY, Unseen
from kaik.kit.deck import C_co, Card, Cards, Draw, TurnUp
from kaik.kit.opening import First
from kaik.kit.seasons import StakeOptions, Table

Phase: TypeAlias = Literal["deal", "turn", "paths"]


class ValueTreeOptions(StakeOptions, frozen=True, kw_only=True):
    """The options of Value Tree."""

    hop_end: Literal["split", "last", "sum"] = "split"
    hop_special_on_path: Literal["anywhere", "free_end_only"] = "anywhere"
    hop_deck_empty: Literal["recycle", "pass"] = "recycle"
    hop_stall: Literal["fewest_cards", "draw"] = "fewest_cards"


class Lay(Struct, frozen=True, tag="lay", omit_defaults=True, cache_hash=True, gc=False):
    """Lay cards on a path end of their sum; `top` is the end they leave where only one stays an end."""

    end: Card
    cards: Cards
    top: Card | None = None


class LayFree(Struct, frozen=True, tag="lay_free", cache_hash=True, gc=False):
    """Lay one number card on a free end."""

    card: Card


class Merge(Struct, frozen=True, tag="merge", cache_hash=True, gc=False):
    """Join two ends by a card of their sum."""

    ends: tuple[Card, Card]
    card: Card


class Special(Struct, frozen=True, tag="special", cache_hash=True, gc=False):
    """Lay a ship, king or emperor: all paths vanish and two new ones begin."""

    card: Card


class NewPath(Struct, frozen=True, tag="new_path", cache_hash=True, gc=False):
    """Play nothing: a card of the deck becomes a new path."""


Action: TypeAlias = Lay | LayFree | Merge | Special | NewPath
Outcome: TypeAlias = First | Draw[Card] | TurnUp


class State(Struct, Generic[C_co], frozen=True, cache_hash=True, gc=False):
    """A match of Value Tree. Ends of equal value are interchangeable, so they are kept in order."""

    options: ValueTreeOptions
    table: Table
    deck: Annotated[tuple[C_co, ...], NOBODY]
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    remade: Cards = ()
    """The deck once the first one is used up: all know what is in it."""
    ends: Cards = ()
    covered: Cards = ()
    """Cards covered and swept."""
    phase: Phase = "deal"
    turn: int = 0
    due: int = 0
    """Cards still to be turned up as new paths."""
    passes: int = 0
    """Passes in a row."""

    @property
    def seats(self) -> int:
        return len(self.hands)


Full: TypeAlias = State[Card]
Seen: TypeAlias = State[Card | Unseen]

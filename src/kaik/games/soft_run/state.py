"""The data of Soft Run: options, actions and the state."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Meta, Struct

from kaik.core.secrets import EACH, NOBODY, OWNER, Unseen
from kaik.kit.deck import C_co, Card, Cards, Draw, KindRole
from kaik.kit.opening import First
from kaik.kit.seasons import StakeOptions, Table


class SoftRunOptions(StakeOptions, frozen=True, kw_only=True):
    """The options of Soft Run."""

    hou_deal_two: Literal[8, 12] = 8
    hou_run_min: Annotated[int, Meta(ge=2, le=3)] = 2


class Play(Struct, frozen=True, tag="play", cache_hash=True, gc=False):
    """Lay cards as this role: its type and foot are named, since wild cards leave them open."""

    cards: Cards
    role: KindRole


class Pick(Struct, Generic[C_co], frozen=True, tag="pick", cache_hash=True, gc=False):
    """Where plays are too many to list: one more card of the play to come."""

    card: Annotated[C_co, OWNER]


class Pass(Struct, frozen=True, tag="pass", cache_hash=True, gc=False):
    """Lay nothing this time."""


Action: TypeAlias = Play | Pick[Card] | Pass
Outcome: TypeAlias = First | Draw[Card]


class Laid(Struct, frozen=True, cache_hash=True, gc=False):
    """A role a seat has laid in the running round."""

    seat: int
    cards: Cards
    role: KindRole


class State(Struct, Generic[C_co], frozen=True, cache_hash=True, gc=False, kw_only=True):
    """A match of Soft Run."""

    options: SoftRunOptions
    table: Table
    deck: Annotated[tuple[C_co, ...], NOBODY]
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    picked: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    """Cards of each hand picked for the play to come, where plays are too many to list."""
    turn: int = 0
    parent: int = 0
    """The parent of the round."""
    field: tuple[Laid, ...] = ()
    cleared: Cards = ()
    drawing: int = 0
    """Cards the parent has still to draw."""
    phase: Literal["deal", "lead", "follow", "end"] = "deal"


Full: TypeAlias = State[Card]
Seen: TypeAlias = State[Card | Unseen]

"""The data of Linked Friends: options, actions, state. Colour is ignored, so a card is its kind alone."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Meta, Struct

from kaik.core.secrets import EACH, NOBODY, Unseen
from kaik.kit.deck import C_co, Card, Cards, Draw, Role, RoleType
from kaik.kit.opening import First
from kaik.kit.seasons import StakeOptions, Table


class LinkedFriendsOptions(StakeOptions, frozen=True, kw_only=True):
    """The options of Linked Friends."""

    niek_bomb: Literal["always", "beat_smaller"] = "always"
    niek_general_strengths: Literal["per_card", "one"] = "per_card"
    niek_runset_min: Annotated[int, Meta(ge=2, le=3)] = 3


class Play(Struct, frozen=True, tag="play", cache_hash=True, gc=False):
    """Lay cards as this type of role; some are a set and a run."""

    cards: Cards
    role: RoleType


class Pass(Struct, frozen=True, tag="pass", cache_hash=True, gc=False):
    """Lay nothing this time."""


class Remove(Struct, frozen=True, tag="remove", cache_hash=True, gc=False):
    """For generals laid: all cards of these strengths leave the game."""

    strengths: tuple[int, ...]


class Take(Struct, frozen=True, tag="take", cache_hash=True, gc=False):
    """For generals laid: take these cards from the discards into the hand."""

    cards: Cards


Action: TypeAlias = Play | Pass | Remove | Take
Outcome: TypeAlias = First | Draw[Card]


class Laid(Struct, frozen=True, cache_hash=True, gc=False):
    """Cards a seat has laid in the running trick, less those removed since."""

    seat: int
    cards: Cards


class State(Struct, Generic[C_co], frozen=True, cache_hash=True, gc=False, kw_only=True):
    """A match of Linked Friends."""

    options: LinkedFriendsOptions
    table: Table
    deck: Annotated[tuple[C_co, ...], NOBODY]
    """Cards not dealt; after the deal those left over lie aside."""
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    known: tuple[Cards, ...]
    """Cards everybody knows to be in each hand: taken from the discards and not certainly played since."""
    turn: int = 0
    phase: Literal["deal", "lead", "follow", "effect", "end"] = "deal"
    trick: tuple[Laid, ...] = ()
    role: Role | None = None
    """The role to be beaten; it stays so even if its cards are removed."""
    best: int = 0
    """Who laid it."""
    generals: int = 0
    """In `effect`: how many generals were laid."""
    discards: Cards = ()
    removed: Cards = ()


Full: TypeAlias = State[Card]
Seen: TypeAlias = State[Card | Unseen]

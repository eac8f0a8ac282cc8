"""The data of Kitten: options, actions and the state."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Struct

from kaik.core.messages import Message, msg
from kaik.core.secrets import EACH, NOBODY, Unseen
from kaik.kit.deck import C_co, Card, Cards, Draw
from kaik.kit.ledger import Ledger
from kaik.kit.opening import First
from kaik.kit.seasons import PointOptions, Table


class KittenOptions(PointOptions, frozen=True, kw_only=True):
    """The options of Kitten."""

    ni_deal: Literal["with_deck", "seed"] = "with_deck"
    ni_no_deck: Literal["end", "play_on"] = "end"
    ni_colour_on_more: bool = False

    def conflict(self) -> Message | None:
        unplayable = self.ni_deal == "seed" and self.ni_no_deck == "end"
        return msg("error.seed_deal") if unplayable else None


class Play(Struct, frozen=True, tag="play", cache_hash=True, gc=False):
    """Lay a single card or a set."""

    cards: Cards


class StayOut(Struct, frozen=True, tag="stay_out", cache_hash=True, gc=False):
    """Not join this round: draw three cards."""


class Drop(Struct, frozen=True, tag="drop", cache_hash=True, gc=False):
    """Leave a round one has joined, being unable to play: draw three cards."""


Action: TypeAlias = Play | StayOut | Drop
Outcome: TypeAlias = First | Draw[Card]


class Laid(Struct, frozen=True, cache_hash=True, gc=False):
    """Cards a seat has laid in the running round."""

    seat: int
    cards: Cards


class Step(Struct, frozen=True, cache_hash=True, gc=False):
    """What all saw happen to a hand: cards came, cards were laid, or nothing could be laid on these cards."""

    came: int = 0
    laid: Cards = ()
    unable: Cards = ()


class State(Struct, Generic[C_co], frozen=True, cache_hash=True, gc=False, kw_only=True):
    """A match of Kitten."""

    options: KittenOptions
    table: Table
    deck: Annotated[tuple[C_co, ...], NOBODY]
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    points: Ledger
    """Points of this season, without those of its end."""
    aside: tuple[Cards, ...]
    """The cards each seat has obtained from the field."""
    history: tuple[tuple[Step, ...], ...]
    """What all may remember of each hand this season; it bounds what the hand can be."""
    inside: tuple[int, ...] = ()
    """Seats still in the round."""
    joined: tuple[int, ...] = ()
    """Those of them that have played in it; the parent counts from the start."""
    parent: int = 0
    """The parent of the round."""
    turn: int = 0
    field: tuple[Laid, ...] = ()
    drawing: int = 0
    """Cards the seat whose turn it is has still to draw."""
    phase: Literal["deal", "lead", "join", "cont", "end"] = "deal"


Full: TypeAlias = State[Card]
Seen: TypeAlias = State[Card | Unseen]

"""The data of Open Cask: options, actions, outcomes and the state."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Meta, Struct

from kaik.core.messages import Message, msg
from kaik.core.secrets import EACH, NOBODY, Unseen
from kaik.kit.deck import C_co, Card, Cards, Draw, TurnUp
from kaik.kit.ledger import Ledger
from kaik.kit.opening import First
from kaik.kit.seasons import SeasonOptions, Table

Phase: TypeAlias = Literal["deal", "bet", "open"]


class OpenCaskOptions(SeasonOptions, frozen=True, kw_only=True):
    """The options of Open Cask."""

    nam_reveal: Annotated[tuple[Annotated[int, Meta(ge=1, le=5)], ...], Meta(max_length=5)] = (3, 1, 1)
    nam_bet_mode: Literal["until_equal", "single_pass"] = "until_equal"
    nam_ante: Annotated[int, Meta(ge=1, le=100)] = 1
    nam_min_bet: Annotated[int, Meta(ge=1, le=100)] = 1
    nam_bet_max: Annotated[int, Meta(ge=1, le=100)] = 10
    nam_raises: Annotated[int, Meta(ge=0, le=20)] = 3
    nam_stack: Annotated[int, Meta(ge=1, le=10000)] = 50
    nam_order: Literal["horse_first", "going_first"] = "horse_first"
    nam_tamio_strict: bool = True
    nam_tie: Literal["split", "first"] = "split"
    nam_wild: bool = True

    def conflict(self) -> Message | None:
        if sum(self.nam_reveal) > 8:
            return msg("error.reveal")
        if self.nam_min_bet > self.nam_bet_max:
            return msg("error.bets")
        return msg("error.ante") if self.nam_ante > self.nam_stack else None


class Bet(Struct, frozen=True, tag="bet", cache_hash=True, gc=False):
    """加行 at-mok: stand at this level of the round, at least the highest so far."""

    x: int


class Fold(Struct, frozen=True, tag="fold", cache_hash=True, gc=False):
    """無行 mun-mok: do nothing, which is to lose."""


Action: TypeAlias = Bet | Fold
Outcome: TypeAlias = First | Draw[Card] | TurnUp


class Settled(Struct, frozen=True, cache_hash=True, gc=False):
    """How a pot was won. `hands` holds what was shown; nothing if all but one had left."""

    hands: tuple[Cards, ...]
    shared: Cards
    pot: int
    shares: Ledger


class State(Struct, Generic[C_co], frozen=True, cache_hash=True, gc=False):
    """A match of Open Cask. A seat's stack is the starting stack, what it has won, less what it has paid."""

    options: OpenCaskOptions
    table: Table
    deck: Annotated[tuple[C_co, ...], NOBODY]
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    """Hands shown in the end have gone to `won`."""
    inside: tuple[bool, ...]
    """Who sits in and has not left."""
    paid: Ledger
    levels: Ledger
    """How far each seat stands in this round of bets."""
    acted: tuple[bool, ...]
    """Who has acted in this round of bets."""
    shared: Cards = ()
    """The cards turned up, in their order."""
    phase: Phase = "deal"
    turn: int = 0
    parent_now: int = 0
    round: int = 0
    """The round of bets, from 1; 0 while dealing."""
    raises: int = 0
    due: int = 0
    """Cards still to be turned up before the next round of bets."""
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

    @property
    def stacks(self) -> Ledger:
        """What each seat has left."""
        paid = (0,) * self.seats if self.table.settled else self.paid
        return tuple(
            self.options.nam_stack + total - cost for total, cost in zip(self.table.totals, paid, strict=True)
        )


Full: TypeAlias = State[Card]
Seen: TypeAlias = State[Card | Unseen]

"""The data of Season's End: options, actions, outcomes and the state."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from kaik.core.secrets import EACH, NOBODY, OWNER, Unseen
from kaik.kit.deck import C_co, Card, Cards, Draw, TurnUp
from kaik.kit.ledger import Ledger
from kaik.kit.opening import First
from kaik.kit.seasons import BonusOptions, Table

Phase: TypeAlias = Literal["deal", "draw", "turn", "claim", "taken", "final"]
A_co = TypeVar("A_co", covariant=True)
"""What stands where an answer may be hidden: `Answer` in a state, `Answer | Unseen` in a view."""


class SeasonsEndOptions(BonusOptions, frozen=True, kw_only=True):
    """The options of Season's End."""

    tax_light: Literal["on", "off"] = "on"
    tax_light_match: Literal["kind_any_colour", "kind_and_colour", "strength"] = "kind_any_colour"
    tax_claim_priority: Literal["finish_then_order", "order_only"] = "finish_then_order"
    tax_callers: Literal["any", "next_only"] = "any"
    tax_four_on_turn: bool = True
    tax_call_upgrade: bool = True
    tax_four_at_finish: bool = True


class Pass(Struct, frozen=True, tag="pass", cache_hash=True, gc=False):
    """Let the discarded card go."""


class Win(Struct, frozen=True, tag="win", cache_hash=True, gc=False):
    """Finish with the discarded card."""


class Call(Struct, frozen=True, tag="call", cache_hash=True, gc=False):
    """Take the discarded card and expose it with these; with none, it joins the exposed set of three."""

    use: Cards


Answer: TypeAlias = Pass | Win | Call


class Claim(Struct, Generic[A_co], frozen=True, tag="claim", cache_hash=True, gc=False):
    """A secret answer to a discarded card."""

    answer: Annotated[A_co, OWNER]


class Discard(Struct, frozen=True, tag="discard", cache_hash=True, gc=False):
    """Throw a card away, face up."""

    card: Card


class Four(Struct, frozen=True, tag="four", cache_hash=True, gc=False):
    """Expose a set of four: these four, or this one with the exposed set of three."""

    use: Cards


class Finish(Struct, frozen=True, tag="finish", cache_hash=True, gc=False):
    """Finish with the card drawn."""


class Taken(Struct, frozen=True, tag="taken", cache_hash=True, gc=False):
    """All answers are in: this seat's claim comes first. Other claims stay unknown."""

    seat: int
    answer: Win | Call


Action: TypeAlias = Discard | Four | Finish | Claim[Answer]
Outcome: TypeAlias = First | Draw[Card] | TurnUp | Taken


class Score(Struct, frozen=True, cache_hash=True, gc=False):
    """What a finished hand is worth, item by item (§3)."""

    one_colour: int = 0
    six_run: int = 0
    first_round: int = 0
    royals: int = 0
    lights: int = 0
    fours: int = 0
    fours_unpaid: int = 0

    @property
    def end(self) -> int:
        """End points, which the parent's bonus multiplies."""
        return 2 + self.one_colour + self.six_run + self.first_round

    @property
    def bonus(self) -> int:
        """Bonus points."""
        return self.royals + self.lights


class Finished(Struct, frozen=True, cache_hash=True, gc=False):
    """A hand that was shown. `hand` holds the sixth card too; `discarder` is `None` if it was drawn."""

    seat: int
    discarder: int | None
    hand: Cards
    exposed: Cards
    first_round: bool
    score: Score | None = None
    """Known when the last light is turned up."""


class State(Struct, Generic[C_co, A_co], frozen=True, cache_hash=True, gc=False):
    """A match of Season's End. A seat never has room for more than one exposed group."""

    options: SeasonsEndOptions
    table: Table
    deck: Annotated[tuple[C_co, ...], NOBODY]
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    """Concealed cards; a hand that was shown has gone to `finish`."""
    claims: Annotated[tuple[A_co | None, ...], EACH]
    exposed: tuple[Cards, ...]
    moved: Ledger
    """Points moved this season before it is settled."""
    phase: Phase = "deal"
    turn: int = 0
    drawn: bool = False
    """The turn began by a draw, so that its player may finish."""
    turns: int = 0
    """Turns begun this season, by draws and calls."""
    discards: tuple[tuple[int, Card], ...] = ()
    """Who threw which card; the last one is being answered in phase `claim`."""
    lights: Cards = ()
    taken: Taken | None = None
    finish: Finished | None = None
    last: Finished | None = None
    """The hand that was shown last season."""

    @property
    def seats(self) -> int:
        return len(self.exposed)


Full: TypeAlias = State[Card, Answer]
Seen: TypeAlias = State[Card | Unseen, Answer | Unseen]

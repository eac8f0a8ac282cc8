"""The options, actions and states of Mountain Walk (`docs/rules/mountain_walk.md` §4.1, §4.4, §4.6)."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Meta, Struct

from kaik.core.messages import Message, msg
from kaik.core.options import Options
from kaik.core.secrets import EACH, NOBODY, Unseen
from kaik.games.mountain_walk import board
from kaik.kit.deck import DECK, SHIP, C_co, Card, Cards, Draw, code
from kaik.kit.opening import First, Throw, ThrowOff

HAND = 3
RICE_FOR_COIN = 5
RICE_FOR_CARD = 2
"""What discarding a card brings."""
SHIP_COINS = 2
KING_COINS = 2
BRUSH_COINS = 2
MOVE_COST = {"rice": 10, "coins": 2}
MARKERS = 3
"""With so many markers a card falls."""
LUCK = 4
"""Brush, shaman and general do their rarer work from this throw on."""
LEAST_CAP = 30
"""A cap on rounds is this large, or there is none."""

NOTHING, SOLDIER, BOW, CART, TIGER, HORSE, BRUSH, SHAMAN, GENERAL, KING, EMPEROR = "012345678KE"
COST = {SHIP: 0, KING: 10, EMPEROR: 10} | {str(n): n for n in range(9)}
"""Face costs, in rice on black cards and in coins on red ones."""
ACTING = (NOTHING, TIGER, BRUSH, SHAMAN, GENERAL, KING, EMPEROR)
"""The cards that act in step 3, in their order."""
THROWERS: dict[str, Phase] = {BRUSH: "brush", SHAMAN: "shaman", GENERAL: "general"}

Phase: TypeAlias = Literal[
    "first", "deal", "order", "draw", "tiger", "brush", "shaman", "general", "mark", "destroy",
    "exchange", "dismantle", "cards", "move", "over",
]  # fmt: skip
Stage: TypeAlias = Literal["effects", "exchange", "dismantle", "cards"]
"""The steps 3–6 of a turn."""
NEXT: dict[Stage, Phase] = {
    "effects": "exchange", "exchange": "dismantle", "dismantle": "cards", "cards": "move",
}  # fmt: skip
Currency: TypeAlias = Literal["rice", "coins"]


class MountainWalkOptions(Options, frozen=True, kw_only=True):
    """The options of Mountain Walk."""

    mt_preset: Literal["printed", "soft"] = "printed"
    mt_route: Literal["spiral24", "arms20", "stair8", "custom"] = "spiral24"
    mt_custom: tuple[str, ...] = ()
    mt_route_share: Literal["shared", "turned_per_seat"] = "shared"
    stake: Annotated[int, Meta(ge=0, le=1000)] = 0
    mt_start_rice: Annotated[int, Meta(ge=0, le=50)] = 0
    mt_start_coins: Annotated[int, Meta(ge=0, le=10)] = 0
    mt_start_square_bonus: bool = True
    mt_summit: Literal["stop_there", "exact_or_stay"] = "stop_there"
    mt_red_markers: Literal["count", "immune"] = "count"
    mt_water: Literal["none", "plus_one"] = "none"
    mt_cap: Annotated[int, Meta(ge=1, le=20)] = 9
    mt_end: Literal["immediate", "equal_turns"] = "immediate"
    mt_round_cap: Annotated[int, Meta(ge=0, le=300)] = 100
    first_player: Literal["random", "highest_throw"] = "random"
    stick_bias: Annotated[int, Meta(ge=5, le=95)] = 50

    def conflict(self) -> Message | None:
        if self.mt_route == "custom" and not board.walkable(self.mt_custom):
            return msg("error.custom")
        return msg("error.round_cap", least=LEAST_CAP) if 0 < self.mt_round_cap < LEAST_CAP else None


# -- actions and outcomes ----------------------------------------------------------------------------


class Step(Struct, frozen=True, tag="step", cache_hash=True):
    """Which step to take next, or to go on to the move (`soft`)."""

    stage: Stage | Literal["go_on"]


class Take(Struct, frozen=True, tag="take", cache_hash=True):
    """虎: one rice or coin of an opponent."""

    currency: Currency
    victim: int


class Target(Struct, frozen=True, tag="target", cache_hash=True):
    """将: the card that gets a marker or is destroyed."""

    owner: int
    place: int


class Exchange(Struct, frozen=True, tag="exchange", cache_hash=True):
    """Rice for so many coins."""

    coins: int


class Dismantle(Struct, frozen=True, tag="dismantle", cache_hash=True):
    """Take down an own card."""

    place: int


class Install(Struct, frozen=True, tag="install", cache_hash=True):
    """Put a card of the hand on the table and pay for it."""

    card: Card


class Play(Struct, frozen=True, tag="play", cache_hash=True):
    """Play a ship for its coins."""

    card: Card


class Discard(Struct, frozen=True, tag="discard", cache_hash=True):
    """Turn a card of the hand into rice."""

    card: Card


class Done(Struct, frozen=True, tag="done", cache_hash=True):
    """No more of this step."""


class Move(Struct, frozen=True, tag="move", cache_hash=True):
    """Pay and advance."""

    currency: Currency


class Stay(Struct, frozen=True, tag="stay", cache_hash=True):
    """Do not move."""


Action: TypeAlias = (
    Step | Take | Target | Exchange | Dismantle | Install | Play | Discard | Done | Move | Stay
)
Outcome: TypeAlias = First | Throw | Draw[Card]


# -- the state ---------------------------------------------------------------------------------------


class Placed(Struct, frozen=True, cache_hash=True):
    """A card on the table: `active` from its owner's next turn on, `acted` after its effect in this turn."""

    card: Card
    markers: int = 0
    active: bool = False
    acted: bool = False


class Walker(Struct, frozen=True, cache_hash=True):
    """What a player has in the open."""

    position: int = 0
    rice: int = 0
    coins: int = 0
    immune: bool = False
    row: tuple[Placed, ...] = ()
    """The installed cards, the oldest first."""

    def active(self, kind: str) -> int:
        """How many active cards of a kind there are."""
        return sum(placed.active and code(placed.card) == kind for placed in self.row)


class News(Struct, frozen=True, cache_hash=True):
    """Something that happened in this turn, to be told beside the board."""

    what: str
    seat: int
    n: int = 0
    card: Card = ""
    other: int = 0


DRAWN = "+"
"""A draw in the trail of a seat."""


class State(Struct, Generic[C_co], frozen=True, cache_hash=True):
    """A game of Mountain Walk."""

    options: MountainWalkOptions
    walkers: tuple[Walker, ...]
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    pile: Annotated[tuple[C_co, ...], NOBODY]
    held: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    """The hands when the pile was last made."""
    in_hands: Cards = ()
    """All those hands together: whoever counts the cards knows this."""
    source: Cards = DECK
    """What the pile was made of."""
    trail: tuple[tuple[str, ...], ...] = ()
    """Per seat, since then: its draws, and the cards that left its hand."""
    discards: Cards = ()
    phase: Phase = "first"
    throw_off: ThrowOff | None = None
    first: int | None = None
    turn: int | None = None
    round: int = 0
    halvings: int = 0
    """How many 巫 of this turn halve the cost of moving."""
    way: Literal["", "install", "discard"] = ""
    """What the step with cards has become."""
    steps: tuple[Stage, ...] = ()
    """The steps already taken this turn (`soft`)."""
    sticks: tuple[int, int] | None = None
    """Who threw last, and what."""
    news: tuple[News, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.walkers)

    @property
    def soft(self) -> bool:
        return self.options.mt_preset == "soft"


Full: TypeAlias = State[Card]
Seen: TypeAlias = State[Card | Unseen]

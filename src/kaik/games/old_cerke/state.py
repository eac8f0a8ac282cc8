"""What a game of old cerke is at any moment: the state and the choices (docs/rules/old_cerke.md §15).

Moves stand as text (notation.py), the board as the kernel's 81 cells. Seat 0 is black (bottom), seat 1 red.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Generic, TypeAlias, TypeVar

from msgspec import Struct

from kaik.core.secrets import EACH, OWNER, Unseen
from kaik.games.old_cerke.options import OldOptions
from kaik.kit.opening import First

Order: TypeAlias = str
"""車 and 獣 on L N C M of a back rank, e.g. `獣車車獣`."""
C_co = TypeVar("C_co", covariant=True)
"""What stands where an arrangement may be hidden: `Order` in a state, `Order | Unseen` in a view."""


class Phase(Enum):
    """Where the game stands."""

    FIRST = "first"
    """Chance decides who begins."""
    ARRANGE = "arrange"
    """Both put their 車 and 獣, unseen by the other (`free_swap`)."""
    PLAY = "play"
    OVER = "over"


class Ending(Enum):
    """Why a game is over."""

    KING = "king"
    NO_MOVE = "no_move"


class Move(Struct, frozen=True, tag="move", cache_hash=True):
    """A move, e.g. `KIA-KAU`, `KAI^KU-KI`, `LO/NO/TO-TU`."""

    move: str


class Arrange(Struct, Generic[C_co], frozen=True, tag="arrange", cache_hash=True):
    """How a player puts his two 車 and two 獣."""

    order: Annotated[C_co, OWNER]


Action: TypeAlias = Move | Arrange[Order]
Outcome: TypeAlias = First


class LastMove(Struct, frozen=True, cache_hash=True):
    """The move made last, for showing: what it took and whether a soldier changed by it."""

    side: int
    move: str
    captured: tuple[str, ...] = ()
    """Kinds, in the order they were taken."""
    changed: bool = False


class OldState(Struct, Generic[C_co], frozen=True, cache_hash=True):
    """A game of old cerke."""

    options: OldOptions
    phase: Phase
    cells: bytes
    side: int = 0
    arranged: Annotated[tuple[C_co | None, ...], EACH] = ()
    """While the sides arrange: what each has chosen so far."""
    taken: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The kinds each side has captured; they are out of play."""
    last: LastMove | None = None
    winner: int | None = None
    ending: Ending | None = None


Full: TypeAlias = OldState[Order]
Seen: TypeAlias = OldState[Order | Unseen]

"""What a game of cerke is at any moment: the state, the choices and the casts (docs/rules/cerke.md §5).

Squares and moves stand as text, as people and other programs write them (notation.py); the board is the
kernel's 81 cells. Seat 0 is the IA side (bottom, black king), seat 1 the A side. Points are in tenths,
because old counting needs them.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from kaik.games.cerke.options import Options
from kaik.kit.opening import Throw, ThrowOff


class Phase(Enum):
    """Where in a turn the game stands (§5)."""

    FIRST = "first"
    """The sticks decide who begins the season."""
    GROUND = "ground"
    STEP_CAST = "step_cast"
    CHAIN = "chain"
    """The mover stops a chain of stepping casts, or goes on with it."""
    LAND = "land"
    WATER = "water"
    DECLARE = "declare"
    OVER = "over"


class Move(Struct, frozen=True, tag="move", cache_hash=True):
    """A ground move: `TAI-TY`, `LAU/LAI~LY`, `黒兵*ZO`; with no announcement a cast is only `LAU/LAI~`."""

    move: str


class Land(Struct, frozen=True, tag="land", cache_hash=True):
    """Where a stepping move comes to rest after its cast."""

    square: str


class GiveUp(Struct, frozen=True, tag="give_up", cache_hash=True):
    """The piece goes back to its origin after the stepping cast."""


class Again(Struct, frozen=True, tag="again", cache_hash=True):
    """Cast once more and add (連撃術, §14.2)."""


class Stop(Struct, frozen=True, tag="stop", cache_hash=True):
    """Keep the sum of a chain of casts."""


class GoOn(Struct, frozen=True, tag="go_on", cache_hash=True):
    """再行: the rate doubles, the season goes on."""


class EndSeason(Struct, frozen=True, tag="end_season", cache_hash=True):
    """終季: settle and end the season."""


class Pass(Struct, frozen=True, tag="pass", cache_hash=True):
    """The turn of a side that has no legal move, where that does not end the game."""


Action: TypeAlias = Move | Land | GiveUp | Again | Stop | GoOn | EndSeason | Pass
Outcome: TypeAlias = Throw


class Penalty(Struct, frozen=True, cache_hash=True):
    """A situational hand of this turn (§10): its negative points, in a declaration or paid at once."""

    name: str
    tenths: int
    at_once: bool


class LastTurn(Struct, frozen=True, cache_hash=True):
    """The move made last or under way, for showing and for the record."""

    side: int
    move: str
    casts: tuple[int, ...] = ()
    """Stepping casts, a chain's one by one."""
    water: int | None = None
    end: str | None = None
    """Where the piece came to rest; `None` while that is open, or when the move failed."""
    failed: bool = False
    captured: str | None = None
    penalties: tuple[Penalty, ...] = ()
    """What this turn added or cost at once."""
    repeated: tuple[str, ...] = ()
    """Penalties made again that the side held already: nothing was added."""
    paid: int = 0
    """Tenths really paid at once."""


class Settlement(Struct, frozen=True, cache_hash=True):
    """How a season ended; `moved` are the tenths the declarer really received (negative: paid)."""

    season: int
    side: int
    hands: tuple[str, ...]
    penalties: tuple[str, ...]
    """Every penalty the declarer held, by name, each as often as it counted."""
    raw: int
    rate: int
    moved: int


class State(Struct, frozen=True, cache_hash=True):
    """A game of cerke."""

    options: Options
    phase: Phase
    cells: bytes
    held: tuple[bytes, bytes]
    points: tuple[int, int]
    side: int = 0
    tam_moved: bool = False
    """The ply just before moved the tam."""
    rate: int = 1
    season: int = 1
    season_plies: int = 0
    starter: int = 0
    last_gain: int = 0
    """1 + the side that gained by the last settlement; 0 if none did."""
    throw_off: ThrowOff | None = None
    code: int = 0
    """The move under way as the kernel codes it, from the choice to the end of its casts."""
    reach: int = 0
    """The stepping cast so far: how far the second leg may go."""
    end: int = 0
    """Where the piece will come to rest if the water lets it."""
    raw: int = 0
    """In a declaration: the tenths 終季 would settle, before the rate."""
    reason: int = 0
    penalties: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The penalties each side holds, IA's then A's, by id and sorted (§10). With `penalty_lasts` = `turn`
    there are some only in the declaration of the turn that made them."""
    seen: tuple[int, ...] = ()
    """The keys of the earlier positions of this season that can still stand again: those at the same rate."""
    last: LastTurn | None = None
    settled: tuple[Settlement, ...] = ()

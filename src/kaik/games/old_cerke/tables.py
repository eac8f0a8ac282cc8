"""What the options mean for the kernel, as numbers: movement, vessels, layout.

Follows docs/rules/old_cerke.md §15.1–15.4. Squares and their names are those of cerke. A cell is 0 when
empty, 1–8 for a black piece, 9–16 for a red one; within a side 1 + kind, kinds in the order of NAMES.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import permutations
from typing import NamedTuple

from kaik.games.cerke.options import Options as CerkeOptions
from kaik.games.cerke.tables import (
    ALL8,
    BIG_BOARD,
    BIG_WATER,
    DIA,
    DIRECTIONS,
    ORT,
    SQUARE_BY_NAME,
    SQUARES,
    WIDTH,
    shifted,
)
from kaik.games.cerke.tables import build as build_cerke
from kaik.games.old_cerke.codes import BEAST, BOW, CHANGED, CHARIOT, GENERAL, KING, NOWHERE, SOLDIER
from kaik.games.old_cerke.options import OldOptions

KINDS = "船兵弓車獣将王"
NAMES = (*KINDS, "兵+")
SIDES = "BR"
COLOURS = "黒赤"
KINDS_PER_SIDE = len(NAMES)
WATER = BIG_WATER
DRY = BIG_BOARD & ~WATER
WET = tuple(square for square in range(SQUARES) if WATER >> square & 1)
"""The water squares in order."""

#: How many of each kind a side has (§15.1), changed soldiers counted as soldiers.
PIECE_SET = {"船": 1, "兵": 8, "弓": 2, "車": 2, "獣": 2, "将": 2, "王": 1}

SWAP_COLUMNS = "LNCM"
ARRANGEMENTS = tuple(sorted({"".join(order) for order in permutations("獣車車獣")}, reverse=True))
"""The ways to put 車 and 獣 on L N C M of the back rank; the first is the fixed layout."""
MIRRORED = "車獣獣車"
FIXED = "獣車車獣"

BACK_RANK = "弓獣車将王将車獣弓"
FRONT_RANK = "兵兵兵兵船兵兵兵兵"
_RANKS = ({"IA": BACK_RANK, "AI": FRONT_RANK}, {"A": BACK_RANK, "I": FRONT_RANK})
BACK_ROWS = ("IA", "A")

#: Row by row from the top: the three ranks where a side's soldiers change.
ENEMY_RANKS = (
    sum(1 << square for square in range(3 * WIDTH)),
    sum(1 << square for square in range(6 * WIDTH, SQUARES)),
)

Vectors = tuple[tuple[int, int], ...]

#: In the mover's view, forward being (0, 1).
STEPS: Mapping[int, Vectors] = {
    SOLDIER: ((0, 1),),
    CHANGED: ORT,
    GENERAL: tuple(vector for vector in ALL8 if vector != (0, -1)),
    KING: ALL8,
}
LINES: Mapping[int, Vectors] = {BOW: ORT, CHARIOT: ORT, BEAST: DIA}
JUMPERS = (CHARIOT, BEAST)
_RUNNERS = {
    "both": (CHARIOT, BEAST),
    "neither": (),
    "chariot_only": (CHARIOT,),
    "beast_only": (BEAST,),
}


class Tables(NamedTuple):
    """Masks have bit n for square n; pieces are numbered side · 8 + kind, one less than their cells."""

    rays: tuple[tuple[int, ...], ...]  # direction → square → ray to the edge
    beyond: tuple[tuple[int, ...], ...]  # direction → square → the next square
    hops: tuple[tuple[int, ...], ...]  # piece → square → steps
    slides: tuple[int, ...]  # piece → directions in which it runs
    jumps: tuple[int, ...]  # piece → directions in which it captures by jumping
    voyages: tuple[tuple[int, ...], ...]  # water square → enemy vessel's (9: none) → water within reach
    layout: bytes


def runs(options: OldOptions, kind: int) -> bool:
    """Whether 車 or 獣 moves any distance (`old_run`); 弓 always does."""
    return kind == BOW or kind in _RUNNERS[options.old_run]


def build(options: OldOptions) -> Tables:
    """All tables for a set of options."""
    pieces = [(side, kind) for side in range(2) for kind in range(KINDS_PER_SIDE)]
    return Tables(
        rays=_rays(),
        beyond=_beyond(),
        hops=tuple(tuple(_hops(options, *piece, square) for square in range(SQUARES)) for piece in pieces),
        slides=tuple(_directions(LINES[kind]) if _slides(options, kind) else 0 for _, kind in pieces),
        jumps=tuple(_directions(LINES[kind]) if kind in JUMPERS else 0 for _, kind in pieces),
        voyages=tuple(tuple(_voyage(options, start, enemy) for enemy in (*WET, NOWHERE)) for start in WET),
        layout=layout(FIXED, FIXED) if options.old_setup != "mirrored" else layout(MIRRORED, MIRRORED),
    )


@cache
def _rays() -> tuple[tuple[int, ...], ...]:
    """Those of cerke's big board."""
    return build_cerke(CerkeOptions()).rays


@cache
def _beyond() -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_next(square, vector) for square in range(SQUARES)) for vector in DIRECTIONS)


def _next(square: int, vector: tuple[int, int]) -> int:
    mask = shifted(BIG_BOARD, square, (vector,))
    return mask.bit_length() - 1 if mask else NOWHERE


def _slides(options: OldOptions, kind: int) -> bool:
    return kind in LINES and runs(options, kind)


def _hops(options: OldOptions, side: int, kind: int, square: int) -> int:
    """Steps to a neighbouring square; 車 and 獣 step where they do not run, soldiers by where they stand."""
    if kind in (SOLDIER, CHANGED) and options.old_soldier_change == "while_inside":
        kind = CHANGED if ENEMY_RANKS[side] >> square & 1 else SOLDIER
    vectors = LINES[kind] if kind in LINES and not runs(options, kind) else STEPS.get(kind, ())
    sign = 1 if side == 0 else -1
    return shifted(BIG_BOARD, square, ((sign * dx, -sign * dy) for dx, dy in vectors))


def _directions(vectors: Iterable[tuple[int, int]]) -> int:
    """As eight bits; ORT and DIA are the same seen from either side."""
    return sum(1 << DIRECTIONS.index(vector) for vector in vectors)


def _voyage(options: OldOptions, start: int, enemy: int) -> int:
    """The water a vessel can reach without passing the enemy's (`old_ship_path`), without its own square."""
    free = WATER & ~(1 << enemy)
    if options.old_ship_path == "anywhere":
        return free & ~(1 << start)
    links = ORT if options.old_ship_path == "orthogonal" else ALL8
    reached, waiting = 1 << start, [start]
    while waiting:
        new = shifted(free, waiting.pop(), links) & ~reached
        reached |= new
        waiting += [square for square in WET if new >> square & 1]
    return reached & ~(1 << start)


def cell_code(side: int, kind: int) -> int:
    return 1 + side * KINDS_PER_SIDE + kind


@cache
def layout(black: str, red: str) -> bytes:
    """The initial layout with 車 and 獣 on L N C M as each side has arranged them; `----` leaves them out."""
    cells = bytearray(SQUARES)
    for side, order in enumerate((black, red)):
        for row, kinds in _RANKS[side].items():
            for column, kind in zip("KLNTZXCMP", kinds, strict=True):
                put = order[SWAP_COLUMNS.index(column)] if kind in "車獣" else kind
                cells[SQUARE_BY_NAME[column + row]] = cell_code(side, KINDS.index(put)) if put in KINDS else 0
    return bytes(cells)

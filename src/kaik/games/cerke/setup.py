"""Putting a position of cerke together by hand: the fields of positions.py, described for a form."""

from __future__ import annotations

import functools

from kaik.core.options import Field
from kaik.core.setup import Placeable, Reserve, Setup
from kaik.games.cerke import codes, notation
from kaik.games.cerke.options import Options, starting_tenths
from kaik.games.cerke.penalties import IDS
from kaik.games.cerke.positions import MOST_PENALTIES
from kaik.games.cerke.scene import piece_item
from kaik.games.cerke.tables import SIDES, cell_code, piece_set

MOST_POINTS = 1000
MOST_RATE = 64


@functools.lru_cache(maxsize=64)
def setup(options: Options) -> Setup:
    """The form for these options."""
    seasons = tuple(range(1, options.season_count + 1))
    points = dict(zip(SIDES, starting_tenths(options), strict=True))
    return Setup(
        pieces=_pieces(options),
        fields=(
            Field("turn", "choice", SIDES[0], choices=SIDES),
            *(Field(side, "number", points[side] // 10, least=0, most=MOST_POINTS) for side in SIDES),
            Field("rate", "number", 1, least=1, most=MOST_RATE),
            Field("season", "choice", options.first_season, choices=seasons),
            Field("prev_tam_moved", "flag", False),
            *_penalties(options),
        ),
        sides=SIDES,
        reserves=tuple(Reserve(f"hand_{side}", seat) for seat, side in enumerate(SIDES)),
    )


def _penalties(options: Options) -> tuple[Field, ...]:
    """What each side may hold (§10, §18); nothing where no penalty is held beyond its turn."""
    ids = tuple(id for id in IDS if getattr(options, id) == "hand")
    if options.penalty_lasts == "turn" or not ids:
        return ()
    most = 1 if options.penalty_lasts == "season" else MOST_PENALTIES
    return tuple(Field(f"penalties_{side}", "several", [], choices=ids, most=most) for side in SIDES)


def _pieces(options: Options) -> tuple[Placeable, ...]:
    """The emperor, and what the set of this board holds, for both sides."""
    used = [(piece, notation.PIECE_NAMES[piece]) for piece, n in enumerate(piece_set(options.board)) if n]
    sided = (
        Placeable(side + name, piece_item(cell_code(seat, piece)), name)
        for seat, side in enumerate(SIDES)
        for piece, name in used
    )
    return (Placeable(notation.TAM_NAME, piece_item(codes.TAM_CODE)), *sided)

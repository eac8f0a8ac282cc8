"""Putting a position of old cerke together by hand: the fields of positions.py, described for a form."""

from __future__ import annotations

from kaik.core.options import Field
from kaik.core.setup import Placeable, Setup
from kaik.games.old_cerke.scene import piece_item
from kaik.games.old_cerke.tables import NAMES, SIDES

SETUP = Setup(
    pieces=tuple(
        Placeable(side + name, piece_item(seat, kind))
        for seat, side in enumerate(SIDES)
        for kind, name in enumerate(NAMES)
    ),
    fields=(Field("turn", "choice", SIDES[0], choices=tuple(SIDES)),),
    sides=tuple(SIDES),
)

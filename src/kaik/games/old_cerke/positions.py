"""Positions from plain fields and back: board as square → piece (names as in notation.py), and who moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert

from kaik.core.errors import BadNotation
from kaik.games.cerke.tables import SQUARE_BY_NAME
from kaik.games.old_cerke import notation
from kaik.games.old_cerke.game import playable, rules_of
from kaik.games.old_cerke.kernel import Position
from kaik.games.old_cerke.options import OldOptions
from kaik.games.old_cerke.state import Full, OldState, Phase
from kaik.games.old_cerke.tables import KINDS, NAMES, PIECE_SET, SIDES, WATER


class Fields(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in plain JSON."""

    board: dict[str, str] | None = None
    turn: Literal["B", "R"] = "B"
    phase: str | None = None
    """Written for the reader's sake; the board decides."""


def set_up(options: OldOptions, board: Mapping[str, str] | None = None, turn: str = "B") -> Full:
    """A state with this side to move; without a board, the initial layout of `old_setup` (free: as if fixed).

    A soldier that stands in the enemy's three ranks is a changed one, marked or not.
    """
    if turn not in tuple(SIDES):
        raise BadNotation("error.side", text=str(turn)[:20])
    cells = None if board is None else _cells(board)
    position = Position(rules_of(options), cells)
    return playable(OldState(options, Phase.PLAY, position.cells(), SIDES.index(turn)))


def read_fields(options: OldOptions, fields: Mapping[str, Any]) -> Full:
    """The state a position in plain JSON describes."""
    try:
        given = convert(dict(fields), Fields)
    except ValidationError as damage:
        raise BadNotation("error.position", detail=str(damage)) from None
    return set_up(options, given.board, given.turn)


def write_fields(state: Full) -> dict[str, Any]:
    return {"board": board_of(state), "turn": SIDES[state.side], "phase": state.phase.value}


def board_of(state: Full) -> dict[str, str]:
    """Square → piece."""
    return notation.cells_to_names(state.cells)


def _cells(board: Mapping[str, str]) -> bytes:
    for square, piece in board.items():
        _check(square, piece)
    counts = Counter(piece[:2] for piece in board.values())
    for side in SIDES:
        for kind, most in PIECE_SET.items():
            if counts[side + kind] > most:
                raise BadNotation("error.too_many", text=side + kind, most=most)
    return notation.cells_from_names(board)


def _check(square: str, piece: str) -> None:
    """Vessels are in water, everything else is on land (§15.2)."""
    if square not in SQUARE_BY_NAME:
        raise BadNotation("error.square", text=square[:20])
    if piece[:1] not in tuple(SIDES) or piece[1:] not in NAMES:
        raise BadNotation("error.piece", text=piece[:20])
    if bool(WATER >> SQUARE_BY_NAME[square] & 1) != (piece[1] == KINDS[0]):
        raise BadNotation("error.element", piece=piece, square=square)

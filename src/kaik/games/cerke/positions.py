"""Positions from plain fields and back: board as square → piece, reserves as lists of pieces.

Names are those of notation.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import replace

from kaik.core.errors import BadNotation
from kaik.games.cerke import notation
from kaik.games.cerke.options import Options, starting_tenths
from kaik.games.cerke.penalties import IDS, NAMES, is_one_hand
from kaik.games.cerke.state import Phase, State
from kaik.games.cerke.tables import SIDES, SQUARE_BY_NAME, build

MOST_PENALTIES = 1000
"""A side cannot make more in a season that a match has room for."""


def set_up(
    options: Options,
    board: Mapping[str, str] | None = None,
    reserves: Mapping[str, Sequence[str]] | None = None,
    turn: str = "IA",
    *,
    points: Mapping[str, float] | None = None,
    rate: int = 1,
    season: int | None = None,
    tam_moved: bool = False,
    penalties: Mapping[str, Sequence[str]] | None = None,
) -> State:
    """A state with this side to move; without a board, the initial layout, without a season, the first.

    `penalties` are those each side holds, by id (§10, §18).
    """
    held, borne = reserves or {}, penalties or {}
    state = State(
        options,
        Phase.GROUND,
        build(options).layout if board is None else _cells(options, board),
        (_counts(held.get("IA", ())), _counts(held.get("A", ()))),
        starting_tenths(options),
        side=_side(turn),
        starter=_side(turn),
        tam_moved=tam_moved,
        rate=rate,
        season=options.first_season if season is None else season,
        penalties=(_penalties(options, borne.get("IA", ())), _penalties(options, borne.get("A", ()))),
    )
    if points is None:
        return state
    return replace(state, points=(round(10 * points["IA"]), round(10 * points["A"])))


class Fields(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position in plain JSON: board, the two reserves, who moves, and the points."""

    board: dict[str, str] | None = None
    hand_IA: tuple[str, ...] = ()
    hand_A: tuple[str, ...] = ()
    turn: Literal["IA", "A"] = "IA"
    IA: float | None = None
    A: float | None = None
    rate: Annotated[int, Meta(ge=1, le=1 << 40)] = 1
    season: Annotated[int, Meta(ge=1, le=4)] | None = None
    prev_tam_moved: bool = False
    penalties_IA: Annotated[tuple[str, ...], Meta(max_length=MOST_PENALTIES)] = ()
    penalties_A: Annotated[tuple[str, ...], Meta(max_length=MOST_PENALTIES)] = ()
    phase: Literal["ground"] = "ground"
    """A position is always one before a move."""


def read_fields(options: Options, fields: Mapping[str, Any]) -> State:
    """The state a position in plain JSON describes, with the side named to move."""
    try:
        given = convert(dict(fields), Fields)
    except ValidationError as damage:
        raise BadNotation("error.position", detail=str(damage)) from None
    if given.season is not None and given.season > options.season_count:
        raise BadNotation("error.season", season=given.season)
    both = given.IA is not None and given.A is not None
    return set_up(
        options,
        given.board,
        {"IA": given.hand_IA, "A": given.hand_A},
        given.turn,
        points={"IA": given.IA or 0, "A": given.A or 0} if both else None,
        rate=given.rate,
        season=given.season,
        tam_moved=given.prev_tam_moved,
        penalties={"IA": given.penalties_IA, "A": given.penalties_A},
    )


def write_fields(state: State) -> dict[str, Any]:
    """The same fields, and the phase of the turn."""
    ia, a = state.points
    return {
        "board": board_of(state),
        "hand_IA": reserve_of(state, 0),
        "hand_A": reserve_of(state, 1),
        "turn": SIDES[state.side],
        "IA": ia / 10 if ia % 10 else ia // 10,
        "A": a / 10 if a % 10 else a // 10,
        "rate": state.rate,
        "season": state.season,
        "prev_tam_moved": state.tam_moved,
        "penalties_IA": list(state.penalties[0]),
        "penalties_A": list(state.penalties[1]),
        "phase": state.phase.value,
    }


def _penalties(options: Options, given: Sequence[str]) -> tuple[str, ...]:
    """What a side holds, sorted; refused if the rules in force cannot have brought it about (§18)."""
    names = list(given)
    for id in names:
        if id not in IDS:
            raise BadNotation("error.penalty", text=str(id)[:20])
        if options.penalty_lasts == "turn" or getattr(options, id) != "hand":
            raise BadNotation("error.penalty_not_held", penalty=id)
    distinct = {NAMES[id] if is_one_hand(options) else id for id in names}
    if options.penalty_lasts == "season" and len(distinct) < len(names):
        raise BadNotation("error.penalty_twice")
    return tuple(sorted(names))


def board_of(state: State) -> dict[str, str]:
    """Square → piece."""
    return notation.cells_to_names(state.cells)


def reserve_of(state: State, side: int) -> list[str]:
    """The pieces of a reserve, one name each."""
    return notation.counts_to_names(state.held[side])


def _side(turn: str) -> int:
    if turn not in SIDES:
        raise BadNotation("error.side", text=str(turn)[:20])
    return SIDES.index(turn)


def _cells(options: Options, board: Mapping[str, str]) -> bytes:
    allowed = build(options).board
    for square, piece in board.items():
        if square not in SQUARE_BY_NAME or not allowed >> SQUARE_BY_NAME[square] & 1:
            raise BadNotation("error.square", text=str(square)[:20])
        if piece != notation.TAM_NAME and not _is_piece(piece):
            raise BadNotation("error.piece", text=str(piece)[:20])
    if list(board.values()).count(notation.TAM_NAME) > 1:
        raise BadNotation("error.two_tams")
    return notation.cells_from_names(board)


def _is_piece(text: str) -> bool:
    return isinstance(text, str) and text[:-2] in SIDES and text[-2:] in notation.PIECE_BY_NAME


def _counts(pieces: Sequence[str]) -> bytes:
    for piece in pieces:
        if piece not in notation.PIECE_BY_NAME:
            raise BadNotation("error.piece", text=str(piece)[:20])
    return bytes(notation.counts_from_names(pieces))

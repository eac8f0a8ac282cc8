"""Positions as text for the rule tests, in the notation of §16: `IA:b馬@TY, A:r兵@ZO, 皇@KO`."""

from functools import cache

from kaik.games.cerke import notation
from kaik.games.cerke.kernel import Position, Rules
from kaik.games.cerke.options import Options

COLOUR = {"b": "黒", "r": "赤"}


@cache
def rules(options: Options) -> Rules:
    return Rules(options)


def piece_text(text: str) -> str:
    """`b馬` as the package writes it."""
    return COLOUR[text[0]] + text[1]


def reserve(text: str) -> tuple[int, ...]:
    """`b王 r兵` as 20 counts."""
    return notation.counts_from_names([piece_text(word) for word in text.split()])


def position(text: str, options: Options | None = None, side: int = 0, held: str = "") -> Position:
    board = {}
    for item in text.split(", "):
        owner_and_piece, square = item.split("@")
        owner, _, piece = owner_and_piece.rpartition(":")
        board[square] = owner + piece_text(piece) if owner else "皇"
    held_by = {side: reserve(held)}
    return Position(
        rules(options or Options()),
        notation.cells_from_names(board),
        held_by.get(0, ()),
        held_by.get(1, ()),
        side,
    )


def moves(position: Position, start: str) -> list[str]:
    """The moves that begin like this, as text."""
    return [text for text in map(notation.move_to_text, position.moves()) if text.startswith(start)]


def described(position: Position, start: str) -> set[str]:
    """The end squares of the moves that begin like this, marked as in §16: x capture, ~ water, (n) cast."""
    found = set()
    for move in position.moves():
        text = notation.move_to_text(move)
        if text.startswith(start) and ("/" in text) == ("/" in start):
            found.add(_marked(position, move))
    return found


def _marked(position: Position, move: int) -> str:
    end = notation.end_of(move)
    water = position.water_cast_due(move, end)
    need = position.needed_cast(move)
    captured = position.copy().apply(move, end)
    return (
        notation.SQUARE_NAMES[end]
        + ("x" if captured >= 0 else "")
        + ("~" if water else "")
        + (f"({need})" if need else "")
    )

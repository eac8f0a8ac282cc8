"""Old cerke: move lists under its options, and move sequences counted from the start."""

from __future__ import annotations

from kaik.core.options import checked
from kaik.games.old_cerke import GAME, notation
from kaik.games.old_cerke.game import position_of
from kaik.games.old_cerke.kernel import Position, comes_back
from kaik.games.old_cerke.options import OldOptions
from kaik.games.old_cerke.positions import set_up
from kaik.games.old_cerke.state import Full, Move
from tests.vectors.base import Check, Row, same


def movegen(row: Row) -> None:
    state = _state(row)
    moves = sorted(action.move for action in GAME.actions(state, state.side) if isinstance(action, Move))
    same("moves", row["moves"], moves)
    returning = [move for move in moves if comes_back(notation.text_to_move(move))]
    same("returning", row["returning"], returning)


def perft(row: Row) -> None:
    """Sequences of 1, 2, 3, 4 … moves, with and without moves back to their own square, and by first move."""
    position = position_of(_state(row))
    depths = range(1, len(row["nodes"]) + 1)
    same("nodes", row["nodes"], [position.perft(depth) for depth in depths])
    without = row["nodes_without_returning"]
    same("nodes_without_returning", without, [position.perft(n, False) for n in range(1, len(without) + 1)])
    same("divide_depth3", row["divide_depth3"], _divided(position, 3))


def _divided(position: Position, depth: int) -> dict[str, int]:
    counts = {}
    for code in position.moves():
        below = position.copy()
        below.apply(code)
        counts[notation.move_to_text(code)] = below.perft(depth - 1)
    return counts


def _state(row: Row) -> Full:
    return set_up(checked(OldOptions, row["options"]), row["board"], row["turn"])


READERS: dict[str, Check] = {"old_cerke_movegen.jsonl.gz": movegen, "old_cerke_perft.json": perft}

"""Somebody on their first evening of cerke, against whom the lowest levels are measured.

Captures the most valuable piece there is to capture, ends the season at the first hand, makes no move that is
penalised while there is another, and otherwise chooses evenly. Pieces are worth what the old counting gives
them (docs/rules/cerke.md §14.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from kaik.games.cerke import codes, notation
from kaik.games.cerke.game import _penalties, code_of, position_of
from kaik.games.cerke.state import Action, EndSeason, Land, Move, State
from kaik.games.cerke.tables import FARTHEST, OLD_VALUES, SQUARE_BY_NAME
from kaik.kit.sticks import cast_weights

HIGHEST = len(cast_weights()) - 1
"""The highest single cast."""


def choose(state: State, legal: Sequence[Action], rng: Random) -> Action:
    """One of the legal actions."""
    if EndSeason() in legal:
        return EndSeason()
    free = [action for action in legal if not _penalised(state, action)] or legal
    worth = [_catch(state, action) for action in free]
    best = [action for action, value in zip(free, worth, strict=True) if value == max(worth)]
    return best[rng.randrange(len(best))]


def _penalised(state: State, action: Action) -> bool:
    """Whether a move is a penalty of §10 if it comes off, held already or not."""
    if not isinstance(action, Move):
        return False
    code = code_of(state, action.move)
    return bool(_penalties(replace(state, code=code), notation.end_of(code)))


def _catch(state: State, action: Action) -> int:
    """What the best piece is worth that an action may capture, casts permitting; 0 if there is none."""
    match action:
        case Move(text):
            code = code_of(state, text)
            if notation.form_of(code) != codes.CAST:
                return _worth(state, notation.end_of(code))
            farthest = HIGHEST if state.options.step_cast_method == "single" else FARTHEST
            return max((_worth(state, end) for end in position_of(state).landings(code, farthest)), default=0)
        case Land(square):
            return _worth(state, SQUARE_BY_NAME[square])
        case _:
            return 0


def _worth(state: State, square: int) -> int:
    """The value of the enemy piece on a square."""
    cell = state.cells[square]
    if cell in (0, codes.TAM_CODE) or (cell - 1) // 20 == state.side:
        return 0
    return OLD_VALUES[(cell - 1) % 10]

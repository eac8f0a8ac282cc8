"""Somebody on their first evening of cerke, against whom the lowest levels are measured.

Captures the most valuable piece there is to capture, ends the season at the first hand, makes no move that is
penalised while there is another, and otherwise chooses evenly. Pieces are worth what the old counting gives
them (docs/rules/cerke.md §14.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kaik.games.cerke import codes, notation
from kaik.games.cerke.game import code_of, position_of
from kaik.games.cerke.kernel import Position
from kaik.games.cerke.state import Action, EndSeason, Land, Move, State
from kaik.games.cerke.tables import FARTHEST, OLD_VALUES, SQUARE_BY_NAME
from kaik.kit.sticks import cast_weights

HIGHEST = len(cast_weights()) - 1
"""The highest single cast."""
COUNTED = ("hand", "immediate")
"""The ways in which a penalty costs points (§10)."""


def choose(state: State, legal: Sequence[Action], rng: Random) -> Action:
    """One of the legal actions."""
    if EndSeason() in legal:
        return EndSeason()
    position = position_of(state)
    worth: dict[Action, int] = {}
    penalised = set()
    for action in legal:
        ends: Sequence[int] = ()
        match action:
            case Move(text):
                code = code_of(state, text)
                ends = _ends(state, position, code)
                if _is_penalised(state, position, code):
                    penalised.add(action)
            case Land(square):
                ends = (SQUARE_BY_NAME[square],)
        worth[action] = max((_prize(state, end) for end in ends), default=0)
    free = [action for action in legal if action not in penalised] or legal
    highest = max(worth[action] for action in free)
    best = [action for action in free if worth[action] == highest]
    return best[rng.randrange(len(best))]


def _ends(state: State, position: Position, code: int) -> Sequence[int]:
    """Where a move may come to rest, casts permitting."""
    if notation.form_of(code) != codes.CAST:
        return (notation.end_of(code),)
    return position.landings(code, HIGHEST if state.options.step_cast_method == "single" else FARTHEST)


def _is_penalised(state: State, position: Position, code: int) -> bool:
    """Whether a move that comes off is a penalty, even one that is held already (§10)."""
    options = state.options
    if notation.form_of(code) <= codes.DROP:
        return options.kut_tam in COUNTED and position.steps_on_tam(code)
    returns = notation.end_of(code) == notation.origin_of(code)
    return (state.tam_moved and options.futile_after in COUNTED) or (
        returns and options.futile_null in COUNTED
    )


def _prize(state: State, square: int) -> int:
    """The value of the enemy piece on a square; 0 if there is none."""
    cell = state.cells[square]
    if cell in (0, codes.TAM_CODE) or (cell - 1) // 20 == state.side:
        return 0
    return OLD_VALUES[(cell - 1) % 10]

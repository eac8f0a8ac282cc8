"""States as questions to the search, and its answers as actions."""

from __future__ import annotations

from msgspec.structs import replace

from kaik.games.cerke import notation
from kaik.games.cerke.codes import NOWHERE
from kaik.games.cerke.game import code_of, move_of, penalty_words, position_of, unannounced
from kaik.games.cerke.search import CHAIN, DECLARE, GROUND, LAND, PASS, Question
from kaik.games.cerke.state import (
    Action,
    Again,
    EndSeason,
    GiveUp,
    GoOn,
    Land,
    Move,
    Pass,
    Phase,
    State,
    Stop,
)
from kaik.games.cerke.tables import SQUARE_BY_NAME, SQUARE_NAMES

_PHASES = {Phase.GROUND: GROUND, Phase.LAND: LAND, Phase.CHAIN: CHAIN, Phase.DECLARE: DECLARE}


def question(state: State) -> Question:
    """The choice that a state asks for."""
    declares = state.phase is Phase.DECLARE
    return Question(
        position_of(replace(state, side=1 - state.side) if declares else state),
        state.points,
        state.rate,
        state.season,
        state.season_plies,
        _PHASES[state.phase],
        state.code,
        state.reach,
        state.raw,
        penalty_words(state),
        state.seen,
    )


def action(state: State, choice: int) -> Action:
    """The action that an answer stands for."""
    match state.phase:
        case Phase.GROUND:
            return Pass() if choice == PASS else _move(state, choice)
        case Phase.LAND:
            return GiveUp() if choice == NOWHERE else Land(SQUARE_NAMES[choice])
        case Phase.CHAIN:
            return Again() if choice else Stop()
        case _:
            return EndSeason() if choice else GoOn()


def choice(state: State, action: Action) -> int:
    """The answer that stands for an action."""
    match action:
        case Move(text):
            return code_of(state, text)
        case Land(square):
            return SQUARE_BY_NAME[square]
        case Pass():
            return PASS
        case GiveUp():
            return NOWHERE
        case _:
            return int(isinstance(action, Again | EndSeason))


def _move(state: State, code: int) -> Move:
    if state.options.step_declaration == "none":
        return Move(unannounced(notation.move_to_text(code)))
    return move_of(code)

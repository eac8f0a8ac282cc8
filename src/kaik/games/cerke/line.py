"""What the search expects to follow a choice, event by event, as long as the casts are kind."""

from __future__ import annotations

from collections.abc import Sequence

from kaik.core.game import CHANCE
from kaik.games.cerke import GAME
from kaik.games.cerke.answers import action
from kaik.games.cerke.codes import END_SHIFT, NOWHERE
from kaik.games.cerke.state import Action, GiveUp, GoOn, Land, Outcome, Phase, State, Stop
from kaik.games.cerke.tables import SQUARE_NAMES
from kaik.kit.opening import Throw

LONGEST = 12
"""Events at most."""


def line(state: State, choices: Sequence[int]) -> tuple[tuple[int, Action | Outcome], ...]:
    """The events after the first of these choices, the others being ground moves."""
    waiting = list(choices)
    events: list[tuple[int, Action | Outcome]] = []
    goal = NOWHERE
    while len(events) <= LONGEST and (actors := GAME.to_act(state)):
        event: Action | Outcome
        if actors == (CHANCE,):
            event = _hoped(state, goal)
        elif events and state.phase is not Phase.GROUND:
            event = _followed(state, goal)
        elif waiting:
            goal = _goal(state, waiting[0])
            event = action(state, waiting.pop(0))
        else:
            break
        events.append((actors[0], event))
        state = GAME.apply(state, actors[0], event)
    return tuple(events[1:])


def _goal(state: State, choice: int) -> int:
    """Where the move under way is to end."""
    if state.phase is Phase.LAND:
        return choice
    return (choice if state.phase is Phase.GROUND else state.code) >> END_SHIFT & 127


def _hoped(state: State, goal: int) -> Outcome:
    """The lowest cast with which the move succeeds; the highest if none does."""
    after = ((Throw(n), GAME.apply(state, CHANCE, Throw(n))) for n in range(6))
    return next((cast for cast, reached in after if _succeeds(state, reached, goal)), Throw(5))


def _succeeds(before: State, after: State, goal: int) -> bool:
    if after.phase is Phase.LAND:
        return Land(SQUARE_NAMES[goal]) in GAME.actions(after, after.side)
    return after.cells != before.cells


def _followed(state: State, goal: int) -> Action:
    """Within a turn: land where the move was to end, cast no more, go on."""
    legal = GAME.actions(state, state.side)
    wanted: tuple[Action, ...] = (Stop(), GoOn())
    if goal < len(SQUARE_NAMES):
        wanted = (Land(SQUARE_NAMES[goal]), *wanted)
    return next((one for one in (*wanted, GiveUp()) if one in legal), legal[0])

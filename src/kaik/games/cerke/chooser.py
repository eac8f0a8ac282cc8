"""The search as the protocol's `searcher`: states become questions, answers become actions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from kaik.core.game import Effort
from kaik.games.cerke import notation
from kaik.games.cerke.codes import NOWHERE
from kaik.games.cerke.game import hands_of, move_of, position_of, rules_of, unannounced
from kaik.games.cerke.options import Options
from kaik.games.cerke.search import CHAIN, DECLARE, GROUND, LAND, PASS, Bounds, Question, Searcher
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
from kaik.games.cerke.tables import SQUARE_NAMES

USUAL_MS = 200
"""How long a choice takes unless a limit says otherwise."""

_PHASES = {Phase.GROUND: GROUND, Phase.LAND: LAND, Phase.CHAIN: CHAIN, Phase.DECLARE: DECLARE}


class Chooser:
    """Chooses by search, under one set of options."""

    def __init__(self, options: Options) -> None:
        self.searcher = Searcher(rules_of(options), hands_of(options))

    def choose(self, state: State, seat: int, legal: Sequence[Action], rng: Random, limit: Effort) -> Action:
        """The best of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        found = self.searcher.best(question(state), bounds(limit, rng.getrandbits(32)))
        return action(state, found.choice)

    def ranked(self, state: State, n: int, limit: Effort) -> list[tuple[Action, float]]:
        """The best n actions with the chance to win that each leaves, from 0 to 1."""
        found = self.searcher.ranked(question(state), bounds(limit, 0), n)
        return [(action(state, choice), 0.5 + value / 2_000_000) for choice, value in found]


def bounds(limit: Effort, seed: int) -> Bounds:
    """A player's limit for the search."""
    ms = limit.ms if limit.ms is not None or limit.nodes is not None else USUAL_MS
    return Bounds(ms=ms, nodes=limit.nodes, seed=seed)


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


def _move(state: State, code: int) -> Move:
    if state.options.step_declaration == "none":
        return Move(unannounced(notation.move_to_text(code)))
    return move_of(code)

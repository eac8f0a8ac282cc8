"""Analysis boards: any position, and what is tried from there for all sides.

They are stateless: a study says where it begins and what was chosen, and is played through anew each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kaik.core.errors import IllegalAction
from kaik.core.game import CHANCE, AnyGame
from kaik.core.options import VERSION, Options
from kaik.core.scene import Choice, Scene
from kaik.protocol.boards import Board, Outcome, Study
from kaik.protocol.errors import Problem
from kaik.protocol.records import Told
from kaik.service.catalogue import find_game
from kaik.service.replays import LoadedReplay


class StudyPosition(Struct, frozen=True):
    """Where a study has come to, and what happened on the way."""

    game: AnyGame
    options: Options
    state: Any
    events: tuple[Told, ...]

    @property
    def actor(self) -> int | None:
        """Who is next; of several that choose at once, the first."""
        return next(iter(self.game.to_act(self.state)), None)


def game_and_options(study: Study) -> tuple[AnyGame, Options]:
    """The game and the options that a study names."""
    game = find_game(study.game)
    return game, game.options_with(study.preset, study.options, study.kaik)


def play_through(study: Study, replay: LoadedReplay | None) -> StudyPosition:
    """Play through a study; `replay` is the match it begins in."""
    if replay is not None:
        game, options = replay.match.game, replay.match.options
        if game.id != study.game:
            raise Problem("error.study_game")
        state = replay.state(study.at)
    else:
        game, options = game_and_options(study)
        state = _beginning(game, options, study.position)
    events: list[Told] = []
    for index in study.events:
        actor, event = _event(game, state, index)
        notation = "" if actor == CHANCE else game.notate(state, actor, event)
        before, state = state, game.apply(state, actor, event)
        events.append(Told(actor, game.narrate(before, actor, event, state), notation))
    return StudyPosition(game, options, state, tuple(events))


def _beginning(game: AnyGame, options: Options, position: dict[str, Any] | None) -> Any:
    if position is None:
        return game.start(options, game.seats(options)[0])
    return game.set_up(options, position)


def _event(game: AnyGame, state: Any, index: int) -> tuple[int, Any]:
    """What the index stands for: a choice of the first seat to act, or an outcome of chance."""
    acting = game.to_act(state)
    if not acting:
        raise IllegalAction("error.over")
    actor = acting[0]
    ways: Sequence[Any] = _falls(game, state) if actor == CHANCE else game.actions(state, actor)
    if not 0 <= index < len(ways):
        raise IllegalAction("error.index", index=index, count=len(ways))
    return actor, ways[index][0] if actor == CHANCE else ways[index]


def _falls(game: AnyGame, state: Any) -> list[tuple[Any, int]]:
    return [(outcome, weight) for outcome, weight in game.weights(state) if weight]


def board(at: StudyPosition) -> Board:
    """All that a board needs to go on from here."""
    game, state, actor = at.game, at.state, at.actor
    return Board(
        game=game.id,
        options=msgspec.to_builtins(at.options),
        kaik=VERSION,
        seats=len(game.returns(state)),
        scene=_scene(at),
        actor=actor,
        legal=() if actor is None or actor == CHANCE else _choices(game, state, actor),
        outcomes=_outcomes(game, state) if actor == CHANCE else (),
        events=at.events,
        position=game.fields(state),
        reason=game.reason(state) if actor is None else None,
    )


def _scene(at: StudyPosition) -> Scene:
    """With every hand open: whoever studies plays for all sides."""
    seat = None if at.actor == CHANCE else at.actor
    return at.game.scene(at.state, seat)


def _choices(game: AnyGame, state: Any, seat: int) -> tuple[Choice, ...]:
    return game.choices(state, seat, game.actions(state, seat))


def _outcomes(game: AnyGame, state: Any) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(game.narrate(state, CHANCE, outcome, game.apply(state, CHANCE, outcome)), weight)
        for outcome, weight in _falls(game, state)
    )

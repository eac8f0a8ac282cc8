"""Analysis boards: any position, and what is tried from there for all sides.

The server keeps nothing of them: a study says where it begins and what was chosen, and is played through
anew each time.
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
from kaik.server import catalogues, wire
from kaik.server.problems import Problem
from kaik.server.replays import Opened


class Reached(Struct, frozen=True):
    """Where a study has come to, and what happened on the way."""

    game: AnyGame
    options: Options
    state: Any
    told: tuple[wire.Told, ...]

    @property
    def actor(self) -> int | None:
        """Who is next; of several that choose at once, the first."""
        return next(iter(self.game.to_act(self.state)), None)


def rules(study: wire.Study) -> tuple[AnyGame, Options]:
    """The game and the options that a study names."""
    game = catalogues.loaded(study.game)
    return game, game.options_with(study.preset, study.options, study.kaik)


def reach(study: wire.Study, opened: Opened | None) -> Reached:
    """Play through a study; `opened` is the match it begins in."""
    if opened is not None:
        game, options = opened.match.game, opened.match.options
        if game.id != study.game:
            raise Problem("error.study_game")
        state = opened.state(study.at)
    else:
        game, options = rules(study)
        state = _beginning(game, options, study.position)
    told: list[wire.Told] = []
    for index in study.events:
        actor, event = _event(game, state, index)
        told.append(_told(game, state, actor, event))
        state = game.apply(state, actor, event)
    return Reached(game, options, state, tuple(told))


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


def _told(game: AnyGame, state: Any, actor: int, event: Any) -> wire.Told:
    notation = "" if actor == CHANCE else game.notate(state, actor, event)
    return wire.Told(actor, game.narrate(state, actor, event), notation)


def shown(reached: Reached) -> wire.Board:
    """All that a board needs to go on from here."""
    game, state, actor = reached.game, reached.state, reached.actor
    return wire.Board(
        game=game.id,
        options=msgspec.to_builtins(reached.options),
        kaik=VERSION,
        seats=len(game.returns(state)),
        scene=_scene(reached),
        actor=actor,
        legal=() if actor is None or actor == CHANCE else _choices(game, state, actor),
        outcomes=_outcomes(game, state) if actor == CHANCE else (),
        events=reached.told,
        position=game.fields(state),
        reason=game.reason(state) if actor is None else None,
    )


def _scene(reached: Reached) -> Scene:
    """With every hand open: whoever studies plays for all sides."""
    seat = None if reached.actor == CHANCE else reached.actor
    return reached.game.scene(reached.state, seat)


def _choices(game: AnyGame, state: Any, seat: int) -> tuple[Choice, ...]:
    return game.choices(state, seat, game.actions(state, seat))


def _outcomes(game: AnyGame, state: Any) -> tuple[wire.Outcome, ...]:
    return tuple(
        wire.Outcome(game.narrate(state, CHANCE, outcome), weight) for outcome, weight in _falls(game, state)
    )

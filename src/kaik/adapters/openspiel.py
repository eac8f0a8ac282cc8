"""Every game as an OpenSpiel game: importing this module registers `kaik_<id>` (docs/research.md).

Parameters: `preset`, `seats`, and `set`, words of the form `option=value` separated by spaces. Chance is
explicit. Choices made at once are asked in seat order and seen when all are made. A player's information
state is the log as its seat saw it, and the touches of its own open choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from kaik.adapters.extras import extra
from kaik.adapters.partial_choice import PartialChoice, choice
from kaik.adapters.session import Ruleset, rules
from kaik.adapters.slots import MOST, Slots
from kaik.adapters.words import lexicon
from kaik.core import registry
from kaik.core.game import CHANCE, AnyGame
from kaik.core.messages import catalogue
from kaik.core.options import FIRST, from_words, full_values

with extra("openspiel"):
    import numpy as np
    import pyspiel

MOST_OUTCOMES = 1000
"""No chance event of any game has more; OpenSpiel wants a bound."""
MOST_STEPS = 20
"""Touches and chance events to a decision, for the bound on the length of a game."""


class Point:
    """A moment of a match. Immutable, so that copies of a state share it."""

    __slots__ = ("before", "choice", "context", "decisions", "event", "events", "state", "told")

    def __init__(self, context: GameContext, state: Any, events: int = 0, decisions: int = 0) -> None:
        self.context = context
        self.state = state
        self.events, self.decisions = events, decisions
        self.before: Point | None = None
        self.event: tuple[int, Any] | None = None
        self.choice: PartialChoice | None = None
        self.told: dict[int | None, bytes] = {}
        actor = self.actor()
        if actor is not None and actor != CHANCE:
            self.choice = choice(context.rules.game, state, actor, context.numbers)

    def __deepcopy__(self, memo: dict[int, Any]) -> Point:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Written as what was agreed, what happened, and what has been touched since."""
        rules = self.context.rules
        events = [(actor, msgspec.json.encode(event)) for actor, event in self.history()]
        touched = () if self.choice is None else self.choice.touched
        return restore, (rules.game.id, msgspec.to_builtins(rules.options), rules.seats, events, touched)

    def history(self) -> list[tuple[int, Any]]:
        """All events so far, with who caused each."""
        found: list[tuple[int, Any]] = []
        at: Point | None = self
        while at is not None and at.event is not None:
            found.append(at.event)
            at = at.before
        return found[::-1]

    def actor(self) -> int | None:
        """Who is asked first, `None` when the match is over or has grown too long."""
        game = self.context.rules.game
        if max(self.decisions, self.events // 10) >= game.max_plies:
            return None
        acting = game.to_act(self.state)
        return acting[0] if acting else None

    def after(self, actor: int, event: Any) -> Point:
        """The moment after an event."""
        state = self.context.rules.game.apply(self.state, actor, event)
        later = Point(self.context, state, self.events + 1, self.decisions + (actor != CHANCE))
        later.before, later.event = self, (actor, event)
        return later

    def touching(self, spot: str) -> Point:
        """The moment after a touch, which is the next one if it completes the choice."""
        assert self.choice is not None
        touched = self.choice.touch(spot)
        if touched.made is not None:
            return self.after(touched.seat, touched.made)
        twin = Point.__new__(Point)
        for name in Point.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.choice = touched
        return twin

    def log(self, seat: int | None) -> bytes:
        """What this seat (`None`: a watcher) has seen happen, a line of JSON for each event."""
        untold: list[Point] = []
        at = self
        while seat not in at.told and at.before is not None:
            untold.append(at)
            at = at.before
        text = at.told.setdefault(seat, b"")
        for point in reversed(untold):
            text = point.told[seat] = text + point._line(seat)
        return text

    def _line(self, seat: int | None) -> bytes:
        assert self.before is not None
        assert self.event is not None
        actor, event = self.event
        shown = self.context.rules.game.shown(self.before.state, actor, event, seat)
        return msgspec.json.encode((actor, shown)) + b"\n"

    def touched(self, seat: int) -> tuple[str, ...]:
        """The touches of this seat's open choice."""
        return self.choice.touched if self.choice is not None and self.choice.seat == seat else ()


class GameContext:
    """What all states of a game share."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        words = lexicon(rules.game, rules.options, rules.seats)
        self.spots = words.spots
        self.numbers = {spot: number for number, spot in enumerate(words.spots)}
        self.slots = Slots(words, rules.seats)


def restore(
    game: str,
    options: Mapping[str, Any],
    seats: int,
    events: list[tuple[int, bytes]],
    touched: tuple[str, ...],
) -> Point:
    """The moment that was written. It states every option that there was then."""
    agreed = rules(game, None, seats, full_values(registry.load(game).Options, options, FIRST))
    at = Point(GameContext(agreed), agreed.game.start(agreed.options, seats))
    for actor, event in events:
        at = at.after(actor, msgspec.json.decode(event, type=agreed.game.Event))
    for spot in touched:
        at = at.touching(spot)
    return at


class KaikState(pyspiel.State):  # type: ignore[misc]
    """A state of any game."""

    def __init__(self, game: KaikGame) -> None:
        super().__init__(game)
        self.at = game.first

    def current_player(self) -> int:
        actor = self.at.actor()
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        return self.at.actor() is None

    def _legal_actions(self, player: int) -> list[int]:
        assert self.at.choice is not None
        return sorted(self.at.context.numbers[spot] for spot in self.at.choice.words())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [weight for _, weight in self.at.context.rules.game.weights(self.at.state)]
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        if self.at.choice is not None:
            self.at = self.at.touching(self.at.context.spots[action])
            return
        outcome, _ = self.at.context.rules.game.weights(self.at.state)[action]
        self.at = self.at.after(CHANCE, outcome)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.at.context.spots[action]
        outcome, _ = self.at.context.rules.game.weights(self.at.state)[action]
        return msgspec.json.encode(outcome).decode()

    def returns(self) -> list[float]:
        """Points, once the match is over."""
        if not self.is_terminal():
            return [0.0] * self.at.context.rules.seats
        return [float(points) for points in self.at.context.rules.game.returns(self.at.state)]

    def __str__(self) -> str:
        touched = () if self.at.choice is None else self.at.choice.touched
        return " ".join((msgspec.json.encode(self.at.state).decode(), *touched))


class KaikObserver:
    """What a player sees: the slots of docs/research.md as a tensor; as a string its log, or its view now."""

    def __init__(self, context: GameContext, kind: Any) -> None:
        self.recalls = kind.perfect_recall
        self.secrets = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(context.slots.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: KaikState, player: int) -> None:
        at = state.at
        game, slots = at.context.rules.game, at.context.slots
        seat = player if self.secrets else None
        self.tensor[:] = slots.encode(game.scene(game.view(at.state, seat), seat), player)
        if self.secrets:
            slots.touch(self.tensor, at.touched(player))

    def string_from(self, state: KaikState, player: int) -> str:
        at = state.at
        seat = player if self.secrets else None
        if self.recalls:
            known = at.log(seat)
        else:
            known = msgspec.json.encode(at.context.rules.game.view(at.state, seat))
        return " ".join((known.decode(), *(at.touched(player) if self.secrets else ())))


class KaikGame(pyspiel.Game):  # type: ignore[misc]
    """Any game, with its options; OpenSpiel wants a class for each (`register`)."""

    played: ClassVar[AnyGame]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        rules = _rules(self.played, given)
        self.context = GameContext(rules)
        self.first = Point(self.context, self.played.start(rules.options, rules.seats))
        super().__init__(game_type(self.played), _info(self.context), given)

    def new_initial_state(self) -> KaikState:
        return KaikState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KaikObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return KaikObserver(self.context, kind)


def _rules(game: AnyGame, params: Mapping[str, Any]) -> Ruleset:
    base = game.options(params.get("preset") or None)
    options = from_words(game.Options, base, str(params.get("set", "")).split())
    return rules(game.id, None, params.get("seats") or None, msgspec.to_builtins(options))


def _info(context: GameContext) -> Any:
    game = context.rules.game
    return pyspiel.GameInfo(
        num_distinct_actions=max(1, len(context.spots)),
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=context.rules.seats,
        min_utility=-MOST,
        max_utility=MOST,
        utility_sum=0.0 if game.zero_sum else None,
        max_game_length=game.max_plies * MOST_STEPS,
    )


def game_type(game: AnyGame) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType
    seats = [number for options in game.presets.values() for number in game.seats(options)]
    return kinds(
        short_name=f"kaik_{game.id}",
        long_name=catalogue("en", game.id).word("title"),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if game.hides else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if game.zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"preset": "", "seats": 0, "set": ""},
    )


def register(game: AnyGame) -> type[KaikGame]:
    """Make a game known to OpenSpiel, as `kaik_<id>`."""
    made = type(type(game).__name__, (KaikGame,), {"played": game})
    pyspiel.register_game(game_type(game), made)
    return made


GAMES = tuple(register(registry.load(id)) for id in registry.game_ids())

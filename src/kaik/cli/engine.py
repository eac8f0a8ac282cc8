"""A line protocol for other programs: one JSON object per line in, one out (`docs/engine.md`).

The session keeps one game and one state. A line that cannot be obeyed gets an error object and changes
nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TextIO

import msgspec

from kaik.core import registry
from kaik.core.errors import BadNotation, BadOptions, IllegalAction, Refusal
from kaik.core.game import CHANCE, AnyGame
from kaik.core.messages import Message, catalogue
from kaik.core.options import Options, from_words, spelled
from kaik.players import advice
from kaik.players.base import Limit
from kaik.players.specs import player

PROTOCOL = 1


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """One line from the other program; `id` is given back."""

    do: str
    id: int | str | None = None
    game: str | None = None
    preset: str | None = None
    options: dict[str, Any] = {}
    seats: int | None = None
    position: dict[str, Any] | None = None
    move: str | None = None
    casts: list[int] = []
    player: str = "greedy"
    ms: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    ranked: int | None = None
    seed: int = 0


class Session:
    """What the other program talks to."""

    def __init__(self, game: str, language: str = "en") -> None:
        self._language = language
        self._game: AnyGame = registry.load(game)
        self._options: Options = self._game.options()
        self._state: Any = self._begin(self._game, self._options, None)
        self._commands: dict[str, Callable[[Request], dict[str, Any]]] = {
            "hello": self._hello,
            "new": self._new,
            "position": self._position,
            "legal": self._legal,
            "play": self._play,
            "go": self._go,
            "state": lambda _: self._log(),
        }

    def answer(self, line: str) -> dict[str, Any]:
        """The reply to a line, whatever it holds."""
        try:
            request = msgspec.json.decode(line, type=Request)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as damage:
            return {
                "ok": False,
                "error": self._error(Message("error.engine_line", {"detail": str(damage)[:200]})),
            }
        echo = {} if request.id is None else {"id": request.id}
        try:
            return {"ok": True, **echo, **self._obey(request)}
        except Refusal as refusal:
            return {"ok": False, **echo, "error": self._error(refusal.message)}

    def _obey(self, request: Request) -> dict[str, Any]:
        command = self._commands.get(request.do)
        if command is None:
            raise BadOptions("error.engine_command", name=request.do[:60], known=" ".join(self._commands))
        return command(request)

    def _error(self, message: Message) -> dict[str, Any]:
        return {"key": message.key, "text": catalogue(self._language, self._game.id).text(message)}

    # -- commands ----------------------------------------------------------------------------------

    def _hello(self, request: Request) -> dict[str, Any]:
        return {
            "engine": "kaik",
            "protocol": PROTOCOL,
            "games": registry.game_ids(),
            "commands": list(self._commands),
        }

    def _new(self, request: Request) -> dict[str, Any]:
        """A game from the start, with a preset and options over it, each as its JSON value or as text."""
        game = self._game if request.game is None else registry.load(request.game)
        words = [f"{name}={spelled(value)}" for name, value in request.options.items()]
        options = from_words(game.Options, game.options(request.preset), words)
        state = self._begin(game, options, request.seats)
        self._game, self._options, self._state = game, options, state
        return self._log()

    def _position(self, request: Request) -> dict[str, Any]:
        if request.position is None:
            raise BadNotation("error.engine_needs", field="position")
        self._state = self._game.set_up(self._options, request.position)
        return self._log()

    def _legal(self, request: Request) -> dict[str, Any]:
        (seat,) = self._seats()
        return {"moves": [self._game.notate(self._state, seat, action) for action in self._actions(seat)]}

    def _play(self, request: Request) -> dict[str, Any]:
        """A choice in notation and the casts that fall after it, or casts alone; all of it or nothing."""
        state = self._state
        if request.move is not None:
            (seat,) = self._seats()
            state = self._game.apply(state, seat, self._game.parse(state, seat, request.move))
        elif not request.casts:
            raise BadNotation("error.engine_needs", field="move")
        self._state = self._cast(state, request.casts)
        return self._log()

    def _go(self, request: Request) -> dict[str, Any]:
        """Ask a player for its choice, or for the best few with what they are worth; nothing is played."""
        given = {name: getattr(request, name) for name in Limit.__struct_fields__}
        for name, value in {**given, "ranked": request.ranked}.items():
            if value is not None and value < 1:
                raise BadOptions("error.player_value", param=name)
        (seat,) = self._seats()
        wished = {name: value for name, value in given.items() if value is not None}
        if request.ranked is not None:
            return self._best_choices(
                seat, request.ranked, Limit(**wished) if wished else advice.USUAL, request.seed
            )
        seated = player(request.player)
        limit = msgspec.structs.replace(seated.limit, **wished)
        view, rng = self._game.view(self._state, seat), Random(request.seed)
        choice = seated.player.choose(self._game, view, seat, self._actions(seat), rng, limit)
        return {"move": self._game.notate(self._state, seat, choice)}

    def _best_choices(self, seat: int, most: int, limit: Limit, seed: int) -> dict[str, Any]:
        """The best choices as the game's own search sees them, or the tree search where it has none."""
        view = self._game.view(self._state, seat)
        found = advice.advise(self._game, view, seat, self._actions(seat), Random(seed), limit, most)
        ranked = [
            {
                "move": self._game.notate(self._state, seat, thought.action),
                "value": thought.value,
                "line": self._line(found.world, thought.line),
            }
            for thought in found.thoughts
        ]
        return {"move": ranked[0]["move"], "unit": found.unit, "ranked": ranked}

    def _line(self, state: Any, events: Iterable[tuple[int, Any]]) -> list[str]:
        """A line in notation; what chance brings is left out."""
        told = []
        for actor, event in events:
            if actor != CHANCE:
                told.append(self._game.notate(state, actor, event))
            state = self._game.apply(state, actor, event)
        return told

    # -- inside ------------------------------------------------------------------------------------

    def _begin(self, game: AnyGame, options: Options, seats: int | None) -> Any:
        allowed = game.seats(options)
        if seats is not None and seats not in allowed:
            raise IllegalAction("error.seats", seats=seats, allowed=f"{allowed[0]}–{allowed[-1]}")
        return game.start(options, allowed[0] if seats is None else seats)

    def _seats(self) -> tuple[int]:
        """The one seat that must choose now."""
        acting = tuple(self._game.to_act(self._state))
        if not acting:
            raise IllegalAction("error.over")
        if acting == (CHANCE,):
            raise IllegalAction("error.engine_chance")
        return acting[:1]  # type: ignore[return-value]

    def _actions(self, seat: int) -> Sequence[Any]:
        return self._game.actions(self._state, seat)

    def _cast(self, state: Any, casts: Iterable[int]) -> Any:
        for n in casts:
            if tuple(self._game.to_act(state)) != (CHANCE,):
                raise IllegalAction("error.no_chance")
            state = self._game.apply(state, CHANCE, self._outcome(state, n))
        return state

    def _outcome(self, state: Any, n: int) -> Any:
        """The chance outcome whose number this is."""
        for outcome, _ in self._game.weights(state):
            if msgspec.structs.astuple(outcome) == (n,):
                return outcome
        raise IllegalAction("error.chance_outcome")

    def _log(self) -> dict[str, Any]:
        acting = tuple(self._game.to_act(self._state))
        needs = "over" if not acting else "cast" if acting == (CHANCE,) else "move"
        told: dict[str, Any] = {
            "game": self._game.id,
            "needs": needs,
            "position": self._game.fields(self._state),
        }
        if needs == "move":
            told["seat"] = acting[0]
        else:
            told["points"] = self._game.returns(self._state)
        return told


def run(game: str, language: str, lines: TextIO = sys.stdin, out: TextIO = sys.stdout) -> None:
    """Answer line by line until the input ends or says quit."""
    session = Session(game, language)
    for line in lines:
        if not line.strip():
            continue
        if _is_quit(line):
            return
        out.write(msgspec.json.encode(session.answer(line)).decode() + "\n")
        out.flush()


def _is_quit(line: str) -> bool:
    try:
        return bool(msgspec.json.decode(line).get("do") == "quit")
    except (msgspec.DecodeError, AttributeError, UnicodeEncodeError, RecursionError):
        return False

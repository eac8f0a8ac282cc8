"""Lessons: a position, what the learner is to do in it, and how chance and the other side answer.

A lesson lies in `lessons/<id>.toml` beside its game; its texts are messages: `lesson.<id>.title`, `.summary`
and `.end`; for each step `.<n>`, what is said before it, `.<n>.done`, what is said after, `.<n>.wrong` for
any other choice, and `.<n>.<word>` for one that `beware` names. The rules are the game's own: a lesson only
says which of the legal choices it is about. Chance falls as the lesson says, because it is a lesson.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, convert, to_builtins

from kaik.core import registry
from kaik.core.errors import BadOptions, IllegalAction
from kaik.core.game import CHANCE, AnyGame
from kaik.core.messages import Message, game_folder, msg
from kaik.core.scene import Choice, Path, Scene
from kaik.core.setting import Setting

LEARNER = 0
"""The seat of the one who learns."""


class LessonStep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do."""

    accept: tuple[str, ...]
    """The choices that are right, in the game's notation (`*` stands for anything), the best first."""
    beware: dict[str, str] = {}
    """Wrong choices that deserve a word of their own, and which; wrong unless `accept` spells them out."""
    chance: tuple[dict[str, Any], ...] = ()
    """How chance falls afterwards: fields of the outcomes, one after another."""
    replies: tuple[str, ...] = ()
    """What the others then choose, in the game's notation."""


class Lesson(Setting, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson. With `guided` each step shows at once what to touch."""

    order: int
    steps: tuple[LessonStep, ...]
    guided: bool = False
    opening: tuple[dict[str, Any], ...] = ()
    """How chance falls before the first step."""


class Standing(Struct, frozen=True, kw_only=True):
    """How far a learner has come, and all that the page shows.

    `choices` are the right choices made so far; `right`: whether the one just tried was. `told` is what has
    happened since the choice before, `shown` the scenes on the way.
    """

    choices: tuple[int, ...]
    steps: int
    say: Message
    reply: Message | None
    right: bool | None
    scene: Scene
    legal: tuple[Choice, ...]
    hint: Path
    told: tuple[Message, ...]
    shown: tuple[Scene, ...]
    done: bool


class Learner:
    """A lesson under way."""

    def __init__(self, game: AnyGame, name: str, lesson: Lesson) -> None:
        self._game = game
        self._name = name
        self._lesson = lesson
        self._states: list[Any] = [lesson.state(game)]
        self._told: list[Message] = []
        self._since = 0
        self.choices: list[int] = []
        self._go_on(lesson.opening, ())

    @property
    def done(self) -> bool:
        """Whether the last step has been taken."""
        return len(self.choices) == len(self._lesson.steps)

    def right(self, index: int) -> bool:
        """Whether this choice is what the lesson asks for now. A choice that is none is refused."""
        legal = self._legal()
        if not 0 <= index < len(legal):
            raise IllegalAction("error.index", index=index, count=len(legal))
        return self._fits(self._notation(legal[index]))

    def choose(self, index: int) -> None:
        """Take a right choice, and let the others and chance answer."""
        if not self.right(index):
            raise IllegalAction("error.lesson_choice")
        step, action = self._step(), self._legal()[index]
        self._since = len(self._told)
        self.choices.append(index)
        self._apply(LEARNER, action)
        self._go_on(step.chance, step.replies)

    def standing(self, tried: int | None = None, right: bool | None = None) -> Standing:
        """What to show now; `tried`: the choice just made, and whether it was right."""
        game, state = self._game, self._states[-1]
        legal = () if self.done else self._legal()
        between = (
            self._states[len(self._states) - (len(self._told) - self._since) : -1] if self.choices else []
        )
        return Standing(
            choices=tuple(self.choices),
            steps=len(self._lesson.steps),
            say=self._word("end") if self.done else self._word(str(len(self.choices) + 1)),
            reply=self._reply(tried, right),
            right=right,
            scene=game.scene(game.view(state, LEARNER), LEARNER),
            legal=self._choices(legal),
            hint=self._hint(legal),
            told=tuple(self._told[self._since :]),
            shown=tuple(game.scene(game.view(state, LEARNER), LEARNER) for state in between),
            done=self.done,
        )

    # -- inside ------------------------------------------------------------------------------------

    def _step(self) -> LessonStep:
        if self.done:
            raise IllegalAction("error.over")
        return self._lesson.steps[len(self.choices)]

    def _legal(self) -> Sequence[Any]:
        return self._game.actions(self._states[-1], LEARNER)

    def _notation(self, action: Any) -> str:
        return self._game.notate(self._states[-1], LEARNER, action)

    def _choices(self, legal: Sequence[Any]) -> tuple[Choice, ...]:
        return self._game.choices(self._states[-1], LEARNER, legal)

    def _fits(self, text: str) -> bool:
        """Whether a choice, in the game's notation, is what the step asks for."""
        step = self._step()
        if text in step.accept:
            return True
        return _pattern(text, step.accept) is not None and _pattern(text, step.beware) is None

    def _hint(self, legal: Sequence[Any]) -> Path:
        """What to touch for the best choice: one of those that the first right notation names."""
        if self.done:
            return ()
        first = self._step().accept[:1]
        texts = [self._notation(action) for action in legal]
        best = next(
            n for n, text in enumerate(texts) if _pattern(text, first) is not None and self._fits(text)
        )
        return self._game.paths(self._states[-1], LEARNER, legal)[best]

    def _reply(self, tried: int | None, right: bool | None) -> Message | None:
        if tried is None:
            return None
        if right:
            return self._word(f"{len(self.choices)}.done")
        beware = self._step().beware
        found = _pattern(self._notation(self._legal()[tried]), beware)
        return self._word(f"{len(self.choices) + 1}.{'wrong' if found is None else beware[found]}")

    def _word(self, part: str) -> Message:
        return msg(f"lesson.{self._name}.{part}")

    def _answer_of(self, seat: int, text: str) -> Any:
        """What another seat chooses: the first of its choices that the notation fits."""
        game, state = self._game, self._states[-1]
        fitting = (a for a in game.actions(state, seat) if _pattern(game.notate(state, seat, a), [text]))
        return next(fitting)

    def _apply(self, actor: int, event: Any) -> None:
        game, state = self._game, self._states[-1]
        shown, after = game.shown(state, actor, event, LEARNER), game.apply(state, actor, event)
        before, seen = game.view(state, LEARNER), game.view(after, LEARNER)
        self._told.append(msg("log.nothing") if shown is None else game.narrate(before, actor, shown, seen))
        self._states.append(after)

    def _go_on(self, chance: Sequence[dict[str, Any]], replies: Sequence[str]) -> None:
        """Until the learner is to choose again, or the lesson's answers have come to an end."""
        falls, said = list(chance), list(replies)
        while turn := self._game.to_act(self._states[-1]):
            if turn[0] == CHANCE and falls:
                self._apply(CHANCE, _outcome(self._game, self._states[-1], falls.pop(0)))
            elif turn[0] not in (CHANCE, LEARNER) and said:
                self._apply(turn[0], self._answer_of(turn[0], said.pop(0)))
            else:
                return


def _pattern(text: str, patterns: Iterable[str]) -> str | None:
    """The first of the patterns that a notation fits; `*` stands for anything."""
    for pattern in patterns:
        if re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text):
            return pattern
    return None


def _outcome(game: AnyGame, state: Any, wanted: dict[str, Any]) -> Any:
    """The outcome with these fields."""
    for outcome, _ in game.weights(state):
        if wanted.items() <= to_builtins(outcome).items():
            return outcome
    raise ValueError(f"chance cannot fall like this: {wanted}")


@functools.cache
def lessons(game: str) -> dict[str, Lesson]:
    """The lessons of a game by name, in the order to take them."""
    folder = game_folder(game) / "lessons"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")] if folder.is_dir() else []
    found = {
        file.name.removesuffix(".toml"): convert(tomllib.loads(file.read_text("utf-8")), Lesson)
        for file in files
    }
    return dict(sorted(found.items(), key=lambda item: item[1].order))


def learner(game: str, name: str, choices: Sequence[int]) -> Learner:
    """Somebody who has made these choices in a lesson, every one checked."""
    loaded, known = registry.load(game), lessons(game)
    if name not in known:
        raise BadOptions("error.lesson_unknown", lesson=name[:60])
    found = Learner(loaded, name, known[name])
    for index in choices:
        found.choose(index)
    return found

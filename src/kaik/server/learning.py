"""Rules to read and lessons to take. A lesson keeps nothing here: the page says how far it has come."""

from __future__ import annotations

import asyncio

from litestar import get, post
from litestar.datastructures import CacheControlHeader
from msgspec import Struct

from kaik.core.errors import BadOptions
from kaik.core.guide import Section, guide
from kaik.core.messages import LANGUAGES
from kaik.play.lesson import Standing, learner, lessons
from kaik.server import catalogues
from kaik.server.problems import NotFound


class Progress(Struct, frozen=True, forbid_unknown_fields=True):
    """The right choices made so far in a lesson, and one to try."""

    choices: tuple[int, ...] = ()
    attempt: int | None = None


class LessonInfo(Struct, frozen=True):
    """A lesson of a game. `guided`: each step shows what to touch. Its texts are `lesson.<id>.…`."""

    id: str
    guided: bool
    steps: int
    preset: str | None
    """The rules it is taken with."""


@get("/api/games/{game:str}/rules/{language:str}", cache_control=CacheControlHeader(public=True, max_age=600))
async def show_rules(game: str, language: str) -> tuple[Section, ...]:
    """The short rules of a game in a language."""
    if language not in LANGUAGES:
        raise NotFound("error.language", language=language[:60], known=" ".join(LANGUAGES))
    catalogues.loaded(game)
    return await asyncio.to_thread(guide, game, language)


@get("/api/games/{game:str}/lessons")
async def list_lessons(game: str) -> tuple[LessonInfo, ...]:
    """The lessons of a game in the order to take them."""
    catalogues.loaded(game)
    found = await asyncio.to_thread(lessons, game)
    return tuple(
        LessonInfo(id, lesson.guided, len(lesson.steps), lesson.preset) for id, lesson in found.items()
    )


@post("/api/games/{game:str}/lessons/{lesson:str}", status_code=200)
async def take_lesson(game: str, lesson: str, data: Progress) -> Standing:
    """Where a lesson stands after these choices, and whether the one to try is right."""
    catalogues.loaded(game)
    try:
        return await asyncio.to_thread(_taken, game, lesson, data)
    except BadOptions as refusal:
        raise NotFound(refusal.message.key, **refusal.message.params) from None


def _taken(game: str, lesson: str, data: Progress) -> Standing:
    found = learner(game, lesson, data.choices)
    if data.attempt is None:
        return found.standing()
    right = found.right(data.attempt)
    if right:
        found.choose(data.attempt)
    return found.standing(data.attempt, right)


HANDLERS = [show_rules, list_lessons, take_lesson]

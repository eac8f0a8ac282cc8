"""The REST interface to the rules and lessons of the games (`docs/api.md`)."""

from __future__ import annotations

import asyncio

from litestar import get, post
from litestar.datastructures import CacheControlHeader

from kaik.core.guide import Section
from kaik.play.lesson import Standing
from kaik.protocol.lessons import LessonInfo, Progress
from kaik.service import lessons
from kaik.service.rules import rules


@get("/api/games/{game:str}/rules/{language:str}", cache_control=CacheControlHeader(public=True, max_age=600))
async def show_rules(game: str, language: str) -> tuple[Section, ...]:
    """The short rules of a game in a language."""
    return await asyncio.to_thread(rules, game, language)


@get("/api/games/{game:str}/lessons")
async def list_lessons(game: str) -> tuple[LessonInfo, ...]:
    """The lessons of a game in the order to take them."""
    return await asyncio.to_thread(lessons.lesson_infos, game)


@post("/api/games/{game:str}/lessons/{lesson:str}", status_code=200)
async def take_lesson(game: str, lesson: str, data: Progress) -> Standing:
    """Where a lesson stands after these choices, and whether the one to try is right."""
    return await asyncio.to_thread(lessons.take_lesson, game, lesson, data)


HANDLERS = [show_rules, list_lessons, take_lesson]

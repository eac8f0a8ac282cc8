"""Lessons. They are stateless: a learner sends all choices so far, and the lesson is played through anew."""

from __future__ import annotations

import msgspec

from kaik.core.errors import BadOptions
from kaik.play.lesson import Standing, learner, lessons
from kaik.protocol.errors import NotFound
from kaik.protocol.lessons import LessonInfo, Progress
from kaik.service.catalogue import find_game


def lesson_infos(game: str) -> tuple[LessonInfo, ...]:
    """The lessons of a game in the order to take them."""
    found = find_game(game)
    return tuple(
        LessonInfo(
            id, one.guided, len(one.steps), one.preset, msgspec.to_builtins(one.resolved_options(found))
        )
        for id, one in lessons(found.id).items()
    )


def take_lesson(game: str, lesson: str, progress: Progress) -> Standing:
    """Where a lesson stands after these choices, and whether the one to try is right.

    `NotFound` if there is no such lesson, `IllegalAction` if a choice made so far is not a right one.
    """
    find_game(game)
    try:
        under_way = learner(game, lesson, progress.choices)
    except BadOptions as refusal:
        raise NotFound(refusal.message.key, **refusal.message.params) from None
    if progress.attempt is None:
        return under_way.standing()
    right = under_way.right(progress.attempt)
    if right:
        under_way.choose(progress.attempt)
    return under_way.standing(progress.attempt, right)

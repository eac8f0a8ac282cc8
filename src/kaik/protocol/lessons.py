"""Lessons over REST: the list of them, and how far a learner has come."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class LessonInfo(Struct, frozen=True):
    """A lesson of a game. `guided`: each step shows what to touch. Its texts are `lesson.<id>.…`."""

    id: str
    guided: bool
    steps: int
    preset: str | None
    options: dict[str, Any]
    """The rules it is taken with."""


class Progress(Struct, frozen=True, forbid_unknown_fields=True):
    """The right choices made so far in a lesson, and one to try."""

    choices: tuple[int, ...] = ()
    attempt: int | None = None

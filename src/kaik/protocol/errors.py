"""Refusals: as exceptions with the HTTP status that goes with them, and as REST words them."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from kaik.core.errors import Refusal
from kaik.core.messages import Message


class Problem(Refusal):
    """A request that was refused; nothing was changed."""

    status: ClassVar[int] = 400


class Forbidden(Problem):
    """The asker may not do this, or not yet."""

    status = 403


class NotFound(Problem):
    """There is no such thing."""

    status = 404


class Clash(Problem):
    """It was possible a moment ago, or for somebody else."""

    status = 409


class TooMany(Problem):
    """Too much at once; a moment later it is possible."""

    status = 429


class Trouble(Struct, frozen=True):
    """Why a request was refused: a message key, and the message with its parameters."""

    code: str
    message: Message


def trouble(message: Message) -> Trouble:
    """A refusal as REST words it."""
    return Trouble(message.key, message)

"""Refusals. Each carries a message key with parameters, so that every client words it in the user's
language."""

from __future__ import annotations

from kaik.core.messages import Message, Param, catalogue


class Refusal(ValueError):
    """Something asked for was not done, and nothing was changed."""

    def __init__(self, key: str, **params: Param) -> None:
        super().__init__(key)
        self.message = Message(key, params)

    def __str__(self) -> str:
        return catalogue("en").text(self.message)


class IllegalAction(Refusal):
    """The rules do not allow this action now."""


class BadNotation(Refusal):
    """The text names no legal action."""


class BadOptions(Refusal):
    """These options cannot be played."""


class BadRecord(Refusal):
    """The file is damaged, foreign, or tells of an impossible match."""

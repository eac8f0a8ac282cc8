"""What a computer seat is asked, in a form that can be sent to another process, and the answer to it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from kaik.core import registry
from kaik.players.specs import player


class Question(Struct, frozen=True):
    """A decision of one seat: what it sees, and what it may do. `player` names the computer player."""

    game: str
    player: str
    seat: int
    view: Any
    legal: Sequence[Any]
    seed: str


def answer(question: Question) -> int:
    """The index of the action that the player chooses."""
    game = registry.load(question.game)
    legal = list(question.legal)
    rng = Random(question.seed)
    return legal.index(player(question.player).choose(game, question.view, question.seat, legal, rng))

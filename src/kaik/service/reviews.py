"""Reviews: where a match went wrong, choice by choice."""

from __future__ import annotations

from random import Random
from typing import Any

from kaik.core import registry
from kaik.core.game import CHANCE
from kaik.lab import analyse as lab
from kaik.play.analysis import Remark
from kaik.play.match import Match
from kaik.players.base import Limit

REMARK = Limit(ms=250)
"""What may be spent on each choice of a match."""


def choice_numbers(match: Match) -> list[int]:
    """The numbers of the events at which somebody had a choice: those that a review remarks on."""
    return [
        number
        for number, (seat, _) in enumerate(match.events)
        if seat != CHANCE and len(match.game.actions(match.states[number], seat)) > 1
    ]


def remark(game: str, state: Any, number: int, seat: int, action: Any) -> Remark:
    """What there is to say of one choice: event `number`, made in `state`."""
    return lab.remark(registry.load(game), state, number, seat, action, Random(number), REMARK)

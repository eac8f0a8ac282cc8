"""What computer players say to proposals: others may take back, and what cannot be decided is drawn."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from kaik.core.game import AnyGame
from kaik.play.match import Match, Matter

LONG = 20
"""So many of its own choices must have left a seat level before it agrees to a draw."""


def answer(match: Match, computers: Collection[int]) -> None:
    """Let the computers agree to whatever is proposed, or decline it."""
    for matter in tuple(match.offers):
        for seat in computers:
            if matter in match.offers and seat not in match.offers[matter]:
                (match.offer if agrees(match, seat, matter) else match.decline)(matter, seat)


def agrees(match: Match, seat: int, matter: Matter) -> bool:
    """Whether a computer at this seat would agree."""
    return matter == "takeback" or level_for_long(match, seat)


def level_for_long(match: Match, seat: int) -> bool:
    """Whether the game has looked even to this seat at each of its last choices."""
    chosen = [number for number, (actor, _) in enumerate(match.events) if actor == seat][-LONG:]
    if len(chosen) < LONG:
        return False
    rng = Random(f"{seat} {len(match.log)}")
    states = [match.states[number] for number in (*chosen, len(match.events))]
    return all(_level(match.game, state, seat, rng) for state in states)


def _level(game: AnyGame, state: Any, seat: int, rng: Random) -> bool:
    """Judged from what the seat sees, like any of its choices."""
    worth = game.evaluate(game.determinize(game.view(state, seat), seat, rng))
    others = [value for other, value in enumerate(worth) if other != seat]
    return abs(worth[seat] - sum(others) / len(others)) <= game.even

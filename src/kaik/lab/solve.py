"""Exact solutions, where a game offers them."""

from __future__ import annotations

from kaik.core.errors import BadOptions
from kaik.core.game import AnyGame
from kaik.core.options import Options
from kaik.core.solution import Solution


def solution_of(game: AnyGame, options: Options) -> Solution:
    """The solution of a game with these options, or a refusal."""
    found = game.solution(options)
    if found is None:
        raise BadOptions("error.unsolved", game=game.id)
    return found

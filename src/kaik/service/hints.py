"""What the computer would do: in any position, and in the place of somebody who plays."""

from __future__ import annotations

from random import Random
from typing import Any

from kaik.core import registry
from kaik.lab import analyse as lab
from kaik.play.analysis import Analysis
from kaik.players.base import Limit
from kaik.players.question import Question

POSITION = Limit(ms=1_000)
"""What may be spent on a position that somebody looks at."""
HINT = Limit(ms=1_500)
"""And on a hint to somebody who plays."""
ENDINGS = 8
"""So many times a position is played out to see who comes first."""


def analyse_position(game: str, state: Any) -> Analysis:
    """What the choices in a position are worth to the seat that has to choose."""
    return lab.analyse(registry.load(game), state, Random(game), POSITION, ENDINGS)


def hint(question: Question) -> Analysis:
    """What the choices of a seat are worth, from what it sees."""
    game, rng = registry.load(question.game), Random(question.seed)
    return lab.analyse_view(game, question.view, question.seat, list(question.legal), rng, HINT, ENDINGS)

"""Tree search against one step of look-ahead, a proof for each game: `make prove ONLY=ismcts_kitten`."""

from __future__ import annotations

from functools import partial

from kaik.core import registry
from kaik.core.messages import catalogue
from tests.prove import Proof, Proved
from tests.prove._duels import beats, gains

BEATS = {
    "kitten": 60,
    "linked_friends": 60,
    "linked_ships": 60,
    "mountain_walk": 30,
    "seasons_end": 400,
    "soft_run": 60,
    "value_tree": 400,
    "walking_war": 100,
}
"""Playouts a choice, in games that are won."""
GAINS = {"open_cask": 100, "value_war": 100}
"""And where it is the points that count."""


def _prove(game: str) -> Proved:
    if game in GAINS:
        return gains(game, f"ismcts:playouts={GAINS[game]}", "greedy")
    return beats(game, f"ismcts:playouts={BEATS[game]}", "greedy")


PROOFS = {
    game: Proof(f"Tree search in {catalogue('en', game).word('title')}", partial(_prove, game))
    for game in registry.game_ids()
    if game in BEATS or game in GAINS
}

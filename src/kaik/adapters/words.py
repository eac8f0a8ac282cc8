"""The words of a game for its environments: its own lexicon, or, where it has none, what play shows of it."""

from __future__ import annotations

import functools
from random import Random
from typing import Any

from kaik.core.game import CHANCE, AnyGame
from kaik.core.lexicon import Lexicon, look, parse_mark
from kaik.core.options import Options
from kaik.core.scene import Scene

MATCHES = 30
DECISIONS = 3000
"""How much random play is looked at: always the same, so that the words stay the same."""


@functools.lru_cache(maxsize=64)
def lexicon(game: AnyGame, options: Options, seats: int) -> Lexicon:
    """Every word the environments of this game use."""
    return game.lexicon(options, seats) or explore(game, options, seats)


def explore(game: AnyGame, options: Options, seats: int) -> Lexicon:
    """The words met in random matches, sorted."""
    found = _Found()
    left = DECISIONS
    for seed in range(MATCHES):
        left = _look(game, options, seats, Random(seed), found, left)
    return found.lexicon()


def _look(game: AnyGame, options: Options, seats: int, rng: Random, found: _Found, left: int) -> int:
    """Play a match at random, noting what each seat to act sees; returns how many decisions are left."""
    state = game.start(options, seats)
    while left > 0 and (acting := game.to_act(state)):
        seat = acting[0]
        if seat == CHANCE:
            state = game.apply(state, CHANCE, game.fall(state, rng))
            continue
        left -= 1
        found.note(game, state, seat)
        state = game.apply(state, seat, rng.choice(game.actions(state, seat)))
    return left


class _Found:
    """Words met so far."""

    def __init__(self) -> None:
        self.spots: set[str] = set()
        self.looks: set[str] = set()
        self.marks: set[str] = set()
        self.counters: set[str] = set()

    def note(self, game: AnyGame, state: Any, seat: int) -> None:
        for path in game.paths(state, seat, game.actions(state, seat)):
            self.spots.update(path)
        self._note_scene(game.scene(game.view(state, seat), seat))

    def _note_scene(self, scene: Scene) -> None:
        self.counters.update(counter.id for counter in scene.counters)
        for spot in scene.spots().values():
            badges = (badge for item in spot.items for badge in item.badges)
            self.marks.update(parse_mark(word)[0] for word in (*spot.tags, *badges))
            self.looks.update(map(look, spot.items))
            if spot.items:
                self.spots.add(spot.id)

    def lexicon(self) -> Lexicon:
        return Lexicon(
            spots=tuple(sorted(self.spots)),
            looks=tuple(sorted(self.looks)),
            marks=tuple(sorted(self.marks)),
            counters=tuple(sorted(self.counters)),
        )

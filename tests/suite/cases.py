"""What the suite runs over: every game and preset with a spread of player counts, each played once."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from kaik.core import registry
from kaik.core.game import CHANCE, AnyGame
from kaik.core.options import Options
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.play.record import Record
from tests.conftest import playable

POSITIONS = 12
"""How many positions of a game are looked at, besides the first of every kind of event."""
MANY = 60
"""Of more legal actions than this, a sample is looked at."""


class Case(Struct, frozen=True):
    """A game with the options of a preset, for some number of seats."""

    id: str
    preset: str
    seats: int

    def __str__(self) -> str:
        return f"{self.id}-{self.preset}-{self.seats}"

    @property
    def game(self) -> AnyGame:
        return registry.load(self.id)

    @property
    def options(self) -> Options:
        made: Options = self.game.options(self.preset)
        return made


class Position(Struct, frozen=True):
    """A state of a played match, and the event that followed it there."""

    number: int
    state: Any
    actor: int
    event: Any


def spread(counts: Sequence[int], most: int) -> list[int]:
    """The smallest, the largest and, where there is room, a middle one."""
    chosen = [counts[0], counts[-1], counts[len(counts) // 2]]
    return sorted(set(chosen[:most]))


def cases() -> list[Case]:
    """Everything that is played: more player counts for the first preset than for the others."""
    return [
        Case(id, preset, seats)
        for id in playable()
        for place, (preset, options) in enumerate(registry.load(id).presets.items())
        for seats in spread(registry.load(id).seats(options), 2 if place else 3)
    ]


every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_hiding_case = pytest.mark.parametrize("case", [case for case in cases() if case.game.hides], ids=str)
every_game = pytest.mark.parametrize("id", playable())


@functools.cache
def played(case: Case, seed: int = 1) -> Match:
    """One whole match by seats that choose at random; the same for everybody who asks."""
    match = Match(case.game, case.options, case.seats, Sealed.fresh(case.seats, seed))
    rng = Random(f"{case} {seed}")
    while not match.over:
        seat = rng.choice(match.to_act())
        match.play(seat, rng.choice(match.legal(seat)))
    return match


@functools.cache
def recorded(case: Case, seed: int = 1) -> Record:
    """The record of that match, seed and all."""
    return Record.of(played(case, seed), fairness=Sealed.fresh(case.seats, seed).opened())


@functools.cache
def positions(case: Case, seed: int = 1) -> tuple[Position, ...]:
    """Some positions of that match: the first before every kind of event, and others evenly spaced."""
    match = played(case, seed)
    chosen = {0, len(match.events) - 1}
    kinds: set[Any] = set()
    for number, (actor, event) in enumerate(match.events):
        kind = (type(event), actor == CHANCE, len(match.game.to_act(match.states[number])))
        if kind not in kinds:
            chosen.add(number)
        kinds.add(kind)
    step = max(1, len(match.events) // POSITIONS)
    chosen |= set(range(step - 1, len(match.events), step))
    return tuple(Position(n, match.states[n], *match.events[n]) for n in sorted(chosen) if n >= 0)


def choosers(case: Case, state: Any) -> tuple[int, ...]:
    """The seats that must choose, nature left out."""
    return tuple(seat for seat in case.game.to_act(state) if seat != CHANCE)


def sampled(actions: Sequence[Any], most: int = MANY) -> list[Any]:
    """All of them, or some from beginning to end."""
    step = -(-len(actions) // most) or 1
    return [*actions[::step], *actions[-1:]] if step > 1 else list(actions)


def readers(case: Case) -> tuple[int | None, ...]:
    """Everybody who may look: the seats (at most three of them) and a watcher."""
    return (*spread(range(case.seats), 3), None)

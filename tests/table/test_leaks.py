"""No message tells a seat, or a watcher, what it may not see.

Two matches run side by side. In the second, chance and the other seats do something else now and then, where
the reader cannot tell the difference. With the same time, ids and seed at both tables, every frame that the
reader is sent must then be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import msgspec
import pytest

from kaik.core import registry
from kaik.core.game import CHANCE, AnyGame
from kaik.core.options import Options
from kaik.play.fairness import Sealed
from kaik.play.match import Drawn, Match, Played, outcome
from kaik.table.frames import FrameCache, Shown
from kaik.table.machine import TableMachine
from kaik.table.state import SeatState, TableState

HIDING = [id for id in registry.game_ids() if registry.load(id).hides]
SEEDS = range(21)
CHOICES = 12
"""How long the matches are at most."""
FALLS, CHOSEN = 0.06, 0.5
"""How often something else falls or is chosen, if the reader cannot tell. Cards that went elsewhere are
missed later: seldom enough for the matches to go on for long."""
SAMPLED = 60
"""Of so many integers one is looked for that leads to something else."""
ENOUGH = 8
"""States that are compared for one reader of one game."""
SEED, NOW = b"s" * 32, 1_000.0


def frames(match: Match, reader: int | None, shown: Shown) -> tuple[bytes, ...]:
    """All that the reader is sent of a match as it stands: on connecting, and after an earlier state."""
    options: dict[str, Any] = msgspec.to_builtins(match.options)
    seats = tuple(SeatState("person", f"p{seat}", name=f"P{seat}") for seat in range(match.seats))
    status = "over" if match.over else "playing"
    state = TableState("t", match.game.id, None, options, cast(Any, status), SEED, NOW, seats, (), NOW + 8)
    table = TableMachine(state, [msgspec.json.decode(msgspec.json.encode(entry)) for entry in match.log])
    cache, person = FrameCache(), None if reader is None else f"p{reader}"
    connecting = cache.news(table, reader, None)
    return *connecting, *cache.news(table, reader, shown), cache.state(table, reader, person)


def learnt(match: Match, actor: int, event: Any, reader: int | None) -> tuple[Any, Any]:
    """All that the reader learns of an event: how it is shown, and what is seen after it."""
    after = match.game.apply(match.state, actor, event)
    return match.game.shown(match.state, actor, event, reader), match.game.view(after, reader)


def twin(model: Match, entry: Any, other: Match, reader: int | None, rng: Random) -> Any:
    """An entry that looks to the reader like the model's, perhaps another one; nothing if none fits."""
    if isinstance(entry, Drawn):
        weights = other.game.weights(other.state)
        total = sum(weight for _, weight in weights)
        numbers = [*rng.sample(range(total), min(total, SAMPLED)), *range(min(total, SAMPLED))]
        wanted = learnt(model, CHANCE, entry.event, reader)
        found = ((outcome(weights, n), n) for n in numbers)
        fitting = [(event, n) for event, n in found if learnt(other, CHANCE, event, reader) == wanted]
        same = [one for one in fitting if one[0] == entry.event]
        chosen = rng.choice(fitting if rng.random() < FALLS or not same else same) if fitting else None
        return None if chosen is None else Drawn(chosen[0], total, chosen[1])
    if not isinstance(entry, Played):
        return None
    wanted = learnt(model, entry.seat, entry.event, reader)
    legal = list(other.game.actions(other.state, entry.seat))
    fits = [action for action in legal if learnt(other, entry.seat, action, reader) == wanted]
    if entry.seat == reader:
        return entry if entry.event in legal else None
    same = [action for action in fits if action == entry.event]
    if not fits:
        return None
    return Played(entry.seat, rng.choice(fits if rng.random() < CHOSEN or not same else same))


def played(game: AnyGame, options: Options, seats: int, seed: int) -> Match:
    """A match between people who choose blindly, as far as it is looked at."""
    match, rng = Match(game, options, seats, Sealed.fresh(seats, seed)), Random(seed)
    for _ in range(CHOICES):
        if match.over:
            break
        seat = rng.choice(match.to_act())
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def pairs(game: AnyGame, reader: int | None, seed: int) -> Iterator[tuple[Match, Match]]:
    """A match by one of the presets and its twin, whenever somebody has to choose in both.

    With a third seat, what is not one's own is not therefore the other's.
    """
    options = list(game.presets.values())[seed % len(game.presets)]
    seats = next((n for n in game.seats(options) if n > 2), 2)
    whole, rng = played(game, options, seats, seed), Random(seed)
    model, other = (Match(game, options, seats, None) for _ in range(2))
    for entry in whole.log:
        if tuple(model.game.to_act(model.state)) != tuple(other.game.to_act(other.state)):
            return
        follow = twin(model, entry, other, reader, rng)
        if follow is None:
            return
        model.follow(entry)
        other.follow(follow)
        if seen(model, reader) != seen(other, reader):
            return
        if settled(model) and settled(other):
            yield model, other


def seen(match: Match, reader: int | None) -> Any:
    return match.game.view(match.state, reader)


def settled(match: Match) -> bool:
    """Whether a match waits for somebody who has a choice, so that it can be found like this on a server."""
    acting = match.to_act()
    if match.over or acting == (CHANCE,) or not acting:
        return False
    free = match.game.secret_window(match.state)
    return free or all(len(match.legal(seat)) > 1 for seat in acting)


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("reader", [0, None], ids=["seat", "watcher"])
def test_what_may_not_be_seen_changes_no_byte(game: str, reader: int | None) -> None:
    compared = 0
    for seed in SEEDS:
        shown = Shown(0, 0)
        for one, other in pairs(registry.load(game), reader, seed):
            if one.state == other.state:
                continue
            assert frames(one, reader, shown) == frames(other, reader, shown), (game, seed, len(one.log))
            shown = Shown(len(one.log), len(one.events))
            compared += 1
            if compared == ENOUGH:
                return
    assert compared >= 1, "nothing hidden ever differed"

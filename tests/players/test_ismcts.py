"""Tree search over what a seat can know: legal, repeatable, blind to secrets, and able to look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic, process_time
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from kaik.core import registry
from kaik.core.game import CHANCE, AnyGame, Game
from kaik.core.messages import Message, msg
from kaik.core.options import Options as NoOptions
from kaik.core.scene import Path, Scene
from kaik.games.seasons_end.state import Finish
from kaik.players import specs
from kaik.players.base import Limit
from kaik.players.ismcts import Edge, IsmctsPlayer, Search, compare
from tests.conftest import playable
from tests.suite.cases import Case, Position, cases, choosers, positions

FEW = Limit(playouts=6)


def smallest() -> list[Case]:
    """Every game once, with its first preset and its fewest players."""
    return [next(case for case in cases() if case.id == id) for id in playable()]


every_game = pytest.mark.parametrize("case", smallest(), ids=str)
hiding = pytest.mark.parametrize("case", [case for case in smallest() if case.game.hides], ids=str)


def choices(case: Case, most: int = 6) -> list[tuple[Position, int]]:
    """Some positions in which a seat really has to choose, with that seat."""
    found = [
        (position, seat)
        for position in positions(case)
        for seat in choosers(case, position.state)
        if len(case.game.actions(position.state, seat)) > 1
    ]
    return found[:: -(-len(found) // most) or 1]


def chosen(case: Case, state: Any, seat: int, seed: int = 1, limit: Limit = FEW) -> Any:
    game = case.game
    return IsmctsPlayer().choose(
        game, game.view(state, seat), seat, game.actions(state, seat), Random(seed), limit
    )


@every_game
def test_the_choice_is_legal(case: Case) -> None:
    for position, seat in choices(case):
        assert chosen(case, position.state, seat) in case.game.actions(position.state, seat)


@every_game
def test_the_same_seed_gives_the_same_figures(case: Case) -> None:
    for position, seat in choices(case, 2):
        game, state = case.game, position.state
        searches = [
            Search(game, game.view(state, seat), seat, game.actions(state, seat), Random(5)) for _ in range(2)
        ]
        for search in searches:
            search.run(FEW)
        assert searches[0].ranking() == searches[1].ranking()


@hiding
def test_what_a_seat_cannot_see_makes_no_difference(case: Case) -> None:
    game = case.game
    for position, seat in choices(case, 3):
        other = game.determinize(game.view(position.state, seat), seat, Random(9))
        assert chosen(case, other, seat) == chosen(case, position.state, seat)


# -- small games whose best play is known ----------------------------------------------------------


class Take(Struct, frozen=True, tag="take", cache_hash=True):
    n: int


class Heap(Struct, frozen=True, cache_hash=True):
    """Two take from a heap in turn; `said` holds what was chosen at once, where that is the game."""

    left: int
    turn: int = 0
    said: tuple[int | None, ...] = (None, None)
    options: NoOptions = NoOptions()


class Nim(Game[Heap, Take, Take, NoOptions]):
    """Take one to three; whoever takes the last wins. The evaluation knows nothing."""

    id = "nim"
    Options = NoOptions
    State = View = Heap
    Event = Take
    presets = {"default": NoOptions()}

    def seats(self, options: NoOptions) -> Sequence[int]:
        return (2,)

    def start(self, options: NoOptions, seats: int) -> Heap:
        return Heap(10)

    def to_act(self, state: Heap) -> tuple[int, ...]:
        return (state.turn,) if state.left else ()

    def actions(self, state: Heap, seat: int) -> Sequence[Take]:
        return [Take(n) for n in range(1, min(3, state.left) + 1)]

    def apply(self, state: Heap, seat: int, event: Take) -> Heap:
        return replace(state, left=state.left - event.n, turn=1 - seat)

    def weights(self, state: Heap) -> Sequence[tuple[Take, int]]:
        return ()

    def returns(self, state: Heap) -> tuple[float, ...]:
        if state.left:
            return (0, 0)
        return (-1, 1) if state.turn == 0 else (1, -1)

    def reason(self, state: Heap) -> Message:
        return msg("reason.rounds")

    def scene(self, view: Heap, seat: int | None) -> Scene:
        return Scene()

    def path(self, state: Heap, seat: int, action: Take) -> Path:
        return (str(action.n),)


class Highest(Nim):
    """Both name a number at once; the higher wins the difference."""

    id = "highest"

    def to_act(self, state: Heap) -> tuple[int, ...]:
        return tuple(seat for seat, n in enumerate(state.said) if n is None)

    def actions(self, state: Heap, seat: int) -> Sequence[Take]:
        return [Take(n) for n in range(4)]

    def apply(self, state: Heap, seat: int, event: Take) -> Heap:
        return replace(state, said=tuple(event.n if one == seat else n for one, n in enumerate(state.said)))

    def returns(self, state: Heap) -> tuple[float, ...]:
        mine, other = state.said
        if mine is None or other is None:
            return (0, 0)
        return (mine - other, other - mine)


@pytest.mark.parametrize(("left", "best"), [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2)])
def test_it_looks_ahead(left: int, best: int) -> None:
    state = Heap(left)
    game = Nim()
    found = IsmctsPlayer().choose(game, state, 0, game.actions(state, 0), Random(1), Limit(playouts=600))
    assert found == Take(best)


def test_choices_made_at_once_are_made_by_each_seat_for_itself() -> None:
    game, state = Highest(), Heap(1)
    search = Search(game, state, 0, game.actions(state, 0), Random(1))
    search.run(Limit(playouts=300))
    assert search.best() == Take(3)
    answers = search.root.edges[1]
    assert max(answers, key=lambda action: answers[action].visits) == Take(3)


# -- limits and figures ----------------------------------------------------------------------------


def test_playouts_are_counted() -> None:
    game, state = Nim(), Heap(9)
    search = Search(game, state, 0, game.actions(state, 0), Random(1))
    search.run(Limit(playouts=37))
    assert search.playouts == 37
    assert sum(one.visits for one in search.ranking()) == 37
    search.insist(Take(3), 10)
    assert search.playouts == 47


def test_time_is_kept() -> None:
    game, state = Nim(), Heap(300)
    begun = monotonic()
    IsmctsPlayer().choose(game, state, 0, game.actions(state, 0), Random(1), Limit(ms=30))
    assert monotonic() - begun < 5


def test_a_choice_not_offered_does_not_grow_stale() -> None:
    edge = Edge(1.5, 2)
    assert (edge.mean, edge.visits, edge.offered) == (1.5, 2, 2)


GRACE = 0.4
"""Seconds: the first look at all the choices, and the playout under way."""


@every_game
def test_the_time_limit_holds_with_grace(case: Case) -> None:
    """Measured is processor time: on a busy machine the limit stops a search sooner, never later."""
    for position, seat in choices(case, 2):
        legal = case.game.actions(position.state, seat)
        view = case.game.view(position.state, seat)
        begun = process_time()
        specs.player("ismcts:ms=100").choose(case.game, view, seat, legal, Random(1))
        assert process_time() - begun < 0.1 + GRACE


def test_choices_are_compared_world_by_world() -> None:
    assert compare([3.0] * 7, [1.0] * 7) == (0.0, 0.0)
    assert compare([3.0] * 9, [1.0] * 12) == (2.0, 0.0)
    ahead, error = compare([0.0, 4.0] * 8, [1.0] * 16)
    assert ahead == 1.0
    assert 0.5 < error < 0.6


def test_instinct_is_followed_unless_something_is_clearly_better(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("seasons_end")
    state, seat = _about_to_finish(game)
    legal, view = game.actions(state, seat), game.view(state, seat)
    search = Search(game, view, seat, legal, Random(1))
    assert search.gut == search.best() == Finish()
    monkeypatch.setattr(type(game), "instinct", lambda self, state, seat, _rng: self.actions(state, seat)[0])
    search = Search(game, view, seat, legal, Random(1))
    assert search.gut == search.best() != Finish()
    search.run(Limit(playouts=60))
    assert search.best() == Finish()


def _about_to_finish(game: AnyGame) -> tuple[Any, int]:
    """A match played at a glance up to where a hand is complete."""
    state, rng = game.start(game.options(), 2), Random(4)
    while True:
        (seat, *_) = acting = game.to_act(state)
        if seat == CHANCE:
            state = game.apply(state, CHANCE, game.fall(state, rng))
            continue
        if Finish() in game.actions(state, seat):
            return state, seat
        for seat in acting:
            state = game.apply(state, seat, game.instinct(state, seat, rng))

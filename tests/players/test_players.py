"""The computer players: legal, repeatable, and greedy better than blind."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tests.conftest  # noqa: F401 - the fixture games
from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.games.new_play import Bet
from kaik.games.new_play import NewPlayOptions as Options
from kaik.lab import sim
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.base import Limit
from kaik.players.greedy import GreedyPlayer
from kaik.players.table import advance

GAMES = ("beast_cast", "beast_streak", "new_play", "strain")


def played(game: str, players: tuple[str, ...], seed: int = 1) -> Match:
    rules = registry.load(game)
    match = Match(rules, rules.options(), len(players), Sealed.fresh(len(players), seed))
    advance(match, {seat: specs.player(player) for seat, player in enumerate(players)}, str(seed))
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("player", ["random", "greedy", "greedy:nodes=3", "greedy:ms=1"])
def test_a_player_finishes_any_game(game: str, player: str) -> None:
    assert played(game, (player, player)).over


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_match(game: str) -> None:
    assert played(game, ("greedy", "random")).log == played(game, ("greedy", "random")).log


def test_steps_can_be_counted() -> None:
    rules = registry.load("new_play")
    match = Match(rules, rules.options(), 3, Sealed.fresh(3, 1))
    before = len(match.log)
    advance(match, dict.fromkeys(range(3), specs.player("random")), "1", steps=1)
    assert len(match.log) == before + 1


class Watching:
    """A player that keeps what it was shown and takes the first action."""

    def __init__(self) -> None:
        self.views: list[Any] = []

    def choose(self, game: Any, view: Any, seat: int, legal: Any, rng: Random, limit: Limit = Limit()) -> Any:  # noqa: B008
        self.views.append((seat, view))
        return legal[0]


def test_a_player_gets_its_view_and_not_the_state() -> None:
    from kaik.core.secrets import unseen_in
    from kaik.players.base import Seated

    rules = registry.load("strain")
    match = Match(rules, rules.options(), 2, Sealed.fresh(2, 1))
    watching = Watching()
    advance(match, dict.fromkeys(range(2), Seated(watching)), "1")
    assert watching.views
    assert all(unseen_in(view.deck) or not view.deck for _, view in watching.views)
    assert all(unseen_in(view.hands[1 - seat]) or not view.hands[1 - seat] for seat, view in watching.views)


def test_greedy_bets_where_it_loses_least() -> None:
    """§3: 2 and 3 cost 2/32 a point, the others more; so the smallest stake on one of them."""
    rules = registry.load("new_play")
    state = rules.apply(rules.start(Options(), 2), -1, rules.weights(rules.start(Options(), 2))[0][0])
    legal = rules.actions(state, 1)
    chosen = {GreedyPlayer().choose(rules, state, 1, legal, Random(seed)) for seed in range(20)}
    assert chosen == {Bet(2, 1), Bet(3, 1)}


@pytest.mark.parametrize("game", ["beast_streak", "new_play", "strain"])
def test_greedy_beats_random(game: str) -> None:
    options = registry.load(game).options()
    ahead = sim.summary(list(sim.run(sim.jobs(game, options, ("greedy", "random"), 60))))
    behind = sim.summary(list(sim.run(sim.jobs(game, options, ("random", "greedy"), 60, 1000))))
    assert ahead.seats[0].wins + behind.seats[1].wins > 66


def test_specs() -> None:
    assert specs.player("greedy:nodes=50:ms=9").limit == Limit(ms=9, nodes=50)
    assert {"random", "novice", "greedy", "search", "ismcts", "optimal", "level8"} <= set(specs.names())


@pytest.mark.parametrize(
    "spec", ["", "bob", "greedy:", "greedy:depth=2", "random:ms", "random:ms=-1", "greedy:ms=x"]
)
def test_bad_specs_are_refused(spec: str) -> None:
    with pytest.raises(BadOptions):
        specs.player(spec)


def test_a_summary_adds_up() -> None:
    outcomes = list(
        sim.run(sim.jobs("beast_cast", registry.load("beast_cast").options(), ("random",) * 3, 40))
    )
    found = sim.summary(outcomes)
    assert sum(seat.wins for seat in found.seats) == pytest.approx(40)
    assert sum(seat.mean for seat in found.seats) == pytest.approx(0)
    assert all(sum(seat.places) == 40 for seat in found.seats)
    assert sum(count for _, count in found.reasons) == 40


def test_the_interval_of_a_mean() -> None:
    assert sim.interval([3.0]) == (3.0, 0.0)
    mean, margin = sim.interval([0.0, 2.0] * 50)
    assert mean == 1
    assert margin == pytest.approx(1.96 * (100 / 99) ** 0.5 / 10)


def test_processes_keep_the_order() -> None:
    work = sim.jobs("beast_cast", registry.load("beast_cast").options(), ("random", "random"), 8)
    with sim.processes(2, chunk=2) as mapped:
        assert list(sim.run(work, mapped)) == list(sim.run(work))

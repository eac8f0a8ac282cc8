"""Eight levels of every game with choices: what they are, how they are named, and that they are levels."""

from __future__ import annotations

from random import Random

import pytest

from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.messages import catalogue
from kaik.lab import arena
from kaik.players import specs
from kaik.players.levels import COUNT, Slipping, levels, within
from kaik.players.random import RandomPlayer
from tests.conftest import playable
from tests.players.test_ismcts import Case, choices, every_game


@pytest.mark.parametrize("id", playable())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_game_has_eight_levels_or_a_single_one_that_say_what_they_are(id: str, lang: str) -> None:
    found = levels(id)
    count = COUNT if registry.load(id).has_choices else 1
    assert [level.number for level in found] == list(range(1, count + 1))
    assert len({level.spec for level in found}) == count
    for level in found:
        told = catalogue(lang, id).text(level.about)
        assert "{" not in told
        assert "level." not in told


def test_a_game_without_choices_says_that_all_players_are_alike() -> None:
    (only,) = levels("beast_cast")
    assert only.about.key == "level.no_choices"


@pytest.mark.parametrize(
    ("game", "spec", "played"),
    [
        ("beast_cast", "level5", "level1"),
        ("beast_cast", "level1", "level1"),
        ("beast_cast", "greedy", "greedy"),
        ("beast_streak", "level5", "level5"),
    ],
)
def test_a_level_that_a_game_does_not_have_is_the_highest_it_has(game: str, spec: str, played: str) -> None:
    assert within(game, spec) == played


@every_game
def test_the_lowest_levels_choose_legally(case: Case) -> None:
    for position, seat in choices(case, 2):
        legal = case.game.actions(position.state, seat)
        view = case.game.view(position.state, seat)
        for level in ("level1", "level5"):
            assert specs.player(level).choose(case.game, view, seat, legal, Random(1)) in legal


@pytest.mark.parametrize("spec", ["level3", "level:3", "level=3", " level3 "])
def test_levels_by_name(spec: str) -> None:
    assert specs.player(spec).player.number == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "spec", ["level", "level0", "level9", "level:", "level:x", "level3:ms=5", "greedy:slips=0"]
)
def test_what_is_no_level_is_refused(spec: str) -> None:
    with pytest.raises(BadOptions):
        specs.player(spec)


def test_slips_happen_as_often_as_said() -> None:
    class Last(RandomPlayer):
        def choose(self, game, view, seat, legal, rng, limit=None):  # type: ignore[no-untyped-def]
            return legal[-1]

    player, rng = Slipping(Last(), 30), Random(1)
    chosen = [player.choose(registry.load("new_play"), None, 0, range(100), rng) for _ in range(2000)]
    assert 0.27 < sum(n != 99 for n in chosen) / 2000 < 0.33


def score(game: str, one: str, other: str, matches: int) -> float:
    rules = registry.load(game)
    event = arena.arena(rules, rules.options(), (one, other), matches)
    return arena.table(event, list(arena.run(event))).pairings[0].score


@pytest.mark.parametrize(
    ("game", "higher", "lower"),
    [
        ("beast_streak", "level8", "level1"),
        ("beast_streak", "level4", "level1"),
        ("walking_war", "level5", "level1"),
        ("linked_ships", "level4", "level1"),
    ],
)
def test_a_higher_level_wins_more(game: str, higher: str, lower: str) -> None:
    assert score(game, higher, lower, 40 if game == "beast_streak" else 10) > 0.6

"""Who will win a match of Season's End, and that the search plays for it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kaik.core import registry
from kaik.core.game import CHANCE
from kaik.games.seasons_end.prospects import FINISHES
from kaik.kit.seasons import Season, Table
from kaik.players.base import Limit
from kaik.players.ismcts import Search

GAME = registry.load("seasons_end")


def standing(lead: int, done: int, seats: int = 2) -> Any:
    """A match so many seasons old, the last of them won by the first seat, who is ahead by so much."""
    totals = (lead, *(0,) * (seats - 1))
    season = Season(0, 2, (0,), (0,) * seats)
    state = GAME.start(GAME.options(), seats)
    return replace(state, table=Table(totals, 0, 2, (season,) * done, settled=True))


def test_a_match_that_is_over_is_won_drawn_or_lost() -> None:
    assert [GAME.prospects(standing(lead, 4)) for lead in (1, 0, -30)] == [(1, 0), (0.5, 0.5), (0, 1)]


@pytest.mark.parametrize("done", [1, 2, 3])
def test_whoever_is_further_ahead_is_likelier_to_win(done: int) -> None:
    chances = [GAME.prospects(standing(lead, done))[0] for lead in range(-80, 81, 8)]
    assert chances == sorted(chances)
    assert chances[0] < 0.1
    assert chances[-1] > 0.9
    assert sum(GAME.prospects(standing(8, done))) == pytest.approx(1)


def test_one_season_before_the_end_every_finish_is_weighed() -> None:
    """Behind by 13, the parent (bonus 3 after another season won) needs a finish that earns 7 or more."""
    needed = sum(often for (end, extra), often in FINISHES.items() if 3 * end + extra >= 7)
    first, _ = GAME.prospects(standing(-13, 3))
    assert first == pytest.approx(0.537 * needed / sum(FINISHES.values()))


def test_between_more_than_two_only_points_are_told() -> None:
    assert GAME.prospects(standing(5, 2, seats=3)) is None


def test_a_season_under_way_is_told_too() -> None:
    state, rng = GAME.start(GAME.options(), 2), Random(1)
    while GAME.to_act(state)[0] == CHANCE:
        state = GAME.apply(state, CHANCE, GAME.fall(state, rng))
    ahead = replace(state, table=replace(state.table, totals=(60, -60)))
    assert GAME.prospects(ahead)[0] > 0.9 > GAME.prospects(state)[0] > 0.1


def test_the_search_compares_chances_and_still_tells_points() -> None:
    state, rng = GAME.start(replace(GAME.options(), seasons=1), 2), Random(1)
    while GAME.to_act(state)[0] == CHANCE:
        state = GAME.apply(state, CHANCE, GAME.fall(state, rng))
    (seat,) = GAME.to_act(state)
    search = Search(GAME, GAME.view(state, seat), seat, GAME.actions(state, seat), Random(2))
    search.run(Limit(playouts=40))
    told = {chance for found in search._gains.values() for chance in found}
    assert told <= {0.0, 0.5, 1.0}
    assert any(one.value not in told for one in search.weighed())

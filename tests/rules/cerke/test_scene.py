"""What people see of cerke: the marks of the last turn belong to the season that is being played."""

from __future__ import annotations

from tests.rules.cerke.test_turns import move, position, say

from kaik.core.game import CHANCE
from kaik.core.scene import Scene
from kaik.games.cerke import GAME
from kaik.games.cerke.options import Options
from kaik.games.cerke.state import EndSeason, Land, Move, Phase, State
from kaik.kit.opening import Throw
from kaik.play.lesson import learner


def seen(state: State) -> Scene:
    return GAME.scene(state, 0)


def glowing(scene: Scene) -> set[str]:
    """The squares marked as touched by the last turn."""
    return {spot.id for spot in scene.spots().values() if "last" in spot.tags}


def season_ended_after_a_cast(options: Options) -> State:
    """A step that needed a cast formed a hand, and the season was ended with it (§8)."""
    state = position({"TAU": "IA黒弓", "TAI": "IA黒兵", "TU": "A赤馬"}, "赤虎", options=options)
    state = GAME.apply(move(state, "TAU/TAI~TU", 3), 0, Land("TU"))
    assert glowing(seen(state)) == {"TAU", "TAI", "TU"}
    assert seen(state).casts
    return say(state, EndSeason())


def test_a_fresh_board_shows_nothing_of_the_season_before() -> None:
    state = season_ended_after_a_cast(Options(first_player="fixed"))
    assert (state.phase, state.season) == (Phase.GROUND, 2)
    assert glowing(seen(state)) == set()
    assert seen(state).casts == ()
    assert [line.key for line in seen(state).happened] == ["happened.settled"]


def test_only_the_casts_to_begin_are_shown_before_and_after_they_fall() -> None:
    state = season_ended_after_a_cast(Options())
    assert (state.phase, seen(state).casts, glowing(seen(state))) == (Phase.FIRST, (), set())
    state = GAME.apply(state, CHANCE, Throw(2))
    assert [cast.thrown for cast in seen(state).casts] == [2]
    state = GAME.apply(state, CHANCE, Throw(4))
    assert (state.phase, seen(state).casts, glowing(seen(state))) == (Phase.GROUND, (), set())


def test_the_first_turn_of_the_new_season_is_marked_while_it_is_under_way_and_afterwards() -> None:
    state = season_ended_after_a_cast(Options(first_player="fixed"))
    state = GAME.apply(state, 0, Move("ZO皇[ZU]ZI"))
    assert glowing(seen(state)) == {"ZO", "ZU", "ZI"}
    state = season_ended_after_a_cast(Options(first_player="fixed"))
    state = move(state, "LAU/LAI~LY")
    assert (state.phase, glowing(seen(state))) == (Phase.STEP_CAST, {"LAU", "LAI", "LY"})


def test_a_season_that_grew_too_long_leaves_no_marks_either() -> None:
    options = Options(first_player="fixed", season_ply_limit=1)
    state = move(position({"TAU": "IA黒将", "TAI": "A赤馬"}, options=options), "TAU-TAI")
    assert (state.season, glowing(seen(state)), seen(state).happened) == (2, set(), ())


def test_the_end_of_the_match_still_shows_the_turn_that_ended_it() -> None:
    state = season_ended_after_a_cast(Options(season_count=1))
    assert state.phase is Phase.OVER
    assert glowing(seen(state)) == {"TAU", "TAI", "TU"}


def test_the_guided_game_ends_on_a_clean_board() -> None:
    taken = learner("cerke", "first", ())
    while not taken.done:
        standing = taken.standing()
        taken.choose([choice.path for choice in standing.legal].index(standing.hint))
    end = taken.standing().scene
    assert end.sheet
    assert (glowing(end), end.casts) == (set(), ())

"""Turns, declarations, penalties, points and seasons (docs/rules/cerke.md §5–§8, §10, §11, §16.3)."""

from __future__ import annotations

from typing import Any

import pytest

from kaik.core.errors import BadNotation
from kaik.core.game import CHANCE
from kaik.core.messages import catalogue
from kaik.games.cerke import GAME, notation
from kaik.games.cerke.game import hand_names, hands_of
from kaik.games.cerke.options import Options
from kaik.games.cerke.positions import board_of, reserve_of, set_up
from kaik.games.cerke.state import Again, EndSeason, GiveUp, GoOn, Land, Move, Pass, Phase, State, Stop
from kaik.kit.opening import Throw

KINGS = {"ZIA": "IA黒王", "ZA": "A赤王"}


def position(board: dict[str, str], held: str = "", points: tuple[int, int] = (20, 20), **more: Any) -> State:
    """These pieces and both kings, IA to move; `held` is its reserve, `points` are IA's and A's."""
    options = more.pop("options", Options())
    both = {"IA": points[0], "A": points[1]}
    return set_up(options, {**KINGS, **board}, {"IA": held.split()}, "IA", points=both, **more)


def move(state: State, text: str, *casts: int) -> State:
    """A move and the casts that follow it."""
    assert Move(text) in GAME.actions(state, state.side), text
    state = GAME.apply(state, state.side, Move(text))
    for n in casts:
        state = GAME.apply(state, CHANCE, Throw(n))
    return state


def say(state: State, action: GoOn | EndSeason) -> State:
    assert state.phase is Phase.DECLARE
    return GAME.apply(state, state.side, action)


def land(state: State) -> list[str]:
    """The landings offered after a stepping cast."""
    return [a.square for a in GAME.actions(state, state.side) if isinstance(a, Land)]


# -- declarations (§8) -----------------------------------------------------------------------------


def test_e35_all_hands_are_scored_times_the_rate() -> None:
    board = {"TO": "A赤将", "TY": "IA赤馬", "ZAU": "IA黒王", "XA": "A赤王", "KIA": "IA黒兵"}
    state = move(set_up(Options(), board, {"A": ["赤虎"]}, "A"), "TO-TY")
    assert hand_names(state, 1) == ("同色獣",)
    state = say(state, GoOn())
    state = move(state, "ZAU-ZAI", 3)
    state = say(move(state, "TY-ZAI", 3), EndSeason())
    assert (state.settled[-1].hands, state.settled[-1].rate) == (("王", "同色獣"), 2)
    assert state.points == (0, 400)
    assert state.phase is Phase.OVER


def test_e36_the_other_side_scores_at_the_rate_both_have_raised() -> None:
    board = {"LAU": "IA赤将", "LAI": "A赤王", "LY": "A黒兵", "TA": "A黒将", "TE": "IA黒王"}
    state = set_up(Options(), board, {"IA": ["黒弓"]}, "IA")
    state = say(move(state, "LAU-LAI"), GoOn())
    state = move(state, "TA-NA")
    state = move(state, "LAI-LY")
    assert hand_names(state, 0) == ("馬弓兵", "王")
    state = move(say(state, GoOn()), "NA-TE")
    assert hand_names(state, 1) == ("王",)
    assert say(state, EndSeason()).settled[-1].moved == 200


def test_e37_a_capture_that_forms_nothing_calls_for_no_declaration() -> None:
    state = position({"TY": "IA黒将", "TU": "A赤兵", "TO": "A赤兵"}, "赤虎 黒馬")
    assert move(state, "TY-TO", 5).phase is Phase.GROUND


def test_e38_a_hand_that_becomes_single_coloured_is_new() -> None:
    state = move(position({"TAU": "IA黒将", "TAI": "A赤馬"}, "赤虎 黒馬"), "TAU-TAI")
    assert state.phase is Phase.DECLARE
    assert hand_names(state, 0) == ("同色獣",)


@pytest.mark.parametrize(("downgrade", "phase"), [(False, Phase.GROUND), (True, Phase.DECLARE)])
def test_e39_losing_the_single_colour_by_a_drop_is_not_new(downgrade: bool, phase: Phase) -> None:
    options = Options(hand_downgrade_is_new=downgrade)
    assert move(position({}, "赤虎 赤馬 黒馬", options=options), "赤馬*TU").phase is phase


def test_any_hand_may_call_for_a_declaration_every_turn() -> None:
    options = Options(declaration_trigger="any_hand")
    assert move(position({}, "赤虎 赤馬", options=options), "ZIA-ZAU").phase is Phase.DECLARE


# -- penalties (§10) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "moved"),
    [
        (Options(), 0),
        (Options(penalty_lasts="turn"), 0),
        (Options(penalty_lasts="turn", penalty_declaration_scope="new_only"), -100),
    ],
)
def test_e40_stepping_on_the_tam_counts_against_the_hands_held(options: Options, moved: int) -> None:
    assert options.conflict() is None
    state = position({"LY": "IA黒将", "LO": "皇"}, "赤王", options=options, rate=2)
    state = say(move(state, "LY/LO-LU"), EndSeason())
    assert state.settled[-1].penalties == ("撃皇",)
    assert state.settled[-1].moved == moved


@pytest.mark.parametrize(("stacking", "moved"), [("once", -30), ("both", -60)])
def test_e41_moving_the_tam_in_vain(stacking: str, moved: int) -> None:
    options = Options(futile_stacking=stacking)  # type: ignore[arg-type]
    state = position({"TO": "皇"}, options=options, tam_moved=True)
    state = say(move(state, "TO皇[TY]TO"), EndSeason())
    assert state.settled[-1].moved == moved


def test_with_going_on_a_penalty_is_not_paid() -> None:
    state = say(move(position({"TO": "皇"}), "TO皇[TY]TO"), GoOn())
    assert state.points == (200, 200)
    assert state.rate == 2


def test_e42_nobody_pays_more_than_he_has() -> None:
    held = "黒筆 黒兵 赤将 赤弓 黒虎 黒巫"
    state = move(position({"TAU": "IA黒将", "TAI": "A赤馬"}, held, points=(22, 18)), "TAU-TAI")
    state = say(state, EndSeason())
    assert (state.settled[-1].raw, state.settled[-1].moved) == (250, 180)
    assert state.points == (400, 0)
    assert state.phase is Phase.OVER


@pytest.mark.parametrize(("ends", "phase"), [(True, Phase.OVER), (False, Phase.GROUND)])
def test_e43_an_immediate_penalty_is_paid_at_once(ends: bool, phase: Phase) -> None:
    options = Options(kut_tam="immediate", immediate_penalty_ends_game=ends)
    state = position({"LY": "IA黒将", "LO": "皇"}, points=(12, 28), rate=4, options=options)
    state = move(state, "LY/LO-LU")
    assert state.points == (0, 400)
    assert state.phase is phase


@pytest.mark.parametrize("option", ["kut_tam", "futile_null", "futile_after"])
def test_a_forbidden_penalty_makes_the_move_illegal(option: str) -> None:
    board = {"LY": "IA黒将", "LO": "皇"}
    free, bound = (
        [m.move for m in GAME.actions(position(board, options=Options(**{option: mode}), tam_moved=True), 0)]  # type: ignore
        for mode in ("allowed", "forbidden")
    )
    gone = set(free) - set(bound)
    text = {"kut_tam": "LY/LO-LU", "futile_null": "LO皇[KO]LO", "futile_after": "LO皇[KO]KU"}[option]
    assert text in gone
    assert set(bound) <= set(free)


@pytest.mark.parametrize(("rule", "due"), [("counts", True), ("exempt", False)])
def test_stepping_on_the_tam_may_be_free_when_the_move_fails(rule: str, due: bool) -> None:
    options = Options(kut_tam_on_failure=rule)  # type: ignore[arg-type]
    state = move(position({"LAI": "IA黒弓", "LO": "皇"}, options=options), "LAI/LO~LU", 0)
    assert state.last is not None
    assert state.last.failed
    assert (state.phase is Phase.DECLARE) is due


# -- stepping casts (§6.3, §14.2) ------------------------------------------------------------------


def bow(**options: Any) -> State:
    return set_up(Options(**options), turn="IA")


def test_e44_a_cast_too_small_for_the_announced_square_fails() -> None:
    state = move(bow(), "LAU/LAI~LU", 2)
    assert state.last is not None
    assert state.last.failed
    assert state.phase is Phase.GROUND
    assert state.side == 1
    assert board_of(state)["LAU"] == "IA黒弓"


@pytest.mark.parametrize("options", [{"step_short_stop": "allowed"}, {"step_declaration": "direction"}])
def test_e44_it_may_stop_short_on_the_same_line(options: dict[str, Any]) -> None:
    assert land(move(bow(**options), "LAU/LAI~LU", 2)) == ["LO", "LY"]


def test_e44_without_announcement_any_landing_in_reach_may_be_picked() -> None:
    assert sorted(land(move(bow(step_declaration="none"), "LAU/LAI~", 2))) == ["LAU", "LO", "LY"]


def test_a_completed_cast_may_be_given_up_unless_that_is_forbidden() -> None:
    assert GiveUp() in GAME.actions(move(bow(), "LAU/LAI~LU", 3), 0)
    assert GiveUp() not in GAME.actions(move(bow(step_cast_decline="forbidden"), "LAU/LAI~LU", 3), 0)
    given_up = GAME.apply(move(bow(), "LAU/LAI~LU", 3), 0, GiveUp())
    assert board_of(given_up)["LAU"] == "IA黒弓"
    assert given_up.side == 1


def test_e45_chained_casts_add_up_until_a_further_0_or_1() -> None:
    state = move(bow(step_cast_method="chain"), "LAU/LAI~LI", 3)
    assert GAME.actions(state, 0) == (Again(), Stop())
    state = GAME.apply(GAME.apply(state, 0, Again()), CHANCE, Throw(2))
    assert state.reach == 5
    assert land(GAME.apply(state, 0, Stop())) == ["LI"]
    state = move(bow(step_cast_method="chain"), "LAU/LAI~LI", 3)
    state = GAME.apply(GAME.apply(state, 0, Again()), CHANCE, Throw(1))
    assert state.last is not None
    assert state.last.failed
    assert state.side == 1


def test_a_first_cast_of_0_is_only_0_in_a_chain() -> None:
    state = move(bow(step_cast_method="chain"), "LAU/LAI~LI", 0)
    assert state.phase is Phase.CHAIN
    assert GAME.apply(GAME.apply(state, 0, Again()), CHANCE, Throw(4)).reach == 4


# -- water (§6.4) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("cast", "square"), [(2, "NAI"), (3, "NO")])
def test_water_lets_a_piece_in_with_three_or_more(cast: int, square: str) -> None:
    state = move(set_up(Options(), turn="IA"), "NAI-NO", cast)
    assert board_of(state)[square] == "IA黒兵"
    assert state.side == 1


def test_a_stepping_move_into_water_casts_twice() -> None:
    state = position({"LO": "IA黒弓", "NO": "A赤兵"})
    state = GAME.apply(move(state, "LO/NO~CO", 4), 0, Land("CO"))
    assert state.phase is Phase.WATER
    assert board_of(GAME.apply(state, CHANCE, Throw(3)))["CO"] == "IA黒弓"


@pytest.mark.parametrize(
    ("option", "board", "text"),
    [
        ("water_exempt_vessel", {"TY": "IA黒船"}, "TY-TO"),
        ("water_exempt_origin", {"NO": "IA黒弓"}, "NO-CO"),
        ("water_exempt_tam", {"LO": "皇"}, "LO皇[LU]NO"),
    ],
)
def test_the_water_exemptions_can_be_dropped(option: str, board: dict[str, str], text: str) -> None:
    exempt, strict = (position(board, options=Options(**{option: value})) for value in (True, False))
    assert move(exempt, text).phase is not Phase.WATER
    assert move(strict, text).phase is Phase.WATER


# -- points and seasons (§11, §14.6) ---------------------------------------------------------------


def ended(**options: Any) -> State:
    """A season ended by the IA side with 同色獣, 5 points."""
    state = position({"TAU": "IA黒将", "TAI": "A赤馬"}, "赤虎", options=Options(**options))
    return say(move(state, "TAU-TAI"), EndSeason())


def test_a_season_ends_with_a_settlement_and_the_next_begins_from_the_layout() -> None:
    state = ended()
    assert state.points == (250, 150)
    assert (state.season, state.rate, state.phase) == (2, 1, Phase.FIRST)
    assert reserve_of(state, 0) == []
    assert len(board_of(state)) == 49


def test_the_higher_cast_begins_a_season_and_ties_are_cast_again() -> None:
    state = ended()
    for n in (3, 3, 1, 4):
        assert state.phase is Phase.FIRST
        state = GAME.apply(state, CHANCE, Throw(n))
    assert (state.phase, state.side) == (Phase.GROUND, 1)


@pytest.mark.parametrize(
    ("rule", "starter"), [("alternate", 1), ("previous_winner", 0), ("previous_loser", 1), ("fixed", 0)]
)
def test_who_begins_may_follow_from_the_season_before(rule: str, starter: int) -> None:
    state = ended(first_player=rule)
    assert (state.phase, state.side) == (Phase.GROUND, starter)


@pytest.mark.parametrize(("count", "over"), [(1, True), (2, False), (4, False)])
def test_one_two_or_four_seasons_are_played(count: int, over: bool) -> None:
    assert (ended(season_count=count).phase is Phase.OVER) is over


def test_in_a_race_only_the_declarer_gains() -> None:
    state = position(
        {"TAU": "IA黒将", "TAI": "A赤馬"}, "赤虎", points=(0, 0), options=Options(score_model="race")
    )
    assert say(move(state, "TAU-TAI"), EndSeason()).points == (50, 0)
    assert GAME.start(Options(score_model="race"), 2).points == (0, 0)


@pytest.mark.parametrize(
    ("options", "points", "over"),
    [
        ({}, (230, 0), True),
        ({"overdraw": "debt"}, (250, -20), True),
        ({"score_cap": "play_all"}, (250, -20), False),
        ({"score_cap": "money"}, (250, -20), False),
    ],
)
def test_what_happens_when_a_player_cannot_pay(
    options: dict[str, Any], points: tuple[int, int], over: bool
) -> None:
    state = position({"TAU": "IA黒将", "TAI": "A赤馬"}, "赤虎", points=(20, 3), options=Options(**options))
    state = say(move(state, "TAU-TAI"), EndSeason())
    assert state.points == points
    assert (state.phase is Phase.OVER) is over


def test_the_rate_may_stop_at_64() -> None:
    def after(cap: Any) -> int:
        state = position({"TAU": "IA黒将", "TAI": "A赤馬"}, "赤虎", rate=64, options=Options(rate_cap=cap))
        return say(move(state, "TAU-TAI"), GoOn()).rate

    assert after("none") == 128
    assert after(64) == 64


def test_a_season_may_be_limited_in_length() -> None:
    state = set_up(Options(season_ply_limit=1), turn="IA")
    state = move(state, "KAI-KY")
    assert (state.season, state.phase, state.points) == (2, Phase.FIRST, (200, 200))


@pytest.mark.parametrize(("rule", "acts"), [("end_by_points", ()), ("pass", (1,))])
def test_a_side_without_a_legal_move(rule: str, acts: tuple[int, ...]) -> None:
    options = Options(no_legal_move=rule)  # type: ignore[arg-type]
    state = set_up(options, {"ZO": "IA黒王", "KIA": "A赤兵"}, turn="IA")
    state = move(state, "ZO-TU")
    assert GAME.to_act(state) == acts
    if acts:
        assert GAME.actions(state, 1) == (Pass(),)
        assert GAME.apply(state, 1, Pass()).side == 0


def test_returns_are_points_above_the_start() -> None:
    assert GAME.returns(ended()) == (5, -5)
    unequal = GAME.start(Options(starting_points=15, starting_points_a=25), 2)
    assert unequal.points == (150, 250)
    assert GAME.returns(unequal) == (0, 0)


def test_a_match_may_begin_with_a_later_season() -> None:
    """§12: `first_season`; the last one is still that of `season_count`."""
    options = Options(first_season=3)
    assert GAME.start(options, 2).season == set_up(options).season == 3
    state = position({"TAU": "IA黒将", "TAI": "A赤馬"}, "赤虎", options=options)
    state = say(move(state, "TAU-TAI"), EndSeason())
    assert (state.season, state.phase) == (4, Phase.FIRST)


def test_a_single_colour_may_count_nothing_more() -> None:
    """§12: `flash_bonus` = 0, as players of 2018 counted; 王 is then worth 3."""
    assert ended(flash_bonus=0).settled[-1].moved == 30
    state = move(position({"ZE": "IA赤将"}, options=Options(flash_bonus=0)), "ZE-ZA")
    assert (hand_names(state, 0), state.raw) == (("王",), 30)
    table = Options(flash_bonus=0, duplicate_hands="twice")
    assert hands_of(table).total_of(notation.counts_from_names(["赤虎", "赤馬", "黒虎", "黒馬"])) == 60
    assert GAME.returns(ended(scoring_method="old_2_4"))[0] == 3.0


@pytest.mark.parametrize(
    "options",
    [
        {"hand_system": "san_ren"},
        {"overdraw": "clamp", "score_cap": "play_all"},
        {"board": "education", "movement_table": "hard_tam"},
        {"score_model": "race", "score_cap": "money"},
        {"penalty_declaration_scope": "new_only"},
        {"penalty_declaration_scope": "new_only", "penalty_lasts": "each", "kut_tam": "allowed"},
        {"season_count": 2, "first_season": 3},
    ],
)
def test_mixes_that_make_no_sense_are_refused_with_a_reason(options: dict[str, Any]) -> None:
    conflict = Options(**options).conflict()
    assert conflict is not None
    assert conflict.key.startswith("error.")


# -- what is told ----------------------------------------------------------------------------------


def told(state: State, actor: int, event: Any) -> str:
    return catalogue("en", "cerke").text(GAME.narrate(state, actor, event, GAME.apply(state, actor, event)))


def test_the_log_says_what_a_move_came_to() -> None:
    state = position({"TAU": "IA黒将", "TAI": "A赤馬", "LAI": "IA黒弓", "LO": "皇"}, "赤虎")
    assert told(state, 0, Move("TAU-TAI")) == "Seat 1: black general TAU → TAI, took a red horse"
    assert told(state, 0, Move("赤虎*LU")) == "Seat 1: red tiger placed on LU"
    assert told(state, 0, Move("LO皇[LU]LI")) == "Seat 1: emperor LO → LU → LI"
    state = move(state, "LAI/LO~LU")
    assert told(state, CHANCE, Throw(0)) == (
        "Seat 1: cast 0 for the step (1 needed), the piece went back, treading on the emperor (撃皇)"
    )
    state = say(move(position({"TAU": "IA黒将", "TAI": "A赤馬"}, "赤虎"), "TAU-TAI"), GoOn())
    assert told(state, 1, Move("ZA-ZE")) == "Seat 2: red king ZA → ZE"


def test_the_log_says_what_a_season_brought() -> None:
    state = move(position({"TAU": "IA黒将", "TAI": "A赤馬"}, "赤虎"), "TAU-TAI")
    assert told(state, 0, EndSeason()) == "Seat 1: ended the season (終季), points +5"


@pytest.mark.parametrize("text", ["RT*LU", "rt lu", "赤虎*LU"])
def test_drops_may_be_typed_in_plain_letters(text: str) -> None:
    assert GAME.parse(position({}, "赤虎"), 0, text) == Move("赤虎*LU")


def test_a_drop_of_a_piece_not_held_is_refused() -> None:
    with pytest.raises(BadNotation):
        GAME.parse(position({}, "赤虎"), 0, "BT*LU")

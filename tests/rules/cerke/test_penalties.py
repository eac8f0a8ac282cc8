"""Penalties that last, and repetition (docs/rules/cerke.md §10, §12, §16.3 E69–E73, §18)."""

from __future__ import annotations

from typing import Any

import pytest

from kaik.core.errors import BadNotation
from kaik.core.game import CHANCE
from kaik.core.messages import catalogue
from kaik.games.cerke import GAME
from kaik.games.cerke.options import PRESETS, Options
from kaik.games.cerke.positions import read_fields, set_up, write_fields
from kaik.games.cerke.state import EndSeason, GoOn, Move, Phase, State
from kaik.kit.opening import Throw

BOARD = {
    "ZIA": "IA黒王",
    "ZA": "A赤王",
    "ZAU": "A黒王",
    "XA": "IA黒兵",
    "NY": "IA黒将",
    "TO": "皇",
}
"""IA may take the king on ZAU, A may take the soldier on XA with its other king."""

NULL, KUT, WAIT, BACK = "TO皇[NU]TO", "NY/TO-TU", "ZA-TA", "TA-ZA"


def start(turn: str = "IA", **more: Any) -> State:
    options = more.pop("options", {})
    return set_up(Options(**options), BOARD, {}, turn, **more)


def play(state: State, *words: str) -> State:
    """Moves, `go` (再行) and `end` (終季), one after the other; casts fall well."""
    for word in words:
        if word in ("go", "end"):
            assert state.phase is Phase.DECLARE
            state = GAME.apply(state, state.side, GoOn() if word == "go" else EndSeason())
            continue
        assert Move(word) in GAME.actions(state, state.side), word
        state = GAME.apply(state, state.side, Move(word))
        while state.phase in (Phase.WATER, Phase.STEP_CAST):
            state = GAME.apply(state, CHANCE, Throw(5))
    return state


def moved(state: State) -> int:
    """What the declarer of the last season received, in points."""
    return state.settled[-1].moved // 10


def due(state: State) -> bool:
    return state.phase is Phase.DECLARE


@pytest.mark.parametrize(("lasts", "received"), [("season", 4), ("turn", 10), ("each", 4)])
def test_e69_a_penalty_is_paid_with_the_hands_of_a_later_turn(lasts: str, received: int) -> None:
    state = play(start(options={"penalty_lasts": lasts}), NULL, "go", WAIT, "ZIA-ZAU", "end")
    assert moved(state) == received


@pytest.mark.parametrize(("lasts", "received"), [("season", 4), ("turn", 20), ("each", -4)])
def test_e70_the_same_penalty_again(lasts: str, received: int) -> None:
    state = play(start(options={"penalty_lasts": lasts}), NULL, "go", WAIT, NULL)
    assert due(state) is (lasts != "season")
    state = play(state, *(["go"] if due(state) else []), BACK, "ZIA-ZAU", "end")
    assert moved(state) == received


def test_e71_the_others_penalty_has_no_part_in_a_settlement() -> None:
    state = set_up(Options(), {**BOARD, "XIA": "A赤将"}, {}, "IA")
    state = play(state, NULL, "go", "XIA-ZIA", "end")
    assert moved(state) == 10
    assert state.settled[-1].penalties == ()


@pytest.mark.parametrize(("lasts", "paid"), [("season", 16), ("turn", 6), ("each", 16)])
def test_e72_different_penalties_add_up(lasts: str, paid: int) -> None:
    state = play(start(options={"penalty_lasts": lasts}), KUT, "go", WAIT, NULL, "end")
    assert moved(state) == -paid


def test_e73_nothing_is_carried_over_to_the_next_season() -> None:
    state = set_up(Options(), {**BOARD, "XIA": "A赤将"}, {}, "IA")
    state = play(state, NULL, "go", "XIA-ZIA", "end")
    assert (state.penalties, state.rate, state.season) == (((), ()), 1, 2)


# -- rulings (§18) ---------------------------------------------------------------------------------


def test_a_penalty_and_a_new_hand_make_one_declaration_and_one_doubling() -> None:
    state = set_up(Options(), {**BOARD, "TU": "A赤王"}, {}, "IA")
    state = play(state, KUT)
    assert (state.raw, state.penalties[0]) == (0, ("kut_tam",))
    assert play(state, "go").rate == 2


def test_a_repetition_beside_a_new_hand_counts_once() -> None:
    state = set_up(Options(), {**BOARD, "TU": "A赤王"}, {}, "IA", penalties={"IA": ["kut_tam"]})
    state = play(state, KUT)
    assert due(state)
    assert (state.raw, state.penalties[0]) == (0, ("kut_tam",))
    assert state.last is not None
    assert (state.last.penalties, state.last.repeated) == ((), ("撃皇",))


@pytest.mark.parametrize("first", ["futile_after", "futile_null"])
def test_both_forms_of_the_emperor_in_vain_are_one_hand(first: str) -> None:
    state = play(start(tam_moved=True, penalties={"IA": [first]}), NULL)
    assert not due(state)
    assert state.penalties[0] == (first,)


def test_stacked_each_form_is_new_once() -> None:
    state = play(start(options={"futile_stacking": "both"}, tam_moved=True), NULL)
    assert (state.raw, state.penalties[0]) == (-60, ("futile_after", "futile_null"))
    state = play(start(options={"futile_stacking": "both"}, penalties={"IA": ["futile_after"]}), NULL)
    assert (state.raw, state.penalties[0]) == (-60, ("futile_after", "futile_null"))
    assert not due(play(state, "go", WAIT, NULL))


@pytest.mark.parametrize(("stacking", "tenths"), [("once", -60), ("both", -120)])
def test_stacked_and_added_each_time(stacking: str, tenths: int) -> None:
    options = {"penalty_lasts": "each", "futile_stacking": stacking}
    state = play(start(options=options, tam_moved=True), NULL, "go", WAIT)
    ready = set_up(state.options, BOARD, {}, "IA", tam_moved=True, penalties={"IA": state.penalties[0]})
    assert play(ready, NULL).raw == tenths


def test_a_form_of_another_mode_follows_it_every_time() -> None:
    options = {"futile_null": "immediate"}
    state = play(start(options=options, tam_moved=True), NULL)
    assert state.last is not None
    assert (due(state), state.penalties[0], state.last.paid) == (True, ("futile_after",), 30)
    state = play(state, "go", WAIT, NULL)
    assert state.last is not None
    assert (due(state), state.penalties[0], state.last.paid) == (False, ("futile_after",), 60)


@pytest.mark.parametrize("rule", ["counts", "exempt"])
def test_a_failed_move_that_trod_on_the_emperor(rule: str) -> None:
    board = {**BOARD, "LO": "IA黒弓", "TO": "A赤兵", "NO": "皇"}

    def failed(held: list[str]) -> State:
        options = Options(kut_tam_on_failure=rule)  # type: ignore[arg-type]
        state = set_up(options, board, {}, "IA", penalties={"IA": held})
        return GAME.apply(GAME.apply(state, 0, Move("LO/NO~NU")), CHANCE, Throw(0))

    assert failed([]).penalties[0] == (("kut_tam",) if rule == "counts" else ())
    assert due(failed([])) is (rule == "counts")
    assert failed(["kut_tam"]).penalties[0] == ("kut_tam",)
    assert not due(failed(["kut_tam"]))


def test_an_emperor_stopped_by_water_is_in_vain_only_if_it_was_to_return() -> None:
    options = {"water_exempt_tam": False, "water_exempt_origin": False}

    def failed(text: str) -> State:
        state = GAME.apply(start(options=options, tam_moved=True), 0, Move(text))
        assert state.phase is Phase.WATER
        return GAME.apply(state, CHANCE, Throw(0))

    away = failed("TO皇[TU]ZU")
    assert (due(away), away.penalties[0], away.tam_moved) == (False, (), False)
    back = failed(NULL)
    assert (due(back), back.penalties[0], back.tam_moved) == (True, ("futile_null",), False)


def test_held_penalties_call_for_nothing_by_themselves() -> None:
    state = start(options={"declaration_trigger": "any_hand"}, penalties={"IA": ["kut_tam"]})
    assert not due(play(state, "ZIA-XIA"))


@pytest.mark.parametrize("end", [{"season_ply_limit": 1}, {"no_legal_move": "end_by_points"}])
def test_any_other_end_of_a_season_forgets_them(end: dict[str, Any]) -> None:
    state = start(options=end, penalties={"IA": ["kut_tam"], "A": ["futile_null"]})
    after = play(state, "ZIA-XIA")
    if "season_ply_limit" in end:
        assert (after.season, after.penalties) == (2, ((), ()))
    assert after.points == (200, 200)


def test_with_turn_nothing_is_held_once_the_season_goes_on() -> None:
    state = play(start(options={"penalty_lasts": "turn"}), NULL)
    assert state.penalties[0] == ("futile_null",)
    assert play(state, "go").penalties == ((), ())


def test_the_strict_preset_is_the_public_library() -> None:
    state = set_up(PRESETS["strict"], BOARD, {"IA": ["赤王"]}, "IA", tam_moved=True)
    state = play(state, NULL)
    assert state.raw == -60
    assert not play(state, "go").penalties[0]


# -- repetition (§18) ------------------------------------------------------------------------------

SHUFFLE = ("ZIA-XIA", WAIT, "XIA-ZIA", BACK)


def test_the_fourth_time_ends_the_season_unscored_if_so_ruled() -> None:
    state = start(options={"season_repetition": "ends_unscored"}, rate=4)
    state = play(state, *SHUFFLE, *SHUFFLE, *SHUFFLE[:3])
    assert state.season == 1
    state = play(state, SHUFFLE[3])
    assert (state.season, state.points, state.settled) == (2, (200, 200), ())


def test_a_position_at_another_rate_or_with_other_penalties_is_another() -> None:
    state = start(options={"season_repetition": "ends_unscored"})
    state = play(state, *SHUFFLE, *SHUFFLE, NULL, "go", WAIT, "ZIA-XIA", BACK, "XIA-ZIA", *SHUFFLE[1:2])
    assert state.season == 1


def test_at_the_cap_of_the_rate_going_on_leaves_the_position_the_same() -> None:
    options = {"season_repetition": "ends_unscored", "rate_cap": 64, "penalty_lasts": "turn"}
    state = start(options=options, rate=64)
    cycle = (NULL, "go", WAIT, "ZIA-XIA", BACK, "XIA-ZIA", "ZA-XE", NULL, "go", "XE-ZA")
    assert play(state, *cycle, *cycle).season == 1
    assert play(state, *cycle, *cycle, *cycle).season == 2


def test_otherwise_nothing_happens() -> None:
    assert play(start(), *SHUFFLE * 5).season == 1


# -- positions, scenes, log ------------------------------------------------------------------------


def test_a_position_says_what_both_sides_hold() -> None:
    options = Options(penalty_lasts="each")
    fields = {"penalties_IA": ["kut_tam", "futile_null", "kut_tam"], "penalties_A": ["futile_after"]}
    state = read_fields(options, fields)
    assert state.penalties == (("futile_null", "kut_tam", "kut_tam"), ("futile_after",))
    assert read_fields(options, write_fields(state)) == state


@pytest.mark.parametrize(
    ("options", "held"),
    [
        (Options(), ["kut_tam", "kut_tam"]),
        (Options(), ["futile_after", "futile_null"]),
        (Options(), ["撃皇"]),
        (Options(kut_tam="immediate"), ["kut_tam"]),
        (Options(penalty_lasts="turn"), ["kut_tam"]),
        (Options(penalty_lasts="each"), ["kut_tam"] * 1001),
    ],
)
def test_a_position_that_cannot_be_is_refused(options: Options, held: list[str]) -> None:
    with pytest.raises(BadNotation):
        read_fields(options, {"penalties_A": held})


def test_both_forms_may_stand_together_where_they_are_two_hands() -> None:
    held = ["futile_after", "futile_null"]
    assert read_fields(Options(futile_stacking="both"), {"penalties_A": held}).penalties[1] == tuple(held)


def shown(state: State) -> list[list[str]]:
    texts = catalogue("en", "cerke")
    zones = {zone.id: zone for zone in GAME.scene(state, None).zones}
    return [
        [
            texts.text(spot.label)
            for spot in zones[f"hands-{side}"].spots
            if spot.label and "held" in spot.tags
        ]
        for side in (0, 1)
    ]


def test_held_penalties_stand_among_the_hands_with_their_points() -> None:
    state = set_up(
        Options(), BOARD, {"IA": ["赤王"]}, "IA", penalties={"IA": ["kut_tam"], "A": ["futile_null"]}
    )
    assert shown(state) == [
        ["king (王) 5", "treading on the emperor (撃皇) -5"],
        ["the emperor in vain (皇再来) -3"],
    ]
    state = read_fields(Options(penalty_lasts="each"), {"penalties_A": ["futile_null", "futile_after"]})
    assert shown(state)[1] == ["the emperor in vain (皇再来) ×2 -6"]


def test_the_log_tells_a_repetition() -> None:
    state = start(penalties={"IA": ["futile_after"]})
    told = catalogue("en", "cerke").text(GAME.narrate(state, 0, Move(NULL), play(state, NULL)))
    assert told.endswith("the emperor in vain (皇再来) again: already held, nothing added")
    happened = [catalogue("ja", "cerke").text(line) for line in GAME.scene(play(state, NULL), None).happened]
    assert any("再び皇再来" in line for line in happened)

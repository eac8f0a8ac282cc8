"""Old cerke: the worked examples E59–E68 of docs/rules/old_cerke.md §16.6, and its rules one by one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaik.core.errors import BadNotation, BadOptions, BadRecord
from kaik.core.game import CHANCE
from kaik.core.secrets import UNSEEN
from kaik.games.old_cerke import GAME, notation
from kaik.games.old_cerke.game import position_of
from kaik.games.old_cerke.kernel import Position, Rules, comes_back, listings, playouts
from kaik.games.old_cerke.options import PRESETS, OldOptions
from kaik.games.old_cerke.positions import board_of, set_up
from kaik.games.old_cerke.state import Arrange, Ending, Full, Move, Phase
from kaik.games.old_cerke.tables import ARRANGEMENTS
from kaik.kit.opening import First
from kaik.play.fairness import Sealed
from kaik.play.formats import interpret, parse, render, score_of
from kaik.play.match import Match
from kaik.play.record import Record, read, replay
from tests.rules import old_cerke_naive as naive


def options(**values: Any) -> OldOptions:
    return OldOptions().replace(**values)


def board(text: str) -> dict[str, str]:
    """`B車@KAI R兵@KU` as square → piece."""
    return {square: piece for piece, square in (word.split("@") for word in text.split())}


def state(text: str, turn: str = "B", **values: Any) -> Full:
    return set_up(options(**values), board(text), turn)


def listed(where: Full) -> list[str]:
    return [action.move for action in GAME.actions(where, where.side) if isinstance(action, Move)]


def moves(text: str, start: str, turn: str = "B", **values: Any) -> set[str]:
    """The moves that begin with this square, the square itself left out."""
    found = listed(state(text, turn, **values))
    return {move.removeprefix(start) for move in found if notation.parts_of(move).origin == start}


def plain(squares: str) -> set[str]:
    return {f"-{square}" for square in squares.split()}


def play(where: Full, *texts: str) -> Full:
    for text in texts:
        assert text in listed(where)
        where = GAME.apply(where, where.side, Move(text))
    return where


# -- worked examples (§16.6) -----------------------------------------------------------------------

E59 = """
KAI-KY LAI-LY NAI-NY TAI-TY XAI-XY CAI-CY MAI-MY PAI-PY KIA-KAU PIA-PAU LIA-KAU LIA-NAU MIA-CAU
MIA-PAU NIA-NAU CIA-CAU TIA-NAU TIA-TAU TIA-ZAU XIA-CAU XIA-XAU XIA-ZAU ZIA-TAU ZIA-ZAU ZIA-XAU
ZAI-ZY ZAI-ZO ZAI-ZU ZAI-NO ZAI-TO ZAI-XO ZAI-CO
"""


def test_e59_the_first_moves() -> None:
    where = GAME.start(OldOptions(), 2)
    assert GAME.to_act(where) == (0,)
    assert sorted(listed(where)) == sorted(E59.split())


def test_e60_a_chariot_jumps_and_does_not_enter_water() -> None:
    assert moves("B車@KAI R兵@KU", "KAI") == plain("KY KO KAU KIA LAI NAI TAI") | {"^KU-KI"}


def test_e61_the_square_beyond_must_be_empty() -> None:
    assert moves("B車@KAI R兵@KU R兵@KI", "KAI") == plain("KY KO KAU KIA LAI NAI TAI")


def test_e62_a_beast_jumps_along_its_diagonals() -> None:
    assert moves("B獣@TAI R兵@LO R兵@XY", "TAI") == plain("NY NAU LIA ZAU XIA") | {"^LO-KU"}


def test_e63_no_capture_into_water_unless_as_a_sacrifice() -> None:
    usual = moves("B車@KO R兵@LO", "KO")
    assert not any("^" in move for move in usual)
    assert moves("B車@KO R兵@LO", "KO", old_sacrifice_capture=True) == usual | {"^LO-x"}
    after = play(state("B車@KO R兵@LO R王@ZA", old_sacrifice_capture=True), "KO^LO-x")
    assert board_of(after) == {"ZA": "R王"}
    assert after.taken == (("兵",), ())


def test_e64_stepping_on_both_vessels() -> None:
    where = "{}@LO B船@NO R船@TO R兵@TI"
    over = "/NO/TO"
    bow = {move for move in moves(where.format("B弓"), "LO") if move.startswith(over)}
    assert bow == {over + end for end in plain("TU TI TY TAI TAU TIA")}
    chariot = {move for move in moves(where.format("B車"), "LO") if move.startswith(over)}
    assert chariot == {over + end for end in plain("TU TY TAI TAU TIA")} | {over + "^TI-TE"}
    after = play(state(where.format("B弓")), "LO/NO/TO-TI")
    assert board_of(after) == {"NO": "B船", "TO": "R船", "TI": "B弓"}


def test_e65_the_enemy_vessel_cuts_the_water() -> None:
    assert moves("B船@ZAI R船@ZO", "ZAI") == plain("ZY")
    assert len(moves("B船@ZAI R船@ZO", "ZAI", old_ship_path="any_adjacent")) == 7
    assert len(moves("B船@ZAI R船@ZY", "ZAI", old_ship_path="any_adjacent")) == 0
    assert len(moves("B船@ZAI R船@ZY", "ZAI", old_ship_path="anywhere")) == 7


def test_e66_a_changed_soldier() -> None:
    assert moves("B兵+@KI", "KI") == plain("KE KU LI")
    left = play(state("B兵+@KI R王@PA"), "KI-KU", "PA-PE")
    assert {move for move in listed(left) if move.startswith("KU")} == {"KU-KI", "KU-KO", "KU-LU"}
    back = play(state("B兵+@KI R王@PA", old_soldier_change="while_inside"), "KI-KU", "PA-PE")
    assert board_of(back)["KU"] == "B兵"
    assert {move for move in listed(back) if move.startswith("KU")} == {"KU-KI"}


def test_e67_walking_chariots_jump_a_neighbour_and_may_go_on() -> None:
    where = "B車@KAI R兵@KY R兵@KU"
    assert moves(where, "KAI", old_run="neither") == plain("KAU LAI") | {"^KY-KO"}
    chained = moves(where, "KAI", old_run="neither", old_chain_jump=True)
    assert chained == plain("KAU LAI") | {"^KY-KO", "^KY-KO^KU-KI"}
    after = play(state(where + " R王@PA", old_run="neither", old_chain_jump=True), "KAI^KY-KO^KU-KI")
    assert board_of(after) == {"KI": "B車", "PA": "R王"}


def test_e68_a_walker_does_not_reach_a_piece_two_squares_away() -> None:
    assert moves("B車@KAI R兵@KU", "KAI", old_run="neither") == plain("KY KAU LAI")


# -- movement (§15.2) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "ends"),
    [
        ("B兵", "LO"),
        ("R兵", "LAI"),
        ("B兵+", "LO LAI KY NY"),
        ("B将", "LO KO KY NY KAI NAI"),
        ("R将", "LAI KAI NAI KY NY KO"),
        ("B王", "LO KO KY NY KAI NAI LAI"),
        ("B弓", "LO LU LI LE LA KY NY TY LAI LAU LIA"),
        ("B車", "LO LU LI LE LA KY NY TY LAI LAU LIA"),
        ("B獣", "KO KAI NAI TAU ZIA"),
    ],
)
def test_how_each_piece_moves_from_ly(piece: str, ends: str) -> None:
    """NO and ZY are water: nothing goes or slides there."""
    assert moves(f"{piece}@LY", "LY", piece[0]) == plain(ends)


@pytest.mark.parametrize("kind", ["兵", "弓", "将", "王"])
def test_these_capture_where_they_move_to(kind: str) -> None:
    after = play(state(f"B{kind}@KO R弓@KU R王@PA"), "KO-KU")
    assert after.taken == (("弓",), ())
    assert moves(f"B{kind}@KO B弓@KU", "KO") & plain("KU") == set()


def test_running_pieces_cross_water_only_where_that_is_played() -> None:
    assert "-MO" not in moves("B車@KO", "KO")
    across = moves("B車@KO", "KO", old_water_slide="pass")
    assert across >= plain("LO MO PO")
    assert not across & plain("NO TO ZO XO CO")
    assert "^MO-PO" in moves("B車@KO R兵@MO", "KO", old_water_slide="pass")


@pytest.mark.parametrize(
    ("run", "chariot", "beast"),
    [("both", 16, 5), ("neither", 4, 4), ("chariot_only", 16, 4), ("beast_only", 4, 5)],
)
def test_who_runs(run: str, chariot: int, beast: int) -> None:
    """From LE a chariot has sixteen squares, a beast KA KI NA NI TU: ZO is water."""
    assert len(moves("B車@LE", "LE", old_run=run)) == chariot
    assert len(moves("B獣@LE", "LE", old_run=run)) == beast


def test_a_vessel_neither_captures_nor_is_captured_nor_leaves_the_water() -> None:
    found = moves("B船@ZAI R兵@TAI", "ZAI")
    assert found == plain("ZY ZO ZU ZI NO TO XO CO")
    assert "-ZAI" not in moves("R弓@ZAU B船@ZAI", "ZAU", "R")
    assert not any("^" in move for move in moves("R車@ZAU B船@ZAI", "ZAU", "R"))


@pytest.mark.parametrize(("soldier", "to"), [("B兵@KU", "KU-KI"), ("R兵@KY", "KY-KAI")])
def test_a_soldier_changes_in_the_enemys_three_ranks(soldier: str, to: str) -> None:
    after = play(state(f"{soldier} B王@PIA R王@PA", soldier[0]), to)
    assert board_of(after)[to.split("-")[1]].endswith("+")
    assert after.last is not None
    assert after.last.changed


def test_a_soldier_set_up_in_the_enemys_ranks_has_changed() -> None:
    assert board_of(state("B兵@KI R兵@KU")) == {"KI": "B兵+", "KU": "R兵"}


# -- stepping (§15.3, §18) -------------------------------------------------------------------------


def test_a_piece_may_step_back_to_its_own_square() -> None:
    """It is lifted while it steps; a general cannot go straight back."""
    assert "/TO-TY" in moves("B王@TY R船@TO", "TY")
    assert "/TO-TY" not in moves("B将@TY R船@TO", "TY")
    where = state("B王@TY R船@TO R王@PA")
    assert board_of(play(where, "TY/TO-TY")) == board_of(where)
    assert comes_back(notation.text_to_move("TY/TO-TY"))


def test_the_last_leg_ends_on_land_and_a_vessel_serves_once() -> None:
    found = moves("B王@TY R船@TO", "TY")
    stepped = {move for move in found if move.startswith("/TO")}
    assert stepped == {f"/TO-{end}" for end in ("NU", "TU", "NY", "TY")}


def test_only_ones_own_vessel_where_that_is_played() -> None:
    where = "B弓@LO B船@NO R船@TO"
    assert any("/NO/TO" in move for move in moves(where, "LO"))
    own = moves(where, "LO", old_step_sides="own")
    assert {move for move in own if "/" in move} == {
        f"/NO-{end}" for end in ("LO", "NU", "NI", "NE", "NA", "NY", "NAI", "NAU", "NIA", "KO")
    }


def test_other_pieces_cannot_be_stepped_on() -> None:
    assert not any("/" in move for move in moves("B弓@LO B兵@LU R兵@LY", "LO"))


def test_a_vessel_does_not_step_on_the_other() -> None:
    assert not any("/" in move for move in moves("B船@ZAI R船@ZY", "ZAI", old_ship_path="anywhere"))


def test_stepping_then_capturing_but_not_the_other_way_round() -> None:
    assert "/NO^NU-NI" in moves("B車@NY B船@NO R兵@NU", "NY")
    assert "/NO^NU-NI" not in moves("B車@NY B船@NO R兵@NU R兵@NI", "NY")
    jumped = [move for move in moves("B車@NU R兵@LU B船@NO", "NU") if "^" in move]
    assert jumped == ["^LU-KU"]


def test_inside_is_judged_where_each_leg_starts() -> None:
    """§18: from TI over ZI the leg onto ZU starts inside, the one from ZU outside."""
    where = "B兵@TI B船@ZI R船@ZU"
    while_inside = moves(where, "TI", old_soldier_change="while_inside")
    assert {move for move in while_inside if "/ZU" in move} == set()
    assert {move for move in moves(where, "TI") if "/ZU" in move} == {"/ZI/ZU-TU", "/ZI/ZU-XU"}


# -- jumping (§15.4, §18) --------------------------------------------------------------------------


@pytest.mark.parametrize("beyond", ["R兵@KI", "B兵+@KI"])
def test_no_capture_over_two_pieces_not_even_as_a_sacrifice(beyond: str) -> None:
    found = moves(f"B車@KAI R兵@KU {beyond}", "KAI", old_sacrifice_capture=True)
    assert not any("^" in move for move in found)


def test_no_capture_onto_a_vessel_not_even_as_a_sacrifice() -> None:
    assert not any("^" in move for move in moves("B車@KO R兵@LO R船@NO", "KO", old_sacrifice_capture=True))


@pytest.mark.parametrize("blocker", ["B兵@KU", "B弓@KU"])
def test_own_pieces_are_not_jumped(blocker: str) -> None:
    assert not any("^" in move for move in moves(f"B車@KAI {blocker}", "KAI"))


def test_a_sacrifice_over_the_edge() -> None:
    assert "^KA-x" in moves("B車@KAI R弓@KA", "KAI", old_sacrifice_capture=True)


def test_chains_only_for_pieces_that_do_not_run() -> None:
    where = "B車@KAI B獣@PY R兵@KY R兵@KU R兵@MO R兵@XI"
    for run, chariot, beast in (
        ("chariot_only", 1, 2),
        ("beast_only", 2, 1),
        ("both", 1, 1),
        ("neither", 2, 2),
    ):
        found = listed(state(where, old_run=run, old_chain_jump=True))
        assert max(move.count("^") for move in found if move.startswith("KAI")) == chariot
        assert max(move.count("^") for move in found if move.startswith("PY")) == beast


def test_a_chain_may_follow_steps_end_in_a_sacrifice_and_go_on_after_the_king() -> None:
    values = {"old_run": "neither", "old_chain_jump": True, "old_sacrifice_capture": True}
    where = "B車@NY B船@NO R王@NU R兵@LI R兵@KE"
    found = moves(where, "NY", **values)
    assert {"/NO^NU-NI", "/NO^NU-NI^LI-KI", "/NO^NU-NI^LI-KI^KE-KA"} <= found
    over = play(state(where, **values), "NY/NO^NU-NI^LI-KI")
    assert (over.phase, over.winner, over.taken[0]) == (Phase.OVER, 0, ("王", "兵"))
    ended = moves("B車@KAI R兵@KY R兵@LO", "KAI", **values)
    assert "^KY-KO^LO-x" in ended


def test_a_chain_may_come_round_to_its_origin() -> None:
    ring = "B車@KE R兵@KI R兵@LU R兵@NI R兵@LE"
    found = moves(ring, "KE", old_run="neither", old_chain_jump=True)
    assert {"^KI-KU^LU-NU^NI-NE^LE-KE", "^LE-NE^NI-NU^LU-KU^KI-KE"} <= found
    after = play(
        state(ring + " R王@PA", old_run="neither", old_chain_jump=True), "KE^KI-KU^LU-NU^NI-NE^LE-KE"
    )
    assert board_of(after) == {"KE": "B車", "PA": "R王"}


# -- start and end (§15.1, §15.5, §15.6) -----------------------------------------------------------


def test_the_layouts() -> None:
    fixed, mirrored = (GAME.start(PRESETS[name], 2) for name in ("revised", "swapped"))
    assert _squares(board_of(fixed)) == naive.start()
    assert _squares(board_of(mirrored)) == naive.start("車獣獣車", "車獣獣車")


@pytest.mark.parametrize(("first", "side"), [("agreed", 0), ("black", 0), ("red", 1)])
def test_who_begins(first: str, side: int) -> None:
    assert GAME.to_act(GAME.start(options(old_first_player=first), 2)) == (side,)


def test_the_beginner_may_be_drawn() -> None:
    where = GAME.start(options(old_first_player="random"), 2)
    assert GAME.to_act(where) == (CHANCE,)
    assert GAME.weights(where) == ((First(0), 1), (First(1), 1))
    assert GAME.to_act(GAME.apply(where, CHANCE, First(1))) == (1,)


def test_taking_the_king_wins() -> None:
    for turn, text, side in (("B", "B弓@ZIA R王@ZAU B王@PIA", 0), ("R", "R弓@ZIA B王@ZAU R王@PA", 1)):
        over = play(state(text, turn), "ZIA-ZAU")
        assert (GAME.to_act(over), over.ending, over.winner) == ((), Ending.KING, side)
        assert GAME.returns(over) == ((1, -1), (-1, 1))[side]
        assert GAME.reason(over).key == "reason.king"


def test_a_threat_to_the_king_need_not_be_answered() -> None:
    assert "PIA-PAU" in listed(state("B王@ZIA B弓@PIA R弓@ZE"))


@pytest.mark.parametrize(("rule", "won"), [("draw", (0, 0)), ("loss", (1, -1))])
def test_a_side_that_cannot_move(rule: str, won: tuple[int, int]) -> None:
    """Red has one soldier, and it stands before the edge of what it may enter: ZI is water."""
    over = play(state("B弓@KIA R兵@ZE", old_no_move=rule), "KIA-KAU")
    assert (GAME.to_act(over), over.ending, GAME.returns(over)) == ((), Ending.NO_MOVE, won)
    assert GAME.reason(over).key == ("reason.no_move" if rule == "draw" else "reason.no_move_lost")


def test_captured_pieces_are_out_of_play() -> None:
    after = play(state("B弓@KO R兵@KU R王@PA"), "KO-KU", "PA-PE")
    assert all(move.startswith("KU") for move in listed(after))
    zones = {zone.id: zone for zone in GAME.scene(after, 0).zones}
    assert [spot.items[0].face for spot in zones["reserve-0"].spots] == ["兵"]


# -- free arrangement (`free_swap`) ----------------------------------------------------------------


def test_both_arrange_unseen_and_are_shown_together() -> None:
    where = GAME.start(PRESETS["free_swap"], 2)
    assert GAME.to_act(where) == (0, 1)
    assert len(GAME.actions(where, 0)) == len(set(ARRANGEMENTS)) == 6
    one = GAME.apply(where, 1, Arrange("車車獣獣"))
    assert GAME.to_act(one) == (0,)
    assert GAME.view(one, 0).arranged == (None, UNSEEN)
    assert GAME.view(one, 1).arranged == (None, "車車獣獣")
    assert GAME.shown(where, 1, Arrange("車車獣獣"), 0) == Arrange(UNSEEN)
    both = GAME.apply(one, 0, Arrange("獣獣車車"))
    assert GAME.to_act(both) == (0,)
    assert _squares(board_of(both)) == naive.start("獣獣車車", "車車獣獣")
    assert [line.key for line in GAME.scene(both, 0).happened] == ["happened.shown"] * 2


def test_a_hidden_arrangement_may_be_any_of_six() -> None:
    one = GAME.apply(GAME.start(PRESETS["free_swap"], 2), 0, Arrange("獣獣車車"))
    guesses = {GAME.determinize(GAME.view(one, 1), 1, Random(n)).arranged[0] for n in range(200)}
    assert guesses == set(ARRANGEMENTS)
    assert GAME.determinize(GAME.view(one, 0), 0, Random(1)) == one


def test_while_arranging_each_sees_only_his_own_pieces() -> None:
    one = GAME.apply(GAME.start(PRESETS["free_swap"], 2), 0, Arrange("獣獣車車"))
    own, other = (GAME.scene(GAME.view(one, seat), seat).spots() for seat in (0, 1))
    assert [own[f"{column}IA"].items[0].face for column in "LNCM"] == ["獣", "獣", "車", "車"]
    assert not any(other[f"{column}IA"].items for column in "LNCM")


# -- positions, notation, paths --------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"board": {"QA": "B兵"}},
        {"board": {"KA": "X兵"}},
        {"board": {"KA": "B虎"}},
        {"board": {"ZO": "B兵"}},
        {"board": {"KA": "B船"}},
        {"board": {"KA": "B王", "LA": "B王"}},
        {"board": {f"{c}E": "B兵" for c in "KLNTZXCMP"}},
        {"turn": "IA"},
        {"reserve": []},
        {"board": 3},
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(BadNotation) as refused:
        GAME.set_up(OldOptions(), fields)
    assert str(refused.value)


def test_fields_go_there_and_back() -> None:
    where = play(GAME.start(OldOptions(), 2), "KAI-KY", "KI-KU")
    again = GAME.set_up(OldOptions(), GAME.fields(where))
    assert (again.cells, again.side) == (where.cells, where.side)
    assert GAME.set_up(OldOptions(), {}) == GAME.start(OldOptions(), 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "KIA",
        "KIA-",
        "KIA/KA-KE",
        "KIA-x",
        "KO^LO-NU",
        "KAI^KY-x^KU-KI",
        "KAI^KY-KO^LU-KI",
        "NO/NO/NO/NO-KA",
        "KA-QA",
    ],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"move|chain|vessel"):
        notation.text_to_move(text)


def test_the_hand_touches_landings_and_a_sacrificed_pieces_prey() -> None:
    where = state("B車@KAI R兵@KY R兵@LO", old_run="neither", old_chain_jump=True, old_sacrifice_capture=True)
    assert GAME.path(where, 0, Move("KAI^KY-KO^LO-x")) == ("KAI", "KO", "LO")
    stepping = state("B車@LO B船@NO R船@TO R兵@TI")
    assert GAME.path(stepping, 0, Move("LO/NO/TO^TI-TE")) == ("LO", "NO", "TO", "TE")


# -- judgement -------------------------------------------------------------------------------------


def test_a_position_is_judged_by_what_will_be_taken() -> None:
    saved = GAME.evaluate(state("B王@ZIA R弓@ZE B弓@KAI R王@PA", "B"))
    lost = GAME.evaluate(state("B王@ZIA R弓@KE B弓@KAI R王@PA", "R"))
    doomed = GAME.evaluate(state("B王@ZAU R弓@ZIA R王@PA", "R"))
    assert doomed[0] < lost[0] < saved[0]
    assert sum(saved) == sum(lost) == 0
    assert all(abs(points) < 1 for points in doomed)


# -- records (§19) ---------------------------------------------------------------------------------

TEXT = """{一位色:黒}
{律:古机戦}
{則:old_sacrifice_capture=true}
LAI兵LY無撃裁         LI兵LU無撃裁
LY兵LO無撃裁          LU兵LO無撃裁手黒兵
"""


def test_a_record_is_read_as_this_game_and_written_the_same() -> None:
    record = parse(TEXT, ".ckka")
    assert record.game == GAME.id
    assert replay(record).state.taken == ((), ("兵",))
    assert render(record, ".ckka") == TEXT
    assert render(record, ".ckka", "plain") == TEXT.replace("手", " 手")
    assert parse(TEXT, ".txt") == record


def test_what_a_file_says_beside_the_moves_is_kept() -> None:
    text = TEXT.replace("\nLAI", "\n{終時:2026-01-02}\n{天気:雨}\nLAI").replace("手黒兵", "{此善}手黒兵 {了}")
    kept = render(read(parse(text, ".ckka").to_json()), ".ckka")
    for part in ("{終時:2026-01-02}\n", "{天気:雨}\n", "LU兵LO無撃裁{此善}手黒兵 {了}\n"):
        assert part in kept
    assert render(parse(kept, ".ckka"), ".ckka") == kept


def test_the_rules_stated_by_whoever_reads_overrule_the_text() -> None:
    reading = interpret(TEXT, ".ckka", "walkers", ["old_sacrifice_capture=false"])
    assert reading.record.options == interpret(TEXT, ".ckka", "walkers").record.options | {
        "old_sacrifice_capture": False
    }
    assert reading.record.options["old_run"] == "neither"
    with pytest.raises(BadOptions):
        interpret(TEXT, ".ckka", "official")


def test_a_text_that_breaks_off_in_a_declaration_says_so() -> None:
    assert [note.params for note in interpret(TEXT + "或為", ".ckka").notes] == [{"line": 6, "column": 1}]


def test_what_a_record_leaves_unsaid_it_leaves_unsaid_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text bears no version: it means what the first one meant, whatever the defaults are now."""
    monkeypatch.setattr(OldOptions, "earlier", {"old_sacrifice_capture": {1: True}})
    text = TEXT.replace("{則:old_sacrifice_capture=true}\n", "")
    record = parse(text, ".ckka")
    assert record.options["old_sacrifice_capture"] is True
    assert render(record, ".ckka") == text
    other = parse(TEXT.replace("=true", "=false"), ".ckka")
    assert "{則:old_sacrifice_capture=false}" in render(other, ".ckka")


def test_other_ckka_files_stay_cerkes() -> None:
    record = parse("{一位色:黒}\n{律:官定}\nKAI兵KY無撃裁\n", ".ckka")
    assert record.game != GAME.id


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("KAI兵KO無撃裁", "Line 3"),
        ("KAI車KY無撃裁", "Line 3"),
        ("KAI兵KY水三", "Line 3"),
        ("KAI兵KY無撃裁 手兵", "Line 3"),
        ("黒兵KY", "Line 3"),
        ("KAI兵KY無撃裁\n或為王 終季", "Line 4"),
    ],
)
def test_an_impossible_record_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(BadRecord, match=place):
        parse(f"{{一位色:黒}}\n{{律:古机戦}}\n{text}\n", ".ckka")


def test_headers_that_say_too_little_or_wrong_are_refused() -> None:
    for header in ("{則:old_setup=free_swap}", "{則:old_setup=free_swap}{布陣:獣車}", "{則:old_run=none}"):
        with pytest.raises(BadRecord, match="Line"):
            parse(f"{{律:古机戦}}{header}\n", ".ckka")


def test_who_begins_is_read_from_the_first_move() -> None:
    record = parse("{律:古机戦}\nKI兵KU無撃裁\n", ".ckka")
    assert record.options["old_first_player"] == "red"


def finished(chosen: OldOptions, seed: int) -> Match:
    """A match by seats that choose at random."""
    match, rng = Match(GAME, chosen, 2, Sealed.fresh(2, seed)), Random(seed)
    while not match.over:
        seat = rng.choice(match.to_act())
        match.play(seat, rng.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_go_through_ckka_and_back(preset: str) -> None:
    chosen = PRESETS[preset].replace(old_first_player="random", old_sacrifice_capture=True)
    for seed in range(3):
        match = finished(chosen, seed)
        record = Record.of(match, players=("甲", "乙"), played="2026-01-01")
        again = parse(render(record, ".ckka"), ".ckka")
        assert replay(again).state == match.state
        assert (again.players, again.played, again.result) == (record.players, record.played, match.result)
        assert again.options == record.options


def test_rulings_are_kept_and_half_arranged_matches_are_not_written() -> None:
    match = Match(GAME, PRESETS["free_swap"], 2, None)
    match.play(1, Arrange("車車獣獣"))
    with pytest.raises(BadRecord, match="not all on the board"):
        render(Record.of(match), ".ckka")
    match.play(0, Arrange("獣獣車車"))
    match.resign(1)
    record = parse(render(Record.of(match), ".ckka"), ".ckka")
    assert record.result == match.result
    assert score_of(record).ended == ("resign", 1)


# -- the kernel against the naive reading ----------------------------------------------------------


def _squares(named: dict[str, str]) -> naive.Board:
    return {naive.square(square): piece for square, piece in named.items()}


any_options = st.builds(
    OldOptions,
    old_run=st.sampled_from(["both", "neither", "chariot_only", "beast_only"]),
    old_chain_jump=st.booleans(),
    old_sacrifice_capture=st.booleans(),
    old_soldier_change=st.sampled_from(["permanent", "while_inside"]),
    old_ship_path=st.sampled_from(["orthogonal", "any_adjacent", "anywhere"]),
    old_water_slide=st.sampled_from(["blocked", "pass"]),
    old_step_sides=st.sampled_from(["both", "own"]),
)
SET = [side + piece for side in "BR" for piece in "兵兵兵兵兵兵兵兵弓弓車車獣獣将将王"]


@st.composite
def positions(draw: st.DrawFn) -> tuple[OldOptions, dict[str, str], str]:
    """Random options, some pieces of the set on land, mostly both vessels in the water."""
    spread = draw(st.randoms(use_true_random=False))
    pieces = spread.sample(range(len(SET)), draw(st.integers(1, len(SET))))
    land = spread.sample(naive.LAND, len(pieces))
    marks = spread.getrandbits(len(SET))
    placed = {
        naive.name(square): SET[piece] + ("+" if SET[piece][1] == "兵" and marks >> piece & 1 else "")
        for square, piece in zip(land, pieces, strict=True)
    }
    water = spread.sample(naive.WATER, 2)
    vessels = draw(st.sampled_from([("B船", "R船"), ("B船", "R船"), ("R船",), ("B船",), ()]))
    placed |= {naive.name(square): vessel for square, vessel in zip(water, vessels, strict=False)}
    return draw(any_options), placed, draw(st.sampled_from("BR"))


@settings(max_examples=250, deadline=None)
@given(positions())
def test_the_kernel_lists_and_plays_what_the_rules_say(case: tuple[OldOptions, dict[str, str], str]) -> None:
    chosen, placed, turn = case
    where = set_up(chosen, placed, turn)
    position = position_of(where)
    expected = dict(naive.after(chosen, _squares(board_of(where)), turn))
    texts = [notation.move_to_text(code) for code in position.moves()]
    assert sorted(texts) == sorted(expected)
    assert len(texts) == position.count()
    for code, text in zip(position.moves(), texts, strict=True):
        assert notation.text_to_move(text) == code
        after = position.copy()
        after.apply(code)
        assert _squares(notation.cells_to_names(after.cells())) == expected[text]
        lost = {piece for piece in placed.values() if piece[1] == "王"} - set(expected[text].values())
        assert (after.won == where.side) == bool(lost)


@settings(max_examples=100, deadline=None)
@given(positions())
def test_every_move_has_a_path_of_its_own(case: tuple[OldOptions, dict[str, str], str]) -> None:
    where = set_up(*case)
    actions = GAME.actions(where, where.side)
    paths = GAME.paths(where, where.side, actions)
    assert len(set(paths)) == len(actions)
    spots = GAME.scene(where, where.side).spots()
    assert all(touch in spots for path in paths for touch in path)


def test_perft_from_the_start() -> None:
    """§18: sequences of moves, passes over a vessel back to the origin included."""
    position = Position(Rules(OldOptions()))
    assert [position.perft(depth) for depth in range(1, 5)] == [32, 1_008, 33_772, 1_123_448]
    assert position.perft(3, False) < 33_772
    assert [naive.perft(OldOptions(), naive.start(), "B", depth) for depth in (1, 2, 3)] == [
        32,
        1_008,
        33_772,
    ]


def test_random_games_inside_the_kernel() -> None:
    start = Position(Rules(OldOptions()))
    plies, black, red = playouts(start, 200, 1)
    assert playouts(start, 200, 1) == (plies, black, red)
    assert playouts(start, 200, 2) != (plies, black, red)
    assert 0 < plies <= 200 * 600
    assert min(black, red) > 60
    assert playouts(start, 3, 1, 10) == (30, 0, 0)
    assert start.cells() == Position(Rules(OldOptions())).cells()


def test_a_side_without_a_move_loses_a_random_game_where_that_is_the_rule() -> None:
    stuck = set_up(OldOptions(), board("R兵@ZE B弓@KIA"), "R")
    for rule, won in (("draw", (0, 0, 0)), ("loss", (0, 1, 0))):
        assert playouts(Position(Rules(options(old_no_move=rule)), stuck.cells, 1), 1, 1) == won


def test_listing_many_positions() -> None:
    assert listings([position_of(GAME.start(OldOptions(), 2))] * 3, 2) == 6 * 32


ROOT = Path(__file__).parents[2]
UNCOMPILED = """
import sys
from kaik.games.old_cerke import kernel
from kaik.games.old_cerke.options import OldOptions
assert kernel.__file__.endswith("kernel.py"), kernel.__file__
start = kernel.Position(kernel.Rules(OldOptions()))
whole = start.moves()
print(len(whole), start.perft(2), *kernel.playouts(start, 5, 1))
kernel.SEGMENT = 5
print(start.moves() == whole, start.count(), *kernel.playouts(start, 5, 1))
"""


def test_the_kernel_runs_uncompiled_and_lists_window_by_window(tmp_path: Path) -> None:
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src")}
    command = [sys.executable, "-c", UNCOMPILED]
    result = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    random = " ".join(map(str, playouts(Position(Rules(OldOptions())), 5, 1)))
    assert result.stdout.splitlines() == [f"32 1008 {random}", f"True 32 {random}"], result.stderr

"""CKKA records replayed by the rules and written from games (docs/rules/cerke-notation.md §4–§9)."""

from __future__ import annotations

import random

import pytest

from kaik.games.cerke import GAME, score
from kaik.games.cerke.ckka import CkkaError
from kaik.games.cerke.state import EndSeason, GiveUp, Land, Move
from kaik.kit.opening import Throw
from kaik.play.fairness import Sealed
from kaik.play.formats import record_of, render, score_of
from kaik.play.match import Match
from kaik.play.record import Record

C27 = """{一位色:黒}
{律:官定}
ZO皇[TO]NU            LI兵LU無撃裁
ZAI船ZIZA橋三 手赤王
或為王 再行
                      TE虎ZA無撃裁 手黒船
MAU弓MAIMY橋一        ME弓MIMU橋四
MY弓MU無撃裁 手黒弓   MI兵MU無撃裁 手赤弓
LAI兵LY無撃裁         LU兵LO無撃裁
LY兵LO無撃裁 手赤兵
或為王加馬弓兵而手二十 終季
春終
星一周
"""

KING = "{一位色:黒}\nZO皇[TO]NU LI兵LU無撃裁\nZAI船ZIZA橋三 手赤王\n"
"""IA has just taken the red king."""


def replayed(text: str) -> Record:
    return record_of(GAME, score.read(text))


def refused(text: str) -> CkkaError:
    with pytest.raises(CkkaError) as caught:
        score.read(text)
    return caught.value


def test_c27_is_legal_and_ends_40_to_0_in_spring() -> None:
    record = replayed(C27)
    assert record.result is not None
    assert record.result.points == (20, -20)


def test_c27_under_the_standard_table_pays_only_what_there_is() -> None:
    record = replayed(C27.replace("官定", "標準"))
    assert record.result is not None
    assert record.result.points == (20, -20)


def test_without_a_header_the_first_mover_follows_from_the_pieces() -> None:
    told = score.read("LI兵LU無撃裁 LAI兵LY無撃裁")
    assert [actor for actor, event in told.events if isinstance(event, Move)] == [1, 0]


def test_without_a_rule_set_the_movements_tell_it() -> None:
    told = score.read("{一位色:黒}\nKAI兵KY無撃裁 LI兵LU無撃裁 NIA車LAUKAI橋一")  # a chariot on the diagonal
    assert told.options.movement_table == "hard_tam"


def test_a_rule_set_nobody_knows_is_told_by_the_movements_too() -> None:
    assert score.read("{律:我流}\n{一位色:黒}\nKAI兵KY無撃裁").options == GAME.options()


def test_the_header_names_players_first_mover_first() -> None:
    told = score.read("[SY]二十 [乙]二十\nLI兵LU無撃裁")
    assert told.players == ("乙", "SY")


def test_c17_both_casts_are_replayed() -> None:
    text = "{一位色:黒}\nLAU弓LAILO橋三 LI兵LU無撃裁 LO弓NO水四"
    events = [event for _, event in score.read(text).events]
    assert events[2:] == [
        Move("LAU/LAI~LO"),
        Throw(3),
        Land("LO"),
        Move("LI-LU"),
        Move("LO-NO"),
        Throw(4),
    ]


def test_a_sufficient_cast_that_came_to_nothing_was_given_up() -> None:
    events = [event for _, event in score.read("{一位色:黒}\nLAU弓LAILO橋三此無").events]
    assert events[-1] == GiveUp()


def test_unknown_casts_become_casts_that_do_what_the_record_says() -> None:
    events = [event for _, event in score.read("{一位色:黒}\nNAI兵NO水或此無 NI兵NO水或").events]
    assert events[2:] == [Move("NAI-NO"), Throw(0), Move("NI-NO"), Throw(3)]


def test_short_forms_are_read() -> None:  # §7 notation 1
    text = "{一位色:黒}\nMAI兵MY MI兵MU\nLAU弓LAILO三 LE弓LILU\nNAI兵NO無 NI兵NO二"
    told = [event for _, event in score.read(text).events]
    assert told[2:] == [
        Move("MAI-MY"),
        Move("MI-MU"),
        Move("LAU/LAI~LO"),
        Throw(3),
        Land("LO"),
        Move("LE/LI~LU"),
        Throw(1),
        Land("LU"),
        Move("NAI-NO"),
        Throw(0),
        Move("NI-NO"),
        Throw(2),
    ]


def test_spoken_forms_are_read() -> None:  # §7 notation 2
    told = [event for _, event in score.read("{一位色:黒}\nMAI kauk2 MY. MI kauk2 MU.").events]
    assert told[2:] == [Move("MAI-MY"), Move("MI-MU")]


@pytest.mark.parametrize(
    ("text", "line", "column", "key"),
    [
        ("{一位色:黒}\nKAI兵KO無撃裁", 2, 1, "no_such_move"),
        ("{一位色:黒}\nKAI弓KY無撃裁", 2, 1, "other_piece"),
        ("{一位色:黒}\nKAI兵KY無撃裁 KAI兵KY無撃裁", 2, 11, "other_piece"),
        ("{一位色:黒}\nNAI兵NO無撃裁", 2, 1, "cast_missing"),
        ("{一位色:黒}\nKAI兵KY水三", 2, 1, "cast_not_due"),
        ("{一位色:黒}\nLAU弓LAILU橋二", 2, 1, "cast_too_low"),
        ("{一位色:黒}\nLAU弓LAILU橋一二", 2, 1, "no_chain"),
        ("{一位色:黒}\nKAI兵KY無撃裁\n手黒兵", 3, 1, "other_capture"),
        ("{一位色:黒}\nKAI兵KY無撃裁\n或為王 再行", 3, 1, "nothing_to_declare"),
        (KING + "TE虎ZA無撃裁", 4, 1, "declaration_missing"),
        (KING + "或為獣 再行", 4, 1, "other_hands"),
        (KING + "或為王而手六 終季", 4, 1, "other_points"),
        ("{一位色:黒}\nKAI兵KY無撃裁\n春終", 3, 1, "season_runs"),
        (KING + "或為王而手五 終季\n夏終", 5, 1, "other_season"),
        (C27 + "KAI兵KY無撃裁", 14, 1, "game_over"),
        ("{則:cavalry_points=6}\nKAI兵KY無撃裁", 1, 1, "bad_option"),
        ("[甲]五十 [乙]\nKAI兵KY無撃裁", 1, 1, "bad_points"),
        ("{終局:眠}\nKAI兵KY無撃裁", 1, 1, "bad_ruling"),
    ],
)
def test_a_refusal_names_line_column_and_reason(text: str, line: int, column: int, key: str) -> None:
    error = refused(text)
    assert (error.line, error.column, error.key) == (line, column, f"ckka.{key}")
    assert str(error).startswith(f"Line {line}, column {column}: ")


def test_the_recommended_profile_is_written() -> None:
    text = render(replayed(C27), ".ckka")
    assert text.startswith("{一位色:黒}\n{律:官定}\n")
    assert "ZAI船ZIZA橋三手赤王" in text
    assert "而手二十 終季" in text
    assert text.rstrip().endswith("星一周")


@pytest.mark.parametrize("preset", sorted(GAME.presets))
def test_record_to_ckka_and_back_is_the_same_game(preset: str) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        match = Match(GAME, GAME.options(preset), 2, Sealed.fresh(2, seed))
        while not match.over and len(match.log) < 300:
            (seat,) = match.to_act()
            match.play(seat, rng.choice(match.legal(seat)))
        if match.to_act() and match.state.code:
            continue
        record = Record.of(match, players=("甲", "乙"), played="2026-01-02")
        told = score.read(score.write(score_of(record)))
        again = record_of(GAME, told)
        assert told.options == match.options
        assert told.players == ("甲", "乙")
        assert again.result == match.result
        ends = [event for _, event in told.events if isinstance(event, EndSeason)]
        assert len(ends) == len(match.state.settled)


@pytest.mark.parametrize("ruling", ["resign", "timeout", "claim"])
def test_how_a_match_was_lost_outside_the_rules_survives_the_format(ruling: str) -> None:
    match = Match(GAME, GAME.options(), 2, Sealed.fresh(2, 1))
    getattr(match, ruling)(1)
    told = score.read(score.write(score_of(Record.of(match))))
    assert told.ended is not None
    assert record_of(GAME, told).result == match.result

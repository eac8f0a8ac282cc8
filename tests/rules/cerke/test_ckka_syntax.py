"""The syntax of CKKA game records: numbers, header, elements, dialects, refusals, and the writer.

Nothing here needs a board. Rules: docs/rules/cerke-notation.md.
"""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaik.games.cerke.ckka import (
    COLUMNS,
    HANDS,
    KINDS,
    ROWS,
    SEASONS,
    Capture,
    Cast,
    CkkaError,
    Declare,
    Drop,
    GameEnd,
    Hand,
    Info,
    Item,
    Note,
    Plain,
    Player,
    Record,
    SeasonEnd,
    Standing,
    Step,
    Tam,
    make_record,
    points_held,
    profile_infos,
    read_body,
    read_bytes,
    read_record,
    rule_options,
    starters,
    values,
    without_places,
    write_item,
    write_record,
)
from kaik.games.cerke.numerals import (
    HIGHEST,
    LOWEST,
    NumeralError,
    number_length,
    read_number,
    read_spoken,
    write_number,
)


def items(text: str) -> list[Item]:
    return [element.item for element in read_body(text)]


def one(text: str) -> Item:
    (item,) = items(text)
    return item


def refused(text: str) -> tuple[str, int, int]:
    with pytest.raises(CkkaError) as caught:
        read_record(text)
    return caught.value.key.removeprefix("ckka."), caught.value.line, caught.value.column


def water(number: int | None, failed: bool = False) -> Cast:
    return Cast("water", () if number is None else (number,), failed)


def step(*rolls: int, failed: bool = False) -> Cast:
    return Cast("step", rolls, failed)


# --- §2 numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [
        pytest.param("無", 0, id="C01"),
        pytest.param("下四十", -40, id="C01"),
        pytest.param("-0", 0, id="C01"),
        pytest.param("百六十三", 163, id="C02"),
        pytest.param("百六三", 163, id="C02"),
        pytest.param("三百", 300, id="C03"),
        pytest.param("三百十", 310, id="C03"),
        pytest.param("七百四八", 748, id="C03"),
        pytest.param("十百", 1000, id="C04"),
        pytest.param("十五百", 1500, id="C04"),
        pytest.param("三十百", 3000, id="C04"),
        pytest.param("三三百", 3300, id="C04"),
        pytest.param("九八百七六", 9876, id="C04"),
        pytest.param("万六七百八九", 16_789, id="C05"),
        pytest.param("六十五万四三百二一", 654_321, id="C05"),
        pytest.param("三四百五六万七八百九十", 34_567_890, id="C06"),
        pytest.param("十九億九九百九九万九九百九九", 1_999_999_999, id="C07"),
        pytest.param("億", 100_000_000, id="C07"),
    ],
)
def test_numbers_are_read_and_written(text: str, number: int) -> None:
    assert read_number(text) == number
    assert read_number(write_number(number)) == number
    if text not in ("-0", "百六三"):
        assert write_number(number) == text


def test_c06_fifteen_hundred_has_two_spellings() -> None:
    assert read_number("十五百") == read_number("一五百") == 1500


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        *[("無無", 1), ("三無", 1), ("十下", 1), ("下無", 1), ("六三", 1), ("七百四十八", 3), ("億億", 1)],
        *[("", 0), ("下", 1), ("-", 1), ("1二", 1), ("一2", 1), ("--1", 1), ("百百", 1), ("a", 0)],
    ],
)
def test_c08_what_is_no_number_is_refused_where_it_goes_wrong(text: str, offset: int) -> None:
    with pytest.raises(NumeralError) as caught:
        read_number(text)
    assert caught.value.offset == offset


@pytest.mark.parametrize("text", ["2147483648", "-2147483649", "9" * 5000, "二十二億", "万億"])
def test_numbers_have_a_range(text: str) -> None:
    with pytest.raises(NumeralError, match="number_range"):
        read_number(text)


@pytest.mark.parametrize("number", [LOWEST - 1, HIGHEST + 1])
def test_numbers_outside_the_range_are_not_written(number: int) -> None:
    with pytest.raises(NumeralError):
        write_number(number)


def test_both_ends_of_the_range_are_numbers() -> None:
    assert read_number("2147483647") == read_number("二十一億四七百四八万三六百四七") == HIGHEST
    assert read_number("-2147483648") == read_number("下二十一億四七百四八万三六百四八") == LOWEST
    assert read_number("0" * 40 + "7") == 7


def test_a_short_pair_may_stand_beside_the_great_marks() -> None:
    assert read_number("六五万") == 650_000
    assert read_number("万六三") == 10_063
    assert read_number("億六三") == 100_000_063
    assert read_number("一五億") == 1_500_000_000


def test_a_leading_one_is_not_written_but_read() -> None:
    assert [write_number(number) for number in (100, 10_000, 110_000, 1_010_000)] == [
        "百",
        "万",
        "十一万",
        "百一万",
    ]
    assert [read_number(text) for text in ("一十", "一百", "一万", "一億")] == [10, 100, 10_000, 100_000_000]


def test_every_small_number_comes_back() -> None:
    assert all(read_number(write_number(number)) == number for number in range(-12_000, 30_000))


@given(st.integers(LOWEST, HIGHEST))
def test_every_number_comes_back(number: int) -> None:
    assert read_number(write_number(number)) == read_number(str(number)) == number


@given(st.text(alphabet="無下一二五九十百万億-019", max_size=12))
def test_numerals_refuse_only_with_a_numeral_error(text: str) -> None:
    with contextlib.suppress(NumeralError):
        assert LOWEST <= read_number(text) <= HIGHEST


def test_spoken_numbers() -> None:
    assert read_spoken(["ik2", "nun1", "om1"]) == 23
    with pytest.raises(NumeralError) as caught:
        read_spoken(["ik2", "tam2"])
    assert caught.value.offset == 1


def test_a_number_ends_where_its_spelling_ends() -> None:
    assert number_length("二十三x", 0) == 3
    assert number_length("[甲]-12三", 3) == 3
    assert number_length("x", 0) == 0


# --- §1 text layer, §3 header ----------------------------------------------------------------------


def test_c09_infos() -> None:
    record = read_record("{律:標準}{:9:30}\n#{x}y}#")
    assert [info.item for info in record.infos] == [Info("律", "標準"), Info(None, "9:30"), Info(None, "x}y")]
    assert [(info.line, info.column) for info in record.infos] == [(1, 1), (1, 7), (2, 1)]


def test_repeated_and_unknown_keys_are_kept() -> None:
    record = read_record("{天気:雨} {天気:晴:風} {黒名:}")
    assert [value.item for value in values(record, "天気")] == ["雨", "晴:風"]
    assert values(record, "黒名")[0].item == ""
    assert values(record, "赤名") == ()


@pytest.mark.parametrize("hashes", range(4))
def test_more_hashes_allow_the_closing_bracket_inside(hashes: int) -> None:
    mark = "#" * hashes
    text = "".join("}" + "#" * fewer for fewer in range(hashes))
    assert values(read_record(f"{mark}{{{text}}}{mark}"), None)[0].item == text


def test_infos_may_touch_each_other() -> None:
    assert [value.item for value in values(read_record("{a}#{b}#{c}"), None)] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("[甲]二十三 [乙]", (23, 17)),
        ("[甲] [乙]", (20, 20)),
        ("[甲] [乙]12", (28, 12)),
        ("[甲]10[乙] 三十", (10, 30)),
        ("#[甲]]# 、\n[乙]", (20, 20)),
        ("", (20, 20)),
    ],
)
def test_c10_points_of_the_players(text: str, points: tuple[int, int]) -> None:
    assert points_held(read_record(text)) == points


def test_points_of_another_total() -> None:
    assert points_held(read_record("[甲] [乙]"), total=20) == (10, 10)


def test_c10_one_player_alone_is_refused() -> None:
    assert refused("{律:官定}\n [甲]20") == ("one_player", 2, 2)


def test_a_third_player_is_refused() -> None:
    assert refused("[甲] [乙] [丙]") == ("too_many_players", 1, 9)


def test_starters_of_the_seasons() -> None:
    assert starters(read_record("{一位色:黒黒赤赤}")) == ("黒", "黒", "赤", "赤")
    assert starters(read_record("{律:官定}")) == ()
    with pytest.raises(CkkaError) as caught:
        starters(read_record("{律:官定} {一位色:白}"))
    assert (caught.value.key, caught.value.line, caught.value.column) == ("ckka.bad_starter", 1, 8)
    assert caught.value.params == {"value": "白"}


def test_own_options_one_per_brace() -> None:
    record = read_record("{則:futile_after=allowed}{則:rate_cap=64}")
    assert [option.item for option in rule_options(record)] == [
        ("futile_after", "allowed"),
        ("rate_cap", "64"),
    ]
    with pytest.raises(CkkaError) as caught:
        rule_options(read_record("{則:rate_cap}"))
    assert caught.value.key == "ckka.bad_option"


@pytest.mark.parametrize("separator", [*"\t \u00a0\u3000,.、。，．｡､\n", "\r\n", " 、\r\n\t"])
def test_every_separator(separator: str) -> None:
    record = read_record(
        f"{{a}}{separator}[甲]{separator}[乙]{separator}KAI兵KY無撃裁{separator}手馬{separator}"
    )
    assert (len(record.infos), len(record.players), len(record.body)) == (1, 2, 2)


def test_places_count_lines_and_characters() -> None:
    body = read_record("{始時:今}\r\n\r\n\u3000KAI兵KY無撃裁 黒馬LU\r\n手馬").body
    assert [(element.line, element.column) for element in body] == [(3, 2), (3, 12), (4, 1)]


def test_a_byte_order_mark_is_refused() -> None:
    assert refused("\ufeff{律:官定}") == ("byte_order_mark", 1, 1)


def test_bytes_are_utf_8() -> None:
    assert read_bytes("{律:官定}".encode()) == read_record("{律:官定}")
    with pytest.raises(CkkaError) as caught:
        read_bytes("律\n官".encode() + b"\xff")
    assert (caught.value.key, caught.value.line, caught.value.column) == ("ckka.not_utf8", 2, 2)


def test_an_empty_text_is_an_empty_record() -> None:
    assert read_record("") == read_record(" \n") == Record()


# --- §4 moves --------------------------------------------------------------------------------------


def test_c11_plain_move() -> None:
    assert one("KAI兵KY無撃裁") == Plain("KAI", "兵", "KY", ())


def test_c12_water_casts() -> None:
    assert one("PY弓ZY水四") == Plain("PY", "弓", "ZY", (water(4),))
    assert one("PY弓ZY水二此無") == Plain("PY", "弓", "ZY", (water(2, True),))
    assert one("PY弓ZY水或此無") == Plain("PY", "弓", "ZY", (water(None, True),))
    assert one("PY弓ZY水或") == Plain("PY", "弓", "ZY", (water(None),))


@pytest.mark.parametrize("text", ["PY弓ZY水二", "PY弓ZY水四此無"])
def test_c13_number_and_outcome_must_agree(text: str) -> None:
    assert refused(text) == ("water_outcome", 1, 7)


def test_c14_stepping_move() -> None:
    assert one("MAI兵MYMO無撃裁") == Step("MAI", "兵", ("MY",), "MO", ())


def test_c15_finite_second_leg_into_water() -> None:
    assert one("TAU王TAIZAI水三") == Step("TAU", "王", ("TAI",), "ZAI", (water(3),))


def test_c16_stepping_cast() -> None:
    assert one("PIA筆PAIPO橋三") == Step("PIA", "筆", ("PAI",), "PO", (step(3),))
    assert one("PIA筆PAIPO橋一此無") == Step("PIA", "筆", ("PAI",), "PO", (step(1, failed=True),))
    assert one("PIA筆PAIPO橋或") == Step("PIA", "筆", ("PAI",), "PO", (step(),))


def test_c17_both_casts() -> None:
    assert one("KO弓LOTO橋二水四") == Step("KO", "弓", ("LO",), "TO", (step(2), water(4)))
    assert one("KO弓LOTO橋二水無此無") == Step("KO", "弓", ("LO",), "TO", (step(2), water(0, True)))


def test_c18_drops() -> None:
    assert one("赤馬LU") == Drop("赤", "馬", "LU")
    assert one("黒兵ZO") == Drop("黒", "兵", "ZO")


def test_c19_tam_without_a_step() -> None:
    assert one("ZO皇NU") == one("ZO皇[或]NU") == Tam("ZO", "NU")
    assert one("ZO皇[TO]NU") == Tam("ZO", "NU", mid="TO")


def test_c20_tam_with_a_step() -> None:
    assert one("XY皇[XO]XUCI") == Tam("XY", "CI", "XU", "second", "XO")
    assert one("XY皇XO[CU]MI") == Tam("XY", "MI", "XO", "first", "CU")
    assert one("XY皇XOCU") == Tam("XY", "CU", "XO")
    assert one("XY皇[或]XUCI") == Tam("XY", "CI", "XU", "second")
    assert one("XY皇XO[或]MI") == Tam("XY", "MI", "XO", "first")


def test_c21_longest_row_first() -> None:
    assert one("KIA筆KAIKY橋一") == Step("KIA", "筆", ("KAI",), "KY", (step(1),))


def test_c22_capture_comments() -> None:
    assert items("手馬 手黒馬") == [Capture(None, "馬"), Capture("黒", "馬")]


def test_a_kind_may_be_left_unstated() -> None:
    assert one("PE片PIPU無撃裁") == Step("PE", None, ("PI",), "PU", ())


def test_casts_may_be_digits() -> None:
    assert one("KO弓LOTO橋2水4") == one("KO弓LOTO橋二水四")


def test_a_remark_follows_its_move() -> None:
    assert one("ZO皇NU{此善}") == Tam("ZO", "NU", remark="此善")
    assert one("KAI兵KY無撃裁#{a}b}#") == Plain("KAI", "兵", "KY", (), remark="a}b")
    assert items("赤馬LU {later}") == [Drop("赤", "馬", "LU"), Note("later")]


@pytest.mark.parametrize("season", SEASONS)
def test_seasons_end(season: str) -> None:
    assert one(season + "終") == SeasonEnd(season)


def test_the_game_ends() -> None:
    assert one("星一周") == GameEnd()


# --- §4 declarations -------------------------------------------------------------------------------


def test_c23_bracketed_spelling() -> None:
    assert one("[甲]為(同色獣)(王)終季 手十") == Declare("甲", (Hand("獣", True), Hand("王")), "終季", 10)
    assert one("[甲]為(獣)再行") == Declare("甲", (Hand("獣"),), "再行")


def test_c24_joined_spelling_ending_the_season() -> None:
    assert one("或為地心加王而手十二\n終季") == Declare(None, (Hand("地心"), Hand("王")), "終季", 12)


def test_c25_joined_spelling_going_on() -> None:
    assert one("[乙]為行行加同色獣 再行") == Declare("乙", (Hand("行行"), Hand("獣", True)), "再行")


@pytest.mark.parametrize("name", HANDS)
def test_every_hand_is_known_in_both_spellings(name: str) -> None:
    assert (
        one(f"或為同色{name} 再行")
        == one(f"或為(同色{name})再行")
        == Declare(None, (Hand(name, True),), "再行")
    )


def test_penalties_can_be_bracketed_names() -> None:
    assert one("#[a]b]#為(撃皇)#(x)y)#終季 手下五") == Declare("a]b", (Hand("撃皇"), Hand("x)y")), "終季", -5)


def test_the_king_is_not_declared_twice() -> None:
    assert refused("KAI兵KY無撃裁\n或為王加同色王 再行") == ("king_twice", 2, 3)


def test_a_capture_after_a_declaration_is_not_its_points() -> None:
    assert items("或為王 終季 手王") == [Declare(None, (Hand("王"),), "終季"), Capture(None, "王")]


# --- §7 dialects -----------------------------------------------------------------------------------


def test_c26_glued_capture() -> None:
    assert items("PE片PIPU無撃裁手赤兵") == [Step("PE", None, ("PI",), "PU", ()), Capture("赤", "兵")]
    body = read_body("PE片PIPU無撃裁手赤兵")
    assert [element.column for element in body] == [1, 11]


def test_online_client() -> None:
    record = read_record(
        "{一位色:黒}\n{始時:2022-01-02T03:04:05Z}\n{終時:2022-01-02T04:04:05Z}\n"
        "ZAI片ZI無撃裁手赤船\tTE片ZI水二此無\n\n或為王加獣而手八\n終季\t春終\n\n\n星一周"
    )
    assert [element.item for element in record.body] == [
        Plain("ZAI", None, "ZI", ()),
        Capture("赤", "船"),
        Plain("TE", None, "ZI", (water(2, True),)),
        Declare(None, (Hand("王"), Hand("獣")), "終季", 8),
        SeasonEnd("春"),
        GameEnd(),
    ]


def test_older_declarations() -> None:
    assert one("[甲]為獣而手三\n再行") == Declare("甲", (Hand("獣"),), "再行", 3)
    assert one("[甲]為行行而五\n終季") == Declare("甲", (Hand("行行"),), "終季", 5)
    assert items("再行 終季 手二十") == [Declare(None, (), "再行"), Declare(None, (), "終季", 20)]


def test_older_records_close_with_the_standing() -> None:
    assert items("春終\n[甲]十二 [乙] 二十八") == [SeasonEnd("春"), Standing("甲", 12), Standing("乙", 28)]


def test_short_form_says_nothing_of_casts() -> None:
    assert one("MAI兵MYMO") == Step("MAI", "兵", ("MY",), "MO", None)
    assert one("MAI兵MY") == Plain("MAI", "兵", "MY", None)


def test_short_form_casts_of_a_stepping_move() -> None:
    assert one("PIA筆PAIPO三") == Step("PIA", "筆", ("PAI",), "PO", (Cast(None, (3,), None),))
    assert one("PIA筆PAIPO一此無") == Step("PIA", "筆", ("PAI",), "PO", (Cast(None, (1,), True),))
    assert one("PIA筆PAIPO一PIA") == one("PIA筆PAIPO一此無")
    assert one("PIA筆PAIPO或") == Step("PIA", "筆", ("PAI",), "PO", (Cast(None, (), False),))


def test_short_form_two_numbers_are_step_and_water() -> None:
    assert one("KO弓LOTO二四") == one("KO弓LOTO橋二水四")
    assert one("KO弓LOTO二一") == one("KO弓LOTO橋二水一此無")
    assert one("KO弓LOTO二無") == one("KO弓LOTO橋二水或此無")


@pytest.mark.parametrize("text", ["PY弓ZY二", "PY弓ZY二此無", "PY弓ZY二PY"])
def test_short_form_water_fails_below_three(text: str) -> None:
    assert one(text) == one("PY弓ZY水二此無")


@pytest.mark.parametrize("mark", ["無", "此無", "或此無", "或PIA", "無PIA"])
def test_short_form_failure_with_unknown_number(mark: str) -> None:
    casts = () if mark != "無PIA" else (0,)
    assert one(f"PIA筆PAIPO{mark}") == Step("PIA", "筆", ("PAI",), "PO", (Cast(None, casts, True),))


def test_short_form_zero() -> None:
    assert one("PY弓ZY無此無") == one("PY弓ZY0") == one("PY弓ZY水無此無")
    assert one("PY弓ZY無") == one("PY弓ZY水或此無")
    assert one("PY弓ZY四") == one("PY弓ZY水四")


def test_short_form_drop_of_unknown_colour() -> None:
    assert one("或馬LU") == one("無馬LU") == Drop(None, "馬", "LU")


def test_short_and_full_moves_mix() -> None:
    assert items("MAI兵MY LI兵LU無撃裁、PY弓ZY二{惜}手兵") == [
        Plain("MAI", "兵", "MY", None),
        Plain("LI", "兵", "LU", ()),
        Plain("PY", "弓", "ZY", (water(2, True),), remark="惜"),
        Capture(None, "兵"),
    ]


def test_spoken_moves() -> None:
    assert items("PIA kua2 PAI PO om2. ZO tam2 ZU XI. TAU dau2 ZAI mun1. MI io MU\nmaun1 LU.") == [
        Step("PIA", "筆", ("PAI",), "PO", (Cast(None, (3,), None),)),
        Tam("ZO", "XI", "ZU"),
        Plain("TAU", "虎", "ZAI", (water(None, True),)),
        Plain("MI", "王", "MU", None),
        Drop(None, "馬", "LU"),
    ]


def test_spoken_casts() -> None:
    assert one("KO gua2 LO TO ik2 ap1.") == one("KO弓LOTO橋二水四")
    assert one("PY gua2 ZY ik2 PY.") == one("PY弓ZY水二此無")


def test_spoken_declarations() -> None:
    text = "[甲.x] [乙]\nZE gua2 ZIA\n[甲.x] zau io hop1 nun1 om2.\nta xot1.\nKE tuk2 LE.\nty mok1."
    record = read_record(text)
    assert record.body[1].item == Declare("甲.x", (Hand("王"),), "終季", 13)
    assert record.body[3].item == Declare(None, (), "再行")


def test_machine_notation() -> None:
    assert items('"piaOpaipo3",\n"zoMnine" "RHlu"。"pyAzy2"') == [
        Step("PIA", "筆", ("PAI",), "PO", (Cast(None, (3,), None),)),
        Tam("ZO", "NE", "NI"),
        Drop("赤", "馬", "LU"),
        Plain("PY", "弓", "ZY", (water(2, True),)),
    ]


def test_machine_declarations() -> None:
    assert items('"BVzi=tymor", "ziVzo=taxt=FVHC/HT/PP"') == [
        Drop("黒", "船", "ZI"),
        Declare(None, (), "再行"),
        Plain("ZI", "船", "ZO", None),
        Declare(None, (Hand("行行", True), Hand("獣"), Hand("PP")), "終季"),
    ]


# --- §8 our own extensions -------------------------------------------------------------------------


def test_chain_casts() -> None:
    assert one("PIA筆PAIPU橋三二") == Step("PIA", "筆", ("PAI",), "PU", (step(3, 2),))
    assert step(3, 2).value == 5
    assert one("KO弓LOTO橋一二水四") == Step("KO", "弓", ("LO",), "TO", (step(1, 2), water(4)))
    assert one("PIA筆PAIPU橋三二一此無") == Step("PIA", "筆", ("PAI",), "PU", (step(3, 2, 1, failed=True),))
    assert step(3, 2, 1, failed=True).value == 0
    assert (step(1).value, step().value) == (1, None)


@pytest.mark.parametrize("text", ["PIA筆PAIPU橋三一", "PIA筆PAIPU橋三無二此無"])
def test_a_wiped_chain_ends_in_nothing(text: str) -> None:
    assert refused(text) == ("chain_wiped", 1, 11)


def test_old_cerke() -> None:
    assert items("KAI車KI跳KU無撃裁 手兵") == [Plain("KAI", "車", "KI", (), ("KU",)), Capture(None, "兵")]
    assert one("LIA獣NOTOXE無撃裁") == Step("LIA", "獣", ("NO", "TO"), "XE", ())
    assert refused("LIA獣NOTOXE橋三") == ("too_many_squares", 1, 5)


# --- refusals name line, column and reason ---------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("{律", ("unclosed_text", 1, 1)),
        ("{a\n}", ("unclosed_text", 1, 1)),
        ("\n #{a}", ("unclosed_text", 2, 2)),
        ("[甲]三無 [乙]", ("bad_number", 1, 5)),
        ("[甲]9999999999 [乙]", ("number_range", 1, 4)),
        ("[甲]- [乙]", ("expected_number", 1, 5)),
        ("KAI兵KY無撃裁\n  foo", ("unknown_word", 2, 3)),
        ("KAI兵KY無撃裁\n  ?", ("expected_element", 2, 3)),
        ("KAI兵KY無撃裁LI兵LU無撃裁", ("expected_separator", 1, 10)),
        ("KAI兵KY無撃", ("expected_separator", 1, 8)),
        ("KB兵KY", ("expected_row", 1, 2)),
        ("KAI卒KY", ("expected_kind", 1, 4)),
        ("KAI kauk3 KY", ("unknown_word", 1, 5)),
        ("KAI兵", ("expected_square", 1, 5)),
        ("KAI兵KY橋三", ("bridge_without_step", 1, 7)),
        ("KAI兵KYKO橋", ("expected_cast", 1, 10)),
        ("KAI兵KYKO水六", ("expected_cast", 1, 10)),
        ("KAI兵KY三二", ("too_many_casts", 1, 7)),
        ("KAI兵KY四此無", ("water_outcome", 1, 7)),
        ("KAI兵KY二KO", ("return_square", 1, 8)),
        ("ZO皇NU無撃裁", ("cast_not_allowed", 1, 6)),
        ("赤馬LU水三", ("cast_not_allowed", 1, 5)),
        ("ZO皇", ("expected_square", 1, 4)),
        ("ZO皇[TO]", ("tam_squares", 1, 4)),
        ("ZO皇TO[TU]NUNI", ("tam_squares", 1, 4)),
        ("ZO皇[TONU", ("expected_bracket", 1, 7)),
        ("赤LU", ("expected_piece", 1, 2)),
        ("赤片LU", ("expected_piece", 1, 2)),
        ("手赤", ("expected_piece", 1, 3)),
        ("或為卒 再行", ("expected_hand", 1, 3)),
        ("或為()再行", ("expected_hand", 1, 3)),
        ("或為王\n\nKAI兵KY", ("expected_decision", 3, 1)),
        ("或為王而 終季", ("expected_number", 1, 5)),
        ("春終\n[甲] [乙]", ("expected_declaration", 2, 5)),
        ("KAI兵KY\n[甲] zau io", ("expected_declaration", 2, 4)),
        ("KAI兵KY\n[甲] zau io hop1.", ("expected_number", 2, 4)),
        ("tam2 KY", ("unknown_word", 1, 1)),
        ('"kaiPky', ("expected_quote", 1, 8)),
        ('"kaiQky"', ("expected_kind", 1, 5)),
        ('"BMky"', ("expected_piece", 1, 3)),
        ('"kaPkekiku"', ("too_many_squares", 1, 5)),
        ('"kaPke=no"', ("expected_decision", 1, 7)),
        ('"kaPke=taxt="', ("expected_hand", 1, 13)),
        ("KAI兵KY\rLI兵LU", ("expected_separator", 1, 7)),
    ],
)
def test_refusals(text: str, refusal: tuple[str, int, int]) -> None:
    assert refused(text) == refusal


def test_a_refusal_carries_what_was_found() -> None:
    with pytest.raises(CkkaError) as caught:
        read_record("KAI兵KY二KO")
    assert caught.value.params == {"found": "K", "origin": "KAI"}
    assert str(caught.value) == "Line 1, column 8: a failed move returns to its own origin."


# --- C27: the whole record -------------------------------------------------------------------------

RECORD = """\
{一位色:黒}
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

C27: list[tuple[int, int, Item]] = [
    (3, 1, Tam("ZO", "NU", mid="TO")),
    (3, 22, Plain("LI", "兵", "LU", ())),
    (4, 1, Step("ZAI", "船", ("ZI",), "ZA", (step(3),))),
    (4, 12, Capture("赤", "王")),
    (5, 1, Declare(None, (Hand("王"),), "再行")),
    (6, 23, Plain("TE", "虎", "ZA", ())),
    (6, 32, Capture("黒", "船")),
    (7, 1, Step("MAU", "弓", ("MAI",), "MY", (step(1),))),
    (7, 20, Step("ME", "弓", ("MI",), "MU", (step(4),))),
    (8, 1, Plain("MY", "弓", "MU", ())),
    (8, 10, Capture("黒", "弓")),
    (8, 16, Plain("MI", "兵", "MU", ())),
    (8, 25, Capture("赤", "弓")),
    (9, 1, Plain("LAI", "兵", "LY", ())),
    (9, 19, Plain("LU", "兵", "LO", ())),
    (10, 1, Plain("LY", "兵", "LO", ())),
    (10, 10, Capture("赤", "兵")),
    (11, 1, Declare(None, (Hand("王"), Hand("馬弓兵")), "終季", 20)),
    (12, 1, SeasonEnd("春")),
    (13, 1, GameEnd()),
]


def test_c27_header() -> None:
    record = read_record(RECORD)
    assert starters(record) == ("黒",)
    assert values(record, "律")[0].item == "官定"
    assert (record.players, points_held(record)) == ((), (20, 20))


def test_c27_element_by_element() -> None:
    found = [(element.line, element.column, element.item) for element in read_record(RECORD).body]
    assert found == C27


GLUED = """\
MY弓MU無撃裁手黒弓    MI兵MU無撃裁手赤弓
LAI兵LY無撃裁         LU兵LO無撃裁
LY兵LO無撃裁手赤兵
"""


def test_c27_is_written_with_captures_glued_to_their_moves_or_by_themselves() -> None:
    record = make_record(profile_infos("黒", "官定"), (), (item for _, _, item in C27))
    assert write_record(record, glued=False) == RECORD
    assert GLUED in write_record(record)
    assert without_places(read_record(write_record(record))) == record


# --- §8 writer -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (Plain("PY", None, "ZY", (water(None, True),)), "PY片ZY水或此無"),
        (Step("KO", "弓", ("LO",), "TO", (step(2), water(0, True))), "KO弓LOTO橋二水無此無"),
        (Step("PIA", "筆", ("PAI",), "PU", (step(3, 2),)), "PIA筆PAIPU橋三二"),
        (Step("PIA", "筆", ("PAI",), "PO", None), "PIA筆PAIPO"),
        (Drop(None, "馬", "LU"), "或馬LU"),
        (Tam("XY", "CI", "XU", "second"), "XY皇[或]XUCI"),
        (Tam("XY", "MI", "XO", "first", "CU"), "XY皇XO[CU]MI"),
        (Tam("ZO", "NU", remark="a}b"), "ZO皇NU#{a}b}#"),
        (Plain("KAI", "車", "KI", (), ("KU",)), "KAI車KI跳KU無撃裁"),
        (Declare("甲", (Hand("獣", True),), "終季", 10), "[甲]為同色獣而手十 終季"),
        (Declare(None, (Hand("撃皇"), Hand("王")), "終季", -5), "或為(撃皇)(王)終季 手下五"),
        (Declare(None, (), "終季", 3), "終季 手三"),
        (Standing("a]b", 28), "#[a]b]#二十八"),
        (Note("x"), "{x}"),
    ],
)
def test_elements_are_written(item: Item, text: str) -> None:
    assert write_item(item) == text
    assert one(text) == item


def test_one_colour_per_season_comes_first_then_times_then_the_rule() -> None:
    infos = [Info("始時", "今"), Info("律", "標準"), Info(None, "9:30"), Info("一位色", "黒赤")]
    players = [Player("甲", 23), Player("乙")]
    assert write_record(make_record(infos, players, ())) == (
        "{一位色:黒赤}\n{始時:今}\n{律:標準}\n{:9:30}\n[甲]二十三 [乙]\n"
    )


def test_own_options_are_written_one_per_brace() -> None:
    infos = profile_infos("黒", "古机戦", {"old_run": "neither"}, [Info("黒名", "甲")])
    assert (
        write_record(make_record(infos, (), ()))
        == "{一位色:黒}\n{律:古机戦}\n{則:old_run=neither}\n{黒名:甲}\n"
    )


def test_what_cannot_be_read_back_is_not_written() -> None:
    with pytest.raises(CkkaError, match=r"^a text in brackets cannot go over a line end"):
        write_item(Note("a\nb"))
    with pytest.raises(CkkaError, match=r"^this header entry has no readable key"):
        write_record(make_record([Info("a:b", "c")], (), ()))


# --- any text, any tree ----------------------------------------------------------------------------

ALPHABET = "KLZOAIUEY兵弓皇片橋水此無或一三五撃裁赤黒手[]{}()#為王獣加而再行終季春星周跳 .\n\r\"'=aio1 2-十百"


def refusal_of(text: str | bytes) -> CkkaError | None:
    try:
        read_bytes(text) if isinstance(text, bytes) else read_record(text)
    except CkkaError as error:
        return error
    return None


def read_or_refuse(text: str) -> None:
    error = refusal_of(text)
    if error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert error.key.startswith("ckka.")


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@given(st.text(alphabet=ALPHABET, max_size=60))
def test_any_text_of_the_format_s_characters_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    error = refusal_of(data)
    assert error is None or min(error.line, error.column) >= 1


SAMPLES = (
    RECORD,
    "[甲] [乙]\nTAU虎NAITY XI兵XUXO無\n或車CI ZO皇ZAI\n[甲]為獣而手三\n再行\n春終\n[甲]十二 [乙] 二十八\n",
    "[a] [b]\nXIA uai1 ZAU. LE gua2 TE ZE om2.\n[a] zau io hop1 om2.\nta xot1.",
    '{一位色:赤}\n"meAxeze3", "zoMnine", "BVzi"\n"caiScixe1=taxt=FHCV/HT"',
)


@given(st.sampled_from(SAMPLES), st.integers(0, 2**32), st.integers(1, 4))
def test_damaged_records_are_read_or_refused(sample: str, seed: int, times: int) -> None:
    chance = random.Random(seed)
    text = list(sample)
    for _ in range(times):
        at = chance.randrange(len(text))
        text[at : at + chance.randrange(3)] = chance.choices(ALPHABET, k=chance.randrange(3))
    read_or_refuse("".join(text))


@pytest.mark.parametrize("sample", SAMPLES)
def test_whole_samples_are_read_and_come_back(sample: str) -> None:
    record = without_places(read_record(sample))
    assert record.body
    assert without_places(read_record(write_record(record))) == record


SQUARES = st.sampled_from([column + row for column in COLUMNS for row in ROWS])
KIND = st.sampled_from(KINDS)
COLOUR = st.sampled_from(["黒", "赤", None])
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=8) | st.text(
    "#}])", max_size=5
)
REMARK = st.none() | TEXT
POINTS = st.integers(LOWEST, HIGHEST)
WATER = st.builds(lambda roll: water(roll, roll < 3), st.integers(0, 5)) | st.builds(
    water, st.none(), st.booleans()
)
ROLLS = (
    st.just(())
    | st.tuples(st.integers(0, 5))
    | st.tuples(st.integers(0, 5), st.integers(2, 5), st.integers(2, 5))
)
STEPPED = st.builds(Cast, st.just("step"), ROLLS, st.just(False))
SHORT = st.sampled_from(
    [Cast(None, (), True), Cast(None, (), False), Cast(None, (0,), True), Cast(None, (3,), None)]
)
PLAIN_CASTS = st.sampled_from([None, ()]) | st.tuples(WATER)
STEP_CASTS = (
    PLAIN_CASTS
    | st.tuples(SHORT)
    | st.tuples(STEPPED, WATER)
    | st.tuples(STEPPED)
    | st.tuples(st.builds(Cast, st.just("step"), ROLLS | st.just((4, 1)), st.just(True)))
)
JUMPED = st.lists(SQUARES, max_size=2).map(tuple)
BOARD_MOVES = st.one_of(
    st.builds(Plain, SQUARES, KIND | st.none(), SQUARES, PLAIN_CASTS, JUMPED, REMARK),
    st.builds(Step, SQUARES, KIND | st.none(), st.tuples(SQUARES), SQUARES, STEP_CASTS, JUMPED, REMARK),
    st.builds(Tam, SQUARES, SQUARES, mid=SQUARES | st.none(), remark=REMARK),
    st.builds(Tam, SQUARES, SQUARES, SQUARES, remark=REMARK),
    st.builds(
        Tam,
        SQUARES,
        SQUARES,
        SQUARES,
        st.sampled_from(["first", "second"]),
        SQUARES | st.none(),
        remark=REMARK,
    ),
)
HAND = st.builds(
    Hand, st.sampled_from(HANDS) | TEXT.filter(lambda name: bool(name) and name[0] != "同"), st.booleans()
)
DECISION = st.sampled_from(["再行", "終季"])
OTHER_ITEMS = st.one_of(
    st.builds(Drop, COLOUR, KIND, SQUARES, REMARK),
    st.builds(Capture, COLOUR, KIND),
    st.builds(
        Declare,
        st.none() | TEXT,
        st.lists(HAND, min_size=1, max_size=4, unique_by=lambda hand: hand.name).map(tuple),
        DECISION,
        st.none() | POINTS,
    ),
    st.builds(Declare, st.none(), st.just(()), DECISION, st.none() | POINTS),
    st.builds(SeasonEnd, st.sampled_from(SEASONS)),
    st.just(GameEnd()),
    st.builds(Standing, TEXT, POINTS),
    st.builds(Note, TEXT),
)
KEYS = TEXT.filter(lambda key: bool(key) and ":" not in key and key not in ("一位色", "律", "則"))
INFOS = st.lists(st.builds(Info, st.none() | KEYS, TEXT), max_size=4)
PLAYER = st.builds(Player, TEXT, st.none() | POINTS)
PLAYERS = st.just(()) | st.tuples(PLAYER, PLAYER)


@given(INFOS, PLAYERS, BOARD_MOVES, st.lists(BOARD_MOVES | OTHER_ITEMS, max_size=8))
def test_every_tree_comes_back(
    infos: list[Info], players: tuple[Player, ...], first: Item, rest: list[Item]
) -> None:
    record = make_record(infos, players, [first, *rest])
    assert without_places(read_record(write_record(record))) == record

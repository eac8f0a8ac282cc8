"""CKKA records on their way: written and read back, converted, broken off, opened elsewhere (§3–§8)."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace
from tests.rules.cerke.round_trip import lost, random_match
from tests.rules.cerke.small_reader import Misread, accept
from tests.rules.cerke.test_ckka_score import C27, KING

from kaik.core.errors import BadOptions, BadRecord
from kaik.core.game import Annotations
from kaik.games.cerke import GAME, score
from kaik.games.cerke.ckka import CkkaError
from kaik.games.cerke.options import Options
from kaik.games.cerke.state import EndSeason, GoOn, Move, Phase
from kaik.kit.opening import Throw
from kaik.play.formats import interpret, parse, record_of, render, viewer_link
from kaik.play.match import Match, Ruled
from kaik.play.record import Record, read, replay

ONLINE = "{一位色:黒}\n{始時:2022-05-31T17:16:02.433Z}\n{終時:2022-05-31T18:13:52.357Z}\n"


def again(text: str, **rules: str) -> str:
    """What a text becomes by way of our own record."""
    document = interpret(text, ".ckka", **rules).record.to_json()
    return render(read(document), ".ckka")


def notes(text: str) -> list[str]:
    return [note.key.removeprefix("cerke:ckka.") for note in score.read(text).notes]


# -- there and back (§6, §8) -----------------------------------------------------------------------


@pytest.mark.parametrize("preset", sorted(GAME.presets))
def test_matches_of_every_preset_come_back_whole_finished_or_broken_off(preset: str) -> None:
    options = GAME.options(preset)
    broken = [random_match(options, seed, choices) for seed, choices in ((3, 0), (4, 9), (5, 41))]
    matches = [random_match(options, 1), *broken]
    assert [lost(match) for match in matches] == [""] * len(matches)


@pytest.mark.parametrize("preset", ["chain_cast", "online_alpha"])
def test_a_match_ended_by_its_length_comes_back_wherever_that_fell(
    monkeypatch: pytest.MonkeyPatch, preset: str
) -> None:
    phases = set()
    for most in range(1, 25):
        monkeypatch.setattr(type(GAME), "max_plies", most)
        match = random_match(GAME.options(preset), seed=7)
        assert match.log[-1] == Ruled("length")
        assert lost(match) == ""
        phases.add(match.state.phase)
    assert {Phase.GROUND, Phase.STEP_CAST} <= phases, "some of them end in the midst of a move"


def test_a_match_is_broken_off_in_any_phase_and_comes_back() -> None:
    phases = set()
    for seed in range(40):
        match = random_match(GAME.options("chain_cast"), seed, 1 + seed % 13)
        phases.add(match.state.phase)
        assert lost(match) == ""
    assert {Phase.GROUND, Phase.CHAIN, Phase.LAND} <= phases


def test_a_length_that_the_moves_do_not_bear_out_is_read_as_unfinished_and_said() -> None:
    reading = interpret("{終局:length}\n" + KING, ".ckka")
    assert reading.record.result is None
    assert [note.key for note in reading.notes][-1] == "note.length"


def test_a_season_that_ends_without_a_declaration_is_closed_all_the_same() -> None:
    options = GAME.options().replace(season_ply_limit=3, first_player="fixed")
    match = Match(GAME, options, 2, None)
    for seat, move in ((0, "KAI-KY"), (1, "LI-LU"), (0, "LAI-LY")):
        match.play(seat, Move(move))
    text = render(Record.of(match), ".ckka")
    assert "\n春終\n" in text
    assert replay(parse(text, ".ckka")).state.season == 2


def test_a_season_of_two_is_known_by_its_name() -> None:
    assert score.read(KING + "或為王而手五 終季\n上季終").options.season_count == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("value", ["KAI-KA", "LAU/LAI~LY 9", "KAI-KY 3", "LAU/LAI~LY 3 LO LU"])
def test_a_move_under_way_that_cannot_be_is_refused_where_it_stands(value: str) -> None:
    with pytest.raises(CkkaError) as caught:
        score.read(f"{{一位色:黒}} {{律:オンライン版}}\n{{途中:{value}}}")
    assert (caught.value.line, caught.value.key) == (2, "ckka.bad_under_way")


# -- captures glued or plain (§8) ------------------------------------------------------------------


def test_captures_are_glued_to_their_moves_and_plain_keeps_them_apart() -> None:
    record = parse(C27, ".ckka")
    assert "ZAI船ZIZA橋三手赤王\n" in render(record, ".ckka")
    assert "ZAI船ZIZA橋三 手赤王\n" in render(record, ".ckka", "plain")
    with pytest.raises(BadRecord, match="glued plain viewer"):
        render(record, ".ckka", "round")
    with pytest.raises(BadRecord):
        render(record, ".json", "plain")


def test_the_header_begins_as_the_public_viewer_expects() -> None:
    text = again(ONLINE + "KAI兵KY無撃裁")
    assert text.startswith(ONLINE)
    assert text.split("\n")[3].startswith("{律:")


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_link_to_the_public_viewer_carries_side_and_text(seat: int | None) -> None:
    record = parse(C27.replace("手赤王", "手赤王{王}"), ".ckka")
    link = viewer_link(record, "https://viewer.example.org/records/", seat)
    assert link.startswith("https://viewer.example.org/records/show_history.html?side=")
    query = parse_qs(urlsplit(link).query, strict_parsing=True)
    assert query["side"] == ["a" if seat == 1 else "ia"]
    assert query["history"][0] == render(record, ".ckka", "viewer")
    assert "{王}" not in query["history"][0]
    assert accept(query["history"][0]) == 11
    assert (
        viewer_link(record, "https://viewer.example.org/page.html", seat).split("?")[0].endswith("/page.html")
    )


def test_there_is_no_link_without_an_address_or_for_a_board_the_viewer_lacks() -> None:
    assert viewer_link(parse(C27, ".ckka"), "", None) == ""
    small = Record.of(random_match(GAME.options("education"), 1, 3))
    assert viewer_link(small, "https://viewer.example.org", None) == ""


@pytest.mark.parametrize(
    "text",
    [
        C27.replace("手赤王", "手黒王"),
        C27.replace("TE虎ZA", "TE将ZA"),
        C27.replace("LAI兵LY無撃裁", "LI兵LY無撃裁"),
        C27.replace("MI兵MU無撃裁 手赤弓", "MI兵MU無撃裁"),
        C27.replace("橋一", "橋六"),
        C27 + "黒兵ZO",
    ],
)
def test_the_small_reader_does_not_accept_just_anything(text: str) -> None:
    accept(C27)
    with pytest.raises(Misread):
        accept(text)


# -- kept on conversion (§3, §4, §8) ---------------------------------------------------------------


def test_times_free_text_remarks_and_signatures_are_kept() -> None:
    text = (
        "{一位色:黒}\n{始時:2020-10-14T19:39:05+09:00}\n{終時:2020-10-14T20:39:05+09:00}\n{律:官定}\n"
        "{則:penalty_lasts=turn}\n{天気:雨}\n{https://example.org/a}\n{2018年4月8日 01:30頃}\n"
        "[SY]二十 [乙]二十\n"
        "ZO皇[TO]NU{好手} LI兵LU無撃裁\nZAI船ZIZA橋三手赤王 {二つ目}\n[SY]為王 再行\n{休憩}\n"
    )
    kept = again(text)
    for part in (
        "{終時:2020-10-14T20:39:05+09:00}",
        "{天気:雨}",
        "{https://example.org/a}",
        "[SY]二十 [乙]二十",
    ):
        assert part in kept
    assert "{2018年4月8日 01:30頃}" in kept
    assert "ZO皇[TO]NU{好手}" in kept
    assert "ZAI船ZIZA橋三{二つ目}手赤王\n[SY]為王 再行\n{休憩}" in kept
    assert again(kept) == kept
    assert score.read(kept).players == ("SY", "乙")


def test_a_date_without_a_key_is_when_it_was_played_and_stays_as_it_was() -> None:
    assert score.read("{:2020-10-15}\n" + KING).played == "2020-10-15"
    assert "{2020-10-15}\n" in again("{:2020-10-15}\n" + KING)
    assert "始時" not in again("{:2020-10-15}\n" + KING)


def test_one_name_alone_is_kept() -> None:
    assert "{赤名:iei2}" in again("{一位色:黒} {赤名:iei2}\nKAI兵KY無撃裁")


def test_unknown_casts_and_ways_stay_unknown() -> None:
    text = "{一位色:黒}\nNAI兵NO水或此無 ZO皇XY\nLAU弓LAILO橋或 NI兵NO水或\nMAU弓MAIMY橋或此無"
    kept = again(text)
    for part in ("NAI兵NO水或此無", "ZO皇XY", "LAU弓LAILO橋或 ", "NI兵NO水或", "MAU弓MAIMY橋或此無"):
        assert part in kept
    assert again(kept) == kept
    accept(kept)


def test_casts_that_the_short_form_leaves_out_stay_unknown() -> None:  # §7 notation 1
    assert "LE弓LILU橋或" in again("{一位色:赤}\nLE弓LILU NAI兵NO無")
    assert "NAI兵NO水或此無" in again("{一位色:赤}\nLE弓LILU NAI兵NO無")


def test_casts_for_the_first_move_are_marked_as_not_recorded() -> None:
    told = score.read("{一位色:黒}\nKAI兵KY無撃裁")
    assert told.events[:2] == ((-1, Throw(5)), (-1, Throw(0)))
    assert told.annotations.unknown == (0, 1)


@pytest.mark.parametrize("preset", sorted(GAME.presets))
def test_every_rule_set_is_called_by_its_own_name(preset: str) -> None:
    text = render(Record.of(random_match(GAME.options(preset), 1, 4)), ".ckka")
    assert f"{{律:{score.RULE_NAMES[preset]}}}" in text
    settings = [line for line in text.split("\n") if line.startswith("{則:")]
    assert settings in ([], [f"{{則:penalty_lasts={GAME.options(preset).penalty_lasts}}}"])
    assert score.read(f"{{律:{preset}}}").options == GAME.options(preset)


def test_a_record_of_the_online_client_is_not_called_official() -> None:
    text = ONLINE + "ZO皇[TO]NU    LI片LU無撃裁\nZAI片ZIZA橋三手赤王\n\n或為王而手五\n終季    春終\n"
    assert score.read(text).options == GAME.options("online_alpha")
    assert "{律:オンライン版}" in again(text)
    assert "官定" not in again(text)


def test_an_unknown_rule_set_is_kept_as_a_text_and_named_in_a_note() -> None:
    text = "{律:我流}\n" + KING
    assert notes(text) == ["note_rules"]
    assert "{:律:我流}" in again(text)
    assert again(again(text)) == again(text)


@pytest.mark.parametrize(("season", "first"), [("夏", 2), ("冬", 4)])
def test_the_first_season_shown_is_the_one_the_header_names(season: str, first: int) -> None:
    text = f"{{季:{season}}}\n" + KING + f"或為王而手五 終季\n{season}終"
    told = score.read(text)
    assert isinstance(told.options, Options)
    assert told.options.first_season == first
    assert f"{{季:{season}}}" in again(text)
    assert "first_season" not in again(text)
    assert again(again(text)) == again(text)


def test_unequal_points_begin_a_match_and_are_kept() -> None:
    told = score.read("[甲]二十三 [乙]\nLI兵LU無撃裁 LAI兵LY無撃裁")  # the A side begins
    assert isinstance(told.options, Options)
    assert (told.options.starting_points, told.options.starting_points_a) == (17, 23)
    kept = again("[甲]二十三 [乙]\nLI兵LU無撃裁 LAI兵LY無撃裁")
    assert "[甲]二十三 [乙]十七" in kept
    assert again(kept) == kept


def test_points_that_nobody_can_hold_are_refused() -> None:
    with pytest.raises(CkkaError, match="column 1: nobody can begin with 50 and -10 points"):
        score.read("[甲]五十 [乙]\nLI兵LU無撃裁")


# -- what is no record, and what breaks off (§1, §4) -----------------------------------------------


@pytest.mark.parametrize("suffix", [".ckka", ".txt"])
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "cerke:ckka.no_record"),
        (" \n\n", "cerke:ckka.no_record"),
        ("{メモ}", "cerke:ckka.no_record"),
        ('{"a": 1}', "cerke:ckka.json"),
        ('{"kaik": 1,\n "game": "cerke"}\n', "cerke:ckka.json"),
        ("[1, 2]", "cerke:ckka.json"),
        ("Dear all, see below", "cerke:ckka.place"),
        ("<html></html>", "cerke:ckka.place"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(text: str, key: str, suffix: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse(text, suffix)
    assert caught.value.message.key == key
    assert str(caught.value).endswith(".")


def test_a_plain_text_file_is_a_record_like_any_other() -> None:
    assert parse(C27, ".txt") == parse(C27, ".TXT") == parse(C27, ".ckka")
    assert render(parse(C27, ".txt"), ".txt") == render(parse(C27, ".ckka"), ".ckka")


DECLARED = "或為王加馬弓兵而手二十 終季"


@pytest.mark.parametrize("spelling", [DECLARED, "[甲]為(王)(馬弓兵)終季 手二十"])
def test_a_record_cut_anywhere_inside_a_declaration_reads_up_to_there(spelling: str) -> None:
    whole = C27.replace(DECLARED, spelling)
    begin = whole.index(spelling)
    for end in range(begin + 1, begin + len(spelling)):
        told, part = score.read(whole[:end]), whole[begin:end].rstrip()
        assert isinstance(told.events[-1][1], EndSeason) == part.endswith(("終季", "終季 手"))
        assert any(note.key == "cerke:ckka.note_cut" for note in told.notes) != part.endswith("終季")


@pytest.mark.parametrize(
    "tail",
    ["或", "或為", "或為同", "或為王加", "或為王 再", "[甲", "[甲]", "[甲]為(王", "或為王而", "再", "終"],
)
def test_a_cut_is_said_with_its_place(tail: str) -> None:
    told = score.read(KING + tail)
    (cut,) = [note for note in told.notes if note.key == "cerke:ckka.note_cut"]
    assert cut.params == {"line": 4, "column": 1}
    assert isinstance(told.events[-1][1], type(score.read(KING).events[-1][1]))


def test_a_cut_inside_a_machine_move_keeps_the_move() -> None:  # §7 notation 3
    told = score.read('{一位色:赤}\n"zoMnu",\n"zaiVziza3=tym')
    assert told.notes[-1].params == {"line": 3, "column": 11}


def test_what_is_wrong_inside_a_declaration_is_refused_all_the_same() -> None:
    for tail in ("或為卒", "或為王 再興", "或為卒 再行", "[甲]為()再行", "KAI兵K"):
        with pytest.raises(CkkaError):
            score.read(KING + tail)


# -- rules that a text leaves open, or somebody states (§6, cerke.md §10, §18) ---------------------


NULL_MOVE = "{律:官定}\n{一位色:黒}\nZO皇[TO]NU LI兵LU無撃裁\nNU皇[TO]NU\n"
"""IA makes a null move of the emperor: a penalty of 3."""


def test_a_penalty_held_is_told_by_the_points_of_a_later_declaration() -> None:
    played = NULL_MOVE + "或為(皇再来)再行\nLU兵LO無撃裁\nZAI船ZIZA橋三 手赤王\n"
    for points, lasting in (("四", "season"), ("十", "turn")):
        told = score.read(played + f"或為王而手{points} 終季")
        assert told.options.penalty_lasts == lasting  # type: ignore[attr-defined]
        assert told.notes[0].params == {"option": f"penalty_lasts={lasting}"}
    with pytest.raises(CkkaError, match="the points received are 4"):
        score.read(played + "或為王而手五 終季")


def test_a_repetition_that_is_declared_again_tells_turn_or_each() -> None:
    twice = NULL_MOVE + "或為(皇再来)再行\nLU兵LO無撃裁\nNU皇[TO]NU\n或為(皇再来)再行\nLO兵LY無撃裁\n"
    taken = twice + "ZAI船ZIZA橋三 手赤王\n"
    assert score.read(taken + "或為王而手二十 終季").options.penalty_lasts == "turn"  # type: ignore[attr-defined]
    told = score.read(taken + "或為(王)(皇再来)(皇再来)終季 手下四")
    assert told.options.penalty_lasts == "each"  # type: ignore[attr-defined]


@pytest.mark.parametrize("scope", ["all_held", "new_only"])
def test_what_was_written_before_penalties_could_last_reads_as_it_was_played(scope: str) -> None:
    options = GAME.options().replace(penalty_lasts="turn", penalty_declaration_scope=scope)
    for seed in range(4):
        match = random_match(options, seed, 40)
        text = render(Record.of(match), ".ckka").replace("{則:penalty_lasts=turn}\n", "")
        assert "lasts" not in text
        assert replay(parse(text, ".ckka")).state.points == match.state.points


@pytest.mark.parametrize("hands", ["王", "(王)", "(王)(皇再来)"])
def test_a_declaration_names_hands_alone_or_with_the_penalties_held(hands: str) -> None:
    played = NULL_MOVE + "再行\nLU兵LO無撃裁\nZAI船ZIZA橋三 手赤王\n"
    ended = f"或為{hands}終季 手四" if "(" in hands else f"或為{hands}而手四 終季"
    assert isinstance(score.read(played + ended).events[-1][1], EndSeason)


def test_a_text_says_how_long_penalties_last_where_one_is_a_hand() -> None:
    for lasting in ("season", "turn", "each"):
        options = GAME.options().replace(penalty_lasts=lasting)
        text = render(Record.of(random_match(options, 1, 3)), ".ckka")
        assert f"{{則:penalty_lasts={lasting}}}" in text
    free = GAME.options().replace(kut_tam="allowed", futile_after="allowed", futile_null="forbidden")
    assert "penalty_lasts" not in render(Record.of(random_match(free, 1, 3)), ".ckka")


def test_each_penalty_held_is_written_as_often_as_it_counts() -> None:
    options = GAME.options().replace(penalty_lasts="each", first_player="fixed")
    match = Match(GAME, options, 2, None)
    for seat, action in (
        (0, Move("ZO皇[ZU]ZO")),
        (0, GoOn()),
        (1, Move("LI-LU")),
        (0, Move("ZO皇[ZU]ZO")),
        (0, EndSeason()),
    ):
        match.play(seat, action)
    text = render(Record.of(match), ".ckka")
    assert "或為(皇再来)(皇再来)終季 手下十二" in text
    assert replay(parse(text, ".ckka")).state.points == match.state.points


def test_players_of_2018_counted_nothing_for_one_colour() -> None:
    played = "{2018年4月8日 16:30頃}\n[甲] [乙]\nZO tam2 NU. LI kauk2 LU.\nZAI nuak1 ZI ZA om2.\n"
    text = played + "[甲] zau io hop1 om2.\nta xot1."
    told = score.read(text)
    assert told.options == GAME.options().replace(flash_bonus=0)
    assert told.notes[0].params == {"rules": "official, penalty_lasts=season, flash_bonus=0"}
    assert score.read(text, "official", ["flash_bonus=0"]).options == told.options
    with pytest.raises(CkkaError):
        score.read(text, "official")


def test_the_rules_stated_by_whoever_reads_overrule_the_text() -> None:
    told = score.read(C27, "standard", ["cavalry_points=5", "penalty_lasts=each"])
    assert told.options == GAME.options("standard").replace(cavalry_points=5, penalty_lasts="each")
    assert told.notes == ()
    assert score.read("{則:rate_cap=64}\n" + C27, None, ["rate_cap=none"]).options == score.read(C27).options
    with pytest.raises(BadOptions):
        score.read(C27, None, ["cavalry_points=6"])
    with pytest.raises(BadOptions):
        score.read(C27, "unofficial")
    with pytest.raises(BadRecord):
        interpret(parse(C27, ".ckka").to_json().decode(), ".json", "official")


def test_an_annotation_of_what_was_taken_back_goes_with_it() -> None:
    said = Annotations(remarks=((3, "a"), (5, "b")), authors=((4, "甲"),), unknown=(1, 3, 4))
    assert said.upto(4) == Annotations(remarks=((3, "a"),), unknown=(1, 3))


def test_remarks_on_an_event_of_no_move_stand_by_themselves() -> None:
    told = score.read(KING + "或為王 再行")
    remarks = ((len(told.events), "良"), (6, "悪"), (6, "善"))
    text = score.write(replace(told, annotations=Annotations(remarks=remarks)))
    assert "或為王 再行\n{良}" in text
    assert score.read(text).annotations.remarks[-1] == (len(told.events), "良")
    assert record_of(GAME, score.read(text)).annotations is not None

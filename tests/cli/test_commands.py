"""Every command, its output in both languages and its refusals."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest
from typer.main import get_command

from kaik.cli.group import Commands
from kaik.cli.main import app
from kaik.version import VERSION
from tests.cli import kaik, refused, said
from tests.kept import FIRST


def test_the_list_names_every_game() -> None:
    shown = said("list")
    assert "beast_cast" in shown
    assert "Beast Streak" in shown
    assert "新遊" in shown
    assert "lu-tou" in shown


def test_the_list_in_japanese() -> None:
    for shown in (said("--lang", "ja", "list"), said("list", "--lang=ja"), said("list", lang="ja_JP.UTF-8")):
        assert "どんなゲームか" in shown
        assert "連撃獣裁" in shown
        assert "What it is" not in shown


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ["Who holds the bank next", "default"]), ("ja", ["次の親", "既定"])]
)
def test_rules_tell_options_values_and_defaults(lang: str, words: list[str]) -> None:
    shown = said("rules", "new_play", "--lang", lang)
    for word in [*words, "lt_banker", "rotate_on_loss", "2–8"]:
        assert word in shown


def test_options_as_json_have_fields_presets_and_schema() -> None:
    found = json.loads(said("options", "beast_streak", "--json"))
    assert found["game"] == "beast_streak"
    assert found["presets"]["default"]["zs_ante"] == 1
    assert {field["id"] for field in found["fields"]} == set(found["presets"]["default"])
    assert "$defs" in found["schema"]


def test_options_as_a_table() -> None:
    assert "zs_restake" in said("options", "beast_cast")


def test_perft_counts_decisions_and_chance_apart() -> None:
    assert said("perft", "new_play", "--depth", "3").splitlines() == [
        "depth decisions chance ended",
        "1 0 2 0",
        "2 120 0 0",
        "3 0 720 0",
    ]


def test_perft_sees_the_end() -> None:
    lines = said(
        "perft", "new_play", "--depth", "5", "--set", "rounds=1", "--set", "lt_max_bet=1"
    ).splitlines()
    assert lines[1:] == ["1 0 2 0", "2 12 0 0", "3 0 72 0", "4 0 0 72", "5 0 0 0"]


def test_perft_with_more_players() -> None:
    assert said("perft", "beast_cast", "--depth", "1", "--players", "5").splitlines()[1] == "1 0 5 0"


def test_sim_sums_up() -> None:
    shown = said("sim", "beast_streak", "-n", "5", "--seats", "random,greedy,random", "--seed", "4")
    assert "5 matches of Beast Streak" in shown
    assert "greedy" in shown
    assert "5 × All rounds were played." in shown
    assert shown == said("sim", "beast_streak", "-n", "5", "--seats", "random,greedy,random", "--seed", "4")


def test_sim_in_processes_gives_the_same() -> None:
    words = ("sim", "beast_cast", "-n", "6", "--lang", "ja")
    assert said(*words, "--jobs", "2") == said(*words)


def test_version() -> None:
    assert said("--version") == f"kaik {VERSION}\n"


def test_no_command_shows_help() -> None:
    assert said() == said("--help")


COMMANDS = tuple(cast("Commands", get_command(app)).commands)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_help_is_worded(command: str, lang: str) -> None:
    shown = said(command, "--help", "--lang", lang)
    assert not re.search(r"\bcli\.", shown)
    assert ("オプション" in shown) == (lang == "ja")
    assert ("Show this help" in shown) == (lang == "en")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_without_spaces_is_not_cut_off(command: str) -> None:
    shown = said(*command.split(), "-h", lang="ja")
    assert "…" not in shown.replace("PLAYER…", "").replace("A,B…", "")
    assert "<bool>" not in shown


def test_output_that_cannot_be_written_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kaik", "list"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert done.stderr == "This cannot be done: No space left on device.\n"


@pytest.mark.parametrize("action", [("list",), ("close", "x"), ("ban", "x"), ("backup", "x")])
def test_no_database_is_made_by_looking_for_one(action: tuple[str, ...], tmp_path: Path) -> None:
    assert refused("admin", *action, "--data", "wrong").startswith("There is no server’s database at ")
    assert not list(tmp_path.iterdir())


REFUSALS = [
    (("verify", "http://127.0.0.1:1/t/x"), "Cannot read http://127.0.0.1:1/t/x: Connection refused."),
    (("list", "--lang"), "--lang needs a value."),
    (("play", "new_play", "--fast=yes"), "--fast stands alone and takes no value."),
    (("lst",), "There is no command “lst”; known: list rules play"),
    (("list", "--nope"), "There is no option “--nope” here."),
    (("rules",), "GAME is missing."),
    (("rules", "beast_cast", "more"), "There are more words than this command takes."),
    (("perft", "new_play", "--depth", "x"), "--depth does not take that value."),
    (("perft", "new_play", "--depth", "-1"), "The depth must be 0 or more."),
    (("perft", "new_play", "--players", "9"), "This game is not for 9 players but for 2–8."),
    (("list", "--lang", "fr"), "There is no language “fr”; known: en ja."),
    (("rules", "chess"), "There is no game “chess”; known: beast_cast"),
    (("play", "new_play", "--preset", "odd"), "There is no preset “odd”; known: default."),
    (("play", "new_play", "--set", "rounds"), "“rounds” should have the form option=value."),
    (("play", "new_play", "--set", "speed=3"), "There is no option “speed”."),
    (("play", "new_play", "--set", "rounds=101"), "“101” is not a value of rounds; allowed: 0–100."),
    (("play", "new_play", "--set", "lt_min_bet=11"), "lt_min_bet must not be above lt_max_bet."),
    (
        ("play", "beast_streak", "--set", "rz_max_throws=1"),
        "rz_max_throws must be 0 (no limit) or at least 2.",
    ),
    (("play", "new_play", "--seats", "you"), "This game is not for 1 player but for 2–8."),
    (("play", "new_play", "--seats", "you,bob"), "There is no player “bob”; known: you random novice greedy"),
    (
        ("play", "new_play", "--seats", "you,greedy:depth=3"),
        "“depth” is no setting of player “greedy”; known: ms",
    ),
    (("play", "new_play", "--seats", "you,greedy:ms=0"), "“ms” needs a whole number above 0."),
    (("sim", "new_play", "--seats", "you,greedy"), "There is no player “you”; known: random novice greedy"),
    (("sim", "new_play", "-n", "0"), "There must be at least one match."),
    (("sim", "new_play", "--seats", "random"), "This game is not for 1 player but for 2–8."),
    (("verify", "absent.json"), "Cannot read absent.json: No such file or directory."),
    (("replay", "absent.json"), "Cannot read absent.json: No such file or directory."),
    (("play", "--resume", "absent.json"), "Cannot read absent.json: No such file or directory."),
    (("play", "new_play", "--resume", "absent.json"), "With --resume the record says which game"),
]


@pytest.mark.parametrize(
    ("words", "sentence"), REFUSALS, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_every_mistake_gets_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert refused(*words).startswith(sentence)


@pytest.mark.parametrize("words", [words for words, _ in REFUSALS if "--lang" not in words], ids=" ".join)
def test_every_mistake_gets_one_sentence_in_japanese(words: tuple[str, ...]) -> None:
    sentence = refused(*words, lang="ja")
    assert re.search(r"[ぁ-ん]", sentence)
    assert "{" not in sentence


def test_a_record_can_be_rewritten(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    said("play", "beast_cast", "--fast", "--seed", "1", typed=f"{first}\n")
    assert "Written" in said("convert", str(first), str(second))
    assert json.loads(first.read_text("utf-8")) == json.loads(second.read_text("utf-8"))


CKKA = "{一位色:黒}\nZO皇[TO]NU LI兵LU無撃裁\nZAI船ZIZA橋三 手赤王{好手}\n"
"""IA has just taken the red king."""


def test_a_text_is_replayed_and_converted_by_the_rules_stated(tmp_path: Path) -> None:
    text, out = tmp_path / "a.txt", tmp_path / "b.ckka"
    text.write_text(CKKA + "或為王而手三\n終季", encoding="utf-8")
    noted = said("replay", str(text), "--all")
    assert "it fits official, penalty_lasts=season, flash_bonus=0." in noted
    assert "好手" in noted
    assert "not recorded" in noted
    stated = ("--preset", "official", "--set", "flash_bonus=0")
    assert "状況役" in said("convert", "--lang", "ja", str(text), str(out), *stated)
    assert "{則:flash_bonus=0}" in out.read_text("utf-8")
    assert "the points received are 5." in refused("replay", str(text), "--preset", "standard")
    assert "There is no preset" in refused("convert", str(text), str(out), "--preset", "unofficial")
    assert "There is no option" in refused("convert", str(text), str(out), "--set", "flash=0")


def test_a_text_that_breaks_off_is_read_up_to_there(tmp_path: Path) -> None:
    text, out = tmp_path / "a.txt", tmp_path / "b.json"
    text.write_text(CKKA + "或為王加", encoding="utf-8")
    assert "breaks off inside a declaration (line 4, column 1)" in said("convert", str(text), str(out))
    assert "states its rules itself" in refused("replay", str(out), "--set", "flash_bonus=0")


@pytest.mark.parametrize("text", ["", '{"a": 1}', "hello"])
def test_a_text_that_is_no_record_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.txt"
    file.write_text(text, encoding="utf-8")
    refused("replay", str(file))
    assert refused("convert", str(file), str(tmp_path / "b.json")).endswith(".")
    assert not (tmp_path / "b.json").exists()


def test_captures_are_written_as_the_profile_says(tmp_path: Path) -> None:
    text, out = tmp_path / "a.ckka", tmp_path / "b.ckka"
    text.write_text(CKKA, encoding="utf-8")
    said("convert", str(text), str(out))
    assert "橋三{好手}手赤王" in out.read_text("utf-8")
    said("convert", str(text), str(out), "--profile", "plain")
    assert "橋三{好手} 手赤王" in out.read_text("utf-8")
    assert "known: glued plain viewer" in refused("convert", str(text), str(out), "--profile", "fancy")


def test_convert_refuses_unknown_formats(tmp_path: Path) -> None:
    record = tmp_path / "a.json"
    said("play", "beast_cast", "--fast", typed=f"{record}\n")
    assert refused("convert", str(record), "b.odd") == "beast_cast cannot be written as “.odd”; known: .json."
    other = tmp_path / "a.odd"
    other.write_text("x")
    assert refused("convert", str(other), "b.json").startswith(
        "No game knows files ending in “.odd”; known: .json"
    )
    assert "Cannot write" in refused("convert", str(record), str(tmp_path / "no" / "b.json"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"{", "This file is not JSON."),
        (b"[]", "This file is not a kaik record."),
        (b'{"kaik": 9}', "This file has format version 9; this program reads no later one than version 2."),
        (b'{"kaik": 1, "game": 3}', "This record is damaged: "),
        (b"\xff\xfe\x00", " is not a text file."),
        (
            b'{"kaik": 1, "game": "x", "options": {}, "seats": 2, "log": []}',
            "This record cannot be begun: There is no game",
        ),
        (
            b'{"kaik": 1, "game": "beast_cast", "options": {}, "seats": 2, "log": [{"type": "odd"}]}',
            "Event 0 of this record cannot be read.",
        ),
        (
            b'{"kaik": 1, "game": "beast_cast", "options": {}, "seats": 2, "log":'
            b' [{"type": "chance", "event": {"type": "first", "seat": 0}, "total": 3, "drawn": 0}]}',
            "Event 0 of this record is impossible: The total weight of this chance event is wrong.",
        ),
    ],
)
def test_damaged_records_get_one_sentence(tmp_path: Path, text: bytes, sentence: str) -> None:
    file = tmp_path / "damaged.json"
    file.write_bytes(text)
    assert sentence in refused("replay", str(file))


def test_verify_accepts_an_honest_record_and_names_an_altered_throw(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said("play", "beast_cast", "--fast", "--seed", "7", typed=f"{file}\n")
    assert said("verify", str(file)).startswith("Honest: all ")
    record = json.loads(file.read_text("utf-8"))
    throw = record["log"][3]
    throw["drawn"] = (throw["drawn"] + 1) % throw["total"]
    file.write_text(json.dumps(record), "utf-8")
    result = kaik("verify", str(file))
    assert result.exit_code == 1
    assert result.output == "Not honest: event 3: the number drawn is not the one the seed gives.\n"
    assert "3番目" in kaik("verify", str(file), lang="ja").output


def _altered(file: Path, **changes: object) -> str:
    record = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**record, **changes}), "utf-8")
    return str(kaik("verify", str(file)).output)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("standard", "Honest: all 56 chance events follow from the seed."),
        (
            "official-broken-off",
            "Honest so far: all 15 chance events follow from the seed; the match is unfinished.",
        ),
    ],
)
def test_verify_says_of_a_record_of_the_first_edition_what_it_said_then(name: str, sentence: str) -> None:
    assert said("verify", str(FIRST / f"{name}.json")).strip() == sentence


def test_verify_sees_through_other_changes(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said("play", "beast_cast", "--fast", "--seed", "7", typed=f"{file}\n")
    honest = json.loads(file.read_text("utf-8"))
    log = json.loads(file.read_text("utf-8"))["log"]
    log[2]["event"]["n"] = (log[2]["event"]["n"] + 1) % 6
    assert _altered(file, log=log) == "Not honest: event 2: This outcome is not the one that was drawn.\n"
    assert "committed" in _altered(file, log=honest["log"], fairness={**honest["fairness"], "seed": "00"})
    result = {**honest["result"], "points": [9, -9]}
    assert "the result" in _altered(file, fairness=honest["fairness"], result=result)


def test_verify_needs_the_seed(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said("play", "beast_cast", "--fast", typed=f"{file}\n")
    record = json.loads(file.read_text("utf-8"))
    del record["fairness"]
    file.write_text(json.dumps(record), "utf-8")
    assert refused("verify", str(file)) == "This record does not publish its seed."


def test_replay_at_and_all(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said("play", "beast_streak", "--seats", "random,greedy", "--fast", "--seed", "2", typed=f"{file}\n")
    whole = said("replay", str(file), "--all")
    assert "The match is over" in whole
    assert "to begin" in whole
    assert said("replay", str(file), typed="a\n").count("The draw: ") == 1
    assert "The match is over" not in said("replay", str(file), typed="\n\nq\n")
    assert "Before the first event" in said("replay", str(file), "--at", "0")
    assert "Event 2 of" in said("replay", str(file), "--at", "2")
    assert "出来事 2/" in said("replay", str(file), "--at", "2", "--lang", "ja")
    assert "there is no 9999" in refused("replay", str(file), "--at", "9999")

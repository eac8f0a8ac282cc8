"""Terminal play, line by line."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from kaik.play.record import read, replay, verify
from tests.cli import kaik, said

STREAK = ("play", "beast_streak", "--seed", "3")
STAGED = ("play", "new_play", "--seed", "2", "--set", "lt_max_bet=1000")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_beast_cast_falls_round_by_round(lang: str) -> None:
    shown = said("play", "beast_cast", "--seed", "1", "--lang", lang, typed="\n" * 40)
    assert shown.count("▮") > 5
    for number in range(1, 5):
        assert (f"Round {number} of 4" if lang == "en" else f"回 {number}/4") in shown
    assert ("The match is over" if lang == "en" else "終局") in shown


def test_beast_cast_waits_for_enter_unless_told_not_to() -> None:
    assert "Enter = go on" not in said("play", "beast_cast", "--fast")
    assert "The match is over" not in said("play", "beast_cast", typed="\nq\n")
    assert said("play", "beast_cast", "--seed", "1", typed="a\n").count("Enter = go on") == 1


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_whole_game_of_beast_streak(lang: str) -> None:
    shown = said(*STREAK, "--lang", lang, typed="again\n2\n" + "stop\n" * 60)
    assert ("All rounds were played." if lang == "en" else "すべての回を終えました。") in shown


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_whole_game_of_new_play(lang: str) -> None:
    shown = said("play", "new_play", "--lang", lang, typed="bet 1 on 2\nnumber-3 stake-2\n\n")
    assert ("All rounds were played." if lang == "en" else "すべての回を終えました。") in shown


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_result_comes_with_the_score_sheet(lang: str) -> None:
    words = ("play", "value_tree", "--seats", "random,random", "--fast", "--seed", "2", "--lang", lang)
    result = said(*words).split("The match is over" if lang == "en" else "終局")[1]
    season, total = ("Season", "Sum") if lang == "en" else ("季", "合計")
    rows = [line.split() for line in result.splitlines() if line.strip()]
    sums = next(row[-2:] for row in rows if row[0] == total)
    gains = [row[-2:] for row in rows if season in " ".join(row) and row[-1].lstrip("+-").isdigit()]
    assert len(gains) > 1
    assert [sum(map(int, column)) for column in zip(*gains, strict=True)] == [*map(int, sums)]


def test_computers_may_be_watched() -> None:
    shown = said("play", "new_play", "--seats", "greedy,random", "--fast")
    assert "Seat 1 (greedy) bet" in shown
    assert "The match is over" in shown


def test_seats_have_names() -> None:
    shown = said(*STREAK, "--seats", "you,greedy,random", typed="")
    for name in ("You", "Seat 2 (greedy)", "Seat 3 (random)"):
        assert name in shown
    assert "プレイヤー2（欲張り）" in said(*STREAK, "--lang", "ja")


def test_the_end_of_input_leaves_cleanly() -> None:
    assert said(*STREAK).endswith("The match was left.\n")


def test_a_choice_by_number_word_beginning_or_wide_letters() -> None:
    for line in ("2", "stop", "STOP", "st", "２"):
        assert "You stopped at" in said(*STREAK, typed=f"{line}\n")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("foo", "“foo” names no legal choice."),
        ("7", "There is no choice 7; the numbers go from 1 to 2."),
        ("", "Type a choice, or ? for help."),
        ("undo", "There is nothing that can be taken back"),
        ("? foo", "“foo” names no legal choice."),
    ],
)
def test_mistakes_at_the_table_get_one_sentence(line: str, sentence: str) -> None:
    assert sentence in said(*STREAK, typed=f"{line}\n")


def test_a_long_list_is_shown_on_request_and_by_its_beginning() -> None:
    words = ("play", "new_play", "--seed", "3")
    assert "60 choices." in said(*words)
    assert "Type ? first" in said(*words, typed="3\n")
    assert "bet 10 on 5" in said(*words, typed="?\n")
    begun = said(*words, typed="? bet 7\n")
    assert "bet 7 on 5" in begun
    assert "bet 6 on 5" not in begun
    assert "37 bet 7 on 3" in said(*words, typed="number-3\n")
    assert "You bet 7 on 3." in said(*words, typed="bet 7\n37\n")


def test_help_and_log() -> None:
    shown = said(*STREAK, typed="?\nlog\n")
    assert "What you can type" in shown
    assert "save [FILE]" in shown
    assert shown.count("The draw: ") == 2


def test_undo_takes_back_a_choice_until_chance_has_spoken() -> None:
    shown = said(*STAGED, typed="on 3\nundo\non 4\nundo\nstake-5\nundo\n")
    assert "How many points on 3?" in shown
    assert "Taken back." in shown
    assert "How many points on 4?" in shown
    assert "There is nothing that can be taken back" in shown


def test_people_at_one_keyboard_may_undo_each_others_last_choice() -> None:
    words = ("play", "new_play", "--seed", "2", "--seats", "you,you,you")
    shown = said(*words, typed="bet 1 on 2\nundo\nbet 2 on 2\n")
    assert "Taken back." in shown
    assert " bet 2 on 2." in shown


def test_resigning_asks_first() -> None:
    shown = said(*STREAK, typed="resign\n\nresign\ny\n")
    assert shown.count("Resign this match?") == 2
    assert "The match is over" in shown


def test_a_draw_is_offered_to_the_computer_once_a_turn() -> None:
    shown = said("play", "old_cerke", "--seats", "you,greedy", typed="draw\ndraw\n")
    assert "The draw was declined." in shown
    assert "You have proposed this already." in shown


def test_people_at_one_keyboard_agree_on_a_draw() -> None:
    shown = said("play", "old_cerke", "--seats", "you,you", typed="draw\nKAI-KY\ndraw\n\n")
    assert "Seat 1 offers a draw" in shown
    assert "The match is over" in shown


def test_save_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said(*STREAK, typed=f"again\nsave {file}\n")
    record = read(file.read_bytes())
    assert record.result is None
    assert record.players == ("you", "greedy")
    assert verify(record) is None
    assert "Honest so far" in said("verify", str(file))
    assert "not finished" in said("replay", str(file), "--all")
    resumed = said("play", "--resume", str(file), typed="stop\n" * 60)
    straight = said(*STREAK, typed="again\n" + "stop\n" * 60)
    assert "The match goes on." in resumed
    assert (
        resumed.split("The match is over")[1].splitlines()[1:5]
        == straight.split("The match is over")[1].splitlines()[1:5]
    )


def test_a_finished_record_is_saved_and_honest(tmp_path: Path) -> None:
    file = tmp_path / "end.json"
    said("play", "beast_cast", "--fast", "--seed", "5", typed=f"{file}\n")
    record = read(file.read_bytes())
    assert verify(record) is None
    assert replay(record).result == record.result
    assert "This match is over" in kaik("play", "--resume", str(file)).stderr


def test_saving_never_overwrites_another_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("precious")
    shown = said(*STREAK, typed=f"save {file}\nsave {tmp_path / 'no' / 'x'}\nsave {tmp_path / 'ok'}\nsave\n")
    assert file.read_text() == "precious"
    assert "already exists; choose another name." in shown
    assert "Cannot write" in shown
    assert shown.count("Saved as") == 2
    assert (tmp_path / "ok.json").exists()


def test_quit_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "later"
    shown = said(*STREAK, typed=f"quit\n{file}\n")
    assert "--resume" in shown
    assert shown.endswith("The match was left.\n")
    assert (tmp_path / "later.json").exists()


def test_resuming_checks_the_seats_and_the_seed(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said(*STREAK, typed=f"save {file}\n")
    assert (
        "not 3 seats for a record of 2"
        in kaik("play", "--resume", str(file), "--seats", "you,you,you").stderr
    )
    assert "(random)" in said("play", "--resume", str(file), "--seats", "you,random")
    record = json.loads(file.read_text("utf-8"))
    del record["fairness"]
    file.write_text(json.dumps(record), "utf-8")
    assert "does not publish its seed" in kaik("play", "--resume", str(file)).stderr


def test_people_who_hide_cards_get_a_cover_between_them() -> None:
    shown = said("play", "strain", "--seats", "you,you", "--seed", "1", typed="\n1\n\n2\n")
    first = shown.index("Seat 1, press Enter when nobody else is looking.")
    second = shown.index("Seat 2, press Enter when nobody else is looking.")
    assert "Seat 1 draws a 4." in shown[first:second]
    assert "Seat 1 draws a 4." not in shown[second:]
    assert "Seat 1 made" in shown[second:] or "Seat 1 makes a bid." in shown[second:]


def test_one_person_alone_or_an_open_game_needs_no_cover() -> None:
    assert "press Enter" not in said("play", "strain", "--seats", "you,greedy", "--seed", "1", typed="1\n")
    assert "press Enter" not in said("play", "new_play", "--seats", "you,you", typed="bet 1 on 1\n")


def test_the_menu() -> None:
    assert said("play", typed="q\n").count("Beast Cast") == 1
    assert "is none of the games listed" in said("play", typed="99\nq\n")
    shown = said("play", typed="new_play\n9\n2\n")
    assert "“9” is not a number of opponents; type 1–7" in shown
    assert "Seat 3 (greedy)" in shown
    assert "Seat 2 (greedy)" in said("play", typed="Beast Streak\n\n")
    assert "どのゲームで遊びますか。" in said("play", typed="獣裁\n\na\n", lang="ja")
    assert "Number or id" in said("play")


def _program(*words: str) -> list[str]:
    return [sys.executable, "-m", "kaik", *words]


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src"), "KAIK_LANG": "en"}


def test_a_pipe_that_ends_at_once_neither_hangs_nor_fails() -> None:
    for game in ("beast_cast", "beast_streak", "new_play"):
        done = subprocess.run(
            _program("play", game),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=_environment(),
            timeout=300,
        )
        assert done.returncode == 0
        assert done.stderr == ""


def test_bytes_that_are_no_text_are_only_a_mistake() -> None:
    done = subprocess.run(
        _program("play", "beast_streak"),
        input=b"\xff\xfe\nquit\n",
        capture_output=True,
        env=_environment(),
        timeout=300,
    )
    assert done.returncode == 0
    assert b"names no legal choice" in done.stdout


def test_at_a_real_terminal_the_screen_is_covered_and_control_d_leaves() -> None:
    ours, theirs = pty.openpty()
    environment = {
        **_environment(),
        "TERM": "xterm",
        "KAIK_GAMES": str(Path(__file__).parents[1] / "fixture_games"),
    }
    program = subprocess.Popen(
        _program("play", "strain", "--seats", "you,you"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)
    os.write(ours, b"\n1\n")
    shown = b""
    while b"Seat 2, press Enter" not in shown:
        shown += os.read(ours, 4096)
    assert b"\x1b[3J" in shown
    os.write(ours, b"\x04")
    assert program.wait(timeout=300) == 0
    os.close(ours)


def test_long_lines_of_japanese_go_on_behind_their_dot() -> None:
    shown = kaik(
        "play", "six_cast", "--seats", "you,greedy,greedy", "--seed", "4", typed="q\n", lang="ja"
    ).output
    assert "  · プレイヤー" in shown
    assert not any(line.strip() == "·" for line in shown.splitlines())

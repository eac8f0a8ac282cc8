"""A sitting plays by notation, refuses in a sentence, shows itself, and keeps what happened."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kaik
from kaik.core.errors import BadNotation, BadOptions, BadRecord, IllegalAction
from kaik.play.record import verify

ROOT = Path(__file__).parents[2]


def old() -> kaik.Sitting:
    """A game without chance but for who begins."""
    return kaik.new("old_cerke", seed=1)


def test_importing_loads_no_game_and_nothing_heavy() -> None:
    program = "import sys, kaik; dir(kaik); print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True
    )
    loaded = set(done.stdout.split())
    assert {name for name in loaded if name.startswith("kaik")} == {"kaik", "kaik.version"}
    assert not {"msgspec", "rich", "typer"} & loaded


def test_what_does_not_exist_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        kaik.nonsense  # noqa: B018
    assert {"new", "load", "titles"} <= set(dir(kaik))


def test_the_games_have_titles() -> None:
    assert kaik.titles()["cerke"] == "Cerke"


def test_preset_options_seats_and_seed() -> None:
    game = kaik.new("cerke", "education", seed=7, season_count=1)
    assert game.options["board"] == "education"
    assert game.options["season_count"] == 1
    assert game.seats == 2
    assert kaik.new("kitten", seats=4, seed=1).seats == 4
    one, same, other = (kaik.new("kitten", seed=seed) for seed in (3, 3, 4))
    assert one.moves == same.moves
    assert repr(one) == repr(same) != repr(other)


def test_playing_by_notation() -> None:
    game = old()
    first = game.turn
    assert len(game.moves) > 10
    before = repr(game)
    moved = game.moves[0]
    assert game.play(moved) is game
    assert game.turn != first
    assert repr(game) != before
    assert game.log == [f"Seat {(first or 0) + 1}: {moved}"]


def test_undo_gives_the_choice_back() -> None:
    game = old()
    before, state = game.turn, game.match.state
    game.play(game.moves[3]).undo()
    assert (game.turn, game.match.state) == (before, state)


def test_what_chance_has_decided_is_not_undone() -> None:
    game = kaik.new("beast_streak", seed=2)
    game.play("again")
    with pytest.raises(IllegalAction, match="nothing that can be taken back"):
        game.undo()


def test_refusals_are_sentences_and_change_nothing() -> None:
    game = old()
    state = game.match.state
    with pytest.raises(BadNotation, match="“nonsense” names no legal choice"):
        game.play("nonsense")
    with pytest.raises(BadOptions, match="no player “nobody”"):
        game.let("nobody")
    with pytest.raises(IllegalAction, match="no seat 3"):
        game.seen_by(2)
    assert game.match.state is state
    with pytest.raises(BadOptions, match="no game “chess”"):
        kaik.new("chess")
    with pytest.raises(BadOptions, match="no option “colour”"):
        kaik.new("cerke", colour="blue")
    with pytest.raises(IllegalAction, match="not for 9 players"):
        kaik.new("kitten", seats=9)
    with pytest.raises(BadOptions, match="language"):
        kaik.new("kitten", lang="fr")
    with pytest.raises(BadRecord, match="Cannot read"):
        kaik.load("nowhere.json")


def test_computers_choose_and_finish() -> None:
    game = kaik.new("beast_streak", seed=2)
    made = len(game.match.log)
    game.let("greedy", times=2)
    assert len(game.match.log) >= made + 2
    assert game.finish("random").over
    assert game.turn is None
    assert game.moves == []
    assert game.result is not None
    assert game.points == game.result.points
    assert game.finish() is game
    with pytest.raises(IllegalAction, match="over"):
        game.let()


def test_a_record_can_be_saved_loaded_and_verified(tmp_path: Path) -> None:
    game = kaik.new("cerke", "education", seed=7).finish("random")
    for suffix in (".json", ".ckka"):
        file = tmp_path / f"match{suffix}"
        game.save(file)
        again = kaik.load(file, lang="ja")
        assert again.over
        assert again.points == game.points
    text = tmp_path / "other.txt"
    text.write_text(
        "{天気:雨}\n{律:online_alpha}\n{一位色:黒}\n[甲]二十 [乙]二十\nKAI兵KY無撃裁{此善}\n或為",
        encoding="utf-8",
    )
    with pytest.warns(UserWarning, match="breaks off inside a declaration"):
        told = kaik.load(text)
    told.save(tmp_path / "other.ckka")
    kept = (tmp_path / "other.ckka").read_text("utf-8")
    for part in ("{天気:雨}", "[甲]二十 [乙]二十", "{此善}"):
        assert part in kept
    assert verify(game.record) is None
    half = kaik.new("old_cerke", seed=3).let("random", 4)
    assert half.record.fairness is not None
    assert half.record.fairness.seed is None
    half.save(tmp_path / "half.json")
    assert kaik.load(tmp_path / "half.json").play(half.moves[0]).turn is not None
    (tmp_path / "odd.json").write_bytes(b"\xfd\x00")
    with pytest.raises(BadRecord, match="not a text file"):
        kaik.load(tmp_path / "odd.json")
    with pytest.raises(BadRecord, match="Cannot write"):
        game.save(tmp_path / "no" / "folder.json")


def test_a_seat_sees_its_own_hand_only() -> None:
    game = kaik.new("kitten", seed=1)
    mine, theirs, watcher = (repr(game.seen_by(seat)) for seat in (0, 1, None))
    assert "▒▒" in mine
    assert len({mine, theirs, watcher}) == 3
    hand = game.match.state.hands[0]
    assert len(hand) > 3
    shown = game.seen_by(1).scene
    assert all(
        item.face_down
        for zone in shown.zones
        if zone.owner == 0
        for spot in zone.spots
        for item in spot.items
    )


def test_it_speaks_japanese() -> None:
    assert "プレイヤー1" in repr(kaik.new("cerke", lang="ja", seed=1))


@pytest.mark.parametrize("page", ["README.md", "docs/notebook.md"])
def test_the_examples_of_the_pages_run(page: str) -> None:
    failures, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried > 3
    assert failures == 0

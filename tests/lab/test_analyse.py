"""Analysis: the better choice first, marks where much was given away, and words for all of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from kaik.core import registry
from kaik.core.game import CHANCE
from kaik.core.messages import catalogue
from kaik.core.options import VERSION
from kaik.lab import analyse as lab
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.play.record import Record
from kaik.players import specs
from kaik.players.advice import compare
from kaik.players.base import Limit
from kaik.players.table import advance
from tests.cli import refused, said
from tests.lab.test_solve import streak
from tests.players.test_ismcts import Case, choices, every_game

FEW = Limit(playouts=4)


@every_game
def test_any_position_can_be_analysed(case: Case) -> None:
    for position, seat in choices(case, 1):
        found = lab.analyse(case.game, position.state, Random(1), FEW, endings=1)
        assert found.seat in case.game.to_act(position.state)
        assert found.seat is None or seat in case.game.to_act(position.state)
        texts = [
            case.game.notate(position.state, found.seat, action)
            for action in case.game.actions(position.state, found.seat)
        ]
        assert all(option.text in texts for option in found.options)
        assert all(option.line for option in found.options)
        assert sum(found.first) == pytest.approx(1)


def test_the_better_choice_comes_first() -> None:
    """Behind on 3 against 9, stopping loses for certain."""
    game = registry.load("beast_streak")
    found = lab.analyse(game, streak([9, 3], rounds=1), Random(1), Limit(playouts=200))
    assert [option.text for option in found.options] == ["again", "stop"]
    assert found.options[0].value > found.options[1].value
    assert 0.2 < found.first[0] < 0.9


def test_chance_is_told_with_its_odds() -> None:
    game = registry.load("beast_streak")
    state = game.apply(streak([9, 3], rounds=1), 1, game.actions(streak([9, 3]), 1)[0])
    found = lab.analyse(game, state, Random(1), FEW)
    assert found.seat is None
    assert [fall.chance * 32 for fall in found.falls] == pytest.approx([1, 5, 10, 10, 5, 1])


def test_when_it_is_over_the_winner_is_first() -> None:
    game = registry.load("beast_streak")
    state = play_match("beast_streak", ("greedy", "random")).state
    found = lab.analyse(game, state, Random(1), FEW)
    assert (found.seat, found.options, found.falls) == (None, (), ())
    assert sum(found.first) == pytest.approx(1)


HANGING = {"ZIA": "IA黒王", "ZA": "A赤王", "ZE": "IA黒将", "KIA": "IA赤筆", "PA": "A黒筆", "ZO": "皇"}


def test_a_game_with_a_search_is_judged_by_it() -> None:
    game = registry.load("cerke")
    state = game.set_up(game.options(), {"board": HANGING})
    found = lab.analyse(game, state, Random(1), Limit(nodes=2000))
    assert found.unit == "chance"
    assert found.options[0].text == "ZE-ZA"
    assert found.first == (found.options[0].value, 1 - found.options[0].value)
    assert len(found.options[0].line) > 1


@pytest.mark.parametrize(("made", "mark"), [("ZE-ZA", ""), ("KIA-KAU", "??")])
def test_a_missed_king_is_a_blunder(made: str, mark: str) -> None:
    game = registry.load("cerke")
    state = game.set_up(game.options(), {"board": HANGING})
    action = game.parse(state, 0, made)
    found = compare(game, state, 0, game.actions(state, 0), action, Random(1), Limit(nodes=2000))
    assert lab.mark_of(found.thoughts[0].value - found.of(action).value, found.spread) == mark


@pytest.mark.parametrize(
    ("language", "line", "best"),
    [("en", "Seat 1: went on", "Seat 1: ended the season"), ("ja", "プレイヤー1：再行", "プレイヤー1：終季")],
)
def test_a_remark_tells_the_choice_and_the_best_one_in_words(language: str, line: str, best: str) -> None:
    game = registry.load("cerke")
    state = game.set_up(game.options(), {"board": HANGING, "rate": 4})
    due = game.apply(state, 0, game.parse(state, 0, "ZE-ZA"))
    remark = lab.remark(game, due, 1, 0, game.parse(due, 0, "go_on"), Random(1), Limit(nodes=500))
    words = catalogue(language, "cerke")
    assert (remark.text, remark.best, remark.mark) == ("go_on", "end_season", "?")
    assert words.text(remark.line).startswith(line)
    assert words.text(remark.best_line).startswith(best)


def test_where_the_game_is_solved_the_solution_comes_first() -> None:
    """One playout cannot know, the solution does."""
    game = registry.load("beast_streak")
    for scores in ([9, 3], [9, 12], [3, 5]):
        state = streak(scores, rounds=1)
        solution = game.solution(state.options)
        assert solution is not None
        best = game.notate(state, 1, solution.best(state, 1))
        assert lab.analyse(game, state, Random(1), Limit(playouts=1), endings=1).options[0].text == best


@pytest.mark.parametrize(
    ("lost", "mark"), [(0.0, ""), (-1.0, ""), (0.1, ""), (0.5, "?!"), (1.0, "?"), (2.0, "??"), (9.0, "??")]
)
def test_marks(lost: float, mark: str) -> None:
    assert lab.mark_of(lost, 2.0) == mark


def play_match(game: str, players: tuple[str, ...], seed: int = 1) -> Match:
    rules = registry.load(game)
    match = Match(rules, rules.options(), len(players), Sealed.fresh(len(players), seed))
    advance(match, {seat: specs.player(player) for seat, player in enumerate(players)}, str(seed))
    return match


def test_a_careless_player_is_marked_more_often() -> None:
    remarks = [
        remark
        for seed in range(3)
        for remark in lab.review(
            Record.of(play_match("beast_streak", ("optimal", "random"), seed)), Random(1), Limit(playouts=60)
        )
    ]
    bad = [sum(remark.seat == seat for remark in lab.blunders(remarks)) for seat in range(2)]
    assert bad[1] > bad[0]


def test_every_real_choice_is_judged_once() -> None:
    match = play_match("walking_war", ("greedy", "random"))
    remarks = list(lab.review(Record.of(match), Random(1), Limit(playouts=1)))
    real = [
        number
        for number, (seat, _) in enumerate(match.events)
        if seat != CHANCE and len(match.game.actions(match.states[number], seat)) > 1
    ]
    assert [remark.number for remark in remarks] == real
    assert all(remark.value <= remark.best_value or not remark.mark for remark in remarks)


# -- the command -----------------------------------------------------------------------------------


def test_the_command_reads_records_and_positions(tmp_path: Path) -> None:
    match = play_match("beast_streak", ("greedy", "random"))
    file = tmp_path / "match.json"
    file.write_bytes(Record.of(match).to_json())
    assert "choices judged" in said("analyse", str(file), "--playouts", "5")
    assert "Who comes first" in said("analyse", str(file), "--playouts", "5", "--at", "2")
    assert "一位になる割合" in said("analyse", str(file), "--playouts", "5", "--at", "2", "--lang", "ja")
    assert "there is no 9999" in refused("analyse", str(file), "--at", "9999")
    assert (
        refused("analyse", str(file), "--playouts", "0") == "There must be at least one playout and one node."
    )
    position = tmp_path / "position.json"
    fields = match.game.fields(streak([9, 3]))
    position.write_text(json.dumps({"game": "beast_streak", "position": fields}), "utf-8")
    assert "The choices of Seat 2" in said("analyse", str(position), "--playouts", "5")
    position.write_text(json.dumps({"game": "beast_streak", "position": {"table": 1}}), "utf-8")
    assert refused("analyse", str(position)).startswith("This is no position")
    for odd in ({"position": {}}, {"game": "cerke", "position": {}, "options": [1]}):
        position.write_text(json.dumps(odd), "utf-8")
        assert refused("analyse", str(position)).startswith("A position is a JSON object with game")
    assert refused("analyse", str(tmp_path / "missing.json")).startswith("Cannot read")


@pytest.mark.parametrize(("language", "word"), [("en", "chose to throw again"), ("ja", "は再行しました")])
def test_the_command_reviews_a_match_in_words(tmp_path: Path, language: str, word: str) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(Record.of(play_match("beast_streak", ("greedy", "random"))).to_json())
    shown = said("analyse", str(file), "--playouts", "5", "--lang", language)
    assert word in shown
    assert not re.search(r"│ (again|stop) ", shown)


def test_options_of_a_position_go_over_its_preset(tmp_path: Path) -> None:
    """The education board has no square KAI, whatever else is changed."""
    position = tmp_path / "position.json"
    asked = {"preset": "education", "options": {"season_count": 2}, "position": {"board": {"KAI": "皇"}}}
    position.write_text(json.dumps({"game": "cerke", **asked}), "utf-8")
    assert refused("analyse", str(position)) == "KAI is no square of this board."


def test_a_position_file_means_the_rules_of_the_version_that_wrote_it(tmp_path: Path) -> None:
    """Version 1 knew no penalties that are held, and its files bear no number (docs/rules/cerke.md §10)."""
    position = tmp_path / "position.json"
    asked = {"game": "cerke", "preset": "standard", "position": {"penalties_IA": ["kut_tam"]}}
    position.write_text(json.dumps(asked), "utf-8")
    assert "kut_tam" in refused("analyse", str(position))
    position.write_text(json.dumps({**asked, "kaik": VERSION}), "utf-8")
    assert "Who comes first" in said("analyse", str(position), "--nodes", "200", "--playouts", "1")
    position.write_text(json.dumps({**asked, "kaik": VERSION + 1}), "utf-8")
    assert f"no later one than version {VERSION}" in refused("analyse", str(position))


def test_what_may_follow_is_told_line_by_line(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps({"game": "cerke", "position": {}}), "utf-8")
    shown = said("analyse", str(position), "--nodes", "2000")
    assert len(re.findall(r"│ Seat [12]: ", shown)) > len(re.findall(r"│ [A-Z]+[-/皇]", shown)) > 0
    assert not re.search(r"\S Seat [12]: ", shown.replace("│ Seat", ""))


def test_where_a_game_searches_itself_the_outcomes_of_chance_are_chances_to_win() -> None:
    game = registry.load("cerke")
    state = game.set_up(game.options(), {})
    after = (game.apply(state, 0, action) for action in game.actions(state, 0))
    due = next(one for one in after if game.to_act(one) == (CHANCE,))
    found = lab.analyse(game, due, Random(1), Limit(nodes=3_000))
    assert found.unit == "chance"
    assert len(found.falls) == 6
    assert all(sum(fall.values) == pytest.approx(1) for fall in found.falls)
    assert found.first[0] == pytest.approx(sum(fall.chance * fall.values[0] for fall in found.falls))

"""The arena: balanced, repeatable, resumable, and its figures add up."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from kaik.core import registry
from kaik.core.errors import BadOptions, BadRecord
from kaik.lab import arena, sim
from kaik.lab.arena import Arena, ArenaJournal, Bout, BoutReport
from kaik.lab.estimate import wilson
from kaik.lab.sprt import Sprt
from kaik.play.record import read, replay, verify
from tests.cli import kaik, refused, said

GAME = "beast_streak"


def event(
    players: tuple[str, ...] = ("greedy", "random"),
    matches: int = 6,
    seats: int | None = None,
    id: str = GAME,
) -> Arena:
    game = registry.load(id)
    return arena.arena(game, game.options(), players, matches, seats)


def untimed(reports: list[BoutReport]) -> list[tuple[Bout, tuple[float, ...], tuple[int, ...]]]:
    return [(report.bout, report.points, report.places) for report in reports]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_pair_sits_everywhere_equally_often(seats: int) -> None:
    planned = arena.bouts(event(("a", "b", "c"), 8, seats))
    assert Counter(bout.pair for bout in planned) == {(0, 1): 8, (0, 2): 8, (1, 2): 8}
    for pair in [(0, 1), (0, 2), (1, 2)]:
        for seat in range(seats):
            taken = Counter(bout.sitting[seat] for bout in planned if bout.pair == pair)
            assert taken == {pair[0]: 4, pair[1]: 4}


def test_seats_change_over_with_the_same_chance() -> None:
    first, second, third, *_ = arena.bouts(event())
    assert first.seed == second.seed != third.seed
    assert first.sitting == tuple(reversed(second.sitting))


def test_it_is_repeatable_in_any_number_of_processes() -> None:
    alone = untimed(list(arena.run(event())))
    with sim.processes(2, 1) as mapped:
        assert untimed(list(arena.run(event(), mapped))) == alone


def report(points: tuple[float, ...], sitting: tuple[int, ...] = (0, 1)) -> BoutReport:
    places = tuple(1 + sum(other > mine for other in points) for mine in points)
    zeros = (0,) * len(points)
    return BoutReport(Bout((0, 1), 0, sitting, 0), points, places, tuple(map(float, zeros)), zeros)


def test_a_match_is_won_by_the_higher_total_and_ties_count_half() -> None:
    assert arena.score_of(report((3, -3))) == 1
    assert arena.score_of(report((3, -3), (1, 0))) == 0
    assert arena.score_of(report((0, 0))) == 0.5
    assert arena.score_of(report((5, 1, 1, -7), (0, 1, 0, 1))) == pytest.approx((1 + 1 + 0.5 + 1) / 4)


def test_the_figures_add_up() -> None:
    reports = list(arena.run(event(("greedy", "random", "optimal"), 8)))
    found = arena.table(event(("greedy", "random", "optimal"), 8), reports)
    assert sum(one.score * one.matches for one in found.standings) == pytest.approx(24)
    assert sum(one.points * one.matches for one in found.standings) == pytest.approx(0)
    assert [one.matches for one in found.standings] == [16, 16, 16]
    assert {pair.players for pair in found.pairings} == {
        ("greedy", "random"),
        ("greedy", "optimal"),
        ("random", "optimal"),
    }
    best = found.standings[0]
    assert best.interval[0] < best.score < best.interval[1]
    assert best.score == max(one.score for one in found.standings)
    assert found.standings[0].rating > found.standings[-1].rating


def test_wilsons_interval() -> None:
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_a_decided_pair_plays_no_more() -> None:
    test = Sprt(0.3, 0.7)
    every = list(arena.run(event(matches=60), sprt=test))
    assert len(every) < 60
    score = sum(arena.score_of(one) for one in every)
    assert test.verdict(score, len(every)) == "higher"
    assert test.verdict(score - arena.score_of(every[-1]), len(every) - 1) == "undecided"
    again = list(arena.run(event(matches=60), sprt=test, batch=5))
    assert untimed(again) == untimed(every)
    assert list(arena.run(event(matches=60), sprt=test, done=every)) == []


# -- going on --------------------------------------------------------------------------------------


def test_what_is_in_the_journal_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    whole = untimed(list(arena.run(event())))
    journal = ArenaJournal(file, event())
    for number, one in enumerate(arena.run(event(), keep=True)):
        if number == 4:
            break
        journal.add(one)
    with file.open("ab") as out:
        out.write(b'{"bout": {"pai')
    later = ArenaJournal(file, event())
    assert len(later.done) == 4
    rest = list(arena.run(event(), done=later.done))
    assert untimed(later.done + rest) == whole
    for one in rest:
        later.add(one)
    assert untimed(ArenaJournal(file, event()).done) == whole


@pytest.mark.parametrize("id", registry.game_ids())
def test_a_journal_is_known_again_whatever_the_options_hold(id: str, tmp_path: Path) -> None:
    ArenaJournal(tmp_path / "arena.jsonl", event(id=id))
    assert ArenaJournal(tmp_path / "arena.jsonl", event(id=id)).done == []


def test_a_journal_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord):
        ArenaJournal(tmp_path, event())


def test_a_journal_of_another_arena_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    ArenaJournal(file, event())
    with pytest.raises(BadOptions):
        ArenaJournal(file, event(matches=7))
    file.write_text("nonsense\n")
    with pytest.raises(BadOptions):
        ArenaJournal(file, event())


# -- the command -----------------------------------------------------------------------------------


def test_the_command_prints_and_keeps(tmp_path: Path) -> None:
    words = ["arena", GAME, "greedy", "level1", "-n", "6", "--seed", "4", "--resume", "j.jsonl"]
    shown = said(*words, "--keep", "kept")
    assert "6 matches of Beast Streak" in shown
    assert "greedy – level1" in shown
    files = sorted((tmp_path / "kept").iterdir())
    assert len(files) == 6
    record = read(files[0].read_text("utf-8"))
    assert set(record.players) == {"greedy", "level1"}
    assert replay(record).over
    assert verify(record) is None
    assert len((tmp_path / "j.jsonl").read_text("utf-8").splitlines()) == 7
    assert "6 matches" in said(*words)
    assert "50 % or 58 %?" in said(*words, "--sprt", "0.5,0.58")
    assert "得点" in said(*words, "--lang", "ja")


def test_figures_stay_whole_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cli.COLUMNS", "80")
    words = ["arena", "new_play", "ismcts:playouts=2", "greedy", "-n", "2", "--players", "4", "--lang", "ja"]
    shown = said(*words)
    assert "…" not in shown
    assert re.search(r"\d %  \d+\.\d–\d+\.\d %  [+-]\d+\.\d\d ± \d+\.\d\d  \d+\.\d ± \d\.\d  ", shown)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("arena", GAME, "greedy", "random"), "Broken off after 3 matches; with --resume FILE"),
        (
            ("arena", GAME, "greedy", "random", "--resume", "j.jsonl"),
            "Broken off; 3 matches are kept in j.jsonl",
        ),
        (("sim", GAME), "Broken off after 3 matches."),
    ],
)
def test_after_ctrl_c_the_table_says_what_was_played(
    words: tuple[str, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(found: Iterable[object], _total: int) -> Iterator[object]:
        yield from islice(found, 3)
        raise KeyboardInterrupt

    for command in ("arena", "simulate"):
        monkeypatch.setattr(f"kaik.cli.{command}.with_progress", interrupted)
    broken = kaik(*words)
    assert broken.exit_code == 130
    assert broken.stderr.startswith(told)
    assert "3 matches of Beast Streak" in broken.stdout


def test_the_mean_of_points_counts_matches_not_seats() -> None:
    """Two seats of a player that always get the same are worth no more than one."""
    four = event(matches=2, seats=4)
    reports = [report((won, -won, won, -won), (0, 1, 0, 1)) for won in (1, 3)]
    first = arena.table(four, reports).standings[0]
    assert first.points == 2
    assert first.margin == pytest.approx(1.96)


def test_one_match_has_no_interval_of_points() -> None:
    assert "± –" in said("arena", GAME, "greedy", "random", "-n", "1")
    assert "…" not in said("sim", GAME, "-n", "1")


# -- processes -------------------------------------------------------------------------------------


def test_processes_left_in_the_middle_drop_what_they_are_at() -> None:
    def interrupted() -> None:
        with sim.processes(2, 1) as mapped:
            for _ in mapped(time.sleep, [0, 600, 600, 600]):
                raise KeyboardInterrupt

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert time.monotonic() - begun < 300


def test_a_lost_process_is_one_sentence() -> None:
    with pytest.raises(BadOptions, match="ended from outside"), sim.processes(2, 1) as mapped:
        list(mapped(os._exit, [1]))


PROGRAM = """
import multiprocessing, time
from kaik.lab import sim
with sim.processes(2, 1) as mapped:
    for _ in mapped(time.sleep, [0, 600, 600]):
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
"""


def test_processes_end_with_whoever_started_them() -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        children = [int(pid) for pid in parent.stdout.readline().split()]
        parent.kill()
        parent.communicate(timeout=120)  # ends when nobody holds the other end any more
    assert len(children) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["greedy"],
        ["greedy", "greedy"],
        ["greedy", "nobody"],
        ["greedy", "random", "-n", "0"],
        ["greedy", "random", "--players", "99"],
        ["greedy", "random", "--sprt", "1,2"],
        ["greedy", "random", "--jobs", "-1"],
        ["greedy", "random", "--jobs", "100000"],
    ],
)
def test_the_command_refuses(words: list[str]) -> None:
    assert refused("arena", GAME, *words)

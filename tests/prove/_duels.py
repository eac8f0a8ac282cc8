"""Two computer players against each other for at most a quarter of an hour, for the proofs of strength.

Counted is the time of the processors, so that a busy machine, or one with fewer cores, plays as many matches.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kaik.core import registry
from kaik.lab import arena, sim
from kaik.lab.sprt import Sprt
from tests.prove import Proved

SECONDS = 2 * 840
"""Of processor time: a quarter of an hour on two cores, less what starting takes."""
TEST = Sprt(0.5, 0.58)
"""Is the score a half, or 58 %?"""
VERDICTS = {"higher": True, "lower": False, "undecided": None}


def beats(game: str, one: str, other: str, matches: int = 2000, seconds: float = SECONDS) -> Proved:
    """Whether the sequential test finds for the first player, if it comes to an end in time."""
    table, spent = _met(game, (one, other), matches, TEST, seconds)
    pairing = table.pairings[0]
    low, high = pairing.interval
    line = (
        f"`{one}` against `{other}` in `{game}`, two players: score {100 * pairing.score:.1f} % "
        f"({100 * low:.1f} … {100 * high:.1f} %) in {pairing.matches} matches, "
        f"test 50 % against 58 %: {pairing.verdict}."
    )
    return VERDICTS[pairing.verdict], [line, "", _rest(table, spent)]


def gains(game: str, one: str, other: str, matches: int = 600, seconds: float = SECONDS) -> Proved:
    """Whether the first player's mean points are above 0, with 95 % confidence."""
    table, spent = _met(game, (one, other), matches, None, seconds)
    mine = next(standing for standing in table.standings if standing.player == one)
    line = (
        f"`{one}` against `{other}` in `{game}`, two players: {mine.points:+.2f} ± {mine.margin:.2f} points "
        f"a match, score {100 * mine.score:.1f} % in {mine.matches} matches."
    )
    return mine.points > mine.margin, [line, "", _rest(table, spent)]


def _met(
    game: str, players: tuple[str, str], matches: int, test: Sprt | None, seconds: float
) -> tuple[arena.CrossTable, float]:
    rules = registry.load(game)
    event = arena.arena(rules, rules.options(), players, matches, 2)
    workers = len(os.sched_getaffinity(0))
    reports: list[arena.BoutReport] = []
    with sim.processes(workers, 1) as spread:
        clock = Clock(spread)
        for planned in range(0, matches, 2 * workers):
            part = arena.arena(rules, rules.options(), players, min(matches, planned + 2 * workers), 2)
            reports += arena.run(part, clock.map, done=reports, sprt=test, batch=2 * workers)
            if clock.spent > seconds or _decided(test, reports):
                break
    return arena.table(event, reports, test), clock.spent


class Clock:
    """Plays matches elsewhere and adds up the processor time they took there."""

    def __init__(self, spread: Callable[..., Iterable[Any]]) -> None:
        self.spread = spread
        self.spent = 0.0

    def map(self, play: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[arena.BoutReport]:
        for report, seconds in self.spread(_timed, list(tasks)):
            self.spent += seconds
            yield report


def _timed(task: arena.BoutTask) -> tuple[arena.BoutReport, float]:
    begun = time.process_time()
    return arena.play(task), time.process_time() - begun


def _decided(test: Sprt | None, reports: list[arena.BoutReport]) -> bool:
    score = sum(arena.score_of(report) for report in reports)
    return test is not None and test.verdict(score, len(reports)) != "undecided"


def _rest(table: arena.CrossTable, spent: float) -> str:
    times = ", ".join(f"`{one.player}` {one.milliseconds:.1f} ms" for one in table.standings)
    points = ", ".join(f"`{one.player}` {one.points:+.2f} ± {one.margin:.2f}" for one in table.standings)
    return f"Points a match: {points}. A choice took on average: {times}. Processor time: {spent:.0f} s."

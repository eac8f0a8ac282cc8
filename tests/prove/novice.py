"""The lowest levels against somebody on their first evening, a proof for each game, of cerke for two presets.

Every level plays the `novice` in rounds, each as long as all before it together, until the intervals decide
or the time is over. Two matches with the same chance and the seats changed over are one draw.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from msgspec.structs import replace

from kaik.core import registry
from kaik.core.messages import catalogue
from kaik.lab import arena, sim
from kaik.lab.estimate import Estimate, mean, share
from kaik.players.levels import Level, levels
from tests.prove import Proof, Proved
from tests.prove._duels import Clock

SECONDS = 840
"""Of processor time for a proof: a quarter of an hour even on one core."""
FIRST_ROUND, MOST = 100, 102_400
"""Matches of a level before the first look, and at most."""
BATCH = 40
BANDS = ((0.0, 0.4), (0.4, 0.6), (0.7, 1.0))
"""The scores that the first levels of cerke are to have."""
BANDED = {"cerke": ("official", "education")}
"""Where scores are asked for, with the presets; elsewhere the levels are to differ in points."""
LOWEST = len(BANDS)


class Trial:
    """A level's matches against the novice."""

    def __init__(self, game: str, preset: str | None, level: Level) -> None:
        rules = registry.load(game)
        self.level = level
        self.event = arena.arena(rules, rules.options(preset), (f"level{level.number}", "novice"), MOST)
        self.reports: list[arena.BoutReport] = []

    def play(self, clock: Clock) -> None:
        """One more round, as far as the time allows."""
        wanted = min(MOST, max(FIRST_ROUND, 2 * len(self.reports)))
        bouts = arena.bouts(replace(self.event, matches=wanted))[len(self.reports) :]
        for first in range(0, len(bouts), BATCH):
            if clock.spent > SECONDS:
                return
            tasks = [arena.BoutTask(self.event, bout, False) for bout in bouts[first : first + BATCH]]
            self.reports += clock.map(arena.play, tasks)

    @property
    def score(self) -> Estimate:
        return self._estimate(share, arena.score_of)

    @property
    def ahead(self) -> Estimate:
        return self._estimate(mean, arena.ahead)

    def _estimate(
        self,
        method: Callable[[Sequence[float], Sequence[float]], Estimate | None],
        value: Callable[[arena.BoutReport], float],
    ) -> Estimate:
        pairs = zip(self.reports[::2], self.reports[1::2], strict=True)
        sums = [value(one) + value(other) for one, other in pairs]
        found = method(sums, [2] * len(sums))
        assert found is not None
        return found

    def row(self, verdict: str) -> str:
        score, ahead = self.score, self.ahead
        cells = (
            f"{self.level.number}",
            f"`{self.level.spec}`",
            f"{len(self.reports)}",
            f"{100 * score.value:.1f} % ({100 * score.low:.1f} … {100 * score.high:.1f} %)",
            f"{ahead.value:+.3f} ± {ahead.margin:.3f}",
            verdict,
        )
        return f"| {' | '.join(cells)} |"


def _banded(trials: list[Trial]) -> list[bool | None]:
    """Whether each score lies in its band; `None` while its interval reaches over an edge."""
    return [
        _inside(trial.score, band) if trial.reports else None
        for trial, band in zip(trials, BANDS, strict=True)
    ]


def _inside(score: Estimate, band: tuple[float, float]) -> bool | None:
    low, high = band
    if low <= score.low and score.high <= high:
        return True
    return False if score.high < low or score.low > high else None


def _apart(trials: list[Trial]) -> list[bool | None]:
    """Whether each level wins more points than the one below it, and the first fewer than the novice."""
    if not all(trial.reports for trial in trials):
        return [None] * len(trials)
    found = [trial.ahead for trial in trials]
    nothing = Estimate(0.0, 0.0, 0.0)
    return [_above(nothing, found[0]), *(_above(higher, lower) for lower, higher in pairwise(found))]


def _above(higher: Estimate, lower: Estimate) -> bool | None:
    if lower.high < higher.low:
        return True
    return False if higher.high < lower.low else None


def _prove(game: str, preset: str | None) -> Proved:
    banded = preset is not None
    solved = levels(game)[-1].spec == "optimal"
    trials = [Trial(game, preset, level) for level in levels(game)[: None if solved else LOWEST]]
    judge = _banded if banded else _apart
    with sim.processes(len(os.sched_getaffinity(0)), 4) as spread:
        clock = Clock(spread)
        while None in (verdicts := judge(trials)) and clock.spent < SECONDS:
            above = [True] * len(trials) if banded else [*verdicts[1:], True]
            open = [trial for trial, *both in zip(trials, verdicts, above, strict=True) if None in both]
            if all(len(trial.reports) == MOST for trial in open):
                break
            for trial in open:
                trial.play(clock)
    wanted = [f"{100 * low:.0f} … {100 * high:.0f} %" for low, high in BANDS]
    if not banded:
        wanted = ["below the novice", *(f"above level {trial.level.number}" for trial in trials[:-1])]
    words = {True: "holds", False: "**does not hold**", None: "**undecided**"}
    table = f"`{game}`" if preset is None else f"`{game}`, preset `{preset}`"
    lines = [
        f"{table}, {trials[0].event.seats} players, against `novice`; 95 % intervals."
        + (" Level 2 is the novice itself." if trials[1].level.spec == "novice" else ""),
        "",
        "| level | player | matches | score | points ahead a match | wanted |",
        "|---|---|---|---|---|---|",
        *(
            trial.row(f"{want}: {words[verdict]}")
            for trial, want, verdict in zip(trials, wanted, verdicts, strict=True)
        ),
    ]
    return (False if False in verdicts else None if None in verdicts else True), lines


PROOFS = {
    "_".join(filter(None, (game, preset))): Proof(
        f"The first levels of {catalogue('en', game).word('title')}" + (f", {preset}" if preset else ""),
        partial(_prove, game, preset),
    )
    for game in registry.game_ids()
    if registry.load(game).has_choices
    for preset in BANDED.get(game, (None,))
}

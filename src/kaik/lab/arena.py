"""The arena: computer players meet in a round robin, seats balanced, until the matches or a test say enough.

Two matches in a row use the same chance with the seats changed over. The unit is one match: who comes out
ahead scores 1, ties ½. Every match is known by its number, so that an arena can be broken off and resumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from kaik.core import registry
from kaik.core.game import AnyGame
from kaik.core.options import Options, checked
from kaik.lab import journal
from kaik.lab.estimate import Estimate, mean, wilson
from kaik.lab.sim import Map
from kaik.lab.sprt import Sprt, Verdict
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.play.record import Record
from kaik.players import specs
from kaik.players.base import NO_LIMIT, Limit, Player, Seated
from kaik.players.table import advance


class Arena(Struct, frozen=True, kw_only=True):
    """Who meets at what. `matches` are played by every pair."""

    game: str
    options: dict[str, Any]
    players: tuple[str, ...]
    seats: int
    matches: int
    seed: int = 0


class Bout(Struct, frozen=True):
    """One match of a pair of players, given by their numbers: who sits where, and with what chance."""

    pair: tuple[int, int]
    number: int
    sitting: tuple[int, ...]
    seed: int


class BoutReport(Struct, frozen=True):
    """How a bout went, seat by seat."""

    bout: Bout
    points: tuple[float, ...]
    places: tuple[int, ...]
    seconds: tuple[float, ...]
    """Time spent on choices."""
    choices: tuple[int, ...]
    record: str = ""


class BoutTask(Struct, frozen=True):
    """A bout with all that is needed to play it in any process."""

    arena: Arena
    bout: Bout
    keep: bool


def arena(
    game: AnyGame,
    options: Options,
    players: Sequence[str],
    matches: int,
    seats: int | None = None,
    seed: int = 0,
) -> Arena:
    """An arena at the smallest table, or one of the size asked for."""
    return Arena(
        game=game.id,
        options=msgspec.to_builtins(options),
        players=tuple(players),
        seats=seats or game.seats(options)[0],
        matches=matches,
        seed=seed,
    )


def bouts(arena: Arena) -> list[Bout]:
    """All matches; every pair plays its first before any plays its second."""
    pairs = list(combinations(range(len(arena.players)), 2))
    return [
        Bout(pair, number, _sitting(pair, number, arena.seats), arena.seed + number // 2)
        for number in range(arena.matches)
        for pair in pairs
    ]


def _sitting(pair: tuple[int, int], number: int, seats: int) -> tuple[int, ...]:
    """The two sit in turn round the table, and change over from match to match."""
    return tuple(pair[(seat + number) % 2] for seat in range(seats))


# -- playing -------------------------------------------------------------------------------------


class _Timed:
    """A player and the time it has spent."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds = 0.0
        self.choices = 0

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        begun = perf_counter()
        chosen = self.player.choose(game, view, seat, legal, rng, limit)
        self.seconds += perf_counter() - begun
        self.choices += 1
        return chosen


def play(task: BoutTask) -> BoutReport:
    """Play one bout."""
    arena, bout = task.arena, task.bout
    game = registry.load(arena.game)
    chance = Sealed.fresh(arena.seats, bout.seed)
    match = Match(game, checked(game.Options, arena.options), arena.seats, chance)
    named = [arena.players[player] for player in bout.sitting]
    seated = [specs.player(spec) for spec in named]
    timed = [_Timed(one.player) for one in seated]
    computers = {
        seat: Seated(clock, one.limit) for seat, (clock, one) in enumerate(zip(timed, seated, strict=True))
    }
    advance(match, computers, str(bout.seed))
    assert match.result is not None
    record = Record.of(match, players=named, fairness=chance.opened()).to_json().decode() if task.keep else ""
    return BoutReport(
        bout,
        match.result.points,
        match.result.places,
        tuple(clock.seconds for clock in timed),
        tuple(clock.choices for clock in timed),
        record,
    )


def run(
    arena: Arena,
    map: Map = map,
    *,
    done: Iterable[BoutReport] = (),
    sprt: Sprt | None = None,
    keep: bool = False,
    batch: int = 16,
) -> Iterator[BoutReport]:
    """The reports of all matches not yet done, in order. A pair that the test has decided plays no more."""
    known = {(report.bout.pair, report.bout.number): report for report in done}
    tally = _Tally(sprt)
    for report in known.values():
        tally.add(report)
    left = [bout for bout in bouts(arena) if (bout.pair, bout.number) not in known]
    while left := [bout for bout in left if not tally.is_decided(bout.pair)]:
        now, left = (left[:batch], left[batch:]) if sprt else (left, [])
        for report in map(play, [BoutTask(arena, bout, keep) for bout in now]):
            if not tally.is_decided(report.bout.pair):
                tally.add(report)
                yield report


class _Tally:
    """The score of each pair, and what the test says of it."""

    def __init__(self, sprt: Sprt | None) -> None:
        self.sprt = sprt
        self.scores: dict[tuple[int, int], tuple[float, int]] = {}

    def add(self, report: BoutReport) -> None:
        score, matches = self.scores.get(report.bout.pair, (0.0, 0))
        self.scores[report.bout.pair] = score + score_of(report), matches + 1

    def is_decided(self, pair: tuple[int, int]) -> bool:
        if self.sprt is None or pair not in self.scores:
            return False
        return self.sprt.verdict(*self.scores[pair]) != "undecided"


def score_of(report: BoutReport, player: int | None = None) -> float:
    """What one of the pair, by default the first, scored: its seats against the other's, on average."""
    one = report.bout.pair[0] if player is None else player
    mine, others = _places(report, one, same=True), _places(report, one, same=False)
    ahead = sum((here < there) + (here == there) / 2 for here in mine for there in others)
    return ahead / (len(mine) * len(others))


def ahead(report: BoutReport, player: int | None = None) -> float:
    """By how many points one of the pair, by default the first, is ahead, a seat of its against one of the
    other's on average; where that is none, by how many places."""
    one = report.bout.pair[0] if player is None else player
    mine, others = (
        [seat for seat, other in enumerate(report.bout.sitting) if (other == one) is same]
        for same in (True, False)
    )

    def lead(values: Sequence[float]) -> float:
        return sum(values[seat] for seat in mine) / len(mine) - sum(values[seat] for seat in others) / len(
            others
        )

    return lead(report.points) or -lead(report.places)


def _places(report: BoutReport, player: int, *, same: bool) -> list[int]:
    sitting = zip(report.places, report.bout.sitting, strict=True)
    return [place for place, other in sitting if (other == player) is same]


# -- keeping -------------------------------------------------------------------------------------


class ArenaJournal(journal.Journal[BoutReport]):
    """The file of an arena."""

    def __init__(self, file: Path, arena: Arena) -> None:
        super().__init__(file, arena, BoutReport, "error.arena_other")

    def add(self, report: BoutReport) -> None:
        """Keep a report, without its record."""
        super().add(msgspec.structs.replace(report, record=""))


# -- what it says --------------------------------------------------------------------------------


class PlayerScore(Struct, frozen=True):
    """One player over all its matches."""

    player: str
    matches: int
    score: float
    """Per match, between 0 and 1."""
    interval: tuple[float, float]
    points: float
    margin: float
    """Half the width of the 95 % interval of the mean points."""
    rating: float
    doubt: float
    milliseconds: float
    """Per choice."""


class PairScore(Struct, frozen=True):
    """One pair: the score of the first."""

    players: tuple[str, str]
    matches: int
    score: float
    interval: tuple[float, float]
    verdict: Verdict | None
    """What the test says, where there is one."""


class CrossTable(Struct, frozen=True):
    """An arena in figures, the best player first."""

    standings: tuple[PlayerScore, ...]
    pairings: tuple[PairScore, ...]


def table(arena: Arena, reports: Sequence[BoutReport], sprt: Sprt | None = None) -> CrossTable:
    """What the matches say."""
    rated = ratings(arena, reports)
    standings = [
        _player_score(name, player, reports, rated[player])
        for player, name in enumerate(arena.players)
        if any(player in report.bout.pair for report in reports)
    ]
    pairs = dict.fromkeys(report.bout.pair for report in sorted(reports, key=lambda one: one.bout.pair))
    pairings = [_pair_score(arena, pair, reports, sprt) for pair in pairs]
    return CrossTable(tuple(sorted(standings, key=lambda one: -one.score)), tuple(pairings))


def _player_score(
    name: str, player: int, reports: Sequence[BoutReport], rated: tuple[float, float]
) -> PlayerScore:
    mine = [report for report in reports if player in report.bout.pair]
    score = sum(score_of(report, player) for report in mine)
    seats = [
        (report, seat) for report in mine for seat, one in enumerate(report.bout.sitting) if one == player
    ]
    points = _points(mine, player)
    seconds = sum(report.seconds[seat] for report, seat in seats)
    choices = sum(report.choices[seat] for report, seat in seats)
    return PlayerScore(
        player=name,
        matches=len(mine),
        score=score / len(mine),
        interval=wilson(score, len(mine)),
        points=points.value,
        margin=points.margin,
        rating=rated[0],
        doubt=rated[1],
        milliseconds=1000 * seconds / max(1, choices),
    )


def _points(reports: Sequence[BoutReport], player: int) -> Estimate:
    """The mean of a seat. What several seats of one match get belongs together."""
    won = [_seats(report.points, report, player) for report in reports]
    found = mean([sum(points) for points in won], [len(points) for points in won])
    assert found is not None
    return found


def _seats(values: Sequence[float], report: BoutReport, player: int) -> list[float]:
    return [value for value, one in zip(values, report.bout.sitting, strict=True) if one == player]


def _pair_score(
    arena: Arena, pair: tuple[int, int], reports: Sequence[BoutReport], sprt: Sprt | None
) -> PairScore:
    mine = [report for report in reports if report.bout.pair == pair]
    score = sum(score_of(report) for report in mine)
    first, second = pair
    return PairScore(
        players=(arena.players[first], arena.players[second]),
        matches=len(mine),
        score=score / len(mine),
        interval=wilson(score, len(mine)),
        verdict=None if sprt is None else sprt.verdict(score, len(mine)),
    )


def ratings(arena: Arena, reports: Iterable[BoutReport]) -> list[tuple[float, float]]:
    """A rating and its doubt for each player, from the matches in their order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = [model.rating() for _ in arena.players]
    for report in reports:
        one, other = report.bout.pair
        score = score_of(report)
        ranks = [float(score < 0.5), float(score > 0.5)]
        [[rated[one]], [rated[other]]] = model.rate([[rated[one]], [rated[other]]], ranks=ranks)
    return [(rating.mu, rating.sigma) for rating in rated]

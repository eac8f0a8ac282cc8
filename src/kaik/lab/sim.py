"""Many matches between computer players, and what they say taken together.

A job is plain data and plays one match; the same job gives the same result in whatever process it runs.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from math import sqrt
from threading import Thread
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.messages import Message
from kaik.core.options import Options, checked
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.table import advance


class Job(Struct, frozen=True):
    """One match to play."""

    game: str
    options: dict[str, Any]
    players: tuple[str, ...]
    seed: int


class MatchOutcome(Struct, frozen=True):
    """How one match ended."""

    points: tuple[float, ...]
    places: tuple[int, ...]
    reason: Message
    events: int


Work = TypeVar("Work")
Done = TypeVar("Done")


class Map(Protocol):
    """The builtin `map`, that of a pool of processes, or any other that keeps the order."""

    def __call__(self, function: Callable[[Work], Done], work: Iterable[Work], /) -> Iterable[Done]: ...


def jobs(game: str, options: Options, players: Sequence[str], matches: int, seed: int = 0) -> list[Job]:
    """Matches with seeds of their own, counted from `seed`."""
    values = msgspec.to_builtins(options)
    return [Job(game, values, tuple(players), seed + number) for number in range(matches)]


def play(job: Job) -> MatchOutcome:
    """Play one match to its end."""
    return outcome(play_match(job))


def play_match(job: Job) -> Match:
    """The match, played to its end."""
    game = registry.load(job.game)
    options = checked(game.Options, job.options)
    match = Match(game, options, len(job.players), Sealed.fresh(len(job.players), job.seed))
    advance(match, {seat: specs.player(spec) for seat, spec in enumerate(job.players)}, str(job.seed))
    return match


def outcome(match: Match) -> MatchOutcome:
    """How a finished match ended."""
    assert match.result is not None
    return MatchOutcome(match.result.points, match.result.places, match.result.reason, len(match.events))


def run(work: Iterable[Job], map: Map = map) -> Iterator[MatchOutcome]:
    """The outcomes, in the order of the jobs, as they become known."""
    yield from map(play, work)


@contextmanager
def processes(workers: int, chunk: int = 16) -> Iterator[Map]:
    """A `map` that spreads the jobs over processes; left in the middle, it drops what they are at."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, initializer=_begin)

    def map_over(function: Callable[[Work], Done], work: Iterable[Work], /) -> Iterable[Done]:
        try:
            yield from pool.map(function, work, chunksize=chunk)
        except BrokenProcessPool:
            raise BadOptions("error.process_lost") from None

    try:
        yield map_over
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Begin a process: Ctrl-C is for whoever handed out the work, and without them there is none."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


class SeatSummary(Struct, frozen=True):
    """One seat over many matches. A shared first place counts as a share of a win."""

    mean: float
    margin: float
    """Half the width of the 95 % interval of the mean."""
    wins: float
    places: tuple[int, ...]
    """How often it came first, second, …"""


class Summary(Struct, frozen=True):
    """Many matches taken together."""

    matches: int
    seats: tuple[SeatSummary, ...]
    events: tuple[int, float, int]
    """The fewest, the mean and the most events of a match."""
    reasons: tuple[tuple[Message, int], ...]
    """Why they ended, the commonest first."""


def summary(outcomes: Sequence[MatchOutcome]) -> Summary:
    """What the outcomes say taken together; there must be at least one."""
    lengths = [outcome.events for outcome in outcomes]
    seats = range(len(outcomes[0].points))
    return Summary(
        len(outcomes),
        tuple(_seat(outcomes, seat) for seat in seats),
        (min(lengths), sum(lengths) / len(lengths), max(lengths)),
        _reasons(outcomes),
    )


def _seat(outcomes: Sequence[MatchOutcome], seat: int) -> SeatSummary:
    mean, margin = interval([outcome.points[seat] for outcome in outcomes])
    places = Counter(outcome.places[seat] for outcome in outcomes)
    wins = sum(1 / outcome.places.count(1) for outcome in outcomes if outcome.places[seat] == 1)
    return SeatSummary(mean, margin, wins, tuple(places[n + 1] for n in range(len(outcomes[0].places))))


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * sqrt(variance / len(values))


def _reasons(outcomes: Sequence[MatchOutcome]) -> tuple[tuple[Message, int], ...]:
    first: dict[bytes, Message] = {}
    counts: Counter[bytes] = Counter()
    for outcome in outcomes:
        key = msgspec.json.encode(outcome.reason)
        first.setdefault(key, outcome.reason)
        counts[key] += 1
    return tuple((first[key], count) for key, count in counts.most_common())

"""Matches of cerke written as CKKA and read back, a proof for each preset: finished, and broken off."""

from __future__ import annotations

import functools
import os
from random import Random

from msgspec import Struct, to_builtins

from kaik.games.cerke import GAME
from kaik.games.cerke.state import Phase
from kaik.lab import sim
from kaik.play.match import Match
from kaik.play.record import Record, replay
from tests.prove import Proof, Proved
from tests.rules.cerke.round_trip import lost

MATCHES = 200
PLAYERS = ("random", "search:nodes=100")


class Trip(Struct, frozen=True):
    """What became of one match: its length in events, how it ended or where it stood, and what was lost."""

    events: int
    end: str
    lost: str


def travel(job: sim.Job) -> tuple[Trip, Trip]:
    """One match to its end, and the same broken off at some event, each written and read back."""
    match = sim.played(job)
    assert match.result is not None
    stops = [at for at, state in enumerate(match.states[:-1]) if state.phase is not Phase.FIRST]
    broken = replay(Record.of(match), Random(job.seed).choice(stops))
    return _trip(match, match.result.reason.key), _trip(broken, broken.state.phase.value)


def _trip(match: Match, end: str) -> Trip:
    return Trip(len(match.events), end, lost(match))


def prove(preset: str) -> Proved:
    """Nothing is lost of matches of this preset."""
    values = to_builtins(GAME.options(preset))
    jobs = [sim.Job("cerke", values, (PLAYERS[n % 2],) * 2, n) for n in range(MATCHES)]
    with sim.processes(os.cpu_count() or 1) as spread:
        finished, broken = zip(*spread(travel, jobs), strict=True)
    faults = [trip.lost for trip in (*finished, *broken) if trip.lost]
    lines = [_row("finished", finished), _row("broken off", broken), f"* not come back whole: {len(faults)}"]
    return not faults, [*lines, *(f"    {fault[:300]}" for fault in faults[:3])]


def _row(name: str, trips: tuple[Trip, ...]) -> str:
    ends = [trip.end for trip in trips]
    counted = ", ".join(f"`{end}` {ends.count(end)}" for end in sorted(set(ends)))
    events = [trip.events for trip in trips]
    return f"* {name}: {len(trips)}, {min(events)} to {max(events)} events ({counted})"


PROOFS = {
    preset: Proof(f"CKKA there and back: {preset}", functools.partial(prove, preset))
    for preset in GAME.presets
}

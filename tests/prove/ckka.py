"""Matches of cerke written as CKKA and read back, a proof for each preset: finished, or broken off."""

from __future__ import annotations

import functools
import os
from random import Random

from msgspec import Struct, to_builtins

from kaik.core.options import checked
from kaik.games.cerke import GAME
from kaik.lab import sim
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.table import advance
from tests.prove import Proof, Proved
from tests.rules.cerke.round_trip import lost

MATCHES = 200
PLAYERS = ("random", "search:nodes=100")
MOST_CHOICES = 150
"""A match is broken off before so many choices."""


class Trip(Struct, frozen=True):
    """What became of one match: its length in events, how it ended, and what was lost."""

    events: int
    reason: str
    lost: str


def play(job: sim.Job) -> Trip:
    """One match to its end, written and read back."""
    return _trip(sim.played(job))


def break_off(job: sim.Job) -> Trip:
    """One match up to some choice, written and read back."""
    match = Match(GAME, checked(GAME.Options, job.options), 2, Sealed.fresh(2, job.seed))
    seated = {seat: specs.player(spec) for seat, spec in enumerate(job.players)}
    advance(match, seated, str(job.seed), steps=Random(job.seed).randrange(MOST_CHOICES))
    return _trip(match)


def _trip(match: Match) -> Trip:
    reason = match.result.reason.key if match.result is not None else match.state.phase.value
    return Trip(len(match.events), reason, lost(match))


def prove(preset: str) -> Proved:
    """Nothing is lost of matches of this preset."""
    values = to_builtins(GAME.options(preset))
    jobs = [sim.Job("cerke", values, (PLAYERS[n % 2],) * 2, n) for n in range(MATCHES)]
    with sim.processes(os.cpu_count() or 1) as spread:
        finished, broken = list(spread(play, jobs)), list(spread(break_off, jobs))
    faults = [trip.lost for trip in (*finished, *broken) if trip.lost]
    lines = [
        f"* {name}: {len(trips)}, {min(events)} to {max(events)} events ({_reasons(trips)})"
        for name, trips in (("finished", finished), ("broken off", broken))
        for events in [[trip.events for trip in trips]]
    ]
    lines += [f"* not come back whole: {len(faults)}", *(f"    {fault[:300]}" for fault in faults[:3])]
    return not faults, lines


def _reasons(trips: list[Trip]) -> str:
    counted = sorted({trip.reason for trip in trips})
    return ", ".join(f"`{reason}` {sum(trip.reason == reason for trip in trips)}" for reason in counted)


PROOFS = {
    preset: Proof(f"CKKA there and back: {preset}", functools.partial(prove, preset))
    for preset in GAME.presets
}

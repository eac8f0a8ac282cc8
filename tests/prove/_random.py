"""Random matches through the referee, shared out over all presets and player counts, for the proofs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from kaik.core.game import AnyGame
from kaik.kit.seasons import SeasonOptions
from kaik.lab import sim


class Ended(Struct, frozen=True):
    """How one match ended, and how many seasons it had, if it has any."""

    outcome: sim.MatchOutcome
    seasons: int


def has_seasons(game: AnyGame) -> bool:
    """Whether it is played in the card games' seasons."""
    return issubclass(game.Options, SeasonOptions)


def play(job: sim.Job) -> Ended:
    match = sim.play_match(job)
    table = getattr(match.state, "table", None)
    return Ended(sim.outcome(match), len(table.done) if table is not None else 0)


def matches(game: AnyGame, count: int, first: int, spread: sim.Map) -> Iterator[Ended]:
    """At least `count` matches, with seeds from `first` on."""
    kinds = [(options, seats) for options in game.presets.values() for seats in game.seats(options)]
    work = [
        job
        for number, (options, seats) in enumerate(kinds)
        for job in sim.jobs(
            game.id, options, ["random"] * seats, -(-count // len(kinds)), first + number * count
        )
    ]
    yield from spread(play, work)


MOST_GUARDED = 0.1
"""At most so many may be stopped by the guard: without progress a random game may go on for ever."""


def row(game: AnyGame, ended: list[Ended]) -> tuple[str, bool]:
    """A line of the table, and whether nearly all ended by themselves with points that sum as claimed."""
    outcomes = [one.outcome for one in ended]
    guarded = sum(outcome.reason.key == "reason.length" for outcome in outcomes)
    zero = not game.zero_sum or all(sum(outcome.points) == 0 for outcome in outcomes)
    lengths = [outcome.events for outcome in outcomes]
    span = f"{min(lengths)}, {sum(lengths) / len(lengths):.1f}, {max(lengths)}"
    sums = ("yes" if zero else "**no**") if game.zero_sum else "not claimed"
    seasons = f" {sum(one.seasons for one in ended)} |" if has_seasons(game) else ""
    return (
        f"| `{game.id}` | {len(ended)} |{seasons} {span} | {guarded} | {sums} |",
        zero and guarded <= MOST_GUARDED * len(ended),
    )

"""A table with the match that its log leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from kaik.core import registry
from kaik.core.options import checked
from kaik.play.fairness import Chance
from kaik.play.match import Match
from kaik.play.record import Record, follow_on, replay
from kaik.server.db.store import TableRow


class AtHand(Struct):
    """A table with its match; before the start the match has not even drawn its first chance."""

    row: TableRow
    match: Match
    answers: dict[str, int] = {}
    """In a claim window: what has been answered so far, by decision."""

    def computers_to_act(self) -> list[int]:
        """The seats that a computer is to choose for now."""
        seats = self.row.seats
        return [seat for seat in self.match.to_act() if seat >= 0 and seats[seat].kind == "computer"]


def fresh(row: TableRow) -> Match:
    """The match of a table before it begins."""
    game = registry.load(row.game)
    return Match(game, checked(game.Options, row.options), len(row.seats), None)


def replayed(row: TableRow, entries: Sequence[object], chance: Callable[[TableRow], Chance]) -> Match:
    """The match that the stored log leads to, able to go on if it has begun."""
    match = replay(Record(game=row.game, options=row.options, seats=len(row.seats), log=tuple(entries)))
    if row.status == "playing":
        match.resume(chance(row))
        if len(match.log) != len(entries):
            raise RuntimeError(f"the stored log of table {row.id} ends where no choice is open")
    return match


def followed(match: Match, entries: Sequence[object]) -> Match:
    """The same match with what was added to its stored log."""
    follow_on(match, entries)
    return match

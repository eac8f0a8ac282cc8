"""Seasons, parent and points: the frame shared by all card games (`docs/rules/walking_war.md` §1.3, §1.4).

A settled season stays on the table until the next event begins a new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from kaik.core.game import seat_name
from kaik.core.lexicon import each
from kaik.core.messages import Message, msg
from kaik.core.options import Options
from kaik.core.scene import Counter, Line
from kaik.kit.deck import Lot
from kaik.kit.ledger import Ledger, added
from kaik.kit.opening import First, in_turn

FIRST_BONUS = 2
"""The parent's bonus of a new parent."""


class SeasonOptions(Options, frozen=True, kw_only=True):
    """Options of every card game."""

    seasons: Annotated[int, Meta(ge=0, le=100)] = 4
    """0: as many as there are players."""
    first_parent: Literal["random", "seat0"] = "random"
    next_parent: Literal["winner", "next_seat", "keep"] = "winner"


class PointOptions(SeasonOptions, frozen=True, kw_only=True):
    """Options of every card game in which points may fall below zero."""

    start_points: Annotated[int, Meta(ge=0, le=10000)] = 0


class BonusOptions(PointOptions, frozen=True, kw_only=True):
    """Options of card games in which the parent's bonus multiplies payments."""

    bonus_side: Literal["either", "payer", "winner"] = "either"
    bonus_reset: Literal["on_change", "never"] = "on_change"


class StakeOptions(PointOptions, frozen=True, kw_only=True):
    """Options of card games that name a winner and no points."""

    win_stake: Literal["win_only", "cards_left"] = "win_only"


class Season(Struct, frozen=True, cache_hash=True, gc=False):
    """A settled season. `winners` in order from the parent; nobody if it was drawn."""

    parent: int
    bonus: int
    winners: tuple[int, ...]
    gains: Ledger


class Table(Struct, frozen=True, cache_hash=True, gc=False):
    """The sitting around the season being played."""

    totals: Ledger
    """Points won so far, starting points not counted."""
    parent: int | None = None
    """Who acts first this season; `None` before the first parent is drawn."""
    bonus: int = FIRST_BONUS
    """The parent's bonus B."""
    done: tuple[Season, ...] = ()
    settled: bool = False
    """The last season of `done` is still on the table."""

    @property
    def seats(self) -> int:
        return len(self.totals)

    @property
    def season(self) -> int:
        """The number of the season on the table, from 1."""
        return len(self.done) + (not self.settled)


def new_table(options: SeasonOptions, seats: int) -> Table:
    """Before the first season."""
    return Table((0,) * seats, 0 if options.first_parent == "seat0" else None)


def seasons(options: SeasonOptions, table: Table) -> int:
    """How many seasons this sitting has."""
    return options.seasons or table.seats


def is_over(options: SeasonOptions, table: Table) -> bool:
    """Whether the last season is settled."""
    return len(table.done) >= seasons(options, table)


def parents(table: Table) -> Lot[First]:
    """Chance: who is the first parent."""
    seats = range(table.seats)
    return Lot(seats, {seat: First(seat) for seat in seats})


def settled(table: Table, winners: Sequence[int], gains: Sequence[int]) -> Table:
    """The season is over: who won it (nobody: drawn) and what each seat gained."""
    assert table.parent is not None
    order = tuple(seat for seat in in_turn(table.parent, table.seats) if seat in winners)
    season = Season(table.parent, table.bonus, order, tuple(gains))
    return replace(table, totals=added(table.totals, gains), done=(*table.done, season), settled=True)


def next_season(options: SeasonOptions, table: Table) -> Table:
    """The table when the settled season gives way to the next one: its parent and the bonus (§1.4)."""
    last = table.done[-1]
    parent = _next_parent(options, table, last)
    return replace(table, parent=parent, bonus=_next_bonus(options, last, parent), settled=False)


def _next_parent(options: SeasonOptions, table: Table, last: Season) -> int:
    match options.next_parent:
        case "winner":
            return last.winners[0] if last.winners else last.parent
        case "next_seat":
            return (last.parent + 1) % table.seats
        case "keep":
            return last.parent


def _next_bonus(options: SeasonOptions, last: Season, parent: int) -> int:
    carried = isinstance(options, BonusOptions) and options.bonus_reset == "never"
    if parent != last.parent and not carried:
        return FIRST_BONUS
    return last.bonus + (last.parent in last.winners)


# -- payments --------------------------------------------------------------------------------------


def multiplier(options: BonusOptions, table: Table, winner: int, payer: int) -> int:
    """What a payment is multiplied by: the parent's bonus where it counts, otherwise 1 (§1.4)."""
    counts = {"either": (winner, payer), "payer": (payer,), "winner": (winner,)}[options.bonus_side]
    return table.bonus if table.parent in counts else 1


def stake(options: StakeOptions, winner: int, hand_sizes: Sequence[int]) -> Ledger:
    """What each seat gains when one has won: 1 from each other, or from each the number of its cards left."""
    each = [-size if options.win_stake == "cards_left" else -1 for size in hand_sizes]
    each[winner] = 0
    each[winner] = -sum(each)
    return tuple(each)


# -- what people see -------------------------------------------------------------------------------


def counters(options: SeasonOptions, table: Table, *, bonus: bool = False) -> tuple[Counter, ...]:
    """Season, parent, the parent's bonus where the game uses it, and the points of each seat."""
    now = msg("counter.of", n=table.season, of=seasons(options, table))
    found = [Counter("season", msg("card.counter.season"), now)]
    if table.parent is not None:
        found.append(Counter("parent", msg("card.counter.parent"), seat_name(table.parent)))
    if bonus:
        found.append(Counter("bonus", msg("card.counter.bonus"), table.bonus))
    start = options.start_points if isinstance(options, PointOptions) else 0
    label = msg("counter.points")
    return (*found, *(Counter(f"points-{s}", label, start + n, s) for s, n in enumerate(table.totals)))


def counter_words(seats: int) -> tuple[str, ...]:
    """The ids of these counters."""
    return ("season", "parent", "bonus", *each("points-{}", range(seats)))


def happened(table: Table) -> tuple[Message, ...]:
    """The last settled season in words: who won, and what each seat gained."""
    if not table.done:
        return ()
    last = table.done[-1]
    names = [seat_name(seat) for seat in last.winners]
    head = msg("card.happened.won" if names else "card.happened.drawn", n=len(table.done), winners=names)
    return (head, *(_gain(seat, gain) for seat, gain in enumerate(last.gains) if gain))


def sheet(table: Table) -> tuple[Line, ...]:
    """The score sheet: each settled season with what every seat gained."""
    return tuple(Line(msg("card.sheet", n=n), season.gains) for n, season in enumerate(table.done, 1))


def _gain(seat: int, gain: int) -> Message:
    return msg(
        "card.happened.gained" if gain > 0 else "card.happened.paid", seat=seat_name(seat), n=abs(gain)
    )

"""Rounds played for a pot, shared by Beast Cast and Beast Streak (`docs/rules/beast_cast.md` §1).

Everybody stakes, everybody throws, the highest takes all; those who tie stake and throw again. What a turn at
the sticks consists of is left to the game. A settled round, and a tie, stay to be seen until the next cast.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby, pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from kaik.core.episode import Episode
from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg
from kaik.core.options import Options
from kaik.core.scene import Cast, Counter
from kaik.kit.ledger import Ledger, added
from kaik.kit.opening import First, Throw, ThrowOff, in_turn
from kaik.kit.sticks import cast_weights

PLAYERS = range(2, 9)


class PotOptions(Options, frozen=True, kw_only=True):
    """Options of every game for a pot."""

    rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    first_player: Literal["random", "highest_throw"] = "random"
    zs_first: Literal["rotate", "winner", "random"] = "rotate"
    zs_ante: Annotated[int, Meta(ge=1, le=100)] = 1
    zs_restake: Literal["same", "none"] = "same"
    stick_bias: Annotated[int, Meta(ge=5, le=95)] = 50


class Round(Struct, frozen=True, cache_hash=True):
    """A settled round."""

    first: int
    winner: int
    pot: int


class Tie(Struct, frozen=True, cache_hash=True):
    """A pass without a winner: who goes on, and with what score each."""

    seats: tuple[int, ...]
    score: int


class Table(Struct, frozen=True, cache_hash=True):
    """The pot, the ledger and who is still in.

    `scores[seat]` is `None` until the seat has finished this pass.
    """

    ledger: Ledger
    paid: Ledger
    scores: tuple[int | None, ...]
    contenders: tuple[int, ...] = ()
    """In throwing order."""
    first: int | None = None
    """Who throws first this round; `None` while that is being found out."""
    throw_off: ThrowOff | None = None
    done: tuple[Round, ...] = ()
    settled: bool = False
    """The last round of `done` is still on the table."""
    sticks: tuple[int, int] | None = None
    """Who threw last, and what."""
    tie: Tie | None = None
    """The pass just before ended so; nobody has thrown since."""

    @property
    def seats(self) -> int:
        return len(self.ledger)

    @property
    def pot(self) -> int:
        return sum(self.paid)

    @property
    def round(self) -> int:
        """The number of the round on the table, from 1; 0 before the first."""
        return len(self.done) + (self.first is not None and not self.settled)

    @property
    def thrower(self) -> int | None:
        """Whose turn it is to throw in this pass."""
        return next((seat for seat in self.contenders if self.scores[seat] is None), None)


def new_table(options: PotOptions, seats: int) -> Table:
    """Nobody has staked yet; who begins is still open."""
    zeros = (0,) * seats
    throw_off = ThrowOff(tuple(range(seats))) if options.first_player == "highest_throw" else None
    return Table(zeros, zeros, (None,) * seats, throw_off=throw_off)


def rounds(options: PotOptions, table: Table) -> int:
    """How many rounds this sitting has (§9.1)."""
    return options.rounds or 2 * table.seats


def is_over(options: PotOptions, table: Table) -> bool:
    """Whether the last round is settled."""
    return len(table.done) >= rounds(options, table)


def current(options: PotOptions, table: Table) -> Table:
    """The table as the next event finds it: a settled round gives way to the next one."""
    if not table.settled or is_over(options, table):
        return table
    cleared = replace(table, settled=False, scores=(None,) * table.seats)
    first = _next_first(options, table)
    return replace(cleared, first=None, contenders=()) if first is None else staked(options, cleared, first)


def _next_first(options: PotOptions, table: Table) -> int | None:
    last = table.done[-1]
    match options.zs_first:
        case "rotate":
            return (last.first + 1) % table.seats
        case "winner":
            return last.winner
        case _:
            return None


def staked(options: PotOptions, table: Table, first: int) -> Table:
    """A new round: everybody pays the ante, the first thrower is known."""
    return replace(
        table,
        first=first,
        throw_off=None,
        contenders=in_turn(first, table.seats),
        paid=(options.zs_ante,) * table.seats,
    )


def chance(options: PotOptions, table: Table) -> list[tuple[First | Throw, int]]:
    """Outcomes while the first thrower is being found out, or of one cast."""
    if table.first is None and table.throw_off is None:
        return [(First(seat), 1) for seat in range(table.seats)]
    return [(Throw(n), weight) for n, weight in enumerate(cast_weights(5, options.stick_bias))]


def throwing(options: PotOptions, table: Table) -> int | None:
    """Who casts the sticks next; `None` while the first thrower is being drawn."""
    now = current(options, table)
    return now.throw_off.thrower if now.throw_off is not None else now.thrower


def opened(options: PotOptions, table: Table, outcome: First | Throw) -> Table:
    """The table after chance has spoken on who begins."""
    if isinstance(outcome, First):
        return staked(options, table, outcome.seat)
    assert table.throw_off is not None
    throw_off = table.throw_off.after(outcome.n)
    table = replace(table, sticks=(table.throw_off.thrower, outcome.n))
    if throw_off.winner is None:
        return replace(table, throw_off=throw_off)
    return staked(options, table, throw_off.winner)


def cast(table: Table, n: int) -> Table:
    """The seat at the sticks has cast them."""
    assert table.thrower is not None
    return replace(table, sticks=(table.thrower, n), tie=None)


def scored(options: PotOptions, table: Table, seat: int, score: int) -> Table:
    """A seat has finished its turn with this score.

    When all have, the pass is compared (§1 COMPARE, SETTLE).
    """
    scores = tuple(score if s == seat else old for s, old in enumerate(table.scores))
    table = replace(table, scores=scores)
    if table.thrower is not None:
        return table
    best = max(found for one in table.contenders if (found := scores[one]) is not None)
    tied = tuple(one for one in table.contenders if scores[one] == best)
    return _settle(table, tied[0]) if len(tied) == 1 else _again(options, table, tied)


def _again(options: PotOptions, table: Table, tied: tuple[int, ...]) -> Table:
    """Only the tied go on; they stake anew, the pot stays."""
    more = options.zs_ante if options.zs_restake == "same" else 0
    paid = tuple(old + more * (seat in tied) for seat, old in enumerate(table.paid))
    tie = Tie(tied, max(0, table.scores[tied[0]] or 0))
    return replace(table, contenders=tied, paid=paid, scores=(None,) * table.seats, tie=tie)


def _settle(table: Table, winner: int) -> Table:
    gains = [table.pot * (seat == winner) - own for seat, own in enumerate(table.paid)]
    assert table.first is not None
    return replace(
        table,
        ledger=added(table.ledger, gains),
        paid=(0,) * table.seats,
        contenders=(winner,),
        done=(*table.done, Round(table.first, winner, table.pot)),
        settled=True,
    )


# -- what experiments count --------------------------------------------------------------------------------


def episodes(tables: Sequence[Table]) -> list[Episode]:
    """The settled rounds of a sitting, given the tables it went through."""
    rounds = [list(found) for _, found in groupby(tables, key=lambda table: table.round)]
    return [_episode(before[-1].ledger, during) for before, during in pairwise(rounds) if during[-1].settled]


def _episode(before: Ledger, during: Sequence[Table]) -> Episode:
    """One round; the state after a tie stands until the next throw, so that each tie is seen once."""
    end = during[-1]
    settled, ties = end.done[-1], sum(table.tie is not None for table in during)
    return Episode(
        tuple(after - own for own, after in zip(before, end.ledger, strict=True)),
        (settled.winner,),
        settled.first,
        ("lab.mark.tie",) if ties else (),
        {"lab.figure.ties": ties, "lab.figure.pot": settled.pot},
    )


# -- what people see ---------------------------------------------------------------------------------------


def counters(options: PotOptions, table: Table) -> tuple[Counter, ...]:
    """Round, pot, and per seat points, stake and score."""
    total = msg("counter.of", n=table.round, of=rounds(options, table))
    shared = [Counter("round", msg("counter.round"), total), Counter("pot", msg("counter.pot"), table.pot)]
    return (*shared, *(c for seat in range(table.seats) for c in _seat_counters(table, seat)))


def lexicon(seats: int, *, spots: tuple[str, ...] = (), counters: tuple[str, ...] = ()) -> Lexicon:
    """The words of these games, which have no board: the counters above, and a game's own."""
    mine = (each(f"{word}-{{}}", range(seats)) for word in ("points", "score", "in"))
    return Lexicon(spots=spots, counters=("round", "pot", *chain.from_iterable(mine), *counters))


def _seat_counters(table: Table, seat: int) -> list[Counter]:
    found = [Counter(f"points-{seat}", msg("counter.points"), table.ledger[seat], seat)]
    score = table.scores[seat]
    if score is not None:
        found.append(Counter(f"score-{seat}", msg("counter.score"), max(0, score), seat))
    if table.first is not None and not table.settled:
        inside = msg("yes" if seat in table.contenders else "no")
        found.append(Counter(f"in-{seat}", msg("counter.in"), inside, seat))
    return found


def happened(table: Table) -> tuple[Message, ...]:
    """The settled round, or the tie, in words."""
    if table.settled:
        last = table.done[-1]
        return (msg("happened.round", seat=seat_name(last.winner), pot=last.pot),)
    if table.tie is not None:
        tied = [seat_name(seat) for seat in table.tie.seats]
        return (msg("happened.tie", seats=tied, score=table.tie.score, pot=table.pot),)
    return ()


def casts(table: Table) -> tuple[Cast, ...]:
    """The sticks as they lie on the table."""
    if table.sticks is None:
        return ()
    seat, n = table.sticks
    return (Cast(n, by=seat),)


def lying(table: Table) -> tuple[Cast, ...]:
    """Everybody's sticks where a score is one cast; those who tied leave theirs until the next."""
    thrown = [(seat, score) for seat, score in enumerate(table.scores) if score is not None]
    if table.tie is not None:
        thrown = [(seat, table.tie.score) for seat in table.tie.seats]
    return tuple(Cast(n, by=seat) for seat, n in thrown) or casts(table)


def narrated(options: PotOptions, table: Table, outcome: First | Throw, after: Sequence[Message]) -> Message:
    """A chance event of these games as a line of the log, with what came of it."""
    if isinstance(outcome, First):
        return msg("log.first", seat=seat_name(outcome.seat))
    thrower = throwing(options, table)
    assert thrower is not None
    line = msg("log.throw", seat=seat_name(thrower), n=outcome.n)
    return followed(line, after, n=outcome.n)


def followed(line: Message, after: Sequence[Message], **params: int) -> Message:
    """A line of the log and what came of it."""
    return msg("log.followed", line=line, then=after[0], **params) if after else line

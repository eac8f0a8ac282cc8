"""Beast Streak (連撃獣裁, niekt-zau-pshu): Beast Cast with repeated throws.

Throw as often as you dare and add up; a further throw of 0 or 1 loses the total.
Follows `docs/rules/beast_streak.md` §2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from kaik.core.episode import Episode
from kaik.core.game import CHANCE, Game, seat_name
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Counter, Path, Scene, button, choices
from kaik.core.solution import Solution
from kaik.games.beast_cast import pot
from kaik.games.beast_cast.pot import PotOptions, Table
from kaik.games.beast_streak import odds, solved
from kaik.games.beast_streak.odds import BUST_BELOW
from kaik.kit.opening import First, Throw
from kaik.kit.sticks import cast_weights

OUT = -1
"""The score of a busted seat that cannot win even against 0."""


class Again(Struct, frozen=True, tag="again", cache_hash=True):
    """Throw once more (再行)."""


class Stop(Struct, frozen=True, tag="stop", cache_hash=True):
    """Keep the total (積値)."""


Action: TypeAlias = Again | Stop
Outcome: TypeAlias = First | Throw


class BeastStreakOptions(PotOptions, frozen=True, kw_only=True):
    """The options of Beast Streak."""

    rz_first_throw_bust: bool = False
    rz_bust: Literal["zero", "out"] = "zero"
    rz_max_throws: Annotated[int, Meta(ge=0, le=20)] = 0

    def conflict(self) -> Message | None:
        return msg("error.max_throws") if self.rz_max_throws == 1 else None


class Sitting(Struct, frozen=True, cache_hash=True):
    """A sitting of Beast Streak. `total` belongs to the seat at the sticks; `None` before its first throw."""

    options: BeastStreakOptions
    table: Table
    total: int | None = None
    throws: int = 0
    throwing: bool = True
    """The sticks are about to be cast; otherwise the thrower decides."""
    lost: tuple[int, int] | None = None
    """The last cast lost this seat this total."""


class BeastStreak(Game[Sitting, Action, Outcome, BeastStreakOptions]):
    """The rules of Beast Streak."""

    id = "beast_streak"
    Options = BeastStreakOptions
    State = View = Sitting
    Event = Action | Outcome
    presets = {"default": BeastStreakOptions()}
    max_plies = 5000
    episode = "round"

    def seats(self, options: BeastStreakOptions) -> Sequence[int]:
        return pot.PLAYERS

    def start(self, options: BeastStreakOptions, seats: int) -> Sitting:
        return Sitting(options, pot.new_table(options, seats))

    def to_act(self, state: Sitting) -> tuple[int, ...]:
        if pot.is_over(state.options, state.table):
            return ()
        if state.throwing:
            return (CHANCE,)
        assert state.table.thrower is not None
        return (state.table.thrower,)

    def actions(self, state: Sitting, seat: int) -> Sequence[Action]:
        return (Again(), Stop())

    def weights(self, state: Sitting) -> Sequence[tuple[Outcome, int]]:
        return pot.chance(state.options, pot.current(state.options, state.table))

    def thrower(self, state: Sitting) -> int | None:
        return pot.throwing(state.options, state.table)

    def apply(self, state: Sitting, seat: int, event: Action | Outcome) -> Sitting:
        state = replace(state, table=pot.current(state.options, state.table))
        match event:
            case Again():
                return replace(state, throwing=True)
            case Stop():
                assert state.total is not None
                return _finished(state, state.total)
            case Throw(n) if state.table.first is not None:
                return _thrown(state, n)
            case First() | Throw():
                return replace(state, table=pot.opened(state.options, state.table, event))

    def returns(self, state: Sitting) -> tuple[float, ...]:
        return state.table.ledger

    def reason(self, state: Sitting) -> Message:
        return msg("reason.rounds")

    def evaluate(self, state: Sitting) -> tuple[float, ...]:
        """Points so far, and each contender's likely share of the pot."""
        table = state.table
        if table.settled or table.first is None:
            return table.ledger
        return tuple(
            points - own + table.pot * share
            for points, own, share in zip(table.ledger, table.paid, _shares(state), strict=True)
        )

    def solution(self, options: BeastStreakOptions) -> Solution | None:
        """Two players, both for the most points of a round; no limit on throws."""
        sticks = _sticks(options)
        if options.rz_max_throws or solved.best_stop(sticks) > solved.LARGEST:
            return None
        return Solution(lambda: solved.tables(sticks), _best, msg("solution.best"))

    def episodes(self, states: Sequence[Sitting], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        return pot.episodes([state.table for state in states])

    def scene(self, view: Sitting, seat: int | None) -> Scene:
        turn = self.to_act(view)
        deciding = seat is not None and seat in turn
        buttons = choices(button("again", msg("choice.again")), button("stop", msg("choice.stop")))
        return Scene(
            zones=(buttons,) if deciding else (),
            counters=(*pot.counters(view.options, view.table), *_running(view)),
            prompt=msg("prompt.decide", total=view.total or 0) if deciding else None,
            happened=(*_bust(view), *pot.happened(view.table)),
            casts=pot.casts(view.table),
            turn=turn,
        )

    def lexicon(self, options: BeastStreakOptions, seats: int) -> Lexicon:
        return pot.lexicon(seats, spots=("again", "stop"), counters=("running",))

    def path(self, state: Sitting, seat: int, action: Action) -> Path:
        return ("again" if isinstance(action, Again) else "stop",)

    def narrate(self, view: Sitting, actor: int, event: Action | Outcome, after: Sitting) -> Message:
        match event:
            case Again():
                return msg("log.again", seat=seat_name(actor))
            case Stop():
                line = msg("log.stop", seat=seat_name(actor), total=view.total or 0)
                return pot.followed(line, pot.happened(after.table))
            case _:
                return _narrated(view, after, event)


def _thrown(state: Sitting, n: int) -> Sitting:
    """One cast of the seat at the sticks (§2 FIRST, AGAIN)."""
    options = state.options
    assert state.table.thrower is not None
    state = replace(state, table=pot.cast(state.table, n), throws=state.throws + 1, lost=None)
    if n < BUST_BELOW and (state.total is not None or options.rz_first_throw_bust):
        lost = (state.table.thrower, state.total or 0)
        return _finished(replace(state, lost=lost), _lost_score(options))
    state = replace(state, total=(state.total or 0) + n, throwing=False)
    if state.throws == options.rz_max_throws:
        return _finished(state, state.total or 0)
    return state


def _finished(state: Sitting, score: int) -> Sitting:
    """The seat at the sticks is done with this score."""
    assert state.table.thrower is not None
    table = pot.scored(state.options, state.table, state.table.thrower, score)
    return replace(state, table=table, total=None, throws=0, throwing=True)


def _running(state: Sitting) -> tuple[Counter, ...]:
    if state.total is None:
        return ()
    return (Counter("running", msg("counter.running"), state.total, state.table.thrower),)


def _bust(state: Sitting) -> tuple[Message, ...]:
    """The total just lost, in words."""
    if state.lost is None:
        return ()
    seat, total = state.lost
    return (msg("happened.bust", seat=seat_name(seat), total=total),)


def _narrated(before: Sitting, after: Sitting, event: Outcome) -> Message:
    """A chance event, a total it lost, and what that led to."""
    came = pot.happened(after.table)
    if isinstance(event, First) or after.lost is None:
        return pot.narrated(before.options, before.table, event, came)
    seat, total = after.lost
    line = msg("log.bust", seat=seat_name(seat), n=event.n, total=total)
    return pot.followed(line, came, n=event.n)


def _lost_score(options: BeastStreakOptions) -> int:
    return OUT if options.rz_bust == "out" else 0


def _shares(state: Sitting) -> list[float]:
    """The share of the pot each seat can hope for; those still to throw share what the others leave.

    A pass that has hardly begun counts as even, so that whoever ends the one before compares like with like.
    """
    table, at = state.table, _pass(state)
    if at.holders == 0 and state.throws <= 1:
        return [(seat in table.contenders) / len(table.contenders) for seat in range(table.seats)]
    ends = _ends(state, at)
    shares = [0.0] * table.seats
    for seat, score in enumerate(table.scores):
        if score == at.best:
            shares[seat] = sum(chance * odds.kept_after(at, end) for end, chance in ends)
    waiting = _waiting(table)
    if state.total is not None:
        shares[waiting.pop(0)] = sum(chance * odds.won(at, end) for end, chance in ends)
    rest = 1 - sum(shares)
    for seat in waiting:
        shares[seat] = rest / len(waiting)
    return shares


def _pass(state: Sitting) -> odds.Pass:
    """The pass as the seat at the sticks finds it."""
    options, done = state.options, [score for score in state.table.scores if score is not None]
    best = max(done, default=odds.NOBODY)
    return odds.Pass(_sticks(options), best, done.count(best), len(_waiting(state.table)) - 1)


def _sticks(options: BeastStreakOptions) -> odds.Sticks:
    weights = cast_weights(5, options.stick_bias)
    return odds.Sticks(weights, _lost_score(options), options.rz_first_throw_bust)


def _waiting(table: Table) -> list[int]:
    """Who has not finished this pass, the seat at the sticks first."""
    return [seat for seat in table.contenders if table.scores[seat] is None]


def _ends(state: Sitting, at: odds.Pass) -> odds.Scores:
    """What the seat at the sticks may end with."""
    if state.total is None:
        return odds.turn(at)
    return odds.thrown_on(at, state.total) if state.throwing else odds.ends(at, state.total)


def _best(state: Sitting, seat: int) -> Action | None:
    """The best choice of one of two seats; ties of earlier passes have made the pot grow, or not."""
    table, options = state.table, state.options
    if table.seats != 2 or state.total is None:
        return None
    grows = options.zs_restake == "same"
    duel = solved.pass_of(_sticks(options), table.paid[seat] // options.zs_ante, grows=grows)
    return Stop() if solved.keeps(duel, state.total, table.scores[1 - seat]) else Again()


GAME = BeastStreak()

"""Beast Streak (連撃獣裁, niekt-zau-pshu): Beast Cast with repeated throws.

Throw as often as you dare and add up; a further throw of 0 or 1 loses the total. Follows `docs/rules/beast_streak.md` §2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from kaik.core.game import CHANCE, Game, seat_name
from kaik.core.messages import Message, msg
from kaik.core.scene import Counter, Path, Scene, button, choices
from kaik.games.beast_cast import pot
from kaik.games.beast_cast.pot import PotOptions, Table
from kaik.kit.opening import First, Throw
from kaik.kit.sticks import cast_weights

BUST_BELOW = 2
"""A further throw under this number loses the total."""

OUT = -1
"""The score of a busted seat that cannot win even against 0."""


class Again(Struct, frozen=True, tag="again", cache_hash=True):
    """Throw once more (再行)."""


class Stop(Struct, frozen=True, tag="stop", cache_hash=True):
    """Keep the total (積値)."""


Action: TypeAlias = Again | Stop
Outcome: TypeAlias = First | Throw


class Options(PotOptions, frozen=True, kw_only=True):
    """The options of Beast Streak."""

    rz_first_throw_bust: bool = False
    rz_bust: Literal["zero", "out"] = "zero"
    rz_max_throws: Annotated[int, Meta(ge=0, le=20)] = 0

    def conflict(self) -> Message | None:
        return msg("error.max_throws") if self.rz_max_throws == 1 else None


class State(Struct, frozen=True, cache_hash=True):
    """A sitting of Beast Streak. `total` belongs to the seat at the sticks; `None` before its first throw."""

    options: Options
    table: Table
    total: int | None = None
    throws: int = 0
    throwing: bool = True
    """The sticks are about to be cast; otherwise the thrower decides."""


class BeastStreak(Game[State, Action, Outcome, Options]):
    """The rules of Beast Streak."""

    id = "beast_streak"
    Options = Options
    State = View = State
    Event = Action | Outcome
    presets = {"default": Options()}
    max_plies = 5000

    def seats(self, options: Options) -> Sequence[int]:
        return pot.PLAYERS

    def start(self, options: Options, seats: int) -> State:
        return State(options, pot.new_table(options, seats))

    def to_act(self, state: State) -> tuple[int, ...]:
        if pot.is_over(state.options, state.table):
            return ()
        if state.throwing:
            return (CHANCE,)
        assert state.table.thrower is not None
        return (state.table.thrower,)

    def actions(self, state: State, seat: int) -> Sequence[Action]:
        return (Again(), Stop())

    def weights(self, state: State) -> Sequence[tuple[Outcome, int]]:
        return pot.chance(state.options, pot.current(state.options, state.table))

    def apply(self, state: State, seat: int, event: Action | Outcome) -> State:
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

    def returns(self, state: State) -> tuple[float, ...]:
        return state.table.ledger

    def reason(self, state: State) -> Message:
        return msg("reason.rounds")

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Points so far, and each contender's likely share of the pot."""
        table = state.table
        if table.settled or table.first is None:
            return table.ledger
        shares = [_strength(state, seat) if seat in table.contenders else 0.0 for seat in range(table.seats)]
        whole = sum(shares) or 1.0
        return tuple(
            points - own + table.pot * share / whole
            for points, own, share in zip(table.ledger, table.paid, shares, strict=True)
        )

    def scene(self, view: State, seat: int | None) -> Scene:
        turn = self.to_act(view)
        deciding = seat is not None and seat in turn
        return Scene(
            zones=(choices(button("again", msg("choice.again")), button("stop", msg("choice.stop"))),) if deciding else (),
            counters=(*pot.counters(view.options, view.table), *_running(view)),
            prompt=msg("prompt.decide", total=view.total or 0) if deciding else None,
            happened=pot.happened(view.table),
            casts=pot.casts(view.table),
            turn=turn,
        )

    def path(self, state: State, seat: int, action: Action) -> Path:
        return ("again" if isinstance(action, Again) else "stop",)

    def narrate(self, view: State, actor: int, event: Action | Outcome) -> Message:
        match event:
            case Again():
                return msg("log.again", seat=seat_name(actor))
            case Stop():
                return msg("log.stop", seat=seat_name(actor), total=view.total or 0)
            case _:
                return pot.narrated(view.options, view.table, event)


def _thrown(state: State, n: int) -> State:
    """One cast of the seat at the sticks (§2 FIRST, AGAIN)."""
    options = state.options
    assert state.table.thrower is not None
    state = replace(state, table=replace(state.table, sticks=(state.table.thrower, n)), throws=state.throws + 1)
    if n < BUST_BELOW and (state.total is not None or options.rz_first_throw_bust):
        return _finished(state, OUT if options.rz_bust == "out" else 0)
    state = replace(state, total=(state.total or 0) + n, throwing=False)
    if state.throws == options.rz_max_throws:
        return _finished(state, state.total or 0)
    return state


def _finished(state: State, score: int) -> State:
    """The seat at the sticks is done with this score."""
    assert state.table.thrower is not None
    table = pot.scored(state.options, state.table, state.table.thrower, score)
    return replace(state, table=table, total=None, throws=0, throwing=True)


def _running(state: State) -> tuple[Counter, ...]:
    if state.total is None:
        return ()
    return (Counter("running", msg("counter.running"), state.total, state.table.thrower),)


def _strength(state: State, seat: int) -> float:
    """A rough chance weight of a seat in this pass: what it has, or what a seat gets on average."""
    score = state.table.scores[seat]
    if score is not None:
        return 0.1 + max(0, score) ** 1.5
    if seat == state.table.thrower and state.total is not None:
        return 0.1 + (_hoped(state) if state.throwing else float(state.total)) ** 1.5
    return 0.1 + 6.0**1.5


def _hoped(state: State) -> float:
    """The mean total after one more throw."""
    assert state.total is not None
    weights = cast_weights(5, state.options.stick_bias)
    kept = sum(weight * (state.total + n) for n, weight in enumerate(weights) if n >= BUST_BELOW)
    return kept / sum(weights)


GAME = BeastStreak()

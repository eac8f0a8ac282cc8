"""Beast Cast (獣裁, zau-pshu): everybody stakes and throws five sticks once, the highest takes the pot.

No decisions at all; ties stake and throw again. Follows `docs/rules/beast_cast.md` §1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kaik.core.game import CHANCE, Game
from kaik.core.messages import Message, msg
from kaik.core.scene import Path, Scene
from kaik.games.beast_cast import pot
from kaik.games.beast_cast.pot import PotOptions, Table
from kaik.kit.opening import First, Throw

Outcome: TypeAlias = First | Throw


class Options(PotOptions, frozen=True, kw_only=True):
    """The options of Beast Cast."""


class State(Struct, frozen=True, cache_hash=True):
    """A sitting of Beast Cast."""

    options: Options
    table: Table


class Never(Struct, frozen=True, tag="never"):
    """There is nothing to decide; no action of this type is ever legal."""


class BeastCast(Game[State, Never, Outcome, Options]):
    """The rules of Beast Cast."""

    id = "beast_cast"
    Options = Options
    State = View = State
    Event = Outcome
    presets = {"default": Options()}
    max_plies = 5000

    def seats(self, options: Options) -> Sequence[int]:
        return pot.PLAYERS

    def start(self, options: Options, seats: int) -> State:
        return State(options, pot.new_table(options, seats))

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if pot.is_over(state.options, state.table) else (CHANCE,)

    def actions(self, state: State, seat: int) -> Sequence[Never]:
        return ()

    def weights(self, state: State) -> Sequence[tuple[Outcome, int]]:
        return pot.chance(state.options, pot.current(state.options, state.table))

    def apply(self, state: State, seat: int, event: Never | Outcome) -> State:
        assert isinstance(event, Outcome)
        table = pot.current(state.options, state.table)
        if table.first is None:
            return replace(state, table=pot.opened(state.options, table, event))
        assert isinstance(event, Throw) and table.thrower is not None
        thrown = replace(table, sticks=(table.thrower, event.n))
        return replace(state, table=pot.scored(state.options, thrown, table.thrower, event.n))

    def returns(self, state: State) -> tuple[float, ...]:
        return state.table.ledger

    def reason(self, state: State) -> Message:
        return msg("reason.rounds")

    def scene(self, view: State, seat: int | None) -> Scene:
        return Scene(
            counters=pot.counters(view.options, view.table),
            happened=pot.happened(view.table),
            casts=pot.casts(view.table),
            turn=self.to_act(view),
        )

    def path(self, state: State, seat: int, action: Never) -> Path:
        return ()

    def narrate(self, view: State, actor: int, event: Outcome) -> Message:
        return pot.narrated(view.options, view.table, event)


GAME = BeastCast()

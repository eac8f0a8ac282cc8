"""Beast Cast (獣裁, zau-pshu): everybody stakes and throws five sticks once, the highest takes the pot.

No decisions at all; ties stake and throw again. Follows `docs/rules/beast_cast.md` §1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kaik.core.episode import Episode
from kaik.core.game import CHANCE, Game
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Path, Scene
from kaik.games.beast_cast import pot
from kaik.games.beast_cast.pot import PotOptions, Table
from kaik.kit.opening import First, Throw

Outcome: TypeAlias = First | Throw


class BeastCastOptions(PotOptions, frozen=True, kw_only=True):
    """The options of Beast Cast."""


class Sitting(Struct, frozen=True, cache_hash=True):
    """A sitting of Beast Cast."""

    options: BeastCastOptions
    table: Table


class Never(Struct, frozen=True, tag="never"):
    """There is nothing to decide; no action of this type is ever legal."""


class BeastCast(Game[Sitting, Never, Outcome, BeastCastOptions]):
    """The rules of Beast Cast."""

    id = "beast_cast"
    Options = BeastCastOptions
    State = View = Sitting
    Event = Outcome
    presets = {"default": BeastCastOptions()}
    max_plies = 5000
    has_choices = False
    episode = "round"

    def seats(self, options: BeastCastOptions) -> Sequence[int]:
        return pot.PLAYERS

    def start(self, options: BeastCastOptions, seats: int) -> Sitting:
        return Sitting(options, pot.new_table(options, seats))

    def to_act(self, state: Sitting) -> tuple[int, ...]:
        return () if pot.is_over(state.options, state.table) else (CHANCE,)

    def actions(self, state: Sitting, seat: int) -> Sequence[Never]:
        return ()

    def weights(self, state: Sitting) -> Sequence[tuple[Outcome, int]]:
        return pot.chance(state.options, pot.current(state.options, state.table))

    def thrower(self, state: Sitting) -> int | None:
        return pot.throwing(state.options, state.table)

    def apply(self, state: Sitting, seat: int, event: Never | Outcome) -> Sitting:
        assert isinstance(event, Outcome)
        table = pot.current(state.options, state.table)
        if table.first is None:
            return replace(state, table=pot.opened(state.options, table, event))
        assert isinstance(event, Throw)
        assert table.thrower is not None
        table = pot.scored(state.options, pot.cast(table, event.n), table.thrower, event.n)
        return replace(state, table=table)

    def returns(self, state: Sitting) -> tuple[float, ...]:
        return state.table.ledger

    def reason(self, state: Sitting) -> Message:
        return msg("reason.rounds")

    def episodes(self, states: Sequence[Sitting], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        return pot.episodes([state.table for state in states])

    def scene(self, view: Sitting, seat: int | None) -> Scene:
        return Scene(
            counters=pot.counters(view.options, view.table),
            happened=pot.happened(view.table),
            casts=pot.lying(view.table),
            turn=self.to_act(view),
        )

    def lexicon(self, options: BeastCastOptions, seats: int) -> Lexicon:
        return pot.lexicon(seats)

    def path(self, state: Sitting, seat: int, action: Never) -> Path:
        return ()

    def narrate(self, view: Sitting, actor: int, event: Outcome, after: Sitting) -> Message:
        return pot.narrated(view.options, view.table, event, pot.happened(after.table))


GAME = BeastCast()

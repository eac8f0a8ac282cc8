"""Value War (値戦, mak-kaik): exchange a card, then bet on what your hand makes with the public cards.

Three rounds of bets at the parent's stake; who stays longest or holds most takes the pot.
Follows `docs/rules/value_war.md` §4.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from kaik.core.game import CHANCE
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Path, Scene
from kaik.games.value_war import rules, view
from kaik.games.value_war.state import (
    Action,
    Base,
    Draw2,
    Full,
    In,
    Keep,
    Out,
    Outcome,
    Seen,
    Stay,
    Swap,
    ValueWarOptions,
)
from kaik.kit.cardgame import CardGame
from kaik.kit.deck import Draw, Lot, TurnUp
from kaik.kit.opening import First
from kaik.kit.seasons import is_over, new_table


class ValueWar(CardGame[Full, Action, Outcome, ValueWarOptions]):
    """The rules of Value War."""

    id = "value_war"
    Options = ValueWarOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {"default": ValueWarOptions()}
    max_plies = 10000

    def seats(self, options: ValueWarOptions) -> Sequence[int]:
        return range(2, 7)

    def start(self, options: ValueWarOptions, seats: int) -> Full:
        return rules.fresh(options, new_table(options, seats))

    def to_act(self, state: Seen) -> tuple[int, ...]:
        if is_over(state.options, state.table):
            return ()
        if state.table.settled or state.phase in ("deal", "draw2"):
            return (CHANCE,)
        return (state.turn,)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        match state.phase:
            case "exchange":
                return rules.exchanges(state, seat)
            case "keep":
                return rules.keeps(state, seat)
            case _:
                return rules.bets(state)

    def lot(self, state: Full) -> Lot[Outcome]:
        return rules.chances(rules.current(state))

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        state = rules.current(state)
        match event:
            case Swap():
                return rules.swapped(state, seat, event)
            case Draw2():
                return replace(state, phase="draw2")
            case Keep():
                return rules.kept(state, seat, event)
            case Stay():
                return rules.stayed(state)
            case Base(x):
                return rules.paid_in(state, seat, x)
            case In():
                return rules.paid_in(state, seat, state.base)
            case Out():
                return rules.left(state, seat)
            case _:
                return _fallen(state, event)

    def returns(self, state: Full) -> tuple[float, ...]:
        return state.table.totals

    def reason(self, state: Full) -> Message:
        return msg("card.reason.seasons")

    def evaluate(self, state: Full) -> tuple[float, ...]:
        return rules.estimate(state)

    def secret_window(self, state: Full) -> bool:
        """A lack of choice would show that all the cards in hand are equal."""
        return state.phase == "keep"

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        return rules.guessed(view, seat, rng)

    def scene(self, seen: Seen, seat: int | None) -> Scene:
        return view.scene(seen, seat, self.to_act(seen))

    def lexicon(self, options: ValueWarOptions, seats: int) -> Lexicon:
        return view.lexicon(seats)

    def path(self, state: Full, seat: int, action: Action) -> Path:
        return view.path(action)

    def notate(self, state: Full, seat: int, action: Action) -> str:
        return view.notation(action)

    def narrate(self, seen: Seen, actor: int, event: Any, after: Seen) -> Message:
        return view.narration(event, actor)


def _fallen(state: Full, event: Outcome) -> Full:
    match event:
        case First(parent):
            return replace(state, table=replace(state.table, parent=parent))
        case Draw(drawer, card):
            return rules.drew(state, drawer, card)
        case TurnUp(card):
            return rules.turned_up(state, card)


GAME = ValueWar()

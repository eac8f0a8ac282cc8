"""Value Tree (値木, mak-hop): shed your cards by laying sums on the ends of a branching tree of numbers.

Ships, kings and emperors sweep the table. Follows `docs/rules/value_tree.md` §6.
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
from kaik.games.value_tree import judgement, rules, view
from kaik.games.value_tree.state import (
    Action,
    Full,
    Lay,
    LayFree,
    Merge,
    NewPath,
    Outcome,
    Seen,
    Special,
    ValueTreeOptions,
)
from kaik.kit.cardgame import CardGame
from kaik.kit.deck import NUMBER, Draw, Lot, TurnUp
from kaik.kit.opening import First
from kaik.kit.seasons import is_over, new_table


class ValueTree(CardGame[Full, Action, Outcome, ValueTreeOptions]):
    """The rules of Value Tree."""

    id = "value_tree"
    Options = ValueTreeOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {"default": ValueTreeOptions()}
    max_plies = 20000

    def seats(self, options: ValueTreeOptions) -> Sequence[int]:
        return range(2, 7)

    def start(self, options: ValueTreeOptions, seats: int) -> Full:
        return rules.fresh(options, new_table(options, seats))

    def to_act(self, state: Seen) -> tuple[int, ...]:
        if is_over(state.options, state.table):
            return ()
        return (state.turn,) if state.phase == "turn" and not state.table.settled else (CHANCE,)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        return rules.plays(state, seat)

    def lot(self, state: Full) -> Lot[Outcome]:
        return rules.chances(rules.current(state))

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        state = rules.current(state)
        match event:
            case Lay() | LayFree() | Merge():
                return rules.laid(state, seat, event)
            case Special(card):
                return rules.swept(state, seat, card)
            case NewPath():
                return rules.opened_path(state)
            case TurnUp(card):
                return rules.turned_up(state, card)
            case Draw(drawer, card):
                return rules.drew(state, drawer, card)
            case First(parent):
                return replace(state, table=replace(state.table, parent=parent))

    def returns(self, state: Full) -> tuple[float, ...]:
        return state.table.totals

    def reason(self, state: Full) -> Message:
        return msg("card.reason.seasons")

    def evaluate(self, state: Full) -> tuple[float, ...]:
        return judgement.estimate(state)

    def instinct(self, state: Full, seat: int, rng: Random) -> Action:
        return judgement.glance(state, seat)

    def secret_window(self, state: Full) -> bool:
        """Whether a player cannot or will not lay a card is nobody else's to know."""
        return True

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        return judgement.guessed(view, seat, rng)

    def scene(self, seen: Seen, seat: int | None) -> Scene:
        return view.scene(seen, seat, self.to_act(seen))

    def lexicon(self, options: ValueTreeOptions, seats: int) -> Lexicon:
        return view.lexicon(seats)

    def path(self, state: Full, seat: int, action: Action) -> Path:
        return view.path(action, next((end for end in state.ends if end not in NUMBER), None))

    def notate(self, state: Full, seat: int, action: Action) -> str:
        return view.notation(action)

    def narrate(self, seen: Seen, actor: int, event: Any, after: Seen) -> Message:
        return view.narration(actor, event)


GAME = ValueTree()

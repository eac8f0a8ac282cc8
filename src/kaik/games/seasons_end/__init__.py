"""Season's End (終季, taxot): gather six cards in sets and runs, drawn or claimed when others throw them.

Who finishes is paid by all, or by whoever threw the last card. Follows `docs/rules/seasons_end.md` §3.
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
from kaik.games.seasons_end import rules, view
from kaik.games.seasons_end.estimate import estimate, glance
from kaik.games.seasons_end.guess import guessed
from kaik.games.seasons_end.state import (
    Action,
    Claim,
    Discard,
    Finish,
    Four,
    Full,
    Outcome,
    Pass,
    SeasonsEndOptions,
    Seen,
    Taken,
)
from kaik.kit.cardgame import CardGame
from kaik.kit.deck import Draw, Lot, TurnUp
from kaik.kit.ledger import added
from kaik.kit.opening import First
from kaik.kit.seasons import is_over, new_table


class SeasonsEnd(CardGame[Full, Action, Outcome, SeasonsEndOptions]):
    """The rules of Season's End."""

    id = "seasons_end"
    Options = SeasonsEndOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {"default": SeasonsEndOptions(), "no_light": SeasonsEndOptions(tax_light="off")}
    max_plies = 20000

    def seats(self, options: SeasonsEndOptions) -> Sequence[int]:
        return range(2, 7)

    def start(self, options: SeasonsEndOptions, seats: int) -> Full:
        return rules.fresh(options, new_table(options, seats))

    def to_act(self, state: Seen) -> tuple[int, ...]:
        if is_over(state.options, state.table):
            return ()
        if state.table.settled:
            return (CHANCE,)
        match state.phase:
            case "turn":
                return (state.turn,)
            case "claim":
                return rules.waiting(state)
            case _:
                return (CHANCE,)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        return rules.turn_actions(state, seat) if state.phase == "turn" else rules.claims_of(state, seat)

    def lot(self, state: Full) -> Lot[Outcome]:
        return rules.chances(rules.current(state))

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        state = rules.current(state)
        match event:
            case Claim(answer):
                return rules.answered(state, seat, answer)
            case Discard(card):
                return rules.discarded(state, seat, card)
            case Four(use):
                return rules.exposed_four(state, seat, use)
            case Finish():
                return rules.finished(state, seat)
            case Draw(drawer, card):
                return rules.drew(state, drawer, card)
            case TurnUp(card):
                return rules.turned_up(state, card)
            case Taken():
                return rules.announced(state, event)
            case First(parent):
                return replace(state, table=replace(state.table, parent=parent))

    def returns(self, state: Full) -> tuple[float, ...]:
        return state.table.totals if state.table.settled else added(state.table.totals, state.moved)

    def reason(self, state: Full) -> Message:
        return msg("card.reason.seasons")

    def evaluate(self, state: Full) -> tuple[float, ...]:
        return estimate(state)

    def instinct(self, state: Full, seat: int, rng: Random) -> Action:
        return glance(state, seat)

    def secret_window(self, state: Full) -> bool:
        """Who could have claimed must not show, nor that all the cards left in a hand are equal."""
        return state.phase in ("claim", "turn")

    def window_default(self, state: Full, seat: int) -> Action | None:
        """Whoever lets the time go by has passed. Where only one other plays there is nobody to wait for."""
        return Claim(Pass()) if state.phase == "claim" and state.seats > 2 else None

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        return guessed(view, seat, rng)

    def scene(self, seen: Seen, seat: int | None) -> Scene:
        return view.scene(seen, seat, self.to_act(seen))

    def lexicon(self, options: SeasonsEndOptions, seats: int) -> Lexicon:
        return view.lexicon(seats)

    def path(self, state: Full, seat: int, action: Action) -> Path:
        return view.path(action)

    def label(self, state: Full, seat: int, action: Action) -> Message | None:
        return view.label(action)

    def notate(self, state: Full, seat: int, action: Action) -> str:
        return view.notation(action)

    def narrate(self, seen: Seen, actor: int, event: Any, after: Seen) -> Message:
        return view.narration(seen, actor, event)


GAME = SeasonsEnd()

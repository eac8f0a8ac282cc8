"""Open Cask (開樽, nam-tou): two cards in hand, shared cards turned up in steps, a round of bets before each.

Who does nothing loses; those who stay show together, and the best hand takes the pot.
Follows `docs/rules/open_cask.md` §7.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kaik.core.game import CHANCE
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Legend, Path, Scene
from kaik.games.open_cask import rules, view
from kaik.games.open_cask.guess import glance, guessed
from kaik.games.open_cask.state import Action, Bet, Fold, Full, OpenCaskOptions, Outcome, Seen
from kaik.kit.cardgame import CardGame
from kaik.kit.deck import Draw, Lot, TurnUp
from kaik.kit.opening import First
from kaik.kit.seasons import is_over, new_table


class OpenCask(CardGame[Full, Action, Outcome, OpenCaskOptions]):
    """The rules of Open Cask."""

    id = "open_cask"
    Options = OpenCaskOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {"default": OpenCaskOptions(), "two_cards": OpenCaskOptions(nam_reveal=())}
    max_plies = 20000

    def seats(self, options: OpenCaskOptions) -> Sequence[int]:
        return range(2, 7)

    def start(self, options: OpenCaskOptions, seats: int) -> Full:
        return rules.fresh(options, new_table(options, seats))

    def to_act(self, state: Seen) -> tuple[int, ...]:
        if rules.over(state):
            return ()
        return (state.turn,) if state.phase == "bet" and not state.table.settled else (CHANCE,)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        return rules.bets(state)

    def lot(self, state: Full) -> Lot[Outcome]:
        return rules.chances(rules.current(state))

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        state = rules.current(state)
        match event:
            case Bet(x):
                return rules.bet(state, seat, x)
            case Fold():
                return rules.left(state, seat)
            case Draw(drawer, card):
                return rules.drew(state, drawer, card)
            case TurnUp(card):
                return rules.turned_up(state, card)
            case First(parent):
                return rules.seated(state, parent)

    def returns(self, state: Full) -> tuple[float, ...]:
        return state.table.totals

    def reason(self, state: Full) -> Message:
        early = not is_over(state.options, state.table)
        return msg("reason.broke" if early else "card.reason.seasons")

    def evaluate(self, state: Full) -> tuple[float, ...]:
        return rules.estimate(state)

    def instinct(self, state: Full, seat: int, rng: Random) -> Action:
        return glance(state, seat, rng)

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        return guessed(view, seat, rng)

    def scene(self, seen: Seen, seat: int | None) -> Scene:
        return view.scene(seen, seat, self.to_act(seen))

    def legend(self, options: OpenCaskOptions) -> tuple[Legend, ...]:
        return (*super().legend(options), *view.hand_legend(options))

    def lexicon(self, options: OpenCaskOptions, seats: int) -> Lexicon:
        return view.lexicon(options, seats)

    def path(self, state: Full, seat: int, action: Action) -> Path:
        return view.path(action)

    def notate(self, state: Full, seat: int, action: Action) -> str:
        return view.notation(action)

    def narrate(self, seen: Seen, actor: int, event: Any, after: Seen) -> Message:
        return view.narration(seen, actor, event)


GAME = OpenCask()

"""Linked Ships (連船之遊, nekanamokanut): bring cargo over nineteen squares to the goal with three ships.

Throw five sticks, then move, build, supply, plunder or recall; moves are paid from the pile at the start.
Follows `docs/rules/linked_ships.md` §6.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from kaik.core.episode import Episode
from kaik.core.game import CHANCE, Game
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Legend, Path, Scene
from kaik.games.linked_ships import judgement, rules
from kaik.games.linked_ships import view as views
from kaik.games.linked_ships.rules import Action, LinkedShipsOptions, Outcome, Pass, Plunder, Voyage
from kaik.kit.opening import First, Throw
from kaik.kit.sticks import cast_weights


class LinkedShips(Game[Voyage, Action, Outcome, LinkedShipsOptions]):
    """The rules of Linked Ships."""

    id = "linked_ships"
    Options = LinkedShipsOptions
    State = View = Voyage
    Event = Action | Outcome
    presets = {
        "default": LinkedShipsOptions(),
        "short": LinkedShipsOptions(bs_target=10),
        "strict": LinkedShipsOptions(bs_empty_start="strict_pass"),
    }
    max_plies = 1500

    def seats(self, options: LinkedShipsOptions) -> Sequence[int]:
        return range(2, 5)

    def start(self, options: LinkedShipsOptions, seats: int) -> Voyage:
        return rules.start(options, seats)

    def to_act(self, state: Voyage) -> tuple[int, ...]:
        if state.ended:
            return ()
        return (CHANCE,) if state.thrown is None else (state.turn,)

    def actions(self, state: Voyage, seat: int) -> Sequence[Action]:
        return rules.legal(state, seat)

    def weights(self, state: Voyage) -> Sequence[tuple[Outcome, int]]:
        if state.first is None and state.throw_off is None:
            return [(First(seat), 1) for seat in range(state.seats)]
        return [(Throw(n), weight) for n, weight in enumerate(cast_weights(5, state.options.stick_bias))]

    def thrower(self, state: Voyage) -> int | None:
        if state.throw_off is not None:
            return state.throw_off.thrower
        return None if state.first is None else state.turn

    def apply(self, state: Voyage, seat: int, event: Action | Outcome) -> Voyage:
        match event:
            case Throw(n) if state.first is not None:
                return replace(state, thrown=n, sticks=(state.turn, n))
            case First() | Throw():
                return rules.opened(state, event)
            case _:
                return rules.acted(state, seat, event)

    def returns(self, state: Voyage) -> tuple[float, ...]:
        return rules.payouts(state)

    def ranking(self, state: Voyage) -> tuple[int, ...]:
        """By the piles at the goal, whatever the stake."""
        piles = [fleet.goal for fleet in state.fleets]
        return tuple(1 + sum(other > mine for other in piles) for mine in piles)

    def reason(self, state: Voyage) -> Message:
        return msg(f"reason.{state.ended}", n=state.options.bs_target)

    def evaluate(self, state: Voyage) -> tuple[float, ...]:
        """How much sooner than the others each will land enough; at the end, by the piles alone."""
        return judgement.outlook(state)

    def episodes(self, states: Sequence[Voyage], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        """One voyage: who began, how long it took, and how often it came to robbery."""
        end = states[-1]
        raids = sum(isinstance(event, Plunder) for _, event in events)
        figures = {"lab.figure.rounds": end.round, "lab.figure.raids": raids}
        return [self.whole(end, end.first, marks=("lab.mark.raid",) if raids else (), figures=figures)]

    def scene(self, view: Voyage, seat: int | None) -> Scene:
        return views.scene(view, seat, self.to_act(view))

    def legend(self, options: LinkedShipsOptions) -> tuple[Legend, ...]:
        return views.LEGEND

    def lexicon(self, options: LinkedShipsOptions, seats: int) -> Lexicon:
        return views.lexicon(seats)

    def path(self, state: Voyage, seat: int, action: Action) -> Path:
        match action:
            case Pass():
                return ("pass",)
            case Plunder(ship, owner, target):
                return (f"ship-{seat}-{ship}", "plunder", f"ship-{owner}-{target}")
            case _:
                return (f"ship-{seat}-{action.ship}", views.verb(action))

    def notate(self, state: Voyage, seat: int, action: Action) -> str:
        match action:
            case Pass():
                return "pass"
            case Plunder(ship, owner, target):
                return f"plunder {ship + 1} from {owner + 1}.{target + 1}"
            case _:
                return f"{views.verb(action)} {action.ship + 1}"

    def narrate(self, view: Voyage, actor: int, event: Action | Outcome, after: Voyage) -> Message:
        return views.narrated(view, actor, event, after)


GAME = LinkedShips()

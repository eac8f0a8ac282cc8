"""Six Cast (六裁, net-shu): race along the furrows with six sticks, drink on stroked squares, take a prize.

Whoever is caught goes back to the start; stopping on every stroked square without that is the ox walk (牛行).
Follows `docs/rules/six_cast.md` §5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kaik.core.episode import Episode
from kaik.core.game import CHANCE, Game, seat_name
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Legend, Path, Scene
from kaik.core.solution import Solution
from kaik.games.six_cast import odds, rules
from kaik.games.six_cast import view as views
from kaik.games.six_cast.rules import Action, Outcome, Race, SixCastOptions, Take
from kaik.kit.opening import First, Throw


class SixCast(Game[Race, Action, Outcome, SixCastOptions]):
    """The rules of Six Cast."""

    id = "six_cast"
    Options = SixCastOptions
    State = View = Race
    Event = Action | Outcome
    presets = {"sticks": SixCastOptions(), "die": SixCastOptions(ns_dice="d6")}
    max_plies = 1000

    def seats(self, options: SixCastOptions) -> Sequence[int]:
        return range(2, 7)

    def start(self, options: SixCastOptions, seats: int) -> Race:
        return rules.start(options, seats)

    def to_act(self, state: Race) -> tuple[int, ...]:
        if state.over:
            return ()
        return (state.turn,) if state.choosing and state.turn is not None else (CHANCE,)

    def actions(self, state: Race, seat: int) -> Sequence[Action]:
        return [Take(prize) for prize in state.prizes]

    def weights(self, state: Race) -> Sequence[tuple[Outcome, int]]:
        if state.turn is None and state.throw_off is None:
            return [(First(seat), 1) for seat in range(state.seats)]
        return [(Throw(n), weight) for n, weight in enumerate(rules.throws(state.options)) if weight]

    def thrower(self, state: Race) -> int | None:
        return state.turn if state.throw_off is None else state.throw_off.thrower

    def apply(self, state: Race, seat: int, event: Action | Outcome) -> Race:
        match event:
            case Take(prize):
                return rules.taken(state, seat, prize)
            case Throw(n) if state.turn is not None:
                return rules.thrown(state, state.turn, n)
            case First() | Throw():
                return rules.opened(state, event)

    def returns(self, state: Race) -> tuple[float, ...]:
        return rules.payouts(state) if state.over else (0,) * state.seats

    def reason(self, state: Race) -> Message:
        if state.prizes or not state.ox_walkers or state.options.ns_ox == "title_only":
            return msg("reason.finished")
        return msg("reason.ox_walk", seat=seat_name(state.ox_walkers[-1]))

    def evaluate(self, state: Race) -> tuple[float, ...]:
        """The points of those who have their prize; the prizes left go by the way already made."""
        ahead = [0.0 if walker.prizes else (1.0 + walker.position) ** 2 for walker in state.walkers]
        whole = sum(ahead) or 1.0
        left = sum(state.prizes)
        return tuple(
            points + left * share / whole for points, share in zip(rules.payouts(state), ahead, strict=True)
        )

    def solution(self, options: SixCastOptions) -> Solution | None:
        """The only choice is the prize, and the largest is worth most; the odds are those of a seat alone."""
        return Solution(
            lambda: odds.tables(options), lambda state, _: Take(max(state.prizes)), msg("solution.best")
        )

    def episodes(self, states: Sequence[Race], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        """One race: who threw first, how long it took, what was drunk and who was caught."""
        end = states[-1]
        first = next((state.turn for state in states if state.turn is not None), None)
        figures = {
            "lab.figure.throws": end.turns,
            "lab.figure.captures": end.captures,
            "lab.figure.cups": sum(walker.cups for walker in end.walkers) / end.seats,
        }
        marks = (
            *(("lab.mark.ox_walk",) if end.ox_walkers else ()),
            *(("lab.mark.caught",) if end.captures else ()),
            *(("lab.mark.after_all",) if end.finished and end.walkers[end.finished[0]].sent_back else ()),
        )
        return [self.whole(end, first, marks=marks, figures=figures)]

    def scene(self, view: Race, seat: int | None) -> Scene:
        return views.scene(view, seat, self.to_act(view))

    def legend(self, options: SixCastOptions) -> tuple[Legend, ...]:
        return views.LEGEND

    def lexicon(self, options: SixCastOptions, seats: int) -> Lexicon:
        return views.lexicon(options, seats)

    def path(self, state: Race, seat: int, action: Action) -> Path:
        return (f"prize-{action.prize}",)

    def notate(self, state: Race, seat: int, action: Action) -> str:
        return f"take {action.prize}"

    def narrate(self, view: Race, actor: int, event: Action | Outcome, after: Race) -> Message:
        return views.narrated(view, actor, event)


GAME = SixCast()

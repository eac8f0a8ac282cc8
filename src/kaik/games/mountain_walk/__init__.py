"""Mountain Walk (行山, mok-tso): climb the mountain on the cerke board, helped by installed cards.

Draw, let your cards act, install or discard, pay for a move; whoever is first on the summit wins. Follows
`docs/rules/mountain_walk.md` §4.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kaik.core.episode import Episode
from kaik.core.game import CHANCE, Game
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Legend, Path, Scene
from kaik.games.mountain_walk import judgement, memory, rules
from kaik.games.mountain_walk import view as views
from kaik.games.mountain_walk.state import (
    Action,
    Discard,
    Dismantle,
    Done,
    Exchange,
    Full,
    Install,
    MountainWalkOptions,
    Move,
    Outcome,
    Play,
    Seen,
    Stay,
    Step,
    Take,
    Target,
)
from kaik.kit.deck import Draw, code, draws
from kaik.kit.opening import First, Throw
from kaik.kit.sticks import cast_weights


class MountainWalk(Game[Full, Action, Outcome, MountainWalkOptions]):
    """The rules of Mountain Walk."""

    id = "mountain_walk"
    Options = MountainWalkOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {
        "default": MountainWalkOptions(),
        "soft": MountainWalkOptions(mt_preset="soft", mt_red_markers="immune", mt_end="equal_turns"),
    }
    max_plies = 6000

    def seats(self, options: MountainWalkOptions) -> Sequence[int]:
        return range(2, 5)

    def start(self, options: MountainWalkOptions, seats: int) -> Full:
        return rules.start(options, seats)

    def to_act(self, state: Seen) -> tuple[int, ...]:
        match state.phase:
            case "over":
                return ()
            case "first" | "deal" | "draw" | "brush" | "shaman" | "general":
                return (CHANCE,)
            case _:
                assert state.turn is not None
                return (state.turn,)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        return rules.legal(state, seat)

    def weights(self, state: Full) -> Sequence[tuple[Outcome, int]]:
        if state.phase in ("draw", "deal"):
            return draws(state.pile, rules.drawer(state))
        if state.phase == "first" and state.throw_off is None:
            return [(First(seat), 1) for seat in range(state.seats)]
        return [(Throw(n), weight) for n, weight in enumerate(cast_weights(5, state.options.stick_bias))]

    def thrower(self, state: Seen) -> int | None:
        if state.phase == "first":
            return None if state.throw_off is None else state.throw_off.thrower
        return None if state.phase in ("draw", "deal") else state.turn

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        match event:
            case Draw(drawer, card):
                return rules.drawn(state, drawer, card)
            case Throw(n) if state.turn is not None:
                return rules.thrown(state, state.turn, n)
            case First() | Throw():
                return rules.opened(state, event)
            case _:
                return _acted(state, seat, event)

    def returns(self, state: Full) -> tuple[float, ...]:
        return rules.payouts(state)

    def ranking(self, state: Full) -> tuple[int, ...]:
        """The winners first, the others by how far they came."""
        merits = [(seat in state.winners, walker.position) for seat, walker in enumerate(state.walkers)]
        return tuple(1 + sum(other > mine for other in merits) for mine in merits)

    def reason(self, state: Full) -> Message:
        up = any(walker.position == rules.summit(state) for walker in state.walkers)
        return msg("reason.summit" if up else "reason.round_cap")

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        return memory.guessed(view, seat, rng)

    def evaluate(self, state: Full) -> tuple[float, ...]:
        return judgement.outlook(state)

    def episodes(self, states: Sequence[Full], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        """One climb: who began, how long it took, and the cards that stood before the winner at the end."""
        end = states[-1]
        kinds = {code(placed.card) for seat in end.winners for placed in end.walkers[seat].row}
        figures = {
            "lab.figure.rounds": end.round,
            "lab.figure.installed": sum(isinstance(event, Install) for _, event in events) / end.seats,
        }
        marks = tuple(f"card.kind.{kind}" for kind in sorted(kinds))
        return [self.whole(end, end.first, marks=marks, figures=figures)]

    def scene(self, view: Seen, seat: int | None) -> Scene:
        return views.scene(view, seat, self.to_act(view))

    def legend(self, options: MountainWalkOptions) -> tuple[Legend, ...]:
        return views.legend()

    def lexicon(self, options: MountainWalkOptions, seats: int) -> Lexicon:
        return views.lexicon(options, seats)

    def path(self, state: Full, seat: int, action: Action) -> Path:
        return views.path(seat, action)

    def notate(self, state: Full, seat: int, action: Action) -> str:
        return views.notated(state, action)

    def narrate(self, view: Seen, actor: int, event: Any, after: Seen) -> Message:
        return views.narrated(view, actor, event)


def _acted(state: Full, seat: int, action: Action) -> Full:
    match action:
        case Step(stage):
            return rules.stepped(state, stage)
        case Take(kind, victim):
            return rules.taken(state, seat, kind, victim)
        case Target(owner, place):
            return rules.targeted(state, seat, owner, place)
        case Exchange(coins):
            return rules.exchanged(state, seat, coins)
        case Dismantle(place):
            return rules.dismantled(state, seat, place)
        case Install() | Play() | Discard() | Done():
            return _cards(state, seat, action)
        case Move(kind):
            return rules.moved(state, seat, kind)
        case Stay():
            return rules.turn_ended(state)


def _cards(state: Full, seat: int, action: Install | Play | Discard | Done) -> Full:
    match action:
        case Install(card):
            return rules.installed(state, seat, card)
        case Play(card):
            return rules.played(state, seat, card)
        case Discard(card):
            return rules.discarded(state, seat, card)
        case Done():
            return rules.done(state)


GAME = MountainWalk()

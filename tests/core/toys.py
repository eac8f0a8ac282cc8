"""Toy games for the tests of the machinery: nothing in them but what a test needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kaik.core.game import CHANCE, Game
from kaik.core.messages import Message, msg
from kaik.core.options import Options as NoOptions
from kaik.core.scene import Path, Scene, button, choices


class Say(Struct, frozen=True, tag="say", cache_hash=True):
    """A seat says a number, which it gains from the next seat."""

    n: int


class Coin(Struct, frozen=True, tag="coin", cache_hash=True):
    """Chance: heads or tails."""

    heads: bool


Event: TypeAlias = Say | Coin


class ToyState(Struct, frozen=True, cache_hash=True):
    """`script` has a letter per turn: a digit n for a choice among n, `c` for a coin, `*` for all at once."""

    script: str
    said: tuple[tuple[int, ...], ...]
    at: int = 0
    points: tuple[int, ...] = (0, 0, 0)


class Toy(Game[ToyState, Say, Coin, NoOptions]):
    """Turns in seat order, as the script says; it ends with the script, or never."""

    id = "toy"
    Options = NoOptions
    State = View = ToyState
    Event = Event
    presets = {"default": NoOptions()}

    def __init__(
        self, script: str, max_plies: int = 1000, window: bool = False, endless: bool = False
    ) -> None:
        self.script = script
        self.max_plies = max_plies  # type: ignore[misc]
        self.window = window
        self.endless = endless

    def seats(self, options: NoOptions) -> Sequence[int]:
        return (2, 3)

    def start(self, options: NoOptions, seats: int) -> ToyState:
        return ToyState(self.script, ((),) * seats, points=(0,) * seats)

    def _letter(self, state: ToyState) -> str:
        if state.at < len(state.script):
            return state.script[state.at]
        return state.script[-1] if self.endless else ""

    def to_act(self, state: ToyState) -> tuple[int, ...]:
        match self._letter(state):
            case "":
                return ()
            case "c":
                return (CHANCE,)
            case "*":
                fewest = min(len(said) for said in state.said)
                return tuple(seat for seat, said in enumerate(state.said) if len(said) == fewest)
            case _:
                return (state.at % len(state.said),)

    def actions(self, state: ToyState, seat: int) -> Sequence[Say]:
        letter = self._letter(state)
        return [Say(n) for n in range(2 if letter == "*" else int(letter))]

    def apply(self, state: ToyState, seat: int, event: Say | Coin) -> ToyState:
        if isinstance(event, Coin):
            return replace(state, at=state.at + 1)
        said = tuple((*old, event.n) if s == seat else old for s, old in enumerate(state.said))
        complete = self._letter(state) != "*" or len({len(each) for each in said}) == 1
        other = (seat + 1) % len(said)
        points = tuple(p + event.n * ((s == seat) - (s == other)) for s, p in enumerate(state.points))
        return replace(state, said=said, at=state.at + complete, points=points)

    def weights(self, state: ToyState) -> Sequence[tuple[Coin, int]]:
        return [(Coin(True), 1), (Coin(False), 2)]

    def returns(self, state: ToyState) -> tuple[float, ...]:
        return state.points

    def reason(self, state: ToyState) -> Message:
        return msg("reason.rounds")

    def secret_window(self, state: ToyState) -> bool:
        return self.window

    def scene(self, view: ToyState, seat: int | None) -> Scene:
        return Scene(zones=(choices(button("say-0", msg("yes"))),), turn=self.to_act(view))

    def path(self, state: ToyState, seat: int, action: Say) -> Path:
        return (f"say-{action.n}",)

"""Random play of the card games, in decisions and seasons a second, beside RLCard's games where it is
installed.

Ours: every decision lists the legal actions, picks one at random and applies it; every card dealt or drawn
is an event of its own, drawn by weight. RLCard (`make peers`): its own random agents through its own
environment, one decision being one `step`; `is_training` spares its agents the probabilities they tell
otherwise.
"""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable

from kaik.core import registry
from kaik.core.game import CHANCE, AnyGame
from kaik.core.options import Options

SECONDS = 3.0
SLICE = 0.05
WARM_UP = 1.0
SEATS = 3
PEERS = {
    "walking_war": "doudizhu",
    "linked_friends": "doudizhu",
    "seasons_end": "mahjong",
    "value_war": "gin-rummy",
    "value_tree": "gin-rummy",
    "open_cask": "gin-rummy",
    "kitten": "gin-rummy",
    "soft_run": "gin-rummy",
}
"""Our game, and the game of theirs it is most like."""


def random_match(game: AnyGame, options: Options, seats: int, rng: random.Random) -> tuple[int, int]:
    """Play one match of one season at random: decisions, seasons."""
    state = game.start(options, seats)
    decisions = 0
    while acting := game.to_act(state):
        seat = acting[0]
        if seat == CHANCE:
            state = game.apply(state, CHANCE, game.fall(state, rng))
            continue
        state = game.apply(state, seat, rng.choice(game.actions(state, seat)))
        decisions += 1
    return decisions, 1


class Pace:
    """How much of a game is played in how much CPU time."""

    def __init__(self, play: Callable[[], tuple[int, int]]) -> None:
        self.play = play
        self.decisions = self.seasons = 0
        self.spent = 0.0
        begun = time.process_time()
        while time.process_time() - begun < WARM_UP:
            play()

    def go_on(self) -> None:
        """Play for a slice of time."""
        begun = time.process_time()
        while (spent := time.process_time() - begun) < SLICE:
            decisions, seasons = self.play()
            self.decisions += decisions
            self.seasons += seasons
        self.spent += spent

    @property
    def speed(self) -> float:
        """Decisions a second."""
        return self.decisions / self.spent


def measured(*paces: Pace) -> None:
    """All of them for the same time and by turns, so that whatever else the machine does slows them alike."""
    while paces[0].spent < SECONDS:
        for pace in paces:
            pace.go_on()


def ours(name: str) -> Pace:
    game, rng = registry.load(name), random.Random(1)
    options = game.options().replace(seasons=1)
    return Pace(lambda: random_match(game, options, SEATS, rng))


def theirs(name: str) -> Pace:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> tuple[int, int]:
        trajectories, _ = env.run(is_training=True)
        return sum(len(seat) // 2 for seat in trajectories), 1

    return Pace(play)


def main() -> None:
    """Print a row per game."""
    print(
        f"Card games: random play, {SEATS} seats, one thread, per second of CPU time over {SECONDS:g} s each"
    )
    has_peers = importlib.util.find_spec("rlcard") is not None
    if not has_peers:
        print("RLCard is not installed here (make peers): its figures are left out.")
    for name, peer in PEERS.items():
        paces = [ours(name), *([theirs(peer)] if has_peers else [])]
        measured(*paces)
        print(_row(name, peer, *paces))


def _row(name: str, peer: str, own: Pace, other: Pace | None = None) -> str:
    row = f"  {name:15} {own.speed:10,.0f} decisions/s {own.seasons / own.spent:8,.0f} seasons/s"
    if other is None:
        return row
    return row + f"   RLCard {peer:9} {other.speed:8,.0f} decisions/s   ours × {own.speed / other.speed:.1f}"


if __name__ == "__main__":
    main()

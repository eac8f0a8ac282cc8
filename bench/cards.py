"""Random play of the card games, in decisions and seasons a second, beside RLCard's games where it is
installed.

Ours: every decision lists the legal actions, picks one at random and applies it; every card dealt or drawn
is an event of its own, drawn by weight. RLCard (extra `bench`): its own random agents through its own
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


def measured(play: Callable[[], tuple[int, int]]) -> tuple[float, float]:
    """Decisions and seasons (or games) a second of CPU time."""
    play()
    decisions = seasons = 0
    begun = time.process_time()
    while time.process_time() - begun < SECONDS:
        more, ended = play()
        decisions, seasons = decisions + more, seasons + ended
    spent = time.process_time() - begun
    return decisions / spent, seasons / spent


def ours(name: str) -> tuple[float, float]:
    game, rng = registry.load(name), random.Random(1)
    options = game.options().replace(seasons=1)
    return measured(lambda: random_match(game, options, SEATS, rng))


def theirs(name: str) -> tuple[float, float] | None:
    """RLCard's figure, if it is installed."""
    if importlib.util.find_spec("rlcard") is None:
        return None
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> tuple[int, int]:
        trajectories, _ = env.run(is_training=True)
        return sum(len(seat) // 2 for seat in trajectories), 1

    return measured(play)


def main() -> None:
    """Print a row per game."""
    print(
        f"Card games: random play, {SEATS} seats, one thread, per second of CPU time over {SECONDS:g} s each"
    )
    found = {name: theirs(name) for name in sorted(set(PEERS.values()))}
    if not any(found.values()):
        print("RLCard is not installed here (pip install 'kaik[bench]'): its figures are left out.")
    for name, peer in PEERS.items():
        decisions, seasons = ours(name)
        print(
            f"  {name:15} {decisions:10,.0f} decisions/s {seasons:8,.0f} seasons/s"
            + _beside(peer, found[peer], decisions)
        )


def _beside(peer: str, figure: tuple[float, float] | None, decisions: float) -> str:
    if figure is None:
        return ""
    return f"   RLCard {peer} {figure[0]:8,.0f} decisions/s   ours × {decisions / figure[0]:.1f}"


if __name__ == "__main__":
    main()

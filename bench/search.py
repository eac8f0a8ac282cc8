"""How fast the searches are: `python -m bench.search` prints nodes a second and the depth reached.

Positions are taken along random games; processor time, so that a busy machine matters less.
"""

from __future__ import annotations

import argparse
import time

from bench.machine import described
from kaik.games.cerke import search
from kaik.games.cerke.hands import HandTable
from kaik.games.cerke.kernel import Rules
from kaik.games.cerke.options import PRESETS
from kaik.games.cerke.playout import Game, sample_positions
from kaik.games.cerke.search import Question, Searcher
from kaik.games.old_cerke import kernel as old_kernel
from kaik.games.old_cerke import search as old_search
from kaik.games.old_cerke.options import PRESETS as OLD_PRESETS
from kaik.kit.search import Bounds

SEED = 20


def report(preset: str, positions: int, ms: float) -> None:
    rules, hands = Rules(PRESETS[preset]), HandTable(PRESETS[preset])
    searcher = Searcher(rules, hands)
    points = 10 * PRESETS[preset].starting_points
    nodes, depths = 0, 0
    sample = sample_positions(Game(rules, hands), positions, SEED)
    begun = time.process_time()
    for position in sample:
        found = searcher.best(Question(position, (points, points)), Bounds(ms=ms, cpu=True))
        nodes += found.nodes
        depths += found.depth
    told(preset, nodes, depths, positions, time.process_time() - begun)


def report_old(preset: str, positions: int, ms: float) -> None:
    """Positions are those that come up when the search plays against itself."""
    rules = old_kernel.Rules(OLD_PRESETS[preset])
    searcher, position = old_search.Searcher(rules), old_kernel.Position(rules)
    nodes, depths = 0, 0
    begun = time.process_time()
    for number in range(positions):
        found = searcher.best(position, Bounds(ms=ms, cpu=True, seed=number))
        nodes += found.nodes
        depths += found.depth
        position.apply(found.choice)
        if position.won >= 0:
            position = old_kernel.Position(rules)
    told(preset, nodes, depths, positions, time.process_time() - begun)


def told(preset: str, nodes: int, depths: int, positions: int, spent: float) -> None:
    print(
        f"{preset:<14} {nodes / spent:>12,.0f}  nodes/s, depth {depths / positions:.1f} on average, "
        f"{1000 * spent / positions:.1f} ms a choice"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=60, help="positions for each preset")
    parser.add_argument("--ms", type=float, default=25, help="time for each position")
    arguments, _ = parser.parse_known_args()
    compiled = "compiled" if not search.__file__.endswith(".py") else "uncompiled"
    print(f"cerke search, {compiled}, one thread, {arguments.ms:g} ms a position")
    print(described())
    for preset in ("official", "online_alpha", "education", "hard_tam", "chain_cast"):
        report(preset, arguments.positions, arguments.ms)
    print("old cerke")
    for preset in ("revised", "walkers_chain"):
        report_old(preset, arguments.positions, arguments.ms)


if __name__ == "__main__":
    main()

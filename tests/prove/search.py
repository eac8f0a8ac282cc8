"""The search of cerke against weaker players, a proof for each of them and each of two sets of rules."""

from __future__ import annotations

import os
from functools import partial

from kaik.games.cerke import GAME
from kaik.games.cerke.hands import HandTable
from kaik.games.cerke.kernel import Rules
from kaik.games.cerke.options import PRESETS, Options
from kaik.games.cerke.playout import Game, sample_positions
from kaik.games.cerke.search import Question, Searcher
from kaik.kit.search import Bounds
from kaik.lab import sim
from tests.prove import Proof, Proved

MS = 25
MATCHES = 200
NEEDED = {"random": 0.99, "greedy": 0.95}


def nodes_in(options: Options, ms: float) -> int:
    """How many nodes the search visits in so much processor time here; a busy machine does not count."""
    rules, hands = Rules(options), HandTable(options)
    searcher = Searcher(rules, hands)
    sample = sample_positions(Game(rules, hands), 60, 1)
    points = 10 * options.starting_points
    bounds = Bounds(ms=ms, cpu=True)
    found = [searcher.best(Question(position, (points, points)), bounds).nodes for position in sample]
    return sum(found) // len(found)


def score(options: Options, player: str, other: str) -> float:
    """The share of matches that the player wins, half of them in each seat; a tie is half a win."""
    half = MATCHES // 2
    work = sim.jobs(GAME.id, options, (player, other), half)
    work += sim.jobs(GAME.id, options, (other, player), half, half)
    with sim.processes(os.cpu_count() or 1, 2) as spread:
        outcomes = list(sim.run(work, spread))
    mine = [outcome.points[0] for outcome in outcomes[:half]] + [one.points[1] for one in outcomes[half:]]
    return sum(1.0 if points > 0 else 0.5 if points == 0 else 0.0 for points in mine) / len(mine)


def _prove(preset: str, other: str) -> Proved:
    """Whether the search wins the share of matches it should."""
    options = PRESETS[preset]
    nodes = nodes_in(options, MS)
    found = score(options, f"search:nodes={nodes}", other)
    return found >= NEEDED[other], [
        f"Preset `{preset}`, {MATCHES} matches, {nodes} nodes a choice: what {MS} ms of one core allow.",
        "",
        "| against | score | needed |",
        "|---|---|---|",
        f"| `{other}` | {100 * found:.1f} % | {100 * NEEDED[other]:.0f} % |",
    ]


PROOFS = {
    f"{preset}_{other}": Proof(f"The search of cerke against {other}, {name}", partial(_prove, preset, other))
    for preset, name in (("official", "official rules"), ("online_alpha", "as played online"))
    for other in NEEDED
}

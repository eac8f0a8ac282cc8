"""The search of ancient cerke against greedy and random, with as many nodes as 25 ms allow here."""

from __future__ import annotations

import os

from kaik.games.old_cerke import GAME
from kaik.games.old_cerke.kernel import Position, Rules
from kaik.games.old_cerke.search import Searcher
from kaik.kit.search import Bounds
from kaik.lab import arena, sim
from tests.prove import Proved

TITLE = "Strength of the search of ancient cerke"
MS = 25
MATCHES = 100
NEEDED = {"random": 0.99, "greedy": 0.95}


def prove() -> Proved:
    nodes = _nodes()
    lines = [
        f"Usual options, {MATCHES} matches each, {nodes} nodes a choice: what {MS} ms of one core allow. "
        f"A match of {GAME.max_plies} moves is drawn and counts a half.",
        "",
        "| against | score | needed |",
        "|---|---|---|",
    ]
    holds = True
    for other, needed in NEEDED.items():
        event = arena.arena(GAME, GAME.options(), (f"search:nodes={nodes}", other), MATCHES)
        with sim.processes(len(os.sched_getaffinity(0)), 2) as spread:
            score = sum(arena.score_of(report) for report in arena.run(event, spread)) / MATCHES
        holds &= score >= needed
        lines.append(f"| `{other}` | {100 * score:.1f} % | {100 * needed:.0f} % |")
    return holds, lines


def _nodes() -> int:
    """What the search visits on average in the given processor time."""
    rules = Rules(GAME.options())
    searcher, position = Searcher(rules), Position(rules)
    visited = []
    for seed in range(20):
        found = searcher.best(position, Bounds(ms=MS, cpu=True, seed=seed))
        visited.append(found.nodes)
        position.apply(found.choice)
    return sum(visited) // len(visited)

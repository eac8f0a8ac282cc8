"""How fast cerke is on one thread: `python -m bench.cerke` prints figures and how each was taken.

Positions are taken along random games under the official rules. The kernel's loops run inside the compiled
module; `actions()` and `apply()` are those of the protocol, as players, referee and adapters call them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from bench.machine import described
from kaik.core.game import CHANCE
from kaik.games.cerke import GAME, kernel
from kaik.games.cerke.hands import HandTable
from kaik.games.cerke.kernel import Position, Rules
from kaik.games.cerke.options import Options
from kaik.games.cerke.playout import Game, bench_counting, bench_listing, bench_playouts, sample_positions
from kaik.games.cerke.state import Phase, State

SEED = 20
GAP = 7


def best_rate(work: Callable[[], int], repeats: int) -> float:
    """Units per second of the fastest of several runs; on a shared machine the slower ones measure others."""
    rates = []
    for _ in range(repeats):
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return max(rates)


def resident_kilobytes() -> int:
    """Resident memory of this process now; 0 where /proc does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    line = next(text for text in status.read_text().splitlines() if text.startswith("VmRSS"))
    return int(line.split()[1])


def listed(positions: list[Position], rounds: int) -> int:
    bench_listing(positions, rounds)
    return rounds * len(positions)


def counted(positions: list[Position], rounds: int) -> int:
    bench_counting(positions, rounds)
    return rounds * len(positions)


def python_listed(positions: list[Position]) -> int:
    for position in positions:
        position.moves()
    return len(positions)


def report_lists(positions: list[Position], rounds: int, repeats: int) -> None:
    moves = bench_counting(positions, 1) / len(positions)
    print(f"positions      {len(positions):>12,}  every {GAP} plies along random games, seed {SEED}")
    print(f"moves each     {moves:>12,.1f}  on average")
    rate = best_rate(lambda: listed(positions, rounds), repeats)
    print(f"listing        {rate:>12,.0f}  positions/s, every move code written to a buffer")
    rate = best_rate(lambda: counted(positions, rounds), repeats)
    print(f"counting       {rate:>12,.0f}  positions/s, without listing")
    rate = best_rate(lambda: python_listed(positions), repeats)
    print(f"moves()        {rate:>12,.0f}  positions/s, as Python lists")


def sample_states(wanted: int, seed: int, gap: int = 7) -> list[State]:
    """Ground states taken every `gap` turns along random games of the protocol, at most 500 turns of each."""
    rng = Random(seed)
    found: list[State] = []
    while len(found) < wanted:
        state, turns = GAME.start(Options(), 2), 0
        while GAME.to_act(state) and len(found) < wanted and turns < 500:
            if state.phase is Phase.GROUND:
                turns += 1
                if turns % gap == 0:
                    found.append(state)
            state = one_event(state, rng)
    return found


def one_event(state: State, rng: Random) -> State:
    (actor,) = GAME.to_act(state)
    if actor != CHANCE:
        return GAME.apply(state, actor, rng.choice(GAME.actions(state, actor)))
    outcomes, weights = zip(*GAME.weights(state), strict=True)
    return GAME.apply(state, CHANCE, rng.choices(outcomes, weights)[0])


def listed_actions(states: list[State]) -> int:
    for state in states:
        GAME.actions(state, state.side)
    return len(states)


def applied(states: list[State]) -> int:
    """Every 40th action of every state."""
    done = 0
    for state in states:
        for action in GAME.actions(state, state.side)[::40]:
            GAME.apply(state, state.side, action)
            done += 1
    return done


def report_protocol(wanted: int, repeats: int) -> None:
    states = sample_states(wanted, SEED, GAP)
    many = sum(len(GAME.actions(state, state.side)) for state in states) / len(states)
    how = f"{len(states):,} states, every {GAP} turns along random games, {many:,.0f} actions each on average"
    rate = best_rate(lambda: listed_actions(states), repeats)
    print(f"actions()      {rate:>12,.0f}  positions/s of the protocol: {how}")
    rate = best_rate(lambda: applied(states), repeats)
    print(f"apply()        {rate:>12,.0f}  actions/s of the protocol: every 40th action, listing included")


def report_playouts(game: Game, plies: int, repeats: int) -> None:
    _, games = bench_playouts(game, plies, SEED)
    rate = best_rate(lambda: bench_playouts(game, plies, SEED)[0], repeats)
    how = "count-then-select: all moves counted, only the chosen piece's listed"
    print(f"random play    {rate:>12,.0f}  plies/s over {games:,} whole games, {how}")


def report_memory(game: Game, plies: int) -> None:
    before = resident_kilobytes()
    done, _ = bench_playouts(game, plies, SEED + 1)
    after = resident_kilobytes()
    print(f"memory         {after - before:>+12,}  kB resident after {done:,} more plies ({before:,} before)")


def main(repeats: int = 5) -> None:
    compiled = kernel.__file__ is not None and not kernel.__file__.endswith(".py")
    scale = 50 if compiled else 1
    options = Options()
    game = Game(Rules(options), HandTable(options), SEED)
    how = "compiled" if compiled else "uncompiled"
    print(described())
    print(f"cerke, kernel {how}: one thread, wall clock, the fastest of {repeats} runs")
    report_lists(sample_positions(game, 40 * scale, SEED, GAP), scale, repeats)
    report_protocol(400 if compiled else 40, repeats)
    report_playouts(game, 20_000 * scale if compiled else 2_000, repeats)
    report_memory(game, 1_000_000 if compiled else 5_000)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="runs of which the fastest counts")
    main(parser.parse_args().repeats)

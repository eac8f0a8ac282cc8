"""Complete moves a second through research environments, observation included, beside their peers.

`python -m bench.environments`. Everybody plays at random among the legal actions, all by turns in short
slices of the same run, so that whatever else the machine does slows them alike. A complete move is a whole
choice with its casts or dice and what is seen after it, however many steps that takes; ours takes one step
for every touch. The peers are installed by `make peers`.
"""

from __future__ import annotations

import importlib.util
import os
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from random import Random

from bench.machine import described
from kaik.adapters.pettingzoo import TableEnv, env
from kaik.adapters.vector import Vector

SECONDS = 6.0
SLICE = 0.25
GAMES = 4096
GAME = "cerke"
PEERS = {"PettingZoo's chess": ("pettingzoo", "chess", "pygame"), "OpenSpiel": ("pyspiel",)}
"""Whom we are held against, and the modules that takes."""


class Pace:
    """Moves made in how much time, by the clock and by the processor."""

    def __init__(self, name: str, moves: Iterator[int]) -> None:
        self.name, self.moves = name, moves
        self.done, self.clock, self.cpu = 0, 0.0, 0.0
        self._run(SLICE)

    def go_on(self) -> None:
        """Play for a slice of time."""
        done, clock, cpu = self._run(SLICE)
        self.done, self.clock, self.cpu = self.done + done, self.clock + clock, self.cpu + cpu

    def _run(self, seconds: float) -> tuple[int, float, float]:
        begun, worked, done = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - begun < seconds:
            done += next(self.moves)
        return done, time.perf_counter() - begun, time.process_time() - worked

    @property
    def speed(self) -> float:
        """Moves a second by the clock."""
        return self.done / self.clock


def aec_steps(table: TableEnv, rng: Random) -> Iterator[object]:
    """Random play through any AEC environment with masks, for ever."""
    while True:
        table.reset(seed=rng.randrange(2**31))
        for agent in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                break
            table.step(rng.choice(seen["action_mask"].nonzero()[0].tolist()))
            yield agent


def ours_one() -> Iterator[int]:
    """One game at a time: events of the match that were somebody's choice."""
    table = env(GAME)
    before = 0
    for _ in aec_steps(table, Random(1)):
        choices = sum(actor >= 0 for actor, _ in table.session.match.events[before:])
        yield choices
        before = len(table.session.match.events)
        if table.session.match.over:
            before = 0


def ours_many(threads: int) -> Callable[[], Iterator[int]]:
    """Many games together."""

    def moves() -> Iterator[int]:
        vector = Vector(GAME, GAMES, threads=threads)
        vector.reset(1)
        while True:
            yield int(vector.step(vector.sample()).info["moved"].sum())

    return moves


def zoo_chess() -> Iterator[int]:
    from pettingzoo.classic import chess_v6

    for _ in aec_steps(chess_v6.env(), Random(1)):
        yield 1


def open_spiel(name: str) -> Callable[[], Iterator[int]]:
    """OpenSpiel's own loop: a chance node is part of the move before it."""

    def moves() -> Iterator[int]:
        import pyspiel

        game, rng = pyspiel.load_game(name), Random(1)
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                    continue
                state.observation_tensor(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
                yield 1

    return moves


def _installed(*modules: str) -> bool:
    return all(importlib.util.find_spec(module) for module in modules)


def paces() -> Iterator[Pace]:
    """Everybody who is installed here."""
    cores = os.cpu_count() or 1
    yield Pace(f"kaik {GAME}, PettingZoo", ours_one())
    yield Pace(f"kaik {GAME}, vector of {GAMES:,}, one thread", ours_many(1)())
    if cores > 1:
        yield Pace(f"kaik {GAME}, vector of {GAMES:,}, {cores} threads", ours_many(cores)())
    if _installed(*PEERS["PettingZoo's chess"]):
        yield Pace("PettingZoo chess", zoo_chess())
    if _installed(*PEERS["OpenSpiel"]):
        yield Pace("OpenSpiel chess", open_spiel("chess")())
        yield Pace("OpenSpiel backgammon", open_spiel("backgammon")())


def main() -> None:
    """Print a row for each."""
    warnings.simplefilter("ignore")
    print("Research environments: complete moves with observation, random play, by turns")
    print(described())
    for name, needs in PEERS.items():
        if not _installed(*needs):
            print(f"{name} is not installed here (make peers): its figures are left out.")
    running = list(paces())
    for _ in range(int(SECONDS / SLICE)):
        for pace in running:
            pace.go_on()
    for pace in running:
        per_cpu = pace.done / pace.cpu
        print(f"  {pace.name:40} {pace.speed:12,.0f} moves/s   {per_cpu:12,.0f} per processor second")
    for line in compared(running):
        print(line)


def compared(running: Sequence[Pace]) -> Iterator[str]:
    """Each of ours beside each of theirs."""
    theirs = [pace for pace in running if not pace.name.startswith("kaik")]
    for pace in running:
        if theirs and pace not in theirs:
            ratios = (f"× {pace.speed / peer.speed:.3g} {peer.name}" for peer in theirs)
            yield f"  {pace.name}: {', '.join(ratios)}"


if __name__ == "__main__":
    main()

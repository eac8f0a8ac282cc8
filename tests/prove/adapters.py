"""Every game through the research interfaces, by the other libraries' own tests and algorithms.

OpenSpiel's part runs where OpenSpiel is installed (extra `openspiel`).
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import warnings
from collections.abc import Callable
from functools import partial

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from kaik.adapters.gymnasium import Seat
from kaik.adapters.pettingzoo import env
from kaik.core import registry
from kaik.games.new_play import best_numbers
from tests.adapters.test_vector import PRESETS, followed
from tests.prove import Proved

TITLE = "Research interfaces"
CYCLES = 150
SERIALIZED = 150
"""Longer matches of OpenSpiel are played without being written and read at every step."""
TOUCHES = 1500
SMALL = {"seats": 2, "set": "rounds=1 lt_max_bet=3"}
CFR_ROUNDS = 200
MCTS_MATCHES = 30


def prove() -> Proved:
    found = importlib.util.find_spec("pyspiel") is not None
    lines = [
        "| game | presets | PettingZoo `api_test`, `seed_test` | Gymnasium `check_env` "
        "| OpenSpiel `random_sim_test` |",
        "|---|---|---|---|---|",
    ]
    holds = True
    for name in registry.game_ids():
        row, good = _game(name, found)
        lines.append(row)
        holds &= good
    lines += ["", *_vector()]
    if not found:
        return holds, [
            *lines,
            "",
            "**OpenSpiel is not installed here: its tests and algorithms did not run.**",
        ]
    mcts, won = _mcts()
    cfr, solved = _cfr()
    sampled, ran = _mccfr()
    return holds and won and solved and ran, [*lines, "", mcts, "", cfr, "", sampled]


def _game(name: str, spiel: bool) -> tuple[str, bool]:
    """Every preset of a game through everything."""
    game = registry.load(name)
    zoo = all([_holds(partial(_pettingzoo, name, preset)) for preset in game.presets])
    gym = all([_holds(partial(_gymnasium, name, preset)) for preset in game.presets])
    steps = [_spiel_steps(name, preset) for preset in game.presets] if spiel else []
    told = f"{_told(min(steps) > 0)}, {min(steps)}–{max(steps)} steps" if steps else "not run"
    row = f"| `{name}` | {len(game.presets)} | {_told(zoo)} | {_told(gym)} | {told} |"
    return row, zoo and gym and all(steps)


def _told(good: bool) -> str:
    return "passes" if good else "**fails**"


def _holds(test: Callable[[], object]) -> bool:
    """Whether a test of another library passes; what it prints and warns of is its own affair."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            test()
        except Exception as failure:
            print(failure)
            return False
    return True


def _pettingzoo(name: str, preset: str) -> None:
    api_test(env(name, preset=preset), num_cycles=CYCLES)
    seed_test(lambda: env(name, preset=preset), num_cycles=CYCLES // 3)
    most = max(registry.load(name).seats(registry.load(name).options(preset)))
    api_test(env(name, preset=preset, seats=most), num_cycles=CYCLES // most)


def _gymnasium(name: str, preset: str) -> None:
    check_env(Seat(name, preset=preset), skip_render_check=True)


def _spiel_steps(name: str, preset: str) -> int:
    """The steps of a random match, after OpenSpiel's own test of one; 0 if that fails."""
    import pyspiel

    from kaik.adapters import openspiel

    assert openspiel.GAMES
    game = pyspiel.load_game(f"kaik_{name}", {"preset": preset})
    rng, state = np.random.default_rng(1), game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(int(legal[int(rng.integers(len(legal)))]))
        steps += 1
    short = steps <= SERIALIZED
    passes = _holds(lambda: pyspiel.random_sim_test(game, num_sims=1, serialize=short, verbose=False))
    return steps if passes else 0


def _vector() -> list[str]:
    """The vector environment beside the protocol, every preset."""
    met = [followed({"season_count": 2}, preset, 2, TOUCHES, 11) for preset in PRESETS]
    counted = {key: sum(each[key] for each in met) for key in met[0]}
    told = ", ".join(f"{count:,} {key}" for key, count in counted.items())
    touches = TOUCHES * 2 * len(PRESETS)
    return [f"Vector environment of cerke: {touches:,} touches as in the protocol, every preset ({told})."]


def _mcts() -> tuple[str, bool]:
    """OpenSpiel's MCTS against random play in a game of throws: it must win more than it loses."""
    import pyspiel
    from open_spiel.python.algorithms import evaluate_bots, mcts
    from open_spiel.python.bots import uniform_random

    game = pyspiel.load_game("kaik_beast_streak", {"seats": 2, "set": "rounds=2"})
    rng, points = np.random.RandomState(1), []
    for number in range(MCTS_MATCHES):
        bot = mcts.MCTSBot(game, 2.0, 40, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        other = uniform_random.UniformRandomBot(1 - number % 2, rng)
        bots = [bot, other] if number % 2 == 0 else [other, bot]
        points.append(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)[number % 2])
    told = f"OpenSpiel's MCTS (40 simulations) against random play in Beast Streak: {MCTS_MATCHES} matches, "
    return told + f"{sum(points):+g} points.", sum(points) > 0


def _cfr() -> tuple[str, bool]:
    """OpenSpiel's CFR solves a small game whose best choice is known: the number that loses least."""
    import pyspiel
    from open_spiel.python.algorithms import cfr, exploitability

    game = pyspiel.load_game("kaik_new_play", SMALL)
    solver = cfr.CFRSolver(game)
    for _ in range(CFR_ROUNDS):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    gap = exploitability.nash_conv(game, policy)
    state = game.new_initial_state()
    state.apply_action(0)
    chances = policy.action_probabilities(state)
    liked = state.action_to_string(max(chances, key=chances.__getitem__))
    best = [f"number-{number}" for number in best_numbers(registry.load("new_play").options())]
    told = f"OpenSpiel's CFR on New Play (one round, stakes 1–3), {CFR_ROUNDS} rounds: NashConv {gap:.4f}, "
    told += f"first touch `{liked}` (the best by the rules' odds: {', '.join(best)})."
    return told, gap < 0.05 and liked in best


def _mccfr() -> tuple[str, bool]:
    """OpenSpiel's external sampling on a card game with hidden hands."""
    import pyspiel
    from open_spiel.python.algorithms import external_sampling_mccfr

    options = "seasons=1 nam_bet_max=2 nam_raises=1 nam_reveal=[1]"
    game = pyspiel.load_game("kaik_open_cask", {"seats": 2, "set": options})
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(200):
        solver.iteration()
    known = len(solver._infostates)
    told = f"OpenSpiel's external-sampling MCCFR on Open Cask, hands hidden: {known} information states."
    return told, known > 200

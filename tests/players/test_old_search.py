"""The search of ancient cerke: right where the answer is known, legal, repeatable, the same uncompiled."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kaik.games.old_cerke import GAME
from kaik.games.old_cerke.chooser import Chooser
from kaik.games.old_cerke.game import position_of, rules_of
from kaik.games.old_cerke.options import PRESETS, OldOptions
from kaik.games.old_cerke.search import Searcher, chance
from kaik.games.old_cerke.state import Full, Move, Phase
from kaik.kit.search import Bounds
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.base import Limit
from kaik.players.table import advance
from tests.players.test_search import ROOT, uncompiled_tree

WORK = Limit(nodes=3000)
KINGS = {"ZIA": "B王", "ZA": "R王"}


def set_up(board: dict[str, str], turn: str = "B") -> Full:
    return GAME.set_up(OldOptions(), {"board": board, "turn": turn})


def chosen(state: Full) -> str:
    legal = GAME.actions(state, state.side)
    found = Chooser(state.options).choose(state, state.side, legal, Random(1), WORK)
    assert isinstance(found, Move)
    return found.move


def wandered(options: OldOptions, seed: int, events: int) -> Iterator[Full]:
    """The states of random games in which somebody moves."""
    rng = Random(seed)
    state = GAME.start(options, 2)
    for _ in range(events):
        actors = GAME.to_act(state)
        if not actors:
            state = GAME.start(options, 2)
            continue
        if state.phase is Phase.PLAY:
            yield state
        state = GAME.apply(state, actors[0], rng.choice(GAME.actions(state, actors[0])))


def test_the_king_is_taken() -> None:
    assert chosen(set_up({**KINGS, "KA": "B弓", "PE": "B弓"})) == "KA-ZA"


def test_an_attacked_king_moves_away() -> None:
    """The bow on K attacks along the row; nothing else can help."""
    state = set_up({"ZIA": "B王", "KIA": "R弓", "ZA": "R王"})
    move = chosen(state)
    assert move.startswith("ZIA-")
    assert not move.endswith("IA")


def test_a_king_shut_in_is_found() -> None:
    """The second bow closes the last line: whatever red does, its king falls."""
    state = set_up({"ZIA": "B王", "KE": "B弓", "PIA": "B弓", "ZA": "R王"})
    legal = GAME.actions(state, 0)
    best = Chooser(OldOptions()).ranked(state, 0, legal, 1, Random(1), Limit(nodes=20_000))[0]
    assert best.chance == 1.0
    after = GAME.apply(state, 0, best.action)
    for reply in GAME.actions(after, 1):
        position = position_of(GAME.apply(after, 1, reply))
        assert any(position.kind_at(code >> 15 & 127) == 6 for code in position.captures())


def test_a_free_piece_is_taken_and_a_guarded_one_is_not_taken_with_a_bow() -> None:
    free = set_up({**KINGS, "KAU": "B弓", "KE": "R兵", "PE": "R兵"})
    assert chosen(free) == "KAU-KE"
    guarded = set_up({**KINGS, "KAU": "B弓", "KE": "R兵", "KA": "R弓"})
    assert chosen(guarded) != "KAU-KE"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_choice_is_legal(preset: str) -> None:
    chooser = Chooser(PRESETS[preset])
    for state in list(wandered(PRESETS[preset], 5, 160))[::3]:
        legal = GAME.actions(state, state.side)
        assert chooser.choose(state, state.side, legal, Random(1), Limit(nodes=150)) in legal


def test_arrangements_are_chosen_too() -> None:
    state = GAME.start(PRESETS["free_swap"], 2)
    legal = GAME.actions(state, 0)
    chooser = Chooser(PRESETS["free_swap"])
    assert chooser.choose(state, 0, legal, Random(1), WORK) in legal
    assert {one.action for one in chooser.ranked(state, 0, legal, 3, Random(1), WORK)} <= set(legal)


def test_the_same_seed_and_nodes_give_the_same_answer() -> None:
    """Also when the searcher has answered other questions before."""
    used = Searcher(rules_of(OldOptions()))
    for state in list(wandered(OldOptions(), 7, 60))[::9]:
        bounds = Bounds(nodes=2000, seed=3)
        again = Searcher(rules_of(OldOptions()))
        assert again.best(position_of(state), bounds) == used.best(position_of(state), bounds)


def test_limits_hold() -> None:
    searcher, start = Searcher(rules_of(OldOptions())), position_of(GAME.start(OldOptions(), 2))
    assert searcher.best(start, Bounds(nodes=1000)).nodes <= 1000
    assert searcher.best(start, Bounds(depth=3)).depth == 3


def test_the_line_can_be_played() -> None:
    state = GAME.start(OldOptions(), 2)
    best = Chooser(OldOptions()).ranked(state, 0, GAME.actions(state, 0), 1, Random(1), Limit(nodes=20_000))[
        0
    ]
    assert len(best.line) > 1
    state = GAME.apply(state, 0, best.action)
    for actor, move in best.line:
        assert GAME.to_act(state) == (actor,)
        assert move in GAME.actions(state, actor)
        state = GAME.apply(state, actor, move)


def test_values_become_chances() -> None:
    found = [chance(value) for value in (-999_999, -5000, 0, 5000, 999_999)]
    assert found == sorted(found)
    assert (found[0], found[2], found[4]) == (0.0, 0.5, 1.0)


def test_the_player_beats_a_blind_one() -> None:
    match = Match(GAME, OldOptions(), 2, Sealed.fresh(2, 4))
    advance(match, {0: specs.player("search:nodes=2000"), 1: specs.player("random")}, "4")
    assert match.result is not None
    assert match.result.places == (1, 2)


SAMPLE = """
from kaik.games.old_cerke import search
from kaik.games.old_cerke.kernel import Position, Rules
from kaik.games.old_cerke.options import PRESETS
from kaik.games.old_cerke.search import Searcher
from kaik.kit.search import Bounds
print(search.__file__.rsplit(".", 1)[-1])
for name in ("revised", "walkers_chain"):
    rules = Rules(PRESETS[name])
    searcher, position = Searcher(rules, table_bits=12), Position(rules)
    for _ in range(4):
        found = searcher.best(position, Bounds(nodes=300, depth=3))
        print(*found)
        position.apply(found.choice)
"""


def test_compiled_and_uncompiled_agree(tmp_path: Path) -> None:
    uncompiled_tree(tmp_path, "cerke", "old_cerke")
    answers = []
    for path in (ROOT / "src", tmp_path):
        done = subprocess.run(
            [sys.executable, "-c", SAMPLE],
            env=os.environ | {"PYTHONPATH": str(path)},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        answers.append(done.stdout.splitlines())
    assert answers[1][0] == "py"
    assert answers[0][1:] == answers[1][1:]

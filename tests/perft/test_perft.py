"""Trees counted once and kept as plain text: every table must come out again.

`<game>-<preset>.txt` is what `kaik perft` prints; `<game>-<preset>.moves.txt` counts board moves alone, as
the game's kernel does. Lines that begin with # say how a table was made.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from kaik.core import registry
from kaik.lab.perft import perft
from tests.rules import old_cerke_naive

FOLDER = Path(__file__).parent
EVENTS, MOVES = "depth decisions chance ended", "depth moves"
TABLES = sorted(path for path in FOLDER.glob("*.txt") if ".moves." not in path.name)
MOVE_TABLES = sorted(FOLDER.glob("*.moves.txt"))


def rows(path: Path, head: str) -> list[list[int]]:
    """The numbers of a table, one row for each depth."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert lines[0] == head
    return [[int(word) for word in line.split()] for line in lines[1:]]


def named(path: Path) -> tuple[str, str]:
    """The game and the preset of a table."""
    game, _, preset = path.name.split(".")[0].partition("-")
    return game, preset


def test_there_are_tables() -> None:
    assert TABLES
    assert MOVE_TABLES


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_game_has_the_tree_it_had(path: Path) -> None:
    id, preset = named(path)
    game = registry.load(id)
    options = game.options(preset)
    expected = rows(path, EVENTS)
    levels = perft(game, options, game.seats(options)[0], len(expected))
    assert [[level.depth, level.decisions, level.chance, level.ended] for level in levels] == expected


@pytest.mark.parametrize("path", MOVE_TABLES, ids=lambda path: path.stem)
def test_a_kernel_counts_the_moves_it_counted(path: Path) -> None:
    id, preset = named(path)
    rules, positions = (import_module(f"kaik.games.{id}.{part}") for part in ("game", "positions"))
    start = rules.position_of(positions.set_up(registry.load(id).options(preset)))
    expected = rows(path, MOVES)
    assert [[depth, start.perft(depth)] for depth in range(1, len(expected) + 1)] == expected


@pytest.mark.parametrize("preset", registry.load("old_cerke").presets)
def test_the_tables_of_old_cerke_are_those_of_a_naive_reading(preset: str) -> None:
    options = registry.load("old_cerke").options(preset)
    decisions = [row[1] for row in rows(FOLDER / f"old_cerke-{preset}.txt", EVENTS)]
    assert decisions == old_cerke_naive.tree(options, len(decisions))

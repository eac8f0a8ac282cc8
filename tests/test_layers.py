"""Imports go one way, only the registry reaches the games, and no other layer names one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kaik.core import registry

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "kaik"

LAYERS: dict[str, set[str]] = {
    "core": set(),
    "kit": {"core"},
    "games": {"core", "kit"},
    "play": {"core"},
    "players": {"core", "play"},
    "lab": {"core", "play", "players"},
    "adapters": {"core", "play", "players"},
    "server": {"core", "play", "players", "lab"},
    "cli": {"core", "kit", "play", "players", "lab", "adapters", "server"},
    "notebook": {"core", "play", "players", "cli"},
}
"""What each layer may import, besides itself and the few modules that belong to no layer."""

REACHES_GAMES = {"core/registry.py", "core/messages.py"}
"""The files that may name the folder of games: one loads them, one reads their texts."""

SUFFIXES = {".py", ".ts", ".svelte", ".js", ".toml", ".json", ".html", ".css"}


def sources() -> list[Path]:
    """Every Python file of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def layer(path: Path) -> str:
    """The layer a file belongs to; `""` for the package itself."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


def imported(path: Path) -> Iterator[str]:
    """The names of all modules of the package that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "kaik")
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative imports hide the layer"
            if node.module == "kaik":
                yield from (f"kaik.{alias.name}" for alias in node.names)
            elif node.module is not None and node.module.startswith("kaik."):
                yield node.module


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", sources(), ids=named)
def test_imports_go_one_way(path: Path) -> None:
    mine = layer(path)
    for module in imported(path):
        theirs = module.split(".")[1] if "." in module else ""
        if mine and theirs in LAYERS and theirs != mine:
            assert theirs in LAYERS[mine], f"{mine} may not import {module}"


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert folders <= set(LAYERS)


def test_only_the_registry_and_the_catalogue_reach_the_games() -> None:
    reaching = {
        path.relative_to(PACKAGE).as_posix()
        for path in sources()
        if layer(path) != "games" and "kaik.games" in path.read_text(encoding="utf-8")
    }
    assert reaching <= REACHES_GAMES


def spoken_of_outside() -> Iterator[Path]:
    """Files of the program in which no game may be named; what was built from `web/` is looked at there."""
    for path in PACKAGE.rglob("*"):
        if path.suffix in SUFFIXES and layer(path) not in ("games", "web"):
            yield path
    web = ROOT / "web"
    for path in web.rglob("*") if web.is_dir() else ():
        parts = path.relative_to(web).parts
        if path.suffix in SUFFIXES and not {"node_modules", "skins", "dist", "tests"} & set(parts):
            yield path


def test_no_game_is_named_outside_its_own_folder() -> None:
    ids = "|".join(registry.game_ids())
    quoted = re.compile(rf"""(["'`])(?:{ids})\1""")
    found = [
        f"{named(path)}: {match.group()}"
        for path in spoken_of_outside()
        for match in quoted.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []

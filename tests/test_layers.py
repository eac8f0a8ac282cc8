"""Imports go one way, only the registry reaches the games, and no other layer names one."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
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
    "protocol": {"core", "play"},
    "table": {"core", "play", "players", "protocol"},
    "service": {"core", "play", "players", "lab", "protocol", "table"},
    "server": {"core", "play", "players", "protocol", "table", "service"},
    "cli": {"core", "kit", "play", "players", "lab", "adapters", "protocol", "service", "server"},
    "notebook": {"core", "play", "players", "cli"},
}
"""What each layer may import, besides itself and the few modules that belong to no layer."""

SERVER: dict[str, set[str]] = {
    "notify": set(),
    "db": {"notify", "errors"},
    "workers": {"lru"},
    "tables": {"db", "notify", "workers", "settings"},
    "http": {"db", "notify", "workers", "tables", "settings", "metrics", "lru"},
    "live": {"db", "notify", "tables", "http", "metrics"},
}
"""What each folder of the server may import of the server, besides itself."""

WITHOUT_IO = ("table", "service")
"""The layers that run without an event loop, a network or a database."""
MOST_MODULES = 12

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


@pytest.mark.parametrize("path", [path for path in sources() if layer(path) == "server"], ids=named)
def test_the_folders_of_the_server_import_one_way(path: Path) -> None:
    mine = path.relative_to(PACKAGE / "server").parts[0]
    for module in imported(path):
        parts = module.split(".")
        if mine in SERVER and parts[:2] == ["kaik", "server"] and len(parts) > 2 and parts[2] != mine:
            assert parts[2] in SERVER[mine], f"server/{mine} may not import {module}"


def test_no_folder_of_the_server_has_more_than_a_dozen_modules() -> None:
    folders = {path.parent for path in sources() if layer(path) == "server"}
    counts = {named(folder): len([*folder.glob("*.py")]) - 1 for folder in folders}
    assert {name: count for name, count in counts.items() if count > MOST_MODULES} == {}


def run_with_all_of(name: str, before: str = "", after: str = "") -> str:
    """What a fresh interpreter prints that imports every module of a layer."""
    modules = [f"kaik.{name}", *(f"kaik.{name}.{path.stem}" for path in (PACKAGE / name).glob("*.py"))]
    script = "\n".join(["import sys", before, f"import {', '.join(modules)}", after])
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("name", WITHOUT_IO)
def test_a_layer_without_io_loads_no_event_loop_and_no_database(name: str) -> None:
    unwanted = {"asyncio", "litestar", "sqlalchemy"}
    assert run_with_all_of(name, after=f"print(*{unwanted} & set(sys.modules))").split() == []


@pytest.mark.parametrize("name", WITHOUT_IO)
def test_a_layer_without_io_needs_msgspec_and_nothing_else(name: str) -> None:
    refuse_others = """
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {"kaik", "msgspec", *sys.stdlib_module_names}:
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
"""
    load_all = "from kaik.core import registry; print(*[registry.load(id).id for id in registry.game_ids()])"
    assert len(run_with_all_of(name, refuse_others, load_all).split()) == len(registry.game_ids())


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

"""`make mutants`: copy the tree, seed one fault at a time, and see which test notices.

Exits with 1 when fewer than nine faults in ten are noticed, and with 2 when a fault no longer fits its file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from msgspec import Struct

from tests.mutants.faults import FAULTS, Fault

ROOT = Path(__file__).parent.parent.parent
NEEDED = 0.9
JOBS = 2
SECONDS = 240
"""How long the tests may take for one fault; a fault that hangs is noticed too."""
SMALL = ("strain", "new_play", "beast_streak")
"""The games on which faults of the machinery are looked for."""
UNCOPIED = (
    ".git",
    ".venv",
    ".make",
    "build",
    "node_modules",
    "__pycache__",
    ".mypy_cache",
    ".ruff_cache",
    "web",
)
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class Outcome(Struct, frozen=True):
    """What became of one fault. `by` is the test that noticed it."""

    fault: Fault
    by: str
    seconds: float

    @property
    def caught(self) -> bool:
        return bool(self.by)


class Misfit(Exception):
    """A fault whose text is not, or not only once, in its file."""


def check(faults: Iterable[Fault], root: Path = ROOT) -> None:
    """Every fault can still be seeded."""
    for fault in faults:
        times = (root / fault.file).read_text(encoding="utf-8").count(fault.old)
        if times != 1:
            raise Misfit(f"{fault.file}: {times} × {fault.old!r} ({fault.why})")


def stages(fault: Fault) -> list[list[str]]:
    """The tests to run, the likeliest first: of the part with the fault, then of all games it may touch."""
    match fault.file.split("/"):
        case ["src", "kaik", "games", id, *_]:
            return [_rules(id), ["tests/suite", "-k", id]]
        case ["tests", "fixture_games", id, *_]:
            return [["tests/suite/test_hiding.py", "-k", id], _rules(id), ["tests/suite", "-k", id]]
        case _:
            rules = [path for id in SMALL for path in _rules(id)]
            return [["tests/core"], ["tests/suite", "-k", " or ".join(SMALL)], rules]


def _rules(id: str) -> list[str]:
    """The rule tests of a game and of those that share its parts."""
    shared = {"beast_cast": ("beast_cast", "beast_streak")}.get(id, (id,))
    places = [ROOT / "tests" / "rules" / name for id in shared for name in (f"test_{id}.py", id)]
    return [path.relative_to(ROOT).as_posix() for path in places if path.exists()]


def pytest(tree: Path, arguments: Sequence[str], seconds: float = SECONDS) -> tuple[int, str]:
    """Run tests in a copy of the tree; a run that takes too long counts as failed."""
    places = os.pathsep.join([str(tree / "src"), str(tree)])
    environment = {**os.environ, "PYTHONPATH": places, "KAIK_GAMES": "", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", *arguments]
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return 1, "FAILED (time limit)"
    return done.returncode, done.stdout


def failing_already(tree: Path) -> list[str]:
    """Tests that fail without any fault and therefore notice nothing."""
    used = sorted({tuple(stage) for fault in FAULTS for stage in stages(fault)})
    found: set[str] = set()
    with ThreadPoolExecutor(JOBS) as pool:
        for code, output in pool.map(lambda stage: pytest(tree, stage, 4 * SECONDS), used):
            found.update(FAILED.findall(output) if code else [])
    return sorted(found)


def noticed(tree: Path, fault: Fault, ignored: Sequence[str]) -> str:
    """The first test that fails with this fault, or nothing."""
    left = [f"--deselect={name}" for name in ignored]
    for stage in stages(fault):
        code, output = pytest(tree, ["-x", *stage, *left])
        if code not in (0, 5):
            return next(iter(FAILED.findall(output)), "(collection)")
    return ""


def seeded(trees: Queue[Path], fault: Fault, ignored: Sequence[str]) -> Outcome:
    """Seed one fault in a free copy, run the tests and put the text back."""
    tree = trees.get()
    file = tree / fault.file
    text = file.read_text(encoding="utf-8")
    began = time.monotonic()
    try:
        file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        by = noticed(tree, fault, ignored)
    finally:
        file.write_text(text, encoding="utf-8")
        trees.put(tree)
    outcome = Outcome(fault, by, time.monotonic() - began)
    print(
        f"{'caught  ' if by else 'SURVIVED'} {outcome.seconds:5.1f} s  {fault.why}  {by and '← ' + by}",
        flush=True,
    )
    return outcome


def run(faults: Sequence[Fault] = FAULTS) -> list[Outcome]:
    """Seed every fault, two at a time."""
    check(faults)
    with tempfile.TemporaryDirectory(prefix="kaik-mutants-") as folder:
        trees: Queue[Path] = Queue()
        for number in range(JOBS):
            tree = Path(folder) / str(number)
            shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*UNCOPIED))
            trees.put(tree)
        check(faults, tree)
        ignored = failing_already(tree)
        for name in ignored:
            print(f"fails without any fault, not counted: {name}", flush=True)
        with ThreadPoolExecutor(JOBS) as pool:
            return list(pool.map(lambda fault: seeded(trees, fault, ignored), faults))


def share(outcomes: Sequence[Outcome]) -> float:
    """How many of the faults were noticed."""
    return sum(outcome.caught for outcome in outcomes) / max(1, len(outcomes))


def markdown(outcomes: Sequence[Outcome]) -> list[str]:
    """The result as lines of a page: a figure, and a table of what survived with the reason."""
    caught = sum(outcome.caught for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    figure = f"{caught} of {len(outcomes)} seeded faults were caught ({share(outcomes):.0%})"
    lines = [f"{figure} in {seconds:.0f} s of tests."]
    survivors = [outcome.fault for outcome in outcomes if not outcome.caught]
    if survivors:
        lines += ["", "| survived | file | reason |", "|---|---|---|"]
        lines += [
            f"| {fault.why} | `{fault.file}` | {fault.survives or 'not known yet'} |" for fault in survivors
        ]
    return lines


def main() -> int:
    """Print each result, then the figure."""
    try:
        outcomes = run()
    except Misfit as misfit:
        print(f"This fault no longer fits its file: {misfit}")
        return 2
    print("\n".join(["", *markdown(outcomes)]))
    return 0 if share(outcomes) >= NEEDED else 1


if __name__ == "__main__":
    sys.exit(main())

"""Starting is quick: help loads neither games nor players nor anything heavy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
PROGRAM = """
import sys
from kaik.cli.main import app
try:
    app(["--help"], prog_name="kaik")
except SystemExit as end:
    assert not end.code
print(*sorted(name for name in sys.modules if name.split(".")[0] == "kaik"), file=sys.stderr)
print(*sorted({name.split(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def test_help_imports_only_what_words_it() -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
        timeout=300,
    )
    ours, all_roots = done.stderr.splitlines()[-2:]
    assert set(ours.split()) == {
        "kaik",
        "kaik.version",
        "kaik.cli",
        "kaik.cli.folding",
        "kaik.cli.group",
        "kaik.cli.language",
        "kaik.cli.main",
        "kaik.cli.serve",
        "kaik.core",
        "kaik.core.errors",
        "kaik.core.messages",
    }
    heavy = {"numpy", "textual", "cython", "Cython", "asyncio", "multiprocessing", "concurrent", "sqlalchemy"}
    assert not heavy & set(all_roots.split())

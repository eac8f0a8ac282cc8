"""The reports shipped in docs/reports, made anew by the command they print."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from pyarrow import parquet

from tests.prove import Proved

ROOT = Path(__file__).parent.parent.parent
TITLE = "The shipped reports of the balance lab"
REPORTS = sorted(file.parent for file in (ROOT / "docs" / "reports").glob("*/command.txt"))
TABLES = ("matches.parquet", "episodes.parquet")


def prove() -> Proved:
    lines, holds = ["| report | matches | data | figures |", "|---|---|---|---|"], bool(REPORTS)
    for shipped in REPORTS:
        with tempfile.TemporaryDirectory() as place:
            made = Path(place) / shipped.name
            _run(shipped, made)
            data = all(_rows(shipped / name) == _rows(made / name) for name in TABLES)
            figures = _tables(shipped) == _tables(made)
        holds &= data and figures
        count = parquet.read_metadata(shipped / TABLES[0]).num_rows
        lines.append(f"| {shipped.name} | {count} | {_word(data)} | {_word(figures)} |")
    return holds, lines


def _run(shipped: Path, made: Path) -> None:
    """The printed command, but for where it writes."""
    words = shlex.split((shipped / "command.txt").read_text("utf-8"))
    words[words.index("--out") + 1] = str(made)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    subprocess.run([sys.executable, "-m", *words], env=environment, check=True, stdout=subprocess.DEVNULL)


def _rows(file: Path) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = parquet.read_table(file).to_pylist()
    return rows


def _tables(folder: Path) -> list[str]:
    """The tables of the page, figure by figure."""
    return re.findall(r"<table>.*?</table>", (folder / "index.html").read_text("utf-8"), re.S)


def _word(same: bool) -> str:
    return "the same" if same else "**different**"

"""The lab on a real Ray: the same command gives the same data, also when it is killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from pyarrow import parquet

from tests.prove import Proved

ROOT = Path(__file__).parent.parent.parent
TITLE = "The balance lab on Ray"
STUDY = (
    "six_cast",
    "--vary", "ns_dice=six_sticks,d6",
    "--vary", "ns_finish=exact_or_stay,overshoot,bounce",
    "--players", "optimal*4",
    "-n", "400",
)  # fmt: skip
MATCHES = 2400
KILLED_AFTER = 300
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def prove() -> Proved:
    if find_spec("ray") is None:
        return False, ["**Ray is not installed here (`make peers`), so nothing was played.**"]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        here = _run(folder, "here")
        cluster = _run(folder, "cluster", "--map", "ray")
        kept = _killed(folder / "killed")
        _run(folder, "killed", "--map", "ray")
        same = _same(here, cluster)
        resumed = _same(here, folder / "killed")
    return same and resumed and 0 < kept < MATCHES, [
        f"`kaik lab {' '.join(STUDY)}`: {MATCHES} matches by processes and by a local Ray "
        f"{'give the same' if same else '**give different**'} Parquet tables.",
        "",
        f"Killed (SIGKILL) with {kept} matches kept and started again on Ray, the tables are "
        f"{'the same' if resumed else '**different**'}.",
    ]


def _command(folder: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "kaik", "lab", *STUDY, "--out", str(folder), *more]


def _run(folder: Path, name: str, *more: str) -> Path:
    subprocess.run(_command(folder / name, *more), env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
    return folder / name


def _killed(folder: Path) -> int:
    """Start, wait for some matches, kill without warning; how many matches were kept."""
    journal = folder / "unfinished.jsonl"
    begun = subprocess.Popen(_command(folder, "--jobs", "2"), env=ENVIRONMENT, start_new_session=True)
    while begun.poll() is None and _lines(journal) < KILLED_AFTER:
        time.sleep(0.05)
    if begun.poll() is None:
        os.killpg(begun.pid, signal.SIGKILL)
    begun.wait()
    return _lines(journal) - 1


def _lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def _same(one: Path, other: Path) -> bool:
    names = ("matches.parquet", "episodes.parquet")
    return all(parquet.read_table(one / name).equals(parquet.read_table(other / name)) for name in names)

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


def prove() -> tuple[bool, list[str]]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        environment = _environment(folder / "packages")
        here = _run(folder, "here", environment)
        cluster = _run(folder, "cluster", environment, "--map", "ray")
        kept = _killed(folder / "killed", environment)
        _run(folder, "killed", environment, "--map", "ray")
        same = _same(here, cluster)
        resumed = _same(here, folder / "killed")
    return same and resumed and 0 < kept < MATCHES, [
        f"`kaik lab {' '.join(STUDY)}`: {MATCHES} matches by processes and by a local Ray "
        f"{'give the same' if same else '**give different**'} Parquet tables.",
        "",
        f"Killed (SIGKILL) with {kept} matches kept and started again on Ray, the tables are "
        f"{'the same' if resumed else '**different**'}.",
    ]


def _environment(packages: Path) -> dict[str, str]:
    """With Ray, which is fetched for the occasion where it is not installed."""
    path = [str(ROOT / "src")]
    if find_spec("ray") is None:
        wanted = ["-c", str(ROOT / "constraints.txt"), "--target", str(packages), "ray"]
        subprocess.run([sys.executable, "-m", "pip", "install", "-qq", *wanted], check=True)
        path.append(str(packages))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


def _command(folder: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "kaik", "lab", *STUDY, "--out", str(folder), *more]


def _run(folder: Path, name: str, environment: dict[str, str], *more: str) -> Path:
    subprocess.run(_command(folder / name, *more), env=environment, check=True, stdout=subprocess.DEVNULL)
    return folder / name


def _killed(folder: Path, environment: dict[str, str]) -> int:
    """Start, wait for some matches, kill without warning; how many matches were kept."""
    journal = folder / "unfinished.jsonl"
    begun = subprocess.Popen(_command(folder, "--jobs", "2"), env=environment, start_new_session=True)
    while not journal.exists() or journal.read_bytes().count(b"\n") < KILLED_AFTER:
        time.sleep(0.05)
    os.killpg(begun.pid, signal.SIGKILL)
    begun.wait()
    return journal.read_bytes().count(b"\n") - 1


def _same(one: Path, other: Path) -> bool:
    names = ("matches.parquet", "episodes.parquet")
    return all(parquet.read_table(one / name).equals(parquet.read_table(other / name)) for name in names)

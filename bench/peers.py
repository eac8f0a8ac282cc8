"""The libraries that benchmarks and long proofs meet: `python -m bench.peers` installs what is missing.

They are those of the extras named here. One that cannot be had on a machine is named in a sentence, and its
figures are left out; the others are installed all the same.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
EXTRAS = ("bench", "ray")
_OWN = re.compile(r"kaik\[(.+)\]")
_NAME = re.compile(r"[A-Za-z0-9_.-]+")


def wanted(extras: Sequence[str], known: dict[str, Any]) -> Iterator[str]:
    """The requirements of these extras, and of the extras they name in turn."""
    for extra in extras:
        for requirement in known[extra]:
            own = _OWN.fullmatch(requirement)
            yield from wanted(own[1].split(","), known) if own else (requirement,)


def missing() -> list[str]:
    """What is not installed yet."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = dict.fromkeys(wanted(EXTRAS, project["optional-dependencies"]))
    return [requirement for requirement in named if not _installed(_name(requirement))]


def _name(requirement: str) -> str:
    found = _NAME.match(requirement)
    assert found is not None, requirement
    return found[0]


def _installed(name: str) -> bool:
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


def install(*requirements: str) -> bool:
    """Whether pip could install these, in the versions that `constraints.txt` names."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--quiet"]
    pinned = ["-c", str(ROOT / "constraints.txt"), *requirements]
    return subprocess.run([*pip, *pinned], stderr=subprocess.DEVNULL).returncode == 0


def main() -> int:
    """All of them at once; where that fails, one by one. How many could not be installed."""
    needed = missing()
    if not needed or install(*needed):
        return 0
    failed = [_name(requirement) for requirement in needed if not install(requirement)]
    for name in failed:
        print(f"kaik: {name} could not be installed here; its figures are left out.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())

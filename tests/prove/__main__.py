"""Run proofs, all or those named: `make prove`, `make prove ONLY="mutants games"`.

A module of this folder is a proof, with `TITLE` and `prove()`, or a family of them, `PROOFS`, each called by
the module's name and its own; the module's name alone stands for the whole family. A proof that was not run
keeps its old section in `docs/proof.md`.
"""

from __future__ import annotations

import functools
import importlib
import os
import platform
import re
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tests.prove import Proof

PAGE = Path(__file__).parent.parent.parent / "docs" / "proof.md"
HEAD = """# Proofs

What `make prove` found when it was last run; each section names its command, its day and the machine.
`make prove ONLY="name …"` runs some of them.
"""
_SECTION = re.compile(r"<!-- proof: (\w+) -->\n(.*?)<!-- end -->\n", re.S)


def main(names: list[str]) -> int:
    unknown = [name for name in names if not members(name)]
    if unknown:
        print(f"There is no proof {unknown[0]}; there are {' '.join(proofs())}.")
        return 2
    results = [run(member) for name in names or proofs() for member in members(name)]
    return 0 if all(results) else 1


@functools.cache
def proofs() -> dict[str, Proof]:
    """All proofs by name."""
    return dict(sorted(_found()))


def members(name: str) -> list[str]:
    """The proof of this name, or all of a family."""
    if name in proofs():
        return [name]
    family = Path(__file__).with_name(f"{name}.py").exists()
    return [proof for proof in proofs() if family and proof.startswith(f"{name}_")]


def _found() -> Iterator[tuple[str, Proof]]:
    for path in Path(__file__).parent.glob("[a-z]*.py"):  # what begins with a line is no proof
        module = importlib.import_module(f"tests.prove.{path.stem}")
        if hasattr(module, "PROOFS"):
            yield from ((f"{path.stem}_{name}", proof) for name, proof in module.PROOFS.items())
        else:
            yield path.stem, Proof(module.TITLE, module.prove)


def run(name: str) -> bool:
    """Run one proof and write its section."""
    proof = proofs()[name]
    print(f"== {proof.title}", flush=True)
    begun = time.monotonic()
    holds, lines = proof.prove()
    print("\n".join(lines), flush=True)
    write(name, section(name, proof.title, holds, lines, time.monotonic() - begun))
    return bool(holds)


def section(name: str, title: str, holds: bool | None, lines: list[str], seconds: float) -> str:
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    verdict = {True: "holds", False: "**does not hold**", None: "**undecided**"}[holds]
    command = f'`make prove ONLY="{name}"`, {day}, {seconds:.0f} s, {machine()}: {verdict}.'
    return "\n".join([f"## {title}", "", command, "", *lines]) + "\n"


def machine() -> str:
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"


def write(name: str, text: str) -> None:
    """Put a section in its place on the page; those of proofs that are no more go."""
    old = dict(_SECTION.findall(PAGE.read_text(encoding="utf-8"))) if PAGE.exists() else {}
    sections = {key: kept for key, kept in {**old, name: text}.items() if key in proofs()}
    body = "\n".join(f"<!-- proof: {key} -->\n{sections[key]}<!-- end -->\n" for key in sorted(sections))
    PAGE.write_text(f"{HEAD}\n{body}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

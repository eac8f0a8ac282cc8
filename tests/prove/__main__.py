"""Run proofs, all or those named: `make prove`, `make prove ONLY="mutants games"`.

Each proof is a module of this folder with `TITLE` and `prove() -> tuple[bool, list[str]]`: whether it
holds, and what to say of it in Markdown. A proof that was not run keeps its old section in `docs/proof.md`.
"""

from __future__ import annotations

import importlib
import os
import platform
import re
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "proof.md"
PROOFS = tuple(sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py")))
"""`__init__` and `__main__` do not begin with a letter."""
HEAD = """# Proofs

What `make prove` found when it was last run; each section names its command, its day and the machine.
`make prove ONLY="name …"` runs some of them.
"""
_SECTION = re.compile(r"<!-- proof: (\w+) -->\n(.*?)<!-- end -->\n", re.S)


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PROOFS]
    if unknown:
        print(f"There is no proof {unknown[0]}; there are {' '.join(PROOFS)}.")
        return 2
    results = [run(name) for name in names or PROOFS]
    return 0 if all(results) else 1


def run(name: str) -> bool:
    """Run one proof and write its section."""
    module = importlib.import_module(f"tests.prove.{name}")
    print(f"== {module.TITLE}", flush=True)
    begun = time.monotonic()
    holds, lines = module.prove()
    print("\n".join(lines), flush=True)
    write(name, section(name, module.TITLE, holds, lines, time.monotonic() - begun))
    return bool(holds)


def section(name: str, title: str, holds: bool, lines: list[str], seconds: float) -> str:
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    verdict = "holds" if holds else "**does not hold**"
    command = f'`make prove ONLY="{name}"`, {day}, {seconds:.0f} s, {machine()}: {verdict}.'
    return "\n".join([f"## {title}", "", command, "", *lines]) + "\n"


def machine() -> str:
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"


def write(name: str, text: str) -> None:
    """Put a section in its place on the page."""
    old = dict(_SECTION.findall(PAGE.read_text(encoding="utf-8"))) if PAGE.exists() else {}
    sections = {**old, name: text}
    body = "\n".join(f"<!-- proof: {key} -->\n{sections[key]}<!-- end -->\n" for key in sorted(sections))
    PAGE.write_text(f"{HEAD}\n{body}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

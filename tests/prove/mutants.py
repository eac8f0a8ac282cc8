"""Seeded faults are noticed by the tests."""

from __future__ import annotations

from tests.mutants import run

TITLE = "Seeded faults are noticed"


def prove() -> tuple[bool, list[str]]:
    outcomes = run.run()
    return run.share(outcomes) >= run.NEEDED, run.markdown(outcomes)

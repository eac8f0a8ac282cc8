"""Seeded faults are noticed by the tests."""

from __future__ import annotations

from tests.mutants import run
from tests.prove import Proved

TITLE = "Seeded faults are noticed"


def prove() -> Proved:
    outcomes = run.run()
    return run.share(outcomes) >= run.NEEDED, run.markdown(outcomes)

"""Each level of cerke against the one below; a level that thinks longer is given 300 ms a choice here."""

from __future__ import annotations

import re
from itertools import pairwise

from kaik.players.levels import levels
from tests.prove import Proved
from tests.prove._duels import beats

TITLE = "The levels of cerke"
MOST_MS = 300
SECONDS = 120
LAST_SECONDS = 1600


def prove() -> Proved:
    ladder = [_hurried(level.spec) for level in levels("cerke")]
    holds, lines = True, ["A pair plays until a test of 50 % against 58 % decides.", ""]
    for number, (lower, higher) in enumerate(pairwise(ladder), 2):
        seconds = LAST_SECONDS if number == len(ladder) else SECONDS
        good, told = beats("cerke", higher, lower, seconds=seconds)
        holds &= bool(good)
        lines.append(f"* Level {number}: {told[0]}")
    return holds, lines


def _hurried(spec: str) -> str:
    return re.sub(r"ms=(\d+)", lambda found: f"ms={min(MOST_MS, int(found[1]))}", spec)

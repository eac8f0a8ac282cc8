"""What all readers share: rows from files, outcomes, differences in words, and driving a match by force."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from kaik.core.errors import Refusal
from kaik.core.game import CHANCE
from kaik.play.match import Drawn, Match, Played

CHUNK = 20
Row: TypeAlias = Any
Check: TypeAlias = Callable[[Row], None]
"""Returns quietly, or raises `Difference`."""


class Difference(AssertionError):
    """What a vector says and what the program does are not the same."""


@dataclass
class Outcome:
    """How many rows passed and failed, and the first difference."""

    passed: int = 0
    failed: int = 0
    first: str = ""

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(self.passed + other.passed, self.failed + other.failed, self.first or other.first)


Job: TypeAlias = "Future[Outcome]"


@functools.lru_cache(maxsize=4)
def rows(path: Path) -> list[Row]:
    """The rows of a file: JSON lines, perhaps compressed, one JSON document, or one text."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    text = data.decode()
    if ".jsonl" in path.name:
        return [json.loads(line) for line in text.splitlines() if line]
    if path.suffix in (".txt", ".ckka"):
        return [text]
    document = json.loads(text)
    return document if isinstance(document, list) else [document]


def chunks(path: Path) -> range:
    return range(0, len(rows(path)), CHUNK)


def run_chunk(path: Path, begin: int, end: int) -> Outcome:
    """Check some rows of a file; any error counts as a difference of its row."""
    from tests.vectors.readers import reader_of

    check = reader_of(path.name)
    assert check is not None
    total = Outcome()
    for number, row in enumerate(rows(path)[begin:end], begin):
        total += _one(check, row, number)
    return total


def _one(check: Check, row: Row, number: int) -> Outcome:
    try:
        check(row)
    except (Difference, Refusal) as found:
        return Outcome(failed=1, first=f"row {number + 1} ({_name(row)}): {found}")
    except Exception as crash:  # a crash is the worst difference; the other rows still run
        return Outcome(failed=1, first=f"row {number + 1} ({_name(row)}): {type(crash).__name__}: {crash}")
    return Outcome(passed=1)


def _name(row: Row) -> str:
    return str(row.get("id", "?")) if isinstance(row, dict) else "?"


def same(what: str, expected: Any, found: Any) -> None:
    """Demand equality; the difference is told field by field, or as what is missing and what is too much."""
    if expected == found:
        return
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *(k for k in found if k not in expected)]:
            same(f"{what}.{key}", expected.get(key), found.get(key))
    if isinstance(expected, list) and isinstance(found, list) and len(expected) + len(found) > 6:
        raise Difference(f"{what}: missing {_few(expected, found)}, too many {_few(found, expected)}")
    raise Difference(f"{what}: expected {expected!r}, found {found!r}")


def _few(some: Iterable[Any], others: list[Any]) -> str:
    extra = [item for item in some if item not in others]
    return f"{extra[:5]}" + (f" and {len(extra) - 5} more" if len(extra) > 5 else "")


def force_chance(match: Match, outcome: Any) -> None:
    """Let chance fall as the script says, through the referee's own gate."""
    if match.to_act() != (CHANCE,):
        raise Difference(f"chance {outcome!r} expected, but seats {match.to_act()} are to act")
    weights = match.game.weights(match.state)
    before = 0
    for event, weight in weights:
        if event == outcome:
            match.follow(Drawn(event, sum(w for _, w in weights), before))
            return
        before += weight
    raise Difference(f"chance {outcome!r} is not possible; possible: {[event for event, _ in weights][:8]}")


def force_choice(match: Match, seat: int, words: str, named: dict[str, Any]) -> None:
    """Let a seat choose what the script says, out of its named legal actions."""
    if words not in named:
        raise Difference(f"seat {seat + 1} should be able to choose {words!r}")
    match.follow(Played(seat, named[words]))

"""Golden records: one match of every game and preset, with every event in notation and in words.

`python -m tests.golden.make` writes those that are missing; `--all` writes all of them anew.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from kaik.core.game import CHANCE
from kaik.core.messages import catalogue
from kaik.play.match import Match
from kaik.play.record import Record, read
from tests.suite.cases import Case, cases, played, recorded

FOLDER = Path(__file__).parent
SEED = 20


class Golden(msgspec.Struct, frozen=True):
    """A record, and how each of its events in force was written and told, to a watcher and to each seat."""

    record: Record
    notation: tuple[str, ...]
    told: tuple[tuple[str, ...], ...]
    """Per event: what a watcher read, then what each seat read."""


def wanted() -> dict[str, Case]:
    """The name of every golden record with what is played for it: the smallest table of each preset."""
    found: dict[str, Case] = {}
    for case in cases():
        found.setdefault(name(case), case)
    return found


def name(case: Case) -> str:
    """`<game>.json` for a game without a choice of presets, otherwise `<game>-<preset>.json`."""
    return f"{case.id}.json" if len(case.game.presets) == 1 else f"{case.id}-{case.preset}.json"


def golden(case: Case) -> Golden:
    """The match played for this case, always the same."""
    return described(played(case, SEED), recorded(case, SEED))


def described(match: Match, record: Record) -> Golden:
    """A record with its events in notation and in words."""
    return Golden(record, tuple(_notation(match, n) for n in range(len(match.events))), _told(match))


def _notation(match: Match, number: int) -> str:
    actor, event = match.events[number]
    return "" if actor == CHANCE else match.game.notate(match.states[number], actor, event)


def _told(match: Match) -> tuple[tuple[str, ...], ...]:
    texts = catalogue("en", match.game.id)
    logs = [match.log_lines(seat) for seat in (None, *range(match.seats))]
    return tuple(tuple(texts.text(line) for line in lines) for lines in zip(*logs, strict=True))


def write(case: Case) -> None:
    """The file: the record as ever, and beside it the texts, one event a line."""
    made = golden(case)
    lines = [_line(text, told) for text, told in zip(made.notation, made.told, strict=True)]
    record = made.record.to_json().decode().rstrip()
    body = f'{{\n"record": {record},\n"events": [\n' + ",\n".join(lines) + "\n]\n}\n"
    (FOLDER / name(case)).write_text(body, encoding="utf-8")


def _line(text: str, told: tuple[str, ...]) -> str:
    return msgspec.json.encode([text, *told]).decode()


def load(path: Path) -> Golden:
    """A golden record from its file."""
    outer: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    record = read(msgspec.json.encode(outer["record"]))
    events = outer["events"]
    return Golden(record, tuple(text for text, *_ in events), tuple(tuple(told) for _, *told in events))


def main(arguments: list[str]) -> None:
    """Write what is missing, or everything."""
    for file, case in wanted().items():
        if "--all" in arguments or not (FOLDER / file).exists():
            write(case)
            print(f"written: {file}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Golden records: one match of every game and preset, with every event in notation and in words.

`make golden` plays all of them anew, writes those that have come out otherwise, and shows the difference;
`make golden ARGS=--check` only shows it; names (`ARGS="cerke-official strain-blind"`) choose some of them.
"""

from __future__ import annotations

import sys
from difflib import unified_diff
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
MOST_SHOWN = 12
"""So many lines of a record's events are shown that differ."""


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


def text_of(made: Golden) -> str:
    """The file: the record as ever, and beside it the texts, one event a line."""
    lines = [_line(text, told) for text, told in zip(made.notation, made.told, strict=True)]
    record = made.record.to_json().decode().rstrip()
    return f'{{\n"record": {record},\n"events": [\n' + ",\n".join(lines) + "\n]\n}\n"


def _line(text: str, told: tuple[str, ...]) -> str:
    return msgspec.json.encode([text, *told]).decode()


def load(path: Path) -> Golden:
    """A golden record from its file."""
    outer: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    record = read(msgspec.json.encode(outer["record"]))
    events = outer["events"]
    return Golden(record, tuple(text for text, *_ in events), tuple(tuple(told) for _, *told in events))


def difference(old: Golden, new: Golden) -> list[str]:
    """What has changed, for people: options, the record's form, and the events in notation and in words."""
    found = []
    if old.record.kaik != new.record.kaik:
        found.append(f"version {old.record.kaik} → {new.record.kaik}")
    then, now = old.record.options, new.record.options
    for id in dict.fromkeys([*then, *now]):
        if then.get(id, "–") != now.get(id, "–"):
            found.append(f"{id}: {then.get(id, '–')} → {now.get(id, '–')}")
    events = list(unified_diff(_events(old), _events(new), "before", "now", lineterm="", n=0))[2:]
    found += events[:MOST_SHOWN]
    if len(events) > MOST_SHOWN:
        found.append(f"… and {len(events) - MOST_SHOWN} lines more")
    return found or ["the same events, drawn or written down otherwise"]


def _events(golden: Golden) -> list[str]:
    """Each event on a line: its notation, what a watcher read, and what else some seat did."""
    lines = []
    for text, (watcher, *seats) in zip(golden.notation, golden.told, strict=True):
        others = dict.fromkeys(line for line in seats if line != watcher)
        lines.append(" | ".join(filter(None, [text, watcher, *others])))
    return lines


def main(arguments: list[str]) -> None:
    """Play all of them, or those named, and write what has come out otherwise."""
    names = {name.removesuffix(".json") for name in arguments if not name.startswith("-")}
    only_show, changed = "--check" in arguments, 0
    for file, case in wanted().items():
        path = FOLDER / file
        if names and path.stem not in names:
            continue
        made = golden(case)
        before = load(path) if path.exists() else None
        if before is not None and path.read_text("utf-8") == text_of(made):
            continue
        changed += 1
        print(file)
        for line in ["new"] if before is None else difference(before, made):
            print(f"  {line}")
        if not only_show:
            path.write_text(text_of(made), encoding="utf-8")
    print(f"{changed} golden records {'would change' if only_show else 'written'}")
    if only_show and changed:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])

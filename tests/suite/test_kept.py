"""What the first edition has kept means what it meant then, in every respect and at every entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.core.errors import BadRecord
from kaik.core.options import FIRST as FIRST_VERSION
from kaik.core.options import VERSION, fields, plain
from kaik.play.formats import parse, render
from kaik.play.record import Record, read, replay, verify
from tests.kept import FIRST
from tests.kept.meaning import meaning

SAID: dict[str, dict[str, dict[str, Any]]] = msgspec.json.decode((FIRST / "options.json").read_bytes())
"""Every preset of every game as it was then."""
PAPER = sorted(path.with_suffix("").with_suffix("") for path in FIRST.glob("*.meaning.jsonl"))
every_record = pytest.mark.parametrize("path", PAPER, ids=lambda path: path.name)


def kept(path: Path) -> Record:
    return read(path.with_suffix(".json").read_bytes())


def meant(path: Path) -> list[Any]:
    lines = path.with_suffix(".meaning.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line) for line in lines]


@pytest.mark.parametrize(("id", "preset"), [(id, preset) for id in SAID for preset in SAID[id]])
def test_a_preset_means_to_what_was_kept_then_what_it_said_then(id: str, preset: str) -> None:
    """Whoever adds an option or changes a default says so in `Options.earlier`, and counts VERSION up."""
    then, game = SAID[id][preset], registry.load(id)
    known = {field.id for field in fields(game.Options)}
    told = {name: value for name, value in then.items() if name in known}
    options = plain(game.options_with(preset, {}, FIRST_VERSION))
    assert {name: options[name] for name in told} == told
    assert known - then.keys() <= game.Options.earlier.keys(), "what was played before a new option"


@pytest.mark.parametrize("id", SAID)
def test_what_an_option_meant_earlier_is_something_it_may_mean(id: str) -> None:
    game = registry.load(id)
    for option, values in game.Options.earlier.items():
        assert all(FIRST_VERSION <= version < VERSION for version in values), option
        for value in values.values():
            game.options_with(None, {option: value})


@every_record
def test_a_record_of_the_first_edition_means_the_same_at_every_entry(path: Path) -> None:
    record = kept(path)
    assert record.kaik == FIRST_VERSION
    now = plain(meaning(replay(record)))
    for number, (then, found) in enumerate(zip(meant(path), now, strict=True)):
        assert (number, found) == (number, then)


@every_record
def test_the_chance_of_a_record_of_the_first_edition_verifies_as_it_did(path: Path) -> None:
    assert verify(kept(path)) is None


@every_record
def test_a_record_of_the_first_edition_that_is_written_anew_states_every_option_and_means_the_same(
    path: Path,
) -> None:
    record = parse(render(kept(path), ".json"), ".json")
    assert record.options == plain(replay(kept(path)).options)
    assert plain(meaning(replay(record))) == meant(path)
    assert verify(record) is None


@every_record
def test_by_the_defaults_of_today_a_record_of_the_first_edition_would_mean_something_else(path: Path) -> None:
    """Or it would not show whether what went unsaid then is kept."""
    record = msgspec.structs.replace(kept(path), kaik=VERSION)
    try:
        now = plain(meaning(replay(record)))
    except BadRecord:
        return
    assert now != meant(path)

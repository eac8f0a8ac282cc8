"""No game and no preset without a golden record, and every golden record replays word for word."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from kaik.core import registry
from kaik.core.options import fields
from kaik.play.record import replay, verify
from tests.golden.make import FOLDER, described, difference, load, wanted


@pytest.mark.parametrize("name", list(wanted()))
def test_a_game_or_preset_has_a_golden_record(name: str) -> None:
    assert (FOLDER / name).exists(), f"no golden record {name}: make golden writes it"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_golden_record_replays_word_for_word(path: Path) -> None:
    golden = load(path)
    assert path.name in wanted(), "a golden record of nothing that is played"
    again = described(replay(golden.record), golden.record)
    for number, (then, now) in enumerate(zip(golden.told, again.told, strict=True)):
        assert (number, now) == (number, then)
    assert again.notation == golden.notation


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_golden_record_states_every_option(path: Path) -> None:
    record = load(path).record
    known = [field.id for field in fields(registry.load(record.game).Options)]
    assert list(record.options) == known, "make golden writes it anew"


def test_what_differs_between_two_golden_records_is_shown() -> None:
    old = load(FOLDER / "beast_streak.json")
    record = msgspec.structs.replace(old.record, options={**old.record.options, "zs_ante": 2})
    told = (("Something else.", *old.told[0][1:]), *old.told[1:])
    new = msgspec.structs.replace(old, record=record, told=told)
    assert difference(old, new) == [
        f"zs_ante: {old.record.options['zs_ante']} → 2",
        "@@ -1 +1 @@",
        f"-{old.told[0][0]}",
        f"+Something else. | {old.told[0][1]}",
    ]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_the_chance_of_a_golden_record_is_honest(path: Path) -> None:
    assert verify(load(path).record) is None

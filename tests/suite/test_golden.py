"""No game and no preset without a golden record, and every golden record replays word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaik.play.record import replay, verify
from tests.golden.make import FOLDER, described, load, wanted


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
def test_the_chance_of_a_golden_record_is_honest(path: Path) -> None:
    assert verify(load(path).record) is None

"""The texts: complete in both languages, with the same parameters, and nothing asked for that is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kaik.core import registry
from kaik.core.messages import catalogue, own_texts
from kaik.core.options import fields, spelled

SOURCE = Path(__file__).parents[2] / "src" / "kaik"
STICKS = ("beast_cast", "beast_streak", "new_play")
KEY = re.compile(
    r"""(?:\b(?:msg|word|_say|Message|IllegalAction|BadNotation|BadOptions|BadRecord|help=)\(?\s*|, )"""
    r""""((?:[a-z_]+\.)+[a-z_]+)\""""
)
SLOT = re.compile(r"\{(\w+)")


@pytest.mark.parametrize("game", [None, *STICKS])
def test_both_languages_say_the_same_things(game: str | None) -> None:
    english, japanese = own_texts("en", game), own_texts("ja", game)
    assert set(english) == set(japanese)
    for key, text in english.items():
        assert set(SLOT.findall(japanese[key])) <= set(SLOT.findall(text)), key


@pytest.mark.parametrize("folder", ["core", "play", "cli", "players", "lab"])
def test_every_key_in_the_machinery_has_a_text(folder: str) -> None:
    found = {key for file in (SOURCE / folder).rglob("*.py") for key in KEY.findall(file.read_text("utf-8"))}
    texts = catalogue("en").texts
    ours = {
        key for key in found if key.split(".")[0] in {"error", "log", "reason", "verify", "cli", "counter"}
    }
    assert {key for key in ours if key not in texts} == set()


@pytest.mark.parametrize("game", STICKS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_key_of_a_game_has_a_text(game: str, lang: str) -> None:
    texts = catalogue(lang, game)
    sources = [*(SOURCE / "games" / game).glob("*.py"), SOURCE / "games" / "beast_cast" / "pot.py"]
    if game == "new_play":
        sources.pop()
    for file in sources:
        for key in re.findall(r'msg\(\s*"([^"]+)"', file.read_text("utf-8")):
            assert key in texts, key


@pytest.mark.parametrize("game", STICKS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_title_presets_and_options_are_explained(game: str, lang: str) -> None:
    texts, rules = catalogue(lang, game), registry.load(game)
    for key in ("title", "reading", "summary", *(f"preset.{name}" for name in rules.presets)):
        assert key in texts
    for field in fields(rules.Options):
        assert f"option.{field.id}" in texts
        for value in field.choices:
            assert f"option.{field.id}.{spelled(value)}" in texts

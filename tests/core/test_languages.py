"""A further language is further files: nothing else knows which languages there are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kaik.core.guide import guide
from kaik.core.messages import FALLBACK, LANGUAGES, catalogue, nearest_language
from tests.languages import COMPLETE, FURTHER, bracketed, copy_with_further_language


def test_english_comes_first_and_the_complete_languages_are_there() -> None:
    assert LANGUAGES[0] == FALLBACK
    assert set(COMPLETE) <= set(LANGUAGES)


@pytest.mark.parametrize(
    ("tag", "language"),
    [("ja_JP.UTF-8", "ja"), ("ja", "ja"), ("JA-jp", "ja"), ("de_DE@euro", "en"), ("C", "en"), ("", "en")],
)
def test_a_tag_leads_to_a_language_that_is_there(tag: str, language: str) -> None:
    assert nearest_language(tag) == language


def test_an_unknown_language_says_everything_in_english() -> None:
    assert catalogue("zz", "cerke").texts == catalogue("en", "cerke").texts


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the files of one more language."""
    folder = tmp_path_factory.mktemp("tree")
    copy_with_further_language(folder)
    return folder


def run(tree: Path, *words: str, lang: str = "en") -> str:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "KAIK_LANG": lang, "COLUMNS": "200"}
    environment.pop("KAIK_GAMES", None)
    done = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


ASKED = """
import json
from kaik.core.guide import guide
from kaik.core.messages import LANGUAGES, catalogue, nearest_language
words, plain = catalogue("qps", "cerke"), catalogue("qps", "kitten")
print(json.dumps({
    "languages": LANGUAGES, "nearest": nearest_language("qps_XX.UTF-8"),
    "title": words.word("title"), "summary": words.word("summary"), "seat": words.word("seat", n=2),
    "over": words.word("error.over"), "other title": plain.word("title"),
    "rules": guide("cerke", "qps")[0].title, "other rules": guide("kitten", "qps")[0].title,
}))
"""


def test_files_alone_add_a_language_and_english_says_what_it_lacks(tree: Path) -> None:
    said: dict[str, Any] = json.loads(run(tree, "-c", ASKED))
    english, kitten = catalogue("en", "cerke"), catalogue("en", "kitten")
    assert set(said["languages"]) == {*LANGUAGES, FURTHER}
    assert said["nearest"] == FURTHER
    assert said["title"] == bracketed("Cerke")
    assert said["over"] == bracketed(english.word("error.over"))
    assert (said["summary"], said["seat"]) == (english.word("summary"), "Seat 2")
    assert said["rules"].startswith("⟦⟧")
    assert said["other title"] == kitten.word("title")
    assert said["other rules"] == guide("kitten", "en")[0].title


def test_the_command_line_speaks_it(tree: Path) -> None:
    asked = (("list", {"lang": FURTHER}), ("list --lang qps", {}))
    for said in (run(tree, "-m", "kaik", *words.split(), **more) for words, more in asked):
        assert bracketed("Cerke") in said
        assert "Kitten" in said

"""A further language made of files alone: `python -m tests.languages FOLDER` copies the tree and adds one.

It is English in brackets, as far as it goes: of the games only cerke is translated, and of cerke only its
title and its short rules.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from kaik.core.messages import own_texts

ROOT = Path(__file__).parents[1]
COMPLETE = ("en", "ja")
"""The languages that say everything; any other may leave the rest to English."""
FURTHER = "qps"
NOT_YET = ("seat", "ui.skip")
"""What nobody has translated yet."""


def bracketed(text: str) -> str:
    """A text in the further language."""
    return f"⟦{text}⟧"


def copy_with_further_language(folder: Path) -> None:
    """The package (`src/kaik`) and the sources of the browser client (`web`), with one more language."""
    package, web = folder / "src" / "kaik", folder / "web"
    shutil.copytree(ROOT / "src" / "kaik", package, ignore=shutil.ignore_patterns("web", "__pycache__"))
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns("node_modules"))
    _write_toml(package / "messages" / f"{FURTHER}.toml", _translated(own_texts("en")))
    cerke = package / "games" / "cerke"
    _write_toml(cerke / "messages" / f"{FURTHER}.toml", {"title": bracketed("Cerke")})
    rules = (cerke / "rules" / "en.md").read_text("utf-8")
    (cerke / "rules" / f"{FURTHER}.md").write_text(rules.replace("## ", "## ⟦⟧ "), "utf-8")
    messages = web / "src" / "messages"
    english = json.loads((messages / "en.json").read_text("utf-8"))
    (messages / f"{FURTHER}.json").write_text(json.dumps(_translated(english)), "utf-8")


def _translated(english: dict[str, str]) -> dict[str, str]:
    return {key: bracketed(text) for key, text in english.items() if key not in NOT_YET}


def _write_toml(file: Path, texts: dict[str, str]) -> None:
    """Dotted keys in quotes; strings of JSON are strings of TOML."""
    lines = (f"{json.dumps(key)} = {json.dumps(text, ensure_ascii=False)}\n" for key, text in texts.items())
    file.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    copy_with_further_language(Path(sys.argv[1]))

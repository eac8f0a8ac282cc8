"""The pages say what the program does: tables are up to date, links lead somewhere, examples run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from docs.tables import README, ROOT, filled, pages

from kaik.core import registry

PAGES = sorted({README, ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")})
_LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", pages(), ids=_name)
def test_generated_tables_are_up_to_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, "run: python -m docs.tables"


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    targets = [link for link in _LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in targets if not (page.parent / link).exists()] == []


def test_every_game_has_a_rules_page() -> None:
    packaged = [game for game in registry.game_ids() if (ROOT / "src/kaik/games" / game).exists()]
    assert [game for game in packaged if not (ROOT / f"docs/rules/{game}.md").exists()] == []


def test_the_python_example_of_the_readme_runs() -> None:
    failures, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 3
    assert failures == 0

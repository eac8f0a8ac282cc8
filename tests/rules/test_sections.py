"""What the sources cite exists: every `§` in a game's package is a section of its rules page.

A citation belongs to the page named last before it in the same file (`docs/rules/<page>.md §2`), or else to
the page of the game itself. `§9.4` may also be point 4 of the numbered list in section 9.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kaik.games

PAGES = Path(__file__).parents[2] / "docs" / "rules"
PACKAGES = sorted(Path(kaik.games.__file__).parent.glob("*/__init__.py"))
NUMBER = r"\d+(?:\.\d+)*"
CITED = re.compile(rf"(?P<page>[\w-]+)\.md|§(?P<first>{NUMBER})(?:[–-]§?(?P<last>{NUMBER}))?")
HEADING = re.compile(rf"#+ §?({NUMBER})\.? ")
POINT = re.compile(r"(\d+)\. ")


def sections(page: str) -> set[str]:
    """The numbers of a page's headings, and of the points of the lists below them."""
    found: set[str] = set()
    current = ""
    for line in (PAGES / f"{page}.md").read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            current = heading[1]
            found.add(current)
        elif point := POINT.match(line):
            found.add(f"{current}.{point[1]}")
    return found


def citations(source: Path, game: str) -> set[tuple[str, str]]:
    """(page, section) for every citation in a file."""
    page, found = game, set()
    for cited in CITED.finditer(source.read_text(encoding="utf-8")):
        if cited["page"]:
            page = cited["page"]
        found |= {(page, number) for number in (cited["first"], cited["last"]) if number}
    return found


@pytest.mark.parametrize("package", [path.parent for path in PACKAGES], ids=lambda path: path.name)
def test_every_section_cited_exists(package: Path) -> None:
    sources = [path for path in package.iterdir() if path.suffix in (".py", ".pxd")]
    cited = {found for source in sources for found in citations(source, package.name)}
    assert sorted(f"{page} §{number}" for page, number in cited if number not in sections(page)) == []


def test_citations_are_found_with_their_pages(tmp_path: Path) -> None:
    source = tmp_path / "rules.py"
    source.write_text("§1 and §5–§8; then docs/rules/other-page.md §2.1–3, §4.", encoding="utf-8")
    assert citations(source, "game") == {
        ("game", "1"),
        ("game", "5"),
        ("game", "8"),
        ("other-page", "2.1"),
        ("other-page", "3"),
        ("other-page", "4"),
    }


def test_points_of_a_list_are_sections_too() -> None:
    assert {"3", "9", "9.1", "9.5"} <= sections("new_play")
    assert "9.3" not in sections("new_play")

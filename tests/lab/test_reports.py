"""The shipped reports say what their data say, and their data are what the program still plays."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import msgspec
import pytest

from kaik.core.messages import catalogue
from kaik.core.options import FIRST, VERSION
from kaik.lab import balance
from kaik.lab.balance import BalanceStudy
from kaik.lab.page import _table
from kaik.lab.plots import latin
from kaik.lab.report import ReportTable, report
from kaik.lab.store import SETTINGS, read

REPORTS = sorted(file.parent for file in (Path(__file__).parents[2] / "docs/reports").glob("*/command.txt"))
LARGEST = 1_500_000
AGAIN = 3
"""So many matches of each report are played again here; `make prove` plays all of them."""

every_report = pytest.mark.parametrize("folder", REPORTS, ids=lambda folder: folder.name)


def study(folder: Path) -> BalanceStudy:
    return msgspec.json.decode((folder / SETTINGS).read_bytes(), type=BalanceStudy)


def test_there_are_reports() -> None:
    assert {folder.name for folder in REPORTS} >= {"cerke", "six_cast", "mountain_walk"}


@every_report
def test_a_report_is_small_and_whole(folder: Path) -> None:
    assert sum(file.stat().st_size for file in folder.iterdir()) < LARGEST
    wanted = study(folder)
    assert len(read(folder)) == wanted.matches * len(balance.variants(wanted))
    command = (folder / "command.txt").read_text("utf-8").strip()
    assert shlex.split(command) == shlex.split(balance.command(wanted, f"docs/reports/{folder.name}"))


@every_report
def test_a_page_says_what_the_data_say(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    made = report(study(folder), read(folder), catalogue("en", study(folder).game), "")
    tables = [part for section in made.sections for part in section.parts if isinstance(part, ReportTable)]
    assert len(tables) > 5
    assert [table for table in tables if latin(_table(table)) not in page] == []


@every_report
def test_a_page_in_english_needs_no_font_for_japanese(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    assert re.findall(r"[\u3000-\u9fff]+", page) == []


def by_todays_rules(folder: Path) -> bool:
    """Whether a report was made by rules that are still the usual ones; the others are history."""
    then, now = (balance.variants(study(folder), version) for version in (FIRST, VERSION))
    return [one.options for one in then] == [one.options for one in now]


@pytest.mark.parametrize("folder", filter(by_todays_rules, REPORTS), ids=lambda folder: folder.name)
def test_the_same_seeds_still_play_the_same_matches(folder: Path) -> None:
    kept = {(one.variant, one.number): one for one in read(folder)}
    for task in balance.tasks(study(folder))[:AGAIN]:
        assert balance.observe(task) == kept[task.variant, task.number]

"""`kaik solve`: the exact figures of a game that has been solved."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from kaik.cli import language
from kaik.cli.game_args import load_game, options_of
from kaik.cli.listings import console, full_title
from kaik.core import solution
from kaik.core.messages import Catalogue, Message
from kaik.lab.solve import solution_of


def solve(id: str, *, preset: str | None, words: Sequence[str]) -> None:
    """Print every table of the solution."""
    game = load_game(id)
    found = solution_of(game, options_of(game, preset, words))
    texts = language.texts()
    out = console()
    out.print(full_title(game))
    out.print(texts.word("cli.solve.best", sense=found.sense), style="dim")
    for table in found.tables():
        out.print()
        out.print(texts.text(table.title), style="bold")
        out.print(_table(table, texts))
        for note in table.notes:
            out.print(texts.text(note))


def _table(table: solution.SolutionTable, texts: Catalogue) -> Table:
    shown = Table(header_style="dim")
    for head in table.heads:
        shown.add_column(texts.text(head))
    for row in table.rows:
        shown.add_row(*(_cell(cell, texts) for cell in row))
    return shown


def _cell(cell: solution.Cell, texts: Catalogue) -> str:
    if isinstance(cell, Message):
        return texts.text(cell)
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell)

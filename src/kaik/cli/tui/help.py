"""What `?` shows: the game in a sentence, its pieces or cards, the marks on the screen, keys, options."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kaik.cli.text import Reader, legend_text
from kaik.cli.tui.keys import Key
from kaik.core.guide import Block, Section, guide
from kaik.core.options import Options, spelled
from kaik.core.scene import Legend

MARKS = (("[ ]", "ends"), ("( )", "leads_on"), ("{ }", "touched"), ("▸ ◂", "cursor"), ("▲ ▼", "owner"))
WIDEST = 24
"""How much of a value is shown."""


def help_text(
    legend: Sequence[Legend], reader: Reader, game: str, options: Options, keys: Sequence[Key]
) -> RenderableType:
    """All of it, under headings; the rules come last, as they are the longest."""
    words = reader.words
    parts: list[RenderableType] = [Text(words.word("summary"))]
    if legend:
        parts += _part("tui.help.legend", legend_text(legend, reader), reader)
    marks = [(mark, words.word(f"tui.mark.{name}")) for mark, name in MARKS]
    parts += _part("tui.help.marks", _pairs(marks), reader)
    moves = [("← ↑ ↓ →", words.word("tui.key.move")), ("⇥", words.word("tui.key.next_touchable"))]
    parts += _part(
        "tui.help.keys", _pairs([*moves, *((key, words.word(text)) for key, text, _ in keys)]), reader
    )
    parts += _part("tui.help.options", _pairs(_in_force(options, reader)), reader)
    rules = guide(game, words.language)
    parts += _part("tui.help.rules", Markdown("\n\n".join(map(_markdown, rules))), reader) if rules else []
    return Group(*parts)


def _markdown(section: Section) -> str:
    """A section of the short rules as Markdown again, without its figures."""
    blocks = (_block(block) for block in section.blocks if block.kind != "figure")
    return "\n\n".join([f"### {section.title}", *blocks])


def _block(block: Block) -> str:
    if block.kind == "list":
        return "\n".join(f"* {point}" for (point,) in block.rows)
    if block.kind == "table":
        head, *body = (f"| {' | '.join(row)} |" for row in block.rows)
        return "\n".join([head, "|" + "---|" * len(block.rows[0]), *body])
    return block.rows[0][0]


def _part(heading: str, body: RenderableType, reader: Reader) -> list[RenderableType]:
    return [Text(), Text(reader.words.word(heading), "bold #7fd1ff"), Padding(body, (0, 0, 0, 1))]


def _pairs(pairs: Sequence[tuple[str, str]]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, meaning in pairs:
        table.add_row(name, meaning)
    return table


def _in_force(options: Options, reader: Reader) -> list[tuple[str, str]]:
    """Every option with its value."""
    values: dict[str, object] = msgspec.to_builtins(options)
    return [(_short(spelled(value)), reader.words.word(f"option.{id}")) for id, value in values.items()]


def _short(value: str) -> str:
    return value if len(value) <= WIDEST else value[: WIDEST - 1] + "…"

"""What stands beside the board: the counters of the seats, clocks, casts, and what just happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from kaik.cli.text import Reader, casts_text, owner_mark, points_text, seats_table
from kaik.cli.tui.picture import has_board
from kaik.core.messages import Message
from kaik.core.scene import Scene

_MEASURE = Console(width=500)
MOST_OF_A_NAME = 8
"""Cells that the name of a figure keeps, however many seats there are beside it."""
SHORT_OF_TIME = 20.0
"""Seconds from which on a clock warns."""


def figures(
    scene: Scene,
    reader: Reader,
    width: int,
    clocks: Sequence[float | None] = (),
    absent: Sequence[int] = (),
) -> RenderableType:
    """All of it, as wide as there is room."""
    parts = (
        _counters(scene, reader, width),
        _clocks(clocks, reader) if clocks else None,
        _absent(absent, reader) if absent else None,
        casts_text(scene.casts, reader) if has_board(scene) else None,
        _recent_events(scene, reader),
    )
    return Group(*(part for part in parts if part is not None))


def _counters(scene: Scene, reader: Reader, width: int) -> RenderableType:
    """A row for each seat with its figures; where that is too wide, the seats and then their figures."""
    usual = seats_table(scene, reader)
    if usual is None:
        return _seats(scene, reader)
    if _MEASURE.measure(usual).maximum <= width and reader.seats > 2:
        return usual
    return Group(_seats(scene, reader), _transposed(scene, reader, width))


def _seats(scene: Scene, reader: Reader) -> Text:
    """Who sits where, with the mark of their pieces; an arrow marks whose turn it is."""
    return Text("\n").join(_seat(seat, scene, reader) for seat in range(reader.seats))


def _seat(seat: int, scene: Scene, reader: Reader) -> Text:
    arrow = "▸" if seat in scene.turn else " "
    line = Text(f"{arrow}{owner_mark(seat, reader)} ", "bold #ffd75f" if seat in scene.turn else "dim")
    return line.append(reader.words.seat(seat), "not dim default" + (" bold" if seat == reader.seat else ""))


def _transposed(scene: Scene, reader: Reader, width: int) -> Table:
    """Counters down, seats across, each seat by its mark."""
    words = reader.words
    rows: dict[str, list[str]] = {}
    for counter in scene.counters:
        if counter.owner is not None:
            row = rows.setdefault(words.text(counter.label), [""] * reader.seats)
            row[counter.owner] = _figure(counter.value, reader)
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    name, *columns = _widths(rows, width)
    table.add_column("", overflow="fold", width=name)
    for seat, column in enumerate(columns):
        table.add_column(owner_mark(seat, reader), justify="right", overflow="fold", width=column)
    for label, row in rows.items():
        table.add_row(label, *row)
    return table


def _widths(rows: Mapping[str, Sequence[str]], width: int) -> list[int]:
    """The columns of a table: as wide as they are, or narrower, but with the words of the figures whole."""
    columns = [list(rows), *zip(*rows.values(), strict=True)]
    whole = [max(map(cell_len, column)) for column in columns]
    if sum(whole) + len(whole) - 1 <= width:
        return whole
    words = [max(cell_len(word) for text in column for word in text.split() or [""]) for column in columns]
    share = (width - min(words[0], MOST_OF_A_NAME)) // (len(columns) - 1) - 1
    figures = [min(all, max(least, share)) for all, least in zip(whole[1:], words[1:], strict=True)]
    return [max(1, width - sum(figures) - len(figures)), *figures]


def _figure(value: Message | float, reader: Reader) -> str:
    return reader.words.text(value) if isinstance(value, Message) else points_text(value)


def _clocks(clocks: Sequence[float | None], reader: Reader) -> Text:
    """The time each seat has left."""
    lines = (
        Text(f"{owner_mark(seat, reader)} {time_text(left)}", _urgency(left))
        for seat, left in enumerate(clocks)
        if left is not None
    )
    return Text("   ").join(lines)


def _absent(absent: Sequence[int], reader: Reader) -> Text:
    """Who is not there."""
    names = ", ".join(reader.words.seat(seat) for seat in absent)
    return Text(reader.words.word("tui.away", names=names), "#e6a05c")


def _urgency(left: float) -> str:
    return "bold #ff6b6b" if left < SHORT_OF_TIME else ""


def time_text(seconds: float) -> str:
    """A time left: minutes and seconds, or days and hours."""
    whole = int(seconds)
    if whole >= 86_400:
        return f"{whole // 86_400}d {whole % 86_400 // 3600}h"
    return f"{whole // 60}:{whole % 60:02}"


def _recent_events(scene: Scene, reader: Reader) -> Text | None:
    """What the scene says has just happened, line by line."""
    if not scene.happened:
        return None
    return Text("\n".join(reader.words.text(message) for message in scene.happened), "#e6c07b")

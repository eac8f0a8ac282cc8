"""Any scene as text: boards, hands, piles, counters and casts. Knows no rule and no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile

from msgspec import Struct
from rich.box import ROUNDED, SIMPLE_HEAD, SQUARE
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kaik.core.lexicon import parse_mark
from kaik.core.messages import Catalogue, Message
from kaik.core.scene import Cast, Counter, Diagram, Item, Legend, Line, Scene, Spot, Zone

TAGS = {
    "water": "on dark_blue",
    "field": "on dark_green",
    "tamfield": "on dark_green",
    "hill": "on orange4",
    "last": "underline",
    "start": "underline",
    "goal": "bold underline",
    "chosen": "reverse",
}
"""How places look that a scene marks; other tags are not shown."""

GROUNDS = {"hill": "^", "water": "~", "field": ":", "tamfield": ":", "goal": "*"}
"""What an empty square shows, so that the ground is seen without colours too."""

WET_FIELD = "on dark_cyan"
"""Water that belongs to a field for the moment."""

COLOURS = {"red": "bold bright_red", "black": "bold"}
HOLLOW = str.maketrans("▲▼", "△▽")
"""The marks of red pieces, so that they differ without colours too."""
MARKED, BLANK = "▮", "▯"
NOTED = "*"
"""Behind an item that is out of the ordinary, where there is no room to say how."""


class SeatNames(Catalogue):
    """A catalogue that calls the seats by their names at this table."""

    def __init__(self, words: Catalogue, names: Sequence[str]) -> None:
        super().__init__(words.language, words.texts)
        self.names = tuple(names)

    def text(self, message: Message) -> str:
        number = message.params.get("n")
        if message.key == "seat" and isinstance(number, int) and 0 < number <= len(self.names):
            return self.names[number - 1]
        return super().text(message)

    def seat(self, seat: int) -> str:
        """The name of a seat."""
        return self.text(Message("seat", {"n": seat + 1}))


class Reader(Struct, frozen=True):
    """Who looks at a scene, at a table of how many, in which words."""

    words: SeatNames
    seat: int | None
    seats: int


def scene_text(scene: Scene, reader: Reader) -> RenderableType:
    """The whole scene but for its prompt and its buttons."""
    zones = [zone_text(zone, reader) for zone in scene.zones if not _only_buttons(zone)]
    parts = [table_line(scene, reader), *zones, seats_table(scene, reader), casts_text(scene.casts, reader)]
    return Group(*(part for part in parts if part is not None))


def _only_buttons(zone: Zone) -> bool:
    """Whether a zone is there for touching only: the list of choices says the same."""
    bare = bool(zone.spots) and not any(spot.items for spot in zone.spots)
    return zone.kind == "choices" or (zone.kind == "row" and bare and zone.owner is None)


# -- counters and casts ----------------------------------------------------------------------------


def table_line(scene: Scene, reader: Reader) -> Text | None:
    """The counters of the table, in one line."""
    shared = [counter for counter in scene.counters if counter.owner is None]
    if not shared:
        return None
    return Text("   ").join(_counter(counter, reader) for counter in shared)


def _counter(counter: Counter, reader: Reader) -> Text:
    label = Text(f"{reader.words.text(counter.label)} ", "dim")
    return label.append(_value(counter, reader), "bold not dim")


def seats_table(scene: Scene, reader: Reader) -> RenderableType | None:
    """The counters of the seats, a row each; an arrow marks whose turn it is."""
    own = [counter for counter in scene.counters if counter.owner is not None]
    if not own:
        return None
    labels = list(dict.fromkeys(reader.words.text(counter.label) for counter in own))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for label in labels:
        table.add_column(label, justify="right")
    for seat in range(reader.seats):
        table.add_row(_seat_cell(seat, scene, reader), *_figures(own, seat, labels, reader))
    return table


def _seat_cell(seat: int, scene: Scene, reader: Reader) -> Text:
    arrow = "▸ " if seat in scene.turn else "  "
    return Text(arrow + reader.words.seat(seat), "bold" if seat == reader.seat else "")


def _figures(counters: Iterable[Counter], seat: int, labels: Sequence[str], reader: Reader) -> list[str]:
    mine = {reader.words.text(c.label): _value(c, reader) for c in counters if c.owner == seat}
    return [mine.get(label, "") for label in labels]


def _value(counter: Counter, reader: Reader) -> str:
    if isinstance(counter.value, Message):
        return reader.words.text(counter.value)
    return points_text(counter.value)


def points_text(value: float) -> str:
    """Points without a needless fraction."""
    return f"{value:g}"


def casts_text(casts: Sequence[Cast], reader: Reader) -> RenderableType | None:
    """Every cast on the table, a line each."""
    return Group(*(cast_text(cast, reader) for cast in casts)) if casts else None


def cast_text(cast: Cast, reader: Reader) -> Text:
    """Five little sticks, or a die, and whose they are."""
    words = reader.words
    usual = Message("cli.play.die" if cast.die else "cli.play.sticks")
    label = words.text(cast.label or usual)
    line = Text(f"{label} ", "dim").append(sticks(cast))
    if cast.needed is not None:
        style = "green" if cast.thrown >= cast.needed else "red"
        line.append(f"  {words.word('cli.play.needed', needed=cast.needed)}", f"not dim {style}")
    if cast.by is not None:
        line.append(f"  {words.seat(cast.by)}", "dim")
    return line


def sticks(cast: Cast) -> Text:
    """The cast alone: `▮▮▯▯▯ 2`."""
    if cast.die:
        return Text(f"[{cast.thrown}]", "bold not dim")
    lying = Text(MARKED * cast.thrown, "bold yellow not dim")
    lying.append(BLANK * (cast.sticks - cast.thrown), "dim")
    return lying.append(f" {cast.thrown}", "bold not dim")


def sheet_text(sheet: Sequence[Line], reader: Reader) -> Table | None:
    """The score sheet: a row for each season or round, a column for each seat, and the sums below."""
    if not sheet:
        return None
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), header_style="dim", show_footer=len(sheet) > 1)
    table.add_column("", reader.words.word("cli.play.sum"), footer_style="bold")
    for seat in range(reader.seats):
        total = sum(line.gains[seat] for line in sheet)
        table.add_column(reader.words.seat(seat), gain_text(total), justify="right", footer_style="bold")
    for line in sheet:
        table.add_row(reader.words.text(line.label), *(gain_text(gain) for gain in line.gains))
    return table


def gain_text(value: float) -> str:
    """Points won or lost, with their sign."""
    return f"{value:+g}" if value else "0"


# -- zones -----------------------------------------------------------------------------------------


def zone_text(zone: Zone, reader: Reader) -> RenderableType:
    """A zone under its label."""
    body = _grid(zone, reader) if zone.kind == "grid" else _row(zone, reader)
    title = _zone_title(zone, reader)
    return Group(title, Padding(body, (0, 0, 0, 1))) if title else body


def _zone_title(zone: Zone, reader: Reader) -> Text | None:
    names = [reader.words.text(zone.label)] if zone.label else []
    if zone.owner is not None:
        names.append(f"({reader.words.seat(zone.owner)})")
    if zone.kind == "grid" and reader.seats == 2 and _has_owned_pieces(zone):
        names += [f" {owner_mark(seat, reader)} {reader.words.seat(seat)}" for seat in range(2)]
        names += [f" {reader.words.word('cli.play.hollow')}"] if _has_red(zone) else []
    return Text(" ".join(names), "dim") if names else None


def _has_owned_pieces(zone: Zone) -> bool:
    """Whether pieces that belong to seats lie there."""
    return any(item.kind == "piece" and item.owner is not None for spot in zone.spots for item in spot.items)


def _has_red(zone: Zone) -> bool:
    return any(item.colour == "red" for spot in zone.spots for item in spot.items)


def _row(zone: Zone, reader: Reader) -> RenderableType:
    """Hands, piles, rows and tracks: one place after the other."""
    if not zone.spots:
        return Text(reader.words.word("cli.play.empty"), "dim")
    return Columns([_place(spot, zone, reader) for spot in zone.spots], padding=(0, 2))


def _place(spot: Spot, zone: Zone, reader: Reader) -> Text:
    name = reader.words.text(spot.label) if spot.label else spot.id
    items = items_text(spot, reader, words=zone.kind != "track")
    if not items.plain and zone.kind == "pile" and spot.label is None:
        return Text(reader.words.word("cli.play.empty"), "dim")
    if not items.plain:
        return Text(name, tag_style(spot))
    if zone.kind == "pile":
        return items
    return Text(name, "dim").append(" ").append_text(items)


def _grid(zone: Zone, reader: Reader) -> RenderableType:
    """A board, its coordinates on the edges where the ids of the spots have any."""
    edges = coordinates(zone)
    if edges is None:
        return _labelled_grid(zone, reader)
    columns, rows = edges
    places = {(int(spot.x), int(spot.y)): spot for spot in zone.spots}
    faces = {at: items_text(spot, reader, words=False) for at, spot in places.items()}
    width = 2 + max(1, *(face.cell_len for face in faces.values()))
    table = Table(box=SQUARE, show_lines=True, padding=(0, 0), header_style="dim")
    table.add_column("")
    for name in columns:
        table.add_column(name.center(width), width=width)
    for y, name in enumerate(rows):
        cells = [_cell(places.get((x, y)), faces.get((x, y)), width) for x in range(len(columns))]
        table.add_row(Text(name, "dim"), *cells)
    key = _ground_key(zone, reader)
    return Group(table, key) if key else table


def _cell(spot: Spot | None, face: Text | None, width: int) -> Text:
    """A square of the board, coloured to its edges."""
    if spot is None or face is None:
        return Text(" ")
    cell = face if face.plain else Text(ground(spot), "dim")
    before = (width - cell.cell_len) // 2
    after = width - cell.cell_len - before
    return Text.assemble(" " * before, cell, " " * after, style=tag_style(spot))


def _ground_key(zone: Zone, reader: Reader) -> Text | None:
    """What the colours of the squares mean, where the game says so."""
    tags = {tag for spot in zone.spots for tag in spot.tags}
    named = [tag for tag in TAGS if tag in tags and f"ground.{tag}" in reader.words]
    swatches = [
        Text(f" {GROUNDS.get(tag, ' ')} ", TAGS[tag]).append(
            f" {reader.words.word(f'ground.{tag}')}", "reset dim"
        )
        for tag in named
    ]
    return Text("\n").join(swatches) if swatches else None


def _labelled_grid(zone: Zone, reader: Reader) -> RenderableType:
    """A board whose places carry their own names."""
    table = Table(box=ROUNDED, show_header=False, show_lines=True)
    ordered = sorted(zone.spots, key=lambda spot: (spot.y, spot.x))
    for _, row in groupby(ordered, key=lambda spot: spot.y):
        table.add_row(*(_named_cell(spot, reader) for spot in row))
    return table


def _named_cell(spot: Spot, reader: Reader) -> Text:
    name = Text(reader.words.text(spot.label) if spot.label else spot.id, tag_style(spot) or "bold")
    items = [item_text(item, reader, words=True) for item in spot.items]
    return Text("\n").join([name, *items])


def coordinates(zone: Zone) -> tuple[list[str], list[str]] | None:
    """Names of columns and rows, when every spot's id is a column's name followed by a row's."""
    if zone.columns < 2 or zone.rows < 2:
        return None
    columns = [_common_prefix([s.id for s in zone.spots if s.x == x]) for x in range(zone.columns)]
    rows = [_common_prefix([s.id[::-1] for s in zone.spots if s.y == y])[::-1] for y in range(zone.rows)]
    fits = all(_named_so(spot, columns, rows) for spot in zone.spots)
    return (columns, rows) if fits else None


def _common_prefix(names: Sequence[str]) -> str:
    """What all the names begin with."""
    letters = takewhile(lambda column: len(set(column)) == 1, zip(*names, strict=False))
    return "".join(column[0] for column in letters)


def _named_so(spot: Spot, columns: Sequence[str], rows: Sequence[str]) -> bool:
    x, y = int(spot.x), int(spot.y)
    inside = 0 <= x < len(columns) and 0 <= y < len(rows) and (x, y) == (spot.x, spot.y)
    return inside and spot.id == columns[x] + rows[y]


def tag_style(spot: Spot) -> str:
    if "water" in spot.tags and "tamfield" in spot.tags and "hill" not in spot.tags:
        return WET_FIELD
    return " ".join(TAGS[tag] for tag in spot.tags if tag in TAGS)


# -- legend ----------------------------------------------------------------------------------------

RAYS = {
    (0, 1): "↑",
    (1, 1): "↗",
    (1, 0): "→",
    (1, -1): "↘",
    (0, -1): "↓",
    (-1, -1): "↙",
    (-1, 0): "←",
    (-1, 1): "↖",
}
MARKS = {"step": "●", "jump": "○", "vault": "⇡"}
REACH = 2
"""Squares shown to either side of a piece in its diagram."""


def legend_text(legend: Sequence[Legend], reader: Reader) -> RenderableType:
    """What every piece or card is, and how it moves."""
    pictured = [_legend_diagrams(entry, reader) for entry in legend if entry.diagrams]
    parts: list[RenderableType] = [_legend_line(e, reader) for e in legend if e.text or not e.diagrams]
    if pictured:
        key = Text(reader.words.word("cli.play.marks"), "dim")
        parts = [Columns(pictured, padding=(1, 3)), key, *parts]
    return Group(*parts)


def _legend_line(entry: Legend, reader: Reader) -> Text:
    label = reader.words.text(entry.label)
    line = Text(label if entry.face in label else f"{entry.face}  {label}", "bold")
    return line.append(f": {reader.words.text(entry.text)}", "not bold") if entry.text else line


def _legend_diagrams(entry: Legend, reader: Reader) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for diagram in entry.diagrams:
        table.add_column(reader.words.text(diagram.label))
    table.add_row(*(_diagram(diagram, entry.face) for diagram in entry.diagrams))
    return Group(Text(f"{entry.face}  {reader.words.text(entry.label)}", "bold"), table)


def _diagram(diagram: Diagram, face: str) -> Text:
    """The squares round a piece, forward up."""
    shown = {(dx, dy): _mark(dx, dy, how) for dx, dy, how in diagram.marks}
    reach = range(-REACH, REACH + 1)
    rows = ["".join(_square(shown.get((dx, -dy)), face, dx, dy) for dx in reach) for dy in reach]
    return Text("\n".join(rows))


def _mark(dx: int, dy: int, how: str) -> str:
    """A slide is an arrow, whatever its first square."""
    step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
    return RAYS[step] if how == "slide" else MARKS[how]


def _square(mark: str | None, face: str, dx: int, dy: int) -> str:
    shown = face if (dx, dy) == (0, 0) else mark or "·"
    return shown + " " * (2 - cell_len(shown))


# -- items -----------------------------------------------------------------------------------------


def items_text(spot: Spot, reader: Reader, *, words: bool) -> Text:
    return Text(" ").join(item_text(item, reader, words=words) for item in spot.items)


def item_text(item: Item, reader: Reader, *, words: bool) -> Text:
    """A piece or card: its face in its colour, whose it is, how many."""
    if item.label is not None and words and item.kind == "marker":
        return Text(reader.words.text(item.label), COLOURS.get(item.colour, ""))
    face = "▒▒" if item.face_down else item.face
    shown = Text(face, "dim" if item.face_down else COLOURS.get(item.colour, "bold"))
    if item.owner is not None and item.kind != "card":
        shown.append(owner_mark(item.owner, reader, item.colour), "dim")
    if item.count != 1:
        shown.append(f"×{item.count}", "dim")
    noted = badges_text(item, reader.words)
    if noted:
        shown.append(f" ({noted})" if words else NOTED, "dim")
    return shown


def badges_text(item: Item, words: Catalogue) -> str:
    """What the badges of an item say; those that the game's own labels tell have no words."""
    found = ((f"badge.{name}", n) for name, n in map(parse_mark, item.badges))
    return words.word("list.separator").join(words.word(key, n=n) for key, n in found if key in words)


def owner_mark(owner: int, reader: Reader, colour: str = "") -> str:
    """At a table of two ▲ is the reader's (or the first seat's) and ▼ the other's; else the seat's number."""
    if reader.seats > 2:
        return str(owner + 1)
    mark = "▲" if owner == (reader.seat or 0) else "▼"
    return mark.translate(HOLLOW) if colour == "red" else mark


def ground(spot: Spot) -> str:
    """What an empty square shows."""
    return next((glyph for tag, glyph in GROUNDS.items() if tag in spot.tags), "·")

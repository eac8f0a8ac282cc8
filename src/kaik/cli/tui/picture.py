"""A scene laid out in character cells: tiles with their places, so that they can be drawn and touched.

Pure arithmetic: nothing here knows a rule, a game or a screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from kaik.cli.text import COLOURS, NOTED, Reader, badges_text, coordinates, ground, owner_mark
from kaik.core.messages import Message
from kaik.core.scene import Cast, Item, Scene, Spot, Zone

SOILS = {
    "hill": "on #6b4a1f",
    "water": "on #1c3a5e",
    "tamfield": "on #2d4a35",
    "field": "on #2d4a35",
    "last": "underline",
    "start": "on #3a3550",
    "goal": "on #4f3d1c",
    "held": "bold",
    "hit": "bold on #2d4a35",
}
"""How places look that a scene marks; the first colour counts."""
WET_FIELD = "on #1f4d57"
CARDS = {"red": "#a4161a on #efe6d2", "black": "#1b1b1b on #efe6d2", "": "#1b1b1b on #efe6d2"}
BACK = "#5c6b7a on #2f3b47"
EDGES = 2
"""The columns at the sides of a tile that say whether it can be touched."""
GAP = 2
BETWEEN = ","
"""What stands between marks that are numbers."""
READABLE = 6
"""The least width of a column in which a name is broken into lines."""
FIRST_WORD = re.compile(r"[ （(]")
_MEASURE = Console(width=200)


class Tile(Struct, frozen=True):
    """One thing in the picture. Without a spot it is there to be read only."""

    x: int
    y: int
    width: int
    lines: tuple[Text, ...]
    spot: str = ""
    style: str = ""

    @property
    def height(self) -> int:
        return len(self.lines)

    def shifted(self, x: int, y: int) -> Tile:
        return replace(self, x=self.x + x, y=self.y + y)


class Picture(Struct, frozen=True):
    """All tiles of a scene; no two lie over each other."""

    tiles: tuple[Tile, ...] = ()
    width: int = 0
    height: int = 0
    inline: bool = False
    """Whether another small picture may stand beside it in the same line."""

    @classmethod
    def of(cls, tiles: Iterable[Tile], *, inline: bool = False) -> Picture:
        made = tuple(tiles)
        width = max((tile.x + tile.width for tile in made), default=0)
        return cls(made, width, max((tile.y + tile.height for tile in made), default=0), inline)

    def at(self, x: int, y: int) -> Tile | None:
        """The tile of a spot that covers this cell."""
        return next((t for t in self.tiles if t.spot and _covers(t, x, y)), None)

    def rows(self) -> list[list[Tile]]:
        """The tiles that cover each row, from left to right."""
        rows: list[list[Tile]] = [[] for _ in range(self.height)]
        for tile in sorted(self.tiles, key=lambda tile: tile.x):
            for y in range(tile.y, tile.y + tile.height):
                rows[y].append(tile)
        return rows


def _covers(tile: Tile, x: int, y: int) -> bool:
    return tile.x <= x < tile.x + tile.width and tile.y <= y < tile.y + tile.height


class Draft(Struct, frozen=True):
    """What every part of a picture needs to know."""

    reader: Reader
    width: int
    roomy: bool
    labels: dict[str, Message]
    """What some buttons say instead of their own label."""

    def word(self, message: Message) -> str:
        return self.reader.words.text(message)


def picture(
    scene: Scene, reader: Reader, width: int, height: int, labels: dict[str, Message] | None = None
) -> Picture:
    """The scene in this much room: with ruled lines where it fits, else as small as it will go."""
    drafts = (Draft(reader, width, roomy, labels or {}) for roomy in (True, False))
    made = Picture()
    for draft in drafts:
        casts = [] if has_board(scene) else [_cast(cast, draft) for cast in scene.casts]
        made = _stack([*casts, *(_zone(zone, draft) for zone in scene.zones)], draft)
        if made.height <= height and made.width <= width:
            break
    return made


def _stack(parts: Iterable[Picture], draft: Draft) -> Picture:
    """Pictures one under the other, small ones side by side."""
    tiles: list[Tile] = []
    x = y = below = 0
    for part in parts:
        if not (part.inline and x and x + part.width <= draft.width):
            x, y = 0, below
        tiles += [tile.shifted(x, y) for tile in part.tiles]
        below = max(below, y + part.height)
        x = x + part.width + GAP if part.inline else 0
    return Picture.of(tiles)


def _zone(zone: Zone, draft: Draft) -> Picture:
    if zone.kind in ("grid", "track") and zone.spots:
        return _board(zone, draft)
    return _row(zone, draft)


# -- casts -----------------------------------------------------------------------------------------


def has_board(scene: Scene) -> bool:
    """Whether the middle of the table is taken, so that casts lie beside it."""
    return any(zone.kind in ("grid", "track", "fan") for zone in scene.zones)


def _cast(cast: Cast, draft: Draft) -> Picture:
    """A cast large in the middle of the table."""
    name = "" if cast.by is None else draft.reader.words.seat(cast.by)
    if cast.label is not None:
        name = f"{name} {draft.word(cast.label)}".strip()
    rows = [_die(cast)] if cast.die else [_sticks(cast)] * (3 if draft.roomy else 1)
    number = Text(f"  {cast.thrown}", "bold")
    lines = (Text(name, "dim"), *rows[:-1], rows[-1] + number, Text())
    return Picture.of([Tile(1, 0, max(line.cell_len for line in lines) + 2, lines)], inline=True)


def _sticks(cast: Cast) -> Text:
    marked = [Text("██", "#e6c07b")] * cast.thrown
    return Text(" ").join([*marked, *[Text("░░", "dim")] * (cast.sticks - cast.thrown)])


def _die(cast: Cast) -> Text:
    return Text(f" {cast.thrown} ", "bold reverse")


# -- hands, piles, rows, buttons -------------------------------------------------------------------


def _row(zone: Zone, draft: Draft) -> Picture:
    """A label and one place after the other, in as many lines as needed."""
    label = Text(_title(zone, draft), "dim")
    tiles = [Tile(0, 0, label.cell_len, (label,))] if label else []
    if not zone.spots:
        nothing = Text(draft.reader.words.word("cli.play.empty") if label else "", "dim italic")
        return Picture.of([*tiles, Tile(label.cell_len + 1, 0, nothing.cell_len, (nothing,))], inline=True)
    start = label.cell_len + 1 if label else 0
    indent = start if start <= draft.width // 3 else 1
    places = list(_places(zone, draft, draft.width - indent))
    alone = zone.kind in ("fan", "choices") or len(places) > 6
    return Picture.of([*tiles, *_flowing(places, start, indent, draft.width)], inline=not alone)


def _title(zone: Zone, draft: Draft) -> str:
    """What a zone is and whose; at a table of two the owner's mark says it, as beside the board."""
    label = draft.word(zone.label) if zone.label else ""
    if zone.owner is None:
        return label
    if draft.reader.seats == 2:
        return f"{owner_mark(zone.owner, draft.reader)} {label}".strip()
    return f"{label} ({draft.reader.words.seat(zone.owner)})".strip()


def _flowing(places: Sequence[Tile], start: int, indent: int, width: int) -> Iterator[Tile]:
    """The places in lines; after a long label they begin a line of their own."""
    x, y, below = start, 0, 1
    if start != indent and start + sum(place.width + 1 for place in places) > width:
        x, y, below = indent, 1, 2
    for place in places:
        if x > indent and x + place.width > width:
            x, y = indent, below
        yield place.shifted(x, y)
        x, below = x + place.width + 1, max(below, y + place.height)


def _places(zone: Zone, draft: Draft, most: int) -> Iterator[Tile]:
    """A tile for each spot that shows anything, none wider than there is room."""
    for spot in zone.spots:
        parts, style = _place(spot, zone, draft)
        lines = tuple(_pack(parts, max(most - EDGES, READABLE)))
        if lines:
            yield Tile(0, 0, max(line.cell_len for line in lines) + EDGES, lines, spot.id, style)


def _pack(parts: Iterable[Text], most: int) -> Iterator[Text]:
    """The parts in lines of this width; only a part that is longer by itself is broken."""
    line = Text()
    for part in (piece for whole in parts for piece in whole.wrap(_MEASURE, most)):
        if line and line.cell_len + 1 + part.cell_len > most:
            yield line
            line = Text()
        line = Text(" ").join([line, part]) if line else part
    if line:
        yield line


def _place(spot: Spot, zone: Zone, draft: Draft) -> tuple[list[Text], str]:
    """What a place shows, and on which ground."""
    label = draft.labels.get(spot.id, spot.label)
    if zone.kind == "choices":
        return [Text(draft.word(label) if label else spot.id, "bold")], "on #1f3a5f"
    name = Text(draft.word(label) if label else "", "dim" if spot.items else "")
    items = [shown for item in spot.items if (shown := _item_text(item, draft, name.plain))]
    if not items and not label:
        none = draft.reader.words.word("cli.play.empty")
        return [Text(none, "dim italic") if zone.kind == "pile" else Text(spot.id, "dim")], soil(spot)
    cards = {CARDS[i.colour] for i in spot.items if _lies_open(i)} if not label else set()
    return [name, *items], cards.pop() if len(cards) == 1 else soil(spot)


def _lies_open(item: Item) -> bool:
    return item.kind == "card" and not item.face_down and item.colour in CARDS


def _item_text(item: Item, draft: Draft, name: str) -> Text:
    """A card with the short name that the log calls it by, a piece with whose it is, a marker in words."""
    if item.kind == "marker" and item.label is not None:
        return Text(draft.word(item.label))
    many = f"×{item.count}" if item.count != 1 else ""
    if item.face_down:
        return Text(f"▒▒{many}", BACK) if item.count else Text()
    if item.kind == "card":
        code = card_code(item)
        shown = f"{code} {item.face}" if code and code not in name.split() else item.face
        noted = badges_text(item, draft.reader.words)
        return Text(shown + many + (f" ({noted})" if noted else ""), CARDS.get(item.colour, ""))
    return _with_owner(Text(item.face, COLOURS.get(item.colour, "bold")), _marks([item], draft))


def card_code(item: Item) -> str:
    """The short name of a card in its label, if it has one."""
    code = item.label.params.get("card", "") if item.label is not None else ""
    return code if isinstance(code, str) else ""


# -- boards ----------------------------------------------------------------------------------------

Place = Callable[[Spot], tuple[int, int]]


def _board(zone: Zone, draft: Draft) -> Picture:
    names = coordinates(zone) if zone.kind == "grid" else None
    where = _placement(zone, draft.reader)
    if names is None:
        return _named_board(zone, draft, where)
    if where is not _upright:
        names = (names[0][::-1], names[1][::-1])
    return _squares(zone, draft, names, where)


def _upright(spot: Spot) -> tuple[int, int]:
    return int(spot.x), int(spot.y)


def _placement(zone: Zone, reader: Reader) -> Place:
    """Where spots lie as the reader looks at the board: their own side at the bottom."""
    if zone.bottom is None or reader.seat is None or reader.seats != 2 or reader.seat == zone.bottom:
        return _upright
    right, down = zone.columns - 1, zone.rows - 1
    return lambda spot: (right - int(spot.x), down - int(spot.y))


def _squares(zone: Zone, draft: Draft, names: tuple[list[str], list[str]], where: Place) -> Picture:
    """A board of squares, its coordinates on the edges; ruled where there is room."""
    columns, rows = names
    faces = {spot.id: _face(spot, draft) for spot in zone.spots}
    inner = max(1, *(face.cell_len for face in faces.values())) + EDGES
    if draft.roomy:
        inner += 2
    across, down = (inner + 1, 2) if draft.roomy else (inner, 1)
    left, top = max(map(cell_len, rows)) + 1, 1
    tiles = [_name(left + draft.roomy + x * across, 0, inner, name) for x, name in enumerate(columns)]
    tiles += [_name(0, top + draft.roomy + y * down, left - 1, name) for y, name in enumerate(rows)]
    for spot in zone.spots:
        x, y = where(spot)
        corner = (left + draft.roomy + x * across, top + draft.roomy + y * down)
        tiles.append(_square(spot, faces[spot.id], corner, inner))
    if draft.roomy:
        tiles += _rules(left, top, len(columns), len(rows), inner)
    return Picture.of(tiles)


def _name(x: int, y: int, width: int, name: str) -> Tile:
    return Tile(x, y, width, (Text(name.center(width).rstrip(), "dim"),))


def _square(spot: Spot, face: Text, corner: tuple[int, int], width: int) -> Tile:
    shown = face if face.plain else Text(ground(spot), "dim")
    return Tile(*corner, width, (shown,), spot.id, soil(spot))


def soil(spot: Spot) -> str:
    """The look of the ground of a place."""
    if {"water", "tamfield"} <= set(spot.tags) and "hill" not in spot.tags:
        return WET_FIELD
    looks = [look for tag, look in SOILS.items() if tag in spot.tags]
    colours = [look for look in looks if "on " in look]
    return " ".join([*colours[:1], *(look for look in looks if look not in colours)])


def _rules(left: int, top: int, columns: int, rows: int, inner: int) -> Iterator[Tile]:
    """The lines between the squares."""
    dash = "─" * inner
    for y in range(rows + 1):
        ends = "┌┬┐" if y == 0 else "└┴┘" if y == rows else "├┼┤"
        line = ends[0] + ends[1].join([dash] * columns) + ends[2]
        yield Tile(left, top + 2 * y, len(line), (Text(line, "dim"),))
    for y in range(rows):
        for x in range(columns + 1):
            yield Tile(left + x * (inner + 1), top + 1 + 2 * y, 1, (Text("│", "dim"),))


def _face(spot: Spot, draft: Draft) -> Text:
    """All that lies on a square in as few cells as possible: each face once, whose they are behind it."""
    parts: list[Text] = []
    for (face, colour, note), items in groupby(spot.items, key=lambda item: _look(item, draft)):
        marks = _marks(list(items), draft)
        parts.append(_with_owner(Text(face, COLOURS.get(colour, "bold")), marks).append(note, "not bold"))
    return Text(" ").join(parts)


def _look(item: Item, draft: Draft) -> tuple[str, str, str]:
    return item.face, item.colour, NOTED if badges_text(item, draft.reader.words) else ""


def _with_owner(face: Text, marks: str) -> Text:
    """A face and whose it is; where both are numbers, who comes first and both are kept apart."""
    if marks[:1].isdigit() and face.plain[-1:].isdigit():
        return Text(f"{marks}:", "not bold").append_text(face)
    return face.append(marks, "not bold")


def _marks(items: Sequence[Item], draft: Draft) -> str:
    """Whose these equal items are; red ones are hollow, so that they differ without colours too."""
    marks = []
    for owner, own in groupby(items, key=lambda item: item.owner):
        mark = "" if owner is None else owner_mark(owner, draft.reader, items[0].colour)
        marks.append(_repeat_mark(mark, sum(item.count for item in own)))
    return (BETWEEN if any(map(str.isdigit, "".join(marks))) else "").join(marks)


def _repeat_mark(mark: str, count: int) -> str:
    """A mark as often as it counts; many, and marks that are numbers themselves, with the number of times."""
    if count > 2 or (count > 1 and not mark.strip("0123456789")):
        return f"{mark}×{count}"
    return mark * count


def _named_board(zone: Zone, draft: Draft, where: Place) -> Picture:
    """A board whose places carry their own names: a track, a betting sheet."""
    places = [where(spot) for spot in zone.spots]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    share = (draft.width + 1) // (max(x for x, _ in places) - left + 1) - 1 - EDGES
    cells, widths, gap = {}, {}, 1
    for most, gap in ((draft.width, 1), (share, 1), (share, 0)):
        cells = {at: _named_cell(spot, draft, most) for at, spot in zip(places, zone.spots, strict=True)}
        widths = _column_widths(cells)
        if sum(widths.values()) + gap * len(widths) <= draft.width:
            break
    height = max(map(len, cells.values()))
    title = Text(_title(zone, draft), "dim")
    below, step = (1 if title else 0), height + draft.roomy
    tiles = [Tile(0, 0, title.cell_len, (title,))] if title else []
    for (x, y), spot in zip(places, zone.spots, strict=True):
        lines = (*cells[x, y], *[Text()] * (height - len(cells[x, y])))
        ground = soil(spot) or ("on #2a2f36" if (x + y) % 2 else "on #242930")
        across = sum(width + gap for column, width in widths.items() if column < x)
        tiles.append(Tile(across, below + (y - top) * step, widths[x], lines, spot.id, ground))
    return Picture.of(tiles)


def _column_widths(cells: Mapping[tuple[int, int], Sequence[Text]]) -> dict[int, int]:
    """How wide each column must be for all that stands in it."""
    widths: dict[int, int] = {}
    for (x, _), lines in cells.items():
        widths[x] = max(widths.get(x, 0), *(line.cell_len + EDGES for line in lines))
    return widths


def _named_cell(spot: Spot, draft: Draft, most: int) -> tuple[Text, ...]:
    """Name and contents; where there is little room the beginning of the name, or what hides it."""
    face = _face(spot, draft)
    label = draft.word(spot.label) if spot.label else spot.id
    short = Text(label if cell_len(label) <= most else FIRST_WORD.split(label)[0], "dim")
    if draft.roomy:
        return (*(_wrap(label, most) if most >= READABLE else [short]), face)
    return (face if face.plain else short,)


def _wrap(label: str, most: int) -> list[Text]:
    return [*Text(label, "dim").wrap(_MEASURE, most)]

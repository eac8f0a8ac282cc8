"""Boards and tracks as SVG, in units of 100 to a square: the ground, its coordinates, and what lies on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import pairwise

from msgspec import Struct

from kaik.core.messages import Catalogue
from kaik.core.scene import Item, Spot, Zone
from kaik.notebook.items import INK, font_size, item, text

UNIT = 100
MARGIN, BORDER = 36, 18
LAND = {"hill": "#14604f", "water": "#86abda", "field": "#eda766", "paper": "#f4e7cb"}
_SIGNS = {
    "water": (
        '<path d="M14 36q12-11 24 0t24 0 24 0M14 64q12-11 24 0t24 0 24 0" fill="none" stroke="#4d7db8" '
        'stroke-width="3" stroke-linecap="round" opacity=".75"/>'
    ),
    "hill": (
        '<path d="M50 14 86 50 50 86 14 50ZM50 30 70 50 50 70 30 50Z" fill="none" stroke="#3f9079" '
        'stroke-width="3" stroke-linejoin="round"/>'
    ),
    "field": (
        '<path d="M12 24 24 12M76 12 88 24M88 76 76 88M24 88 12 76" fill="none" stroke="#b96a26" '
        'stroke-width="3.5" stroke-linecap="round"/>'
    ),
}
_STROKES = re.compile(r"^strokes-(\d)$")


class Shape(Struct, frozen=True):
    """Where the squares of a zone lie; `turned` shows it from the other side."""

    left: float
    columns: float
    rows: float
    least: tuple[float, float]
    turned: bool

    @property
    def width(self) -> float:
        return self.columns * UNIT + 2 * self.left

    @property
    def height(self) -> float:
        return self.rows * UNIT + 2 * self.left

    def corner(self, spot: Spot) -> tuple[float, float]:
        """The upper left corner of a spot's square."""
        x, y = spot.x - self.least[0], spot.y - self.least[1]
        if self.turned:
            x, y = self.columns - 1 - x, self.rows - 1 - y
        return self.left + UNIT * x, self.left + UNIT * y


def shape(zone: Zone, near: int) -> Shape:
    """The shape of a board as the seat at the lower edge sees it."""
    left = MARGIN if zone.column_names or zone.row_names else BORDER
    turned = zone.bottom is not None and near != zone.bottom
    if zone.columns and zone.rows:
        return Shape(left, zone.columns, zone.rows, (0, 0), turned)
    xs, ys = [spot.x for spot in zone.spots], [spot.y for spot in zone.spots]
    least = (min(xs), min(ys))
    return Shape(left, max(xs) - least[0] + 1, max(ys) - least[1] + 1, least, turned)


def board(zone: Zone, near: int, words: Catalogue) -> tuple[float, float, str]:
    """Width, height and picture of a board or track."""
    found = shape(zone, near)
    road = _road(zone, found) if zone.kind == "track" else ""
    named = bool(zone.column_names or zone.row_names)
    squares = "".join(_at(found, spot, _square(spot, zone, named, words)) for spot in zone.spots)
    items = "".join(_at(found, spot, _items(spot, zone, near)) for spot in zone.spots)
    picture = _frame(found) + squares + road + "".join(_names(zone, found)) + items
    return found.width, found.height, picture


def _at(shape: Shape, spot: Spot, drawn: str) -> str:
    x, y = shape.corner(spot)
    return f'<g transform="translate({x:g} {y:g})">{drawn}</g>' if drawn else ""


def _frame(shape: Shape) -> str:
    width, height = shape.width, shape.height
    grain = "".join(
        f"M0 {y:g}C{width * 0.3:g} {y - 14:g} {width * 0.6:g} {y + 16:g} {width:g} {y - 4:g}"
        for y in ((at + 0.5) * height / 9 for at in range(9))
    )
    inner = (
        f'<rect x="{shape.left}" y="{shape.left}" width="{width - 2 * shape.left:g}" '
        f'height="{height - 2 * shape.left:g}" fill="#e9dcc0"/>'
    )
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="16" fill="#8a5f3a"/>'
        f'<path d="{grain}" fill="none" stroke="#6f4a2b" stroke-width="3" opacity=".35"/>{inner}'
    )


def _road(zone: Zone, shape: Shape) -> str:
    """The way from place to place, broken where the next place is not beside the last."""
    middles = [(x + 50, y + 50) for x, y in (shape.corner(spot) for spot in zone.spots)]
    legs = "".join(
        f"M{x:g} {y:g}L{to_x:g} {to_y:g}"
        for (x, y), (to_x, to_y) in pairwise(middles)
        if abs(to_x - x) <= 1.5 * UNIT and abs(to_y - y) <= 1.5 * UNIT
    )
    return f'<path d="{legs}" fill="none" stroke="#7d5a2e" stroke-width="9" opacity=".4"/>'


def _square(spot: Spot, zone: Zone, named: bool, words: Catalogue) -> str:
    land = next((tag for tag in LAND if tag in spot.tags), "paper")
    ground = (
        f'<rect width="100" height="100" fill="{LAND[land]}" stroke="#6d5434" stroke-width="1.6"/>'
        f"{_SIGNS.get(land, '')}"
    )
    reach = "tamfield" in spot.tags and land in ("water", "paper")
    return (
        ground
        + (_REACH if reach else "")
        + "".join(_ornament(tag) for tag in spot.tags)
        + ("" if named else _caption(spot, zone, words))
    )


_REACH = (
    '<rect x="5" y="5" width="90" height="90" rx="6" fill="none" stroke="#c06a1f" stroke-width="4" '
    'stroke-dasharray="3 9" stroke-linecap="round"/>'
)
_LAST = '<rect width="100" height="100" fill="#ffdf5e" fill-opacity=".3" stroke="#f0bd1d" stroke-width="4"/>'


def _ornament(tag: str) -> str:
    strokes = _STROKES.match(tag)
    if strokes:
        count = int(strokes[1])
        lines = "".join(f"M14 {100 * (at + 1) / (count + 1):g}H86" for at in range(count))
        return f'<path d="{lines}" stroke="#b9a582" stroke-width="4" stroke-linecap="round"/>'
    ring = '<circle cx="50" cy="50" r="{}" fill="none" stroke="#a07f4d" stroke-width="4"/>'
    rings = {"start": ring.format(34), "goal": ring.format(36) + ring.format(24), "last": _LAST}
    return rings.get(tag, "")


def _caption(spot: Spot, zone: Zone, words: Catalogue) -> str:
    """The label of a square without coordinates; where squares are many only its number."""
    label = words.text(spot.label) if spot.label else ""
    if not label:
        return ""
    if len(zone.spots) > 12:
        number = re.search(r"\d+", label)
        if number is None:
            return ""
        return f'<g transform="translate(16 22)">{text(number[0], 0, 17, "#7d6a48")}</g>'
    size = font_size(label, 88, 22)
    return f'<g transform="translate(50 24)">{text(label, 0, size, INK)}</g>'


def _names(zone: Zone, shape: Shape) -> Iterator[str]:
    """Letters on all four edges."""
    columns = [*reversed(zone.column_names)] if shape.turned else zone.column_names
    rows = [*reversed(zone.row_names)] if shape.turned else zone.row_names
    for at, name in enumerate(columns):
        x = shape.left + UNIT * (at + 0.5)
        yield from (_name(name, x, y) for y in (shape.left / 2, shape.height - shape.left / 2))
    for at, name in enumerate(rows):
        y = shape.left + UNIT * (at + 0.5)
        yield from (_name(name, x, y) for x in (shape.left / 2, shape.width - shape.left / 2))


def _name(name: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:g} {y:g})">{text(name, 7, 20, "#fbeed6", more=_BOLD)}</g>'


_BOLD = 'font-weight="600"'


def _items(spot: Spot, zone: Zone, near: int) -> str:
    """What lies on a square, side by side and smaller where there are several."""
    if not spot.items:
        return ""
    across = 1 if len(spot.items) == 1 else 2 if len(spot.items) < 5 else 3
    down = -(-len(spot.items) // across)
    scale = 1 / max(across, down)
    return "".join(
        f'<g transform="translate({100 * (at % across + 0.5) / across:g} '
        f'{100 * (at // across + 0.5) / down:g}) scale({scale:g})">{lying(one, zone, near)}</g>'
        for at, one in enumerate(spot.items)
    )


def lying(one: Item, zone: Zone, near: int) -> str:
    """An item on a board."""
    sided = zone.bottom is not None
    titled = f"<title>{escape(one.face)}</title>" if one.face else ""
    return titled + item(one, sided=sided, away=sided and one.owner is not None and one.owner != near)

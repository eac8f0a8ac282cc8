"""Any scene as one SVG: the board in the middle, the others beyond it, the reader before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from msgspec import Struct

from kaik.core.messages import Catalogue, Message
from kaik.core.scene import Cast, Counter, Item, Scene, Spot, Zone
from kaik.notebook.board import board
from kaik.notebook.items import SEATS, TEXT, item, wide

WIDTH = 640
BOARD = 560
"""The width of a large board; a small one gets less."""
SQUARE = 62
GAP, PAD = 12, 16
ROW = 18
"""The height of a line of counters."""
PAPER, INK, MUTED, LINE, ACCENT = "#f7f3ec", "#29241e", "#6a6256", "#e3dbcd", "#0d6350"
CLOTH, CLOTH_INK = "#2a6152", "#f3efe2"
BACKS = 10
"""More cards seen from behind nobody counts by eye."""


class Drawing(Struct, frozen=True):
    """A part of the picture and its size."""

    width: float
    height: float
    drawn: str


class Viewer(Struct, frozen=True):
    """A scene with whoever looks at it."""

    scene: Scene
    words: Catalogue
    seat: int | None
    seats: int

    @property
    def near(self) -> int:
        """The seat at the lower edge."""
        return self.seat or 0

    @property
    def sided(self) -> bool:
        """Whether pieces face each other."""
        return any(zone.bottom is not None for zone in self.scene.zones)


def picture(scene: Scene, words: Catalogue, seat: int | None, seats: int) -> str:
    """The scene as a seat or a watcher sees it."""
    view = Viewer(scene, words, seat, seats)
    blocks = [block for block in _blocks(view) if block is not None]
    height = sum(block.height for block in blocks) + GAP * (len(blocks) - 1) + 2 * PAD
    y, drawn = float(PAD), []
    for block in blocks:
        drawn.append(_translate(block.drawn, (WIDTH - block.width) / 2, y))
        y += block.height + GAP
    title = escape(words.word("title"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
        f'style="max-width:100%;height:auto" role="img" aria-label="{title}" font-family="{TEXT}">'
        f'<rect width="{WIDTH}" height="{height:g}" rx="14" fill="{PAPER}"/>{"".join(drawn)}</svg>'
    )


def _blocks(view: Viewer) -> list[Drawing | None]:
    shared = [zone for zone in view.scene.zones if zone.owner is None and zone.kind != "choices"]
    boards = [zone for zone in shared if zone.kind in ("grid", "track")]
    loose = [zone for zone in shared if zone not in boards and _is_drawn(zone)]
    order = [(view.near + step) % view.seats for step in range(1, view.seats)]
    return [
        _figures(view),
        *(_player(view, seat) for seat in reversed(order)),
        *(_board(zone, view) for zone in boards),
        _cloth(loose, view, bare=not boards),
        _casts(view),
        _player(view, view.near),
        _prompt(view),
    ]


def _is_drawn(zone: Zone) -> bool:
    """A row of mere buttons is left to the list of choices."""
    return any(spot.items for spot in zone.spots)


# -- lines of text ---------------------------------------------------------------------------------


def _label(words: str, x: float, y: float, size: float = 13, fill: str = INK, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" {more}>{escape(words)}</text>'


def _translate(drawn: str, x: float, y: float, scale: float = 1) -> str:
    size = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){size}">{drawn}</g>'


_BOLD = 'font-weight="600"'


def _figures(view: Viewer) -> Drawing | None:
    """The counters of the table."""
    shared = [counter for counter in view.scene.counters if counter.owner is None]
    if not shared:
        return None
    lines, drawn = _counters(shared, view, 2, 14)
    return Drawing(WIDTH - 2 * PAD, ROW * lines, drawn)


def _counters(counters: Iterable[Counter], view: Viewer, left: float, y: float) -> tuple[int, str]:
    """Counters in as many lines as they need, and how many these are."""
    drawn, x, lines = "", left, 1
    for counter in counters:
        name, value = view.words.text(counter.label), _value(counter, view)
        before, behind = 12 * wide(name) + 4, 13 * wide(value, bold=True)
        if x > left and x + before + behind > WIDTH - 2 * PAD:
            x, lines = left, lines + 1
        at = y + ROW * (lines - 1)
        drawn += _label(name, x, at, 12, MUTED) + _label(value, x + before, at, 13, INK, _BOLD)
        x += before + behind + 16
    return lines, drawn


def _value(counter: Counter, view: Viewer) -> str:
    if isinstance(counter.value, Message):
        return view.words.text(counter.value)
    return f"{counter.value:g}"


def _prompt(view: Viewer) -> Drawing | None:
    if view.scene.prompt is None:
        return None
    lines = _wrap(view.words.text(view.scene.prompt), (WIDTH - 2 * PAD) / 14)
    drawn = "".join(_label(line, 2, 15 + 20 * at, 14, ACCENT, _BOLD) for at, line in enumerate(lines))
    return Drawing(WIDTH - 2 * PAD, 20 * len(lines), drawn)


def _wrap(words: str, ems: float) -> list[str]:
    """Bold words in lines of at most that width; Japanese may break anywhere."""
    lines = [""]
    for part in _PARTS.findall(words):
        if lines[-1] and wide(lines[-1] + part.rstrip(), bold=True) > ems:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return lines


_PARTS = re.compile(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+")


# -- players ---------------------------------------------------------------------------------------


def _player(view: Viewer, seat: int) -> Drawing:
    """A player's name and figures, and below what is theirs."""
    width = WIDTH - 2 * PAD
    turn = seat in view.scene.turn
    own = [counter for counter in view.scene.counters if counter.owner == seat]
    name = view.words.word("seat", n=seat + 1)
    lines, figures = _counters(own, view, 56 + 14 * wide(name, bold=True), 25)
    head = (
        f'<circle cx="22" cy="20" r="9" fill="{SEATS[seat % len(SEATS)]}"/>'
        + _label(name, 40, 25, 14, INK, _BOLD)
        + figures
    )
    zones = [zone for zone in view.scene.zones if zone.owner == seat and zone.spots]
    size = 76 if seat == view.seat else 46
    inside = [_zone(zone, view, size, width - 24, INK) for zone in zones]
    height = 40.0 + ROW * (lines - 1)
    for block in inside:
        head += _translate(block.drawn, 14, height)
        height += block.height + 6
    edge = f'stroke="{ACCENT}" stroke-width="2"' if turn else f'stroke="{LINE}"'
    panel = f'<rect width="{width}" height="{height:g}" rx="10" fill="#fffdf9" {edge}/>'
    return Drawing(width, height, panel + head)


# -- zones -----------------------------------------------------------------------------------------


def _board(zone: Zone, view: Viewer) -> Drawing:
    width, height, drawn = board(zone, view.near, view.words)
    scale = min(BOARD / width, SQUARE / 100 * 1.6, 560 / height)
    return Drawing(width * scale, height * scale, _translate(drawn, 0, 0, scale))


def _cloth(zones: Sequence[Zone], view: Viewer, *, bare: bool) -> Drawing | None:
    """What lies in the middle, on a green cloth where there is no board."""
    if not zones:
        return None
    width, ink = WIDTH - 2 * PAD, CLOTH_INK if bare else INK
    drawn, height = "", 14.0
    for zone in zones:
        block = _zone(zone, view, 84 if bare else 60, width - 32, ink)
        drawn += _translate(block.drawn, 16, height)
        height += block.height + 10
    back = f'<rect width="{width}" height="{height:g}" rx="16" fill="{CLOTH}"/>' if bare else ""
    return Drawing(width, height, back + drawn)


def _zone(zone: Zone, view: Viewer, size: float, width: float, ink: str) -> Drawing:
    """Spots one after the other under the zone's label, in as many lines as they need."""
    label = view.words.text(zone.label) if zone.label else ""
    drawn = _label(label, 0, 11, 11.5, ink, 'opacity=".75"') if label else ""
    x, y, line = 0.0, 18.0 if label else 2.0, 0.0
    for spot in zone.spots:
        block = _spot(spot, zone, view, size)
        if x and x + block.width > width:
            x, y, line = 0.0, y + line + 6, 0.0
        drawn += _translate(block.drawn, x, y)
        x, line = x + block.width + 6, max(line, block.height)
    return Drawing(width, y + line, drawn)


def _spot(spot: Spot, zone: Zone, view: Viewer, size: float) -> Drawing:
    if not spot.items:
        none = view.words.word("cli.play.empty") if zone.kind == "pile" else spot.id
        return _chip(view.words.text(spot.label) if spot.label else none, "held" in spot.tags)
    lying = [one for card in spot.items for one in _side_by_side(card)]
    card = spot.items[0].kind == "card"
    tall = size if card else min(size, 56) * 0.9
    scale = tall / 100
    down = card and spot.items[0].face_down
    step = _step(zone, down=down) if card else 100
    width = ((68 if card else 100) + step * (len(lying) - 1)) * scale
    middle = 34 if card else 50
    away = view.sided and zone.owner is not None and zone.owner != view.near
    drawn = "".join(
        _translate(
            item(one, sided=view.sided, away=away),
            (middle + step * at) * scale,
            tall / 2,
            scale,
        )
        for at, one in enumerate(lying)
    )
    return Drawing(width, tall, drawn + _tally(spot.items[0], width, tall))


def _step(zone: Zone, *, down: bool) -> float:
    """How far cards lie apart: a pile of backs lies close, faces stay legible."""
    return (2.0 if zone.owner is None else 12.0) if down else 46.0


def _side_by_side(card: Item) -> list[Item]:
    """Equal cards side by side; of backs not too many."""
    if card.kind != "card":
        return [card]
    return [card] * (min(card.count, BACKS) if card.face_down else card.count)


def _tally(first: Item, width: float, tall: float) -> str:
    if first.kind != "card" or not first.face_down or first.count < 2:
        return ""
    return _translate(
        f'<circle r="10" fill="{INK}" stroke="#fff" stroke-width="1.5"/>'
        + _label(str(first.count), 0, 4, 11, "#fff", 'text-anchor="middle"'),
        width - 4,
        tall - 6,
    )


def _chip(words: str, strong: bool) -> Drawing:
    width = 13 * wide(words) + 18
    fill, edge = ("#e2efe9", ACCENT) if strong else ("none", "#bfb4a2")
    return Drawing(
        width,
        24,
        f'<rect width="{width:g}" height="24" rx="7" fill="{fill}" stroke="{edge}"/>'
        + _label(words, width / 2, 16.5, 12.5, INK, 'text-anchor="middle"'),
    )


# -- casts -----------------------------------------------------------------------------------------

_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}
"""Where the pips of a die lie in three rows of three."""


_NOTCHES = '<path d="M-2-17 2-13M-2-13 2-17M-3 0H3M-2 13 2 17M-2 17 2 13" stroke="#9c3520"/>'
_BARK = '<path d="M-2-18Q1-6-1 4T0 18" fill="none" stroke="#8a5f3a" opacity=".7"/>'


def _casts(view: Viewer) -> Drawing | None:
    """Sticks or dice as they fell, side by side."""
    if not view.scene.casts:
        return None
    drawn, x = "", 0.0
    for cast in view.scene.casts:
        block = _cast(cast, view)
        drawn += _translate(block.drawn, x, 0)
        x += block.width + 24
    scale = min(1.0, (WIDTH - 2 * PAD) / x)
    return Drawing(x * scale, 58 * scale, _translate(drawn, 0, 0, scale))


def _cast(cast: Cast, view: Viewer) -> Drawing:
    sticks = _die(cast.thrown) if cast.die else _sticks(cast)
    width = 52 if cast.die else 17 * cast.sticks + 4
    who = view.words.word("seat", n=cast.by + 1) if cast.by is not None else ""
    about = view.words.text(cast.label) if cast.label else ""
    needed = view.words.word("cli.play.needed", needed=cast.needed) if cast.needed is not None else ""
    reached = cast.needed is None or cast.thrown >= cast.needed
    words = _label(" · ".join(filter(None, (who, about))), width + 8, 20, 12, MUTED) + _label(
        str(cast.thrown), width + 8, 46, 22, INK, _BOLD
    )
    words += _label(needed, width + 30, 44, 12, ACCENT if reached else "#9a3412")
    longest = max(12 * wide(" · ".join((who, about))), 22 + 12 * wide(needed))
    return Drawing(width + 14 + longest, 58, sticks + words)


def _sticks(cast: Cast) -> str:
    """Those with the marked side up first."""
    drawn = []
    for at in range(cast.sticks):
        marked = at < cast.thrown
        fill = "#f3e3c3" if marked else "#b98654"
        notch = _NOTCHES if marked else _BARK
        drawn.append(
            f'<g transform="translate({9 + 17 * at} 29) rotate({(-5, 4, -2, 6, -4, 3)[at % 6]})">'
            f'<rect x="-6" y="-25" width="12" height="50" rx="6" fill="{fill}" stroke="#8a5f3a"/>{notch}</g>'
        )
    return "".join(drawn)


def _die(thrown: int) -> str:
    pips = "".join(
        f'<circle cx="{14 + 12 * (int(at) % 3)}" cy="{17 + 12 * (int(at) // 3)}" r="4" fill="{INK}"/>'
        for at in _PIPS.get(thrown, "")
    )
    return f'<rect x="2" y="5" width="48" height="48" rx="9" fill="#f3e3c3" stroke="#8a5f3a"/>{pips}'

"""What lies on a table, in a box of 100 × 100 whose middle is the origin: pieces, cards, sticks, markers."""

from __future__ import annotations

import re
from html import escape

from kaik.core.scene import Item

BRUSH = "'Kaik Brush','Yuji Boku','Hiragino Mincho ProN','Yu Mincho','Noto Serif CJK JP',serif"
TEXT = "'Kaik Text',system-ui,'Hiragino Sans','Yu Gothic','Noto Sans CJK JP','Noto Sans JP',sans-serif"
INK, RED, IVORY = "#1f1813", "#c02a17", "#f8e9c6"
SEATS = ("#1f5f8b", "#a8431f", "#5b6b1e", "#7a3d80", "#00695f", "#8a5a00", "#5c4a8a", "#7d3350")

_POINTED = "M0-42 35-31 39 41H-39L-35-31Z"
_EIGHT_SIDED = "M-19-43H19L43-19V19L19 43H-19L-43 19V-19Z"
_INNER = "M-16-36H16L36-16V16L16 36H-16L-36 16V-16Z"
_LATTICE = "".join(f"M{-19.5 + at % 4 * 13} {-41 + at // 4 * 14}l5 6-5 6-5-6z" for at in range(24))
_NUMBERED = re.compile(r"^(.+)-(\d+)$")


def item(item: Item, *, sided: bool, away: bool) -> str:
    """An item with its count and badges. `sided`: pieces have a front; `away`: it points at the reader."""
    body = {"card": _card, "stick": _stick, "marker": _marker}.get(item.kind)
    drawn = body(item) if body else _koma(item, away) if sided else _pawn(item)
    count = _count(item.count) if item.count > 1 and item.kind != "card" else ""
    return drawn + count + _badges(item)


def text(words: str, y: float, size: float, fill: str = INK, family: str = TEXT, more: str = "") -> str:
    """Words centred on the middle line."""
    return (
        f'<text y="{y:g}" font-size="{size:g}" fill="{fill}" font-family="{family}" '
        f'text-anchor="middle" {more}>{escape(words)}</text>'
    )


def font_size(words: str, width: float, largest: float) -> float:
    """The size at which words fit into a width."""
    return min(largest, width / max(0.6, wide(words)))


_EMS = {**dict.fromkeys(" .,:;'|iIlj()tfr-", 0.36), **dict.fromkeys("mwMW%@→…", 0.96)}


def wide(words: str, *, bold: bool = False) -> float:
    """The width of words in ems, by rule of thumb: rather too much than too little, whatever the font."""
    return sum(1.0 if sign > "\u2e7f" else _em(sign) * (1.1 if bold else 1) for sign in words)


def _em(sign: str) -> float:
    return _EMS.get(sign, 0.68 if sign.isupper() else 0.6)


def _ink(item: Item) -> str:
    return RED if item.colour == "red" else INK


def _koma(item: Item, away: bool) -> str:
    """A flat pointed piece; the one that belongs to nobody is dark and eight-sided."""
    shared = item.owner is None
    shape = _EIGHT_SIDED if shared else _POINTED
    turn = 180 if away else 0
    fill, line, edge = ("#2f2430", "#120c13", "#b99a5b") if shared else ("#fcf4e0", "#8b6d42", "#d9c08d")
    inner = _INNER if shared else "M-32 34H32"
    ink, y = (IVORY, 22) if shared else (_ink(item), 24)
    return (
        f'<path transform="translate(1.5 4) rotate({turn})" d="{shape}" fill="#3a2410" opacity=".34"/>'
        f'<g transform="rotate({turn})"><path d="{shape}" fill="{fill}" stroke="{line}" stroke-width="4" '
        f'stroke-linejoin="round"/><path d="{inner}" fill="none" stroke="{edge}" stroke-width="3"/>'
        f"{text(item.face, y, font_size(item.face, 62, 62), ink, BRUSH)}</g>"
    )


def _pawn(item: Item) -> str:
    """A disc in its player's colour."""
    colour = "#8a7350" if item.owner is None else SEATS[item.owner % len(SEATS)]
    size = font_size(item.face, 52, 46)
    return (
        '<ellipse cx="2" cy="6" rx="40" ry="39" fill="#3a2410" opacity=".3"/>'
        f'<circle r="38" fill="{colour}" stroke="#fff" stroke-width="4"/>'
        '<circle r="30" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>'
        f"{text(item.face, size * 0.36, size, '#fff', BRUSH)}"
    )


def _marker(item: Item) -> str:
    colour = "#8a7350" if item.owner is None else SEATS[item.owner % len(SEATS)]
    size = font_size(item.face, 50, 40)
    return (
        f'<circle r="38" fill="{colour}" stroke="#fff" stroke-width="3"/>'
        f"{text(item.face, size * 0.36, size, '#fff')}"
    )


def _card(item: Item) -> str:
    paper = (
        '<rect x="-31" y="-45" width="64" height="94" rx="7" opacity=".16"/>'
        '<rect x="-32" y="-47" width="64" height="94" rx="7" fill="#fdf8ea" stroke="#b9a888"/>'
    )
    if item.face_down:
        return (
            f'{paper}<rect x="-27" y="-42" width="54" height="84" rx="4" fill="#2c4272"/>'
            f'<path d="{_LATTICE}" fill="none" stroke="#f3ead4" stroke-opacity=".55" stroke-width="1.1"/>'
        )
    size = font_size(item.face, 40, 40)
    pip = _pip(item.colour)
    corners = f'<g transform="translate(-22 -33)">{pip}</g><g transform="translate(22 33)">{pip}</g>'
    return paper + corners + text(item.face, size * 0.36, size, _ink(item), BRUSH)


def _pip(colour: str) -> str:
    """So that red is more than a colour."""
    if colour == "red":
        return f'<path d="M0-6 5 0 0 6-5 0Z" fill="{RED}"/>'
    return f'<circle r="4.2" fill="{INK}"/>' if colour == "black" else ""


def _stick(item: Item) -> str:
    fill = "#b98654" if item.face_down else "#f3e3c3"
    return f'<rect x="-9" y="-46" width="18" height="92" rx="9" fill="{fill}" stroke="#8a5f3a"/>'


def _count(count: int) -> str:
    return (
        '<g transform="translate(32 34)"><circle r="17" fill="#29241e" stroke="#fff" stroke-width="2.5"/>'
        f"{text(str(count), 8, 22, '#fff')}</g>"
    )


def _badges(item: Item) -> str:
    """A number where a badge ends in one, otherwise a small sign."""
    drawn = []
    for place, name in enumerate(item.badges):
        numbered = _NUMBERED.match(name)
        inside = text(numbered[2], 7, 20, "#fff") if numbered else '<circle r="4" fill="#fff"/>'
        x, y = (34 if place % 2 == 0 else -34), -34 + 62 * (place // 2)
        drawn.append(
            f'<g transform="translate({x} {y})"><circle r="{14 if numbered else 9}" fill="#0d6350" '
            f'stroke="#fff" stroke-width="2.5"/>{inside}</g>'
        )
    return "".join(drawn)

"""The pictures of a report: intervals and distributions, drawn by Matplotlib as PNG files and for the page.

The SVG of a page keeps its texts as texts and takes its colours from there, so that it follows light and dark
and any language. A PNG shows only signs for which a font is at hand.
"""

from __future__ import annotations

import functools
import io
import re
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from kaik.lab.estimate import Estimate

INK, MUTED, LINE, PAPER = "#29241e", "#6a6257", "#d8cfbf", "#fffdf9"
SERIES = ("#0d6350", "#c2570f", "#2a66ad", "#8b4f9c", "#8c7300", "#5d6470")
VARIABLES = {INK: "ink", MUTED: "muted", LINE: "line", PAPER: "surface"} | {
    colour: f"s{place}" for place, colour in enumerate(SERIES)
}
WIDTH = 6.8
"""Inches; at 72 points to the inch the page shows a picture about as large."""
GRAIN = 24
"""Bars of a distribution at most."""


class Intervals(Struct, frozen=True):
    """A dot with its interval for every row and series."""

    name: str
    title: str
    rows: tuple[str, ...]
    series: tuple[str, ...]
    cells: tuple[tuple[Estimate | None, ...], ...]
    axis: str
    percent: bool = True
    reference: float | None = None


class Spreads(Struct, frozen=True):
    """How often each value occurred, a line for every series."""

    name: str
    title: str
    """A file says it; on a page the heading does."""
    series: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    axis: str
    share: str
    """What the upright axis says."""


Picture: TypeAlias = Intervals | Spreads


def png(picture: Picture, file: Path) -> None:
    """The picture as a file."""
    shown = _legible(picture)
    with _axes(shown) as figure:
        figure.suptitle(shown.title, x=0.01, ha="left", fontsize=11)
        figure.savefig(file, dpi=160, metadata={"Software": None})


def svg(picture: Picture) -> str:
    """The picture as an element of a page."""
    out = io.StringIO()
    with _axes(picture) as figure:
        figure.savefig(out, format="svg", metadata={"Date": None}, transparent=True)
    return _inline_svg(out.getvalue(), picture.name)


@contextmanager
def _axes(picture: Picture) -> Iterator[Any]:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    fonts = ["DejaVu Sans", *([font] if (font := japanese()) else [])]
    style: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": picture.name,
        "font.family": fonts,
        "font.size": 9,
        "text.color": INK,
        "axes.edgecolor": LINE,
        "axes.labelcolor": MUTED,
        "xtick.color": MUTED,
        "ytick.color": INK,
    }
    with matplotlib.rc_context(style), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # a page is shown with the fonts of its reader
        figure, axes = pyplot.subplots(
            figsize=(WIDTH, _height(picture)), layout="constrained", facecolor=PAPER
        )
        axes.set_facecolor(PAPER)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(length=0)
        if isinstance(picture, Intervals):
            _intervals(axes, picture)
        else:
            _spreads(axes, picture)
        if len(picture.series) > 1:
            _legend(figure, axes)
        try:
            yield figure
        finally:
            pyplot.close(figure)


def _height(picture: Picture) -> float:
    if isinstance(picture, Spreads):
        return 2.6
    return 0.75 + len(picture.rows) * (0.2 + 0.17 * len(picture.series))


def _legend(figure: Any, axes: Any) -> None:
    handles, labels = axes.get_legend_handles_labels()
    columns = min(len(labels), 4)
    figure.legend(handles, labels, loc="outside lower left", ncols=columns, frameon=False, handlelength=1.2)


def _intervals(axes: Any, picture: Intervals) -> None:
    scale = 100 if picture.percent else 1
    step = 0.72 / max(1, len(picture.series))
    for place, name in enumerate(picture.series):
        found = [(row, cells[place]) for row, cells in enumerate(picture.cells)]
        shown = [(row, cell) for row, cell in found if cell is not None]
        heights = [row + (place - (len(picture.series) - 1) / 2) * step for row, _ in shown]
        values = [scale * cell.value for _, cell in shown]
        below = [scale * max(0.0, cell.value - cell.low) for _, cell in shown]
        above = [scale * max(0.0, cell.high - cell.value) for _, cell in shown]
        axes.errorbar(
            values, heights, xerr=(below, above), fmt="o", ms=5, lw=2.2, color=_colour(place), label=name
        )
    if picture.reference is not None:
        axes.axvline(scale * picture.reference, color=MUTED, lw=1, ls=(0, (4, 3)), zorder=0)
    axes.set_yticks(range(len(picture.rows)), picture.rows)
    axes.set_ylim(len(picture.rows) - 0.5, -0.5)
    axes.set_xlabel(picture.axis)
    axes.grid(axis="x", color=LINE, lw=0.6, alpha=0.7)
    axes.set_axisbelow(True)


def _spreads(axes: Any, picture: Spreads) -> None:
    """Equal steps for all series, so that the lines can be compared."""
    everything = [value for values in picture.values for value in values]
    edges = _edges(min(everything), max(everything))
    for place, (name, values) in enumerate(zip(picture.series, picture.values, strict=True)):
        weights = [100 / len(values)] * len(values)
        look = {"histtype": "stepfilled", "alpha": 0.16, "color": _colour(place)}
        axes.hist(values, edges, weights=weights, **look)
        axes.hist(values, edges, weights=weights, histtype="step", lw=1.8, color=_colour(place), label=name)
    axes.set_xlabel(picture.axis)
    axes.set_ylabel(picture.share)
    axes.grid(axis="y", color=LINE, lw=0.6, alpha=0.7)
    axes.set_axisbelow(True)


def _edges(least: float, most: float) -> list[float]:
    """Bars of whole steps around whole numbers."""
    step = max(1, -(-int(most - least + 1) // GRAIN))
    start = int(least // step) * step
    count = int((most - start) // step) + 2
    return [start - 0.5 + step * number for number in range(count)]


def _colour(place: int) -> str:
    return SERIES[place % len(SERIES)]


# -- the page's SVG --------------------------------------------------------------------------------

_NAMED = re.compile(r'(id="|#)([\w.-]+)')
_FONT = re.compile(r"font-family: [^;\"]+; ?")


def _inline_svg(text: str, name: str) -> str:
    """Only the element, its colours taken from the page, its ids its own, as wide as there is room."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r'<svg ([^>]*?)width="[^"]*"', r"<svg \1", text, count=1)
    text = re.sub(r'<svg ([^>]*?)height="[^"]*"', r"<svg \1", text, count=1)
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, f"var(--{variable})")
    text = _NAMED.sub(lambda found: f"{found[1]}{name}-{found[2]}", text)
    return _FONT.sub("", text)


# -- fonts -----------------------------------------------------------------------------------------

_ASIAN = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_IN_BRACKETS = re.compile(rf"\s*[(（][^()（）<>]*{_ASIAN.pattern}[^()（）<>]*[)）]")
_KNOWN = (
    "Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic", "Meiryo", "IPAexGothic", "TakaoGothic",
)  # fmt: skip


@functools.cache
def japanese() -> str | None:
    """The name of a font with Japanese signs: the system's, or the one the browser client is built with."""
    from matplotlib import font_manager

    names = {font.name for font in font_manager.fontManager.ttflist}
    known = next((name for name in _KNOWN if name in names), None)
    return known or (_client_font() or ("",))[0] or None


@functools.cache
def _client_font() -> tuple[str, object] | None:
    """The client's font, in a folder that lasts as long as this is remembered."""
    assets = resources.files("kaik") / "web" / "assets"
    files = [file for file in assets.iterdir() if "text-400" in file.name] if assets.is_dir() else []
    if not files:
        return None
    from fontTools.ttLib import TTFont
    from matplotlib import font_manager

    folder = tempfile.TemporaryDirectory(prefix="kaik-font-")
    file = Path(folder.name) / "text.ttf"
    font = TTFont(io.BytesIO(files[0].read_bytes()))
    font.flavor = None
    font.save(file)
    font_manager.fontManager.addfont(file)
    return str(font_manager.FontProperties(fname=str(file)).get_name()), folder


def latin(text: str) -> str:
    """The text, or page, without names in brackets that are there only in Japanese signs."""
    return _IN_BRACKETS.sub("", text)


def _legible(picture: Picture) -> Picture:
    """The picture without signs that no font has."""
    if japanese():
        return picture
    from msgspec.structs import replace

    bare: Picture = replace(
        picture, title=_bare(picture.title), series=_plain(picture.series), axis=_bare(picture.axis)
    )
    if isinstance(bare, Spreads):
        return replace(bare, share=_bare(bare.share))
    return replace(bare, rows=_plain(bare.rows))


def _plain(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(_bare(text) or str(number) for number, text in enumerate(texts, 1))


def _bare(text: str) -> str:
    return _ASIAN.sub("", latin(text)).strip()

"""The short rules of a game, as people read them: one small text per language beside the game, with figures.

`rules/<language>.md` holds sections (`## Title {#id prompt.key …}`, the keys being the prompts that the
section helps with), paragraphs, lists, tables and figures (`![caption](name)`); `rules/figures.toml`
describes the figures, the same for all languages.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct, convert

from kaik.core import registry
from kaik.core.figure import Figure, Sketch, draw
from kaik.core.messages import FALLBACK, game_folder

_HEADING = re.compile(r"^## (?P<title>.+?) \{#(?P<id>[a-z_]+)(?P<prompts>[^}]*)\}$")
_FIGURE = re.compile(r"^!\[(?P<caption>[^\]]+)\]\((?P<name>[a-z_0-9]+)\)$")
_RULE = re.compile(r"^[|\s:-]+$")


class Block(Struct, frozen=True, omit_defaults=True):
    """A paragraph (one row of one cell), the points of a list, the rows of a table, or a figure's caption."""

    kind: Literal["text", "list", "table", "figure"]
    rows: tuple[tuple[str, ...], ...]
    figure: Figure | None = None


class Section(Struct, frozen=True):
    """A part of the rules; `prompts` are the keys of the prompts it helps with."""

    id: str
    title: str
    prompts: tuple[str, ...]
    blocks: tuple[Block, ...]


@functools.cache
def guide(game: str, language: str) -> tuple[Section, ...]:
    """The short rules of a game, in English if there is no translation; none where nobody has written any."""
    folder = game_folder(game) / "rules"
    written = (folder / f"{name}.md" for name in (language, FALLBACK))
    text, sketches = next((file for file in written if file.is_file()), None), folder / "figures.toml"
    if text is None:
        return ()
    drawn = _figures(game, tomllib.loads(sketches.read_text("utf-8")) if sketches.is_file() else {})
    return tuple(_sections(text.read_text("utf-8"), drawn))


def _figures(game: str, sketches: Mapping[str, object]) -> dict[str, Figure]:
    loaded = registry.load(game)
    return {name: draw(loaded, convert(sketch, Sketch)) for name, sketch in sketches.items()}


def _sections(text: str, figures: Mapping[str, Figure]) -> Iterator[Section]:
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        found = _HEADING.match(heading)
        if found is None:
            raise ValueError(f"a section needs a name, as in `## Title {{#name}}`: {heading}")
        blocks = tuple(_block(lines.split("\n"), figures) for lines in re.split(r"\n{2,}", body.strip("\n")))
        yield Section(found["id"], found["title"], tuple(found["prompts"].split()), blocks)


def _block(lines: list[str], figures: Mapping[str, Figure]) -> Block:
    figure = _FIGURE.match(lines[0])
    if figure is not None:
        return Block("figure", ((figure["caption"],),), figures[figure["name"]])
    if lines[0].startswith("|"):
        return Block("table", tuple(_cells(line) for line in lines if not _RULE.match(line)))
    if lines[0].startswith("* "):
        points = re.split(r"^\* ", "\n".join(lines), flags=re.MULTILINE)[1:]
        return Block("list", tuple((_joined(point.split("\n")),) for point in points))
    return Block("text", ((_joined(lines),),))


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


def _joined(lines: list[str]) -> str:
    """The lines of a paragraph as one; between Japanese signs nothing is put."""
    text = "\n".join(line.strip() for line in lines).strip()
    return re.sub(r"(?<=[^\x00-\x7f])\n(?=[^\x00-\x7f])", "", text).replace("\n", " ")

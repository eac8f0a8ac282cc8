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
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, convert

from kaik.core import registry
from kaik.core.figure import Figure, Sketch, draw
from kaik.core.messages import FALLBACK, game_folder

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_HEADING = re.compile(r"^## (?P<title>.+?) \{#(?P<id>[a-z_]+)(?P<prompts>[^}]*)\}$")


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
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    markdown = MarkdownIt("commonmark").enable("table")
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        found = _HEADING.match(heading)
        if found is None:
            raise ValueError(f"a section needs a name, as in `## Title {{#name}}`: {heading}")
        blocks = tuple(_block(node, figures) for node in SyntaxTreeNode(markdown.parse(body)).children)
        yield Section(found["id"], found["title"], tuple(found["prompts"].split()), blocks)


def _block(node: SyntaxTreeNode, figures: Mapping[str, Figure]) -> Block:
    """A block, its lines as they are written: clients read the markup within a line themselves."""
    lines = [_one_line(child.content) for child in node.walk() if child.type == "inline"]
    if node.type == "table":
        width = len(node.children[0].children[0].children)
        return Block("table", tuple(tuple(lines[at : at + width]) for at in range(0, len(lines), width)))
    if node.type == "bullet_list":
        return Block("list", tuple((line,) for line in lines))
    image = node.children[0].children[0]
    if image.type == "image":
        return Block("figure", ((image.content,),), figures[str(image.attrs["src"])])
    return Block("text", (tuple(lines),))


def _one_line(text: str) -> str:
    """The lines of a paragraph as one; between Japanese signs nothing is put."""
    return re.sub(r"(?<=[^\x00-\x7f])\n(?=[^\x00-\x7f])", "", text).replace("\n", " ")

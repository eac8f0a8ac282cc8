"""What commands print about games: the list, rules, options, counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kaik.cli import language
from kaik.cli.game_args import load_game, options_of, playable, seat_range
from kaik.core.errors import BadOptions, IllegalAction
from kaik.core.game import AnyGame
from kaik.core.messages import ORIGINAL, Catalogue
from kaik.core.options import Field, allowed, fields, spelled

UNKNOWN = "–"
"""In place of a figure that nothing is known about."""
GAP = 2
"""Spaces between columns of figures."""


def console() -> Console:
    """The standard output, without guessing at what to highlight."""
    return Console(highlight=False, emoji=False, markup=False)


def full_title(game: AnyGame) -> Text:
    """The title in the reader's language, then the other names."""
    words = language.texts_about(game.id)
    original = language.texts_about(game.id, ORIGINAL).word("title")
    names = [words.word("title"), original, words.word("reading")]
    first, *others = dict.fromkeys(names)
    return Text(first, "bold").append(f"  {' · '.join(others)}", "dim")


def sheet(first: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> Table:
    """A name and figures in each row. Figures stay whole however narrow the terminal is; names are folded."""
    figures = list(zip(*(cells for _, cells in rows), strict=True))
    whole = [_widest([head, *cells]) for head, cells in zip(heads, figures, strict=True)]
    tight = [_widest([*head.split(), *cells]) for head, cells in zip(heads, figures, strict=True)]
    names = _widest([first, *(name for name, _ in rows)])
    fits = names + sum(GAP + width for width in whole) <= console().width
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(Text(first), overflow="fold", vertical="bottom")
    for head, width in zip(heads, whole if fits else tight, strict=True):
        table.add_column(Text(head), justify="right", width=width)
    for name, cells in rows:
        table.add_row(name, *cells)
    return table


def _widest(texts: Sequence[str]) -> int:
    return max(map(cell_len, texts))


def print_games() -> None:
    """The games there are, one a row."""
    words = language.texts()
    table = Table(box=None, padding=(0, 2, 1, 0), header_style="dim")
    table.add_column(words.word("cli.list.id"), no_wrap=True, style="cyan")
    table.add_column(words.word("cli.list.game"), no_wrap=True)
    table.add_column(words.word("cli.list.players"), no_wrap=True)
    table.add_column(words.word("cli.list.summary"), overflow="fold")
    for game in playable():
        own = language.texts_about(game.id)
        names = Group(Text(own.word("title"), "bold"), Text(_other_names(game), "dim"))
        table.add_row(game.id, names, seat_range(game.seats(game.options())), own.word("summary"))
    console().print(table)
    console().print(words.word("cli.list.hint"), style="dim")


def _other_names(game: AnyGame) -> str:
    return full_title(game).plain.split("  ", 1)[1]


def print_rules(id: str) -> None:
    """A game's presets and options with their meanings."""
    game = load_game(id)
    words = language.texts()
    out = console()
    out.print(full_title(game))
    out.print(words.word("summary"))
    out.print(words.word("cli.rules.players", players=seat_range(game.seats(game.options()))))
    out.print()
    out.print(words.word("cli.rules.presets"), style="bold")
    out.print(Padding(_presets(game, words), (0, 0, 1, 2)))
    out.print(words.word("cli.rules.options"), style="bold")
    out.print(Padding(_options(game, words), (0, 0, 1, 2)))
    out.print(words.word("cli.rules.set"), style="dim")


def _presets(game: AnyGame, words: Catalogue) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for name, options in game.presets.items():
        changed = " ".join(f"{id}={spelled(value)}" for id, value in options.changed().items())
        meaning = Text(words.word(f"preset.{name}"))
        table.add_row(name, Group(meaning, Text(changed, "dim")) if changed else meaning)
    return table


def _options(game: AnyGame, words: Catalogue) -> RenderableType:
    table = Table(box=None, header_style="dim", padding=(0, 2, 1, 0))
    table.add_column(words.word("cli.rules.option"), style="cyan", no_wrap=True)
    table.add_column(words.word("cli.rules.meaning"), ratio=2, overflow="fold")
    table.add_column(words.word("cli.rules.values"), ratio=3, overflow="fold")
    for field in fields(game.Options):
        table.add_row(field.id, words.word(f"option.{field.id}"), _values(field, words))
    return table


def _values(field: Field, words: Catalogue) -> Text:
    """Each value with its meaning, the default marked; a range with its default."""
    default = words.word("cli.rules.default")
    if field.kind in ("number", "data"):
        return Text(allowed(field)).append(f"  ({default} {spelled(field.default)})", "dim")
    lines = [_value(field, value, words, default) for value in field.choices]
    return Text("\n").join(lines)


def _value(field: Field, value: Any, words: Catalogue, default: str) -> Text:
    line = Text(spelled(value), "green")
    key = f"option.{field.id}.{spelled(value)}"
    if key in words:
        line.append(f"  {words.word(key)}", "default")
    if value == field.default:
        line.append(f"  ({default})", "dim")
    return line


def print_options(id: str, as_json: bool) -> None:
    """Fields, presets and JSON Schema for programs, or the table for people."""
    game = load_game(id)
    if not as_json:
        console().print(_options(game, language.texts()))
        return
    words = language.texts()
    found = {
        "game": game.id,
        "fields": [
            {"meaning": words.word(f"option.{field.id}"), **msgspec.to_builtins(field)}
            for field in fields(game.Options)
        ],
        "presets": {name: msgspec.to_builtins(options) for name, options in game.presets.items()},
        "schema": msgspec.json.schema(game.Options),
    }
    print(msgspec.json.format(msgspec.json.encode(found)).decode())


def print_perft(
    id: str, depth: int, *, preset: str | None, words: Sequence[str], players: int | None
) -> None:
    """Counts per depth, as plain text that stays the same."""
    from kaik.lab.perft import perft

    game = load_game(id)
    options = options_of(game, preset, words)
    if depth < 0:
        raise BadOptions("error.depth")
    allowed_seats = game.seats(options)
    seats = allowed_seats[0] if players is None else players
    if seats not in allowed_seats:
        raise IllegalAction("error.seats", seats=seats, allowed=seat_range(allowed_seats))
    print(language.texts().word("cli.perft.head"))
    for level in perft(game, options, seats, depth):
        print(level.depth, level.decisions, level.chance, level.ended, flush=True)

"""`kaik analyse`: what the choices in a position are worth, or where a record went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from kaik.cli import files, language
from kaik.cli.game_args import load_game, use_texts_of
from kaik.cli.listings import console, full_title
from kaik.core.errors import BadOptions, BadRecord
from kaik.core.game import AnyGame, seat_name
from kaik.core.options import FIRST, VERSION
from kaik.lab import analyse as lab
from kaik.play.analysis import Analysis, Fall, Option, Remark, Unit
from kaik.play.record import Record, replay
from kaik.players.base import Limit

NARROW = 14
"""The widest that a column of values may be, whatever its head: the rest is for what may follow."""


def analyse(file: Path, *, at: int | None, playouts: int, nodes: int, seed: int) -> None:
    """A position, a record, or a record at one event."""
    if playouts < 1 or nodes < 1:
        raise BadOptions("error.playouts")
    limit, rng = Limit(playouts=playouts, nodes=nodes), Random(seed)
    position = _position(file)
    if position is not None:
        _print_position(position[0], lab.analyse(*position, rng, limit))
        return
    record = files.read(file)
    use_texts_of(record)
    if at is None:
        _print_review(record, rng, limit)
        return
    if not 0 <= at <= len(record.log):
        raise BadRecord("error.at", at=at, last=len(record.log))
    match = replay(record, at)
    _print_position(match.game, lab.analyse(match.game, match.state, rng, limit))


class _Position(msgspec.Struct, forbid_unknown_fields=True):
    """What a file says that holds a position instead of a record; `options` go over the preset.

    `kaik`: the version that has kept it.
    """

    game: str
    position: dict[str, Any]
    preset: str | None = None
    options: dict[str, Any] = {}
    kaik: int = FIRST


def _position(file: Path) -> tuple[AnyGame, Any] | None:
    """The game and the state in a file of a position; `None` if the file is something else."""
    try:
        text = file.read_bytes() if file.suffix == ".json" else b"null"
        found = msgspec.json.decode(text)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    if not isinstance(found, dict) or "position" not in found:
        return None
    try:
        asked = msgspec.convert(found, _Position)
    except msgspec.ValidationError as trouble:
        raise BadRecord("error.position_file", detail=str(trouble)) from None
    if not FIRST <= asked.kaik <= VERSION:
        raise BadRecord("error.record_version", version=asked.kaik, known=VERSION)
    game = load_game(asked.game)
    options = game.options_with(asked.preset, asked.options, asked.kaik)
    return game, game.set_up(options, asked.position)


# -- a position ------------------------------------------------------------------------------------


def _print_position(game: AnyGame, found: Analysis) -> None:
    words = language.texts()
    out = console()
    out.print(full_title(game))
    if found.seat is not None:
        out.print(words.word("cli.analyse.choices", seat=seat_name(found.seat)), style="bold")
        out.print(_options(found.options, found.unit))
    if found.falls:
        out.print(words.word("cli.analyse.falls"), style="bold")
        out.print(_falls(found.falls, found.unit))
    out.print(words.word("cli.analyse.first"), style="bold")
    for seat, share in enumerate(found.first):
        out.print(f"  {words.text(seat_name(seat))}  {100 * share:.0f} %")


def _options(options: Sequence[Option], unit: Unit) -> Table:
    words = language.texts()
    table = Table(header_style="dim")
    for column in ("choice", unit, "tried", "line"):
        narrow = NARROW if column == unit else None
        table.add_column(words.word(f"cli.analyse.{column}"), overflow="fold", max_width=narrow)
    for one in options:
        told = "\n".join(words.text(part) for part in one.line)
        table.add_row(one.text, _value(one.value, unit), str(one.visits or "–"), told)
    return table


def _value(value: float, unit: Unit) -> str:
    """A value with its unit."""
    return f"{value:+.2f}" if unit == "points" else f"{100 * value:.0f} %"


def _falls(falls: Sequence[Fall], unit: Unit) -> Table:
    words = language.texts()
    table = Table(header_style="dim")
    table.add_column(words.word("cli.analyse.outcome"), overflow="fold")
    table.add_column(words.word("cli.analyse.likely"), justify="right")
    for seat in range(len(falls[0].values)):
        table.add_column(words.text(seat_name(seat)), justify="right")
    for fall in falls:
        values = (_value(value, unit) for value in fall.values)
        table.add_row(words.text(fall.text), f"{100 * fall.chance:.1f} %", *values)
    return table


# -- a record --------------------------------------------------------------------------------------


def _print_review(record: Record, rng: Random, limit: Limit) -> None:
    words = language.texts()
    progress = Console(stderr=True)
    remarks = list(
        track(
            lab.review(record, rng, limit),
            words.word("cli.analyse.working"),
            len(record.log),
            console=progress,
            transient=True,
            disable=not progress.is_terminal,
        )
    )
    out = console()
    out.print(_remarks(remarks))
    bad = lab.blunders(remarks)
    out.print(words.word("cli.analyse.summary", n=len(remarks), marked=len(bad)))


def _remarks(remarks: Sequence[Remark]) -> Table:
    words = language.texts()
    table = Table(header_style="dim")
    unit = remarks[0].unit if remarks else "points"
    for column in ("event", "choice", unit, "mark", "better"):
        narrow = NARROW if column == unit else None
        table.add_column(words.word(f"cli.analyse.{column}"), overflow="fold", max_width=narrow)
    for one in remarks:
        better = f"{words.text(one.best_line)} ({_value(one.best_value, unit)})" if one.mark else ""
        table.add_row(str(one.number), words.text(one.line), _value(one.value, unit), one.mark, better)
    return table

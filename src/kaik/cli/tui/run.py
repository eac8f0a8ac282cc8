"""`kaik tui`: what the command line asks for, then the full screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from kaik.cli.game_args import load_game, options_of
from kaik.cli.narration import YOU
from kaik.cli.start import parse_players
from kaik.cli.tui.app import OPPONENT, Client
from kaik.cli.tui.setup import TableSetup, check_seats
from kaik.core.errors import BadOptions

First = Callable[[Client], Coroutine[Any, Any, None]]


def run(
    id: str | None,
    *,
    preset: str | None,
    words: Sequence[str],
    seats: str | None,
    seed: int | None,
    fast: bool,
    resume: Path | None,
    replay: Path | None,
    join: str | None,
) -> None:
    """Open the client: at the menu, or where the command line says."""
    first = _first(id, preset, words, seats, resume, replay, join)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadOptions("error.no_terminal")
    client = Client(pace=0.0 if fast else 1.0, seed=seed)
    if first is not None:
        client.begin_with(first(client))
    client.run()


def _first(
    id: str | None,
    preset: str | None,
    words: Sequence[str],
    seats: str | None,
    resume: Path | None,
    replay: Path | None,
    join: str | None,
) -> First | None:
    """What the client does first; `None` is to show the menu."""
    if sum(asked is not None for asked in (id, resume, replay, join)) > 1:
        raise BadOptions("error.tui_once")
    chosen = bool(preset or words or seats)
    if id is None and chosen:
        raise BadOptions("error.tui_game")
    if resume is not None:
        return lambda client: client.resume(resume)
    if replay is not None:
        return lambda client: client.replay(replay)
    if join is not None:
        return lambda client: client.join(join)
    if id is None:
        return None
    if chosen:
        setup = _setup(id, preset, words, seats)
        return lambda client: client.play(setup)
    game = load_game(id)
    return lambda client: client.play_here(game)


def _setup(id: str, preset: str | None, words: Sequence[str], seats: str | None) -> TableSetup:
    """A match with everything said on the command line."""
    game = load_game(id)
    options = options_of(game, preset, words)
    usual = [YOU, *[OPPONENT] * (game.seats(options)[0] - 1)]
    players = tuple(parse_players(seats) if seats is not None else usual)
    check_seats(game, options, players)
    return TableSetup(game, preset or "", options, players)

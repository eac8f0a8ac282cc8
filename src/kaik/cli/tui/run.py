"""`kaik tui`: what the command line asks for, then the full screen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from kaik.cli.chosen import game_of, options_of
from kaik.cli.start import players_named
from kaik.cli.telling import YOU
from kaik.cli.tui.app import OPPONENT, Client
from kaik.cli.tui.setup import Setup, check_seats
from kaik.core.errors import BadOptions


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
    client = Client(pace=0.0 if fast else 1.0, seed=seed)
    if sum(asked is not None for asked in (id, resume, replay, join)) > 1:
        raise BadOptions("error.tui_once")
    if resume is not None:
        client.begin_with(client.resume(resume))
    elif replay is not None:
        client.begin_with(client.replay(replay))
    elif join is not None:
        client.begin_with(client.join(join))
    elif id is not None and (seats or preset or words):
        client.begin_with(client.play(_setup(id, preset, words, seats)))
    elif id is not None:
        client.begin_with(client.play_here(game_of(id)))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadOptions("error.no_terminal")
    client.run()


def _setup(id: str, preset: str | None, words: Sequence[str], seats: str | None) -> Setup:
    """A match with everything said on the command line."""
    game = game_of(id)
    options = options_of(game, preset, words)
    usual = [YOU, *[OPPONENT] * (game.seats(options)[0] - 1)]
    players = tuple(players_named(seats) if seats is not None else usual)
    check_seats(game, options, players)
    return Setup(game, preset or "", options, players)

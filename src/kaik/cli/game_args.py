"""A game with the options and seats that a command line asks for."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from kaik.cli import language
from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.game import AnyGame
from kaik.core.options import Options, from_words
from kaik.play.record import Record


def load_game(id: str) -> AnyGame:
    """The game, which from now on words the command's texts."""
    game = registry.load(id)
    language.texts(game.id)
    return game


def use_texts_of(record: Record) -> None:
    """Let the game of a record, if there is such a game, word the command's texts."""
    if record.game in registry.game_ids():
        language.texts(record.game)


def options_of(game: AnyGame, preset: str | None, words: Sequence[str]) -> Options:
    """The preset, changed as `--set` says."""
    changed: Options = from_words(game.Options, game.options(preset), words)
    return changed


def playable() -> list[AnyGame]:
    """Every game that can be played; one that ought to be and cannot is named on the error stream."""
    games = []
    for id in registry.game_ids():
        try:
            games.append(registry.load(id))
        except BadOptions as refusal:
            if refusal.message.key != "error.game_unfinished":
                print(language.texts().text(refusal.message), file=sys.stderr)
    return games


def seat_range(seats: Sequence[int]) -> str:
    """Numbers of players in short: `2–8`, `2, 4`."""
    if len(seats) > 2 and list(seats) == list(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]}–{seats[-1]}"
    return ", ".join(str(n) for n in seats)

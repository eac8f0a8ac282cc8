"""The games as menus and forms show them."""

from __future__ import annotations

import functools
import logging
from collections.abc import Mapping
from typing import Any

import msgspec

from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.game import AnyGame
from kaik.core.messages import LANGUAGES, catalogue
from kaik.core.options import checked, fields
from kaik.core.scene import Legend
from kaik.play.lesson import lessons
from kaik.players.levels import levels
from kaik.protocol.errors import NotFound
from kaik.protocol.games import GameDetail, GameInfo

log = logging.getLogger(__name__)


def all_games() -> tuple[GameInfo, ...]:
    """Every game that can be loaded; one that cannot does not take the others with it."""
    return tuple(info for id in registry.game_ids() if (info := _info_or_none(id)) is not None)


def _info_or_none(id: str) -> GameInfo | None:
    try:
        return _info(registry.load(id))
    except Exception:
        log.exception("game %s cannot be loaded and is left out", id)
        return None


def find_game(id: str) -> AnyGame:
    """A game by id; `NotFound` if there is none."""
    try:
        return registry.load(id)
    except BadOptions as refusal:
        raise NotFound(refusal.message.key, **refusal.message.params) from None


@functools.cache
def game_detail(id: str) -> GameDetail:
    """All that a set-up form needs."""
    game = find_game(id)
    values = {name: msgspec.to_builtins(options) for name, options in game.presets.items()}
    abouts = tuple(level.about for level in levels(id))
    return GameDetail(
        **msgspec.structs.asdict(_info(game)), fields=fields(game.Options), values=values, levels=abouts
    )


@functools.cache
def _info(game: AnyGame) -> GameInfo:
    return GameInfo(
        id=game.id,
        titles=_in_all_languages(game, "title"),
        reading=catalogue("en", game.id).word("reading"),
        summaries=_in_all_languages(game, "summary"),
        seats=tuple(game.seats(game.options())),
        presets=tuple(game.presets),
        lessons=tuple(lessons(game.id)),
        formats=tuple(game.formats),
        positions=game.setup(game.options()) is not None,
    )


def _in_all_languages(game: AnyGame, key: str) -> dict[str, str]:
    return {language: catalogue(language, game.id).word(key) for language in LANGUAGES}


def legend(id: str, options: Mapping[str, Any]) -> tuple[Legend, ...]:
    """Help on the faces of a game's items, with options in their JSON form; missing ones are the usual."""
    game = find_game(id)
    usual: dict[str, Any] = msgspec.to_builtins(game.options())
    return game.legend(checked(game.Options, {**usual, **options}))


def texts(language: str, game: str | None) -> dict[str, str]:
    """All texts of a language, those of a game among them."""
    check_language(language)
    if game is not None:
        find_game(game)
    return catalogue(language, game).texts


def check_language(language: str) -> None:
    """`NotFound` if there are no texts in a language."""
    if language not in LANGUAGES:
        raise NotFound("error.language", language=language[:60], known=" ".join(LANGUAGES))

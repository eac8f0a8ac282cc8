"""Which language the command line speaks, and the catalogue that words what it says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextvars import ContextVar
from itertools import pairwise

from kaik.core.errors import BadOptions
from kaik.core.messages import FALLBACK, LANGUAGES, Catalogue, catalogue, nearest_language

_language: ContextVar[str] = ContextVar("language", default=FALLBACK)
_game: ContextVar[str | None] = ContextVar("game", default=None)


def usual() -> str:
    """The language of the environment, or English where there are no texts in it."""
    names = (os.environ.get(name) for name in ("KAIK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    return nearest_language(next((name for name in names if name), FALLBACK))


def asked_for(words: Sequence[str]) -> str:
    """The language a command line asks for, found before parsing so that help and errors follow it too."""
    for here, following in pairwise([*words, ""]):
        name, sign, value = here.partition("=")
        if name == "--lang" and (value if sign else following) in LANGUAGES:
            return value if sign else following
    return usual()


def begin(words: Sequence[str]) -> None:
    """Start a command: its language, and no game yet."""
    _language.set(asked_for(words))
    _game.set(None)


def speak(language: str | None) -> str | None:
    """Speak this language from now on (the callback of every `--lang`)."""
    if language is None:
        return None
    if language not in LANGUAGES:
        raise BadOptions("error.language", language=language[:60], known=" ".join(LANGUAGES))
    _language.set(language)
    return language


def texts(game: str | None = None) -> Catalogue:
    """The texts to use; a game named once stays the subject of the command."""
    if game is not None:
        _game.set(game)
    return catalogue(_language.get(), _game.get())


def texts_about(game: str, language: str | None = None) -> Catalogue:
    """Texts of one game among several."""
    return catalogue(language or _language.get(), game)

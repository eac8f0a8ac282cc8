"""The short rules of a game."""

from __future__ import annotations

from kaik.core.guide import Section, guide
from kaik.service.catalogue import check_language, find_game


def rules(game: str, language: str) -> tuple[Section, ...]:
    """The short rules of a game in a language; `NotFound` if there is no such game or language."""
    check_language(language)
    return guide(find_game(game).id, language)

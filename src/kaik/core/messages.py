"""What people read: message keys with parameters, and one catalogue per language that words them.

A language is there when `messages/<language>.toml` of this package is; what it does not say is said in
English. A game's own texts lie in `messages/<language>.toml` beside it and shadow the common ones, so game
code names its keys without a prefix. A text may contain `{name}` (the parameter) and `{name|one|many}` (`one`
when it is 1).
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeAlias

from msgspec import Struct

FALLBACK = "en"
"""The language that says what another does not."""
ORIGINAL = "ja"
"""The language in which the book calls the games."""


def _languages() -> tuple[str, ...]:
    """The languages that have common texts, the one to fall back on first."""
    names = (file.name for file in (resources.files("kaik") / "messages").iterdir())
    found = {name.removesuffix(".toml") for name in names if name.endswith(".toml") and name.count(".") == 1}
    return (FALLBACK, *sorted(found - {FALLBACK}))


LANGUAGES = _languages()

_SLOT = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


class Message(Struct, frozen=True, omit_defaults=True):
    """A text to be worded later, in the reader's language."""

    key: str
    params: dict[str, Param] = {}


Param: TypeAlias = int | float | str | Message | list[Message]


def msg(key: str, **params: Param) -> Message:
    """Shorthand for a message with parameters."""
    return Message(key, params)


def signs(joined: Literal["either", "row", "word"], faces: Sequence[str]) -> Message:
    """The signs of pieces or cards (`sign.<face>` of the game), joined as `signs.<joined>` says.

    A sign is a message, so that a client may show letters in its place.
    """
    first, *rest = faces
    sign = msg(f"sign.{first}")
    return msg(f"signs.{joined}", a=sign, b=signs(joined, rest)) if rest else sign


class Catalogue:
    """The texts of one language, common ones and perhaps one game's."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = dict(texts)

    def __contains__(self, key: object) -> bool:
        return key in self.texts

    def text(self, message: Message) -> str:
        """The message in words; an unknown key shows itself, so that a gap is seen and not hidden.

        A key `game:key` is that game's own, whatever catalogue words it.
        """
        game, named, key = message.key.rpartition(":")
        if named:
            return catalogue(self.language, game).text(Message(key, message.params))
        template = self.texts.get(message.key)
        if template is None:
            return message.key if not message.params else f"{message.key} {message.params}"
        return _SLOT.sub(lambda slot: self._fill(slot, message.params), template)

    def word(self, key: str, **params: Param) -> str:
        """The text of a key given directly."""
        return self.text(Message(key, params))

    def _fill(self, slot: re.Match[str], params: Mapping[str, Param]) -> str:
        name, one, many = slot.groups()
        if name not in params:
            return slot.group(0)
        value = params[name]
        if one is not None:
            return one if value == 1 else many
        return self._parameter_text(value)

    def _parameter_text(self, value: Param) -> str:
        if isinstance(value, Message):
            return self.text(value)
        if isinstance(value, list):
            return self.texts.get("list.separator", ", ").join(self.text(part) for part in value)
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return str(value)


@functools.cache
def catalogue(language: str, game: str | None = None) -> Catalogue:
    """The catalogue of a language; with a game's id, that game's texts shadow the common ones.

    Each layer falls back on English: a game's English text says more than a common one in the language.
    """
    layers = (None,) if game is None else (None, game)
    texts: dict[str, str] = {}
    for layer in layers:
        texts |= own_texts(FALLBACK, layer) | own_texts(language, layer)
    return Catalogue(language, texts)


def own_texts(language: str, game: str | None = None) -> dict[str, str]:
    """What a language itself says: the common texts, or with a game's id that game's alone."""
    folder = resources.files("kaik") if game is None else game_folder(game)
    return _read(folder / "messages", language)


def nearest_language(tag: str) -> str:
    """The language that a tag such as `ja_JP.UTF-8` or `pt-BR` asks for; English if it is not there."""
    named = re.split(r"[.@]", tag.lower().replace("_", "-"))[0]
    return next((known for known in (named, named.partition("-")[0]) if known in LANGUAGES), FALLBACK)


def game_folder(game: str) -> Traversable:
    """Where a game keeps its texts."""
    return resources.files(f"kaik.games.{game}")


def _read(folder: Traversable, language: str) -> dict[str, str]:
    """The texts of `<language>.toml` and of any `<part>.<language>.toml` beside it."""
    found = folder.iterdir() if folder.is_dir() else ()
    files = [file for file in found if f".{file.name}".endswith(f".{language}.toml")]
    texts: dict[str, str] = {}
    for file in sorted(files, key=lambda file: file.name):
        texts |= _flat("", tomllib.loads(file.read_text(encoding="utf-8")))
    return texts


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    """TOML tables as dotted keys; the key `is` names the table's own text."""
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            found += _flat(f"{prefix}{key}.", value)
        else:
            found.append((prefix.removesuffix(".") if key == "is" else prefix + key, str(value)))
    return found

"""A text of CKKA and the place reached in it."""

from __future__ import annotations

import bisect
from collections.abc import Iterable

from kaik.games.cerke.ckka.tree import CkkaError
from kaik.games.cerke.numerals import NumeralError, number_length, read_number

SPACES = "\t \u00a0\u3000"
PUNCTUATION = ",.、。，．｡､"
_SEPARATORS = SPACES + PUNCTUATION + "\n"


class Scanner:
    """A text and a place in it. In a spoken move spaces may stand between the parts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
        self.element = 0
        """Where the element of the body that is being read begins."""
        self.spoken = False
        self._starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]

    def place(self, pos: int | None = None) -> tuple[int, int]:
        at = self.pos if pos is None else pos
        line = bisect.bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def refusal(self, key: str, pos: int | None = None, **params: str | int) -> CkkaError:
        at = self.pos if pos is None else pos
        line, column = self.place(at)
        return CkkaError(f"ckka.{key}", line, column, found=self.text[at : at + 1], **params)

    def ended(self) -> bool:
        return self.pos >= len(self.text)

    def sees(self, word: str) -> bool:
        return self.text.startswith(word, self.pos)

    def sees_any(self, characters: str) -> bool:
        return not self.ended() and self.text[self.pos] in characters

    def take(self, word: str) -> bool:
        seen = self.sees(word)
        self.pos += len(word) if seen else 0
        return seen

    def take_any(self, characters: str) -> str:
        """The next character if it is one of these, else nothing."""
        if not self.sees_any(characters):
            return ""
        self.pos += 1
        return self.text[self.pos - 1]

    def take_first(self, words: Iterable[str]) -> str:
        """The first of the words that stands here, else nothing."""
        return next((word for word in words if self.take(word)), "")

    def spaces(self) -> None:
        while self.take_any(SPACES):
            pass

    def gap(self) -> None:
        if self.spoken:
            self.spaces()

    def separators(self) -> bool:
        """Skips separators; true if one stands before the place reached."""
        while self.take_any(_SEPARATORS) or self.take("\r\n"):
            pass
        return self.pos == 0 or self.text[self.pos - 1] in _SEPARATORS

    def word(self) -> str:
        """The spoken word that stands here: small letters and perhaps a tone; it is not taken."""
        end = self.pos
        while end < len(self.text) and "a" <= self.text[end] <= "z":
            end += 1
        tone = end > self.pos and self.text[end : end + 1] in ("1", "2")
        return self.text[self.pos : end + tone]

    def speaks(self) -> bool:
        """Whether spaces and then a spoken word follow."""
        start = self.pos
        self.spaces()
        found = self.pos > start and self.word() != ""
        self.pos = start
        return found

    def breaks_off(self, words: Iterable[str]) -> bool:
        """Whether the text ends here, or inside one of the words or a bracketed text that begins here."""
        rest = self.text[self.pos :].rstrip(_SEPARATORS + "\r")
        bracket = rest.lstrip("#")[:1]
        if bracket in ("(", "["):
            return {"(": ")", "[": "]"}[bracket] not in rest and "\n" not in rest
        return any(word.startswith(rest) and word != rest for word in words)

    def opens(self, bracket: str) -> bool:
        """Whether a bracketed text begins here, with any number of # before it."""
        return self.text.startswith(bracket, self.pos + self._hashes())

    def bracketed(self, opening: str, closing: str) -> str:
        """The text up to the closing bracket with as many # as the opening one had."""
        start, hashes = self.pos, self._hashes()
        begin = start + hashes + len(opening)
        line_end = self.text.find("\n", begin)
        end = self.text.find(closing + "#" * hashes, begin, None if line_end < 0 else line_end)
        if end < 0:
            raise self.refusal("unclosed_text", start, closing=closing + "#" * hashes)
        self.pos = end + len(closing) + hashes
        return self.text[begin:end]

    def _hashes(self) -> int:
        end = self.pos
        while self.text[end : end + 1] == "#":
            end += 1
        return end - self.pos

    def sees_number(self) -> bool:
        return number_length(self.text, self.pos) > 0

    def number(self) -> int:
        start = self.pos
        self.pos += number_length(self.text, start)
        try:
            return read_number(self.text[start : self.pos])
        except NumeralError as error:
            raise self.refusal(error.key, start + error.offset) from None

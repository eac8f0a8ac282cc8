"""Numbers of cerke game records, in digits and in characters, read and written.

A group of two units side by side (六三) is short for tens and ones, but only beside 百, 万 or 億.
Rules: docs/rules/cerke-notation.md §2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

LOWEST, HIGHEST = -(2**31), 2**31 - 1

UNITS = "一二三四五六七八九"
DIGITS = "0123456789"
CHARACTERS = frozenset("無下十百万億" + UNITS)

SPOKEN = {
    "mun1": "無",
    "ut2": "下",
    "et2": "一",
    "ik2": "二",
    "om2": "三",
    "om1": "三",
    "ap1": "四",
    "un1": "五",
    "net2": "六",
    "nik2": "七",
    "nom2": "八",
    "nom1": "八",
    "nap1": "九",
    "nun1": "十",
    "kit1": "百",
    "ue1": "万",
}
"""The spoken number words of notation 2 and their characters."""

_Reader: TypeAlias = Callable[[str, int], int]


class NumeralError(ValueError):
    """The text is no number; `offset` counts the characters before the offending one."""

    def __init__(self, key: str, offset: int) -> None:
        super().__init__(f"{key} at offset {offset}")
        self.key = key
        self.offset = offset


def read_number(text: str) -> int:
    """The number spelled by the whole text."""
    signed = text[:1] in ("-", "下")
    value = _digits(text, signed) if _is_digital(text) else _characters(text, signed)
    if not LOWEST <= value <= HIGHEST:
        raise NumeralError("number_range", 0)
    return value


def read_spoken(words: Sequence[str]) -> int:
    """The number spoken by the words; the offset of an error counts words."""
    unknown = next((at for at, word in enumerate(words) if word not in SPOKEN), None)
    if unknown is not None:
        raise NumeralError("bad_number", unknown)
    return read_number("".join(SPOKEN[word] for word in words))


def number_length(text: str, start: int) -> int:
    """How many characters from `start` on look like one number, in either spelling."""
    if _is_digital(text[start : start + 1]):
        return _run(text, start + 1, frozenset(DIGITS)) - start
    return _run(text, start, CHARACTERS) - start


def write_number(value: int) -> str:
    """The number in characters; a leading one before 百, 万 and 億 is not written."""
    if not LOWEST <= value <= HIGHEST:
        raise NumeralError("number_range", 0)
    if value == 0:
        return "無"
    return ("下" if value < 0 else "") + _write_positive(abs(value))


def _run(text: str, start: int, allowed: frozenset[str]) -> int:
    end = start
    while end < len(text) and text[end] in allowed:
        end += 1
    return end


def _is_digital(text: str) -> bool:
    return text[:1] == "-" or text[:1] in tuple(DIGITS)


def _digits(text: str, signed: bool) -> int:
    figures = text[signed:]
    _check_digits(figures, int(signed))
    if len(figures.lstrip("0")) > len(str(HIGHEST)):
        raise NumeralError("number_range", 0)
    return -int(figures) if signed else int(figures)


def _check_digits(figures: str, start: int) -> None:
    if not figures:
        raise NumeralError("expected_number", start)
    end = _run(figures, 0, frozenset(DIGITS))
    if end < len(figures):
        raise NumeralError("bad_number", start + end)


def _characters(text: str, signed: bool) -> int:
    if text == "無":
        return 0
    positive = text[signed:]
    if not positive:
        raise NumeralError("expected_number", int(signed))
    if positive[0] == "無":
        raise NumeralError("bad_number", 1)
    value = _positive(positive, int(signed))
    return -value if signed else value


def _positive(text: str, at: int) -> int:
    return _split(text, at, "億", 10**8, _upto8)


def _upto8(text: str, at: int) -> int:
    return _split(text, at, "万", 10**4, _upto4)


def _split(text: str, at: int, mark: str, weight: int, part: _Reader) -> int:
    """A missing left part is one, a missing right part nothing."""
    left, found, right = text.partition(mark)
    if not found:
        return part(text, at)
    times = _side(left, at, part) if left else 1
    return times * weight + (_side(right, at + len(left) + 1, part) if right else 0)


def _side(text: str, at: int, part: _Reader) -> int:
    return _pair(text, at) if _is_short(text) else part(text, at)


def _upto4(text: str, at: int) -> int:
    left, found, right = text.partition("百")
    if not found:
        return _tens(text, at)
    after = at + len(left) + 1
    rest = _tens if not left and len(right) == 3 else _pair
    return (_pair(left, at) if left else 1) * 100 + (rest(right, after) if right else 0)


def _is_short(text: str) -> bool:
    return len(text) == 2 and text[0] in UNITS and text[1] in UNITS


def _pair(text: str, at: int) -> int:
    if _is_short(text):
        return 10 * _unit(text[0], at) + _unit(text[1], at + 1)
    if len(text) > 2:
        raise NumeralError("bad_number", at + 1)
    return _tens(text, at)


def _tens(text: str, at: int) -> int:
    left, found, right = text.partition("十")
    if not found:
        return _unit(text, at)
    return 10 * (_unit(left, at) if left else 1) + (_unit(right, at + len(left) + 1) if right else 0)


def _unit(text: str, at: int) -> int:
    if text[0] not in UNITS:
        raise NumeralError("bad_number", at)
    if len(text) > 1:
        raise NumeralError("bad_number", at + 1)
    return UNITS.index(text) + 1


def _write_positive(value: int) -> str:
    for mark, weight in (("億", 10**8), ("万", 10**4)):
        if value >= weight:
            times, rest = divmod(value, weight)
            return _leading(times) + mark + (_write_positive(rest) if rest else "")
    return _write_group(value)


def _leading(times: int) -> str:
    return "" if times == 1 else _write_positive(times)


def _write_group(value: int) -> str:
    """A number below 10 000: in full up to 199, from 200 on with short pairs."""
    hundreds, rest = divmod(value, 100)
    if hundreds == 0:
        return _in_full(rest)
    if hundreds == 1:
        return "百" + _in_full(rest)
    return _shortened(hundreds) + "百" + _shortened(rest)


def _in_full(value: int) -> str:
    tens, ones = divmod(value, 10)
    ten = "" if tens == 0 else "十" if tens == 1 else UNITS[tens - 1] + "十"
    return ten + (UNITS[ones - 1] if ones else "")


def _shortened(value: int) -> str:
    full = _in_full(value)
    return full[0] + full[2] if len(full) == 3 else full

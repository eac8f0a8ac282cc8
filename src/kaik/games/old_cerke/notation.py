"""Move codes and pieces as text, and back (docs/rules/old_cerke.md §1).

Strings: `KIA-KAU` a move or capture on its end square, `KAI^KU-KI` a capture by jumping KU, `KAI^KY-KO^KU-KI`
jumps one after another, `KO^LO-x` a sacrifice, `LO/NO/TO-TU` a move that steps on the vessels on NO and TO;
steps may also end in jumps. Pieces: side and kind, `B車`, `R兵+` (a changed soldier).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from kaik.games.cerke.tables import DIRECTIONS, SQUARE_BY_NAME, SQUARE_NAMES, SQUARES, WIDTH
from kaik.games.old_cerke import codes
from kaik.games.old_cerke.tables import KINDS_PER_SIDE, NAMES, SIDES, WET, cell_code

GONE = "x"

_SQUARE = "[KLNTZXCMP](?:AI|AU|IA|[AEIUOY])"
_MOVE = re.compile(
    rf"({_SQUARE})((?:/{_SQUARE}){{0,2}})(?:-({_SQUARE})|((?:\^{_SQUARE}-(?:{_SQUARE}|{GONE}))+))"
)
_JUMP = re.compile(rf"\^({_SQUARE})-({_SQUARE}|{GONE})")


class Parts(NamedTuple):
    """A move taken apart: where from, over which vessels, which pieces jumped, and where it lands each time.

    Without jumps there is one landing. A sacrifice lands nowhere: the last landing is `x`.
    """

    origin: str
    vias: tuple[str, ...]
    jumped: tuple[str, ...]
    landings: tuple[str, ...]

    @property
    def end(self) -> str:
        return self.landings[-1]


@lru_cache(maxsize=1 << 16)
def move_to_text(move: int) -> str:
    start = SQUARE_NAMES[move & 127]
    vias = [SQUARE_NAMES[WET[number - 1]] for number in _via_numbers(move)]
    head = "/".join([start, *vias])
    target = move >> codes.TARGET_SHIFT & 127
    if not _jumps(move):
        return f"{head}-{SQUARE_NAMES[target]}"
    return head + "".join(_jump_texts(move, SQUARE_BY_NAME[vias[-1] if vias else start], target))


def _via_numbers(move: int) -> list[int]:
    shifts = (codes.VIA_SHIFT, codes.SECOND_SHIFT)
    return [number for number in (move >> shift & 15 for shift in shifts) if number]


def _jumps(move: int) -> int:
    return move >> codes.JUMPS_SHIFT & 31


def _jump_texts(move: int, start: int, victim: int) -> list[str]:
    vector = _line(start, victim)
    diagonal = DIRECTIONS.index(vector) & 1
    texts = []
    for number in range(_jumps(move)):
        if number:
            vector = DIRECTIONS[2 * (move >> codes.FURTHER_SHIFT + 2 * (number - 1) & 3) + diagonal]
            victim = _moved(start, vector)
        last = number == _jumps(move) - 1
        lost = last and bool(move >> codes.GONE_SHIFT & 1)
        start = victim if lost else _moved(victim, vector)
        texts.append(f"^{SQUARE_NAMES[victim]}-{GONE if lost else SQUARE_NAMES[start]}")
    return texts


def _line(start: int, end: int) -> tuple[int, int]:
    dx, dy = end % WIDTH - start % WIDTH, end // WIDTH - start // WIDTH
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def _moved(square: int, vector: tuple[int, int]) -> int:
    return square + vector[0] + WIDTH * vector[1]


@lru_cache(maxsize=1 << 16)
def parts_of(text: str) -> Parts:
    """A move string taken apart; ValueError if it is none."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"not a move: {text}")
    origin, steps, end, jumps = match.groups()
    vias = tuple(steps.split("/")[1:])
    if end is not None:
        return Parts(origin, vias, (), (end,))
    pairs = _JUMP.findall(jumps)
    return Parts(origin, vias, tuple(victim for victim, _ in pairs), tuple(landing for _, landing in pairs))


@lru_cache(maxsize=1 << 16)
def text_to_move(text: str) -> int:
    """The move code of a string; ValueError if it is none. Says nothing about legality."""
    parts = parts_of(text)
    code = (
        SQUARE_BY_NAME[parts.origin]
        | SQUARE_BY_NAME[(parts.jumped or parts.landings)[0]] << codes.TARGET_SHIFT
    )
    for via, shift in zip(parts.vias, (codes.VIA_SHIFT, codes.SECOND_SHIFT), strict=False):
        if SQUARE_BY_NAME[via] not in WET:
            raise ValueError(f"no vessel can be on {via}")
        code |= (1 + WET.index(SQUARE_BY_NAME[via])) << shift
    code |= _jump_code(parts)
    if move_to_text(code) != text:
        raise ValueError(f"not a move: {text}")
    return code


def _jump_code(parts: Parts) -> int:
    jumps = len(parts.jumped)
    if jumps > codes.MOST_JUMPS or GONE in parts.landings[:-1]:
        raise ValueError("no such chain of jumps")
    code = jumps << codes.JUMPS_SHIFT | (parts.end == GONE) << codes.GONE_SHIFT
    for number in range(1, jumps):
        vector = _line(SQUARE_BY_NAME[parts.landings[number - 1]], SQUARE_BY_NAME[parts.jumped[number]])
        if vector not in DIRECTIONS:
            raise ValueError("no such chain of jumps")
        code |= DIRECTIONS.index(vector) // 2 << codes.FURTHER_SHIFT + 2 * (number - 1)
    return code


def cell_to_text(code: int) -> str:
    """`B兵+`; empty for an empty cell."""
    if not code:
        return ""
    side, kind = divmod(code - 1, KINDS_PER_SIDE)
    return f"{SIDES[side]}{NAMES[kind]}"


def text_to_cell(text: str) -> int:
    if text[:1] not in tuple(SIDES) or text[1:] not in NAMES:
        raise ValueError(f"not a piece: {text}")
    return cell_code(SIDES.index(text[0]), NAMES.index(text[1:]))


def cells_from_names(board: Mapping[str, str]) -> bytes:
    """Square name → piece text, as 81 cells."""
    cells = bytearray(SQUARES)
    for name, text in board.items():
        cells[SQUARE_BY_NAME[name]] = text_to_cell(text)
    return bytes(cells)


def cells_to_names(cells: bytes) -> dict[str, str]:
    return {SQUARE_NAMES[i]: cell_to_text(code) for i, code in enumerate(cells) if code}

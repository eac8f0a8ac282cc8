"""A small reader of CKKA records, independent of kaik's: written from docs/rules/cerke-notation.md alone.

Like a viewer it knows no rules of movement. It reads every element, moves the pieces about, and compares what
the record says with what lies on the board: whose piece moves, which kind, what it takes, what is in reserve.
"""

from __future__ import annotations

import re

SQUARE = "[KLNTZXCMP](?:AI|AU|IA|[AEIUOY])"
PIECE = "[船兵弓車虎馬筆巫将王]"
CAST = "[無一二三四五]"
HAND = "(?:同色)?(?:王|獣|地心|馬弓兵|助友|戦集|行行|筆兵無傾|闇戦之集|無抗行処)"
NUMBER = "(?:無|下?[一二三四五六七八九十百万億]+)"
REMARK = r"(?:\{[^}\n]*\})?"

WALK = re.compile(
    rf"({SQUARE})({PIECE}|片)({SQUARE})?({SQUARE})"
    rf"(無撃裁|(?:橋(?:或|{CAST}+))?水(?:[或無一二]此無|或|[三四五])|橋(?:或|{CAST}+)(?:此無)?){REMARK}"
)
TAM = re.compile(
    rf"({SQUARE})皇(?:{SQUARE}\[(?:{SQUARE}|或)\]|\[(?:{SQUARE}|或)\](?:{SQUARE})?|{SQUARE})?({SQUARE}){REMARK}"
)
DROP = re.compile(rf"([黒赤])({PIECE})({SQUARE}){REMARK}")
TAKEN = re.compile(rf"手([黒赤])({PIECE})")
JOINED = re.compile(rf"(?:或|\[[^\]]*\])為{HAND}(?:加{HAND})*(?:\s+再行|而手{NUMBER}\s+終季)")
BRACKETED = re.compile(rf"(?:或|\[[^\]]*\])為(?:\([^)]+\))+(?:再行|終季(?:\s+手{NUMBER})?)")
SEASON = re.compile("(?:春|夏|秋|冬|上季|下季)終")
ENTRY = re.compile(r"(#*)\{([^\n]*?)\}\1(?!#)")
PLAYERS = re.compile(rf"\[[^\]\n]*\]{NUMBER}?\s+\[[^\]\n]*\]{NUMBER}?")

BIG = """
b筆 b馬 b車 b将 r王 r将 r車 r馬 r筆
r巫 r弓 .  r虎 .  b虎 .  b弓 b巫
b兵 r兵 b兵 r兵 r船 r兵 b兵 r兵 b兵
.  .  .  .  .  .  .  .  .
.  .  .  .  皇 .  .  .  .
.  .  .  .  .  .  .  .  .
b兵 r兵 b兵 r兵 b船 r兵 b兵 r兵 b兵
b巫 b弓 .  b虎 .  r虎 .  r弓 r巫
r筆 r馬 r車 r将 b王 b将 b車 b馬 b筆
"""
SMALL = """
r車 r弓 r王 r将 r巫
b兵 b兵 r船 r兵 r兵
.  .  .  .  .
.  .  皇 .  .
.  .  .  .  .
r兵 r兵 b船 b兵 b兵
b巫 b将 b王 b弓 b車
"""


class Misread(Exception):
    """The text is no record, or says something that its board does not bear out."""


def accept(text: str) -> int:
    """Read a whole record; the number of its moves. `Misread` at the first thing that is not right."""
    return _Reader(text).moves


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._pos = 0
        self.moves = 0
        entries = dict(self._header())
        self._small = entries.get("律") == "教育"
        self._starters = entries.get("一位色", "")
        self._season = -1
        self._begin_season()
        while self._skip():
            self._element()

    def _header(self) -> list[tuple[str, str]]:
        entries = []
        while self._skip() and (found := self._take(ENTRY)):
            key, _, value = found[2].partition(":")
            entries.append((key, value))
        self._skip()
        self._take(PLAYERS)
        return entries

    def _begin_season(self) -> None:
        rows = [line.split() for line in (SMALL if self._small else BIG).split("\n") if line]
        columns, names = (
            ("NTZXC", "E I U O Y AI AU") if self._small else ("KLNTZXCMP", "A E I U O Y AI AU IA")
        )
        half = len(rows) // 2
        self._board: dict[str, tuple[str, str]] = {}
        for number, (row, name) in enumerate(zip(rows, names.split(), strict=True)):
            for column, piece in zip(columns, row, strict=True):
                side = "" if piece == "皇" else "A" if number < half else "IA"
                if piece != ".":
                    self._board[column + name] = side, piece.replace("b", "黒").replace("r", "赤")
        self._reserve: dict[str, list[str]] = {"IA": [], "A": []}
        self._season += 1
        known = self._starters[self._season : self._season + 1]
        self._mover = "A" if known == "赤" else "IA"

    def _element(self) -> None:
        if found := self._take(TAM):
            self._need(self._board.pop(found[1], None) == ("", "皇"), "the emperor is not there")
            self._need(found[2] not in self._board, "the emperor takes nothing")
            self._board[found[2]] = "", "皇"
            self._pass_turn()
        elif found := self._take(DROP):
            piece = found[1] + found[2]
            self._need(piece in self._reserve[self._mover], f"no {piece} in the reserve")
            self._need(found[3] not in self._board, "the square is taken")
            self._reserve[self._mover].remove(piece)
            self._board[found[3]] = self._mover, piece
            self._pass_turn()
        elif found := self._take(WALK):
            self._walk(*found.groups())
        elif found := self._take(BRACKETED) or self._take(JOINED):
            if "終季" in found[0]:
                self._begin_season()
        elif not (self._take(SEASON) or self._take(re.compile("星一周"))):
            self._need(False, "no element")

    def _walk(self, origin: str, kind: str, via: str | None, end: str, mark: str) -> None:
        side, piece = self._board.get(origin, ("", ""))
        self._need(side == self._mover and kind in (piece[1:], "片"), f"{side}{piece} on {origin}")
        self._need(via is None or via == origin or via in self._board, "nothing to step on")
        self._need("橋" not in mark or via is not None, "a stepping cast without a step")
        taken = self._board.get(end) if end != origin and not mark.endswith("此無") else None
        if not mark.endswith("此無"):
            del self._board[origin]
            self._board[end] = side, piece
        if taken is not None:
            self._need(taken[0] not in ("", side), "not to be taken")
            self._reserve[side].append(taken[1])
        found = self._take(TAKEN) or (self._skip(" \u3000") and self._take(TAKEN)) or None
        said = found[1] + found[2] if found else None
        self._need(said == (taken[1] if taken else None), f"said to take {said}, took {taken}")
        self._pass_turn()

    def _pass_turn(self) -> None:
        self._mover = "A" if self._mover == "IA" else "IA"
        self.moves += 1

    def _skip(self, spaces: str = " \t\u00a0\u3000\r\n,.、。，．｡､") -> bool:
        """Pass over separators; whether anything follows."""
        while self._text[self._pos : self._pos + 1] and self._text[self._pos] in spaces:
            self._pos += 1
        return self._pos < len(self._text)

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._pos)
        if found:
            self._pos = found.end()
        return found

    def _need(self, holds: bool, why: str) -> None:
        if not holds:
            line = self._text.count("\n", 0, self._pos) + 1
            raise Misread(f"line {line}: {why}: {self._text[self._pos : self._pos + 30]!r}")

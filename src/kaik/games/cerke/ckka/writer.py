"""CKKA records written in the recommended profile (docs/rules/cerke-notation.md §8)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from kaik.games.cerke.ckka.tree import (
    CASTS,
    HANDS,
    Capture,
    Cast,
    CkkaError,
    Declare,
    Drop,
    GameEnd,
    Hand,
    Info,
    Item,
    Move,
    Note,
    Plain,
    Player,
    Purpose,
    Record,
    SeasonEnd,
    Standing,
    Step,
    Tam,
)
from kaik.games.cerke.numerals import write_number

_MARKS: Mapping[Purpose | None, str] = {"step": "橋", "water": "水", None: ""}


_COLUMN_WIDTH = 22


def write_record(record: Record, *, glued: bool = True) -> str:
    """The record in the recommended profile: 一位色 first, two moves a line, numbers in characters.

    Capture comments are glued to their moves, as the public viewer wants them, or elements of their own.
    """
    infos = sorted((info.item for info in record.infos), key=_info_rank)
    players = " ".join(_player_text(player.item) for player in record.players)
    header = [_info_text(info) for info in infos] + ([players] if players else [])
    page = _Page(glued)
    for element in record.body:
        page.add(element.item)
    return "\n".join([*header, *page.lines()]) + "\n"


def write_item(item: Item) -> str:
    """One element in notation 0; what the short form left open is written in the short form."""
    match item:
        case Plain() | Step() | Drop() | Tam():
            return write_move(item)
        case Capture(colour, kind):
            return f"手{colour or ''}{kind}"
        case Declare():
            return _declare_text(item)
        case SeasonEnd(season):
            return season + "終"
        case GameEnd():
            return "星一周"
        case Standing(name, points):
            return _player_text(Player(name, points))
        case Note(text):
            return _bracket(text, "{", "}")


def write_move(move: Move) -> str:
    """A move with its remark."""
    remark = "" if move.remark is None else _bracket(move.remark, "{", "}")
    match move:
        case Plain(origin, kind, end):
            return f"{origin}{kind or '片'}{end}{_walk_end(move)}{remark}"
        case Step(origin, kind, via, end):
            return f"{origin}{kind or '片'}{''.join(via)}{end}{_walk_end(move)}{remark}"
        case Drop(colour, kind, square):
            return f"{colour or '或'}{kind}{square}{remark}"
        case Tam():
            return _tam_text(move) + remark


def _info_rank(info: Info) -> int:
    """The online client and the public viewer expect the times in the second and third line."""
    return {"一位色": 0, "始時": 1, "終時": 2, "律": 3, "則": 4}.get(info.key or "", 5)


def _info_text(info: Info) -> str:
    if info.key and ":" in info.key:
        raise CkkaError("ckka.bad_key", 0, 0, found=info.key)
    keyed = f"{info.key or ''}:" if info.key or ":" in info.value else ""
    return _bracket(keyed + info.value, "{", "}")


def _player_text(player: Player) -> str:
    points = "" if player.points is None else write_number(player.points)
    return _bracket(player.name, "[", "]") + points


def _bracket(text: str, opening: str, closing: str) -> str:
    """The text in brackets, with as few # as let it be read back."""
    if "\n" in text:
        raise CkkaError("ckka.line_end_in_text", 0, 0, found=text)
    hashes = ""
    while (text + closing + hashes).find(closing + hashes) < len(text):
        hashes += "#"
    return f"{hashes}{opening}{text}{closing}{hashes}"


def _walk_end(move: Plain | Step) -> str:
    jumped = "".join("跳" + square for square in move.jumped)
    if move.casts is None:
        return jumped
    return jumped + ("".join(_cast_text(cast) for cast in move.casts) or "無撃裁")


def _cast_text(cast: Cast) -> str:
    number = "".join(CASTS[roll] for roll in cast.rolls) or "或"
    return _MARKS[cast.purpose] + number + ("此無" if cast.failed else "")


def _tam_text(move: Tam) -> str:
    mid = f"[{move.mid or '或'}]" if move.mid or move.half else ""
    if move.half == "second":
        return f"{move.origin}皇{mid}{move.via}{move.end}"
    return f"{move.origin}皇{move.via or ''}{mid}{move.end}"


def _declare_text(declare: Declare) -> str:
    """Joined spelling; the bracketed one where a hand has no agreed spelling."""
    points = "" if declare.points is None else "手" + write_number(declare.points)
    if not declare.hands:
        return " ".join(filter(None, (declare.decision, points)))
    author = "或" if declare.author is None else _bracket(declare.author, "[", "]")
    if any(hand.name not in HANDS for hand in declare.hands):
        named = "".join(_bracket(_hand_text(hand), "(", ")") for hand in declare.hands)
        return " ".join(filter(None, (f"{author}為{named}{declare.decision}", points)))
    joined = "加".join(_hand_text(hand) for hand in declare.hands)
    return f"{author}為{joined}{'而' + points if points else ''} {declare.decision}"


def _hand_text(hand: Hand) -> str:
    return ("同色" if hand.same_colour else "") + hand.name


class _Page:
    """The lines of the body: the first mover left, the second right, comments beside their move."""

    def __init__(self, glued: bool) -> None:
        self._glued = glued
        self._done: list[str] = []
        self._line = ""
        self._plies = 0

    def lines(self) -> list[str]:
        self._break()
        return self._done

    def add(self, item: Item) -> None:
        if isinstance(item, Plain | Step | Drop | Tam):
            self._add_move(write_move(item))
        elif isinstance(item, Capture | Note):
            glued = self._glued and isinstance(item, Capture)
            self._line += (" " if self._line and not glued else "") + write_item(item)
        else:
            self._break()
            self._done.append(write_item(item))
            self._plies = 0 if isinstance(item, SeasonEnd) else self._plies

    def _add_move(self, text: str) -> None:
        if self._plies % 2 == 0:
            self._break()
            self._line = text
        else:
            self._line += " " * max(2, _COLUMN_WIDTH - _width(self._line)) + text
        self._plies += 1

    def _break(self) -> None:
        if self._line:
            self._done.append(self._line)
        self._line = ""


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)

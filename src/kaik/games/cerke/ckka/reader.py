"""CKKA records read: the file, its header, and the items of its body."""

from __future__ import annotations

import msgspec

from kaik.games.cerke.ckka.declarations import (
    DECISIONS,
    DECLARED,
    read_authored,
    read_decision,
    read_declaration,
    read_late_points,
)
from kaik.games.cerke.ckka.machine import read_machine_move
from kaik.games.cerke.ckka.moves import read_board_move, read_drop, read_piece, read_square
from kaik.games.cerke.ckka.scanner import Scanner
from kaik.games.cerke.ckka.tree import (
    COLOURS,
    COLUMNS,
    KIND_WORDS,
    SEASONS,
    At,
    Capture,
    CkkaError,
    Declare,
    Drop,
    GameEnd,
    Info,
    Item,
    Move,
    Note,
    Player,
    Record,
    SeasonEnd,
    is_empty,
)


def read_bytes(data: bytes) -> Record:
    """The record in the bytes of a file."""
    try:
        return read_record(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        sound = data[: error.start].decode("utf-8")
        raise Scanner(sound).refusal("not_utf8", len(sound)) from None


def read_record(text: str) -> Record:
    """The record in a text; CkkaError names the first place that is not understood."""
    return _record(Scanner(text), whole=True)


def read_file(text: str) -> Record:
    """The record in the text of a file; where it breaks off inside a declaration, it is read up to there.

    CkkaError also where the text is no record at all.
    """
    if _is_json(text):
        raise CkkaError("ckka.json", 0, 0)
    record = _record(Scanner(text), whole=False)
    if is_empty(record):
        raise CkkaError("ckka.no_record", 0, 0)
    return record


def read_body(text: str) -> tuple[At[Item], ...]:
    """The elements in a text without header."""
    elements: list[At[Item]] = []
    _add_body(Scanner(text), elements)
    return tuple(elements)


def _is_json(text: str) -> bool:
    """Whether a text is a JSON object or array; a JSON string may be a move in the machine notation."""
    try:
        return isinstance(msgspec.json.decode(text), dict | list)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return False


def _record(s: Scanner, *, whole: bool) -> Record:
    if s.sees("\ufeff"):
        raise s.refusal("byte_order_mark")
    infos, players = _infos(s), _players(s)
    elements: list[At[Item]] = []
    try:
        _add_body(s, elements)
    except CkkaError:
        if whole or not _breaks_off(s, elements):
            raise
        read = [element for element in elements if (element.line, element.column) < s.place(s.element)]
        return Record(infos, players, tuple(read), cut=s.place(s.element))
    return Record(infos, players, tuple(elements), closed=s.separators())


def _breaks_off(s: Scanner, elements: list[At[Item]]) -> bool:
    """Whether the text ends inside the element being read, a declaration or what closes a season or game."""
    if s.text.startswith(("或", "=", "#", "["), s.element):
        return s.breaks_off((*DECLARED, "=tymor", "=taxt"))
    s.pos = s.element
    points = ("手無",) if elements and isinstance(elements[-1].item, Declare) else ()
    closings = (*DECISIONS, *(name + "終" for name in SEASONS), "星一周", *points)
    return s.breaks_off(closings)


def _infos(s: Scanner) -> tuple[At[Info], ...]:
    infos: list[At[Info]] = []
    s.separators()
    while s.opens("{"):
        infos.append(At(*s.place(), _info(s.bracketed("{", "}"))))
        s.separators()
    return tuple(infos)


def _info(text: str) -> Info:
    key, found, value = text.partition(":")
    return Info(key or None, value) if found else Info(None, text)


def _players(s: Scanner) -> tuple[At[Player], ...]:
    players: list[At[Player]] = []
    start = s.pos
    while s.opens("[") and not _declares(s):
        if len(players) == 2:
            raise s.refusal("too_many_players")
        players.append(At(*s.place(), _player(s)))
        s.separators()
    if len(players) == 1:
        raise s.refusal("one_player", start)
    return tuple(players)


def _player(s: Scanner) -> Player:
    name = s.bracketed("[", "]")
    s.spaces()
    return Player(name, s.number() if s.sees_number() else None)


def _declares(s: Scanner) -> bool:
    """Whether the `[name]` that stands here is the author of a declaration."""
    start = s.pos
    s.bracketed("[", "]")
    found = s.sees("為") or s.speaks()
    s.pos = start
    return found


def _add_body(s: Scanner, elements: list[At[Item]]) -> None:
    """Elements with separators between; only capture comments and notes may be glued to what precedes."""
    s.separators()
    while not s.ended():
        s.element = s.pos
        if s.sees('"'):
            read_machine_move(s, elements)
        else:
            line, column = s.place()
            elements.append(At(line, column, _item(s)))
        if not (s.separators() or s.ended() or s.sees("手") or s.opens("{")):
            raise s.refusal("expected_separator")


def _item(s: Scanner) -> Item:
    if s.sees_any(COLUMNS):
        return _remarked(s, read_board_move(s))
    if s.opens("["):
        return read_authored(s)
    if s.opens("{"):
        return Note(s.bracketed("{", "}"))
    if s.take("或為"):
        return read_declaration(s, None)
    if s.take("手"):
        return Capture(s.take_any(COLOURS) or None, read_piece(s))
    if s.word():
        return _spoken_item(s)
    return _fixed_item(s) or _remarked(s, read_drop(s))


def _fixed_item(s: Scanner) -> Item | None:
    """An element of fixed wording, if one stands here."""
    decision = read_decision(s)
    if decision:
        return Declare(None, (), decision, read_late_points(s))
    if s.take("星一周"):
        return GameEnd()
    season = s.take_first(name + "終" for name in SEASONS)
    return SeasonEnd(season.removesuffix("終")) if season else None


def _spoken_item(s: Scanner) -> Item:
    decision = read_decision(s)
    if decision:
        return Declare(None, (), decision)
    kind = KIND_WORDS.get(s.word(), "皇")
    if kind == "皇":
        raise s.refusal("unknown_word", word=s.word())
    s.take(s.word())
    s.spaces()
    return _remarked(s, Drop(None, kind, read_square(s)))


def _remarked(s: Scanner, move: Move) -> Move:
    if not s.opens("{"):
        return move
    return msgspec.structs.replace(move, remark=s.bracketed("{", "}"))

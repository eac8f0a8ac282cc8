"""CKKA records read: the file, its header, and the items of its body."""

from __future__ import annotations

import msgspec

from kaik.games.cerke.ckka.declarations import (
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
    scanner = Scanner(text)
    if scanner.sees("\ufeff"):
        raise scanner.refusal("byte_order_mark")
    infos = _infos(scanner)
    players = _players(scanner)
    return Record(infos, players, _body(scanner))


def read_body(text: str) -> tuple[At[Item], ...]:
    """The elements in a text without header."""
    return _body(Scanner(text))


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


def _body(s: Scanner) -> tuple[At[Item], ...]:
    """Elements with separators between; only capture comments and notes may be glued to what precedes."""
    elements: list[At[Item]] = []
    s.separators()
    while not s.ended():
        elements += _element(s)
        if not (s.separators() or s.ended() or s.sees("手") or s.opens("{")):
            raise s.refusal("expected_separator")
    return tuple(elements)


def _element(s: Scanner) -> list[At[Item]]:
    if s.sees('"'):
        return read_machine_move(s)
    line, column = s.place()
    return [At(line, column, _item(s))]


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

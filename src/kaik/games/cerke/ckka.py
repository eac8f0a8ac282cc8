"""The CKKA game record of cerke: text to a syntax tree and back, without a board.

What only a board can tell (片, 或, a bare number of the short form) stays open in the tree.
Rules: docs/rules/cerke-notation.md §1–§4, §7, §8.
"""

from __future__ import annotations

import bisect
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from kaik.core.errors import BadRecord
from kaik.core.messages import Message
from kaik.games.cerke.numerals import (
    NumeralError,
    number_length,
    read_number,
    read_spoken,
    write_number,
)

SPACES = "\t \u00a0\u3000"
PUNCTUATION = ",.、。，．｡､"
COLUMNS = "KLNTZXCMP"
ROWS = ("AI", "AU", "IA", "A", "E", "I", "U", "O", "Y")
COLOURS = "黒赤"
KINDS = "船兵弓車虎馬筆巫将王獣"
"""The pieces; 獣 belongs to old cerke only."""
HANDS = ("王", "獣", "地心", "馬弓兵", "助友", "戦集", "行行", "筆兵無傾", "闇戦之集", "無抗行処")
SEASONS = ("春", "夏", "秋", "冬", "上季", "下季")
CASTS = "無一二三四五"

Purpose: TypeAlias = Literal["step", "water"]
Half: TypeAlias = Literal["first", "second"]
Decision: TypeAlias = Literal["再行", "終季"]
T = TypeVar("T")

_SEPARATORS = SPACES + PUNCTUATION + "\n"
_KIND_WORDS = dict(
    zip(
        ("nuak1", "kauk2", "gua2", "kaun1", "dau2", "maun1", "kua2", "tuk2", "uai1", "io", "tam2"),
        "船兵弓車虎馬筆巫将王皇",
        strict=True,
    )
)
_KIND_LETTERS = dict(zip("VPACTHOSGKM", "船兵弓車虎馬筆巫将王皇", strict=True))
_CAST_WORDS = {"mun1": 0, "et2": 1, "ik2": 2, "om2": 3, "om1": 3, "ap1": 4, "un1": 5}
_HAND_WORDS = {"io": "王", "saup1 ua": "獣"}
_HAND_LETTERS = {
    "".join(sorted(letters)): name
    for letters, name in zip(
        ("K", "TH", "OSG", "PAH", "CPP", "GPP", "VCH", "PAGOS", "PPPPP", "VPACTHOSGK"), HANDS, strict=True
    )
}
_DECISIONS: Mapping[str, Decision] = {"再行": "再行", "終季": "終季", "ty mok1": "再行", "ta xot1": "終季"}
_TAM_SHAPES: Mapping[str, Half | None] = {"s": None, "ms": None, "ss": None, "sms": "first", "mss": "second"}
_MARKS: Mapping[Purpose | None, str] = {"step": "橋", "water": "水", None: ""}


class CkkaError(BadRecord):
    """A refusal: the reason as message key and parameters, and where in the text (1-based, in characters).

    Line and column are 0 where a tree could not be written.
    """

    def __init__(self, key: str, line: int, column: int, **params: str | int) -> None:
        reason = Message(f"cerke:{key}", dict(params))
        if line:
            super().__init__("cerke:ckka.place", line=line, column=column, reason=reason)
        else:
            super().__init__(reason.key, **params)
        self.key = key
        self.line = line
        self.column = column
        self.params: dict[str, str | int] = params


class At(Struct, Generic[T], frozen=True):
    """Something and where it begins; line and column are 0 when it was not read from a text."""

    line: int
    column: int
    item: T


class Info(Struct, frozen=True):
    """One `{key:value}` of the header; without a key the bare value."""

    key: str | None
    value: str


class Player(Struct, frozen=True):
    """One `[name]` of the header with the points held, if stated."""

    name: str
    points: int | None = None


class Cast(Struct, frozen=True):
    """A throw of the sticks. No rolls: number unknown. Several rolls: chain casting.

    `purpose` and `failed` are None where the short form leaves them to the board.
    """

    purpose: Purpose | None
    rolls: tuple[int, ...]
    failed: bool | None

    @property
    def value(self) -> int | None:
        """The number that counts: the sum, or 0 when a further roll of 0 or 1 wiped it."""
        if not self.rolls:
            return None
        return 0 if _wipe(self.rolls) else sum(self.rolls)


class Plain(Struct, frozen=True, tag=True):
    """Origin to end. `casts` is None if nothing was said of casts (short form), empty for 無撃裁."""

    origin: str
    kind: str | None
    end: str
    casts: tuple[Cast, ...] | None
    jumped: tuple[str, ...] = ()
    remark: str | None = None


class Step(Struct, frozen=True, tag=True):
    """Origin over the via squares (one, except in old cerke) to the end, reached or only aimed at."""

    origin: str
    kind: str | None
    via: tuple[str, ...]
    end: str
    casts: tuple[Cast, ...] | None
    jumped: tuple[str, ...] = ()
    remark: str | None = None


class Drop(Struct, frozen=True, tag=True):
    """A piece from the reserve; the colour is None where the record does not say."""

    colour: str | None
    kind: str
    square: str
    remark: str | None = None


class Tam(Struct, frozen=True, tag=True):
    """Two king moves of 皇: `mid` ended the first one, `via` was stepped on, in which `half` if known."""

    origin: str
    end: str
    via: str | None = None
    half: Half | None = None
    mid: str | None = None
    remark: str | None = None


class Capture(Struct, frozen=True, tag=True):
    """The comment that the move before took this piece."""

    colour: str | None
    kind: str


class Hand(Struct, frozen=True):
    """A hand as named in a declaration; the name is free text where it was bracketed."""

    name: str
    same_colour: bool = False


class Declare(Struct, frozen=True, tag=True):
    """A declaration. Author None: the player who just moved; no hands: the record does not list them."""

    author: str | None
    hands: tuple[Hand, ...]
    decision: Decision
    points: int | None = None


class SeasonEnd(Struct, frozen=True, tag=True):
    """The close of the named season."""

    season: str


class GameEnd(Struct, frozen=True, tag=True):
    """星一周, the close of the game."""


class Standing(Struct, frozen=True, tag=True):
    """The points a player holds, noted between or after the seasons."""

    name: str
    points: int


class Note(Struct, frozen=True, tag=True):
    """A `{text}` of the body that is not glued to a move."""

    text: str


Move: TypeAlias = Plain | Step | Drop | Tam
Item: TypeAlias = Move | Capture | Declare | SeasonEnd | GameEnd | Standing | Note


class Record(Struct, frozen=True):
    """A whole file; `players` are none or two, the first mover first."""

    infos: tuple[At[Info], ...] = ()
    players: tuple[At[Player], ...] = ()
    body: tuple[At[Item], ...] = ()


# --- what a record says of itself -----------------------------------------------------------------


def make_record(infos: Iterable[Info], players: Iterable[Player], body: Iterable[Item]) -> Record:
    """A record from bare parts, to be written."""
    return Record(
        tuple(At(0, 0, info) for info in infos),
        tuple(At(0, 0, player) for player in players),
        tuple(At[Item](0, 0, item) for item in body),
    )


def without_places(record: Record) -> Record:
    """The same record with every place forgotten, for comparing contents."""
    return make_record(
        (info.item for info in record.infos),
        (player.item for player in record.players),
        (element.item for element in record.body),
    )


def values(record: Record, key: str | None) -> tuple[At[str], ...]:
    """The values under a key, in order; a key may be repeated."""
    return tuple(At(info.line, info.column, info.item.value) for info in record.infos if info.item.key == key)


def starters(record: Record) -> tuple[str, ...]:
    """Who moves first, 黒 or 赤, season by season as far as 一位色 says."""
    found = values(record, "一位色")
    for value in found:
        if not value.item or not set(value.item) <= set(COLOURS):
            raise CkkaError("ckka.bad_starter", value.line, value.column, value=value.item)
    return tuple(found[0].item) if found else ()


def rule_options(record: Record) -> tuple[At[tuple[str, str]], ...]:
    """The pairs of our own `{則:option_id=value}`, in order."""
    return tuple(_rule_option(value) for value in values(record, "則"))


def _rule_option(value: At[str]) -> At[tuple[str, str]]:
    option, found, setting = value.item.partition("=")
    if not option or not found:
        raise CkkaError("ckka.bad_option", value.line, value.column, value=value.item)
    return At(value.line, value.column, (option, setting))


def points_held(record: Record, total: int = 40) -> tuple[int, int]:
    """The points of first and second mover; what is not said follows from the total of both."""
    stated = [player.item.points for player in record.players] or [None, None]
    first, second = stated
    if first is None:
        first = total // 2 if second is None else total - second
    return first, total - first if second is None else second


def profile_infos(
    starters: str, rule: str, options: Mapping[str, str] | None = None, others: Iterable[Info] = ()
) -> tuple[Info, ...]:
    """The header of the recommended profile, with our own options one per brace."""
    own = (Info("則", f"{option}={setting}") for option, setting in (options or {}).items())
    return (Info("一位色", starters), Info("律", rule), *own, *others)


# --- reading: the scanner -------------------------------------------------------------------------


class _Scanner:
    """A text and a place in it. In a spoken move spaces may stand between the parts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
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


# --- reading: file and header ---------------------------------------------------------------------


def read_bytes(data: bytes) -> Record:
    """The record in the bytes of a file."""
    try:
        return read_record(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        sound = data[: error.start].decode("utf-8")
        raise _Scanner(sound).refusal("not_utf8", len(sound)) from None


def read_record(text: str) -> Record:
    """The record in a text; CkkaError names the first place that is not understood."""
    scanner = _Scanner(text)
    if scanner.sees("\ufeff"):
        raise scanner.refusal("byte_order_mark")
    infos = _infos(scanner)
    players = _players(scanner)
    return Record(infos, players, _body(scanner))


def read_body(text: str) -> tuple[At[Item], ...]:
    """The elements in a text without header."""
    return _body(_Scanner(text))


def _infos(s: _Scanner) -> tuple[At[Info], ...]:
    infos: list[At[Info]] = []
    s.separators()
    while s.opens("{"):
        infos.append(At(*s.place(), _info(s.bracketed("{", "}"))))
        s.separators()
    return tuple(infos)


def _info(text: str) -> Info:
    key, found, value = text.partition(":")
    return Info(key or None, value) if found else Info(None, text)


def _players(s: _Scanner) -> tuple[At[Player], ...]:
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


def _player(s: _Scanner) -> Player:
    name = s.bracketed("[", "]")
    s.spaces()
    return Player(name, s.number() if s.sees_number() else None)


def _declares(s: _Scanner) -> bool:
    """Whether the `[name]` that stands here is the author of a declaration."""
    start = s.pos
    s.bracketed("[", "]")
    found = s.sees("為") or s.speaks()
    s.pos = start
    return found


# --- reading: body --------------------------------------------------------------------------------


def _body(s: _Scanner) -> tuple[At[Item], ...]:
    """Elements with separators between; only capture comments and notes may be glued to what precedes."""
    elements: list[At[Item]] = []
    s.separators()
    while not s.ended():
        elements += _element(s)
        if not (s.separators() or s.ended() or s.sees("手") or s.opens("{")):
            raise s.refusal("expected_separator")
    return tuple(elements)


def _element(s: _Scanner) -> list[At[Item]]:
    if s.sees('"'):
        return _machine_move(s)
    line, column = s.place()
    return [At(line, column, _item(s))]


def _item(s: _Scanner) -> Item:
    if s.sees_any(COLUMNS):
        return _remarked(s, _board_move(s))
    if s.opens("["):
        return _authored(s)
    if s.opens("{"):
        return Note(s.bracketed("{", "}"))
    if s.take("或為"):
        return _declaration(s, None)
    if s.take("手"):
        return Capture(s.take_any(COLOURS) or None, _piece(s))
    if s.word():
        return _spoken_item(s)
    return _fixed_item(s) or _remarked(s, _drop(s))


def _fixed_item(s: _Scanner) -> Item | None:
    """An element of fixed wording, if one stands here."""
    decision = _decision(s)
    if decision:
        return Declare(None, (), decision, _late_points(s))
    if s.take("星一周"):
        return GameEnd()
    season = s.take_first(name + "終" for name in SEASONS)
    return SeasonEnd(season.removesuffix("終")) if season else None


def _spoken_item(s: _Scanner) -> Item:
    decision = _decision(s)
    if decision:
        return Declare(None, (), decision)
    kind = _KIND_WORDS.get(s.word(), "皇")
    if kind == "皇":
        raise s.refusal("unknown_word", word=s.word())
    s.take(s.word())
    s.spaces()
    return _remarked(s, Drop(None, kind, _square(s)))


def _remarked(s: _Scanner, move: Move) -> Move:
    if not s.opens("{"):
        return move
    return msgspec.structs.replace(move, remark=s.bracketed("{", "}"))


def _square(s: _Scanner, small: bool = False) -> str:
    column = s.take_any(COLUMNS.lower() if small else COLUMNS)
    if not column:
        raise s.refusal("expected_square")
    row = s.take_first(name.lower() if small else name for name in ROWS)
    if not row:
        raise s.refusal("expected_row", letter=column)
    return (column + row).upper()


def _piece(s: _Scanner) -> str:
    kind = s.take_any(KINDS)
    if not kind:
        raise s.refusal("expected_piece")
    return kind


def _drop(s: _Scanner) -> Drop:
    """或 as colour is of the short form, 無 a loose spelling of it."""
    colour = s.take_any(COLOURS + "或無")
    if not colour:
        raise s.refusal("expected_element")
    drop = Drop(colour if colour in COLOURS else None, _piece(s), _square(s))
    _no_cast(s)
    return drop


def _no_cast(s: _Scanner) -> None:
    if s.sees_any(CASTS + "或橋水此012345"):
        raise s.refusal("cast_not_allowed")


# --- reading: moves on the board ------------------------------------------------------------------


def _board_move(s: _Scanner) -> Move:
    origin = _square(s)
    s.spoken = s.speaks()
    try:
        kind = _kind(s)
        return _tam(s, origin) if kind == "皇" else _walk(s, origin, None if kind == "片" else kind)
    finally:
        s.spoken = False


def _kind(s: _Scanner) -> str:
    s.gap()
    word = s.word()
    kind = _KIND_WORDS.get(word) if s.spoken else s.take_any(KINDS + "片皇")
    if not kind:
        raise s.refusal("unknown_word", word=word) if s.spoken else s.refusal("expected_kind")
    s.pos += len(word) if s.spoken else 0
    return kind


def _walk(s: _Scanner, origin: str, kind: str | None) -> Plain | Step:
    start = s.pos
    squares = _squares(s)
    jumped = _jumped(s)
    casts = _casts(s, origin, stepping=len(squares) > 1)
    if len(squares) > 2 and casts:
        raise s.refusal("too_many_squares", start)
    return _walked(origin, kind, squares, casts, jumped)


def _walked(
    origin: str,
    kind: str | None,
    squares: tuple[str, ...],
    casts: tuple[Cast, ...] | None,
    jumped: tuple[str, ...] = (),
) -> Plain | Step:
    *via, end = squares
    if not via:
        return Plain(origin, kind, end, casts, jumped)
    return Step(origin, kind, tuple(via), end, casts, jumped)


def _squares(s: _Scanner) -> tuple[str, ...]:
    s.gap()
    squares = [_square(s)]
    s.gap()
    while s.sees_any(COLUMNS):
        squares.append(_square(s))
        s.gap()
    return tuple(squares)


def _jumped(s: _Scanner) -> tuple[str, ...]:
    jumped: list[str] = []
    while s.take("跳"):
        jumped.append(_square(s))
    return tuple(jumped)


def _tam(s: _Scanner, origin: str) -> Tam:
    s.gap()
    start, shape, squares = s.pos, "", list[str | None]()
    while s.sees_any(COLUMNS + "["):
        shape += "m" if s.sees("[") else "s"
        squares.append(_mid(s) if s.sees("[") else _square(s))
        s.gap()
    if not squares:
        raise s.refusal("expected_square")
    if shape not in _TAM_SHAPES:
        raise s.refusal("tam_squares", start)
    _no_cast(s)
    return _tam_of(origin, shape, squares)


def _tam_of(origin: str, shape: str, squares: list[str | None]) -> Tam:
    mid = squares[shape.index("m")] if "m" in shape else None
    stands = [square for square, part in zip(squares, shape, strict=True) if part == "s" and square]
    return Tam(origin, stands[-1], stands[0] if len(stands) == 2 else None, _TAM_SHAPES[shape], mid)


def _mid(s: _Scanner) -> str | None:
    s.take("[")
    square = None if s.take("或") else _square(s)
    if not s.take("]"):
        raise s.refusal("expected_bracket")
    return square


# --- reading: casts -------------------------------------------------------------------------------


def _casts(s: _Scanner, origin: str, stepping: bool) -> tuple[Cast, ...] | None:
    if s.take("無撃裁"):
        return ()
    if s.sees("橋"):
        return _bridge(s, stepping)
    if s.take("水"):
        return (_water(s),)
    return _bare(s, origin, stepping)


def _bridge(s: _Scanner, stepping: bool) -> tuple[Cast, ...]:
    if not stepping:
        raise s.refusal("bridge_without_step")
    s.take("橋")
    start, rolls = s.pos, _rolls(s)
    failed = s.take("此無")
    if _wipe(rolls) and (_wipe(rolls) < len(rolls) - 1 or not failed):
        raise s.refusal("chain_wiped", start)
    step = Cast("step", rolls, failed)
    return (step, _water(s)) if not failed and s.take("水") else (step,)


def _wipe(rolls: tuple[int, ...]) -> int:
    """The index of the first further roll of 0 or 1, which wipes the sum; 0 if there is none."""
    return next((at for at, roll in enumerate(rolls) if at and roll < 2), 0)


def _rolls(s: _Scanner) -> tuple[int, ...]:
    """The casts after 橋: unknown, one, or a chain."""
    rolls = _needed_roll(s)
    while rolls and s.sees_any(CASTS + "012345"):
        rolls += _needed_roll(s)
    return rolls


def _needed_roll(s: _Scanner) -> tuple[int, ...]:
    roll = _roll(s)
    if roll is None:
        raise s.refusal("expected_cast")
    return roll


def _roll(s: _Scanner) -> tuple[int, ...] | None:
    """One cast, empty for 或; None if no cast stands here."""
    s.gap()
    if s.take("或"):
        return ()
    character = s.take_any(CASTS + "012345")
    if character:
        return ((CASTS + "012345").index(character) % len(CASTS),)
    word = s.word() if s.spoken else ""
    return (_CAST_WORDS[word],) if word in _CAST_WORDS and s.take(word) else None


def _water(s: _Scanner) -> Cast:
    start, roll = s.pos, _needed_roll(s)
    failed = s.take("此無")
    if roll and (roll[0] < 3) != failed:
        raise s.refusal("water_outcome", start, number=roll[0])
    return Cast("water", roll, failed)


def _bare(s: _Scanner, origin: str, stepping: bool) -> tuple[Cast, ...] | None:
    """Casts of the short form: numbers without 橋 and 水; nothing at all says nothing."""
    start, rolls = s.pos, _bare_rolls(s)
    failed = _came_to_nothing(s, origin, bool(rolls))
    if not rolls:
        return (Cast(None if stepping else "water", (), True),) if failed else None
    if rolls[-1] == (0,) and not failed:
        rolls[-1] = (0,) if s.text[s.pos - 1] == "0" else ()
        failed = True
    return _bare_casts(s, start, rolls, failed, stepping)


def _bare_rolls(s: _Scanner) -> list[tuple[int, ...]]:
    rolls: list[tuple[int, ...]] = []
    while len(rolls) < 2 and (0,) not in rolls:
        roll = _roll(s)
        if roll is None:
            break
        rolls.append(roll)
    return rolls


def _came_to_nothing(s: _Scanner, origin: str, cast: bool) -> bool:
    """此無, or after a cast the origin once more."""
    if s.take("此無"):
        return True
    if cast:
        s.gap()
    if not cast or not s.sees_any(COLUMNS):
        return False
    start = s.pos
    if _square(s) != origin:
        raise s.refusal("return_square", start, origin=origin)
    return True


def _bare_casts(
    s: _Scanner, start: int, rolls: list[tuple[int, ...]], failed: bool, stepping: bool
) -> tuple[Cast, ...]:
    """One number of a stepping move may be either cast; every other case is plain."""
    if len(rolls) == 2 and not stepping:
        raise s.refusal("too_many_casts", start)
    last = rolls[-1]
    if len(rolls) == 1 and stepping:
        return (Cast(None, last, True if failed else None if last else False),)
    if failed and last and last[0] > 2:
        raise s.refusal("water_outcome", start, number=last[0])
    water = Cast("water", last, failed or bool(last and last[0] < 3))
    return (Cast("step", rolls[0], False), water) if len(rolls) == 2 else (water,)


# --- reading: declarations ------------------------------------------------------------------------


def _authored(s: _Scanner) -> Declare | Standing:
    name = s.bracketed("[", "]")
    if s.take("為"):
        return _declaration(s, name)
    if s.speaks():
        return _spoken_declaration(s, name)
    s.spaces()
    if not s.sees_number():
        raise s.refusal("expected_declaration")
    return Standing(name, s.number())


def _declaration(s: _Scanner, author: str | None) -> Declare:
    start = s.pos
    hands = _bracketed_hands(s) if s.opens("(") else _joined_hands(s)
    if {Hand("王"), Hand("王", True)} <= set(hands):
        raise s.refusal("king_twice", start)
    points = _early_points(s)
    decision = _needed_decision(s)
    return Declare(author, hands, decision, _late_points(s) if points is None else points)


def _bracketed_hands(s: _Scanner) -> tuple[Hand, ...]:
    hands: list[Hand] = []
    while s.opens("("):
        start, text = s.pos, s.bracketed("(", ")")
        if not text:
            raise s.refusal("expected_hand", start)
        hands.append(_hand_named(text))
    return tuple(hands)


def _hand_named(text: str) -> Hand:
    name = text.removeprefix("同色")
    return Hand(name, name != text) if name else Hand(text)


def _joined_hands(s: _Scanner) -> tuple[Hand, ...]:
    hands = [_joined_hand(s)]
    while s.take("加"):
        hands.append(_joined_hand(s))
    return tuple(hands)


def _joined_hand(s: _Scanner) -> Hand:
    same_colour = s.take("同色")
    name = s.take_first(HANDS)
    if not name:
        raise s.refusal("expected_hand")
    return Hand(name, same_colour)


def _early_points(s: _Scanner) -> int | None:
    """而手 and the points; the older records also write 而 alone."""
    if not s.take("而"):
        return None
    s.take("手")
    return s.number()


def _late_points(s: _Scanner) -> int | None:
    """手 and the points after the decision; 手 and a piece is the next element instead."""
    start = s.pos
    s.separators()
    if s.take("手") and s.sees_number():
        return s.number()
    s.pos = start
    return None


def _decision(s: _Scanner) -> Decision | None:
    return _DECISIONS.get(s.take_first(_DECISIONS))


def _needed_decision(s: _Scanner) -> Decision:
    s.separators()
    decision = _decision(s)
    if not decision:
        raise s.refusal("expected_decision")
    return decision


def _spoken_declaration(s: _Scanner, author: str) -> Declare:
    """`zau`, the hand, `hop1`, the points, and the decision as its own sentence."""
    start, words = s.pos, _words(s)
    if "hop1" not in words or words[0] != "zau":
        raise s.refusal("expected_declaration", start)
    said = words.index("hop1")
    hand = " ".join(words[1:said])
    try:
        points = read_spoken(words[said + 1 :])
    except NumeralError as error:
        raise s.refusal(error.key, start) from None
    return Declare(author, (Hand(_HAND_WORDS.get(hand, hand)),) if hand else (), _needed_decision(s), points)


def _words(s: _Scanner) -> list[str]:
    words: list[str] = []
    s.spaces()
    while s.word():
        words.append(s.word())
        s.take(s.word())
        s.spaces()
    return words


# --- reading: the machine notation ----------------------------------------------------------------


def _machine_move(s: _Scanner) -> list[At[Item]]:
    """One quoted string: a move and perhaps a declaration."""
    place = s.place()
    s.take('"')
    elements = [At[Item](*place, _machine_drop(s) if s.sees_any("BR") else _machine_walk(s))]
    if s.sees("="):
        elements.append(At[Item](*s.place(), _machine_declaration(s)))
    if not s.take('"'):
        raise s.refusal("expected_quote")
    return elements


def _machine_kind(s: _Scanner) -> str:
    letter = s.take_any("".join(_KIND_LETTERS))
    if not letter:
        raise s.refusal("expected_kind")
    return _KIND_LETTERS[letter]


def _machine_drop(s: _Scanner) -> Drop:
    colour = "黒" if s.take_any("BR") == "B" else "赤"
    start, kind = s.pos, _machine_kind(s)
    if kind == "皇":
        raise s.refusal("expected_piece", start)
    return Drop(colour, kind, _square(s, small=True))


def _machine_walk(s: _Scanner) -> Move:
    origin = _square(s, small=True)
    kind = _machine_kind(s)
    start, squares = s.pos, [_square(s, small=True)]
    while s.sees_any(COLUMNS.lower()):
        squares.append(_square(s, small=True))
    if len(squares) > 2:
        raise s.refusal("too_many_squares", start)
    if kind != "皇":
        return _walked(origin, kind, tuple(squares), _bare(s, origin, stepping=len(squares) > 1))
    _no_cast(s)
    return Tam(origin, squares[-1], squares[0] if len(squares) == 2 else None)


def _machine_declaration(s: _Scanner) -> Declare:
    word = s.take_first(("=tymor", "=taxt"))
    if not word:
        raise s.refusal("expected_decision")
    hands: list[Hand] = []
    while s.take_any("=/"):
        hands.append(_machine_hand(s))
    return Declare(None, tuple(hands), "再行" if word == "=tymor" else "終季")


def _machine_hand(s: _Scanner) -> Hand:
    """The letters of the pieces, F in front for one colour."""
    same_colour, letters = s.take("F"), ""
    while s.sees_any("".join(_KIND_LETTERS)):
        letters += s.take_any("".join(_KIND_LETTERS))
    if not letters:
        raise s.refusal("expected_hand")
    return Hand(_HAND_LETTERS.get("".join(sorted(letters)), letters), same_colour)


# --- writing --------------------------------------------------------------------------------------

_COLUMN_WIDTH = 22


def write_record(record: Record) -> str:
    """The record in the recommended profile: 一位色 and 律 first, two moves a line, numbers in characters."""
    infos = sorted((info.item for info in record.infos), key=_info_rank)
    players = " ".join(_player_text(player.item) for player in record.players)
    header = [_info_text(info) for info in infos] + ([players] if players else [])
    page = _Page()
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
    return {"一位色": 0, "律": 1, "則": 2}.get(info.key or "", 3)


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

    def __init__(self) -> None:
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
            self._line += (" " if self._line else "") + write_item(item)
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

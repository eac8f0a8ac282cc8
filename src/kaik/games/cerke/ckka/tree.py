"""What a CKKA record says, as a tree with the place of every part (docs/rules/cerke-notation.md §1–§4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kaik.core.errors import BadRecord
from kaik.core.messages import Message

COLUMNS = "KLNTZXCMP"
ROWS = ("AI", "AU", "IA", "A", "E", "I", "U", "O", "Y")
KINDS = "船兵弓車虎馬筆巫将王獣"
"""The pieces; 獣 belongs to old cerke only."""
SEASONS = ("春", "夏", "秋", "冬", "上季", "下季")
COLOURS = "黒赤"
HANDS = ("王", "獣", "地心", "馬弓兵", "助友", "戦集", "行行", "筆兵無傾", "闇戦之集", "無抗行処")
CASTS = "無一二三四五"
KEYS = ("律", "則", "一位色", "始時", "終時", "黒名", "赤名", "季", "終局", "途中", "布陣")
"""The keys of header entries that mean something; all others are free text."""
Purpose: TypeAlias = Literal["step", "water"]
Half: TypeAlias = Literal["first", "second"]
Decision: TypeAlias = Literal["再行", "終季"]
T = TypeVar("T")
KIND_WORDS = dict(
    zip(
        ("nuak1", "kauk2", "gua2", "kaun1", "dau2", "maun1", "kua2", "tuk2", "uai1", "io", "tam2"),
        "船兵弓車虎馬筆巫将王皇",
        strict=True,
    )
)


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


def wiped(rolls: tuple[int, ...]) -> int:
    """The index of the first further roll of 0 or 1, which wipes the sum; 0 if there is none."""
    return next((at for at, roll in enumerate(rolls) if at and roll < 2), 0)


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
        return 0 if wiped(self.rolls) else sum(self.rolls)


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
    cut: tuple[int, int] | None = None
    """Where the element begins in which the text breaks off, if it does; that element is not in the body."""
    closed: bool = True
    """Whether anything stands after the last element; if not, a number at the end may have been longer."""


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


def is_empty(record: Record) -> bool:
    """Whether a text says nothing of a match: no element, no player, no header entry that has a meaning."""
    known = any(info.item.key in KEYS for info in record.infos)
    return not (record.body or record.players or record.cut or known)


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


def with_remarks(items: Sequence[Item], remarks: Sequence[str]) -> list[Item]:
    """What an event wrote, and the remarks on it: the first is the move's, others stand by themselves."""
    if items and remarks and isinstance(items[0], Plain | Step | Drop | Tam):
        items, remarks = (replace(items[0], remark=remarks[0]), *items[1:]), remarks[1:]
    return [*items, *(Note(text) for text in remarks)]


def profile_infos(
    starters: str, rule: str, options: Mapping[str, str] | None = None, others: Iterable[Info] = ()
) -> tuple[Info, ...]:
    """The header of the recommended profile, with our own options one per brace."""
    own = (Info("則", f"{option}={setting}") for option, setting in (options or {}).items())
    begun = (Info("一位色", starters),) if starters else ()
    return (*begun, Info("律", rule), *own, *others)

"""The moves of CKKA read: drops, walks, the tam, and the casts written after them."""

from __future__ import annotations

from collections.abc import Mapping

from kaik.games.cerke.ckka.scanner import Scanner
from kaik.games.cerke.ckka.tree import (
    CASTS,
    COLOURS,
    COLUMNS,
    KIND_WORDS,
    KINDS,
    ROWS,
    Cast,
    Drop,
    Half,
    Move,
    Plain,
    Step,
    Tam,
    wiped,
)

_CAST_WORDS = {"mun1": 0, "et2": 1, "ik2": 2, "om2": 3, "om1": 3, "ap1": 4, "un1": 5}
_TAM_SHAPES: Mapping[str, Half | None] = {"s": None, "ms": None, "ss": None, "sms": "first", "mss": "second"}


def read_square(s: Scanner, small: bool = False) -> str:
    column = s.take_any(COLUMNS.lower() if small else COLUMNS)
    if not column:
        raise s.refusal("expected_square")
    row = s.take_first(name.lower() if small else name for name in ROWS)
    if not row:
        raise s.refusal("expected_row", letter=column)
    return (column + row).upper()


def read_piece(s: Scanner) -> str:
    kind = s.take_any(KINDS)
    if not kind:
        raise s.refusal("expected_piece")
    return kind


def read_drop(s: Scanner) -> Drop:
    """或 as colour is of the short form, 無 a loose spelling of it."""
    colour = s.take_any(COLOURS + "或無")
    if not colour:
        raise s.refusal("expected_element")
    drop = Drop(colour if colour in COLOURS else None, read_piece(s), read_square(s))
    no_cast(s)
    return drop


def no_cast(s: Scanner) -> None:
    if s.sees_any(CASTS + "或橋水此012345"):
        raise s.refusal("cast_not_allowed")


# --- on the board ---------------------------------------------------------------------------------


def read_board_move(s: Scanner) -> Move:
    origin = read_square(s)
    s.spoken = s.speaks()
    try:
        kind = _kind(s)
        return _tam(s, origin) if kind == "皇" else _walk(s, origin, None if kind == "片" else kind)
    finally:
        s.spoken = False


def _kind(s: Scanner) -> str:
    s.gap()
    word = s.word()
    kind = KIND_WORDS.get(word) if s.spoken else s.take_any(KINDS + "片皇")
    if not kind:
        raise s.refusal("unknown_word", word=word) if s.spoken else s.refusal("expected_kind")
    s.pos += len(word) if s.spoken else 0
    return kind


def _walk(s: Scanner, origin: str, kind: str | None) -> Plain | Step:
    start = s.pos
    squares = _squares(s)
    jumped = _jumped(s)
    casts = _casts(s, origin, stepping=len(squares) > 1)
    if len(squares) > 2 and casts:
        raise s.refusal("too_many_squares", start)
    return walk_of(origin, kind, squares, casts, jumped)


def walk_of(
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


def _squares(s: Scanner) -> tuple[str, ...]:
    s.gap()
    squares = [read_square(s)]
    s.gap()
    while s.sees_any(COLUMNS):
        squares.append(read_square(s))
        s.gap()
    return tuple(squares)


def _jumped(s: Scanner) -> tuple[str, ...]:
    jumped: list[str] = []
    while s.take("跳"):
        jumped.append(read_square(s))
    return tuple(jumped)


def _tam(s: Scanner, origin: str) -> Tam:
    s.gap()
    start, shape, squares = s.pos, "", list[str | None]()
    while s.sees_any(COLUMNS + "["):
        shape += "m" if s.sees("[") else "s"
        squares.append(_mid(s) if s.sees("[") else read_square(s))
        s.gap()
    if not squares:
        raise s.refusal("expected_square")
    if shape not in _TAM_SHAPES:
        raise s.refusal("tam_squares", start)
    no_cast(s)
    return _tam_of(origin, shape, squares)


def _tam_of(origin: str, shape: str, squares: list[str | None]) -> Tam:
    mid = squares[shape.index("m")] if "m" in shape else None
    stands = [square for square, part in zip(squares, shape, strict=True) if part == "s" and square]
    return Tam(origin, stands[-1], stands[0] if len(stands) == 2 else None, _TAM_SHAPES[shape], mid)


def _mid(s: Scanner) -> str | None:
    s.take("[")
    square = None if s.take("或") else read_square(s)
    if not s.take("]"):
        raise s.refusal("expected_bracket")
    return square


# --- casts ----------------------------------------------------------------------------------------


def _casts(s: Scanner, origin: str, stepping: bool) -> tuple[Cast, ...] | None:
    if s.take("無撃裁"):
        return ()
    if s.sees("橋"):
        return _bridge(s, stepping)
    if s.take("水"):
        return (_water(s),)
    return read_bare(s, origin, stepping)


def _bridge(s: Scanner, stepping: bool) -> tuple[Cast, ...]:
    if not stepping:
        raise s.refusal("bridge_without_step")
    s.take("橋")
    start, rolls = s.pos, _rolls(s)
    failed = s.take("此無")
    if wiped(rolls) and (wiped(rolls) < len(rolls) - 1 or not failed):
        raise s.refusal("chain_wiped", start)
    step = Cast("step", rolls, failed)
    return (step, _water(s)) if not failed and s.take("水") else (step,)


def _rolls(s: Scanner) -> tuple[int, ...]:
    """The casts after 橋: unknown, one, or a chain."""
    rolls = _needed_roll(s)
    while rolls and s.sees_any(CASTS + "012345"):
        rolls += _needed_roll(s)
    return rolls


def _needed_roll(s: Scanner) -> tuple[int, ...]:
    roll = _roll(s)
    if roll is None:
        raise s.refusal("expected_cast")
    return roll


def _roll(s: Scanner) -> tuple[int, ...] | None:
    """One cast, empty for 或; None if no cast stands here."""
    s.gap()
    if s.take("或"):
        return ()
    character = s.take_any(CASTS + "012345")
    if character:
        return ((CASTS + "012345").index(character) % len(CASTS),)
    word = s.word() if s.spoken else ""
    return (_CAST_WORDS[word],) if word in _CAST_WORDS and s.take(word) else None


def _water(s: Scanner) -> Cast:
    start, roll = s.pos, _needed_roll(s)
    failed = s.take("此無")
    if roll and (roll[0] < 3) != failed:
        raise s.refusal("water_outcome", start, number=roll[0])
    return Cast("water", roll, failed)


def read_bare(s: Scanner, origin: str, stepping: bool) -> tuple[Cast, ...] | None:
    """Casts of the short form: numbers without 橋 and 水; nothing at all says nothing."""
    start, rolls = s.pos, _bare_rolls(s)
    failed = _came_to_nothing(s, origin, bool(rolls))
    if not rolls:
        return (Cast(None if stepping else "water", (), True),) if failed else None
    if rolls[-1] == (0,) and not failed:
        rolls[-1] = (0,) if s.text[s.pos - 1] == "0" else ()
        failed = True
    return _bare_casts(s, start, rolls, failed, stepping)


def _bare_rolls(s: Scanner) -> list[tuple[int, ...]]:
    rolls: list[tuple[int, ...]] = []
    while len(rolls) < 2 and (0,) not in rolls:
        roll = _roll(s)
        if roll is None:
            break
        rolls.append(roll)
    return rolls


def _came_to_nothing(s: Scanner, origin: str, cast: bool) -> bool:
    """此無, or after a cast the origin once more."""
    if s.take("此無"):
        return True
    if cast:
        s.gap()
    if not cast or not s.sees_any(COLUMNS):
        return False
    start = s.pos
    if read_square(s) != origin:
        raise s.refusal("return_square", start, origin=origin)
    return True


def _bare_casts(
    s: Scanner, start: int, rolls: list[tuple[int, ...]], failed: bool, stepping: bool
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

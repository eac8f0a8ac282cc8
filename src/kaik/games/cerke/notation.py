"""Move codes, squares and pieces as text, and back (§1, §2, §6).

Strings: `TAI-TY` plain, `TAU/NAI-TY` step and finite leg, `LAU/LAI~LY` step and unlimited leg, `黒兵*TY`
drop, `ZO皇[ZU]ZI`, `ZO皇XI[ZI]ZU`, `ZO皇[ZU]XI-ZI` the tam without a step, stepping first, stepping second;
`ZO皇ZU` and `ZO皇XI-ZI` its single king move (`tam_stop_after_one`).
"""

import functools
import re
from collections.abc import Mapping, Sequence

from kaik.games.cerke import codes
from kaik.games.cerke.tables import (
    COLOURS,
    EMPTY_CELL,
    KINDS,
    SIDES,
    TAM_CELL,
    cell_code,
    piece_number,
)
from kaik.games.cerke.tables import SQUARE_BY_NAME as SQUARE_BY_NAME
from kaik.games.cerke.tables import SQUARE_NAMES as SQUARE_NAMES

TAM_NAME = "皇"
PIECE_NAMES = tuple(colour + kind for colour in COLOURS for kind in KINDS)
PIECE_BY_NAME = {name: number for number, name in enumerate(PIECE_NAMES)}

KIND_LETTERS = dict(zip(KINDS, "VPACTHOSGK", strict=True))
"""Kinds in plain letters, as the machine form of records writes them."""

PIECE_LETTERS = {name: "BR"[COLOURS.index(name[0])] + KIND_LETTERS[name[1]] for name in PIECE_NAMES}

PROFILES = ("glued", "plain", "viewer")
"""Ways to write a CKKA record: captures glued to their moves; captures as elements of their own; glued, and
without remarks and signatures, which the public viewer cannot read."""

_SQUARE = "[KLNTZXCMP](?:AI|AU|IA|[AEIUOY])"
_EVERY_SQUARE = re.compile(_SQUARE)
_BOARD_MOVE = re.compile(f"({_SQUARE})(?:/({_SQUARE}))?([-~])({_SQUARE})")
_DROP = re.compile(f"([{COLOURS}][{KINDS}])\\*({_SQUARE})")
_LETTERED_DROP = re.compile(f"([BR][{''.join(KIND_LETTERS.values())}])[* ]?({_SQUARE})", re.IGNORECASE)
_TAM_MOVE = re.compile(f"({_SQUARE}){TAM_NAME}(?:({_SQUARE})?\\[({_SQUARE})\\])?(?:({_SQUARE})-)?({_SQUARE})")


def spelled_drop(text: str) -> str:
    """A drop in plain letters (`RT*LU`) as it is usually written; any other text as it is."""
    found = _LETTERED_DROP.fullmatch(text.strip())
    if found is None:
        return text
    piece = next(name for name, letters in PIECE_LETTERS.items() if letters == found[1].upper())
    return f"{piece}*{found[2].upper()}"


def form_of(move: int) -> int:
    return move >> codes.FORM_SHIFT


def origin_of(move: int) -> int:
    """The square left; of a drop, the piece number."""
    return move & 127


def via_of(move: int) -> int:
    return move >> codes.VIA_SHIFT & 127


def end_of(move: int) -> int:
    return move >> codes.END_SHIFT & 127


def half_of(move: int) -> int:
    return move >> codes.HALF_SHIFT & 127


def encode(form: int, origin: int, end: int, via: int = 0, half: int = 0) -> int:
    """A move code from its fields; see kernel.py for the layout."""
    return (
        form << codes.FORM_SHIFT
        | half << codes.HALF_SHIFT
        | end << codes.END_SHIFT
        | via << codes.VIA_SHIFT
        | origin
    )


def move_to_text(move: int) -> str:
    form, end = form_of(move), SQUARE_NAMES[end_of(move)]
    if form == codes.DROP:
        return f"{PIECE_NAMES[origin_of(move)]}*{end}"
    start = SQUARE_NAMES[origin_of(move)]
    if form == codes.PLAIN:
        return f"{start}-{end}"
    if form > codes.DROP:
        return f"{start}{TAM_NAME}{_tam_path(move)}{end}"
    return f"{start}/{SQUARE_NAMES[via_of(move)]}{'-' if form == codes.STEP else '~'}{end}"


def _tam_path(move: int) -> str:
    """What stands between 皇 and the end square."""
    form = form_of(move)
    via = "" if form == codes.TAM or via_of(move) == codes.NOWHERE else SQUARE_NAMES[via_of(move)]
    half = "" if form == codes.TAM_SINGLE else f"[{SQUARE_NAMES[half_of(move)]}]"
    if form == codes.TAM_FORMER:
        return via + half
    return half + (f"{via}-" if via else "")


def squares_in(text: str) -> tuple[str, ...]:
    """The squares a move string names, in order."""
    return tuple(_EVERY_SQUARE.findall(text))


@functools.lru_cache(maxsize=1 << 15)
def text_to_move(text: str) -> int:
    """The move code of a string; ValueError if it is none. Says nothing about legality."""
    if match := _BOARD_MOVE.fullmatch(text):
        return _board_move(*match.groups())
    if match := _DROP.fullmatch(text):
        return encode(codes.DROP, PIECE_BY_NAME[match[1]], SQUARE_BY_NAME[match[2]])
    if match := _TAM_MOVE.fullmatch(text):
        return _tam_move(*match.groups())
    raise ValueError(f"not a move: {text}")


def _board_move(start: str, via: str | None, mark: str, end: str) -> int:
    if via is None:
        if mark == "~":
            raise ValueError("a cast needs a square stepped on")
        return encode(codes.PLAIN, SQUARE_BY_NAME[start], SQUARE_BY_NAME[end])
    form = codes.STEP if mark == "-" else codes.CAST
    return encode(form, SQUARE_BY_NAME[start], SQUARE_BY_NAME[end], SQUARE_BY_NAME[via])


def _tam_move(start: str, former: str | None, half: str | None, latter: str | None, end: str) -> int:
    if former and latter:
        raise ValueError("the tam steps once")
    origin, last = SQUARE_BY_NAME[start], SQUARE_BY_NAME[end]
    if half is None:
        via = SQUARE_BY_NAME[latter] if latter else codes.NOWHERE
        return encode(codes.TAM_SINGLE, origin, last, via)
    form = codes.TAM_FORMER if former else codes.TAM_LATTER if latter else codes.TAM
    stepped = former or latter
    return encode(form, origin, last, SQUARE_BY_NAME[stepped] if stepped else 0, SQUARE_BY_NAME[half])


def cell_to_text(code: int) -> str:
    """`IA黒兵`, `皇`; empty for an empty cell."""
    if code == EMPTY_CELL:
        return ""
    if code == TAM_CELL:
        return TAM_NAME
    side, piece = divmod(code - 1, 20)
    return SIDES[side] + PIECE_NAMES[piece]


def text_to_cell(text: str) -> int:
    if text == TAM_NAME:
        return TAM_CELL
    side, piece = text[:-2], PIECE_BY_NAME.get(text[-2:])
    if side not in SIDES or piece is None:
        raise ValueError(f"not a piece: {text}")
    return cell_code(SIDES.index(side), piece)


def cells_from_names(board: Mapping[str, str]) -> bytes:
    """Square name → piece text, as 81 cell codes."""
    cells = bytearray(len(SQUARE_NAMES))
    for name, text in board.items():
        cells[SQUARE_BY_NAME[name]] = text_to_cell(text)
    return bytes(cells)


def cells_to_names(cells: bytes) -> dict[str, str]:
    return {SQUARE_NAMES[i]: cell_to_text(code) for i, code in enumerate(cells) if code}


def counts_from_names(pieces: Sequence[str]) -> tuple[int, ...]:
    """A list of pieces such as `黒兵` as 20 counts."""
    unknown = [piece for piece in pieces if piece not in PIECE_BY_NAME]
    if unknown:
        raise ValueError(f"not a piece: {unknown[0]}")
    return tuple(pieces.count(name) for name in PIECE_NAMES)


def counts_to_names(counts: Sequence[int]) -> list[str]:
    return [name for number, name in enumerate(PIECE_NAMES) for _ in range(counts[number])]


def piece(colour: str, kind: str) -> int:
    return piece_number(COLOURS.index(colour), KINDS.index(kind))

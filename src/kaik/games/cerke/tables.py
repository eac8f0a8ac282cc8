"""What the options mean for the kernel, as numbers: board, movement, layout and hands.

Follows §1–4, §9, §13 and §14 of docs/rules/cerke.md. Squares are numbered row by row from KA = 0 to PIA = 80,
also on the small board, which is the masked middle of the big one (§13). Everything here is plain Python and
runs once per set of options.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from kaik.games.cerke.options import Options, tam_square_counts

KINDS = "船兵弓車虎馬筆巫将王"
COLOURS = "黒赤"
SIDES = ("IA", "A")
COLUMNS = "KLNTZXCMP"
ROWS = ("A", "E", "I", "U", "O", "Y", "AI", "AU", "IA")

WIDTH = 9
SQUARES = 81
NO_SQUARE = 81
EMPTY_CELL = 0
TAM_CELL = 41

#: The four directions in which square numbers rise, then their opposites in the same order.
DIRECTIONS = ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1))
#: A window of 7 × 7 squares round the tam, eight bits to a row; the eighth column stays empty.
WINDOW_CENTRE = 27
#: Casts beyond the width of the board allow nothing more.
FARTHEST = 8


class Atom(NamedTuple):
    """One entry of a movement table, in the mover's view (§4).

    `form` is S, J, R, R1 or RH as in the rules, or RA: the horse ray over any one piece (`maun_jump`).
    """

    form: str
    dx: int
    dy: int


Moves = tuple[tuple[Atom, ...], tuple[Atom, ...]]

ORT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIA = ((1, 1), (1, -1), (-1, 1), (-1, -1))
ALL8 = ORT + DIA
SIDEWAYS = ((1, 0), (-1, 0))
UP_AND_DOWN = ((0, 1), (0, -1))
TWO_ORT = ((2, 0), (-2, 0), (0, 2), (0, -2))
TWO_DIA = ((2, 2), (2, -2), (-2, 2), (-2, -2))


def _atoms(form: str, vectors: Iterable[tuple[int, int]]) -> tuple[Atom, ...]:
    return tuple(Atom(form, dx, dy) for dx, dy in vectors)


_KING = _atoms("S", ALL8)

#: Kind → (normal, tam-field) as printed in §4.
OFFICIAL: dict[str, Moves] = {
    "船": (
        _atoms("R", [(0, 1)]),
        _atoms("R", UP_AND_DOWN) + _atoms("S", [(1, 0), (-1, 0), (2, 0), (-2, 0)]),
    ),
    "兵": (_atoms("S", [(0, 1)]), _atoms("S", [*ORT, (0, 2)])),
    "弓": (_atoms("R", ORT), _atoms("R", DIA)),
    "車": (_atoms("J", TWO_ORT), _atoms("J", TWO_DIA)),
    "虎": (_atoms("S", DIA), _atoms("R", DIA)),
    "馬": (_atoms("J", TWO_DIA), _atoms("RH", DIA)),
    "筆": (_atoms("R", UP_AND_DOWN) + _atoms("S", SIDEWAYS), _atoms("R", ORT)),
    "巫": (_atoms("R", SIDEWAYS) + _atoms("S", UP_AND_DOWN), _atoms("R1", ALL8)),
    "将": (_atoms("S", [v for v in ALL8 if v != (0, -1)]), _KING),
    "王": (_KING, _KING),
}

#: The entries 硬皇力 replaces (§14.1).
HARD_TAM: dict[str, Moves] = {
    "弓": (_atoms("R", ORT), _atoms("R", ORT) + _atoms("S", DIA)),
    "車": (_atoms("R", DIA), _atoms("R", DIA) + _atoms("S", ORT)),
    "馬": (_atoms("J", TWO_DIA), _atoms("J", TWO_DIA + TWO_ORT)),
    "巫": (_atoms("S", ORT), _atoms("R1", ALL8)),
}


def movement(options: Options) -> dict[str, Moves]:
    """The movement table in force (§4, §14.1, order of application §18)."""
    moves = dict(OFFICIAL)
    if options.movement_table == "hard_tam":
        moves.update(HARD_TAM)
    if options.vessel_tamhue_as_bow != "off":
        column = 0 if options.vessel_tamhue_as_bow == "bow_normal" else 1
        moves["船"] = (moves["船"][0], moves["弓"][column])
    if options.maun_jump == "any_one":
        moves["馬"] = (_any_one(moves["馬"][0]), _any_one(moves["馬"][1]))
    _same(moves, options.tiger_horse_same, {"both_as_tiger": "虎", "both_as_horse": "馬"})
    _same(moves, options.bow_chariot_same, {"both_as_bow": "弓", "both_as_chariot": "車"})
    return moves


def _any_one(atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    return tuple(atom._replace(form="RA") if atom.form == "RH" else atom for atom in atoms)


def _same(moves: dict[str, Moves], choice: str, models: dict[str, str]) -> None:
    """Let two kinds move as the one `choice` names, or leave both alone."""
    if choice in models:
        model = moves[models[choice]]
        moves.update(dict.fromkeys(models.values(), model))


def square(x: int, y: int) -> int:
    return y * WIDTH + x


def square_name(index: int) -> str:
    return COLUMNS[index % WIDTH] + ROWS[index // WIDTH]


SQUARE_NAMES = tuple(square_name(index) for index in range(SQUARES))
SQUARE_BY_NAME = {name: index for index, name in enumerate(SQUARE_NAMES)}


def _mask(names: str) -> int:
    return sum(1 << SQUARE_BY_NAME[name] for name in names.split())


BIG_BOARD = (1 << SQUARES) - 1
SMALL_BOARD = sum(1 << square(x, y) for x in range(2, 7) for y in range(1, 8))
BIG_FIELD = _mask("NI CI TU XU TY XY NAI CAI ZO")
BIG_WATER = _mask("ZI ZU ZY ZAI NO TO XO CO ZO")
SMALL_FIELD = _mask("ZO")
SMALL_WATER = _mask("NO TO ZO XO CO")

# Rows from the top, `b` black, `r` red; the upper half faces down (§3, §13).
BIG_LAYOUT = """
b筆 b馬 b車 b将 r王 r将 r車 r馬 r筆
r巫 r弓 .  r虎 .  b虎 .  b弓 b巫
b兵 r兵 b兵 r兵 r船 r兵 b兵 r兵 b兵
.  .  .  .  .  .  .  .  .
.  .  .  .  皇  .  .  .  .
.  .  .  .  .  .  .  .  .
b兵 r兵 b兵 r兵 b船 r兵 b兵 r兵 b兵
b巫 b弓 .  b虎 .  r虎 .  r弓 r巫
r筆 r馬 r車 r将 b王 b将 b車 b馬 b筆
"""
SMALL_LAYOUT = """
.  .  .  .  .  .  .  .  .
.  .  r車 r弓 r王 r将 r巫 .  .
.  .  b兵 b兵 r船 r兵 r兵 .  .
.  .  .  .  .  .  .  .  .
.  .  .  .  皇  .  .  .  .
.  .  .  .  .  .  .  .  .
.  .  r兵 r兵 b船 b兵 b兵 .  .
.  .  b巫 b将 b王 b弓 b車 .  .
.  .  .  .  .  .  .  .  .
"""


def piece_number(colour: int, kind: int) -> int:
    """0–9 black, 10–19 red, kinds in the order of KINDS."""
    return colour * 10 + kind


def cell_code(side: int, piece: int) -> int:
    """A cell holds 0 (empty), 1–20 (IA side), 21–40 (A side) or 41 (tam)."""
    return 1 + side * 20 + piece


def _layout_cell(word: str, y: int) -> int:
    if word == ".":
        return EMPTY_CELL
    if word == "皇":
        return TAM_CELL
    side = 0 if y > WIDTH // 2 else 1
    return cell_code(side, piece_number("br".index(word[0]), KINDS.index(word[1])))


def _layout(text: str) -> bytes:
    rows = text.split("\n")[1:-1]
    return bytes(_layout_cell(word, y) for y, row in enumerate(rows) for word in row.split())


@cache
def start_cells(board: str) -> bytes:
    """The initial layout as 81 cell codes (§3, §13)."""
    return _layout(BIG_LAYOUT if board == "big" else SMALL_LAYOUT)


@cache
def piece_set(board: str) -> tuple[int, ...]:
    """How many of each of the 20 pieces the set holds (§2, §13)."""
    cells = start_cells(board)
    return tuple(cells.count(cell_code(0, p)) + cells.count(cell_code(1, p)) for p in range(20))


class Tables(NamedTuple):
    """Masks have bit n for square n. Movement rows are numbered (side · 10 + kind) · 2 + in-field."""

    board: int
    water: int
    fields: tuple[int, ...]  # tam square (81: no tam on the board) → tam-field
    near: tuple[int, ...]  # square → its neighbours
    within: tuple[tuple[int, ...], ...]  # square → distance 0–8 → squares at most that far
    rays: tuple[tuple[int, ...], ...]  # direction → square → ray to the edge
    windows: tuple[int, ...]  # tam square → squares of the board in its 7 × 7 window
    rings: tuple[int, ...]  # window cell → its neighbours in the window
    hops: tuple[tuple[int, ...], ...]  # row → square → finite candidates that nothing blocks
    far: tuple[int, ...]  # row → directions of steps two squares long
    slides: tuple[int, ...]  # row → directions of R
    leaps: tuple[int, ...]  # row → directions of R1
    horses: tuple[int, ...]  # row → directions of RH
    hurdles: tuple[int, ...]  # row → directions of RA
    layout: bytes


@lru_cache(maxsize=256)
def build(options: Options) -> Tables:
    """All tables for a checked set of options; cached, for they take a few hundredths of a second."""
    big = options.board == "big"
    board = BIG_BOARD if big else SMALL_BOARD
    near = tuple(shifted(board, p, ALL8) for p in range(SQUARES))
    rows = _rows(movement(options))
    return Tables(
        board=board,
        water=BIG_WATER if big else SMALL_WATER,
        fields=_fields(BIG_FIELD if big else SMALL_FIELD, near, tam_square_counts(options)),
        near=near,
        within=tuple(tuple(_disk(board, p, n) for n in range(FARTHEST + 1)) for p in range(SQUARES)),
        rays=tuple(tuple(_ray(board, p, d) for p in range(SQUARES)) for d in DIRECTIONS),
        windows=tuple(_window(board, p) for p in range(SQUARES)),
        rings=tuple(_ring(cell) for cell in range(64)),
        hops=tuple(tuple(shifted(board, p, _hops(row)) for p in range(SQUARES)) for row in rows),
        far=tuple(_directions([a for a in row if _is_far(a)], ("S",)) for row in rows),
        slides=tuple(_directions(row, ("R",)) for row in rows),
        leaps=tuple(_directions(row, ("R1",)) for row in rows),
        horses=tuple(_directions(row, ("RH",)) for row in rows),
        hurdles=tuple(_directions(row, ("RA",)) for row in rows),
        layout=start_cells(options.board),
    )


def _rows(moves: dict[str, Moves]) -> list[list[Atom]]:
    """Atoms turned to board directions, one row per side, kind and column."""
    return [
        [_turned(atom, side) for atom in moves[kind][column]]
        for side in range(2)
        for kind in KINDS
        for column in range(2)
    ]


def _turned(atom: Atom, side: int) -> Atom:
    sign = 1 if side == 0 else -1
    return Atom(atom.form, sign * atom.dx, -sign * atom.dy)


def _is_far(atom: Atom) -> bool:
    return atom.form == "S" and max(abs(atom.dx), abs(atom.dy)) == 2


def _hops(row: list[Atom]) -> list[tuple[int, int]]:
    return [(a.dx, a.dy) for a in row if a.form in ("S", "J") and not _is_far(a)]


def _directions(row: list[Atom], forms: tuple[str, ...]) -> int:
    """The directions of the atoms of these forms as eight bits."""
    vectors = {(_sign(a.dx), _sign(a.dy)) for a in row if a.form in forms}
    return sum(1 << DIRECTIONS.index(v) for v in vectors)


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


def _at(board: int, x: int, y: int) -> int:
    """The bit of a square, 0 when it is off the board."""
    if not (0 <= x < WIDTH and 0 <= y < WIDTH):
        return 0
    return board & (1 << square(x, y))


def shifted(board: int, p: int, vectors: Iterable[tuple[int, int]]) -> int:
    """The squares that these vectors lead to from square p."""
    y, x = divmod(p, WIDTH)
    mask = 0
    for dx, dy in vectors:
        mask |= _at(board, x + dx, y + dy)
    return mask


def _ray(board: int, p: int, direction: tuple[int, int]) -> int:
    dx, dy = direction
    return shifted(board, p, [(k * dx, k * dy) for k in range(1, WIDTH)])


def _disk(board: int, p: int, n: int) -> int:
    reach = range(-n, n + 1)
    return shifted(board, p, [(dx, dy) for dx in reach for dy in reach])


def _fields(fixed: int, near: tuple[int, ...], tam_square: bool) -> tuple[int, ...]:
    return (*(fixed | near[p] | (1 << p if tam_square else 0) for p in range(SQUARES)), fixed)


def _window(board: int, p: int) -> int:
    y, x = divmod(p, WIDTH)
    return sum(1 << (8 * i + j) for i in range(7) for j in range(7) if _at(board, x + j - 3, y + i - 3))


def _ring(cell: int) -> int:
    i, j = divmod(cell, 8)
    spots = [(i + dy, j + dx) for dx, dy in ALL8]
    return sum(1 << (8 * a + b) for a, b in spots if 0 <= a < 7 and 0 <= b < 7)


class HandSpec(NamedTuple):
    """A hand as the options define it: name, needed number of each kind, points of the table."""

    name: str
    needs: tuple[int, ...]
    points: int


OFFICIAL_HANDS = (
    ("無抗行処", KINDS, 50),
    ("筆兵無傾", "兵弓将筆巫", 10),
    ("地心", "筆巫将", 7),
    ("馬弓兵", "兵弓馬", 5),
    ("行行", "船車馬", 5),
    ("王", "王", 3),
    ("獣", "虎馬", 3),
    ("戦集", "将兵兵", 3),
    ("助友", "車兵兵", 3),
    ("闇戦之集", "兵兵兵兵兵", 3),
)
EDUCATION_HANDS = (("将巫兵", "将巫兵", 5), ("車弓兵", "車弓兵", 5), ("王", "王", 3), ("船兵兵", "船兵兵", 3))
REN_JU_REN_HANDS = tuple((word, word, 0) for word in ("王", "将巫筆", "馬虎", "車弓兵"))
SAN_REN_HANDS = tuple(
    (word, word, 0) for word in ("王", "将巫筆", "巫筆馬", "筆馬虎", "馬虎車", "虎車弓", "車弓兵", "弓兵船")
)
CONCRETE_HANDS = (("光戦王集", "将馬弓兵", 0),)
VEHICLES = (("船車馬", "船車馬", 0),)
SOLDIER_HANDS = tuple(hand for hand in OFFICIAL_HANDS if hand[0] in ("戦集", "助友", "闇戦之集"))

_SYSTEMS = {
    "official10": OFFICIAL_HANDS,
    "education4": EDUCATION_HANDS,
    "ren_ju_ren": REN_JU_REN_HANDS,
    "san_ren": SAN_REN_HANDS,
    "concrete": CONCRETE_HANDS,
}

FLASH = "同色"
#: Values of the old counting in tenths, in the order of KINDS (§14.3).
OLD_VALUES = (1, 2, 4, 5, 6, 4, 3, 5, 6, 10)


def hand_specs(options: Options) -> tuple[HandSpec, ...]:
    """The hands in force, in the order of the rules; extras last (§9, §13, §14.4)."""
    hands = list(_SYSTEMS[options.hand_system])
    if options.hand_system == "ren_ju_ren":
        hands += VEHICLES if options.with_vehicles else ()
        hands += SOLDIER_HANDS if options.with_soldier_hands else ()
    specs = [HandSpec(name, _needs(pieces), points) for name, pieces, points in hands]
    specs = [s._replace(points=options.cavalry_points) if s.name == "馬弓兵" else s for s in specs]
    return (*specs, *(HandSpec(e.name, _needs(e.pieces), e.points) for e in options.hand_extra))


def _needs(pieces: Iterable[str]) -> tuple[int, ...]:
    listed = list(pieces)
    return tuple(listed.count(kind) for kind in KINDS)


def old_factor(options: Options, spec: HandSpec) -> int:
    """k(h): the low factor for the low class, which follows the definition of the hand (§14.3, §18)."""
    soldiers = spec.needs[KINDS.index("兵")]
    enough = 2 if options.old_low_class == "soldiers_two_plus" else 1
    low = sum(spec.needs) <= 2 or soldiers >= enough
    if options.scoring_method == "old_2_4":
        return 2 if low else 4
    return 3 if low else 5

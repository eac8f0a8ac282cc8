"""A deliberately naive list of ground moves, written from §1–7, §12–14 and §18 of the rules on a dict board.

It shares no code with the package besides the options, and values plainness over speed. Moves are strings.
"""

from collections.abc import Iterator

from kaik.games.cerke.options import Options

Square = tuple[int, int]
Piece = tuple[str, str, str]  # side "IA" or "A", colour, kind; the tam is ("", "", "皇")
Board = dict[Square, Piece]
Atom = tuple[str, int, int]

COLUMNS = ["K", "L", "N", "T", "Z", "X", "C", "M", "P"]
ROWS = ["A", "E", "I", "U", "O", "Y", "AI", "AU", "IA"]
NEIGHBOURS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def name(square: Square) -> str:
    return COLUMNS[square[0]] + ROWS[square[1]]


def parse(text: str) -> Square:
    return COLUMNS.index(text[0]), ROWS.index(text[1:])


def squares(options: Options) -> list[Square]:
    if options.board == "education":
        return [parse(column + row) for column in "NTZXC" for row in ("E", "I", "U", "O", "Y", "AI", "AU")]
    return [(x, y) for x in range(9) for y in range(9)]


def tam_square(board: Board) -> Square | None:
    return next((square for square, piece in board.items() if piece[2] == "皇"), None)


def in_field(options: Options, board: Board, square: Square) -> bool:
    """§1; the tam's own square by `tam_square_is_tamhue`, true by default with hard_tam (§14.1)."""
    fixed = (
        ["ZO"] if options.board == "education" else ["NI", "CI", "TU", "XU", "TY", "XY", "NAI", "CAI", "ZO"]
    )
    if name(square) in fixed:
        return True
    tam = tam_square(board)
    if tam is None:
        return False
    if square == tam:
        chosen = options.tam_square_is_tamhue
        return options.movement_table == "hard_tam" if chosen == "auto" else bool(chosen)
    return max(abs(square[0] - tam[0]), abs(square[1] - tam[1])) == 1


def with_form(form: str, vectors: list[tuple[int, int]]) -> list[Atom]:
    return [(form, dx, dy) for dx, dy in vectors]


def printed(options: Options, kind: str, field: bool) -> list[Atom]:
    """The tables of §4 and §14.1, before the options that make kinds alike."""
    two_straight = [(2 * dx, 2 * dy) for dx, dy in STRAIGHT]
    two_slanted = [(2 * dx, 2 * dy) for dx, dy in SLANTED]
    if options.movement_table == "hard_tam":
        hard = {
            ("弓", False): with_form("R", STRAIGHT),
            ("弓", True): with_form("R", STRAIGHT) + with_form("S", SLANTED),
            ("車", False): with_form("R", SLANTED),
            ("車", True): with_form("R", SLANTED) + with_form("S", STRAIGHT),
            ("馬", False): with_form("J", two_slanted),
            ("馬", True): with_form("J", two_slanted) + with_form("J", two_straight),
            ("巫", False): with_form("S", STRAIGHT),
            ("巫", True): with_form("R1", NEIGHBOURS),
        }
        if (kind, field) in hard:
            return hard[kind, field]
    return {
        ("船", False): [("R", 0, 1)],
        ("船", True): [("R", 0, 1), ("R", 0, -1), ("S", 1, 0), ("S", -1, 0), ("S", 2, 0), ("S", -2, 0)],
        ("兵", False): [("S", 0, 1)],
        ("兵", True): [*with_form("S", STRAIGHT), ("S", 0, 2)],
        ("弓", False): with_form("R", STRAIGHT),
        ("弓", True): with_form("R", SLANTED),
        ("車", False): with_form("J", two_straight),
        ("車", True): with_form("J", two_slanted),
        ("虎", False): with_form("S", SLANTED),
        ("虎", True): with_form("R", SLANTED),
        ("馬", False): with_form("J", two_slanted),
        ("馬", True): with_form("RH", SLANTED),
        ("筆", False): [("R", 0, 1), ("R", 0, -1), ("S", 1, 0), ("S", -1, 0)],
        ("筆", True): with_form("R", STRAIGHT),
        ("巫", False): [("R", 1, 0), ("R", -1, 0), ("S", 0, 1), ("S", 0, -1)],
        ("巫", True): with_form("R1", NEIGHBOURS),
        ("将", False): [a for a in with_form("S", NEIGHBOURS) if a != ("S", 0, -1)],
        ("将", True): with_form("S", NEIGHBOURS),
        ("王", False): with_form("S", NEIGHBOURS),
        ("王", True): with_form("S", NEIGHBOURS),
    }[kind, field]


def atoms(options: Options, kind: str, field: bool) -> list[Atom]:
    """What a kind moves like with the options of §14.1 (§18 for how they mix)."""
    if kind == "船" and field and options.vessel_tamhue_as_bow != "off":
        return printed(options, "弓", options.vessel_tamhue_as_bow == "bow_tamhue")
    if kind in "虎馬" and options.tiger_horse_same != "off":
        kind = "虎" if options.tiger_horse_same == "both_as_tiger" else "馬"
    if kind in "弓車" and options.bow_chariot_same != "off":
        kind = "弓" if options.bow_chariot_same == "both_as_bow" else "車"
    return printed(options, kind, field)


def passes(options: Options, form: str, steps: int, between: list[bool]) -> bool:
    """Whether a ray of this form reaches `steps` squares over squares occupied as given."""
    if form == "R":
        return not any(between)
    if form == "R1":
        return sum(between) <= 1
    if steps < 2:
        return False
    if options.maun_jump == "any_one":
        return sum(between) <= 1
    return not any(between[1:])


def candidates(options: Options, board: Board, piece: Piece, start: Square) -> Iterator[tuple[Square, bool]]:
    """(square, unlimited) for every candidate of a leg from `start` (§4)."""
    area = squares(options)
    sign = 1 if piece[0] == "IA" else -1
    for form, dx, dy in atoms(options, piece[2], in_field(options, board, start)):
        vx, vy = sign * dx, -sign * dy
        if form in ("S", "J"):
            end = (start[0] + vx, start[1] + vy)
            middle = (start[0] + vx // 2, start[1] + vy // 2)
            long_step = form == "S" and max(abs(dx), abs(dy)) == 2
            if end in area and not (long_step and middle in board):
                yield end, False
            continue
        for k in range(1, 9):
            end = (start[0] + k * vx, start[1] + k * vy)
            between = [(start[0] + j * vx, start[1] + j * vy) in board for j in range(1, k)]
            if end in area and passes(options, form, k, between):
                yield end, True


def is_protected(options: Options, board: Board, square: Square) -> bool:
    """§6.7."""
    side = board[square][0]
    around = [(square[0] + dx, square[1] + dy) for dx, dy in NEIGHBOURS]
    return any(
        board[s][0] == side and board[s][2] == "将" and in_field(options, board, s)
        for s in around
        if s in board
    )


def may_land(options: Options, board: Board, side: str, square: Square) -> bool:
    """§6.1, on a board from which the mover has been lifted."""
    if square not in board:
        return True
    return board[square][0] not in ("", side) and not is_protected(options, board, square)


def piece_moves(options: Options, board: Board, start: Square) -> Iterator[str]:
    """§6.2 and §6.3 for the piece on `start`."""
    piece = board[start]
    side = piece[0]
    lifted = {square: other for square, other in board.items() if square != start}
    for first, _ in candidates(options, board, piece, start):
        if may_land(options, lifted, side, first):
            yield f"{name(start)}-{name(first)}"
        if first not in board or (board[first][2] == "皇" and options.kut_tam == "forbidden"):
            continue
        for end, unlimited in candidates(options, lifted, piece, first):
            back = end == start and options.step_return_origin == "forbidden"
            if not back and may_land(options, lifted, side, end):
                yield f"{name(start)}/{name(first)}{'~' if unlimited else '-'}{name(end)}"


def tam_moves(options: Options, board: Board, tam_moved: bool) -> Iterator[str]:
    """§6.6; the square left counts as empty."""
    start = tam_square(board)
    if start is None or (tam_moved and options.futile_after == "forbidden"):
        return
    rest = {square for square in board if square != start}
    area = squares(options)

    def around(square: Square, occupied: bool) -> list[Square]:
        near = [(square[0] + dx, square[1] + dy) for dx, dy in NEIGHBOURS]
        return [s for s in near if s in area and (s in rest) == occupied]

    paths = [
        *((f"[{name(a)}]", c) for a in around(start, False) for c in around(a, False)),
        *(
            (f"{name(v)}[{name(a)}]", c)
            for v in around(start, True)
            for a in around(v, False)
            for c in around(a, False)
        ),
        *(
            (f"[{name(a)}]{name(v)}-", c)
            for a in around(start, False)
            for v in around(a, True)
            for c in around(v, False)
        ),
    ]
    if options.tam_stop_after_one:
        paths += [("", a) for a in around(start, False)]
        paths += [(f"{name(v)}-", c) for v in around(start, True) for c in around(v, False)]
    for path, end in paths:
        if not (end == start and options.futile_null == "forbidden"):
            yield f"{name(start)}皇{path}{name(end)}"


def drops(options: Options, board: Board, reserve: set[str]) -> Iterator[str]:
    """§6.5."""
    for piece in reserve:
        for square in squares(options):
            if square not in board:
                yield f"{piece}*{name(square)}"


def moves(options: Options, board: Board, reserve: set[str], side: str, tam_moved: bool = False) -> list[str]:
    """Every ground move of a side, sorted; the tam's come from anywhere on the board."""
    found = [*tam_moves(options, board, tam_moved), *drops(options, board, reserve)]
    for square, piece in board.items():
        if piece[0] == side:
            found += piece_moves(options, board, square)
    return sorted(found)


# -- penalties (§8, §10, §18) ----------------------------------------------------------------------


def penalties_made(options: Options, board: Board, move: str, tam_moved: bool, failed: bool) -> list[str]:
    """The ids of what a move shows, whatever the options say of them; `board` is the one before it."""
    if "皇" in move:
        start, way = move.split("皇")
        end = way.replace("]", "-").replace("[", "-").split("-")[-1]
        after = ["futile_after"] if tam_moved and not failed else []
        return after + (["futile_null"] if end == start else [])
    if "/" in move:
        via = move.split("/")[1].replace("~", "-").split("-")[0]
        trod = parse(via) == tam_square(board)
        if trod and not (failed and options.kut_tam_on_failure == "exempt"):
            return ["kut_tam"]
    return []


class Ledger:
    """What both sides hold in a season, kept with pencil and paper."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.held: dict[str, list[str]] = {"IA": [], "A": []}

    def name(self, id: str) -> str:
        """The hand an id is: both forms of 皇再来 are one if they are hands and are not stacked."""
        rules = self.options
        one = rules.futile_stacking == "once" and rules.futile_after == rules.futile_null == "hand"
        return "皇再来" if one and id != "kut_tam" else id

    def turn(self, side: str, made: list[str]) -> tuple[list[str], list[str]]:
        """Note what was made; returns what is new and held now, and what is paid at once."""
        new, at_once = [], []
        for id in made:
            mode = getattr(self.options, id)
            if mode == "immediate" and not (at_once and self.options.futile_stacking == "once"):
                at_once.append(id)
            if mode != "hand" or self.name(id) in [self.name(other) for other in new]:
                continue
            known = [self.name(other) for other in self.held[side]]
            if self.options.penalty_lasts != "season" or self.name(id) not in known:
                new.append(id)
        self.held[side] += new
        return new, at_once

    def cost(self, side: str) -> int:
        """What 終季 of this side pays for its penalties, before the rate."""
        return sum(5 if id == "kut_tam" else 3 for id in self.held[side])

    def goes_on(self, side: str) -> None:
        if self.options.penalty_lasts == "turn":
            self.held[side] = []

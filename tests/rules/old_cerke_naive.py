"""A deliberately naive reading of docs/rules/old_cerke.md §15: dictionaries and loops, for comparing with.

A board maps (column, row) to a piece `B車`, `R兵+`. Nothing here is shared with the package but the options.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from kaik.games.old_cerke.options import OldOptions

COLUMNS = "KLNTZXCMP"
ROWS = ("A", "E", "I", "U", "O", "Y", "AI", "AU", "IA")
Square = tuple[int, int]
Board = dict[Square, str]

STRAIGHT = [(0, -1), (0, 1), (-1, 0), (1, 0)]
SLANTED = [(-1, -1), (1, -1), (-1, 1), (1, 1)]


def name(square: Square) -> str:
    return COLUMNS[square[0]] + ROWS[square[1]]


def square(text: str) -> Square:
    return COLUMNS.index(text[0]), ROWS.index(text[1:])


WATER = [square(text) for text in ("ZI", "ZU", "ZO", "ZY", "ZAI", "NO", "TO", "XO", "CO")]
LAND = [(x, y) for x in range(9) for y in range(9) if (x, y) not in WATER]


def start(black: str = "獣車車獣", red: str = "獣車車獣") -> Board:
    """The layout of §15.1, with 車 and 獣 on L N C M as said."""
    board: Board = {}
    for x in range(9):
        for side, order, back, front in (("B", black, 8, 6), ("R", red, 0, 2)):
            rank = f"弓{order[0]}{order[1]}将王将{order[2]}{order[3]}弓"
            board[x, back] = side + rank[x]
            board[x, front] = side + ("船" if x == 4 else "兵")
    return board


def moves(options: OldOptions, board: Board, side: str) -> list[str]:
    return sorted(text for text, _ in after(options, board, side))


def after(options: OldOptions, board: Board, side: str) -> Iterator[tuple[str, Board]]:
    """Every move and the board it leads to."""
    for origin, piece in board.items():
        if piece[0] == side:
            rest = {s: p for s, p in board.items() if s != origin}
            if piece[1] == "船":
                yield from sail(options, rest, origin, piece)
            else:
                yield from walk(options, rest, origin, piece, name(origin), ())


def sail(options: OldOptions, rest: Board, origin: Square, piece: str) -> Iterator[tuple[str, Board]]:
    links = STRAIGHT if options.old_ship_path == "orthogonal" else STRAIGHT + SLANTED
    reached = [origin]
    for x, y in reached:
        for dx, dy in links:
            new = (x + dx, y + dy)
            if new in WATER and new not in rest and new not in reached:
                reached.append(new)
    if options.old_ship_path == "anywhere":
        reached = [s for s in WATER if s not in rest]
    for end in reached:
        if end != origin:
            yield f"{name(origin)}-{name(end)}", {**rest, end: piece}


def walk(
    options: OldOptions, rest: Board, here: Square, piece: str, text: str, used: tuple[Square, ...]
) -> Iterator[tuple[str, Board]]:
    """The last leg from here, and legs over vessels."""
    jumper = piece[1] in "車獣"
    for end in leg(options, rest, here, piece):
        if end in WATER:
            vessel = rest.get(end)
            own_enough = options.old_step_sides == "both" or (vessel is not None and vessel[0] == piece[0])
            if vessel is not None and end not in used and own_enough:
                yield from walk(options, rest, end, piece, f"{text}/{name(end)}", (*used, end))
        elif end not in rest or (not jumper and rest[end][0] != piece[0]):
            left = {s: p for s, p in rest.items() if s != end}
            yield f"{text}-{name(end)}", {**left, end: landed(options, end, piece)}
    if jumper:
        yield from jump(options, rest, here, piece, text, first=True)


def leg(options: OldOptions, rest: Board, here: Square, piece: str) -> list[Square]:
    """The squares a piece comes to, whatever is there."""
    found = []
    forward = -1 if piece[0] == "B" else 1
    for dx, dy in directions(options, here, piece, forward):
        x, y = here
        for _ in range(8 if runs(options, piece) else 1):
            x, y = x + dx, y + dy
            if not (0 <= x < 9 and 0 <= y < 9):
                break
            found.append((x, y))
            if (x, y) in rest or ((x, y) in WATER and options.old_water_slide == "blocked"):
                break
    return found


def directions(options: OldOptions, here: Square, piece: str, forward: int) -> list[tuple[int, int]]:
    match piece[1:]:
        case "兵" | "兵+":
            changed = piece.endswith("+")
            if options.old_soldier_change == "while_inside":
                changed = inside(here, piece[0])
            return STRAIGHT if changed else [(0, forward)]
        case "弓" | "車":
            return STRAIGHT
        case "獣":
            return SLANTED
        case "将":
            return [d for d in STRAIGHT + SLANTED if d != (0, -forward)]
        case _:
            return STRAIGHT + SLANTED


def runs(options: OldOptions, piece: str) -> bool:
    if piece[1] == "車":
        return options.old_run in ("both", "chariot_only")
    if piece[1] == "獣":
        return options.old_run in ("both", "beast_only")
    return piece[1] == "弓"


def inside(here: Square, side: str) -> bool:
    """In the enemy's three ranks."""
    return here[1] < 3 if side == "B" else here[1] > 5


def landed(options: OldOptions, end: Square, piece: str) -> str:
    """A soldier changes by where it comes to rest."""
    if piece[1] != "兵":
        return piece
    stays = piece.endswith("+") and options.old_soldier_change == "permanent"
    return piece[:2] + ("+" if inside(end, piece[0]) or stays else "")


def jump(
    options: OldOptions, rest: Board, here: Square, piece: str, text: str, *, first: bool
) -> Iterator[tuple[str, Board]]:
    if not first and (runs(options, piece) or not options.old_chain_jump):
        return
    for dx, dy in STRAIGHT if piece[1] == "車" else SLANTED:
        x, y = here[0] + dx, here[1] + dy
        while runs(options, piece) and (x, y) not in rest and 0 <= x < 9 and 0 <= y < 9:
            if (x, y) in WATER and options.old_water_slide == "blocked":
                break
            x, y = x + dx, y + dy
        victim = rest.get((x, y))
        if victim is None or victim[0] == piece[0] or victim[1] == "船":
            continue
        beyond = (x + dx, y + dy)
        left = {s: p for s, p in rest.items() if s != (x, y)}
        if beyond in rest:
            continue
        if beyond in LAND:
            longer = f"{text}^{name((x, y))}-{name(beyond)}"
            yield longer, {**left, beyond: piece}
            yield from jump(options, left, beyond, piece, longer, first=False)
        elif options.old_sacrifice_capture:
            yield f"{text}^{name((x, y))}-x", left


def perft(options: OldOptions, board: Board, side: str, depth: int) -> int:
    """Sequences of moves; none follows the capture of a king."""
    if depth == 0:
        return 1
    other = "R" if side == "B" else "B"
    total = 0
    for _, then in after(options, board, side):
        over = other + "王" in board.values() and other + "王" not in then.values()
        total += (depth == 1) if over else perft(options, then, other, depth - 1)
    return total


def tree(options: OldOptions, depth: int) -> list[int]:
    """Choices at each depth from the start, black first; free arrangements are the first two."""
    if options.old_setup != "free_swap":
        order = "車獣獣車" if options.old_setup == "mirrored" else "獣車車獣"
        return [perft(options, start(order, order), "B", n) for n in range(1, depth + 1)]
    orders = sorted({"".join(order) for order in permutations("車車獣獣")})
    boards = [start(black, red) for black in orders for red in orders]
    played = [sum(perft(options, board, "B", n) for board in boards) for n in range(1, depth - 1)]
    return [len(orders), len(boards), *played][:depth]

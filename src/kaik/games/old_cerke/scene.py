"""What a player of old cerke sees: the board, what was captured, and what just happened."""

from __future__ import annotations

import functools
from collections import Counter as Tally

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg, signs
from kaik.core.scene import Diagram, Item, Legend, Scene, Spot, Zone, button, choices
from kaik.games.cerke.tables import COLUMNS, ROWS, SQUARE_NAMES, WIDTH
from kaik.games.old_cerke import codes, notation
from kaik.games.old_cerke.game import NOT_YET, arrange_spot
from kaik.games.old_cerke.options import OldOptions
from kaik.games.old_cerke.state import Phase, Seen
from kaik.games.old_cerke.tables import (
    ARRANGEMENTS,
    BACK_ROWS,
    JUMPERS,
    KINDS,
    KINDS_PER_SIDE,
    LINES,
    NAMES,
    STEPS,
    SWAP_COLUMNS,
    WATER,
    Vectors,
    layout,
    runs,
)

_COLOURS = ("black", "red")


LEXICON = Lexicon(
    spots=(*SQUARE_NAMES, *each("r{}-{}", (0, 1), KINDS), *map(arrange_spot, ARRANGEMENTS)),
    looks=each("{} {}", KINDS, _COLOURS),
    marks=("changed", "last"),
)
"""Every word of the scenes and paths."""


def scene(state: Seen, seat: int | None, turn: tuple[int, ...]) -> Scene:
    """Everything a seat or watcher sees; an arrangement not yet shown only by its owner."""
    deciding = seat is not None and seat in turn
    arranging = state.phase is Phase.ARRANGE
    return Scene(
        zones=(
            _board(state),
            *(_captured(state, side) for side in (0, 1)),
            *((_arrangements(),) if deciding and arranging else ()),
        ),
        prompt=_prompt(state) if deciding else None,
        happened=_happened(state),
        turn=turn,
    )


# -- board and captured pieces ---------------------------------------------------------------------


def _board(state: Seen) -> Zone:
    marked = _last_squares(state)
    cells = _shown_cells(state)
    return Zone(
        "board",
        "grid",
        tuple(_square(index, cells[index], SQUARE_NAMES[index] in marked) for index in range(len(cells))),
        label=msg("zone.board"),
        columns=WIDTH,
        rows=WIDTH,
        column_names=tuple(COLUMNS),
        row_names=ROWS,
        bottom=0,
    )


def _shown_cells(state: Seen) -> bytes:
    """While the sides arrange, with the pieces of those arrangements that the reader may see."""
    if state.phase is not Phase.ARRANGE:
        return state.cells
    black, red = (order if isinstance(order, str) else NOT_YET for order in state.arranged)
    return layout(black, red)


def _square(index: int, code: int, marked: bool) -> Spot:
    y, x = divmod(index, WIDTH)
    water = ("water",) if WATER >> index & 1 else ()
    items = (piece_item(*divmod(code - 1, KINDS_PER_SIDE)),) if code else ()
    return Spot(SQUARE_NAMES[index], x, y, items, (*water, "last") if marked else water)


@functools.lru_cache(maxsize=128)
def piece_item(side: int, kind: int, owner: int | None = None, count: int = 1) -> Item:
    face = NAMES[kind][0]
    changed = kind == codes.CHANGED
    return Item(
        "piece",
        face,
        _COLOURS[side],
        side if owner is None else owner,
        count=count,
        badges=("changed",) if changed else (),
        label=msg(
            "item.changed" if changed else "item.piece",
            colour=msg(f"colour.{_COLOURS[side]}"),
            kind=msg(f"piece.{face}"),
        ),
    )


def _last_squares(state: Seen) -> frozenset[str]:
    if state.last is None:
        return frozenset()
    parts = notation.parts_of(state.last.move)
    return frozenset((parts.origin, *parts.vias, *parts.jumped, *parts.landings))


def _captured(state: Seen, side: int) -> Zone:
    """Captured pieces are out of play: they lie there to be looked at."""
    tally = Tally(state.taken[side])
    spots = tuple(
        Spot(f"r{side}-{kind}", place, items=(piece_item(1 - side, KINDS.index(kind), side, tally[kind]),))
        for place, kind in enumerate(kind for kind in KINDS if tally[kind])
    )
    return Zone(f"reserve-{side}", "row", spots, owner=side, label=msg("zone.reserve"))


# -- words -----------------------------------------------------------------------------------------


def _arrangements() -> Zone:
    return choices(*(button(arrange_spot(order), _places(order)) for order in ARRANGEMENTS))


def _places(order: str) -> Message:
    placed = zip(SWAP_COLUMNS, order, strict=True)
    return msg("choice.arrange", **{column: signs("word", kind) for column, kind in placed})


def _prompt(state: Seen) -> Message:
    return msg("prompt.arrange" if state.phase is Phase.ARRANGE else "prompt.move")


def _happened(state: Seen) -> tuple[Message, ...]:
    if state.phase is Phase.ARRANGE:
        waiting = [seat for seat, order in enumerate(state.arranged) if order is not None]
        return tuple(msg("happened.arranged", seat=seat_name(seat)) for seat in waiting)
    if state.last is None:
        return _shown_orders(state)
    return tuple(_last_lines(state))


def _shown_orders(state: Seen) -> tuple[Message, ...]:
    if state.options.old_setup != "free_swap" or state.phase is Phase.FIRST:
        return ()
    orders = [(side, _order_on(state.cells, side)) for side in (0, 1)]
    return tuple(
        msg("happened.shown", seat=seat_name(side), order=signs("word", order))
        for side, order in orders
        if order in ARRANGEMENTS  # a position put together by hand may have anything there
    )


def _order_on(cells: bytes, side: int) -> str:
    """What stands on L N C M of a back rank, where no move has been made yet."""
    squares = (SQUARE_NAMES.index(column + BACK_ROWS[side]) for column in SWAP_COLUMNS)
    return "".join(NAMES[(cells[square] - 1) % KINDS_PER_SIDE][0] for square in squares if cells[square])


def _last_lines(state: Seen) -> list[Message]:
    last = state.last
    assert last is not None
    who = seat_name(last.side)
    lines = [msg("happened.captured", seat=who, piece=msg(f"piece.{kind}")) for kind in last.captured]
    if last.move.endswith(notation.GONE):
        lines.append(msg("happened.sacrificed", seat=who))
    if last.changed:
        lines.append(msg("happened.changed", seat=who))
    return lines


# -- legend ----------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def legend(options: OldOptions) -> tuple[Legend, ...]:
    """How every piece moves and captures."""
    return tuple(_kind_legend(options, kind) for kind in range(len(KINDS)))


def _kind_legend(options: OldOptions, kind: int) -> Legend:
    face = KINDS[kind]
    return Legend(face, msg(f"piece.{face}"), msg(f"help.{face}"), _diagrams(options, kind))


def _diagrams(options: OldOptions, kind: int) -> tuple[Diagram, ...]:
    if kind == codes.VESSEL:
        return ()
    if kind == codes.SOLDIER:
        changed = Diagram(msg("help.changed"), _marks(STEPS[codes.CHANGED], "step"))
        return (Diagram(msg("help.unchanged"), _marks(STEPS[kind], "step")), changed)
    if kind in STEPS:
        return (Diagram(msg("help.moves"), _marks(STEPS[kind], "step")),)
    moves = Diagram(msg("help.moves"), _marks(LINES[kind], "slide" if runs(options, kind) else "step"))
    if kind not in JUMPERS:
        return (moves,)
    over = tuple((2 * dx, 2 * dy) for dx, dy in LINES[kind])
    return (moves, Diagram(msg("help.captures"), _marks(over, "jump")))


def _marks(vectors: Vectors, how: str) -> tuple[tuple[int, int, str], ...]:
    return tuple((dx, dy, how) for dx, dy in vectors)

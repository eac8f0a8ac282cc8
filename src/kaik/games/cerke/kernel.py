# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Positions and moves of cerke on 81-bit boards: the hot part of §4–7 of docs/rules/cerke.md.

The file is ordinary Python; Cython compiles the very same text with the C types of kernel.pxd. Rules holds
what the options mean (tables.py), Position a position of one season; points, casts and hands are elsewhere.

Cells: a board is 81 bytes, row by row from KA to PIA. 0 is empty, 1–20 a piece of the IA side, 21–40 of the A
side, 41 the tam; within a side 1 + piece, where piece 0–9 is black and 10–19 red, kinds in the order
船兵弓車虎馬筆巫将王. Reserves are 20 counts by piece. Side 0 is IA, side 1 is A.

Move codes: a move is an int of 31 bits,

    bits 0–6 from   7–13 via   14–20 to   21–27 half   28–30 form

Squares are 0–80, unused fields 0. `via` is the square stepped on, `half` where a tam rests between its two
king moves. Forms:

    0 PLAIN         from, to
    1 STEP          from, via, to: finite second leg
    2 CAST          from, via, to: unlimited second leg, planned for `to` (§6.3)
    3 DROP          piece number in `from`, to
    4 TAM           from, half, to
    5 TAM_FORMER    from, via, half, to: steps in the first king move
    6 TAM_LATTER    from, half, via, to: steps in the second king move
    7 TAM_SINGLE    from, via, to: one king move (`tam_stop_after_one`); via 127 when nothing is stepped on
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from kaik.core import fresh
from kaik.games.cerke.options import Options
from kaik.games.cerke.tables import Tables, build

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    from kaik.games.cerke.bits import (
        bit,
        high,
        low,
        low64,
        lower,
        ones,
        ones64,
        u64,
        u128,
        upper,
        upwards,
        wide,
    )
    from kaik.games.cerke.codes import (
        CAST,
        DROP,
        END_SHIFT,
        FORM_SHIFT,
        HALF_SHIFT,
        NO_TAM,
        NOWHERE,
        SEGMENT,
        STEP,
        TAM,
        TAM_CODE,
        TAM_FORMER,
        TAM_LATTER,
        TAM_SINGLE,
        VIA_SHIFT,
    )


def word(value: Any) -> u128:
    """A Python integer as a board word."""
    return wide(value >> 64, value & 0xFFFFFFFFFFFFFFFF)


class Rules:
    """The tables of a set of options, laid out for the inner loops."""

    def __init__(self, options: Options) -> None:
        if not cython.compiled:
            self._make_arrays()
        tables = build(options)
        self.options = options
        self.tables = tables
        self.board = word(tables.board)
        self.water = word(tables.water)
        self._copy_squares(tables)
        self._copy_rows(tables)
        self._set_flags(options)

    def _make_arrays(self) -> None:
        """What the compiled class has as C arrays."""
        self.fields, self.near = [0] * 82, [0] * 81
        self.within, self.rays = [[0] * 9 for _ in range(81)], [[0] * 81 for _ in range(8)]
        self.windows, self.rings = [0] * 81, [0] * 64
        self.hops = [[0] * 81 for _ in range(40)]
        self.far, self.lines, self.row = [0] * 40, [0] * 40, [0] * 42

    def _copy_squares(self, tables: Tables) -> None:
        i: cython.int
        j: cython.int
        for i in range(82):
            self.fields[i] = word(tables.fields[i])
        for i in range(81):
            self.near[i] = word(tables.near[i])
            self.windows[i] = tables.windows[i]
            for j in range(9):
                self.within[i][j] = word(tables.within[i][j])
            for j in range(8):
                self.rays[j][i] = word(tables.rays[j][i])
        for i in range(64):
            self.rings[i] = tables.rings[i]

    def _copy_rows(self, tables: Tables) -> None:
        i: cython.int
        j: cython.int
        for i in range(40):
            self.far[i] = tables.far[i]
            self.lines[i] = (
                tables.slides[i] | tables.leaps[i] << 8 | tables.horses[i] << 16 | tables.hurdles[i] << 24
            )
            for j in range(81):
                self.hops[i][j] = word(tables.hops[i][j])
        for i in range(1, 41):
            self.row[i] = ((i - 1) // 20 * 10 + (i - 1) % 10) * 2

    def _set_flags(self, options: Options) -> None:
        self.declaration = ("destination", "direction", "none").index(options.step_declaration)
        self.short_stop = options.step_short_stop == "allowed"
        self.return_origin = options.step_return_origin == "allowed"
        self.tam_single = options.tam_stop_after_one
        self.vessel_dry = options.water_exempt_vessel
        self.tam_dry = options.water_exempt_tam
        self.origin_dry = options.water_exempt_origin
        self.kut_forbidden = options.kut_tam == "forbidden"
        self.after_forbidden = options.futile_after == "forbidden"
        self.null_forbidden = options.futile_null == "forbidden"


class Position:
    """A position of one season. Mutable: `apply` plays a move in place; `copy` before if both are needed."""

    def __init__(
        self,
        rules: Rules,
        cells: bytes | None = None,
        held_ia: Sequence[int] = (),
        held_a: Sequence[int] = (),
        side: int = 0,
        tam_moved: bool = False,
    ) -> None:
        if not cython.compiled:
            self._make_arrays()
        self.rules = rules
        self.generals = word(0)
        self.owned[0] = self.owned[1] = self.generals
        self.field = self.occupied = self.landable = self.steppable = self.generals
        self.side = side
        self.tam = NO_TAM
        self.tam_moved = tam_moved
        self._fill(rules.tables.layout if cells is None else cells)
        self._hold(0, held_ia)
        self._hold(1, held_a)

    def _make_arrays(self) -> None:
        """What the compiled class has as C arrays."""
        self.cell, self.held, self.owned = [0] * 81, [[0] * 20, [0] * 20], [0, 0]

    def _fill(self, cells: bytes) -> None:
        if len(cells) != 81:
            raise ValueError("a board has 81 cells")
        i: cython.int
        code: cython.int
        for i in range(81):
            code = cells[i]
            self.cell[i] = 0
            if code > TAM_CODE or (code == TAM_CODE and self.tam != NO_TAM):
                raise ValueError(f"no such piece, or a second tam: {code} on square {i}")
            if code and not lower(self.rules.board >> i) & 1:
                raise ValueError(f"square {i} is not on this board")
            if code:
                place(self, i, code)

    def _hold(self, side: cython.int, counts: Sequence[int]) -> None:
        if len(counts) not in (0, 20):
            raise ValueError("a reserve has 20 counts")
        i: cython.int
        for i in range(20):
            self.held[side][i] = counts[i] if counts else 0

    def copy(self) -> Position:
        twin: Position = Position.__new__(Position)
        if not cython.compiled:
            twin._make_arrays()
        twin.rules = self.rules
        twin.copy_from(self)
        return twin

    def copy_from(self, other: Position) -> None:
        """Become equal to another position under the same rules."""
        i: cython.int
        for i in range(81):
            self.cell[i] = other.cell[i]
        for i in range(20):
            self.held[0][i] = other.held[0][i]
            self.held[1][i] = other.held[1][i]
        self.owned[0] = other.owned[0]
        self.owned[1] = other.owned[1]
        self.generals = other.generals
        self.side = other.side
        self.tam = other.tam
        self.tam_moved = other.tam_moved

    def cells(self) -> bytes:
        """The board as 81 cell codes."""
        return bytes([self.cell[i] for i in range(81)])

    def reserve(self, side: cython.int) -> tuple[int, ...]:
        """The 20 counts of a side's reserve."""
        return tuple([self.held[side][i] for i in range(20)])

    def moves(self) -> list[int]:
        """Every ground move of the side to move, each once: tam, board pieces, drops."""
        buffer = cython.declare(cython.int[2048])  # type: ignore[misc]
        if not cython.compiled:
            buffer = [0] * SEGMENT
        found: list[int] = []
        survey(self)
        pieces: u128 = self.owned[self.side]
        i: cython.int
        n: cython.int = list_tam(self.rules, self, buffer, 0)
        for i in range(n):
            found.append(buffer[i])
        while pieces:
            n = list_from(self.rules, self, low(pieces), buffer, 0)
            for i in range(n):
                found.append(buffer[i])
            pieces &= pieces - 1
        piece: cython.int
        for piece in range(20):
            n = list_drops(self, piece, buffer, 0)
            for i in range(n):
                found.append(buffer[i])
        return found

    def moves_from(self, square: cython.int) -> list[int]:
        """The moves of the own piece, or of the tam, on one square."""
        buffer = cython.declare(cython.int[2048])  # type: ignore[misc]
        if not cython.compiled:
            buffer = [0] * SEGMENT
        survey(self)
        n: cython.int = 0
        if square == self.tam:
            n = list_tam(self.rules, self, buffer, 0)
        elif lower(self.owned[self.side] >> square) & 1:
            n = list_from(self.rules, self, square, buffer, 0)
        return [buffer[i] for i in range(n)]

    def count(self) -> cython.int:
        """len(moves()) without listing."""
        return count_all(self)

    def apply(self, move: cython.int, end: cython.int) -> cython.int:
        """Play a move whose casts are known; `end` is where the piece comes to rest, NOWHERE after a failure.

        Returns the piece captured, or -1. Trusts its input.
        """
        return play(self, move, end)

    def in_field(self, square: cython.int) -> bool:
        """Whether a square is in the tam-field now (§1)."""
        return lower(self.rules.fields[self.tam] >> square) & 1 != 0

    def protected(self, side: cython.int) -> list[int]:
        """The squares of a side's pieces that its generals protect (§6.7)."""
        return squares_of(protected_of(self.rules, self, side))

    def needed_cast(self, move: cython.int) -> cython.int:
        """The least stepping cast that reaches the planned square; 0 when none is thrown (§6.3)."""
        if move >> FORM_SHIFT != CAST:
            return 0
        return distance(move >> VIA_SHIFT & 127, move >> END_SHIFT & 127)

    def water_cast_due(self, move: cython.int, end: cython.int) -> bool:
        """Whether coming to rest on `end` needs a water cast (§6.4)."""
        return wet_entry(self.rules, self, move, end)

    def steps_on_tam(self, move: cython.int) -> bool:
        """Whether the move treads on the tam (§10)."""
        form: cython.int = move >> FORM_SHIFT
        return form in (STEP, CAST) and move >> VIA_SHIFT & 127 == self.tam

    def landings(self, move: cython.int, cast: cython.int) -> list[int]:
        """Where a CAST move may come to rest after a stepping cast, by `step_declaration` (§6.3)."""
        survey(self)
        return squares_of(landing_mask(self.rules, self, move, cast))

    def perft(self, depth: cython.int) -> int:
        """Move sequences of this length, every cast good, nothing declared."""
        if depth <= 0:
            return 1
        if depth == 1:
            return count_all(self)
        total = 0
        below: Position = self.copy()
        for move in self.moves():
            below.copy_from(self)
            play(below, move, move >> END_SHIFT & 127)
            total += below.perft(depth - 1)
        return total


def squares_of(squares: u128) -> list[int]:
    """The square numbers of a mask, rising."""
    found: list[int] = []
    while squares:
        found.append(low(squares))
        squares &= squares - 1
    return found


def distance(a: cython.int, b: cython.int) -> cython.int:
    """King-move distance (§6.3)."""
    dx: cython.int = a % 9 - b % 9
    dy: cython.int = a // 9 - b // 9
    return max(max(dx, -dx), max(dy, -dy))


# --- candidates (§4) ---


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def finite(rules: Rules, row: cython.int, square: cython.int, occupied: u128) -> u128:
    """Candidates by S and J."""
    if rules.far[row]:
        return rules.hops[row][square] | striding(rules, rules.far[row], square, occupied)
    return rules.hops[row][square]


def striding(rules: Rules, directions: cython.int, square: cython.int, occupied: u128) -> u128:
    """Candidates by S at distance 2: only the middle square can block."""
    found: u128 = 0
    near: u128 = rules.near[square]
    ray: u128
    while directions:
        ray = rules.rays[low64(directions)][square]
        directions &= directions - 1
        if not (ray & near & occupied):
            found |= ray & rules.within[square][2] & ~near
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sliding(rules: Rules, directions: cython.int, square: cython.int, occupied: u128) -> u128:
    """Candidates by R. Rising rays end at the lowest blocker, falling ones at the highest; the bit added to a
    falling ray's blockers stands for the edge and hides nothing, since no ray goes below square 0."""
    found: u128 = 0
    ray: u128
    blockers: u128
    rising: cython.int = directions & 15
    falling: cython.int = directions & 240
    while rising:
        ray = rules.rays[low64(rising)][square]
        rising &= rising - 1
        blockers = ray & occupied
        found |= ray & (blockers ^ (blockers - 1))
    while falling:
        ray = rules.rays[low64(falling)][square]
        falling &= falling - 1
        blockers = (ray & occupied) | 1
        found |= ray & upwards(high(blockers))
    return found


def leaping(rules: Rules, directions: cython.int, square: cython.int, occupied: u128) -> u128:
    """Candidates by R1: as R with the first blocker of each ray taken away."""
    found: u128 = 0
    ray: u128
    blockers: u128
    rising: cython.int = directions & 15
    falling: cython.int = directions & 240
    while rising:
        ray = rules.rays[low64(rising)][square]
        rising &= rising - 1
        blockers = ray & occupied
        blockers &= blockers - 1
        found |= ray & (blockers ^ (blockers - 1))
    while falling:
        ray = rules.rays[low64(falling)][square]
        falling &= falling - 1
        blockers = ray & occupied
        if blockers:
            blockers ^= bit(high(blockers))
        found |= ray & upwards(high(blockers | 1))
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def unlimited(rules: Rules, row: cython.int, square: cython.int, occupied: u128) -> u128:
    """Candidates by R, R1 and the two horse rays, which start at distance 2. Most rows have nothing but R."""
    lines: cython.uint = rules.lines[row]
    if lines == 0:
        return 0
    found: u128 = sliding(rules, lines & 255, square, occupied)
    if lines > 255:
        found |= jumping(rules, lines, square, occupied)
    return found


def jumping(rules: Rules, lines: cython.uint, square: cython.int, occupied: u128) -> u128:
    """The part of unlimited() that passes over pieces."""
    near: u128 = rules.near[square]
    found: u128 = leaping(rules, lines >> 8 & 255, square, occupied)
    found |= sliding(rules, lines >> 16 & 255, square, occupied & ~near) & ~near
    return found | (leaping(rules, lines >> 24, square, occupied) & ~near)


# --- the squares that matter to the side to move (§6.1, §6.7) ---


def protected_of(rules: Rules, position: Position, side: cython.int) -> u128:
    """Own pieces next to an own general that stands in the tam-field."""
    generals: u128 = position.generals & position.owned[side] & rules.fields[position.tam]
    near: u128 = 0
    while generals:
        near |= rules.near[low(generals)]
        generals &= generals - 1
    return near & position.owned[side]


def survey(position: Position) -> None:
    """Note field, occupied, landable and steppable squares for the listing functions below."""
    side: cython.int = position.side
    own: u128 = position.owned[side]
    enemy: u128 = position.owned[1 - side]
    tam: u128 = 0
    if position.tam != NO_TAM:
        tam = bit(position.tam)
    position.field = position.rules.fields[position.tam]
    position.occupied = own | enemy | tam
    position.landable = position.rules.board & ~(own | tam | protected_of(position.rules, position, 1 - side))
    position.steppable = position.occupied
    if position.rules.kut_forbidden:
        position.steppable = own | enemy


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def second_landable(position: Position, square: cython.int) -> u128:
    """Landing squares of a second leg: the origin has become empty (`step_return_origin`)."""
    if position.rules.return_origin:
        return position.landable | bit(square)
    return position.landable


# --- board pieces (§6.2, §6.3) ---


def count_from(rules: Rules, position: Position, square: cython.int) -> cython.int:
    """How many moves the own piece on a square has. Needs survey()."""
    row: cython.int = rules.row[position.cell[square]]
    here: cython.int = row + cython.cast(cython.int, lower(position.field >> square) & 1)
    candidates: u128 = finite(rules, here, square, position.occupied)
    candidates |= unlimited(rules, here, square, position.occupied)
    n: cython.int = ones(candidates & position.landable)
    vias: u128 = candidates & position.steppable
    rest: u128 = position.occupied ^ bit(square)
    ends: u128 = second_landable(position, square)
    via: cython.int
    while vias:
        via = low(vias)
        vias &= vias - 1
        here = row + cython.cast(cython.int, lower(position.field >> via) & 1)
        n += ones(finite(rules, here, via, rest) & ends) + ones(unlimited(rules, here, via, rest) & ends)
    return n


def list_from(
    rules: Rules, position: Position, square: cython.int, out: cython.p_int, n: cython.int
) -> cython.int:
    """Write the moves of the own piece on a square from out[n] on; returns the new n. Needs survey()."""
    row: cython.int = rules.row[position.cell[square]]
    here: cython.int = row + cython.cast(cython.int, lower(position.field >> square) & 1)
    candidates: u128 = finite(rules, here, square, position.occupied)
    candidates |= unlimited(rules, here, square, position.occupied)
    n = emit(out, n, candidates & position.landable, square)
    vias: u128 = candidates & position.steppable
    rest: u128 = position.occupied ^ bit(square)
    ends: u128 = second_landable(position, square)
    via: cython.int
    code: cython.int
    while vias:
        via = low(vias)
        vias &= vias - 1
        code = square | via << VIA_SHIFT
        here = row + cython.cast(cython.int, lower(position.field >> via) & 1)
        n = emit(out, n, finite(rules, here, via, rest) & ends, code | STEP << FORM_SHIFT)
        n = emit(out, n, unlimited(rules, here, via, rest) & ends, code | CAST << FORM_SHIFT)
    return n


def emit(out: cython.p_int, n: cython.int, targets: u128, code: cython.int) -> cython.int:
    """One move code per target square; the word is walked in halves, which is cheaper than as a whole."""
    half: u64 = lower(targets)
    while half:
        out[n] = code | low64(half) << END_SHIFT
        n += 1
        half &= half - 1
    half = upper(targets)
    while half:
        out[n] = code | (64 + low64(half)) << END_SHIFT
        n += 1
        half &= half - 1
    return n


# --- the tam (§6.6), in its window of 7 × 7 squares ---


def tam_may_move(position: Position) -> bool:
    """There is a tam, and `futile_after` does not forbid moving it."""
    return position.tam != NO_TAM and not (position.tam_moved and position.rules.after_forbidden)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def window_occupied(position: Position) -> u64:
    """Occupied squares round the tam, itself left out."""
    x: cython.int = position.tam % 9
    y: cython.int = position.tam // 9
    found: u64 = 0
    line: u64
    i: cython.int
    for i in range(7):
        if 0 <= y + i - 3 <= 8:
            line = lower(position.occupied >> (y + i - 3) * 9) & 511
            found |= (line << 3 >> x & 127) << 8 * i
    return found & ~(cython.cast(u64, 1) << 27)


def count_tam(rules: Rules, position: Position) -> cython.int:
    """How many moves the tam has; each king move may end on the square it left. Needs survey()."""
    if not tam_may_move(position):
        return 0
    taken: u64 = window_occupied(position)
    free: u64 = rules.windows[position.tam] & ~taken
    start: u64 = cython.cast(u64, 1) << 27
    ends: u64 = free & ~start if rules.null_forbidden else free
    ring: u64 = rules.rings[27]
    n: cython.int = 0
    halves: u64 = ring & free
    vias: u64
    if rules.tam_single:
        n += ones64(halves)
    while halves:
        ring = rules.rings[low64(halves)]
        halves &= halves - 1
        n += ones64(ring & ends)
        vias = ring & taken
        while vias:
            n += ones64(rules.rings[low64(vias)] & ends)
            vias &= vias - 1
    vias = rules.rings[27] & taken
    while vias:
        ring = rules.rings[low64(vias)]
        vias &= vias - 1
        if rules.tam_single:
            n += ones64(ring & ends)
        halves = ring & free
        while halves:
            n += ones64(rules.rings[low64(halves)] & ends)
            halves &= halves - 1
    return n


def list_tam(rules: Rules, position: Position, out: cython.p_int, n: cython.int) -> cython.int:
    """Write the tam's moves from out[n] on; returns the new n. Needs survey()."""
    if not tam_may_move(position):
        return n
    tam: cython.int = position.tam
    taken: u64 = window_occupied(position)
    free: u64 = rules.windows[tam] & ~taken
    start: u64 = cython.cast(u64, 1) << 27
    ends: u64 = free & ~start if rules.null_forbidden else free
    ring: u64 = rules.rings[27]
    halves: u64 = ring & free
    vias: u64
    half: cython.int
    via: cython.int
    code: cython.int
    if rules.tam_single:
        n = emit_window(out, n, tam, halves, TAM_SINGLE << FORM_SHIFT | NOWHERE << VIA_SHIFT | tam)
    while halves:
        half = low64(halves)
        halves &= halves - 1
        ring = rules.rings[half]
        half = window_square(tam, half) << HALF_SHIFT
        n = emit_window(out, n, tam, ring & ends, TAM << FORM_SHIFT | half | tam)
        vias = ring & taken
        while vias:
            via = low64(vias)
            vias &= vias - 1
            code = TAM_LATTER << FORM_SHIFT | half | window_square(tam, via) << VIA_SHIFT | tam
            n = emit_window(out, n, tam, rules.rings[via] & ends, code)
    vias = rules.rings[27] & taken
    while vias:
        via = low64(vias)
        vias &= vias - 1
        ring = rules.rings[via]
        via = window_square(tam, via) << VIA_SHIFT
        if rules.tam_single:
            n = emit_window(out, n, tam, ring & ends, TAM_SINGLE << FORM_SHIFT | via | tam)
        halves = ring & free
        while halves:
            half = low64(halves)
            halves &= halves - 1
            code = TAM_FORMER << FORM_SHIFT | window_square(tam, half) << HALF_SHIFT | via | tam
            n = emit_window(out, n, tam, rules.rings[half] & ends, code)
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def emit_window(out: cython.p_int, n: cython.int, tam: cython.int, ends: u64, code: cython.int) -> cython.int:
    """One move code per end square in the window."""
    while ends:
        out[n] = code | window_square(tam, low64(ends)) << END_SHIFT
        n += 1
        ends &= ends - 1
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def window_square(tam: cython.int, cell: cython.int) -> cython.int:
    """The square under a cell of the window, whose centre is cell 27."""
    return tam + (cell >> 3) * 9 + (cell & 7) - 30


# --- drops (§6.5) and whole lists ---


def drop_kinds(position: Position) -> cython.int:
    """How many different pieces the side to move holds."""
    n: cython.int = 0
    i: cython.int
    for i in range(20):
        if position.held[position.side][i]:
            n += 1
    return n


def list_drops(position: Position, piece: cython.int, out: cython.p_int, n: cython.int) -> cython.int:
    """Write the drops of one piece from out[n] on; returns the new n. Needs survey()."""
    if not position.held[position.side][piece]:
        return n
    return emit(out, n, position.rules.board & ~position.occupied, DROP << FORM_SHIFT | piece)


def count_all(position: Position) -> cython.int:
    """How many ground moves the side to move has."""
    survey(position)
    n: cython.int = drop_kinds(position) * ones(position.rules.board & ~position.occupied)
    n += count_tam(position.rules, position)
    pieces: u128 = position.owned[position.side]
    while pieces:
        n += count_from(position.rules, position, low(pieces))
        pieces &= pieces - 1
    return n


def fill_moves(position: Position, out: cython.p_int, room: cython.int) -> cython.int:
    """Write all moves into out; returns how many, or -1 if fewer than SEGMENT places might be left."""
    survey(position)
    if room < SEGMENT:
        return -1
    n: cython.int = list_tam(position.rules, position, out, 0)
    pieces: u128 = position.owned[position.side]
    while pieces:
        if n > room - SEGMENT:
            return -1
        n = list_from(position.rules, position, low(pieces), out, n)
        pieces &= pieces - 1
    piece: cython.int
    for piece in range(20):
        if n > room - SEGMENT:
            return -1
        n = list_drops(position, piece, out, n)
    return n


# --- casts (§6.3, §6.4) ---


def ray_through(rules: Rules, start: cython.int, end: cython.int) -> u128:
    """The ray from `start` that holds `end`."""
    d: cython.int
    for d in range(8):
        if lower(rules.rays[d][start] >> end) & 1:
            return rules.rays[d][start]
    return 0


def landing_mask(rules: Rules, position: Position, move: cython.int, cast: cython.int) -> u128:
    """Where a CAST move may land after a cast. Needs survey()."""
    square: cython.int = move & 127
    via: cython.int = move >> VIA_SHIFT & 127
    end: cython.int = move >> END_SHIFT & 127
    row: cython.int = rules.row[position.cell[square]]
    row += cython.cast(cython.int, lower(position.field >> via) & 1)
    reach: u128 = rules.within[via][max(0, min(cast, 8))] & second_landable(position, square)
    reach &= unlimited(rules, row, via, position.occupied ^ bit(square))
    if rules.declaration == 2:
        return reach
    if rules.declaration == 0:
        if lower(reach >> end) & 1:
            return bit(end)
        if not rules.short_stop:
            return 0
    return reach & ray_through(rules, via, end)


def wet_entry(rules: Rules, position: Position, move: cython.int, end: cython.int) -> bool:
    """Whether a water cast is due; vessel, tam and origin are exempt unless the options say otherwise."""
    form: cython.int = move >> FORM_SHIFT
    square: cython.int = move & 127
    if form == DROP or end == NOWHERE or not lower(rules.water >> end) & 1:
        return False
    if rules.origin_dry and lower(rules.water >> square) & 1:
        return False
    if form > DROP:
        return not rules.tam_dry
    return not (rules.vessel_dry and (position.cell[square] - 1) % 10 == 0)


# --- playing a move (§7) ---


def place(position: Position, square: cython.int, code: cython.int) -> None:
    """Put a piece or the tam on an empty square."""
    here: u128 = bit(square)
    position.cell[square] = code
    if code == TAM_CODE:
        position.tam = square
        return
    position.owned[(code - 1) // 20] |= here
    if (code - 1) % 10 == 8:
        position.generals |= here


def lift(position: Position, square: cython.int) -> None:
    """Take a piece off its square."""
    rest: u128 = ~bit(square)
    position.cell[square] = 0
    position.owned[0] &= rest
    position.owned[1] &= rest
    position.generals &= rest


def play(position: Position, move: cython.int, end: cython.int) -> cython.int:
    """Play a move that comes to rest on `end`, or fails; returns the piece captured, or -1."""
    form: cython.int = move >> FORM_SHIFT
    square: cython.int = move & 127
    side: cython.int = position.side
    captured: cython.int = -1
    code: cython.int
    position.side = 1 - side
    position.tam_moved = form > DROP and end != NOWHERE
    if form == DROP:
        position.held[side][square] -= 1
        place(position, end, 1 + side * 20 + square)
    elif end in (NOWHERE, square):
        return -1
    elif form > DROP:
        position.cell[square] = 0
        place(position, end, TAM_CODE)
    else:
        code = position.cell[square]
        lift(position, square)
        if position.cell[end]:
            captured = (position.cell[end] - 1) % 20
            position.held[side][captured] += 1
            lift(position, end)
        place(position, end, code)
    return captured

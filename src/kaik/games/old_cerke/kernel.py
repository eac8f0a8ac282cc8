# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Positions and moves of old cerke on 81-bit boards (docs/rules/old_cerke.md §15.2–15.4).

The file is ordinary Python; Cython compiles the very same text with the C types of kernel.pxd. Rules holds
what the options mean (tables.py), Position a position. Cells are as in tables.py; side 0 is black.

Move codes: a move is an int of 60 bits,

    bits 0–6 from   7–10 via   11–14 second via   15–21 target   22 gone   23–27 jumps   28–59 further

`via` and `second via` are the vessels stepped on: 1 + the number of their water square, 0 for none. Without
jumps `target` is the square moved to. With jumps it is the square of the first piece jumped; `further` holds
the direction of each further jump in two bits, the earliest lowest, and `gone` says that the last jump is a
sacrifice.
"""

from __future__ import annotations

import cython

from kaik.core import fresh
from kaik.games.old_cerke.options import OldOptions
from kaik.games.old_cerke.tables import DRY, ENEMY_RANKS, WATER, WET, Tables, build, runs

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    from kaik.games.cerke.bits import bit, high, low, low64, lower, u64, u128, upper, upwards
    from kaik.games.old_cerke.codes import (
        BARRED,
        CHANGED,
        FURTHER_SHIFT,
        GONE_SHIFT,
        JUMPS_SHIFT,
        KING,
        NOWHERE,
        SECOND_SHIFT,
        SEGMENT,
        SOLDIER,
        TARGET_SHIFT,
        VESSEL,
        VIA_SHIFT,
    )

    WORD = 0xFFFFFFFFFFFFFFFF

    def word(value: int) -> int:
        """A Python integer as a board word."""
        return value


class Rules:
    """The tables of a set of options, laid out for the inner loops."""

    def __init__(self, options: OldOptions) -> None:
        if not cython.compiled:
            self._make_arrays()
        tables = build(options)
        self.options = options
        self.tables = tables
        self.water = word(WATER)
        self.dry = word(DRY)
        self._copy_squares(tables)
        self._copy_pieces(tables)
        self._copy_water(tables)
        self._set_flags(options)

    def _make_arrays(self) -> None:
        """What the compiled class has as C arrays."""
        self.rays, self.beyond = [[0] * 81 for _ in range(8)], [[0] * 81 for _ in range(8)]
        self.hops, self.slides, self.jumps = [[0] * 81 for _ in range(16)], [0] * 16, [0] * 16
        self.voyages, self.wet, self.wet_number = [[0] * 10 for _ in range(9)], [0] * 9, [0] * 128
        self.direction, self.change, self.chains = [0] * 9, [0, 0], [0] * 16

    def _copy_squares(self, tables: Tables) -> None:
        i: cython.int
        j: cython.int
        for i in range(81):
            for j in range(8):
                self.rays[j][i] = word(tables.rays[j][i])
                self.beyond[j][i] = tables.beyond[j][i]
        for j in range(8):
            # From ZO (40), by the place of the neighbour in its square of nine.
            i = tables.beyond[j][40] - 30
            self.direction[i // 9 * 3 + i % 9] = j

    def _copy_pieces(self, tables: Tables) -> None:
        i: cython.int
        j: cython.int
        for i in range(16):
            self.slides[i] = tables.slides[i]
            self.jumps[i] = tables.jumps[i]
            for j in range(81):
                self.hops[i][j] = word(tables.hops[i][j])

    def _copy_water(self, tables: Tables) -> None:
        i: cython.int
        j: cython.int
        for i in range(128):
            self.wet_number[i] = len(WET)
        for i in range(9):
            self.wet[i] = WET[i]
            self.wet_number[WET[i]] = i
            for j in range(10):
                self.voyages[i][j] = word(tables.voyages[i][j])

    def _set_flags(self, options: OldOptions) -> None:
        i: cython.int
        for i in range(16):
            self.chains[i] = options.old_chain_jump and self.jumps[i] != 0 and not runs(options, i % 8)
        self.change[0] = word(ENEMY_RANKS[0])
        self.change[1] = word(ENEMY_RANKS[1])
        self.keeps_change = options.old_soldier_change == "permanent"
        self.blocked = options.old_water_slide == "blocked"
        self.sacrifice = options.old_sacrifice_capture
        self.own_vessel_only = options.old_step_sides == "own"
        self.no_move_loses = options.old_no_move == "loss"


class Position:
    """A position. Mutable: `apply` plays a move in place; `copy` before if both are needed.

    `won` is the side that has taken the enemy king, or -1. A cell must suit its square (positions.py checks).
    """

    def __init__(self, rules: Rules, cells: bytes | None = None, side: int = 0) -> None:
        if not cython.compiled:
            self._make_arrays()
        self.rules = rules
        self.owned[0] = self.owned[1] = word(0)
        self.others = self.takable = word(0)
        self.vessel[0] = self.vessel[1] = NOWHERE
        self.first = 0
        self.side = side
        self.won = -1
        self._fill(rules.tables.layout if cells is None else cells)

    def _make_arrays(self) -> None:
        """What the compiled class has as C arrays."""
        self.cell, self.owned, self.vessel = [0] * 81, [0, 0], [0, 0]

    def _fill(self, cells: bytes) -> None:
        if len(cells) != 81 or max(cells) > 16:
            raise ValueError("a board has 81 cells from 0 to 16")
        i: cython.int
        for i in range(81):
            self.cell[i] = 0
            if cells[i]:
                place(self, i, cells[i] - 1)

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
        for i in range(2):
            self.owned[i] = other.owned[i]
            self.vessel[i] = other.vessel[i]
        self.side = other.side
        self.won = other.won

    def cells(self) -> bytes:
        """The board as 81 cells."""
        return bytes([self.cell[i] for i in range(81)])

    def moves(self) -> list[int]:
        """Every move of the side to move, each once, piece by piece; nobody moves after a king is taken."""
        buffer = cython.declare(cython.ulonglong[2048])
        if not cython.compiled:
            buffer = [0] * SEGMENT
        found: list[int] = []
        i: cython.int
        first: cython.int = 0
        n: cython.int = fill(self, buffer, 0)
        while True:
            for i in range(min(n - first, SEGMENT)):
                found.append(buffer[i])
            first += SEGMENT
            if first >= n:
                return found
            fill(self, buffer, first)

    def count(self) -> cython.int:
        """len(moves())."""
        buffer = cython.declare(cython.ulonglong[2048])
        if not cython.compiled:
            buffer = [0] * SEGMENT
        return fill(self, buffer, 0)

    def apply(self, move: u64) -> None:
        """Play a move. Trusts its input."""
        play(self, move)

    def captures(self) -> list[int]:
        """The moves that take something."""
        enemy: u128 = self.owned[1 - self.side]
        target: cython.int
        found: list[int] = []
        for move in self.moves():
            target = move >> TARGET_SHIFT & 127
            if lower(enemy >> target) & 1:
                found.append(move)
        return found

    def kind_at(self, square: cython.int) -> cython.int:
        """The kind of the piece on a square that is not empty."""
        return (self.cell[square] - 1) & 7

    def turned(self) -> Position:
        """The same board with the other side to move."""
        twin: Position = self.copy()
        twin.side = 1 - self.side
        return twin

    def perft(self, depth: cython.int, returning: cython.bint = True) -> int:
        """Move sequences of this length; without `returning`, moves back to their own square are left out."""
        if depth <= 0:
            return 1
        if depth == 1 and returning:
            return self.count()
        total = 0
        below: Position = self.copy()
        for move in self.moves():
            if returning or not comes_back(move):
                below.copy_from(self)
                play(below, move)
                total += below.perft(depth - 1, returning)
        return total


def comes_back(move: int) -> bool:
    """Whether a move steps over vessels back to its own square and takes nothing."""
    return move >> JUMPS_SHIFT & 31 == 0 and move & 127 == move >> TARGET_SHIFT & 127


# --- where a piece can go (§15.2) ---


def reach(rules: Rules, piece: cython.int, square: cython.int, stops: u128) -> u128:
    """Squares a piece comes to in one leg, the first stop of each line included.

    Rising rays end at the lowest stop, falling ones at the highest; the bit added to a falling ray's stops
    stands for the edge and hides nothing, since no ray goes below square 0.
    """
    found: u128 = rules.hops[piece][square]
    ray: u128
    blockers: u128
    rising: cython.int = rules.slides[piece] & 15
    falling: cython.int = rules.slides[piece] & 240
    while rising:
        ray = rules.rays[low64(rising)][square]
        rising &= rising - 1
        blockers = ray & stops
        found |= ray & (blockers ^ (blockers - 1))
    while falling:
        ray = rules.rays[low64(falling)][square]
        falling &= falling - 1
        blockers = (ray & stops) | 1
        found |= ray & upwards(high(blockers))
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def stops_of(position: Position) -> u128:
    """Where a run ends: at any other piece and, unless `old_water_slide` says otherwise, at water."""
    return position.others | position.rules.water if position.rules.blocked else position.others


# --- listing ---


def fill(position: Position, out: cython.p_ulonglong, first: cython.int) -> cython.int:
    """Write the moves from number `first` on, at most SEGMENT of them; returns how many there are in all."""
    n: cython.int = 0
    pieces: u128 = position.owned[position.side]
    position.first = first
    if position.won >= 0:
        return 0
    while pieces:
        n = list_from(position.rules, position, low(pieces), out, n)
        pieces &= pieces - 1
    return n


def list_from(
    rules: Rules, position: Position, square: cython.int, out: cython.p_ulonglong, n: cython.int
) -> cython.int:
    """The moves of the own piece on a square, which is lifted while it moves (§18)."""
    piece: cython.int = position.cell[square] - 1
    side: cython.int = position.side
    enemy: cython.int = position.vessel[1 - side]
    vessels: u128 = 0
    if piece & 7 == VESSEL:
        vessels = rules.voyages[rules.wet_number[square]][rules.wet_number[enemy]]
        return emit(position, out, n, vessels, square)
    if position.vessel[side] != NOWHERE:
        vessels = bit(position.vessel[side])
    position.takable = position.owned[1 - side]
    if enemy != NOWHERE:
        position.takable &= ~bit(enemy)
        if not rules.own_vessel_only:
            vessels |= bit(enemy)
    position.others = (position.owned[0] | position.owned[1]) ^ bit(square)
    return list_legs(rules, position, piece, square, square, vessels, VIA_SHIFT, out, n)


def list_legs(
    rules: Rules,
    position: Position,
    piece: cython.int,
    square: cython.int,
    code: u64,
    vessels: u128,
    shift: cython.int,
    out: cython.p_ulonglong,
    n: cython.int,
) -> cython.int:
    """The last leg from here, then legs onto each vessel not yet used and on from it (§15.3)."""
    candidates: u128 = reach(rules, piece, square, stops_of(position))
    ends: u128 = rules.dry & ~position.others
    via: cython.int
    if rules.jumps[piece]:
        n = emit(position, out, n, candidates & ends, code)
        n = list_jumps(rules, position, piece, square, code, out, n)
    else:
        n = emit(position, out, n, candidates & (ends | position.takable), code)
    candidates &= vessels
    while candidates:
        via = low(candidates)
        candidates &= candidates - 1
        n = list_legs(
            rules,
            position,
            piece,
            via,
            code | cython.cast(u64, 1 + rules.wet_number[via]) << shift,
            vessels & ~bit(via),
            SECOND_SHIFT,
            out,
            n,
        )
    return n


def list_jumps(
    rules: Rules,
    position: Position,
    piece: cython.int,
    square: cython.int,
    code: u64,
    out: cython.p_ulonglong,
    n: cython.int,
) -> cython.int:
    """Captures by jumping the first piece on a line (§15.4); who does not run jumps only a neighbour."""
    directions: cython.int = rules.jumps[piece]
    stops: u128 = stops_of(position)
    blockers: u128
    d: cython.int
    victim: cython.int
    landing: cython.int
    while directions:
        d = low64(directions)
        directions &= directions - 1
        victim = rules.beyond[d][square]
        if rules.slides[piece]:
            blockers = rules.rays[d][square] & stops
            if not blockers:
                continue
            victim = low(blockers) if d < 4 else high(blockers)
        if victim == NOWHERE or not lower(position.takable >> victim) & 1:
            continue
        landing = landing_of(rules, d, victim, position.others)
        if landing == BARRED:
            continue
        n = emit(position, out, n, bit(victim), code | jump_bits(landing, 1))
        if rules.chains[piece] and landing != NOWHERE:
            n = list_further(
                rules,
                position,
                landing,
                d & 1,
                code | cython.cast(u64, victim) << TARGET_SHIFT,
                1,
                position.others & ~bit(victim),
                position.takable & ~bit(victim),
                out,
                n,
            )
    return n


def list_further(
    rules: Rules,
    position: Position,
    square: cython.int,
    diagonal: cython.int,
    code: u64,
    jumps: cython.int,
    others: u128,
    takable: u128,
    out: cython.p_ulonglong,
    n: cython.int,
) -> cython.int:
    """Jumps that go on from here (`old_chain_jump`); a piece jumped is gone at once, never jumped twice."""
    victim: cython.int
    landing: cython.int
    longer: u64
    i: cython.int
    for i in range(4):
        victim = rules.beyond[2 * i + diagonal][square]
        if victim == NOWHERE or not lower(takable >> victim) & 1:
            continue
        landing = landing_of(rules, 2 * i + diagonal, victim, others)
        if landing == BARRED:
            continue
        longer = code | cython.cast(u64, i) << (FURTHER_SHIFT + 2 * (jumps - 1))
        n = emit(position, out, n, 1, longer | jump_bits(landing, jumps + 1))
        if landing != NOWHERE:
            n = list_further(
                rules,
                position,
                landing,
                diagonal,
                longer,
                jumps + 1,
                others & ~bit(victim),
                takable & ~bit(victim),
                out,
                n,
            )
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def landing_of(rules: Rules, direction: cython.int, victim: cython.int, others: u128) -> cython.int:
    """Directly beyond the piece jumped; NOWHERE for a sacrifice into water or off the board, or BARRED."""
    landing: cython.int = rules.beyond[direction][victim]
    if landing != NOWHERE:
        if lower(others >> landing) & 1:
            return BARRED
        if lower(rules.dry >> landing) & 1:
            return landing
    return NOWHERE if rules.sacrifice else BARRED


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def jump_bits(landing: cython.int, jumps: cython.int) -> u64:
    """The number of jumps, and whether the last is a sacrifice."""
    return cython.cast(u64, jumps) << JUMPS_SHIFT | cython.cast(u64, landing == NOWHERE) << GONE_SHIFT


def emit(position: Position, out: cython.p_ulonglong, n: cython.int, targets: u128, code: u64) -> cython.int:
    """One move code per target square, those in the window written; returns the new number of moves."""
    half: u64 = lower(targets)
    place: cython.int
    while half:
        place = n - position.first
        if 0 <= place < SEGMENT:
            out[place] = code | cython.cast(u64, low64(half)) << TARGET_SHIFT
        n += 1
        half &= half - 1
    half = upper(targets)
    while half:
        place = n - position.first
        if 0 <= place < SEGMENT:
            out[place] = code | cython.cast(u64, 64 + low64(half)) << TARGET_SHIFT
        n += 1
        half &= half - 1
    return n


# --- playing a move ---


def place(position: Position, square: cython.int, piece: cython.int) -> None:
    """Put a piece on an empty square; a soldier changes there, or changes back (`old_soldier_change`)."""
    side: cython.int = piece >> 3
    kind: cython.int = piece & 7
    if kind == VESSEL:
        position.vessel[side] = square
    elif kind in (SOLDIER, CHANGED):
        if lower(position.rules.change[side] >> square) & 1:
            kind = CHANGED
        elif not position.rules.keeps_change:
            kind = SOLDIER
    position.cell[square] = 1 + 8 * side + kind
    position.owned[side] |= bit(square)


def take(position: Position, square: cython.int) -> None:
    """Remove an enemy piece; the king's capture wins (§15.5)."""
    if position.cell[square] - 1 & 7 == KING:
        position.won = position.side
    position.cell[square] = 0
    position.owned[1 - position.side] &= ~bit(square)


def play(position: Position, move: u64) -> None:
    """Play a move in place."""
    square: cython.int = move & 127
    end: cython.int = move >> TARGET_SHIFT & 127
    piece: cython.int = position.cell[square] - 1
    position.cell[square] = 0
    position.owned[position.side] &= ~bit(square)
    if move >> JUMPS_SHIFT & 31:
        play_jumps(position.rules, position, move, piece, square)
    else:
        if position.cell[end]:
            take(position, end)
        place(position, end, piece)
    position.side = 1 - position.side


def play_jumps(rules: Rules, position: Position, move: u64, piece: cython.int, square: cython.int) -> None:
    """Remove what is jumped, and put the jumping piece down unless it is lost."""
    victim: cython.int = move >> TARGET_SHIFT & 127
    jumps: cython.int = move >> JUMPS_SHIFT & 31
    d: cython.int = line_between(rules, last_via(rules, move, square), victim)
    diagonal: cython.int = d & 1
    i: cython.int
    for i in range(jumps):
        if i:
            d = 2 * cython.cast(cython.int, move >> (FURTHER_SHIFT + 2 * (i - 1)) & 3) + diagonal
            victim = rules.beyond[d][square]
        take(position, victim)
        square = rules.beyond[d][victim]
    if not move >> GONE_SHIFT & 1:
        place(position, square, piece)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def last_via(rules: Rules, move: u64, square: cython.int) -> cython.int:
    """Where the last leg starts: on the last vessel stepped on, or on the move's own square."""
    if move >> SECOND_SHIFT & 15:
        return rules.wet[(move >> SECOND_SHIFT & 15) - 1]
    if move >> VIA_SHIFT & 15:
        return rules.wet[(move >> VIA_SHIFT & 15) - 1]
    return square


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def line_between(rules: Rules, start: cython.int, end: cython.int) -> cython.int:
    """The direction of the line from one square to another."""
    dx: cython.int = end % 9 - start % 9
    dy: cython.int = end // 9 - start // 9
    x: cython.int = 2 if dx > 0 else 1 if dx == 0 else 0
    y: cython.int = 2 if dy > 0 else 1 if dy == 0 else 0
    return rules.direction[3 * y + x]


# --- random games; the loops stay on this side of the Python boundary ---


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def stirred(x: u64) -> u64:
    """The next state of the generator (xorshift64); the masks matter only uncompiled."""
    x ^= (x << 13) & WORD
    x ^= x >> 7
    return x ^ ((x << 17) & WORD)


def run(
    position: Position, random: cython.p_ulonglong, most: cython.int, out: cython.p_ulonglong
) -> cython.int:
    """Play on at random, every move equally likely, until a king is taken, nobody can move, or the limit.

    Returns the plies played; a side without a move has lost where `old_no_move` says so.
    """
    plies: cython.int
    n: cython.int
    chosen: cython.int
    for plies in range(most):
        n = fill(position, out, 0)
        if n == 0:
            if position.won < 0 and position.rules.no_move_loses:
                position.won = 1 - position.side
            return plies
        random[0] = stirred(random[0])
        chosen = ((random[0] >> 32) * n) >> 32
        if chosen >= SEGMENT:
            fill(position, out, chosen)
            chosen = 0
        play(position, out[chosen])
    return most


def playouts(start: Position, games: int, seed: int, most: int = 600) -> tuple[int, int, int]:
    """So many random games from a position: plies in all, games won by black, games won by red."""
    buffer = cython.declare(cython.ulonglong[2048])
    random = cython.declare(cython.ulonglong[1])
    if not cython.compiled:
        buffer, random = [0] * SEGMENT, [0]
    random[0] = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % 2**64 or 1
    position: Position = start.copy()
    plies = 0
    won = [0, 0]
    for _ in range(games):
        position.copy_from(start)
        plies += run(position, random, most, buffer)
        if position.won >= 0:
            won[position.won] += 1
    return plies, won[0], won[1]


def listings(positions: list[Position], rounds: int) -> int:
    """List every move of every position, so many times; returns the number of codes written."""
    buffer = cython.declare(cython.ulonglong[2048])
    if not cython.compiled:
        buffer = [0] * SEGMENT
    total = 0
    position: Position
    for _ in range(rounds):
        for position in positions:
            total += fill(position, buffer, 0)
    return total

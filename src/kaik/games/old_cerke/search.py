# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: auto_pickle=False
"""The search of old cerke: alpha-beta, deeper and deeper, over the kernel's positions.

A value is the outlook for the side to move, in thousandths of a soldier: its pieces where they stand against
the other's. A king taken counts nearly HIGHEST, the more the sooner. The seed of an answer sets its mood,
which counts for less than a seventh of a soldier. Limits, table, order of moves and deepening are those of
kit/search.py.
"""

from __future__ import annotations

from collections.abc import Collection
from math import tanh
from random import Random
from typing import NamedTuple

import cython

from kaik.core import fresh
from kaik.games.old_cerke.tables import KINDS_PER_SIDE, NAMES
from kaik.kit.search import TABLE_BITS, Bounds, Plan, deepen

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    from kaik.games.cerke.bits import bit, low, low64, lower, ones, u64, u128, upper
    from kaik.games.old_cerke.codes import JUMPS_SHIFT, KING, SEGMENT, SOLDIER, TARGET_SHIFT, VESSEL
    from kaik.games.old_cerke.kernel import Position, Rules, fill, play
    from kaik.kit.search import CAPTURE, HIGHEST, LOWEST, PLIES, TAG, UNKNOWN, Budget, Order, Table

    WON, QUIET_PLIES, LATE, LATER, FUTILE = 900000, 6, 5, 20, 1500
    DANGER, CLOSE, TEMPO = 150, 50, 100
    FEW, LEAD, CORNER, HUNT = 8, 3, 25, 60

WORTH = {"船": 0, "兵": 1000, "弓": 5000, "車": 5000, "獣": 4000, "将": 3000, "王": 0, "兵+": 1700}
"""Pieces, in thousandths of a soldier."""
ADVANCE = 60
"""Each row a soldier has come."""
REACH = 20
"""Each square a piece would reach on an empty board, at most three in one direction."""
HALF = 7000.0
"""An outlook that is half-way decisive."""


class Found(NamedTuple):
    """A choice, its value for the side to move, the depth and nodes of the search, and the line expected."""

    choice: int
    value: int
    depth: int
    nodes: int
    line: tuple[int, ...]


def chance(value: int) -> float:
    """A value as the chance to win."""
    if abs(value) >= WON:
        return float(value > 0)
    return 0.5 + 0.49 * tanh(value / HALF)


class Searcher:
    """A search with its tables. One at a time; the answer to a question depends on nothing before it."""

    def __init__(self, rules: Rules, *, table_bits: int = TABLE_BITS) -> None:
        if not cython.compiled:
            self._make_tables()
        self.rules = rules
        self.position = Position(rules)
        self.saved = [Position(rules) for _ in range(PLIES)]
        self.order = Order()
        self.table = Table(table_bits)
        self.budget = Budget()
        self.mood = 0
        self.no_move_loses = rules.options.old_no_move == "loss"
        self._draw_keys()
        self._weigh_pieces()

    def _make_tables(self) -> None:
        """What the compiled class has as C arrays."""
        self.worth, self.keys = [[0] * 81 for _ in range(16)], [[0] * 81 for _ in range(16)]
        self.distance = [[0] * 81 for _ in range(81)]
        self.prize, self.near, self.aside, self.scratch = [0] * 8, [0] * 81, [0] * 81, [0] * 2048

    def _draw_keys(self) -> None:
        rng = Random(15)
        piece: cython.int
        square: cython.int
        for piece in range(16):
            for square in range(81):
                self.keys[piece][square] = rng.getrandbits(64)
        self.side_key = rng.getrandbits(64)

    def _weigh_pieces(self) -> None:
        """Each piece on each square, and the squares near each."""
        tables = self.rules.tables
        piece: cython.int
        square: cython.int
        other: cython.int
        for square in range(81):
            self.near[square] = bit(square)
            self.aside[square] = abs(square % 9 - 4) + abs(square // 9 - 4)
            for other in range(81):
                self.distance[square][other] = max(abs(square % 9 - other % 9), abs(square // 9 - other // 9))
                if self.distance[square][other] <= 2:
                    self.near[square] |= bit(other)
        for piece in range(16):
            side, kind = divmod(piece, KINDS_PER_SIDE)
            self.prize[kind] = WON if kind == KING else WORTH[NAMES[kind]]
            for square in range(81):
                come = square // 9 if side else 8 - square // 9
                worth = WORTH[NAMES[kind]] + REACH * _reach(tables, piece, square)
                self.worth[piece][square] = worth + (ADVANCE * come if kind == SOLDIER else 0)

    # --- the root ---

    def best(self, position: Position, bounds: Bounds) -> Found:
        """The best move found within the bounds."""
        return self.ranked(position, bounds, 1)[0]

    def ranked(self, position: Position, bounds: Bounds, n: int, among: Collection[int] = ()) -> list[Found]:
        """The best n moves, the best first, of all or only `among` these."""
        self.table.clear()
        self.order.clear()
        self.budget.begin(bounds)
        self.mood = Random(bounds.seed).getrandbits(64) if bounds.seed else 0
        self.position.copy_from(position)
        listed: cython.int = self.generate(0, False)
        choices = [(self.order.scores[0][i], self.order.moves[0][i]) for i in range(listed)]
        if among:
            choices = [(0, move) for move in among]
        plan = Plan(n, 1, min(bounds.depth or PLIES, PLIES - 16))
        ranking, depth = deepen(choices, self._root_value, self.budget, plan, bounds.seed)
        return [
            Found(move, value, depth, self.budget.nodes, (move, *self._line(position, move)))
            for value, move in ranking[:n]
        ]

    def evaluate(self, position: Position) -> int:
        """The outlook for the side to move, without any search."""
        self.mood = 0
        self.position.copy_from(position)
        self.weigh()
        return self.outlook

    def _root_value(self, move: u64, depth: cython.int, alpha: cython.int, number: cython.int) -> int:
        calm: cython.bint = self.rated(move) < CAPTURE
        return self.refined(move, depth, alpha, HIGHEST, 0, number if alpha > LOWEST else 0, calm)

    def _line(self, position: Position, first: int) -> list[int]:
        """The moves expected after one, read from the table."""
        line: list[int] = []
        self.position.copy_from(position)
        move: u64 = first
        i: cython.int
        n: cython.int
        tag: cython.int
        while move and len(line) < 8:
            play(self.position, move)
            move = 0
            self.weigh()
            tag = self.table.recalled(self.key)
            n = self.generate(0, False) if tag else 0
            for i in range(n):
                if cython.cast(cython.int, self.order.moves[0][i] & TAG) == tag:
                    move = self.order.moves[0][i]
            if move:
                line.append(move)
        return line

    # --- the evaluation ---

    def weigh(self) -> None:
        """Find the key and the outlook of the position.

        In each mood it looks a little different, so that nobody goes to and fro between the same two squares.
        """
        side: cython.int = self.position.side
        self.key = self.side_key if side else 0
        mine: cython.int = self.side_worth(side, self.king_of(1 - side))
        self.outlook = mine - self.side_worth(1 - side, self.king_of(side)) + TEMPO
        if self.mood:
            self.outlook += cython.cast(cython.int, (self.key ^ self.mood) >> 56) - 128

    def king_of(self, side: cython.int) -> cython.int:
        """Where a side's king stands; the middle if it is gone."""
        position: Position = self.position
        pieces: u128 = position.owned[side]
        square: cython.int
        while pieces:
            square = low(pieces)
            if (position.cell[square] - 1) & 7 == KING:
                return square
            pieces &= pieces - 1
        return 40

    def side_worth(self, side: cython.int, target: cython.int) -> cython.int:
        """A side's pieces where they stand, the closer to the enemy king the better; their keys are added to
        the position's. Where few are left to defend it, that king is hunted: cornered, by the own king too.
        """
        position: Position = self.position
        enemy: u128 = position.owned[1 - side]
        half: u64 = lower(position.owned[side])
        base: cython.int = 0
        total: cython.int = 0
        away: cython.int = 0
        own: cython.int = target
        square: cython.int
        piece: cython.int
        i: cython.int
        for i in range(2):
            if i == 1:
                half = upper(position.owned[side])
                base = 64
            while half:
                square = base + low64(half)
                half &= half - 1
                piece = position.cell[square] - 1
                self.key ^= self.keys[piece][square]
                total += self.worth[piece][square]
                if piece & 7 == KING:
                    total -= DANGER * ones(self.near[square] & enemy)
                    own = square
                elif piece & 7 != VESSEL:
                    away += self.distance[square][target]
        lead: cython.int = ones(position.owned[side]) - ones(enemy)
        if lead >= LEAD and ones(enemy) <= FEW:
            total += CORNER * lead * self.aside[target] - HUNT * (away + self.distance[own][target])
        return total - CLOSE * away

    def threatened(self) -> cython.bint:
        """Whether the other side, if it could move now, would take the king."""
        position: Position = self.position
        king: cython.int = 1 + 8 * position.side + KING
        target: cython.int
        found: cython.bint = False
        i: cython.int
        position.side = 1 - position.side
        n: cython.int = min(fill(position, self.scratch, 0), SEGMENT)
        for i in range(n):
            target = self.scratch[i] >> TARGET_SHIFT & 127
            if position.cell[target] == king:
                found = True
                break
        position.side = 1 - position.side
        return found

    # --- moves ---

    def generate(self, ply: cython.int, captures: cython.bint) -> cython.int:
        """List the moves, or only captures, with how promising they look; returns how many."""
        listed: cython.int = min(fill(self.position, self.scratch, 0), SEGMENT)
        n: cython.int = 0
        i: cython.int
        score: cython.int
        for i in range(listed):
            score = self.rated(self.scratch[i])
            if score >= CAPTURE or not captures:
                n = self.order.add(ply, n, self.scratch[i], score)
        return n

    def rated(self, move: u64) -> cython.int:
        """Captures by what they take, the cheapest taker first; others by what they refuted."""
        position: Position = self.position
        square: cython.int = move & 127
        target: cython.int = move >> TARGET_SHIFT & 127
        piece: cython.int = position.cell[square] - 1
        victim: cython.int = position.cell[target] - 1
        if victim >= 0 and victim >> 3 != position.side and target != square:
            return CAPTURE + 8 * self.prize[victim & 7] - self.prize[piece & 7] // 8
        return self.order.history[piece][target]

    def enter(self, move: u64, ply: cython.int) -> None:
        """Play a move that `leave` takes back."""
        saved: Position = self.saved[ply]
        saved.copy_from(self.position)
        play(self.position, move)

    def leave(self, ply: cython.int) -> None:
        self.position.copy_from(self.saved[ply])

    def praise(self, move: u64, depth: cython.int, ply: cython.int) -> None:
        """Remember a calm move that refuted a position."""
        piece: cython.int = self.position.cell[move & 127] - 1
        self.order.praise(move, piece, move >> TARGET_SHIFT & 127, depth, ply)

    # --- the search ---

    def after(
        self, move: u64, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """A move's value for its mover."""
        self.enter(move, ply)
        value: cython.int = -self.search(depth - 1, -beta, -alpha, ply + 1)
        self.leave(ply)
        return value

    def refined(
        self,
        move: u64,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        number: cython.int,
        calm: cython.bint,
    ) -> cython.int:
        """A move's value: all but the first are only shown not to be better, late calm ones at less depth."""
        if number == 0:
            return self.after(move, depth, alpha, beta, ply)
        less: cython.int = 0
        if calm and depth >= 2:
            if number >= LATER and depth >= 3:
                less = 2
            elif number >= LATE:
                less = 1
        value: cython.int = self.after(move, depth - less, alpha, alpha + 1, ply)
        if less and value > alpha and not self.budget.stopped:
            value = self.after(move, depth, alpha, alpha + 1, ply)
        if alpha < value < beta and not self.budget.stopped:
            value = self.after(move, depth, alpha, beta, ply)
        return value

    def search(self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int) -> cython.int:
        """The value for the side to move; outside the window only a bound."""
        if self.budget.stopped:
            return 0
        self.budget.count()
        if self.position.won >= 0:
            return ply - HIGHEST
        self.weigh()
        if depth == 0 and ply < PLIES - 16 and self.threatened():
            depth = 1
        if depth <= 0 or ply >= PLIES - 2:
            return self.quiet(depth, alpha, beta, ply)
        key: u64 = self.key
        value: cython.int = self.table.probe(key, depth, alpha, beta)
        if value != UNKNOWN:
            return value
        if depth >= 2 and -WON < beta < WON and self.passing_suffices(depth, beta, ply):
            return beta
        return self.visit(depth, alpha, beta, ply, key)

    def visit(
        self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int, key: u64
    ) -> cython.int:
        """Try the moves of a position."""
        hope: cython.int = HIGHEST
        if depth == 1:
            hope = self.outlook + FUTILE
        n: cython.int = self.generate(ply, False)
        if n == 0:
            return ply - HIGHEST if self.no_move_loses else 0
        self.order.put_first(self.table.recalled(key), ply, n)
        best: cython.int = LOWEST
        floor: cython.int = alpha
        chosen: u64 = 0
        move: u64
        value: cython.int
        i: cython.int
        calm: cython.bint = False
        for i in range(n):
            move = self.order.pick(ply, i, n)
            calm = self.order.scores[ply][i] < CAPTURE
            if calm and i and hope <= alpha:
                best = max(best, hope)
                break
            value = self.refined(move, depth, alpha, beta, ply, i, calm)
            if self.budget.stopped:
                return 0
            if value > best:
                best = value
                chosen = move
                if value >= beta:
                    break
                alpha = max(alpha, value)
        if best >= beta and calm:
            self.praise(chosen, depth, ply)
        self.table.store(key, chosen, best, depth, floor, beta)
        return best

    def passing_suffices(self, depth: cython.int, beta: cython.int, ply: cython.int) -> cython.bint:
        """Whether even a wasted turn would reach beta; then hardly any move would not."""
        if self.outlook < beta:
            return False
        position: Position = self.position
        position.side = 1 - position.side
        value: cython.int = -self.search(depth - 3, -beta, 1 - beta, ply + 1)
        position.side = 1 - position.side
        self.weigh()
        return value >= beta and not self.budget.stopped

    def quiet(self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int) -> cython.int:
        """Only captures from here on."""
        stand: cython.int = self.outlook
        if depth <= -QUIET_PLIES or ply >= PLIES - 2:
            return stand
        n: cython.int = self.generate(ply, True)
        best: cython.int = stand
        if best >= beta and not n:
            return best
        gain: cython.int
        value: cython.int
        move: u64
        i: cython.int
        for i in range(n):
            move = self.order.pick(ply, i, n)
            gain = self.prize[(self.position.cell[move >> TARGET_SHIFT & 127] - 1) & 7]
            if gain >= WON:
                return HIGHEST - ply - 1
            if best >= beta:
                break
            if stand + gain + FUTILE <= alpha and not move >> JUMPS_SHIFT & 30:
                break
            value = self.after(move, depth, max(alpha, best), beta, ply)
            if self.budget.stopped:
                return 0
            best = max(best, value)
        return best


def _reach(tables: object, piece: int, square: int) -> int:
    """The squares a piece would reach on an empty board, at most three in one direction."""
    found: int = tables.hops[piece][square].bit_count()  # type: ignore[attr-defined]
    for d in range(8):
        if tables.slides[piece] >> d & 1:  # type: ignore[attr-defined]
            found += min(3, tables.rays[d][square].bit_count())  # type: ignore[attr-defined]
    return found

# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: auto_pickle=False
"""Which moves of cerke the search looks at, and in what order.

At the root nearly all, each result once: tam moves by end square, stepping moves by piece and end square,
casts by the way that needs the least. Below it casts only to capture, and drops only where they attack one of
the pieces most worth taking; at the last ply no drops, no tam moves and no calm water casts.
"""

from __future__ import annotations

import cython

from kaik.core import fresh
from kaik.games.cerke.weights import Weights

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    from kaik.games.cerke.bits import bit, low, lower, u128
    from kaik.games.cerke.codes import (
        CAST,
        DROP,
        END_SHIFT,
        FORM_SHIFT,
        NOWHERE,
        PLAIN,
        STEP,
        TAM_CODE,
        VIA_SHIFT,
    )
    from kaik.games.cerke.hands import HandTable
    from kaik.games.cerke.kernel import Position, Rules, distance, list_from, list_tam, survey, wet_entry
    from kaik.games.cerke.outlook import WORD, Outlook
    from kaik.games.cerke.playout import Game
    from kaik.kit.search import CAPTURE, ROOM, UNKNOWN, Order

    COMPLETES, CALM_PLIES = 1 << 22, 2


class Lister(Outlook):
    """Fills the lists of moves for each ply."""

    def __init__(self, rules: Rules, hands: HandTable, weights: Weights) -> None:
        super().__init__(rules, hands, weights)
        self.order = Order()
        if not cython.compiled:
            self._make_lists()

    def _make_lists(self) -> None:
        """What the compiled class has as C arrays."""
        self.scratch, self.prizes, self.near_cast = [0] * 2048, [0] * 20, [0] * 81
        self.group_move, self.group_score = [0] * 9, [0] * 9

    def generate(self, depth: cython.int, ply: cython.int) -> cython.int:
        """Write the moves to look at to this ply's list; returns how many. At the root (ply 0) nearly all."""
        position: Position = self.game.position
        i: cython.int
        for i in range(20):
            self.prizes[i] = UNKNOWN
        self.passed = False
        survey(position)
        n: cython.int = 0
        pieces: u128 = position.owned[position.side]
        while pieces:
            n = self.add_from(low(pieces), depth, ply, n)
            pieces &= pieces - 1
        if ply == 0:
            return self.add_drops(ply, self.add_tam(ply, n))
        if depth >= CALM_PLIES:
            n = self.add_threats(ply, self.add_tam(ply, n))
        return n

    def rated(self, move: cython.int, end: cython.int) -> cython.int:
        """How promising a board piece's move looks: captures by their prize, others by what they refuted."""
        position: Position = self.game.position
        victim: cython.int = position.cell[end]
        square: cython.int = move & 127
        if victim and end != square:
            return CAPTURE + self.prize((victim - 1) % 20)
        return self.order.history[position.cell[square]][end]

    def prize(self, piece: cython.int) -> cython.int:
        """What the side to move gains by taking a piece; far more if that completes a hand."""
        if self.prizes[piece] != UNKNOWN:
            return self.prizes[piece]
        game: Game = self.game
        position: Position = game.position
        side: cython.int = position.side
        before: cython.int = self.potential(side)
        position.held[side][piece] += 1
        slot: cython.int = self.slot(
            (self.reserve_key[side] + self.piece_key[piece]) & WORD, position.held[side]
        )
        position.held[side][piece] -= 1
        gain: cython.int = self.slot_worth[slot] - before + self.stock[piece]
        if self.slot_mask[slot] & ~game.formed[side]:
            gain += COMPLETES
        self.prizes[piece] = gain
        return gain

    def praise(self, move: cython.int, depth: cython.int, ply: cython.int) -> None:
        """Remember a calm move that refuted a position."""
        position: Position = self.game.position
        code: cython.int = position.cell[move & 127]
        if move >> FORM_SHIFT == DROP:
            code = 1 + position.side * 20 + (move & 127)
        self.order.praise(move, code, move >> END_SHIFT & 127, depth, ply)

    # --- the tam and the board pieces ---

    def add_tam(self, ply: cython.int, n: cython.int) -> cython.int:
        """One tam move for each end square."""
        position: Position = self.game.position
        listed: cython.int = list_tam(self.rules, position, self.scratch, 0)
        seen: u128 = 0
        end: cython.int
        i: cython.int
        for i in range(listed):
            end = self.scratch[i] >> END_SHIFT & 127
            if not lower(seen >> end) & 1:
                seen |= bit(end)
                n = self.order.add(ply, n, self.scratch[i], self.order.history[TAM_CODE][end])
        return n

    def add_from(self, square: cython.int, depth: cython.int, ply: cython.int, n: cython.int) -> cython.int:
        """The moves of one piece; below the root, casts only to capture."""
        listed: cython.int = list_from(self.rules, self.game.position, square, self.scratch, 0)
        n = self.add_steady(square, listed, depth, ply, n)
        if self.rules.declaration:
            return self.add_rays(listed, ply, n)
        seen: u128 = 0
        i: cython.int
        for i in range(listed):
            if self.scratch[i] >> FORM_SHIFT != CAST:
                seen |= bit(self.scratch[i] >> END_SHIFT & 127)
        return self.add_casts(square, listed, seen, ply, n)

    def add_steady(
        self, square: cython.int, listed: cython.int, depth: cython.int, ply: cython.int, n: cython.int
    ) -> cython.int:
        """Plain moves and finite steps, one for each end square; treading on the tam only where nothing else
        leads. Stepping back to the origin passes the turn: once is enough."""
        position: Position = self.game.position
        deep: cython.bint = depth >= CALM_PLIES or ply == 0
        seen: u128 = 0
        move: cython.int
        end: cython.int
        i: cython.int
        tread: cython.int
        treads: cython.bint
        for tread in range(2 if deep else 1):
            for i in range(listed):
                move = self.scratch[i]
                end = move >> END_SHIFT & 127
                treads = move >> FORM_SHIFT == STEP and (move >> VIA_SHIFT & 127) == position.tam
                if move >> FORM_SHIFT == CAST or treads != (tread == 1) or lower(seen >> end) & 1:
                    continue
                if not deep and position.cell[end] == 0 and wet_entry(self.rules, position, move, end):
                    continue
                if end == square:
                    if self.passed or not deep:
                        continue
                    self.passed = not treads
                seen |= bit(end)
                n = self.order.add(ply, n, move, self.rated(move, end))
        return n

    def add_casts(
        self, square: cython.int, listed: cython.int, seen: u128, ply: cython.int, n: cython.int
    ) -> cython.int:
        """Casts for a square announced, each by the way that needs the least; only to squares not reached
        without a cast."""
        position: Position = self.game.position
        found: u128 = 0
        move: cython.int
        end: cython.int
        near: cython.int
        i: cython.int
        for i in range(listed):
            move = self.scratch[i]
            end = move >> END_SHIFT & 127
            if move >> FORM_SHIFT != CAST or lower(seen >> end) & 1 or end == square:
                continue
            if ply > 0 and (position.cell[end] == 0 or (move >> VIA_SHIFT & 127) == position.tam):
                continue
            near = distance(move >> VIA_SHIFT & 127, end)
            if near > 5 and not self.game.chain:
                continue
            if lower(found >> end) & 1 and near >= distance(self.near_cast[end] >> VIA_SHIFT & 127, end):
                continue
            self.near_cast[end] = move
            found |= bit(end)
        while found:
            end = low(found)
            found &= found - 1
            n = self.order.add(ply, n, self.near_cast[end], self.rated(self.near_cast[end], end) - 1)
        return n

    def add_rays(self, listed: cython.int, ply: cython.int, n: cython.int) -> cython.int:
        """Casts for a direction announced, or for none: one for each ray, or for each piece stepped on."""
        position: Position = self.game.position
        last: cython.int = -1
        move: cython.int
        via: cython.int
        end: cython.int
        group: cython.int
        score: cython.int
        i: cython.int
        for i in range(listed):
            move = self.scratch[i]
            via = move >> VIA_SHIFT & 127
            end = move >> END_SHIFT & 127
            if move >> FORM_SHIFT != CAST:
                continue
            if ply > 0 and (position.cell[end] == 0 or via == position.tam or end == move & 127):
                continue
            if via != last:
                n = self.flush_rays(ply, n)
                last = via
            group = 0
            if self.rules.declaration == 1:
                group = _heading(via, end)
            score = self.rated(move, end) - distance(via, end)
            if self.group_move[group] == 0 or score > self.group_score[group]:
                self.group_move[group] = move
                self.group_score[group] = score
        return self.flush_rays(ply, n)

    def flush_rays(self, ply: cython.int, n: cython.int) -> cython.int:
        """Add the best of each ray gathered."""
        group: cython.int
        for group in range(9):
            if self.group_move[group]:
                n = self.order.add(ply, n, self.group_move[group], self.group_score[group])
            self.group_move[group] = 0
        return n

    # --- drops ---

    def add_drops(self, ply: cython.int, n: cython.int) -> cython.int:
        """Every drop."""
        position: Position = self.game.position
        free: u128
        piece: cython.int
        for piece in range(20):
            if position.held[position.side][piece] == 0:
                continue
            free = self.rules.board & ~position.occupied
            while free:
                n = self.order.add(ply, n, DROP << FORM_SHIFT | low(free) << END_SHIFT | piece, -1)
                free &= free - 1
        return n

    def add_threats(self, ply: cython.int, n: cython.int) -> cython.int:
        """Drops that attack one of the two enemy pieces most worth taking."""
        position: Position = self.game.position
        targets: u128 = position.landable & position.owned[1 - position.side]
        first: cython.int = -1
        second: cython.int = -1
        square: cython.int
        prize: cython.int
        prizes = cython.declare(cython.int[2])  # type: ignore[misc]
        if not cython.compiled:
            prizes = [0, 0]
        prizes[0] = prizes[1] = UNKNOWN
        while targets:
            square = low(targets)
            targets &= targets - 1
            prize = self.prize((position.cell[square] - 1) % 20)
            if prize > prizes[0]:
                second, prizes[1] = first, prizes[0]
                first, prizes[0] = square, prize
            elif prize > prizes[1]:
                second, prizes[1] = square, prize
        if first >= 0:
            n = self.add_threats_on(first, ply, n)
        if second >= 0:
            n = self.add_threats_on(second, ply, n)
        return n

    def add_threats_on(self, target: cython.int, ply: cython.int, n: cython.int) -> cython.int:
        position: Position = self.game.position
        free: u128 = self.rules.board & ~position.occupied & self.rules.within[target][2]
        kind: cython.int
        piece: cython.int
        row: cython.int
        square: cython.int
        left: u128
        for kind in range(10):
            piece = self.spare_colour(kind)
            if piece < 0:
                continue
            left = free
            while left:
                square = low(left)
                left &= left - 1
                row = (position.side * 10 + kind) * 2
                row += cython.cast(cython.int, lower(position.field >> square) & 1)
                if self.sees(row, square, target):
                    n = self.order.add(
                        ply,
                        n,
                        DROP << FORM_SHIFT | square << END_SHIFT | piece,
                        self.order.history[1 + position.side * 20 + piece][square] - 1,
                    )
        return n

    def spare_colour(self, kind: cython.int) -> cython.int:
        """The piece of a kind to drop: of the colour there is more of; -1 if there is none."""
        position: Position = self.game.position
        black: cython.int = position.held[position.side][kind]
        red: cython.int = position.held[position.side][10 + kind]
        if black == 0 and red == 0:
            return -1
        return kind if black >= red else 10 + kind

    def sees(self, row: cython.int, square: cython.int, target: cython.int) -> cython.bint:
        """Whether a piece that moves like this attacks a square; jumps over pieces are overlooked."""
        rules: Rules = self.rules
        if lower(rules.hops[row][square] >> target) & 1:
            return True
        lines: cython.uint = rules.lines[row] | rules.lines[row] >> 8
        d: cython.int
        between: u128
        for d in range(8):
            if lines >> d & 1 and lower(rules.rays[d][square] >> target) & 1:
                between = rules.rays[d][square] & ~rules.rays[d][target] & ~bit(target)
                return not (between & self.game.position.occupied)
        return False

    # --- captures only, and the order ---

    def list_captures(self, depth: cython.int, ply: cython.int) -> cython.int:
        """Captures, with what they gain as score; treading on the tam and long casts left out."""
        position: Position = self.game.position
        last: cython.int = self.ended[ply - 1] if ply > 0 else NOWHERE
        i: cython.int
        for i in range(20):
            self.prizes[i] = UNKNOWN
        survey(position)
        position.landable &= position.owned[1 - position.side]
        n: cython.int = 0
        listed: cython.int
        square: cython.int
        score: cython.int
        seen: u128
        pieces: u128 = position.owned[position.side]
        while pieces:
            square = low(pieces)
            pieces &= pieces - 1
            seen = bit(square)
            listed = list_from(self.rules, position, square, self.scratch, 0)
            for i in range(listed):
                score = self.capture_score(self.scratch[i], seen, depth, last)
                if score != UNKNOWN and n < ROOM:
                    seen |= bit(self.scratch[i] >> END_SHIFT & 127)
                    self.order.moves[ply][n] = self.scratch[i]
                    self.order.scores[ply][n] = score
                    n += 1
        return n

    def capture_score(self, move: cython.int, seen: u128, depth: cython.int, last: cython.int) -> cython.int:
        """What a capture gains, UNKNOWN if it is not to be looked at: its square is in `seen`, or, far down,
        it neither completes a hand nor takes back on `last`."""
        position: Position = self.game.position
        form: cython.int = move >> FORM_SHIFT
        via: cython.int = move >> VIA_SHIFT & 127
        end: cython.int = move >> END_SHIFT & 127
        if lower(seen >> end) & 1 or (form != PLAIN and via == position.tam):
            return UNKNOWN
        if form == CAST and distance(via, end) > 2:
            return UNKNOWN
        prize: cython.int = self.prize((position.cell[end] - 1) % 20)
        if depth <= -CALM_PLIES and prize < COMPLETES and end != last:
            return UNKNOWN
        return prize + self.pst[self.rules.row[position.cell[end]]][end]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _heading(via: cython.int, end: cython.int) -> cython.int:
    """A number from 0 to 8 for the direction from one square to another."""
    dx: cython.int = end % 9 - via % 9
    dy: cython.int = end // 9 - via // 9
    return 4 + (dx > 0) - (dx < 0) + 3 * (dy > 0) - 3 * (dy < 0)

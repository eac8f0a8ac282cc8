# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: auto_pickle=False
"""What a game of cerke in progress looks like to the search: values, hash keys, playing and taking back.

The rules are playout.Game's: a turn is played there and taken back from what was noted before. Values are
integers from LOWEST to HIGHEST and stand for the chance to win the match: the end of a season counts by the
points it moves, the seasons still to come as even, and the last one by who has more. What a season under way
promises is judged in thousandths of a point at rate 1 by the weights (weights.py).
"""

from __future__ import annotations

from random import Random

import cython

from kaik.core import fresh
from kaik.games.cerke.options import starting_tenths
from kaik.games.cerke.weights import Weights

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    from math import tanh

    from kaik.games.cerke.bits import low64, lower, ones, u64, u128, upper
    from kaik.games.cerke.codes import DROP, FORM_SHIFT, NOWHERE
    from kaik.games.cerke.hands import HandTable
    from kaik.games.cerke.kernel import Position, Rules, protected_of
    from kaik.games.cerke.playout import Game
    from kaik.kit.search import PLIES

    WORD = 0xFFFFFFFFFFFFFFFF
    SLOTS, MOST_RATE = 4096, 8


class Outlook:
    """A game in progress with its keys and its evaluation. Tables are made once for rules and weights."""

    def __init__(self, rules: Rules, hands: HandTable, weights: Weights) -> None:
        if not cython.compiled:
            self._make_tables()
        self.rules = rules
        self.hands = hands
        self.weights = weights
        self.game = Game(rules, hands)
        self.saved = [Position(rules) for _ in range(PLIES)]
        self.season = 1
        self._draw_keys()
        self._weigh_pieces(weights)
        self._weigh_hands(weights)
        self._weigh_points(weights)

    def _make_tables(self) -> None:
        """What the compiled class has as C arrays."""
        self.pst = [[0] * 81 for _ in range(40)]
        self.zobrist = [[0] * 81 for _ in range(42)]
        self.stock, self.shares, self.nominal = [0] * 20, [0] * 12, [0] * 32
        self.settled_spread = [0.0] * 5
        self.open_spread = [[0.0] * 9 for _ in range(5)]
        self.piece_key, self.reserve_key = [0] * 20, [0] * 2
        self.slot_key, self.slot_mask, self.slot_worth = [0] * 4096, [0] * 4096, [0] * 4096
        self.kept_points = [[0] * 2 for _ in range(48)]
        self.kept_formed = [[0] * 2 for _ in range(48)]
        self.kept_reserve = [[0] * 2 for _ in range(48)]
        self.kept_penalties = [[0] * 2 for _ in range(48)]
        self.kept_counts = [[0] * 8 for _ in range(48)]
        self.kept_rate, self.kept_board, self.ended = [0] * 48, [0] * 48, [0] * 48

    # --- tables ---

    def _draw_keys(self) -> None:
        rng = Random(20)
        i: cython.int
        j: cython.int
        for i in range(42):
            for j in range(81):
                self.zobrist[i][j] = rng.getrandbits(64)
        for i in range(20):
            self.piece_key[i] = rng.getrandbits(64)
        self.side_key = rng.getrandbits(64)
        for i in range(SLOTS):
            self.slot_key[i] = WORD

    def _weigh_pieces(self, weights: Weights) -> None:
        """Each piece on each square in and out of the tam-field; what it reaches on an empty board counts."""
        tables = self.rules.tables
        row: cython.int
        square: cython.int
        for row in range(40):
            lines = tables.slides[row] | tables.leaps[row] | tables.horses[row] | tables.hurdles[row]
            kind = row // 2 % 10
            for square in range(81):
                squares = tables.hops[row][square].bit_count()
                near = tables.within[square][3]
                squares += sum(
                    (tables.rays[d][square] & near).bit_count() for d in range(8) if lines >> d & 1
                )
                self.pst[row][square] = weights.board[kind] + weights.reach * squares
        for square in range(20):
            self.stock[square] = weights.reserve[square % 10]
        self.guard, self.danger, self.tempo = weights.guard, weights.danger, weights.tempo

    def _weigh_hands(self, weights: Weights) -> None:
        hand: cython.int
        lacking: cython.int
        for lacking in range(12):
            self.shares[lacking] = weights.share[lacking] if lacking < len(weights.share) else 0
        for hand in range(self.hands.size):
            self.nominal[hand] = _nominal(self.hands, hand)
        self.flash = self.hands.flash_bonus

    def _weigh_points(self, weights: Weights) -> None:
        """How a difference of points becomes a chance to win, by the seasons still to come."""
        options = self.rules.options
        common = sorted([self.nominal[hand] for hand in range(self.hands.size)])[self.hands.size // 2]
        swing = 0.1 * common * weights.swing
        self.money = options.score_cap == "money"
        self.span = 100.0 * sum(starting_tenths(options)) or 2000.0 * options.starting_points
        left: cython.int
        rate: cython.int
        for left in range(5):
            self.settled_spread[left] = 20 * swing if self.money else swing * max(left, 1) ** 0.5
            for rate in range(MOST_RATE + 1):
                open = swing * (left + rate * rate * weights.under_way / 1000) ** 0.5
                self.open_spread[left][rate] = 20 * swing if self.money else open

    # --- keys ---

    def hash_position(self) -> None:
        """Compute the keys of board and reserves from nothing."""
        position: Position = self.game.position
        i: cython.int
        side: cython.int
        self.board_key = 0
        for i in range(81):
            if position.cell[i]:
                self.board_key ^= self.zobrist[position.cell[i]][i]
        for side in range(2):
            self.reserve_key[side] = 0
            for i in range(20):
                self.reserve_key[side] = (
                    self.reserve_key[side] + self.piece_key[i] * position.held[side][i]
                ) & WORD

    def node_key(self) -> u64:
        """The key of everything the value of a ground position depends on."""
        game: Game = self.game
        key: u64 = self.board_key ^ self.reserve_key[0]
        key ^= (self.reserve_key[1] * cython.cast(u64, 0x9E3779B97F4A7C15)) & WORD
        if game.position.side:
            key ^= self.side_key
        if game.position.tam_moved:
            key ^= self.zobrist[0][80]
        key ^= (cython.cast(u64, game.rate) * cython.cast(u64, 0xD6E8FEB86659FD93)) & WORD
        key ^= ((cython.cast(u64, game.points[0]) & 0xFFFFFFFF) * cython.cast(u64, 0xA0761D6478BD642F)) & WORD
        key ^= ((cython.cast(u64, game.points[1]) & 0xFFFFFFFF) * cython.cast(u64, 0xE7037ED1A0B428DB)) & WORD
        key ^= (cython.cast(u64, game.penalties[0]) * cython.cast(u64, 0x589965CC75374CC3)) & WORD
        key ^= (cython.cast(u64, game.penalties[1]) * cython.cast(u64, 0x1D8E4E27C47D124F)) & WORD
        if game.ply_limit:
            key ^= (cython.cast(u64, game.season_plies) * cython.cast(u64, 0x8EBC6AF09C88C6E3)) & WORD
        return key

    # --- the evaluation ---

    def slot(self, key: u64, held: cython.p_uchar) -> cython.int:
        """Where what a reserve is worth is kept."""
        slot: cython.int = key & (SLOTS - 1)
        if self.slot_key[slot] != key:
            self.appraise(slot, key, held)
        return slot

    def appraise(self, slot: cython.int, key: u64, held: cython.p_uchar) -> None:
        """The hands a reserve holds and is near to, in thousandths of a point at rate 1."""
        hands: HandTable = self.hands
        mask: u64 = hands.formed(held)
        worth: cython.longlong = cython.cast(cython.longlong, hands.total(held, mask)) * self.shares[0] // 10
        hand: cython.int
        lacking: cython.int
        for hand in range(hands.size):
            if not mask >> hand & 1:
                lacking = min(hands.lacks(hand, held, 2), 11)
                worth += self.nominal[hand] * self.shares[lacking] // 10
            if self.flash and not mask >> (32 + hand) & 1:
                lacking = min(hands.lacks(hand, held, 0), hands.lacks(hand, held, 1))
                worth += self.flash * self.shares[min(lacking, 11)] // 10
        self.slot_key[slot] = key
        self.slot_mask[slot] = mask
        self.slot_worth[slot] = worth

    def potential(self, side: cython.int) -> cython.int:
        position: Position = self.game.position
        return self.slot_worth[self.slot(self.reserve_key[side], position.held[side])]

    def side_worth(self, side: cython.int) -> cython.longlong:
        """A side's pieces on the board and in the reserve."""
        rules: Rules = self.rules
        position: Position = self.game.position
        field: u128 = rules.fields[position.tam]
        enemy: u128 = position.owned[1 - side]
        total: cython.longlong = 0
        half: u64 = lower(position.owned[side])
        base: cython.int = 0
        square: cython.int
        code: cython.int
        line: cython.int
        i: cython.int
        for i in range(2):
            if i == 1:
                half = upper(position.owned[side])
                base = 64
            while half:
                square = base + low64(half)
                half &= half - 1
                code = position.cell[square]
                line = rules.row[code] + cython.cast(cython.int, lower(field >> square) & 1)
                total += self.pst[line][square]
                if (code - 1) % 10 == 9:
                    total -= self.danger * ones(rules.within[square][2] & enemy)
        for i in range(20):
            total += self.stock[i] * position.held[side][i]
        return total + self.guard * ones(protected_of(rules, position, side))

    def outlook(self) -> cython.longlong:
        """What the season under way promises the side to move, in thousandths of a point at rate 1."""
        side: cython.int = self.game.position.side
        total: cython.longlong = self.side_worth(side) - self.side_worth(1 - side) + self.tempo
        return total + self.potential(side) - self.potential(1 - side)

    def shaped(self, difference: cython.double, spread: cython.double) -> cython.int:
        """A difference of points as a value; a little of it stays linear, so that more is always better."""
        linear: cython.double = max(-1.0, min(1.0, difference / self.span))
        return cython.cast(cython.int, 950000 * tanh(difference / spread) + 40000 * linear)

    def final(self, side: cython.int) -> cython.int:
        """The points as they are, with nothing to come."""
        game: Game = self.game
        difference: cython.double = 100.0 * (game.points[side] - game.points[1 - side])
        if self.money:
            return self.shaped(difference, self.settled_spread[0])
        if difference == 0:
            return 0
        return self.shaped(difference, 0.001)

    def hoped(self, outlook: cython.longlong) -> cython.int:
        """The value of a season under way for the side to move. The rate raises what it may bring and how
        uncertain that is."""
        game: Game = self.game
        side: cython.int = game.position.side
        rate: cython.int = min(game.rate, MOST_RATE)
        difference: cython.double = 100.0 * (game.points[side] - game.points[1 - side]) + 2.0 * rate * outlook
        return self.shaped(difference, self.open_spread[game.seasons - game.season][rate])

    def closed(self, side: cython.int) -> cython.int:
        """The value once the game is over, or a season has run out without a settlement."""
        game: Game = self.game
        if game.reason:
            return self.final(side)
        difference: cython.double = 100.0 * (game.points[side] - game.points[1 - side])
        return self.shaped(difference, self.settled_spread[game.seasons - self.season])

    def settled(self, side: cython.int) -> cython.int:
        """The value of ending the season now for the declarer."""
        game: Game = self.game
        mine: cython.longlong = game.points[side]
        theirs: cython.longlong = game.points[1 - side]
        game.pay(side, game.raw * game.rate)
        value: cython.int
        if game.exhausted() or game.season >= game.seasons:
            value = self.final(side)
        else:
            value = self.shaped(
                100.0 * (game.points[side] - game.points[1 - side]),
                self.settled_spread[game.seasons - game.season],
            )
        game.points[side] = mine
        game.points[1 - side] = theirs
        return value

    # --- playing and taking back ---

    def enter(self, move: cython.int, end: cython.int, ply: cython.int) -> None:
        """Play a move whose casts are known."""
        self.keep(ply)
        self.ended[ply] = end
        self.game.turn(move, end)
        self.rehash(move, end, ply)

    def keep(self, ply: cython.int) -> None:
        """Note all that a turn may change, even if it ends the season."""
        game: Game = self.game
        saved: Position = self.saved[ply]
        saved.copy_from(game.position)
        side: cython.int
        for side in range(2):
            self.kept_points[ply][side] = game.points[side]
            self.kept_formed[ply][side] = game.formed[side]
            self.kept_reserve[ply][side] = self.reserve_key[side]
            self.kept_penalties[ply][side] = game.penalties[side]
        self.kept_rate[ply] = game.rate
        self.kept_board[ply] = self.board_key
        self.kept_counts[ply][0] = game.season
        self.kept_counts[ply][1] = game.season_plies
        self.kept_counts[ply][2] = game.starter
        self.kept_counts[ply][3] = game.last_gain
        self.kept_counts[ply][4] = game.mover
        self.kept_counts[ply][5] = game.due
        self.kept_counts[ply][6] = game.raw
        self.kept_counts[ply][7] = game.seen_count

    def leave(self, ply: cython.int) -> None:
        """Take back what keep() noted."""
        game: Game = self.game
        game.position.copy_from(self.saved[ply])
        side: cython.int
        for side in range(2):
            game.points[side] = self.kept_points[ply][side]
            game.formed[side] = self.kept_formed[ply][side]
            self.reserve_key[side] = self.kept_reserve[ply][side]
            game.penalties[side] = self.kept_penalties[ply][side]
        game.rate = self.kept_rate[ply]
        self.board_key = self.kept_board[ply]
        game.season = self.kept_counts[ply][0]
        game.season_plies = self.kept_counts[ply][1]
        game.starter = self.kept_counts[ply][2]
        game.last_gain = self.kept_counts[ply][3]
        game.mover = self.kept_counts[ply][4]
        game.due = self.kept_counts[ply][5] != 0
        game.raw = self.kept_counts[ply][6]
        game.seen_count = self.kept_counts[ply][7]
        game.reason = 0

    def rehash(self, move: cython.int, end: cython.int, ply: cython.int) -> None:
        """Follow a move with the keys."""
        saved: Position = self.saved[ply]
        form: cython.int = move >> FORM_SHIFT
        square: cython.int = move & 127
        side: cython.int = saved.side
        code: cython.int
        if form == DROP:
            self.board_key ^= self.zobrist[1 + side * 20 + square][end]
            self.reserve_key[side] = (self.reserve_key[side] - self.piece_key[square]) & WORD
            return
        if end in (NOWHERE, square):
            return
        code = saved.cell[square]
        self.board_key ^= self.zobrist[code][square] ^ self.zobrist[code][end]
        if form < DROP and saved.cell[end]:
            self.board_key ^= self.zobrist[saved.cell[end]][end]
            self.reserve_key[side] = (
                self.reserve_key[side] + self.piece_key[(saved.cell[end] - 1) % 20]
            ) & WORD


def _nominal(hands: HandTable, hand: cython.int) -> int:
    """About what a hand is worth in tenths, by whatever counting."""
    if hands.table:
        return hands.points[hand]
    i: cython.int
    pieces: cython.int = hands.kings[hand] * hands.value[9]
    for i in range(hands.first[hand], hands.first[hand + 1]):
        pieces += hands.need[i] * hands.value[hands.kind[i]]
    return hands.factor[hand] * pieces

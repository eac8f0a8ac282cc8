# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: auto_pickle=False
"""The search of cerke: which move, landing, cast or declaration is best, looked for ahead of time.

Iterative deepening over the kernel's game (playout.py), which alone knows the rules: the search only chooses
moves (lister.py), plays them and takes them back (outlook.py). Values are those of outlook.py, for the side
that chooses.

Casts are averaged, rounded down. A move that fails leaves the same position whatever move it was, so its
value is found once per position; with it known, the other outcomes have exact windows (Star1; the shared
failure takes the place of Star2's probes).

`plain` searches give the same values as a full expectimax over the same moves, without table, reductions and
quiescence: slow, and the measure of the rest.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import cython

from kaik.core import fresh
from kaik.games.cerke.weights import DEFAULT, Weights
from kaik.kit.search import TABLE_BITS, Bounds, Plan, deepen

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    from kaik.games.cerke.bits import low, low64, lower, u64, u128
    from kaik.games.cerke.codes import CAST, DROP, END_SHIFT, FORM_SHIFT, NOWHERE, VIA_SHIFT
    from kaik.games.cerke.hands import HandTable
    from kaik.games.cerke.kernel import Position, Rules, count_all, distance, landing_mask, survey, wet_entry
    from kaik.games.cerke.lister import COMPLETES, Lister
    from kaik.games.cerke.playout import Game
    from kaik.kit.search import CAPTURE, HIGHEST, LOWEST, PLIES, UNKNOWN, Budget, Table

    QUIET_PLIES, LATE, LATER = 4, 5, 30
    FUTILE, FAIL_MARGIN, FIRST_MARGIN = 900, 150000, 60000
    TOLL, TOLL_PER_PLY, MOST_TOLL = 30000, 1500, 400000


GROUND, LAND, CHAIN, DECLARE = range(4)
"""What is being chosen; a choice is a move code, a square (NOWHERE: give up), 1 = cast again, 1 = end."""

PASS = -1
"""The choice where there is no legal move."""


class Question(NamedTuple):
    """A place in a game where somebody must choose. Points in tenths.

    In DECLARE the position has the other side to move, as the kernel leaves it, and `raw` is what the
    declaration would settle. `code` is the move under way in LAND and CHAIN, `reach` its cast so far.
    `penalties` are those both sides hold (penalties.py), `seen` the keys of earlier positions of the season.
    """

    position: Position
    points: tuple[int, int]
    rate: int = 1
    season: int = 1
    season_plies: int = 0
    phase: int = GROUND
    code: int = 0
    reach: int = 0
    raw: int = 0
    penalties: tuple[int, int] = (0, 0)
    seen: tuple[int, ...] = ()


class Found(NamedTuple):
    """The best choice, its value for the chooser, and the line expected if every cast succeeds."""

    choice: int
    value: int
    depth: int
    nodes: int
    line: tuple[int, ...]


# Chances of 32 that a cast is at least n, and is n.
_TAIL = cython.declare(cython.int[7])  # type: ignore[misc]
_WEIGHT = cython.declare(cython.int[6])  # type: ignore[misc]
if not cython.compiled:
    _TAIL, _WEIGHT = [0] * 7, [0] * 6
_i: cython.int
for _i in range(6):
    _WEIGHT[_i] = (1, 5, 10, 10, 5, 1)[_i]
    _TAIL[_i] = (32, 31, 26, 16, 6, 1)[_i]
_TAIL[6] = 0


def floor_div(a: cython.longlong, b: cython.longlong) -> cython.int:
    """a / b rounded down, for b > 0; C rounds towards zero."""
    q: cython.longlong = a // b
    if q * b > a:
        q -= 1
    return q


def ceil_div(a: cython.longlong, b: cython.longlong) -> cython.int:
    """a / b rounded up, for b > 0."""
    return -floor_div(-a, b)


def bounded(value: cython.int) -> cython.int:
    """A window's edge kept among the possible values."""
    return max(LOWEST, min(HIGHEST, value))


class Landings:
    """Where a stepping move may come to rest, with what is known of each landing's value.

    `sets[n]` are the landings open after a cast of n. Every value below is monotone in the landings' values,
    so bounds on them give bounds on it, and windows for them are found by bisection.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.squares, self.low, self.high, self.sets = [0] * 64, [0] * 64, [0] * 64, [0] * 9
            self.masks = [0] * 9
        self.size = 0

    def open(
        self,
        rules: Rules,
        position: Position,
        move: cython.int,
        fail: cython.int,
        chain: bool,
        declines: bool,
    ) -> None:
        """List the landings, captures first. Needs survey()."""
        every: u128 = 0
        taking: u128 = position.owned[1 - position.side]
        n: cython.int
        self.fail, self.chain, self.declines, self.size = fail, chain, declines, 0
        for n in range(9):
            self.sets[n] = 0
            self.masks[n] = every & 0
            if chain or n < 6:
                self.masks[n] = landing_mask(rules, position, move, n)
            every |= self.masks[n]
        self.add(every & taking)
        self.add(every & ~taking)

    def add(self, found: u128) -> None:
        """Note these squares as landings, of which nothing is known yet."""
        square: cython.int
        n: cython.int
        one: u64 = 1
        while found and self.size < 64:
            square = low(found)
            found &= found - 1
            self.squares[self.size] = square
            self.low[self.size] = LOWEST
            self.high[self.size] = HIGHEST
            for n in range(9):
                if lower(self.masks[n] >> square) & 1:
                    self.sets[n] |= one << self.size
            self.size += 1

    def stop(self, reach: cython.int, values: cython.p_int) -> cython.int:
        """The best landing within reach; giving up is always open if nothing else is."""
        best: cython.int = LOWEST
        here: u64 = self.sets[reach]
        if self.declines or not here:
            best = self.fail
        while here:
            best = max(best, values[low64(here)])
            here &= here - 1
        return best

    def again(self, reach: cython.int, values: cython.p_int) -> cython.int:
        """A further cast of a chain with this sum; 0 and 1 wipe it (§14.2). Sums above 8 are alike."""
        sums = cython.declare(cython.int[14])  # type: ignore[misc]
        if not cython.compiled:
            sums = [0] * 14
        wiped: cython.int = self.stop(0, values)
        total: cython.longlong
        r: cython.int
        n: cython.int
        for r in range(8, 14):
            sums[r] = max(self.stop(8, values), wiped)
        for r in range(7, reach, -1):
            total = 6 * wiped
            for n in range(2, 6):
                total += _WEIGHT[n] * sums[r + n]
            sums[r] = max(self.stop(r, values), floor_div(total, 32))
        total = 6 * wiped
        for n in range(2, 6):
            total += _WEIGHT[n] * sums[min(reach, 8) + n]
        return floor_div(total, 32)

    def value(self, values: cython.p_int) -> cython.int:
        """The value of the cast, if these are the values of the landings."""
        total: cython.longlong = 0
        best: cython.int
        n: cython.int
        for n in range(6):
            best = self.stop(n, values)
            if self.chain:
                best = max(best, self.again(n, values))
            total += _WEIGHT[n] * best
        return floor_div(total, 32)

    def floor_of(self, i: cython.int, alpha: cython.int) -> cython.int:
        """The highest value of landing i that keeps the cast at alpha or below, or changes nothing."""
        dull: cython.int = HIGHEST
        n: cython.int
        for n in range(9):
            if self.sets[n] >> i & 1:
                dull = min(dull, self.stop(n, self.low))
        below: cython.int = LOWEST
        above: cython.int = HIGHEST
        middle: cython.int
        while above - below > 1:
            middle = below + (above - below) // 2
            self.high[i] = middle
            if self.value(self.high) <= alpha:
                below = middle
            else:
                above = middle
        self.high[i] = HIGHEST
        return max(below, dull) if not self.chain else below

    def ceiling_of(self, i: cython.int, beta: cython.int) -> cython.int:
        """The least value of landing i with which the cast reaches beta."""
        below: cython.int = LOWEST
        above: cython.int = HIGHEST
        middle: cython.int
        while above - below > 1:
            middle = below + (above - below) // 2
            self.low[i] = middle
            if self.value(self.low) >= beta:
                above = middle
            else:
                below = middle
        self.low[i] = LOWEST
        return above


class Searcher(Lister):
    """A search with its tables. One at a time; the answer to a question depends on nothing before it."""

    def __init__(
        self, rules: Rules, hands: HandTable, weights: Weights = DEFAULT, *, table_bits: int = TABLE_BITS
    ) -> None:
        super().__init__(rules, hands, weights)
        if not cython.compiled:
            self.failed_depth = [[0] * 2 for _ in range(48)]
            self.failed_value = [[0] * 2 for _ in range(48)]
        self.landings = [Landings() for _ in range(PLIES)]
        self.table = Table(table_bits)
        self.budget = Budget()
        self.plain = False
        self.declines = rules.options.step_cast_decline == "allowed"

    # --- the root ---

    def best(self, question: Question, bounds: Bounds) -> Found:
        """The best choice found within the bounds."""
        ranking, depth = self._deepen(question, bounds, 1)
        value, choice = ranking[0]
        return Found(choice, value, depth, self.budget.nodes, (choice, *self._line(question, choice)))

    def ranked(self, question: Question, bounds: Bounds, n: int, among: Collection[int] = ()) -> list[Found]:
        """The best n choices, the best first, of all or only `among` these."""
        ranking, depth = self._deepen(question, bounds, n, among=among)
        nodes = self.budget.nodes
        return [
            Found(choice, value, depth, nodes, (choice, *self._line(question, choice)))
            for value, choice in ranking[:n]
        ]

    def candidates(self, question: Question, depth: int, root: bool = False) -> list[int]:
        """The moves the search looks at with so many plies to go."""
        self._load(question)
        ply: cython.int = 0 if root else 1
        n: cython.int = self.generate(depth, ply)
        return [self.order.moves[ply][i] for i in range(n)]

    def evaluate(self, question: Question) -> int:
        """What the position looks like to the side to move, without any search."""
        self._load(question)
        return self.hoped(self.outlook())

    def settle(self, question: Question) -> int:
        """What ending the season now is worth to the declarer of a DECLARE question."""
        self._load(question)
        return self.settled(self.game.mover)

    def over(self, question: Question) -> int:
        """What the points are worth to the side to move if the game ends now."""
        self._load(question)
        return self.final(self.game.position.side)

    def plainly(self, question: Question, depth: int) -> int:
        """The value by the plain search: no table, no reductions, no quiescence."""
        self.plain = True
        ranking, _ = self._deepen(question, Bounds(depth=depth), 1, depth)
        self.plain = False
        return ranking[0][0]

    def _load(self, question: Question) -> None:
        game: Game = self.game
        points = (question.points[0], question.points[1])
        game.resume(
            question.position,
            points,
            question.rate,
            question.season,
            question.season_plies,
            0,
            0,
            question.penalties,
            question.seen,
        )
        self.season = question.season
        game.declare(1 - game.position.side, question.raw)
        game.due = question.phase == DECLARE
        self.phase = question.phase
        self.code = question.code
        self.reach = min(question.reach, 8)
        self.hash_position()

    def _begin(self, bounds: Bounds) -> None:
        """Forget everything that earlier answers left behind."""
        self.table.clear()
        self.order.clear()
        i: cython.int
        for i in range(PLIES):
            self.failed_depth[i][0] = self.failed_depth[i][1] = UNKNOWN
        self.budget.begin(bounds)

    def _deepen(
        self, question: Question, bounds: Bounds, wanted: int, first: int = 1, among: Collection[int] = ()
    ) -> tuple[list[tuple[int, int]], int]:
        """Search deeper and deeper: the choices by value, and the depth that was finished."""
        self._begin(bounds)
        self._load(question)
        choices = [(0, choice) for choice in among] or self._choices()
        last = min(bounds.depth or PLIES, PLIES - 8)
        plan = Plan(wanted, first, last)
        if not self.plain:
            kept = _kept if question.phase == GROUND else None
            plan = Plan(wanted, first, last, FIRST_MARGIN, kept)
        return deepen(choices, self._root_value, self.budget, plan, bounds.seed)

    def _choices(self) -> list[tuple[int, int]]:
        """What may be chosen at the root, with scores to begin with."""
        position: Position = self.game.position
        if self.phase == GROUND:
            n: cython.int = self.generate(PLIES, 0)
            return [(self.order.scores[0][i], self.order.moves[0][i]) for i in range(n)] or [(0, PASS)]
        if self.phase == LAND:
            declines = [(0, NOWHERE)] if self.declines else []
            return [(1, square) for square in position.landings(self.code, self.reach)] + declines
        return [(0, 0), (0, 1)]

    def _root_value(
        self, choice: cython.int, depth: cython.int, alpha: cython.int, number: cython.int
    ) -> int:
        if self.phase == GROUND:
            if choice == PASS:
                return 0
            calm: cython.bint = self.game.position.cell[choice >> END_SHIFT & 127] == 0
            return self.refined(choice, depth, alpha, HIGHEST, 0, number if alpha > LOWEST else 0, calm)
        if self.phase == LAND:
            return self.at_rest(self.code, choice, depth, alpha, HIGHEST, 0)
        if self.phase == CHAIN:
            return self._chain_value(choice == 1, depth)
        if choice:
            return self.settled(self.game.mover)
        self.keep(0)
        value: cython.int = self.going_on(self.game.mover, depth, alpha, HIGHEST, 0)
        self.leave(0)
        return value

    def _chain_value(self, again: bool, depth: cython.int) -> int:
        """Casting again, or stopping, with every landing valued exactly."""
        position: Position = self.game.position
        landings: Landings = self.landings[0]
        fail: cython.int = self.failure(self.code, depth, LOWEST, HIGHEST, 0)
        survey(position)
        landings.open(self.rules, position, self.code, fail, True, self.declines)
        i: cython.int
        for i in range(landings.size):
            landings.low[i] = self.at_rest(self.code, landings.squares[i], depth, LOWEST, HIGHEST, 0)
        if again:
            return landings.again(self.reach, landings.low)
        return landings.stop(self.reach, landings.low)

    def _line(self, question: Question, choice: int) -> list[int]:
        """The moves expected after a ground move, read from the table."""
        line: list[int] = []
        if question.phase != GROUND or choice == PASS:
            return line
        self._load(question)
        game: Game = self.game
        move: cython.int = choice
        while move and len(line) < 12:
            self.enter(move, move >> END_SHIFT & 127, 0)
            if game.due:
                game.go_on()
            if game.reason or game.season != self.season:
                break
            move = self.table.recalled(self.node_key())
            if move:
                line.append(move)
        return line

    # --- the value of a move ---

    def value_of(
        self, move: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """A move's value for its mover, casts averaged."""
        if move >> FORM_SHIFT == CAST:
            return self.cast_value(move, depth, alpha, beta, ply)
        return self.at_rest(move, move >> END_SHIFT & 127, depth, alpha, beta, ply)

    def at_rest(
        self,
        move: cython.int,
        end: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """A move that would come to rest here, if the water lets it (§6.4)."""
        if not wet_entry(self.rules, self.game.position, move, end):
            return self.after(move, end, depth, alpha, beta, ply)
        fail: cython.int = self.failure(move, depth, alpha, beta, ply)
        return self.gamble(move, end, _TAIL[3], fail, depth, alpha, beta, ply)

    def gamble(
        self,
        move: cython.int,
        end: cython.int,
        weight: cython.int,
        fail: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """A move that succeeds with `weight` of 32 chances; its window follows from the failure."""
        rest: cython.longlong = cython.cast(cython.longlong, 32 - weight) * fail
        least: cython.int = floor_div(cython.cast(cython.longlong, 32) * alpha + 31 - rest, weight)
        most: cython.int = ceil_div(cython.cast(cython.longlong, 32) * beta - rest, weight)
        if least >= HIGHEST:
            return floor_div(cython.cast(cython.longlong, weight) * HIGHEST + rest, 32)
        if most <= LOWEST:
            return floor_div(cython.cast(cython.longlong, weight) * LOWEST + rest, 32)
        value: cython.longlong = self.after(move, end, depth, bounded(least), bounded(most), ply)
        return floor_div(weight * value + rest, 32)

    def failure(
        self, move: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """The value of a move that fails: the same for all of a position, apart from 撃皇."""
        kut: cython.int = self.game.position.steps_on_tam(move)
        if self.plain or ply == 0:
            alpha, beta = LOWEST, HIGHEST
        else:
            alpha, beta = bounded(alpha - FAIL_MARGIN), bounded(beta + FAIL_MARGIN)
        if move >> FORM_SHIFT > DROP:
            return self.after(move, NOWHERE, depth, alpha, beta, ply)
        if self.failed_depth[ply][kut] != depth:
            self.failed_value[ply][kut] = self.after(move, NOWHERE, depth, alpha, beta, ply)
            self.failed_depth[ply][kut] = depth
        return self.failed_value[ply][kut]

    def cast_value(
        self, move: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """A stepping move with its cast: every landing in the window that the others leave it (§6.3)."""
        position: Position = self.game.position
        landings: Landings = self.landings[ply]
        fail: cython.int = self.failure(move, depth, alpha, beta, ply)
        survey(position)
        landings.open(self.rules, position, move, fail, self.game.chain, self.declines)
        value: cython.int
        i: cython.int
        for i in range(landings.size):
            value = landings.value(landings.high)
            if value <= alpha:
                return value
            value = landings.value(landings.low)
            if value >= beta:
                return value
            if ply > 0 and not self.plain and position.cell[landings.squares[i]] == 0:
                value = fail
            else:
                value = self.at_rest(
                    move,
                    landings.squares[i],
                    depth,
                    landings.floor_of(i, alpha),
                    landings.ceiling_of(i, beta),
                    ply,
                )
            landings.low[i] = landings.high[i] = value
        return landings.value(landings.low)

    def after(
        self,
        move: cython.int,
        end: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The value for the mover of a move whose casts are known."""
        self.enter(move, end, ply)
        value: cython.int = self.outcome(depth, alpha, beta, ply)
        self.leave(ply)
        return value

    def outcome(self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int) -> cython.int:
        """The value for the mover of the turn just played; a declaration is his choice (§8)."""
        game: Game = self.game
        mover: cython.int = game.mover
        if game.reason or game.season != self.season:
            return self.closed(mover)
        if not game.due:
            return -self.search(depth - 1, -beta, -alpha, ply + 1)
        ends: cython.int = self.settled(mover)
        if ends >= beta:
            return ends
        return max(ends, self.going_on(mover, depth, max(alpha, ends), beta, ply))

    def going_on(
        self, side: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """The value of 再行 for the declarer.

        Where only penalties call for it, it is charged a toll that grows with the season: by the rules such a
        turn is free, and two players who both like it would never end.
        """
        game: Game = self.game
        toll: cython.int = 0
        if game.raw < 0:
            toll = toll_at(game.season_plies)
        game.go_on()
        if game.reason or game.season != self.season:
            return self.closed(side)
        return -self.search(depth - 1, -beta - toll, -alpha - toll, ply + 1) - toll

    # --- the search ---

    def search(self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int) -> cython.int:
        """The value for the side to move; outside the window only a bound."""
        if self.budget.stopped:
            return 0
        self.budget.count()
        if depth <= 0 or ply >= PLIES - 2:
            return self.quiet(depth, alpha, beta, ply)
        if self.plain:
            return self.visit(depth, alpha, beta, ply, 0)
        key: u64 = self.node_key()
        value: cython.int = self.table.probe(key, depth, alpha, beta)
        if value != UNKNOWN:
            return value
        if depth >= 2 and beta < HIGHEST and self.passing_suffices(depth, beta, ply):
            return beta
        return self.visit(depth, alpha, beta, ply, key)

    def visit(
        self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int, key: u64
    ) -> cython.int:
        """Try the moves of a position; a plain search has no key."""
        n: cython.int = self.generate(depth, ply)
        if n == 0:
            return self.stuck(depth, alpha, beta, ply)
        self.failed_depth[ply][0] = self.failed_depth[ply][1] = UNKNOWN
        hope: cython.int = self.calm_hope(depth)
        if not self.plain:
            self.order.put_first(self.table.recalled(key), ply, n)
        i: cython.int
        best: cython.int = LOWEST
        floor: cython.int = alpha
        chosen: cython.int = 0
        move: cython.int
        value: cython.int
        calm: cython.bint = False
        for i in range(n):
            move = self.order.pick(ply, i, n)
            calm = self.order.scores[ply][i] < CAPTURE
            if calm and hope <= alpha:
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
        if best >= beta and chosen and calm:
            self.praise(chosen, depth, ply)
        if not self.plain:
            self.table.store(key, chosen, best, depth, floor, beta)
        return best

    def calm_hope(self, depth: cython.int) -> cython.int:
        """The most that a calm move is thought to reach with so many plies to go."""
        if depth > 1 or self.plain:
            return HIGHEST
        return self.hoped(self.outlook() + FUTILE)

    def refined(
        self,
        move: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        number: cython.int,
        calm: cython.bint,
    ) -> cython.int:
        """A move's value: all but the first are only shown not to be better, late calm ones at less depth."""
        if number == 0:
            return self.value_of(move, depth, alpha, beta, ply)
        less: cython.int = 0
        if calm and not self.plain and depth >= 2:
            if number >= LATER and depth >= 3:
                less = 2
            elif number >= LATE:
                less = 1
        value: cython.int = self.value_of(move, depth - less, alpha, alpha + 1, ply)
        if less and value > alpha and not self.budget.stopped:
            value = self.value_of(move, depth, alpha, alpha + 1, ply)
        if alpha < value < beta and not self.budget.stopped:
            value = self.value_of(move, depth, alpha, beta, ply)
        return value

    def passing_suffices(self, depth: cython.int, beta: cython.int, ply: cython.int) -> cython.bint:
        """Whether even a wasted turn would reach beta; then hardly any move would not."""
        if ply > 0 and self.ended[ply - 1] == NOWHERE:
            return False
        if self.hoped(self.outlook()) < beta:
            return False
        return self.after(0, NOWHERE, depth - 1, beta - 1, beta, ply) >= beta

    def stuck(self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int) -> cython.int:
        """A position without moves to look at; only if there are none at all does `no_legal_move` apply."""
        game: Game = self.game
        side: cython.int = game.position.side
        if count_all(game.position):
            return self.hoped(self.outlook())
        if not game.passes:
            return self.final(side)
        self.keep(ply)
        game.no_move()
        value: cython.int
        if game.reason or game.season != self.season:
            value = self.closed(side)
        else:
            value = -self.search(depth - 1, -beta, -alpha, ply + 1)
        self.leave(ply)
        return value

    def quiet(self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int) -> cython.int:
        """Only captures from here on, and at last only those that complete a hand or take back."""
        outlook: cython.longlong = self.outlook()
        stand: cython.int = self.hoped(outlook)
        if self.plain or stand >= beta or depth <= -QUIET_PLIES or ply >= PLIES - 2:
            return stand
        alpha = max(alpha, stand)
        best: cython.int = stand
        n: cython.int = self.list_captures(depth, ply)
        i: cython.int
        move: cython.int
        value: cython.int
        for i in range(n):
            move = self.order.pick(ply, i, n)
            if self.order.scores[ply][i] < COMPLETES:
                value = self.hoped(outlook + self.order.scores[ply][i] + FUTILE)
                if value <= alpha:
                    break
            value = self.seize(move, stand, depth, alpha, beta, ply)
            if self.budget.stopped:
                return 0
            best = max(best, value)
            if value >= beta:
                break
            alpha = max(alpha, value)
        return best

    def seize(
        self,
        move: cython.int,
        stand: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """A capture's value; if casts are needed, what stands now stands for their failure."""
        position: Position = self.game.position
        end: cython.int = move >> END_SHIFT & 127
        weight: cython.int = 32
        if move >> FORM_SHIFT == CAST:
            weight = _TAIL[min(6, distance(move >> VIA_SHIFT & 127, end))]
        if wet_entry(self.rules, position, move, end):
            weight //= 2
        if weight == 32:
            return self.after(move, end, depth, alpha, beta, ply)
        return self.gamble(move, end, weight, stand, depth, alpha, beta, ply)


def toll_at(season_plies: cython.int) -> cython.int:
    """What going on with nothing but penalties is charged after so many plies."""
    return min(MOST_TOLL, TOLL + TOLL_PER_PLY * season_plies)


def _kept(depth: int) -> int:
    """How many choices are still looked at after an iteration."""
    return {1: 150, 2: 80, 3: 50}.get(depth, 40)

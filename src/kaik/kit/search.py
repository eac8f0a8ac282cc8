# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: auto_pickle=False
"""What the search of a board game needs besides its rules: limits, a table, an order of moves, deepening.

Values are integers from LOWEST to HIGHEST; moves are numbers of which the low 31 bits nearly always tell them
apart. A search keeps a Budget, a Table and an Order, and lets `deepen` ask it for the values of its choices.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import cython

from kaik.core import fresh

if TYPE_CHECKING:
    from kaik.core.game import Effort

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    u64 = int
    HIGHEST, LOWEST, UNKNOWN = 1000000, -1000000, -(1 << 30)
    PLIES, ROOM = 48, 2048
    UPPER, LOWER, EXACT = 1, 2, 3
    OFFSET, TAG = 1 << 22, 0x7FFFFFFF
    FIRST, CAPTURE, KILLER, MOST_HISTORY = 1 << 30, 1 << 24, 1 << 22, 1 << 20

    def new_words(n: int) -> list[int]:
        return [0] * n

    def clear_words(words: list[int], n: int) -> None:
        words[:] = [0] * n

    def free_words(words: list[int]) -> None:
        words.clear()


TABLE_BITS = 16 if cython.compiled else 10
CHECK_EVERY = 256 if cython.compiled else 16
USUAL_MS = 200
"""How long a choice takes unless a limit says otherwise."""


class Bounds(NamedTuple):
    """How much to search: milliseconds (of the processor if `cpu`), nodes, depth; the seed settles ties."""

    ms: float | None = None
    nodes: int | None = None
    depth: int | None = None
    cpu: bool = False
    seed: int = 0


def bounds_of(limit: Effort, seed: int) -> Bounds:
    """A player's limit for the search."""
    ms = limit.ms if limit.ms is not None or limit.nodes is not None else USUAL_MS
    return Bounds(ms=ms, nodes=limit.nodes, seed=seed)


class Budget:
    """The nodes visited and what is left of the limits; `stopped` once one of them is reached."""

    def begin(self, bounds: Bounds) -> None:
        """A new search."""
        self.nodes = 0
        self.stopped = False
        self.cpu = bounds.cpu
        self.limit = bounds.nodes or 0
        self.deadline = 0.0 if bounds.ms is None else _now(bounds.cpu) + bounds.ms / 1000
        self.next_check = min(CHECK_EVERY, self.limit or CHECK_EVERY)

    def count(self) -> None:
        """One node more."""
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.check()

    def check(self) -> None:
        """Stop when a limit is reached."""
        self.next_check = self.nodes + CHECK_EVERY
        if self.limit:
            self.next_check = min(self.next_check, self.limit)
            if self.nodes >= self.limit:
                self.stopped = True
        if self.deadline and _now(self.cpu) >= self.deadline:
            self.stopped = True


def _now(cpu: bool) -> float:
    clock: Callable[[], float] = time.process_time if cpu else time.monotonic
    return clock()


class Table:
    """Positions already searched: two words each, the key, then move | value | depth | bound."""

    def __init__(self, bits: int = TABLE_BITS) -> None:
        self.mask = (1 << bits) - 1
        self.words = new_words(2 << bits)

    def __dealloc__(self) -> None:
        free_words(self.words)

    def clear(self) -> None:
        clear_words(self.words, 2 * (self.mask + 1))

    def probe(self, key: u64, depth: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """A value that settles the window, or UNKNOWN."""
        at: cython.int = 2 * cython.cast(cython.int, key & self.mask)
        if self.words[at] != key:
            return UNKNOWN
        data: u64 = self.words[at + 1]
        bound: cython.int = data >> 62
        if cython.cast(cython.int, data >> 56 & 63) < depth:
            return UNKNOWN
        value: cython.int = cython.cast(cython.int, data >> 32 & 0xFFFFFF) - OFFSET
        if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
            return value
        return UNKNOWN

    def recalled(self, key: u64) -> cython.int:
        """The low bits of the move remembered, or 0."""
        at: cython.int = 2 * cython.cast(cython.int, key & self.mask)
        if self.words[at] != key:
            return 0
        return self.words[at + 1] & TAG

    def store(
        self, key: u64, move: u64, value: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int
    ) -> None:
        """Keep what a search with this window found, unless the place holds something deeper."""
        at: cython.int = 2 * cython.cast(cython.int, key & self.mask)
        data: u64 = self.words[at + 1]
        if self.words[at] != key and cython.cast(cython.int, data >> 56 & 63) > depth + 1:
            return
        bound: cython.int = EXACT
        if value <= alpha:
            bound = UPPER
        elif value >= beta:
            bound = LOWER
        self.words[at] = key
        data = (move & TAG) | cython.cast(u64, value + OFFSET) << 32
        self.words[at + 1] = data | cython.cast(u64, depth) << 56 | cython.cast(u64, bound) << 62


class Order:
    """Lists of moves for each ply, with scores; remembers calm moves that refuted something."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.moves = [[0] * 2048 for _ in range(48)]
            self.scores = [[0] * 2048 for _ in range(48)]
            self.killer, self.old_killer = [0] * 48, [0] * 48
            self.history = [[0] * 81 for _ in range(42)]

    def clear(self) -> None:
        """Forget what calm moves did."""
        i: cython.int
        j: cython.int
        for i in range(42):
            for j in range(81):
                self.history[i][j] = 0
        for i in range(PLIES):
            self.killer[i] = self.old_killer[i] = 0

    def add(self, ply: cython.int, n: cython.int, move: u64, score: cython.int) -> cython.int:
        """Put a move at place n of a list, if there is room; returns the next place."""
        if n == ROOM:
            return n
        if move == self.killer[ply] or move == self.old_killer[ply]:
            score += KILLER
        self.moves[ply][n] = move
        self.scores[ply][n] = score
        return n + 1

    def put_first(self, tag: cython.int, ply: cython.int, n: cython.int) -> None:
        """Let the table's move be tried before all others, if it is among them."""
        i: cython.int
        for i in range(n):
            if cython.cast(cython.int, self.moves[ply][i] & TAG) == tag:
                self.scores[ply][i] = FIRST

    def pick(self, ply: cython.int, i: cython.int, n: cython.int) -> u64:
        """Bring the most promising of the moves from i on to place i."""
        best: cython.int = i
        j: cython.int
        for j in range(i + 1, n):
            if self.scores[ply][j] > self.scores[ply][best]:
                best = j
        move: u64 = self.moves[ply][best]
        score: cython.int = self.scores[ply][best]
        self.moves[ply][best] = self.moves[ply][i]
        self.scores[ply][best] = self.scores[ply][i]
        self.moves[ply][i] = move
        self.scores[ply][i] = score
        return move

    def praise(
        self, move: u64, piece: cython.int, end: cython.int, depth: cython.int, ply: cython.int
    ) -> None:
        """Remember a calm move of a piece that refuted a position."""
        if self.killer[ply] != move:
            self.old_killer[ply] = self.killer[ply]
            self.killer[ply] = move
        self.history[piece][end] = min(MOST_HISTORY, self.history[piece][end] + depth * depth)


# --- the root ---


class Plan(NamedTuple):
    """How a root is searched: so many choices get exact values, depth by depth; after a depth only so many
    are `kept` (0: all). In the first round a choice is looked at closely if it comes within the margin."""

    wanted: int = 1
    first: int = 1
    last: int = PLIES - 8
    margin: int = 0
    kept: Callable[[int], int] | None = None


def deepen(
    choices: Sequence[tuple[int, int]],
    value: Callable[[int, int, int, int], int],
    budget: Budget,
    plan: Plan,
    seed: int,
) -> tuple[list[tuple[int, int]], int]:
    """Search choices (with first scores) deeper and deeper: (value, choice), best first, and the depth done.

    `value` is asked for (choice, depth, alpha, place in the order); at alpha or below only a bound matters.
    """
    order = list(choices)
    Random(seed).shuffle(order)
    order.sort(key=_descending)
    ranking = [(LOWEST, choice) for _, choice in order]
    reached = 0
    for depth in range(plan.first, plan.last + 1):
        done = _round(ranking, value, budget, plan, depth)
        if not done:
            break
        seen = {choice for _, choice in done}
        ranking = done + [entry for entry in ranking if entry[1] not in seen]
        if budget.stopped or len(ranking) == 1:
            break
        reached = depth
        if plan.kept is not None:
            del ranking[max(plan.wanted, plan.kept(depth)) :]
    return ranking, reached


def _round(
    ranking: Sequence[tuple[int, int]],
    value: Callable[[int, int, int, int], int],
    budget: Budget,
    plan: Plan,
    depth: int,
) -> list[tuple[int, int]]:
    """One round over the choices, best first; those that were finished, by value."""
    done: list[tuple[int, int]] = []
    for number, (_, choice) in enumerate(ranking):
        alpha = LOWEST
        if len(done) >= plan.wanted:
            alpha = done[plan.wanted - 1][0]
            if depth == 1:
                alpha = max(LOWEST, alpha - plan.margin)
        found = value(choice, depth, alpha, number)
        if budget.stopped:
            break
        done.append((found, choice))
        done.sort(key=_descending)
    return done


def _descending(entry: tuple[int, int]) -> int:
    return -entry[0]

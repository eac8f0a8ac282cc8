# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which hands a reserve forms and what they are worth (§9, §13, §14.3–14.5 of docs/rules/cerke.md).

A reserve is 20 counts by piece (see kernel.py). The set of hands formed is one 64-bit word: bit h when hand h
(in the order of `HandTable.specs`) is formed, bit 32 + h when it can be formed in one colour. Totals are in
tenths of a point.

Ordinary counting runs on C numbers here. What counts copies of a hand or the pieces left over is rare and
goes to counting.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cython

from kaik.core import fresh
from kaik.games.cerke import counting
from kaik.games.cerke.options import Options
from kaik.games.cerke.tables import FLASH, OLD_VALUES, HandSpec, hand_specs, old_factor

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    u64 = int


class Formed(NamedTuple):
    """A hand formed: one flag per set counted (True: single-coloured), and the number of disjoint sets."""

    name: str
    flashes: tuple[bool, ...]
    copies: int

    def names(self) -> list[str]:
        """The name once per set counted; 同色 is never written for 王."""
        return [FLASH + self.name if flash and self.name != "王" else self.name for flash in self.flashes]


class Appraisal(NamedTuple):
    hands: tuple[Formed, ...]
    total_tenths: int


class HandTable:
    """The hands of a set of options."""

    def __init__(self, options: Options) -> None:
        if not cython.compiled:
            self.points, self.factor, self.kings = [0] * 32, [0] * 32, [0] * 32
            self.first, self.kind, self.need = [0] * 33, [0] * 320, [0] * 320
            self.value = [0] * 10
        self.options = options
        self.specs = hand_specs(options)
        self.size = len(self.specs)
        if self.size > 32:
            raise ValueError("more than 32 hands")
        self.simple = options.duplicate_hands == "once" and options.scoring_method != "old_3_5_rest"
        self.wild_limit = counting.wild_limit(options)
        self.table = options.scoring_method == "table"
        self.flash_bonus = 10 * (options.flash_bonus if self.table else options.old_flash_bonus)
        self.wild_as_king = options.old_wild_value == "king"
        self.adds_pieces = counting.adds_pieces(options)
        i: cython.int
        for i in range(10):
            self.value[i] = OLD_VALUES[i]
        self.first[0] = 0
        for i in range(self.size):
            self._add(i, self.specs[i])

    def _add(self, hand: cython.int, spec: HandSpec) -> None:
        """Flatten a hand's needs, cheapest kinds first: a spare king best replaces the cheapest piece."""
        self.points[hand] = spec.points * 10
        self.factor[hand] = old_factor(self.options, spec)
        self.kings[hand] = spec.needs[9]
        n: cython.int = self.first[hand]
        for kind in sorted(range(9), key=OLD_VALUES.__getitem__):
            if spec.needs[kind]:
                self.kind[n] = kind
                self.need[n] = spec.needs[kind]
                n += 1
        self.first[hand + 1] = n

    def missing(self, hand: cython.int, held: cython.p_uchar, colour: cython.int) -> cython.int:
        """How many pieces, kings aside, a hand lacks in one colour (0, 1) or in both together (2)."""
        n: cython.int = 0
        i: cython.int
        lacking: cython.int
        for i in range(self.first[hand], self.first[hand + 1]):
            lacking = self.need[i] - owned(held, self.kind[i], colour)
            if lacking > 0:
                n += lacking
        return n

    def wild(self, hand: cython.int, held: cython.p_uchar, colour: cython.int) -> cython.int:
        """How many kings may stand for other pieces; negative when the hand's own king is lacking (§9.4)."""
        spare: cython.int = owned(held, 9, colour) - self.kings[hand]
        return min(spare, self.wild_limit)

    def lacks(self, hand: cython.int, held: cython.p_uchar, colour: cython.int) -> cython.int:
        """How many pieces are lacking when the kings have done what they can."""
        return self.missing(hand, held, colour) - self.wild(hand, held, colour)

    def formed(self, held: cython.p_uchar) -> u64:
        """The set of hands formed, with the single-coloured ones in the upper half."""
        mask: u64 = 0
        one: u64 = 1
        hand: cython.int
        for hand in range(self.size):
            if self.lacks(hand, held, 2) > 0:
                continue
            mask |= one << hand
            if self.lacks(hand, held, 0) <= 0 or self.lacks(hand, held, 1) <= 0:
                mask |= one << (32 + hand)
        return mask

    def worth(self, hand: cython.int, held: cython.p_uchar, colour: cython.int) -> cython.int:
        """The largest s(h) in a colour (or both), -1 if it cannot be formed there (§14.3, §18)."""
        spare: cython.int = -self.lacks(hand, held, colour)
        if spare < 0:
            return -1
        s: cython.int = self.kings[hand] * self.value[9]
        i: cython.int
        lacking: cython.int
        swapped: cython.int
        value: cython.int
        for i in range(self.first[hand], self.first[hand + 1]):
            value = self.value[self.kind[i]]
            s += self.need[i] * value
            if self.wild_as_king:
                lacking = max(0, self.need[i] - owned(held, self.kind[i], colour))
                swapped = min(spare, self.need[i] - lacking)
                spare -= swapped
                s += (lacking + swapped) * (self.value[9] - value)
        return s

    def old_worth(self, hand: cython.int, held: cython.p_uchar, mask: u64) -> cython.int:
        """k(h)·s(h) and the flash bonus; with a bonus a single colour goes first (§18)."""
        if self.flash_bonus and mask >> (32 + hand) & 1:
            s: cython.int = max(self.worth(hand, held, 0), self.worth(hand, held, 1))
            return self.factor[hand] * s + self.flash_bonus
        return self.factor[hand] * self.worth(hand, held, 2)

    def quick_total(self, held: cython.p_uchar, mask: u64) -> cython.int:
        """The total of a simple counting for the hands in `mask`."""
        total: cython.int = 0
        hand: cython.int
        i: cython.int
        for hand in range(self.size):
            if not mask >> hand & 1:
                continue
            if self.table:
                total += self.points[hand]
                if mask >> (32 + hand) & 1:
                    total += self.flash_bonus
            else:
                total += self.old_worth(hand, held, mask)
        if self.adds_pieces:
            for i in range(10):
                total += self.value[i] * owned(held, i, 2)
        return total

    def total(self, held: cython.p_uchar, mask: u64) -> cython.int:
        """The total of any counting; `mask` must be formed(held)."""
        return self.quick_total(held, mask) if self.simple else self.slow_total(held)

    def slow_total(self, held: cython.p_uchar) -> cython.int:
        """The total of a counting that only Python knows."""
        reserve = tuple([held[i] for i in range(20)])
        return counting.appraise(self.options, self.specs, reserve)[1]

    def mask_of(self, reserve: Sequence[int]) -> int:
        """formed() for a Python sequence of 20 counts."""
        held = cython.declare(cython.uchar[20])
        if not cython.compiled:
            held = [0] * 20
        _load(reserve, held)
        return self.formed(held)

    def total_of(self, reserve: Sequence[int]) -> int:
        """The total in tenths for a Python sequence of 20 counts."""
        held = cython.declare(cython.uchar[20])
        if not cython.compiled:
            held = [0] * 20
        _load(reserve, held)
        return self.total(held, self.formed(held))

    def evaluate(self, reserve: Sequence[int]) -> Appraisal:
        """Every hand formed, by name, and the total."""
        if not self.simple:
            found, total = counting.appraise(self.options, self.specs, tuple(reserve))
            return Appraisal(tuple(Formed(*hand) for hand in found), total)
        mask = self.mask_of(reserve)
        held = tuple(reserve)
        hands = [
            Formed(spec.name, (bool(mask >> (32 + h) & 1),), counting.copies(self.options, spec, held))
            for h, spec in enumerate(self.specs)
            if mask >> h & 1
        ]
        return Appraisal(tuple(hands), self.total_of(held))


@cython.cfunc
def _load(reserve: Sequence[int], held: cython.p_uchar) -> object:
    """Copy 20 counts into a buffer."""
    if len(reserve) != 20:
        raise ValueError("a reserve has 20 counts")
    i: cython.int
    for i in range(20):
        held[i] = reserve[i]
    return None


def owned(held: cython.p_uchar, kind: cython.int, colour: cython.int) -> cython.int:
    """Pieces of a kind in one colour (0, 1) or in both (2)."""
    if colour == 2:
        return held[kind] + held[10 + kind]
    return held[colour * 10 + kind]


def newly(before: u64, after: u64, downgrade: bool) -> bool:
    """Whether a hand is new: absent before, or become single-coloured — or, with `hand_downgrade_is_new`,
    single-coloured no longer (§8)."""
    if after & ~before:
        return True
    return downgrade and (before & ~after & (after << 32)) >> 32 != 0


def is_new(before: int, after: int, downgrade: bool) -> bool:
    """newly() for Python callers."""
    return newly(before, after, downgrade)

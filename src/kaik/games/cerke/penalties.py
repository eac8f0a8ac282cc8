"""The penalties a side holds (§10, §18 of docs/rules/cerke.md).

States and positions list their ids; the kernel keeps one word with a count of PENALTY_BITS bits for each id,
in the order of IDS.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from kaik.games.cerke.codes import FUTILE_TENTHS, KUT_TAM_TENTHS, PENALTY_BITS
from kaik.games.cerke.options import Options

IDS = ("kut_tam", "futile_after", "futile_null")
NAMES = {"kut_tam": "撃皇", "futile_after": "皇再来", "futile_null": "皇再来"}

TENTHS = {"撃皇": KUT_TAM_TENTHS, "皇再来": FUTILE_TENTHS}
"""What each costs, before the rate."""

_COUNT = (1 << PENALTY_BITS) - 1


def is_one_hand(options: Options) -> bool:
    """Whether the two forms of 皇再来 are one hand that either of them makes (§18)."""
    return options.futile_stacking == "once" and options.futile_after == options.futile_null == "hand"


@functools.lru_cache(maxsize=4096)
def word_of(ids: tuple[str, ...]) -> int:
    """The kernel's word for a multiset of ids."""
    return sum(1 << PENALTY_BITS * IDS.index(id) for id in ids)


@functools.lru_cache(maxsize=4096)
def ids_of(word: int) -> tuple[str, ...]:
    """The ids in a word of the kernel, sorted, each as often as it is held."""
    return tuple(id for id in sorted(IDS) for _ in range(word >> PENALTY_BITS * IDS.index(id) & _COUNT))


def names_of(ids: Iterable[str]) -> tuple[str, ...]:
    """The hands that these ids are, each as often as it counts; 撃皇 first."""
    return tuple(NAMES[id] for id in sorted(ids, key=IDS.index))

"""The best role that a hand makes with the public cards in Value War (`docs/rules/value_war.md` §4)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct

from kaik.kit.deck import COLOURS, SHIP, STRENGTH, Cards

Kind: TypeAlias = Literal["set3", "run3", "set2", "single"]
RANK: dict[Kind, int] = {"set3": 3, "run3": 2, "set2": 1, "single": 0}


class Role(Struct, frozen=True, cache_hash=True, gc=False):
    """A role; of the same kind the higher strength wins."""

    kind: Kind
    strength: int

    @property
    def value(self) -> tuple[int, int]:
        """Greater is stronger."""
        return RANK[self.kind], self.strength


@lru_cache(maxsize=1 << 14)
def best_role(own: Cards, public: Cards, min_own: int = 1) -> Role:
    """The strongest role out of own and public cards with at least `min_own` (0 or 1) own ones."""
    tops = _runs(own, public, min_own)
    sets = {size: max(_sets(own, public, min_own, size), default=None) for size in (3, 2, 1)}
    if sets[3] is not None:
        return Role("set3", sets[3])
    if (top := max(tops, default=None)) is not None:
        return Role("run3", top)
    if sets[2] is not None:
        return Role("set2", sets[2])
    assert sets[1] is not None
    return Role("single", sets[1])


def _sets(own: Cards, public: Cards, min_own: int, size: int) -> Iterator[int]:
    """The strengths of which `size` cards can be laid together; a lone ship is only itself."""
    mine, all_cards = (Tally(STRENGTH[card[-1]] for card in cards) for cards in (own, own + public))
    ship = STRENGTH[SHIP]
    for strength, count in all_cards.items():
        wild = strength != ship and size > 1
        fits = mine[strength] + wild * mine[ship]
        if count + wild * all_cards[ship] >= size and fits >= min_own:
            yield strength


def _runs(own: Cards, public: Cards, min_own: int) -> Iterator[int]:
    """The tops of the runs of three; a ship of the colour may stand for one of the numbers."""
    held, mine = set(own + public), set(own)
    for colour in COLOURS:
        ship = colour + SHIP
        for low in range(7):
            have = [card for card in (f"{colour}{low + step}" for step in range(3)) if card in held]
            laid = [tuple(have)] if len(have) == 3 else []
            if ship in held:
                laid += ((ship, *two) for two in combinations(have, 2))
            if any(sum(card in mine for card in run) >= min_own for run in laid):
                yield low + 2

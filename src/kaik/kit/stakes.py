"""A stake for the winner: losers pay it, winners who share divide it (`docs/rules/linked_ships.md` §9.13)."""

from __future__ import annotations

from collections.abc import Collection

from kaik.kit.ledger import Ledger
from kaik.kit.opening import in_turn


def settled(seats: int, winners: Collection[int], first: int, stake: int) -> Ledger:
    """The points of each seat; what cannot be divided goes to the first winner in play order."""
    share, rest = divmod(stake * (seats - len(winners)), len(winners))
    earliest = next(seat for seat in in_turn(first, seats) if seat in winners)
    return tuple(share + rest * (seat == earliest) if seat in winners else -stake for seat in range(seats))

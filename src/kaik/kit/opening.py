"""Who begins: a seat is drawn, or all throw and the highest begins (`docs/rules/beast_cast.md` §9.2)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct


class First(Struct, frozen=True, tag="first", cache_hash=True, gc=False):
    """Chance: this seat begins."""

    seat: int


class Throw(Struct, frozen=True, tag="throw", cache_hash=True, gc=False):
    """Chance: a cast of the sticks."""

    n: int


class ThrowOff(Struct, frozen=True, cache_hash=True, gc=False):
    """Seats throwing for the right to begin: `contest` in order, and what the first of them have thrown."""

    contest: tuple[int, ...]
    thrown: tuple[int, ...] = ()

    @property
    def thrower(self) -> int:
        """Who throws next."""
        return self.contest[len(self.thrown)]

    def after(self, n: int) -> ThrowOff:
        """The contest after one more throw; those tied for highest throw again."""
        thrown = (*self.thrown, n)
        if len(thrown) < len(self.contest):
            return ThrowOff(self.contest, thrown)
        best = max(thrown)
        return ThrowOff(tuple(seat for seat, n in zip(self.contest, thrown, strict=True) if n == best))

    @property
    def winner(self) -> int | None:
        """The seat that begins, once it is known."""
        return self.contest[0] if len(self.contest) == 1 else None


@cache
def in_turn(first: int, seats: int) -> tuple[int, ...]:
    """All seats in play order from the first."""
    return tuple((first + step) % seats for step in range(seats))

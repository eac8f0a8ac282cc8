"""A stretch of a match that experiments count: a season, a round, or the whole of it."""

from __future__ import annotations

from msgspec import Struct


class Episode(Struct, frozen=True, omit_defaults=True):
    """What came of one season or round."""

    gains: tuple[float, ...]
    """Points won by each seat."""
    winners: tuple[int, ...] = ()
    """Who came out best, sharing one win; nobody if it was drawn."""
    first: int | None = None
    """The seat that began, where somebody does."""
    marks: tuple[str, ...] = ()
    """What decided or distinguished it, as keys of the game's messages; a key without a text is shown."""
    figures: dict[str, float] = {}
    """Numbers worth averaging, by keys of the game's messages."""

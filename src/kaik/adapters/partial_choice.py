"""A choice in the making: one step of an environment touches one spot.

The paths of the legal actions form a tree. Its spots are the actions of every environment here: there are few
of them and they stay the same, however many complete moves a game may have. As soon as the touches made leave
one action, that is the choice; nobody else sees a choice before it is made.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

from kaik.core.errors import IllegalAction
from kaik.core.game import AnyGame
from kaik.core.scene import Path


class PartialChoice:
    """The choice of one seat. Immutable: `touch` returns another."""

    __slots__ = ("_words", "open", "seat", "touched")

    def __init__(self, seat: int, open: Sequence[tuple[Path, Any]], touched: Path = ()) -> None:
        self.seat = seat
        self.open = open
        """The paths that the touches begin, with their actions."""
        self.touched = touched
        self._words: list[str] | None = None

    def words(self) -> list[str]:
        """The spots that may be touched next."""
        if self._words is None:
            depth = len(self.touched)
            self._words = list(dict.fromkeys([path[depth] for path, _ in self.open]))
        return self._words

    def touch(self, spot: str) -> PartialChoice:
        """The choice after one more touch."""
        depth = len(self.touched)
        left = [entry for entry in self.open if entry[0][depth] == spot]
        if not left:
            raise IllegalAction("error.touch", spot=spot, known=" ".join(self.words())[:200])
        return PartialChoice(self.seat, left, (*self.touched, spot))

    @property
    def made(self) -> Any:
        """The action chosen, `None` while that is open."""
        return self.open[0][1] if self.touched and len(self.open) == 1 else None


def choice(game: AnyGame, state: Any, seat: int, words: Collection[str]) -> PartialChoice:
    """What a seat to act may choose, as far as these words say it."""
    actions = game.actions(state, seat)
    paths = game.paths(state, seat, actions)
    sayable = list(zip(paths, actions, strict=True))
    unknown = set(chain.from_iterable(paths)).difference(words)
    if unknown:
        sayable = [(path, action) for path, action in sayable if unknown.isdisjoint(path)]
    if not sayable:
        raise IllegalAction("error.lexicon", game=game.id, path=" ".join(paths[0]))
    return PartialChoice(seat, sayable)

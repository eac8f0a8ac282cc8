"""Choosing an action by touching spots: a walk down the legal paths, one touch at a time.

Spots of a fan may be touched in any order, a spot may stand for an equal one, and nothing is chosen before
a path is complete; until then every touch can be taken back.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from enum import Enum

from kaik.core.errors import IllegalAction
from kaik.core.scene import Path, Scene, continuing, free_run, plain


class Step(Enum):
    """What one more touch would do."""

    ENDS = "ends"
    MAY_END = "may end"
    """It leads on, and touched once more it ends the choice."""
    LEADS_ON = "leads on"


class Touches:
    """One decision being made."""

    def __init__(self, scene: Scene, paths: Sequence[Path]) -> None:
        self.scene = scene
        self.paths = tuple(paths)
        self._spots = scene.spots()
        self._free = scene.free_spots()
        self._made: tuple[str, ...] = ()

    # -- looking -----------------------------------------------------------------------------------

    @property
    def made(self) -> tuple[str, ...]:
        """The spots touched so far, as they were touched."""
        return self._made

    @property
    def spots(self) -> frozenset[str]:
        """Every spot that some legal path goes through."""
        words = {word for path in self.paths for word in path}
        return frozenset(words | {id for id, spot in self._spots.items() if spot.same_as in words})

    def candidates(self) -> dict[str, Step]:
        """The spots that may be touched next, and what each touch would do."""
        words: dict[str, Step] = {}
        meant = plain(self._made, self._spots)
        for index in continuing(self.paths, self._made, self.scene):
            for word, step in self._onward(meant, self.paths[index]):
                if words.get(word, Step.LEADS_ON) is Step.LEADS_ON:
                    words[word] = step
        twins = {id: words[spot.same_as] for id, spot in self._spots.items() if spot.same_as in words}
        return words | twins

    def _onward(self, meant: Sequence[str], path: Path) -> list[tuple[str, Step]]:
        """What may follow the touches on a path that they begin."""
        left = len(path) - len(meant)
        step = Step.ENDS if left == 1 else Step.LEADS_ON
        if left == 2 and path[-1] == path[-2] and path[-1] not in self._free:
            step = Step.MAY_END
        return [(word, step) for word in self._next(meant, path)]

    def _next(self, meant: Sequence[str], path: Path) -> list[str]:
        here = 0
        while here < len(path):
            end = max(free_run(path, here, self._free), here + 1)
            if end > len(meant):
                return list((Tally(path[here:end]) - Tally(meant[here:])).elements())
            here = end
        return []

    def ending(self, id: str) -> int | None:
        """The path that a touch of this spot would complete."""
        return self._complete((*self._made, id))

    def begins(self, id: str) -> bool:
        """Whether a touch here lets go of what was touched before and begins anew."""
        fresh = bool(self._made) and id not in self._made
        return fresh and not self._fits((*self._made, id)) and self._fits((id,))

    # -- touching ----------------------------------------------------------------------------------

    def touch(self, id: str) -> int | None:
        """The index of the path that this touch completes, or `None` while more is needed.

        A card touched twice is laid down again, another first spot begins anew; a touch that fits no legal
        path is refused.
        """
        if not self._takes_back(id) and self._fits((*self._made, id)):
            return self._advance((*self._made, id))
        if id in self._made:
            self._back_to(id)
            return None
        if self._made and self._fits((id,)):
            return self._advance((id,))
        raise IllegalAction("error.touch")

    def undo(self) -> bool:
        """Take back the last touch."""
        had, self._made = bool(self._made), self._made[:-1]
        return had

    def clear(self) -> None:
        """Take back everything."""
        self._made = ()

    def _advance(self, touches: tuple[str, ...]) -> int | None:
        index = self._complete(touches)
        self._made = touches if index is None else ()
        return index

    def _back_to(self, id: str) -> None:
        """A card leaves a fan alone; any other touch takes the later ones with it, as they depended on it."""
        at = len(self._made) - 1 - self._made[::-1].index(id)
        without = self._made[:at] + self._made[at + 1 :]
        alone = id in self._free and self._fits(without)
        self._made = without if alone else self._made[:at]

    def _takes_back(self, id: str) -> bool:
        """A second touch of one of several equal cards lays it down, while its twin can still be touched."""
        if id not in self._free or id not in self._made:
            return False
        held = sum(item.count for item in self._spots[id].items)
        return self._made.count(id) >= held and any(twin not in self._made for twin in self._twins(id))

    def _twins(self, id: str) -> list[str]:
        word = self._spots[id].same_as or id
        return [
            other.id for other in self._spots.values() if other.id != id and word in (other.id, other.same_as)
        ]

    def _fits(self, touches: Sequence[str]) -> bool:
        return bool(continuing(self.paths, touches, self.scene))

    def _complete(self, touches: Sequence[str]) -> int | None:
        found = continuing(self.paths, touches, self.scene)
        return next((index for index in found if len(self.paths[index]) == len(touches)), None)

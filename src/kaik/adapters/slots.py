"""What a seat sees as one vector of numbers, each in a slot of its own (docs/research.md).

The slots follow from the lexicon: a table of spots × features, then the casts, the counters and whose turn it
is. Seats are counted from the reader: 0 is the reader itself, 1 the next seat.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, TypeAlias

from kaik.adapters.extras import extra
from kaik.core.game import AnyGame
from kaik.core.lexicon import Lexicon, amount, look, parse_mark
from kaik.core.messages import Message
from kaik.core.scene import Cast, Counter, Item, Path, Scene, Spot

with extra("research"):
    import numpy as np
    from numpy.typing import NDArray

Vector: TypeAlias = NDArray[np.float32]

MOST = 1e9
"""No slot leaves ± this."""
CASTS = 4
"""At least so many casts have slots; where every seat throws, so many as there are seats."""


class Slots:
    """The slots of a game with these words and this number of seats."""

    def __init__(self, words: Lexicon, seats: int) -> None:
        self.words, self.seats = words, seats
        self.features = (
            *words.looks,
            *(f"owner+{seat}" for seat in range(seats)),
            *words.marks,
            "touched",
        )
        self.casts = max(CASTS, seats)
        self._row = {spot: row for row, spot in enumerate(words.spots)}
        self._look = {word: column for column, word in enumerate(words.looks)}
        self._owner = len(words.looks)
        self._mark = {word: self._owner + seats + place for place, word in enumerate(words.marks)}
        self._counter = {word: place for place, word in enumerate(words.counters)}
        self.names = self._names()
        self.size = len(self.names)
        self._items = functools.lru_cache(maxsize=1 << 16)(self._item)

    def _names(self) -> tuple[str, ...]:
        """What every slot holds."""
        spots = (f"{spot}: {feature}" for spot in self.words.spots for feature in self.features)
        casts = (
            f"cast {n}: {what}" for n in range(self.casts) for what in ("there", "by", "thrown", "needed")
        )
        counters = (f"{word}: {what}" for word in self.words.counters for what in ("there", "value"))
        return (*spots, *casts, *counters, *(f"turn+{seat}" for seat in range(self.seats)))

    @property
    def shape(self) -> tuple[int, int]:
        """Spots × features: the first part of the vector."""
        return len(self.words.spots), len(self.features)

    def table(self, vector: Vector) -> Vector:
        """The spots' part of a vector, a row for each."""
        rows, columns = self.shape
        return vector[: rows * columns].reshape(rows, columns)

    # -- filling -------------------------------------------------------------------------------------

    def observe(self, game: AnyGame, state: Any, seat: int) -> Vector:
        """What a seat sees of a state."""
        return self.encode(game.scene(game.view(state, seat), seat), seat)

    def encode(self, scene: Scene, seat: int) -> Vector:
        """A scene as its reader sees it."""
        places: list[int] = []
        values: list[float] = []
        for zone in scene.zones:
            for spot in zone.spots:
                if spot.items or spot.tags:
                    self._fill_spot(spot, seat, places, values)
        self._fill_rest(scene, seat, places, values)
        summed = np.bincount(places, values, self.size)
        return np.clip(summed, -MOST, MOST).astype(np.float32)

    def touch(self, vector: Vector, touched: Path) -> None:
        """Write down the touches of a choice in the making, counted from 1; the last on a spot stays."""
        columns = len(self.features)
        for number, spot in enumerate(touched, 1):
            vector[self._row[spot] * columns + columns - 1] = number

    def _fill_spot(self, spot: Spot, seat: int, places: list[int], values: list[float]) -> None:
        row = self._row.get(spot.id)
        if row is None:
            return
        start = row * len(self.features)
        for tag in spot.tags:
            if tag in self._mark:
                places.append(start + self._mark[tag])
                values.append(1)
        for item in spot.items:
            for column, value in self._items(_plain(item), seat):
                places.append(start + column)
                values.append(value)

    def _item(self, item: Item, seat: int) -> Sequence[tuple[int, float]]:
        """The columns of a spot's row that an item adds to."""
        found: list[tuple[int, float]] = []
        if look(item) in self._look:
            found.append((self._look[look(item)], amount(item)))
        if item.owner is not None:
            found.append((self._owner + (item.owner - seat) % self.seats, item.count))
        badges = (parse_mark(badge) for badge in item.badges)
        return (*found, *((self._mark[word], n) for word, n in badges if word in self._mark))

    def _fill_rest(self, scene: Scene, seat: int, places: list[int], values: list[float]) -> None:
        start = len(self.words.spots) * len(self.features)
        for number, cast in enumerate(scene.casts[: self.casts]):
            places.extend(range(start + 4 * number, start + 4 * number + 4))
            values.extend(_cast(cast, seat, self.seats))
        start += 4 * self.casts
        for counter in scene.counters:
            place = self._counter.get(counter.id)
            if place is not None:
                places.extend((start + 2 * place, start + 2 * place + 1))
                values.extend((1, number_of(counter, seat, self.seats)))
        start += 2 * len(self.words.counters)
        for acting in scene.turn:
            if acting >= 0:
                places.append(start + (acting - seat) % self.seats)
                values.append(1)


def _plain(item: Item) -> Item:
    """An item without its words, so that equal ones are looked up together."""
    return Item(item.kind, item.face, item.colour, item.owner, item.face_down, item.count, item.badges)


def _cast(cast: Cast, seat: int, seats: int) -> tuple[float, float, float, float]:
    by = 0 if cast.by is None else 1 + (cast.by - seat) % seats
    return 1, by, cast.thrown, cast.needed or 0


_WORDS = {"yes": 1.0, "no": 0.0}


def number_of(counter: Counter, seat: int, seats: int) -> float:
    """A counter as a number: what it counts, 1 and 0 for yes and no, -1 for any other word.

    A seat is counted from the reader, who is 0.
    """
    value = counter.value
    if not isinstance(value, Message):
        return float(value)
    n = value.params.get("n")
    if not isinstance(n, int | float):
        return _WORDS.get(value.key, -1.0)
    return (int(n) - 1 - seat) % seats if value.key == "seat" else float(n)

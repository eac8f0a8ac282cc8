"""What a room keeps at hand, so that the store need not be asked each time.

The match at hand is only ever one that has been committed. While a change is on its way to the store nothing
is at hand, so that whatever goes wrong, the next to ask gets what the store holds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from kaik.play.fairness import Chance
from kaik.play.match import Match
from kaik.protocol.errors import NotFound
from kaik.server.db.store import TableRow
from kaik.server.tables import windows
from kaik.server.tables.at_hand import AtHand, followed, replayed
from kaik.server.tables.frames import Frames
from kaik.server.tables.means import Means

FEW = 8
"""So many entries are followed at once; for more, the way to another thread is worth it."""


class Hand:
    """The match of one table and the frames made of it, if they are at hand."""

    def __init__(self, id: str, means: Means) -> None:
        self.frames = Frames(means)
        self._id = id
        self._means = means
        self._held: AtHand | None = None
        self._touched = False

    def touch(self) -> None:
        """Somebody else may have changed the table: look again before anything is said of it."""
        self._touched = True

    def forget(self) -> None:
        """A change is on its way to the store."""
        self._held = None
        self.frames.clear()

    def take(self, now: AtHand) -> None:
        """This has been committed."""
        self._held = now

    def take_alone(self, now: AtHand) -> None:
        """This has been committed, if no other process has changed the table too."""
        if not self._means.store.shared:
            self.take(now)

    def amend(self, row: TableRow) -> None:
        """The table has changed and the match has not."""
        if self._held is not None:
            self._held.row = row
        self.frames.clear()

    async def load(self) -> AtHand:
        """What the store holds, or what it is known to."""
        if self._held is None or self._touched:
            self._touched = False
            known, self._held = self._held, None
            self.frames.clear()
            self._held = await self._read(known)
        return self._held

    async def load_if_behind(self, now: AtHand) -> AtHand:
        """Somebody else may have gone on with the match in another process."""
        if await self._means.store.length(self._id) == len(now.match.log):
            return now
        self.touch()
        return await self.load()

    async def _read(self, known: AtHand | None) -> AtHand:
        """What the store holds; of a match that is known only what was added to it."""
        store = self._means.store
        row = await store.table(self._id)
        if row is None:
            raise NotFound("error.table_unknown")
        begun = len(known.match.log) if known is not None else 0
        entries = await store.entries(self._id, begun) if row.status != "waiting" else []
        match = await _led_to(known.match if begun and known else None, row, entries, self._means.chance)
        answers = await store.answers(self._id) if windows.silence(row, match) else {}
        return AtHand(row, match, answers)


async def _led_to(
    match: Match | None, row: TableRow, entries: Sequence[object], chance: Callable[[TableRow], Chance]
) -> Match:
    """The match that is known with what was added to it, mostly one choice; or all of one that is not."""
    work = partial(replayed, row, entries, chance) if match is None else partial(followed, match, entries)
    return await asyncio.to_thread(work) if len(entries) > FEW else work()

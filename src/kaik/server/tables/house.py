"""The tables in play: a room for each that somebody looks at, and a sweeper for what is due at the others."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from random import uniform
from weakref import WeakValueDictionary

from kaik.server.notify.bus import chat_topic
from kaik.server.tables.means import Means
from kaik.server.tables.rooms import Room

log = logging.getLogger(__name__)

KEPT = 100
"""How many tables stay at hand when nobody looks."""
SWEEP = 2.0


class House(Means):
    """The rooms, with what they share."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()

    def room(self, id: str) -> Room:
        """The room of a table; there is only one at a time, so that its lock means something.

        Who asks anew may know from another process more than has been heard here: the room looks again.
        """
        room = self._rooms.get(id)
        if room is None:
            room = self._rooms[id] = Room(id, self)
        elif self.store.shared:
            room.touch()
        self._recent[id] = room
        self._recent.move_to_end(id)
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)
        return room

    async def refresh(self, person: str) -> None:
        """A person's name has changed: tell those who look at a table of theirs."""
        for row in await self.store.tables_of(person, KEPT):
            if row.id in self._rooms:
                await self._rooms[row.id].refresh()

    async def open(self) -> None:
        """Take up what was left undone, and look after it from now on.

        Alone at a database all of that is ours; otherwise only what nobody has seen to in time.
        """
        await self._resume(await self.store.due(self.now() if self.store.shared else None))
        self.spawn(self._sweep())

    def hear(self, name: str, seq: int) -> None:
        """Another process has changed a table, or somebody there has said something at one."""
        room = self._rooms.get(name)
        if room is not None:
            room.touch()
        self.bus.publish(name, seq)

    def hear_anything(self) -> None:
        """Other processes may have changed any table, and anybody may have said something."""
        for id in list(self._rooms):
            self.hear(id, 0)
            self.hear(chat_topic(id), 0)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP * uniform(0.5, 1.5))
            try:
                await self._resume(await self.store.due(self.now()))
            except Exception:
                log.exception("the sweeper failed and goes on")

    async def _resume(self, ids: Sequence[str]) -> None:
        for id in ids:
            room = self.room(id)
            room.touch()
            self.spawn(room.see_to())

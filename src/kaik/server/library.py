"""Records by id: of finished matches, and those that people have uploaded."""

from __future__ import annotations

import sqlalchemy as sa

from kaik.play.formats import parse
from kaik.play.record import Record, replay
from kaik.server.desk import Desk
from kaik.server.house import House
from kaik.server.layout import records
from kaik.server.problems import NotFound


def checked(text: str, suffix: str) -> Record:
    """The record in a file with this suffix, its events judged by the referee, or `BadRecord`."""
    record = parse(text, suffix)
    replay(record)
    return record


class Library(Desk):
    """Where records are looked up."""

    def __init__(self, house: House) -> None:
        super().__init__(house.store.engine)
        self._house = house

    async def find(self, id: str) -> bytes:
        """A record by id; refused as long as its match is being played."""
        try:
            return await self._house.room(id).record()
        except NotFound:
            row = await self._first(sa.select(records.c.text).where(records.c.id == id))
        if row is None:
            raise NotFound("error.record_unknown")
        return str(row.text).encode()

    async def keep(self, id: str, person: str, record: Record, at: float) -> None:
        """An uploaded record."""
        row = {"id": id, "person_id": person, "game": record.game, "text": record.to_json().decode()}
        await self._write(records.insert().values(**row, created=at))

"""Records that people have uploaded."""

from __future__ import annotations

import sqlalchemy as sa

from kaik.play.record import Record
from kaik.server.db.models import records
from kaik.server.db.repository import Repository


class UploadedRecords(Repository):
    """Uploaded records by id."""

    async def find(self, id: str) -> bytes | None:
        """The text of a record."""
        row = await self._first(sa.select(records.c.text).where(records.c.id == id))
        return None if row is None else str(row.text).encode()

    async def add(self, id: str, person: str, record: Record, at: float) -> None:
        """One more."""
        row = {"id": id, "person_id": person, "game": record.game, "text": record.to_json().decode()}
        await self._write(records.insert().values(**row, created=at))

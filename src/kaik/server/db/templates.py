"""Wishes for tables that people keep, to set them up again and again."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from kaik.protocol.people import Template
from kaik.protocol.tables import NewTable
from kaik.server.db.models import templates
from kaik.server.db.repository import Repository

MOST_TEMPLATES = 50


class Templates(Repository):
    """Everybody's templates."""

    async def of(self, person: str) -> list[Template]:
        """A person's templates, by name."""
        query = sa.select(templates).where(templates.c.person_id == person).order_by(templates.c.name)
        return [
            Template(row.id, row.name, msgspec.json.decode(row.wish, type=NewTable))
            for row in await self._all(query)
        ]

    async def keep(self, person: str, made: Template, at: float) -> None:
        """One more."""
        wish = msgspec.json.encode(made.wish).decode()
        row = {"id": made.id, "person_id": person, "name": made.name, "wish": wish, "created": at}
        await self._write(templates.insert().values(row))

    async def replace(self, person: str, made: Template) -> None:
        """Another name or wish for one of a person's."""
        theirs = templates.update().where(templates.c.person_id == person, templates.c.id == made.id)
        await self._write(theirs.values(name=made.name, wish=msgspec.json.encode(made.wish).decode()))

    async def drop(self, person: str, id: str) -> bool:
        """One less; whether there was one."""
        theirs = templates.delete().where(templates.c.person_id == person, templates.c.id == id)
        return await self._write(theirs) == 1

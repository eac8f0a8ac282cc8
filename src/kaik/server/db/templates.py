"""Table templates: set-ups that people have saved to use again."""

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

    async def add(self, person: str, template: Template, at: float) -> None:
        """Save a template."""
        wish = msgspec.json.encode(template.wish).decode()
        row = {"id": template.id, "person_id": person, "name": template.name, "wish": wish, "created": at}
        await self._write(templates.insert().values(row))

    async def replace(self, person: str, template: Template) -> None:
        """Change a person's template with this id."""
        theirs = templates.update().where(templates.c.person_id == person, templates.c.id == template.id)
        await self._write(theirs.values(name=template.name, wish=msgspec.json.encode(template.wish).decode()))

    async def delete(self, person: str, id: str) -> bool:
        """Delete a template; whether there was one."""
        theirs = templates.delete().where(templates.c.person_id == person, templates.c.id == id)
        return await self._write(theirs) == 1

"""What people at a table say to each other: short, not too fast, and kept with the table."""

from __future__ import annotations

import sqlalchemy as sa

from kaik.protocol.errors import Problem, TooMany
from kaik.protocol.live import ChatLine
from kaik.server.db.models import chat, people
from kaik.server.db.repository import Repository

LONGEST = 300
SHOWN = 100
"""How many of the last lines a newcomer is shown."""
BURST, PERIOD = 5, 10.0
"""So many lines in so many seconds are conversation; more are noise."""


def proper_line(text: str) -> str:
    """Something fit to be said, or a refusal. It is text, and shown as nothing else."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not line or len(line) > LONGEST:
        raise Problem("error.chat_length", most=LONGEST)
    return line


class ChatStore(Repository):
    """The lines of all tables."""

    async def say(self, table: str, person: str, seat: int, text: str, at: float) -> int:
        """Keep a line; its number."""
        recent = sa.select(sa.func.count()).where(chat.c.person_id == person, chat.c.at > at - PERIOD)
        line = chat.insert().values(table_id=table, person_id=person, seat=seat, text=text, at=at)
        async with self._transaction() as connection:
            if ((await connection.execute(recent)).scalar_one()) >= BURST:
                raise TooMany("error.chat_fast", n=int(PERIOD))
            kept = await connection.execute(line.returning(chat.c.id))
            return int(kept.scalar_one())

    async def lines(self, table: str, after: int = 0) -> tuple[ChatLine, ...]:
        """What has been said after a line, at most the last of it, in order."""
        query = (
            sa.select(chat, people.c.name)
            .join(people, people.c.id == chat.c.person_id)
            .where(chat.c.table_id == table, chat.c.id > after)
            .order_by(chat.c.id.desc())
            .limit(SHOWN)
        )
        rows = await self._all(query)
        return tuple(
            ChatLine(row.id, row.seat, row.name, row.text, int(row.at * 1000)) for row in reversed(rows)
        )

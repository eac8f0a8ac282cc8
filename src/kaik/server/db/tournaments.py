"""Tournaments as they are kept: who organises, who takes part, and who meets whom at which table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from kaik.play.tournament import Kind
from kaik.protocol.tables import NewTable
from kaik.server.db.models import entrants, meetings, people, tournaments
from kaik.server.db.repository import Repository, exactly_one
from kaik.server.db.store import insert_table
from kaik.table.state import TableState


class EntrantRow(Struct, frozen=True):
    """Somebody who takes part."""

    person: str
    name: str
    withdrawn: bool


class PairingRow(Struct, frozen=True):
    """Two who meet, and the table at which they do; without a second, a round off."""

    first: str
    second: str | None
    table: str | None


class TournamentRow(Struct, frozen=True):
    """A tournament. `wish`: the table that each match is played at; `rounds` is settled with the first.

    `by`: what the organiser is called; `taking`: all who ever entered, in that order.
    """

    id: str
    name: str
    kind: Kind
    organiser: str
    by: str
    wish: NewTable
    created: float
    rounds: int | None = None
    taking: tuple[EntrantRow, ...] = ()
    played: tuple[tuple[PairingRow, ...], ...] = ()

    @property
    def left(self) -> list[str]:
        """Those who still take part."""
        return [one.person for one in self.taking if not one.withdrawn]

    @property
    def field(self) -> list[str]:
        """Those whom it is about: who withdrew before the first round was never in it."""
        if not self.played:
            return self.left
        began = {person for met in self.played[0] for person in (met.first, met.second)}
        return [one.person for one in self.taking if one.person in began]


class Tournaments(Repository):
    """All tournaments."""

    async def add(self, evening: TournamentRow) -> None:
        """A new one, without anybody in it."""
        row = {
            "id": evening.id,
            "organiser": evening.organiser,
            "name": evening.name,
            "kind": evening.kind,
            "wish": msgspec.json.encode(evening.wish).decode(),
            "rounds": evening.rounds,
            "created": evening.created,
        }
        await self._write(tournaments.insert().values(row))

    async def find(self, id: str) -> TournamentRow | None:
        """One of them."""
        found = await self._evenings(tournaments.c.id == id, 1)
        return found[0] if found else None

    async def newest(self, most: int) -> list[TournamentRow]:
        """The newest."""
        return await self._evenings(sa.true(), most)

    async def enter(self, id: str, person: str, at: float) -> None:
        """Somebody takes part, or does so again; `Conflict` if they do already."""
        back = entrants.update().where(
            entrants.c.tournament_id == id, entrants.c.person_id == person, entrants.c.withdrawn
        )
        async with self._transaction() as connection:
            if (await connection.execute(back.values(withdrawn=False))).rowcount == 0:
                row = {"tournament_id": id, "person_id": person, "at": at}
                await connection.execute(entrants.insert().values(row))

    async def withdraw(self, id: str, person: str) -> None:
        """Somebody takes part no longer; `Conflict` if they did not."""
        theirs = entrants.update().where(
            entrants.c.tournament_id == id, entrants.c.person_id == person, ~entrants.c.withdrawn
        )
        async with self._transaction() as connection:
            await exactly_one(connection, theirs.values(withdrawn=True))

    async def add_round(
        self, evening: TournamentRow, rounds: int, met: Sequence[PairingRow], tables: Sequence[TableState]
    ) -> None:
        """A new round with its tables, all or nothing; `Conflict` if somebody else has begun it."""
        number = len(evening.played)
        rows = [
            {
                "tournament_id": evening.id,
                "round": number,
                "board": board,
                "first": one.first,
                "second": one.second,
                "match": one.table,
            }
            for board, one in enumerate(met)
        ]
        async with self._transaction() as connection:
            await connection.execute(meetings.insert(), rows)
            for table in tables:
                await insert_table(connection, table)
            settled = tournaments.update().where(tournaments.c.id == evening.id)
            await connection.execute(settled.values(rounds=rounds))

    async def _evenings(self, wanted: Any, most: int) -> list[TournamentRow]:
        query = (
            sa.select(tournaments, people.c.name.label("by"))
            .join(people, people.c.id == tournaments.c.organiser)
            .where(wanted)
            .order_by(tournaments.c.created.desc())
            .limit(most)
        )
        rows = await self._all(query)
        ids = [row.id for row in rows]
        taking, played = await self._taking(ids), await self._played(ids)
        return [
            TournamentRow(
                id=row.id,
                name=row.name,
                kind=row.kind,
                organiser=row.organiser,
                by=row.by,
                wish=msgspec.json.decode(row.wish, type=NewTable),
                created=row.created,
                rounds=row.rounds,
                taking=taking.get(row.id, ()),
                played=played.get(row.id, ()),
            )
            for row in rows
        ]

    async def _taking(self, ids: Sequence[str]) -> dict[str, tuple[EntrantRow, ...]]:
        query = (
            sa.select(entrants, people.c.name)
            .join(people, people.c.id == entrants.c.person_id)
            .where(entrants.c.tournament_id.in_(ids))
            .order_by(entrants.c.tournament_id, entrants.c.at, entrants.c.person_id)
        )
        groups = groupby(await self._all(query) if ids else (), key=lambda row: row.tournament_id)
        return {
            id: tuple(EntrantRow(row.person_id, row.name, row.withdrawn) for row in rows)
            for id, rows in groups
        }

    async def _played(self, ids: Sequence[str]) -> dict[str, tuple[tuple[PairingRow, ...], ...]]:
        query = (
            sa.select(meetings)
            .where(meetings.c.tournament_id.in_(ids))
            .order_by(meetings.c.tournament_id, meetings.c.round, meetings.c.board)
        )
        rows = await self._all(query) if ids else ()
        found: dict[str, tuple[tuple[PairingRow, ...], ...]] = {}
        for (id, _), group in groupby(rows, key=lambda row: (row.tournament_id, row.round)):
            met = tuple(PairingRow(row.first, row.second, row.match) for row in group)
            found[id] = (*found.get(id, ()), met)
        return found

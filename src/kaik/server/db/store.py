"""People and tables: seats, the log of each match, and the answers in open claim windows.

A match is its log, numbered without gaps. A change is written whole, and only to the version of the table
that it was made from (optimistic lock); what is acknowledged has been committed before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import Any, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kaik.play.clock import Clock, ClockSpec
from kaik.play.fairness import Nonce
from kaik.play.rating import Rating
from kaik.protocol.tables import Status
from kaik.server.db import database
from kaik.server.db.group_commit import GroupCommit
from kaik.server.db.models import answers as _answers
from kaik.server.db.models import chat as _chat
from kaik.server.db.models import events as _events
from kaik.server.db.models import keys as _keys
from kaik.server.db.models import meetings as _meetings
from kaik.server.db.models import people as _people
from kaik.server.db.models import ratings as _ratings
from kaik.server.db.models import results as _results
from kaik.server.db.models import seats as _seats
from kaik.server.db.models import tables as _tables
from kaik.server.db.repository import Conflict as Conflict
from kaik.server.db.repository import Repository, exactly_one
from kaik.table.commands import Change
from kaik.table.state import Person, SeatState, TableState


class Store(Repository):
    """People, tables and their events."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._group_commit = None if self.shared else GroupCommit(engine)

    @classmethod
    async def open(cls, url: str) -> Store:
        """Connect, and bring the database up to date."""
        engine = database.engine(url)
        await database.prepare(engine)
        return cls(engine)

    @property
    def shared(self) -> bool:
        """Whether other processes may work at the database side by side with this one."""
        return self._engine.dialect.name == "postgresql"

    @property
    def engine(self) -> AsyncEngine:
        """What the other parts of the database's interface share with this one."""
        return self._engine

    async def close(self) -> None:
        """Let go of the database."""
        if self._group_commit is not None:
            await self._group_commit.close()
        await self._engine.dispose()

    # -- people ------------------------------------------------------------------------------------

    async def add_person(self, person: Person, token: str, at: float) -> None:
        """A new person, who will be known by the hash of a token."""
        async with self._engine.begin() as connection:
            row = {"id": person.id, "token": person.id, "name": person.name, "created": at}
            await connection.execute(_people.insert().values(row))
            key = {"hash": token, "person_id": person.id, "kind": "session", "id": person.id}
            await connection.execute(_keys.insert().values(**key, name="", created=at))

    async def person(self, token: str) -> Person | None:
        """The person known by this hash."""
        row = await self._first(_KNOWN_BY, {"token": token})
        return None if row is None else Person(row.id, row.name, row.handle is not None)

    async def person_by_id(self, id: str) -> tuple[Person, float] | None:
        """A person, and since when they have been known; nothing of somebody who was forgotten."""
        row = await self._first(sa.select(_people).where(_people.c.id == id, _people.c.name != ""))
        return None if row is None else (Person(row.id, row.name, row.handle is not None), row.created)

    # -- tables ------------------------------------------------------------------------------------

    async def add_table(self, table: TableState) -> None:
        """A new table with its seats."""
        async with self._engine.begin() as connection:
            await insert_table(connection, table)

    async def table(self, id: str) -> TableState | None:
        """A table with its seats."""
        async with self._reader.connect() as connection:
            row = (await connection.execute(_TABLE, {"table": id})).first()
            return None if row is None else _table(row, (await _seats_of(connection, [id]))[id])

    async def tables_of(self, person: str, most: int) -> list[TableState]:
        """The newest tables at which a person sits."""
        sits = sa.select(_seats.c.table_id).where(_seats.c.person_id == person)
        return await self._tables(_tables.c.id.in_(sits), most)

    async def tables_by_id(self, ids: Sequence[str]) -> dict[str, TableState]:
        """These tables, by their ids."""
        return {row.id: row for row in await self._tables(_tables.c.id.in_(ids), len(ids))}

    async def due(self, before: float | None = None) -> list[str]:
        """The tables the server must see to: all of them, or those due before a time."""
        wanted = _tables.c.due.is_not(None) if before is None else _tables.c.due <= before
        async with self._reader.connect() as connection:
            return list((await connection.scalars(sa.select(_tables.c.id).where(wanted))).all())

    async def entries(self, id: str, since: int = 0) -> list[Any]:
        """The events of a match in order, from a number on, as JSON values."""
        async with self._reader.connect() as connection:
            texts = (await connection.scalars(_ENTRIES, {"table": id, "since": since})).all()
        return [msgspec.json.decode(text) for text in texts]

    async def version(self, id: str) -> int | None:
        """The version of a table now."""
        async with self._reader.connect() as connection:
            found = await connection.scalar(sa.select(_tables.c.version).where(_tables.c.id == id))
            return None if found is None else int(found)

    async def answers(self, id: str) -> dict[str, int]:
        """The answers kept for an open window: the choice of each decision."""
        async with self._reader.connect() as connection:
            return await _kept(connection, id)

    async def mark_everyone_away(self, since: float) -> None:
        """Nobody is at any table: what a process that starts must assume."""
        playing = sa.select(_tables.c.id).where(_tables.c.status == "playing")
        there = _seats.update().where(
            _seats.c.kind == "person", _seats.c.away.is_(None), _seats.c.table_id.in_(playing)
        )
        await self._write(there.values(away=since))

    async def marked_away(self, people: Collection[str]) -> list[tuple[str, str]]:
        """The tables at which some of these people are thought to be away."""
        query = sa.select(_seats.c.table_id, _seats.c.person_id).where(
            _seats.c.person_id.in_(people), _seats.c.away.is_not(None)
        )
        return [(row.table_id, row.person_id) for row in await self._all(query)] if people else []

    async def public_tables(self, game: str | None, most: int) -> list[TableState]:
        """The newest public tables that are not over."""
        wanted = _tables.c.public & _tables.c.status.in_(("waiting", "playing"))
        return await self._tables(wanted if game is None else wanted & (_tables.c.game == game), most)

    async def write(self, change: Change) -> None:
        """Write a change of a table whole, or raise `Conflict` if the table has another version by now."""
        if self._group_commit is not None and _is_step(change):
            await self._group_commit.write(lambda connection: _write_step(connection, change))
            return
        id = change.after.id
        kept = _tables.update().where(_tables.c.id == id, _tables.c.version == change.before.version)
        async with self._transaction() as connection:
            await exactly_one(connection, kept.values(_changing_values(change.after)))
            if change.removes:
                for table in (_chat, _answers, _seats):
                    await connection.execute(table.delete().where(table.c.table_id == id))
                await connection.execute(_tables.delete().where(_tables.c.id == id))
                return
            for number, (old, new) in enumerate(zip(change.before.seats, change.after.seats, strict=True)):
                if old != new:
                    place = _seats.update().where(_seats.c.table_id == id, _seats.c.seat == number)
                    await connection.execute(place.values(_seat_values(new)))
            if change.closes_window:
                await connection.execute(_answers.delete().where(_answers.c.table_id == id))
            if change.answer is not None:
                decision, choice = change.answer
                row = {"table_id": id, "decision": decision, "choice": choice}
                await connection.execute(_answers.insert().values(row))
            if change.entries:
                await connection.execute(_events.insert(), _event_rows(change))

    # -- inside ------------------------------------------------------------------------------------

    async def _tables(self, wanted: sa.ColumnElement[bool], most: int) -> list[TableState]:
        """Tables with their seats, newest first."""
        query = _WITH_TOURNAMENT.where(wanted).order_by(_tables.c.created.desc()).limit(most)
        async with self._reader.connect() as connection:
            rows = (await connection.execute(query)).all()
            seats = await _seats_of(connection, [row.id for row in rows])
        return [_table(row, seats[row.id]) for row in rows]


async def insert_table(connection: AsyncConnection, table: TableState) -> None:
    """A new table with its seats, in the transaction at hand."""
    await connection.execute(_tables.insert().values(_table_values(table)))
    await connection.execute(
        _seats.insert(),
        [{"table_id": table.id, "seat": n, **_seat_values(seat)} for n, seat in enumerate(table.seats)],
    )


async def _kept(connection: AsyncConnection, id: str) -> dict[str, int]:
    query = sa.select(_answers.c.decision, _answers.c.choice).where(_answers.c.table_id == id)
    return {row.decision: row.choice for row in (await connection.execute(query)).all()}


def _event_rows(change: Change) -> list[dict[str, Any]]:
    return [
        {"table_id": change.after.id, "seq": number, "entry": _json(entry), "at": change.at}
        for number, entry in enumerate(change.entries, change.first)
    ]


def _is_step(change: Change) -> bool:
    """Whether a change is what nearly every choice comes to: new entries, and what follows from them."""
    before, after = change.before, change.after
    same_people = before.seats is after.seats and before.nonces is after.nonces and before.next == after.next
    return same_people and not change.closes_window and change.answer is None


_step = _tables.update().where(
    _tables.c.id == sa.bindparam("key"), _tables.c.version == sa.bindparam("known")
)
_NAMED = sqlite.dialect(paramstyle="named")
_INSERT_SQL = str(_events.insert().compile(dialect=_NAMED))
_STEP_SQL = str(_step.compile(dialect=_NAMED, column_keys=["status", "due", "clocks", "version"]))


def _write_step(connection: sqlite3.Connection, change: Change) -> None:
    """A step without the cost of anything but SQLite itself."""
    after = change.after
    values = {"status": after.status, "due": after.due, "clocks": _clocks(after), "version": after.version}
    done = connection.execute(_STEP_SQL, {"key": after.id, "known": change.before.version, **values})
    if done.rowcount != 1:
        raise Conflict
    try:
        connection.executemany(_INSERT_SQL, _event_rows(change))
    except sqlite3.IntegrityError as taken:
        raise Conflict from taken


_own = (_seats.c.kind == "person") & (_ratings.c.person_id == _seats.c.person_id)
_ending = (_results.c.table_id == _seats.c.table_id) & (_results.c.seat == _seats.c.seat)
_SEATED = (
    sa.select(
        _seats,
        _people.c.name.label("person_name"),
        _ratings.c.mean,
        _ratings.c.doubt,
        _results.c.shown,
    )
    .join(_tables, _tables.c.id == _seats.c.table_id)
    .outerjoin(_people, _people.c.id == _seats.c.person_id)
    .outerjoin(_ratings, _own & (_ratings.c.game == _tables.c.game))
    .outerjoin(_results, _ending)
)
"""Seats with the names and ratings of those who sit there; once a match is settled, with what it led to."""


# What is asked often is put together once: that takes longer than the database does.
_KNOWN_BY = (
    sa.select(_people.c.id, _people.c.name, _people.c.handle)
    .join(_keys, _keys.c.person_id == _people.c.id)
    .where(_keys.c.hash == sa.bindparam("token"))
)
_MET = sa.select(_meetings.c.tournament_id).where(_meetings.c.match == _tables.c.id).limit(1)
_WITH_TOURNAMENT = sa.select(_tables, _MET.scalar_subquery().label("tournament"))
_TABLE = _WITH_TOURNAMENT.where(_tables.c.id == sa.bindparam("table"))
_SEATS = _SEATED.where(_seats.c.table_id.in_(sa.bindparam("tables", expanding=True))).order_by(
    _seats.c.table_id, _seats.c.seat
)
_ENTRIES = (
    sa.select(_events.c.entry)
    .where(_events.c.table_id == sa.bindparam("table"), _events.c.seq >= sa.bindparam("since"))
    .order_by(_events.c.seq)
)


async def _seats_of(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, list[SeatState]]:
    found: dict[str, list[SeatState]] = {id: [] for id in ids}
    for row in (await connection.execute(_SEATS, {"tables": ids})).all() if ids else ():
        found[row.table_id].append(_seat(row))
    return found


def _seat(row: sa.Row[Any]) -> SeatState:
    rating = None if row.mean is None else Rating(row.mean, row.doubt)
    return SeatState(
        kind=row.kind,
        person=row.person_id,
        player=row.player,
        nonce=row.nonce,
        name=(row.name if row.kind == "here" else row.person_name) or "",
        away=row.away,
        gave_up=row.gave_up,
        throws=row.throws,
        rating=None if rating is None else rating.shown if row.shown is None else row.shown,
        settled=rating is not None and rating.settled,
    )


def _table(row: sa.Row[Any], seats: Sequence[SeatState]) -> TableState:
    return TableState(
        id=row.id,
        game=row.game,
        preset=row.preset,
        options=msgspec.json.decode(row.options),
        status=cast(Status, row.status),
        seed=row.seed,
        created=row.created,
        seats=tuple(seats),
        nonces=msgspec.json.decode(row.nonces, type=tuple[Nonce, ...]) if row.nonces else (),
        due=row.due,
        public=row.public,
        rated=row.rated,
        host=row.host,
        clock=msgspec.json.decode(row.clock, type=ClockSpec) if row.clock else ClockSpec(),
        clocks=msgspec.json.decode(row.clocks, type=Clock) if row.clocks else None,
        next=row.next,
        tournament=row.tournament,
        version=row.version,
    )


def _table_values(table: TableState) -> dict[str, Any]:
    return {
        "id": table.id,
        "game": table.game,
        "preset": table.preset,
        "options": _json(table.options),
        "seed": table.seed,
        "created": table.created,
        "public": table.public,
        "rated": table.rated,
        "host": table.host,
        "clock": _json(table.clock),
        **_changing_values(table),
    }


def _changing_values(table: TableState) -> dict[str, Any]:
    """What a command may change of a table, besides its seats."""
    return {
        "status": table.status,
        "nonces": _json(table.nonces) if table.nonces else None,
        "due": table.due,
        "clocks": _clocks(table),
        "next": table.next,
        "version": table.version,
    }


def _clocks(table: TableState) -> str | None:
    return None if table.clocks is None else _json(table.clocks)


def _seat_values(seat: SeatState) -> dict[str, Any]:
    return {
        "kind": seat.kind,
        "person_id": seat.person,
        "player": seat.player,
        "nonce": seat.nonce,
        "away": seat.away,
        "gave_up": seat.gave_up,
        "throws": seat.throws,
        "name": seat.name if seat.kind == "here" else None,
    }


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()

"""What is kept: people, tables, seats, and the events of each match.

A match is its events, numbered without gaps; the unique pair of table and number is the only lock. What is
acknowledged has been committed before. Nothing else in the package writes SQL.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import Any, cast

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kaik.play.clock import Clock, ClockSpec
from kaik.play.fairness import Nonce
from kaik.play.rating import Rating
from kaik.protocol.tables import SeatKind, Status
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


class Person(Struct, frozen=True):
    """Somebody who plays; a guest, unless `registered`."""

    id: str
    name: str
    registered: bool = False


class SeatRow(Struct, frozen=True):
    """A seat as it is kept. `name` is the name of whoever plays there.

    `person`: who sits there, or at whose device somebody else does; `away`: since when that person has not
    been at the table; `gave_up`: who sat there before the computer.

    `rating`: what the person is rated in this game, or was after a match that is over; `settled`: whether
    enough is known for it to say much. Both are read with the name, and never written here.
    """

    kind: SeatKind
    person: str | None = None
    player: str | None = None
    nonce: str | None = None
    name: str = ""
    away: float | None = None
    gave_up: str | None = None
    rating: int | None = None
    settled: bool = False


class TableRow(Struct, frozen=True):
    """A table as it is kept. `due`: when the server must see to it itself, if at all.

    `host`: who set it up; `clock`: what was agreed, `clocks`: how it stands; `next`: where they play on;
    `tournament`: what the match is part of, which is read and never written here.
    """

    id: str
    game: str
    preset: str | None
    options: dict[str, Any]
    status: Status
    seed: bytes
    created: float
    seats: tuple[SeatRow, ...]
    nonces: tuple[Nonce, ...] = ()
    due: float | None = None
    public: bool = False
    rated: bool = True
    host: str | None = None
    clock: ClockSpec = ClockSpec()
    clocks: Clock | None = None
    next: str | None = None
    tournament: str | None = None

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def shared(self) -> bool:
        """Whether several people share a device at this table."""
        return any(seat.kind == "here" for seat in self.seats)

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats that are played at a person's device; most people have one."""
        return () if person is None else tuple([n for n, s in enumerate(self.seats) if s.person == person])

    def left_by(self, person: str | None) -> tuple[int, ...]:
        """The seats that a person has left to the computer."""
        return () if person is None else tuple([n for n, s in enumerate(self.seats) if s.gave_up == person])

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits; at a shared device it is not settled."""
        seats = self.seats_of(person)
        return seats[0] if len(seats) == 1 else None


class Step(Struct, frozen=True):
    """New events of a match with what the table becomes by them; written together or not at all."""

    first: int
    entries: tuple[str, ...]
    status: Status
    due: float | None
    at: float
    used: dict[str, int] | None = None
    """In a window: the kept answers that the events were made of."""
    clocks: Clock | None = None


class Store(Repository):
    """People, tables and their events."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._journal = None if self.shared else GroupCommit(engine)

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
        if self._journal is not None:
            await self._journal.close()
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

    async def add_table(self, table: TableRow) -> None:
        """A new table with its seats."""
        async with self._engine.begin() as connection:
            await insert_table(connection, table)

    async def table(self, id: str) -> TableRow | None:
        """A table with its seats."""
        async with self._reader.connect() as connection:
            row = (await connection.execute(_TABLE, {"table": id})).first()
            return None if row is None else _table(row, (await _seats_of(connection, [id]))[id])

    async def tables_of(self, person: str, most: int) -> list[TableRow]:
        """The newest tables at which a person sits."""
        sits = sa.select(_seats.c.table_id).where(_seats.c.person_id == person)
        return await self._tables(_tables.c.id.in_(sits), most)

    async def tables_by_id(self, ids: Sequence[str]) -> dict[str, TableRow]:
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

    async def length(self, id: str) -> int:
        """How many events a match has."""
        async with self._reader.connect() as connection:
            return await _length(connection, id)

    async def put_off(self, id: str, due: float | None, until: float | None) -> bool:
        """Say that a table is being seen to; whether it was due then, and nobody else has said so."""
        place = _tables.update().where(_tables.c.id == id, _tables.c.due.is_not_distinct_from(due))
        async with self._transaction() as connection:
            return bool((await connection.execute(place.values(due=until))).rowcount)

    async def keep_answer(self, id: str, decision: str, choice: int, length: int) -> dict[str, int]:
        """Keep an answer that counts when its window closes; all those kept.

        `Conflict` if there is one already, or if the match has gone on since it had this length.
        """
        async with self._transaction() as connection:
            await _lock(connection, id)
            if await _length(connection, id) != length:
                raise Conflict
            await connection.execute(_answers.insert().values(table_id=id, decision=decision, choice=choice))
            return await _kept(connection, id)

    async def answers(self, id: str) -> dict[str, int]:
        """The answers kept for an open window: the choice of each decision."""
        async with self._reader.connect() as connection:
            return await _kept(connection, id)

    async def sit(self, id: str, seat: int, person: str, due: float, at: float | None = None) -> None:
        """Put a person on an open seat, or `Conflict`; `due` holds if the table is full then.

        `at`: when they sat down, and are yet to come to the table.
        """
        place = _seats.update().where(_seats.c.table_id == id, _seats.c.seat == seat, _seats.c.kind == "open")
        free = sa.select(_seats.c.seat).where(_seats.c.table_id == id, _seats.c.kind == "open").exists()
        async with self._transaction() as connection:
            await _lock(connection, id)
            await exactly_one(connection, place.values(kind="person", person_id=person, away=at))
            await connection.execute(_tables.update().where(_tables.c.id == id, ~free).values(due=due))

    async def stand_up(self, id: str, person: str) -> None:
        """Free a person's seats before the start, or `Conflict`; a table nobody sits at is taken away."""
        theirs = _seats.update().where(
            _seats.c.table_id == id, _seats.c.person_id == person, _has_status(id, "waiting")
        )
        empty = {"kind": "open", "person_id": None, "nonce": None, "away": None, "name": None}
        async with self._transaction() as connection:
            await _lock(connection, id)
            if (await connection.execute(theirs.values(empty))).rowcount == 0:
                raise Conflict
            await connection.execute(_tables.update().where(_tables.c.id == id).values(due=None))
            await _remove_if_deserted(connection, id)

    async def fill(self, id: str, player: str, due: float) -> None:
        """Let the computer have all seats that are open, before the start."""
        open_seats = _seats.update().where(
            _seats.c.table_id == id, _seats.c.kind == "open", _has_status(id, "waiting")
        )
        async with self._transaction() as connection:
            await _lock(connection, id)
            await connection.execute(open_seats.values(kind="computer", player=player))
            await connection.execute(
                _tables.update().where(_tables.c.id == id, _tables.c.status == "waiting").values(due=due)
            )

    async def hand_over(
        self, id: str, number: int, seat: SeatRow, player: str, due: float, clocks: Clock | None
    ) -> None:
        """Let the computer have a person's seat in a match that is being played, or `Conflict`."""
        theirs = _seats.update().where(
            _seats.c.table_id == id,
            _seats.c.seat == number,
            _seats.c.person_id == seat.person,
            _has_status(id, "playing"),
        )
        gave_up = seat.person if seat.kind == "person" else None
        left = {"kind": "computer", "player": player, "person_id": None, "gave_up": gave_up, "away": None}
        async with self._transaction() as connection:
            await _lock(connection, id)
            await exactly_one(connection, theirs.values(left))
            after = {"due": due, "clocks": None if clocks is None else _json(clocks)}
            await connection.execute(_tables.update().where(_tables.c.id == id).values(after))

    async def mark_away(self, id: str, person: str, since: float | None) -> bool:
        """A person has left the table for a while, or is back; whether that is news."""
        known = _seats.c.away.is_not(None) if since is None else _seats.c.away.is_(None)
        seat = _seats.update().where(_seats.c.table_id == id, _seats.c.person_id == person, known)
        return await self._write(seat.values(away=since)) > 0

    async def all_away(self, since: float) -> None:
        """Nobody is at any table: what a process that starts must assume."""
        playing = sa.select(_tables.c.id).where(_tables.c.status == "playing")
        there = _seats.update().where(
            _seats.c.kind == "person", _seats.c.away.is_(None), _seats.c.table_id.in_(playing)
        )
        await self._write(there.values(away=since))

    async def thought_away(self, people: Collection[str]) -> list[tuple[str, str]]:
        """The tables at which some of these people are thought to be away."""
        query = sa.select(_seats.c.table_id, _seats.c.person_id).where(
            _seats.c.person_id.in_(people), _seats.c.away.is_not(None)
        )
        return [(row.table_id, row.person_id) for row in await self._all(query)] if people else []

    async def name_next(self, id: str, next: str) -> None:
        """Where the people of a finished match play on; `Conflict` if that is settled already."""
        over = _tables.update().where(
            _tables.c.id == id, _tables.c.next.is_(None), _tables.c.status == "over"
        )
        async with self._transaction() as connection:
            await exactly_one(connection, over.values(next=next))

    async def public_tables(self, game: str | None, most: int) -> list[TableRow]:
        """The newest public tables that are not over."""
        wanted = _tables.c.public & _tables.c.status.in_(("waiting", "playing"))
        return await self._tables(wanted if game is None else wanted & (_tables.c.game == game), most)

    async def give_nonce(self, id: str, person: str, nonce: str) -> None:
        """A person's nonce for all their seats before the start.

        `Conflict` if it was given, if the match has begun, or if they do not sit there any more.
        """
        places = _seats.update().where(
            _seats.c.table_id == id,
            _seats.c.person_id == person,
            _seats.c.nonce.is_(None),
            _has_status(id, "waiting"),
        )
        async with self._transaction() as connection:
            await _lock(connection, id)
            if (await connection.execute(places.values(nonce=nonce))).rowcount == 0:
                raise Conflict

    async def begin(self, id: str, nonces: Sequence[Nonce], step: Step) -> None:
        """Start a match: its nonces, and what happens before the first choice. `Conflict` if it has begun."""
        waiting = _tables.update().where(_tables.c.id == id, _tables.c.status == "waiting")
        async with self._transaction() as connection:
            await exactly_one(connection, waiting.values(nonces=_json(nonces), **_table_after(step)))
            await _insert(connection, id, step)

    async def append(self, id: str, step: Step) -> None:
        """Further events; answers kept until now are used up.

        `Conflict` if one of their numbers is taken, or if other answers are kept than the step has used.
        """
        if self._journal is not None and step.used is None:
            await self._journal.write(lambda connection: _append(connection, id, step))
            return
        async with self._transaction() as connection:
            if step.used is not None:
                await _use_up(connection, id, step.used)
            await _insert(connection, id, step)
            await connection.execute(_change, {"key": id, **_table_after(step)})

    # -- inside ------------------------------------------------------------------------------------

    async def _tables(self, wanted: sa.ColumnElement[bool], most: int) -> list[TableRow]:
        """Tables with their seats, newest first."""
        query = _WITH_TOURNAMENT.where(wanted).order_by(_tables.c.created.desc()).limit(most)
        async with self._reader.connect() as connection:
            rows = (await connection.execute(query)).all()
            seats = await _seats_of(connection, [row.id for row in rows])
        return [_table(row, seats[row.id]) for row in rows]


def _has_status(id: str, status: Status) -> sa.Exists:
    return sa.select(_tables.c.id).where(_tables.c.id == id, _tables.c.status == status).exists()


async def _remove_if_deserted(connection: AsyncConnection, id: str) -> None:
    sits = sa.select(_seats.c.seat).where(_seats.c.table_id == id, _seats.c.person_id.is_not(None))
    if (await connection.execute(sits)).first() is None:
        for table in (_chat, _seats):
            await connection.execute(table.delete().where(table.c.table_id == id))
        await connection.execute(_tables.delete().where(_tables.c.id == id))


async def insert_table(connection: AsyncConnection, table: TableRow) -> None:
    """A new table with its seats, in the transaction at hand."""
    await connection.execute(_tables.insert().values(_table_values(table)))
    await connection.execute(
        _seats.insert(), [_seat_values(table.id, n, seat) for n, seat in enumerate(table.seats)]
    )


async def _lock(connection: AsyncConnection, id: str) -> None:
    """Let nobody else change this table until the transaction ends; SQLite has but one writer anyway."""
    if connection.dialect.name != "sqlite":
        await connection.execute(sa.select(_tables.c.id).where(_tables.c.id == id).with_for_update())


async def _length(connection: AsyncConnection, id: str) -> int:
    """How many events a match has; they are numbered without gaps."""
    last = await connection.scalar(sa.select(sa.func.max(_events.c.seq)).where(_events.c.table_id == id))
    return 0 if last is None else int(last) + 1


async def _kept(connection: AsyncConnection, id: str) -> dict[str, int]:
    query = sa.select(_answers.c.decision, _answers.c.choice).where(_answers.c.table_id == id)
    return {row.decision: row.choice for row in (await connection.execute(query)).all()}


async def _use_up(connection: AsyncConnection, id: str, used: dict[str, int]) -> None:
    """An answer that came while the window was being closed in another process must not be lost."""
    await _lock(connection, id)
    if await _kept(connection, id) != used:
        raise Conflict
    await connection.execute(_answers.delete().where(_answers.c.table_id == id))


async def _insert(connection: AsyncConnection, id: str, step: Step) -> None:
    if step.entries:
        await connection.execute(_events.insert(), _event_rows(id, step))


def _event_rows(id: str, step: Step) -> list[dict[str, Any]]:
    return [
        {"table_id": id, "seq": step.first + n, "entry": entry, "at": step.at}
        for n, entry in enumerate(step.entries)
    ]


_change = _tables.update().where(_tables.c.id == sa.bindparam("key"))
_NAMED = sqlite.dialect(paramstyle="named")
_INSERT_SQL = str(_events.insert().compile(dialect=_NAMED))
_CHANGE_SQL = str(_change.compile(dialect=_NAMED, column_keys=["status", "due", "clocks"]))


def _append(connection: sqlite3.Connection, id: str, step: Step) -> None:
    """What nearly every choice comes to, without the cost of anything but SQLite itself."""
    try:
        connection.executemany(_INSERT_SQL, _event_rows(id, step))
    except sqlite3.IntegrityError as broken:
        raise Conflict from broken
    connection.execute(_CHANGE_SQL, {"key": id, **_table_after(step)})


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


async def _seats_of(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    found: dict[str, list[SeatRow]] = {id: [] for id in ids}
    for row in (await connection.execute(_SEATS, {"tables": ids})).all() if ids else ():
        found[row.table_id].append(_seat(row))
    return found


def _seat(row: sa.Row[Any]) -> SeatRow:
    rating = None if row.mean is None else Rating(row.mean, row.doubt)
    return SeatRow(
        kind=row.kind,
        person=row.person_id,
        player=row.player,
        nonce=row.nonce,
        name=(row.name if row.kind == "here" else row.person_name) or "",
        away=row.away,
        gave_up=row.gave_up,
        rating=None if rating is None else rating.shown if row.shown is None else row.shown,
        settled=rating is not None and rating.settled,
    )


def _table(row: sa.Row[Any], seats: Sequence[SeatRow]) -> TableRow:
    return TableRow(
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
    )


def _table_values(table: TableRow) -> dict[str, Any]:
    return {
        "id": table.id,
        "game": table.game,
        "preset": table.preset,
        "options": _json(table.options),
        "status": table.status,
        "seed": table.seed,
        "created": table.created,
        "due": table.due,
        "public": table.public,
        "rated": table.rated,
        "host": table.host,
        "clock": _json(table.clock),
    }


def _table_after(step: Step) -> dict[str, Any]:
    """What a table becomes by a step."""
    clocks = None if step.clocks is None else _json(step.clocks)
    return {"status": step.status, "due": step.due, "clocks": clocks}


def _seat_values(id: str, number: int, seat: SeatRow) -> dict[str, Any]:
    return {
        "table_id": id,
        "seat": number,
        "kind": seat.kind,
        "person_id": seat.person,
        "player": seat.player,
        "away": seat.away,
        "name": seat.name if seat.kind == "here" else None,
    }


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()

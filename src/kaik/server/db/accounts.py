"""Accounts: names with passwords, what people are known by, and how they are forgotten."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from kaik.protocol.errors import Problem, TooMany
from kaik.server.db.models import (
    attempts,
    chat,
    entrants,
    keys,
    people,
    ratings,
    records,
    results,
    seats,
    templates,
    tournaments,
)
from kaik.server.db.repository import Conflict, Repository
from kaik.table.state import Person

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
PERIOD = 15 * 60.0
MOST_FAILURES = {"name": 10, "from": 50, "own": 10}
"""So many wrong passwords are taken in a period: for a name, from an address, from somebody signed in."""


class Key(Struct, frozen=True):
    """Something a person is known by, as its owner is told of it."""

    id: str
    name: str
    created: float


class Accounts(Repository):
    """Accounts and keys."""

    # -- accounts ----------------------------------------------------------------------------------

    async def register(self, person: str, name: str, handle: str, password: str) -> None:
        """Make a guest's history an account's. `Conflict` if the name is taken."""
        values = {"name": name, "handle": handle, "password": await _hash(password)}
        async with self._transaction() as connection:
            await connection.execute(people.update().where(people.c.id == person).values(values))

    async def rename(self, person: Person, name: str, handle: str) -> None:
        """Give a person another name. `Conflict` if it is an account's."""
        taken = sa.select(people.c.id).where(people.c.handle == handle, people.c.id != person.id)
        values = {"name": name, **({"handle": handle} if person.registered else {})}
        async with self._transaction() as connection:
            if (await connection.execute(taken)).first() is not None:
                raise Conflict
            await connection.execute(people.update().where(people.c.id == person.id).values(values))

    async def recognise(self, handle: str, password: str, address: str, at: float) -> Person | None:
        """The person with this name and password. Refused after too many wrong ones."""
        tried = {"name": handle, "from": address}
        await self._check_failures(tried, at)
        row = await self._first(sa.select(people).where(people.c.handle == handle))
        if not await _fits(row.password if row is not None else None, password):
            await self._failed(tried, at)
            return None
        return Person(row.id, row.name, True)

    async def has_password(self, person: str, password: str, at: float) -> bool:
        """Whether this is the person's password. Refused after too many wrong ones."""
        tried = {"own": person}
        await self._check_failures(tried, at)
        row = await self._first(sa.select(people.c.password).where(people.c.id == person))
        fits = row is not None and await _fits(row.password, password)
        if not fits:
            await self._failed(tried, at)
        return fits

    async def change_password(self, person: str, password: str, keep: str) -> None:
        """A new password; all sessions but one end."""
        async with self._transaction() as connection:
            theirs = people.update().where(people.c.id == person)
            await connection.execute(theirs.values(password=await _hash(password)))
            others = (keys.c.person_id == person) & (keys.c.kind == "session") & (keys.c.hash != keep)
            await connection.execute(keys.delete().where(others))

    async def _check_failures(self, tried: Mapping[str, str], at: float) -> None:
        for kind, key in tried.items():
            recent = sa.select(sa.func.count()).where(
                attempts.c.key == f"{kind}:{key}"[:100], attempts.c.at > at - PERIOD
            )
            if (await self._first(recent))[0] >= MOST_FAILURES[kind]:
                raise TooMany("error.password_often", n=int(PERIOD / 60))

    async def _failed(self, tried: Mapping[str, str], at: float) -> None:
        async with self._transaction() as connection:
            rows = [{"key": f"{kind}:{key}"[:100], "at": at} for kind, key in tried.items()]
            await connection.execute(attempts.insert(), rows)
            await connection.execute(attempts.delete().where(attempts.c.at < at - PERIOD))

    # -- keys --------------------------------------------------------------------------------------

    async def add_key(self, person: str, kind: Literal["session", "token"], hash: str, key: Key) -> None:
        """Something more that a person is known by."""
        row = {"hash": hash, "person_id": person, "kind": kind, **msgspec.structs.asdict(key)}
        await self._write(keys.insert().values(row))

    async def tokens(self, person: str) -> list[Key]:
        """A person's tokens for programs, newest first."""
        query = sa.select(keys).where(keys.c.person_id == person, keys.c.kind == "token")
        rows = await self._all(query.order_by(keys.c.created.desc()))
        return [Key(row.id, row.name, row.created) for row in rows]

    async def revoke(self, person: str, id: str) -> bool:
        """Take back a token; whether there was one."""
        theirs = (keys.c.person_id == person) & (keys.c.id == id) & (keys.c.kind == "token")
        return await self._write(keys.delete().where(theirs)) == 1

    async def end_session(self, hash: str) -> None:
        """Forget what a browser is known by."""
        await self._write(keys.delete().where(keys.c.hash == hash, keys.c.kind == "session"))

    # -- being remembered and forgotten ------------------------------------------------------------

    async def about(self, person: str) -> dict[str, Any]:
        """All that is kept of a person beside their matches, as plain JSON."""
        told = {
            "person": (people, people.c.id, ("id", "name", "handle", "created")),
            "keys": (keys, keys.c.person_id, ("id", "kind", "name", "created")),
            "seats": (seats, seats.c.person_id, ("table_id", "seat")),
            "results": (results, results.c.person_id, ("table_id", "seat", "place", "points", "at")),
            "ratings": (ratings, ratings.c.person_id, ("game", "mean", "doubt", "matches")),
            "chat": (chat, chat.c.person_id, ("table_id", "text", "at")),
            "templates": (templates, templates.c.person_id, ("id", "name", "wish", "created")),
            "records": (records, records.c.person_id, ("id", "game", "created")),
            "tournaments": (entrants, entrants.c.person_id, ("tournament_id", "at")),
        }
        found: dict[str, Any] = {}
        for part, (table, owner, columns) in told.items():
            rows = await self._all(sa.select(*(table.c[name] for name in columns)).where(owner == person))
            found[part] = [dict(row._mapping) for row in rows]
        return found

    async def forget(self, person: str) -> None:
        """Keep nothing of a person but that somebody played: their matches stay, without a name."""
        async with self._transaction() as connection:
            for table in (keys, ratings, chat, templates, records):
                await connection.execute(table.delete().where(table.c.person_id == person))
            withdrawn = entrants.update().where(entrants.c.person_id == person)
            await connection.execute(withdrawn.values(withdrawn=True))
            await connection.execute(_handed_on(person))
            for column in (results.c.person_id, seats.c.gave_up):
                nameless = column.table.update().where(column == person)
                await connection.execute(nameless.values({column.key: None}))
            nobody = {"name": "", "handle": None, "password": None}
            await connection.execute(people.update().where(people.c.id == person).values(nobody))


def _handed_on(organiser: str) -> sa.Update:
    """Tournaments go on under the first who entered and still takes part."""
    taking = sa.select(entrants.c.person_id).where(
        entrants.c.tournament_id == tournaments.c.id, ~entrants.c.withdrawn
    )
    first = taking.order_by(entrants.c.at, entrants.c.person_id).limit(1).scalar_subquery()
    theirs = tournaments.update().where(tournaments.c.organiser == organiser, taking.exists())
    return theirs.values(organiser=first)


# -- passwords -------------------------------------------------------------------------------------


def proper_password(text: str) -> str:
    """A password long enough, or a refusal."""
    if not SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD:
        raise Problem("error.password_length", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    return text


@functools.cache
def _hasher() -> Any:
    from argon2 import PasswordHasher

    return PasswordHasher()


@functools.cache
def _nobodys() -> str:
    """A hash that no password has: checking it takes as long as checking somebody's."""
    hash: str = _hasher().hash("nobody")
    return hash


async def _hash(password: str) -> str:
    hash: str = await asyncio.to_thread(lambda: _hasher().hash(password))
    return hash


async def _fits(hash: str | None, password: str) -> bool:
    from argon2.exceptions import Argon2Error

    def verified() -> bool:
        try:
            return bool(_hasher().verify(hash or _nobodys(), password)) and hash is not None
        except Argon2Error:
            return False

    return await asyncio.to_thread(verified)

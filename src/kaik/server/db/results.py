"""What has been played: how each match ended for whom, and the ratings that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from kaik.play import rating
from kaik.play.match import Result
from kaik.play.rating import Rating
from kaik.server.db.models import people, ratings, results, tables
from kaik.server.db.repository import Repository, exactly_one
from kaik.table.state import TableState


class Ending(Struct, frozen=True):
    """How a match ended for one seat; no person for a computer's."""

    person: str | None
    place: int
    points: float


class Outcome(Struct, frozen=True):
    """How a match ended for everybody, and whether ratings follow from it."""

    table: str
    game: str
    at: float
    endings: tuple[Ending, ...]
    rated: bool


class Rated(Struct, frozen=True):
    """Somebody's rating in a game."""

    person: str
    name: str
    game: str
    rating: Rating


class Past(Struct, frozen=True):
    """A match in somebody's past."""

    table: str
    game: str
    at: float
    seat: int
    place: int
    points: float
    shown: int | None


def outcome_of(row: TableState, result: Result, at: float) -> Outcome:
    """The outcome of a finished match. Who left a seat to the computer has come last."""
    endings = tuple(
        Ending(
            seat.person if seat.kind == "person" else seat.gave_up,
            len(row.seats) if seat.gave_up else place,
            points,
        )
        for seat, place, points in zip(row.seats, result.places, result.points, strict=True)
    )
    known = [ending.person for ending in endings if ending.person is not None]
    rated = row.rated and len(known) == len(endings) and len(set(known)) == len(known) > 1
    return Outcome(row.id, row.game, at, endings, rated)


class Results(Repository):
    """Results and ratings."""

    async def settle(self, outcome: Outcome) -> None:
        """Write down how a match ended, and the new ratings; `Conflict` if that has been done."""
        unsettled = tables.update().where(
            tables.c.id == outcome.table, tables.c.status == "over", tables.c.due.is_not(None)
        )
        async with self._transaction() as connection:
            await exactly_one(connection, unsettled.values(due=None, version=tables.c.version + 1))
            after = await _rerated(connection, outcome) if outcome.rated else {}
            rows = [
                {
                    "table_id": outcome.table,
                    "seat": seat,
                    "person_id": ending.person,
                    "place": ending.place,
                    "points": ending.points,
                    "shown": after[ending.person].shown if ending.person in after else None,
                    "at": outcome.at,
                }
                for seat, ending in enumerate(outcome.endings)
            ]
            await connection.execute(results.insert(), rows)

    async def ratings_of(self, person: str) -> list[Rated]:
        """A person's ratings, by game."""
        return await self._rated(ratings.c.person_id == person, ratings.c.game)

    async def best(self, game: str, most: int) -> list[Rated]:
        """The registered people with the best ratings in a game, by what they almost certainly reach."""
        wanted = (ratings.c.game == game) & people.c.handle.is_not(None)
        return await self._rated(wanted, sa.desc(ratings.c.mean - 3 * ratings.c.doubt), most)

    async def _rated(self, wanted: Any, order: Any, most: int = 1000) -> list[Rated]:
        query = (
            sa.select(ratings, people.c.name)
            .join(people, people.c.id == ratings.c.person_id)
            .where(wanted)
            .order_by(order)
            .limit(most)
        )
        return [Rated(row.person_id, row.name, row.game, _rating(row)) for row in await self._all(query)]

    async def past_of(self, person: str, most: int, *, private: bool) -> list[Past]:
        """A person's finished matches, newest first; those at private tables only if `private`."""
        wanted = results.c.person_id == person
        query = (
            sa.select(results, tables.c.game)
            .join(tables, tables.c.id == results.c.table_id)
            .where(wanted if private else wanted & tables.c.public)
            .order_by(results.c.at.desc())
            .limit(most)
        )
        return [
            Past(row.table_id, row.game, row.at, row.seat, row.place, row.points, row.shown)
            for row in await self._all(query)
        ]

    async def places(self, table_ids: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """The places in these matches by seat, as far as they are over."""
        query = (
            sa.select(results.c.table_id, results.c.place)
            .where(results.c.table_id.in_(table_ids))
            .order_by(results.c.table_id, results.c.seat)
        )
        found: dict[str, tuple[int, ...]] = {}
        for row in await self._all(query) if table_ids else ():
            found[row.table_id] = (*found.get(row.table_id, ()), row.place)
        return found


async def _rerated(connection: AsyncConnection, outcome: Outcome) -> dict[str, Rating]:
    """Read, reckon and write the ratings of everybody in a match."""
    who = [ending.person for ending in outcome.endings if ending.person is not None]
    query = (
        sa.select(ratings)
        .where(ratings.c.game == outcome.game, ratings.c.person_id.in_(who))
        .order_by(ratings.c.person_id)
        .with_for_update()
    )
    before = {row.person_id: _rating(row) for row in (await connection.execute(query)).all()}
    places = [ending.place for ending in outcome.endings]
    reckoned = rating.after([before.get(person, Rating()) for person in who], places)
    for person, new in zip(who, reckoned, strict=True):
        await _write(connection, person, outcome.game, new, known=person in before)
    return dict(zip(who, reckoned, strict=True))


async def _write(connection: AsyncConnection, person: str, game: str, new: Rating, *, known: bool) -> None:
    values = {"mean": new.mean, "doubt": new.doubt, "matches": new.matches}
    if known:
        theirs = ratings.update().where(ratings.c.person_id == person, ratings.c.game == game)
        await connection.execute(theirs.values(values))
    else:
        await connection.execute(ratings.insert().values(person_id=person, game=game, **values))


def _rating(row: sa.Row[Any]) -> Rating:
    return Rating(row.mean, row.doubt, row.matches)

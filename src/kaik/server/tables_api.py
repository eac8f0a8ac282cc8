"""The REST interface to what happens around a match: public tables, quick matches, coming and going."""

from __future__ import annotations

import asyncio

from litestar import get, post

from kaik.core.game import AnyGame
from kaik.core.options import plain
from kaik.play.clock import ClockSpec
from kaik.server import accounts, catalogues, seating
from kaik.server.asking import Asking, house_of, store_of
from kaik.server.house import House
from kaik.server.problems import Clash
from kaik.server.store import Person, TableRow
from kaik.server.told import table_for
from kaik.server.wire import Fill, NewSeat, NewTable, QuickMatch, Table
from kaik.server.wishes import blank, known_player, new_table

MOST_PUBLIC = 100
DESERTED = 60.0
"""Seconds after which a table at which nobody is waiting any more is not shown."""


@get("/api/tables/public")
async def list_public(request: Asking, game: str | None = None) -> list[Table]:
    """The public tables that wait for people or are being played, newest first."""
    person = await accounts.known(request)
    rows = await store_of(request).public_tables(game, MOST_PUBLIC)
    since = house_of(request).now() - DESERTED
    asker = None if person is None else person.id
    return [table_for(row, asker) for row in rows if not _deserted(row, since)]


def _deserted(row: TableRow, since: float) -> bool:
    """Whether everybody who waits at a table has been away since then."""
    waiting = [seat for seat in row.seats if seat.person is not None]
    return row.status == "waiting" and all((seat.away or since) < since for seat in waiting)


@post("/api/quick")
async def quick_match(request: Asking, data: QuickMatch) -> Table:
    """Sit down at a public table where somebody waits for an opponent, or open one."""
    game = await asyncio.to_thread(catalogues.loaded, data.game)
    person = await accounts.known_or_new(request)
    house = house_of(request)
    async with house.meeting.passed():
        id = await _found(house, data, game, person) or await _opened(house, data, game, person)
    return await house.room(id).table(person.id)


async def _found(house: House, data: QuickMatch, game: AnyGame, person: Person) -> str | None:
    """A table to sit down at, taken; nothing if there is none."""
    for row in reversed(await house.store.public_tables(game.id, MOST_PUBLIC)):
        if not _fits(row, data, game, person, house.now() - DESERTED):
            continue
        try:
            await house.room(row.id).join(person, None)
        except Clash:
            continue
        return row.id
    return None


def _fits(row: TableRow, data: QuickMatch, game: AnyGame, person: Person, since: float) -> bool:
    """Whether a table waits for somebody who wants to play by the usual rules."""
    usual = row.options == plain(game.options())
    waits = row.status == "waiting" and not row.full and not _deserted(row, since)
    fits = data.seats in (None, len(row.seats)) and data.clock in (None, row.clock)
    return usual and waits and fits and not row.seats_of(person.id)


async def _opened(house: House, data: QuickMatch, game: AnyGame, person: Person) -> str:
    count = data.seats or min(n for n in game.seats(game.options()) if n > 1)
    seats = (NewSeat("me"), *(NewSeat("open") for _ in range(count - 1)))
    wish = NewTable(game.id, seats, clock=data.clock or ClockSpec(), public=True)
    row = await asyncio.to_thread(new_table, wish, person, house)
    await house.store.add_table(row)
    return row.id


@post("/api/tables/{table:str}/leave", status_code=204)
async def leave_table(request: Asking, table: str) -> None:
    """Free one's seat before the start; give up a match that is being played."""
    person, house = await accounts.somebody(request), house_of(request)
    await seating.leave(house.room(table), house, person)


@post("/api/tables/{table:str}/start")
async def start_table(request: Asking, table: str, data: Fill) -> Table:
    """Let the computer take the open seats, and start."""
    person, house = await accounts.somebody(request), house_of(request)
    await seating.fill(house.room(table), house, person, known_player(data.player))
    return await house.room(table).table(person.id)


@post("/api/tables/{table:str}/rematch")
async def ask_rematch(request: Asking, table: str) -> Table:
    """One more match with the same people: set up, or joined where somebody has asked already."""
    person, house = await accounts.somebody(request), house_of(request)
    next = await seating.rematch(house.room(table), house, person, blank(house))
    return await house.room(next).table(person.id)


HANDLERS = [list_public, quick_match, leave_table, start_table, ask_rematch]

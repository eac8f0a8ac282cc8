"""The REST interface to tables: set-up, lists, seats, hints, invitations (`docs/api.md`)."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post

from kaik.core.game import AnyGame
from kaik.core.options import plain
from kaik.play.clock import ClockSpec
from kaik.protocol.errors import Clash
from kaik.protocol.tables import Fill, Hint, Invitation, Join, NewSeat, NewTable, QuickMatch, Table
from kaik.server.http import auth
from kaik.server.http.lan import address_to_share, qr_response
from kaik.server.http.requests import HttpRequest, analysis_of, store_of, tables_of
from kaik.server.tables.manager import TableManager
from kaik.server.tables.rematch import rematch
from kaik.service.catalogue import find_game
from kaik.service.table_setup import blank, known_player, new_table
from kaik.table import commands
from kaik.table.frames import table_for
from kaik.table.state import Person, TableState

MOST_TABLES = 50
MOST_PUBLIC = 100
DESERTED = 60.0
"""Seconds after which a table at which nobody is waiting any more is not shown."""


@post("/api/tables")
async def set_up_table(request: HttpRequest, data: NewTable) -> Table:
    """Set up a table. It starts when its last open seat is taken."""
    person = await auth.known_or_new(request)
    manager = tables_of(request)
    made = await asyncio.to_thread(new_table, data, person, manager.timing, manager.now())
    return await (await manager.set_up(made)).table_for(person.id)


@get("/api/tables")
async def list_tables(request: HttpRequest) -> list[Table]:
    """The tables of the person asking, newest first."""
    person = await auth.known(request)
    rows = [] if person is None else await store_of(request).tables_of(person.id, MOST_TABLES)
    return [table_for(row, person.id if person else None) for row in rows]


@get("/api/tables/{table:str}")
async def show_table(request: HttpRequest, table: str) -> Table:
    """One table."""
    person = await auth.known(request)
    return await tables_of(request).table(table).table_for(person.id if person else None)


@post("/api/tables/{table:str}/join")
async def join_table(request: HttpRequest, table: str, data: Join | None = None) -> Table:
    """Take an open seat."""
    found = tables_of(request).table(table)
    await found.state()  # no guest is made for a table that there is not
    person = await auth.known_or_new(request)
    await found.submit(commands.Join(person.id, person.name, data.seat if data else None))
    return await found.table_for(person.id)


@post("/api/tables/{table:str}/hint", status_code=200)
async def give_hint(request: HttpRequest, table: str) -> Hint:
    """What the computer would do in the place of the person asking, who plays against computers alone."""
    person = await auth.known_or_new(request)
    decision, question = await tables_of(request).table(table).hint_question(person.id)
    return Hint(decision, await analysis_of(request).hint(person.id, table, decision, question))


@get("/api/tables/{table:str}/record")
async def show_record(request: HttpRequest, table: str) -> Response[bytes]:
    """The record of a finished match, its seed included."""
    record = await tables_of(request).table(table).record()
    headers = {"Content-Disposition": f'attachment; filename="kaik-{table}.json"'}
    return Response(record, media_type="application/json", headers=headers)


@get("/api/tables/public")
async def list_public(request: HttpRequest, game: str | None = None) -> list[Table]:
    """The public tables that wait for people or are being played, newest first."""
    person = await auth.known(request)
    rows = await store_of(request).public_tables(game, MOST_PUBLIC)
    since = tables_of(request).now() - DESERTED
    asker = None if person is None else person.id
    return [table_for(row, asker) for row in rows if not _deserted(row, since)]


def _deserted(row: TableState, since: float) -> bool:
    """Whether everybody who waits at a table has been away since then."""
    waiting = [seat for seat in row.seats if seat.person is not None]
    return row.status == "waiting" and all((seat.away or since) < since for seat in waiting)


@post("/api/quick")
async def quick_match(request: HttpRequest, data: QuickMatch) -> Table:
    """Sit down at a public table where somebody waits for an opponent, or open one."""
    game = await asyncio.to_thread(find_game, data.game)
    person = await auth.known_or_new(request)
    manager = tables_of(request)
    async with manager.quick_match.held():
        id = await _joined(manager, data, game, person) or await _opened(manager, data, game, person)
    return await manager.table(id).table_for(person.id)


async def _joined(manager: TableManager, data: QuickMatch, game: AnyGame, person: Person) -> str | None:
    """A table to sit down at, taken; nothing if there is none."""
    for row in reversed(await manager.store.public_tables(game.id, MOST_PUBLIC)):
        if not _fits(row, data, game, person, manager.now() - DESERTED):
            continue
        try:
            await manager.table(row.id).submit(commands.Join(person.id, person.name))
        except Clash:
            continue
        return row.id
    return None


def _fits(row: TableState, data: QuickMatch, game: AnyGame, person: Person, since: float) -> bool:
    """Whether a table waits for somebody who wants to play by the usual rules."""
    usual = row.options == plain(game.options())
    waits = row.status == "waiting" and not row.full and not _deserted(row, since)
    fits = data.seats in (None, len(row.seats)) and data.clock in (None, row.clock)
    return usual and waits and fits and not row.seats_of(person.id)


async def _opened(manager: TableManager, data: QuickMatch, game: AnyGame, person: Person) -> str:
    count = data.seats or min(n for n in game.seats(game.options()) if n > 1)
    seats = (NewSeat("me"), *(NewSeat("open") for _ in range(count - 1)))
    wish = NewTable(game.id, seats, clock=data.clock or ClockSpec(), public=True)
    made = await asyncio.to_thread(new_table, wish, person, manager.timing, manager.now())
    await manager.store.add_table(made)
    return made.id


@post("/api/tables/{table:str}/leave", status_code=204)
async def leave_table(request: HttpRequest, table: str) -> None:
    """Free one's seat before the start; give up a match that is being played."""
    person = await auth.somebody(request)
    await tables_of(request).table(table).leave(person.id)


@post("/api/tables/{table:str}/start")
async def start_table(request: HttpRequest, table: str, data: Fill) -> Table:
    """Let the computer take the open seats, and start."""
    person, found = await auth.somebody(request), tables_of(request).table(table)
    await found.submit(commands.Fill(person.id, known_player(data.player)))
    return await found.table_for(person.id)


@post("/api/tables/{table:str}/rematch")
async def ask_rematch(request: HttpRequest, table: str) -> Table:
    """One more match with the same people: set up, or joined where somebody has asked already."""
    person, manager = await auth.somebody(request), tables_of(request)
    next = await rematch(manager, table, person, blank(manager.timing, manager.now()))
    return await manager.table(next).table_for(person.id)


@get("/api/tables/{table:str}/invitation")
async def show_invitation(request: HttpRequest, table: str) -> Invitation:
    """Where somebody who is to join a table finds it: an address that is good on other devices too."""
    return Invitation(await _invitation(request, table))


@get("/api/tables/{table:str}/invitation.svg", media_type="image/svg+xml")
async def draw_invitation(request: HttpRequest, table: str) -> Response[bytes]:
    """The same as a picture (QR code) to point a phone at."""
    return qr_response(await _invitation(request, table))


async def _invitation(request: HttpRequest, table: str) -> str:
    await tables_of(request).table(table).state()
    return f"{address_to_share(request)}/t/{table}"


HANDLERS = [
    set_up_table,
    list_tables,
    show_table,
    join_table,
    give_hint,
    show_record,
    list_public,
    quick_match,
    leave_table,
    start_table,
    ask_rematch,
    show_invitation,
    draw_invitation,
]

"""The REST interface: games, people, tables, records (`docs/api.md`)."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import Parameter

from kaik.core.errors import Refusal
from kaik.players import specs
from kaik.server import accounts, catalogues
from kaik.server.analysts import Analysts
from kaik.server.asking import Asking, house_of, store_of
from kaik.server.problems import Problem
from kaik.server.told import table_for
from kaik.server.wire import GameDetail, GameInfo, Hint, Join, NewTable, Table
from kaik.server.wishes import new_table

MOST_TABLES = 50


@get("/api/games")
async def list_games() -> tuple[GameInfo, ...]:
    """All games."""
    return await asyncio.to_thread(catalogues.all_games)


@get("/api/games/{game:str}")
async def show_game(game: str) -> GameDetail:
    """One game with its options and presets."""
    return await asyncio.to_thread(catalogues.detail, game)


@get("/api/messages/{language:str}", cache_control=CacheControlHeader(public=True, max_age=600))
async def show_messages(
    language: str, game: Annotated[str | None, Parameter(query="game", required=False)] = None
) -> dict[str, str]:
    """The texts of a language; with a game, its own among them."""
    return await asyncio.to_thread(catalogues.texts, language, game)


@get("/api/players")
async def list_players() -> tuple[str, ...]:
    """The computer players."""
    return specs.names()


@post("/api/tables")
async def set_up_table(request: Asking, data: NewTable) -> Table:
    """Set up a table. It starts when its last open seat is taken."""
    person = await accounts.known_or_new(request)
    row = await asyncio.to_thread(new_table, data, person, house_of(request))
    await store_of(request).add_table(row)
    room = house_of(request).room(row.id)
    await room.see_to()
    return await room.table(person.id)


@get("/api/tables")
async def list_tables(request: Asking) -> list[Table]:
    """The tables of the person asking, newest first."""
    person = await accounts.known(request)
    rows = [] if person is None else await store_of(request).tables_of(person.id, MOST_TABLES)
    return [table_for(row, person.id if person else None) for row in rows]


@get("/api/tables/{table:str}")
async def show_table(request: Asking, table: str) -> Table:
    """One table."""
    person = await accounts.known(request)
    return await house_of(request).room(table).table(person.id if person else None)


@post("/api/tables/{table:str}/join")
async def join_table(request: Asking, table: str, data: Join | None = None) -> Table:
    """Take an open seat."""
    room = house_of(request).room(table)
    await room.table(None)
    person = await accounts.known_or_new(request)
    await room.join(person, data.seat if data else None)
    return await room.table(person.id)


@post("/api/tables/{table:str}/hint", status_code=200)
async def give_hint(request: Asking, table: str) -> Hint:
    """What the computer would do in the place of the person asking, who plays against computers alone."""
    person = await accounts.known_or_new(request)
    decision, question = await house_of(request).room(table).asked(person.id)
    analysts: Analysts = request.app.state.analysts
    return Hint(decision, await analysts.hint(person.id, table, decision, question))


@get("/api/tables/{table:str}/record")
async def show_record(request: Asking, table: str) -> Response[bytes]:
    """The record of a finished match, its seed included."""
    record = await house_of(request).room(table).record()
    headers = {"Content-Disposition": f'attachment; filename="kaik-{table}.json"'}
    return Response(record, media_type="application/json", headers=headers)


HANDLERS = [
    list_games,
    show_game,
    show_messages,
    list_players,
    set_up_table,
    list_tables,
    show_table,
    join_table,
    give_hint,
    show_record,
]


def status_of(refusal: Refusal) -> int:
    """The HTTP status that goes with a refusal."""
    return refusal.status if isinstance(refusal, Problem) else 400

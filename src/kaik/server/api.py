"""The REST interface: games, people, tables, records (`docs/api.md`)."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, patch, post
from litestar.datastructures import CacheControlHeader
from litestar.params import Parameter

from kaik.core.errors import Refusal
from kaik.core.options import checked
from kaik.play.fairness import SEED_BYTES
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.base import Limit
from kaik.server import accounts, catalogues
from kaik.server.problems import Clash, Problem
from kaik.server.rooms import House, table_for
from kaik.server.store import Person, SeatRow, Store, TableRow
from kaik.server.wire import GameDetail, GameInfo, Join, Me, NewSeat, NewTable, Rename, Table

MOST_TABLES = 50
MOST_WORK = Limit(ms=20_000, nodes=200_000, playouts=20_000)
"""What a computer player may be asked to spend on one choice."""
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12

Asking = Request[Any, Any, Any]


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


@get("/api/me")
async def show_me(request: Asking) -> Me:
    """The person asking; a guest is made on the first call."""
    person = await accounts.known_or_new(request)
    return Me(person.id, person.name)


@patch("/api/me")
async def rename_me(request: Asking, data: Rename) -> Me:
    """Take another name."""
    name = accounts.proper_name(data.name)
    person = await accounts.known_or_new(request)
    await _store(request).rename(person.id, name)
    await _house(request).refresh(person.id)
    return Me(person.id, name)


@post("/api/tables")
async def set_up_table(request: Asking, data: NewTable) -> Table:
    """Set up a table. It starts when its last open seat is taken."""
    person = await accounts.known_or_new(request)
    row = await asyncio.to_thread(_new_table, data, person, _house(request).nonce_wait)
    await _store(request).add_table(row)
    room = _house(request).room(row.id)
    await room.see_to()
    return await room.table(person.id)


@get("/api/tables")
async def list_tables(request: Asking) -> list[Table]:
    """The tables of the person asking, newest first."""
    person = await accounts.known(request)
    rows = [] if person is None else await _store(request).tables_of(person.id, MOST_TABLES)
    return [table_for(row, person.id if person else None) for row in rows]


@get("/api/tables/{table:str}")
async def show_table(request: Asking, table: str) -> Table:
    """One table."""
    person = await accounts.known(request)
    return await _house(request).room(table).table(person.id if person else None)


@post("/api/tables/{table:str}/join")
async def join_table(request: Asking, table: str, data: Join | None = None) -> Table:
    """Take an open seat."""
    room = _house(request).room(table)
    await room.table(None)
    person = await accounts.known_or_new(request)
    await room.join(person, data.seat if data else None)
    return await room.table(person.id)


@get("/api/tables/{table:str}/record")
async def show_record(request: Asking, table: str) -> Response[bytes]:
    """The record of a finished match, its seed included."""
    record = await _house(request).room(table).record()
    headers = {"Content-Disposition": f'attachment; filename="kaik-{table}.json"'}
    return Response(record, media_type="application/json", headers=headers)


HANDLERS = [
    list_games,
    show_game,
    show_messages,
    list_players,
    show_me,
    rename_me,
    set_up_table,
    list_tables,
    show_table,
    join_table,
    show_record,
]


def _store(request: Asking) -> Store:
    store: Store = request.app.state.store
    return store


def _house(request: Asking) -> House:
    house: House = request.app.state.house
    return house


def _new_table(data: NewTable, person: Person, nonce_wait: float) -> TableRow:
    """The table as asked for, checked in every respect."""
    game = catalogues.loaded(data.game)
    base: dict[str, Any] = msgspec.to_builtins(game.options(data.preset))
    options = checked(game.Options, {**base, **data.options})
    Match(game, options, len(data.seats), None)
    seats = tuple(_seat(seat, person) for seat in data.seats)
    if sum(seat.kind == "person" for seat in seats) > 1:
        raise Clash("error.seated")
    row = TableRow(
        id="".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)),
        game=game.id,
        preset=data.preset,
        options=msgspec.to_builtins(options),
        status="waiting",
        seed=secrets.token_bytes(SEED_BYTES),
        created=time.time(),
        seats=seats,
    )
    return msgspec.structs.replace(row, due=row.created + nonce_wait) if row.full else row


def _seat(seat: NewSeat, person: Person) -> SeatRow:
    if seat.name is not None and seat.kind != "here":
        raise Problem("error.seat_name")
    if seat.kind == "computer":
        return SeatRow("computer", player=_player(seat.player))
    if seat.player is not None:
        raise Problem("error.seat_player")
    if seat.kind == "here":
        return SeatRow("here", person.id, name="" if seat.name is None else accounts.proper_name(seat.name))
    return SeatRow("person", person.id, name=person.name) if seat.kind == "me" else SeatRow("open")


def _player(spec: str | None) -> str:
    """The name of a computer player, which must exist."""
    if spec is None:
        raise Problem("error.seat_no_player", known=" ".join(specs.names()))
    limit = specs.player(spec).limit
    for param in limit.__struct_fields__:
        most = getattr(MOST_WORK, param)
        if (getattr(limit, param) or 0) > most:
            raise Problem("error.player_limit", param=param, most=most)
    return spec


def status_of(refusal: Refusal) -> int:
    """The HTTP status that goes with a refusal."""
    return refusal.status if isinstance(refusal, Problem) else 400

"""The REST interface to finished matches: looking, files, verification (`docs/api.md`)."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get

from kaik.play.formats import render
from kaik.play.record import verify
from kaik.server import accounts, replays
from kaik.server.replays import Shelf
from kaik.server.rooms import House
from kaik.server.wire import Frames, Replay, Verified

Asking = Request[Any, Any, Any]

PAGE = 60


@get("/api/replays/{id:str}")
async def show_replay(request: Asking, id: str, seat: int | None = None) -> Replay:
    """A finished match in words, with all that its scenes have in common."""
    person = await accounts.known(request)
    one = await shelf(request).open(id)
    table = await _house(request).room(id).table(person.id if person else None)
    return await asyncio.to_thread(
        lambda: replays.header(id, one, table.seats, replays.eyes(one.match, seat))
    )


@get("/api/replays/{id:str}/frames")
async def show_frames(
    request: Asking,
    id: str,
    first: int = 0,
    count: int = PAGE,
    seat: int | None = None,
) -> Frames:
    """Some of its scenes."""
    match = (await shelf(request).open(id)).match
    return await asyncio.to_thread(lambda: replays.scenes(match, replays.eyes(match, seat), first, count))


@get("/api/replays/{id:str}/file")
async def show_file(request: Asking, id: str, suffix: str) -> Response[str]:
    """The match as a file of one of its formats."""
    record = (await shelf(request).open(id)).record
    text = await asyncio.to_thread(render, record, suffix)
    headers = {"Content-Disposition": f'attachment; filename="kaik-{id}{suffix}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@get("/api/replays/{id:str}/verification")
async def show_verification(request: Asking, id: str) -> Verified:
    """What the referee finds when it recomputes all of it from seed, nonces and rules."""
    record = (await shelf(request).open(id)).record
    return Verified(len(record.log), await asyncio.to_thread(verify, record))


HANDLERS = [show_replay, show_frames, show_file, show_verification]


def shelf(request: Asking) -> Shelf:
    """The matches at hand."""
    found: Shelf = request.app.state.shelf
    return found


def _house(request: Asking) -> House:
    house: House = request.app.state.house
    return house

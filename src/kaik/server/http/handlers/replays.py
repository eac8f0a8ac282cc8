"""The REST interface to finished matches: looking, files, verification, analysis (`docs/api.md`)."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.response import Stream

from kaik.play.analysis import Analysis
from kaik.play.formats import render
from kaik.play.record import Record, verify
from kaik.protocol.errors import NotFound
from kaik.protocol.records import Frames, Replay, Verified
from kaik.protocol.tables import Seat
from kaik.server.http import auth
from kaik.server.http.requests import HttpRequest, analysis_of, replays_of, tables_of
from kaik.server.settings import Settings
from kaik.service import replays

PAGE = 60


@get("/api/replays/{id:str}")
async def show_replay(request: HttpRequest, id: str, seat: int | None = None) -> Replay:
    """A finished match in words, with all that its scenes have in common."""
    person = await auth.known(request)
    one = await replays_of(request).load(id)
    try:
        seats = (await tables_of(request).table(id).table_for(person.id if person else None)).seats
    except NotFound:
        seats = _uploaded(one.record)
    settings: Settings = request.app.state.settings
    return await asyncio.to_thread(
        lambda: replays.header(id, one, seats, replays.viewer(one.match, seat), settings.viewer)
    )


def _uploaded(record: Record) -> tuple[Seat, ...]:
    """The seats of a match that was played elsewhere."""
    names = [*record.players, *("" for _ in range(record.seats))][: record.seats]
    return tuple(Seat("person", name, None, False) for name in names)


@get("/api/replays/{id:str}/frames", cache_control=CacheControlHeader(private=True, max_age=3600))
async def show_frames(
    request: HttpRequest,
    id: str,
    first: int = 0,
    count: int = PAGE,
    seat: int | None = None,
) -> Frames:
    """Some of its scenes."""
    match = (await replays_of(request).load(id)).match
    return await asyncio.to_thread(lambda: replays.scenes(match, replays.viewer(match, seat), first, count))


@get("/api/replays/{id:str}/file")
async def show_file(request: HttpRequest, id: str, suffix: str) -> Response[str]:
    """The match as a file of one of its formats."""
    record = (await replays_of(request).load(id)).record
    text = await asyncio.to_thread(render, record, suffix)
    headers = {"Content-Disposition": f'attachment; filename="kaik-{id}{suffix}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@get("/api/replays/{id:str}/verification")
async def show_verification(request: HttpRequest, id: str) -> Verified:
    """What the referee finds when it recomputes all of it from seed, nonces and rules."""
    record = (await replays_of(request).load(id)).record
    return Verified(len(record.log), await asyncio.to_thread(verify, record))


@post("/api/replays/{id:str}/analysis", status_code=200)
async def analyse_event(request: HttpRequest, id: str, at: int) -> Analysis:
    """What the computer thinks of the position after so many events."""
    one = await replays_of(request).load(id)
    state = one.state(at)
    person = await auth.known_or_new(request)
    return await analysis_of(request).analyse(person.id, one.match.game, state)


@post("/api/replays/{id:str}/review", status_code=200, sent_as_is=True)
async def review_match(request: HttpRequest, id: str) -> Stream:
    """What the computer thinks of every choice: a line of JSON each, sent as it is found."""
    match = (await replays_of(request).load(id)).match
    person = await auth.known_or_new(request)
    remarks = analysis_of(request).review(person.id, id, match)
    return Stream(
        (msgspec.json.encode(one) + b"\n" async for one in remarks),
        media_type="application/x-ndjson",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


HANDLERS = [show_replay, show_frames, show_file, show_verification, analyse_event, review_match]

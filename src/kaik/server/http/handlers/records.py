"""The REST interface to records: read by id, uploaded as files (`docs/api.md`)."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post

from kaik.play.formats import JSON, render
from kaik.play.record import read
from kaik.protocol.errors import NotFound, Problem
from kaik.protocol.records import Uploaded
from kaik.server.db.records import UploadedRecords
from kaik.server.http import auth
from kaik.server.http.requests import HttpRequest, tables_of
from kaik.server.tables.manager import TableManager
from kaik.service.replays import checked_record
from kaik.service.table_setup import new_id

UPLOAD_LIMIT = 4 * 1024 * 1024


@get("/api/records/{id:str}")
async def show_record_by_id(request: HttpRequest, id: str, suffix: str = JSON) -> Response[bytes]:
    """A finished or uploaded match as a file: our own JSON, or a format of its game's own."""
    text = await find_record(tables_of(request), id)
    if suffix != JSON:
        text = (await asyncio.to_thread(lambda: render(read(text), suffix))).encode()
    headers = {"Content-Disposition": f'attachment; filename="kaik-{id}{suffix}"'}
    kind = "application/json" if suffix == JSON else "text/plain; charset=utf-8"
    return Response(text, media_type=kind, headers=headers)


@post("/api/records", request_max_body_size=UPLOAD_LIMIT)
async def upload_record(request: HttpRequest, suffix: str = JSON) -> Uploaded:
    """Keep a record that was played elsewhere, sent as the text of a file, if the referee finds it sound."""
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise Problem("error.request", detail="UTF-8") from None
    reading = await asyncio.to_thread(checked_record, text, suffix)
    record = reading.record
    person = await auth.known_or_new(request)
    id = new_id()
    tables = tables_of(request)
    await UploadedRecords(tables.store.engine).add(id, person.id, record, tables.now())
    return Uploaded(id, record.game, reading.notes)


async def find_record(tables: TableManager, id: str) -> bytes:
    """A record by id, of a match or uploaded; refused as long as its match is being played."""
    try:
        return await tables.table(id).record()
    except NotFound:
        text = await UploadedRecords(tables.store.engine).find(id)
    if text is None:
        raise NotFound("error.record_unknown")
    return text


HANDLERS = [show_record_by_id, upload_record]

"""The REST interface to records: read by id, uploaded as files (`docs/api.md`)."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post

from kaik.play.formats import JSON, render
from kaik.play.record import read
from kaik.server import accounts
from kaik.server.asking import Asking, house_of
from kaik.server.forms import Uploaded
from kaik.server.library import Library, checked
from kaik.server.problems import Problem
from kaik.server.wishes import new_id

UPLOAD_LIMIT = 4 * 1024 * 1024


@get("/api/records/{id:str}")
async def show_record_by_id(request: Asking, id: str, suffix: str = JSON) -> Response[bytes]:
    """A finished or uploaded match as a file: our own JSON, or a format of its game's own."""
    text = await Library(house_of(request)).find(id)
    if suffix != JSON:
        text = (await asyncio.to_thread(lambda: render(read(text), suffix))).encode()
    headers = {"Content-Disposition": f'attachment; filename="kaik-{id}{suffix}"'}
    kind = "application/json" if suffix == JSON else "text/plain; charset=utf-8"
    return Response(text, media_type=kind, headers=headers)


@post("/api/records", request_max_body_size=UPLOAD_LIMIT)
async def upload_record(request: Asking, suffix: str = JSON) -> Uploaded:
    """Keep a record that was played elsewhere, sent as the text of a file, if the referee finds it sound."""
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise Problem("error.request", detail="UTF-8") from None
    record = await asyncio.to_thread(checked, text, suffix)
    person = await accounts.known_or_new(request)
    id = new_id()
    await Library(house_of(request)).keep(id, person.id, record, house_of(request).now())
    return Uploaded(id, record.game)


HANDLERS = [show_record_by_id, upload_record]

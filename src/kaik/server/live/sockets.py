"""The live protocol: one socket per open page, the whole view after every change (`docs/api.md`).

Frames are decoded here and never by the framework: whatever a client sends is answered or refused, and the
socket stays open.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from kaik.core.errors import Refusal
from kaik.core.messages import msg
from kaik.protocol.errors import Forbidden, Problem, TooMany
from kaik.protocol.live import (
    PROTOCOL,
    Act,
    Chat,
    ClientFrame,
    Ping,
    Pong,
    Say,
    ServerFrame,
    Show,
    refused,
)
from kaik.server import metrics
from kaik.server.http import auth
from kaik.server.http.limits import FramePacer, client_network
from kaik.server.live.chat import ChatStore, proper_line
from kaik.server.live.presence import Presence
from kaik.server.notify.bus import Listener, chat_topic
from kaik.server.tables.hosted import HostedTable
from kaik.server.tables.manager import TableManager
from kaik.table.commands import FromClient
from kaik.table.frames import Shown

log = logging.getLogger(__name__)

FRAME_LIMIT = 16 * 1024
"""Longer frames are refused unread."""
HARD_LIMIT = 1024 * 1024
"""Longer ones are not even received: the socket is closed."""
TOO_MANY = 4429
"""The code a socket is closed with when its address has too many."""
NO_TABLE = 4404
"""The code a socket is closed with when there is nothing to show."""
WRONG_PROTOCOL = 4426
"""The code a socket is closed with when the client speaks another protocol."""

_decoder: msgspec.json.Decoder[ClientFrame] = msgspec.json.Decoder(ClientFrame)

Socket = WebSocket[Any, Any, Any]
T = TypeVar("T")


@websocket("/api/tables/{table:str}/live")
async def live(socket: Socket, table: str, protocol: str = "") -> None:
    """Play or watch."""
    person = await auth.known(socket)
    manager: TableManager = socket.app.state.tables
    await socket.accept()
    try:
        if protocol != str(PROTOCOL):
            await socket.send_text(msgspec.json.encode(refused(msg("error.protocol", known=PROTOCOL))))
            await socket.close(WRONG_PROTOCOL)
            return
        with socket.app.state.limits.socket(client_network(socket)), metrics.sockets.track_inprogress():
            connection = TableSocket(socket, manager, manager.table(table), person.id if person else None)
            await connection.run(socket.app.state.presence)
    except TooMany as refusal:
        await socket.send_text(msgspec.json.encode(refused(refusal.message)))
        await socket.close(TOO_MANY)
    except WebSocketDisconnect:
        log.debug("a socket of table %s was gone", table)


class TableSocket:
    """One socket at one table."""

    def __init__(self, socket: Socket, manager: TableManager, table: HostedTable, person: str | None) -> None:
        self._socket = socket
        self._manager = manager
        self._chat = ChatStore(manager.store.engine)
        self._table = table
        self._person = person
        self._facing: int | None = None
        """At a shared device: whose view is wanted; whether it is theirs is asked each time."""
        self._listener: Listener | None = None
        self._sending = asyncio.Lock()

    async def run(self, presence: Presence) -> None:
        """Talk until the other side goes, or until there is nothing to show."""
        notices = self._manager.notices
        try:
            await self._table.state()
            with notices.subscribe(self._table.id) as news, notices.subscribe(self._chat_topic) as talk:
                self._listener = news
                async with presence.at(self._table, self._person):
                    await _first_of(self._receive(), self._send_frames(news), self._send_chat(talk))
        except Refusal as refusal:
            await self._send(refused(refusal.message))
            await self._socket.close(NO_TABLE)

    @property
    def _chat_topic(self) -> str:
        return chat_topic(self._table.id)

    # -- out ---------------------------------------------------------------------------------------

    async def _send_frames(self, listener: Listener) -> None:
        """Send the view now and after every change; notices during a slow send are coalesced."""
        last, seq, told = b"", 0, dict[int | None, Shown]()
        while True:
            facing = self._facing
            frames = await _to_the_end(self._table.frames(self._person, facing, seq, told))
            if frames.state != last:
                for frame in (*frames.news, frames.state):
                    await self._send_bytes(frame)
                last, told[frames.seat] = frames.state, frames.shown
            if facing is not None and self._facing == facing:  # it may be theirs no longer
                self._facing = frames.seat
            seq = await listener.wait()

    async def _send_chat(self, listener: Listener) -> None:
        """Send what has been said, and then what is said."""
        last = 0
        while True:
            lines = await _to_the_end(self._chat.lines(self._table.id, last))
            if lines:
                await self._send(Chat(lines))
                last = lines[-1].id
            await listener.wait()

    async def _send(self, frame: ServerFrame) -> None:
        await self._send_bytes(msgspec.json.encode(frame))

    async def _send_bytes(self, frame: bytes) -> None:
        async with self._sending:
            await self._socket.send_text(frame)

    # -- in ----------------------------------------------------------------------------------------

    async def _receive(self) -> None:
        pace = FramePacer()
        while True:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if event["type"] == "websocket.receive":
                await pace.wait()
                with metrics.frame_seconds.time():
                    await self._answer(event.get("text"))

    async def _answer(self, text: str | None) -> None:
        """Do as a frame asks; what changes is told by the next state, a refusal at once."""
        frame: ClientFrame | None = None
        try:
            frame = _decoded(text)
            metrics.frames.labels(frame.__struct_config__.tag).inc()
            self._socket.app.state.bans.check(self._person)
            match frame:
                case Ping():
                    await self._send(Pong(int(time.time() * 1000)))
                case Show(seat):
                    await self._show(seat)
                case Say(said):
                    await self._say(proper_line(said))
                case _:
                    await _to_the_end(self._table.submit(FromClient(self._person, frame, self._facing)))
            return
        except Refusal as refusal:
            message = refusal.message
        except Exception:
            log.exception("a frame at table %s failed", self._table.id)
            message = msg("error.internal")
        metrics.refusals.labels(message.key).inc()
        await self._send(refused(message, frame.decision if isinstance(frame, Act) else None))

    async def _say(self, text: str) -> None:
        seats = (await self._table.state()).seats_of(self._person)
        if not seats or self._person is None:
            raise Forbidden("error.watching")
        id = await self._chat.say(self._table.id, self._person, seats[0], text, self._manager.now())
        self._manager.notices.publish(self._chat_topic, id)

    async def _show(self, seat: int | None) -> None:
        """Turn to another of the seats at this device; nobody sees those of others."""
        if seat is not None and seat not in (await self._table.state()).seats_of(self._person):
            raise Forbidden("error.seat_elsewhere")
        self._facing = seat
        if self._listener is not None:
            self._listener.notify(0)


def _decoded(text: str | None) -> ClientFrame:
    if text is None:
        raise Problem("error.frame_binary")
    if len(text) > FRAME_LIMIT:
        raise Problem("error.frame_size", most=FRAME_LIMIT)
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError as wrong:
        raise Problem("error.frame", detail=str(wrong)) from None
    except (RecursionError, UnicodeError):
        raise Problem("error.frame", detail="JSON") from None


async def _to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Finish what was begun even if the socket goes: half a query would keep the database waiting."""
    return await asyncio.shield(asyncio.ensure_future(work))


async def _first_of(*works: Coroutine[Any, Any, None]) -> None:
    """Run all until one ends, then stop the others; an error is passed on."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

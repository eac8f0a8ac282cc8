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
    Act,
    Chat,
    Claim,
    ClientFrame,
    Decline,
    GiveNonce,
    Offer,
    Ping,
    Pong,
    Refused,
    Resign,
    Say,
    ServerFrame,
    Show,
    Silence,
    refused,
)
from kaik.server import metrics
from kaik.server.http import auth
from kaik.server.http.limits import FramePacer, client_network
from kaik.server.live.chat import ChatStore, proper_line
from kaik.server.live.presence import Presence
from kaik.server.notify.bus import Listener, chat_topic
from kaik.server.tables import seating
from kaik.server.tables.actors import Visitor
from kaik.server.tables.frames import Shown
from kaik.server.tables.house import House
from kaik.server.tables.rooms import Room

log = logging.getLogger(__name__)

FRAME_LIMIT = 16 * 1024
"""Longer frames are refused unread."""
HARD_LIMIT = 1024 * 1024
"""Longer ones are not even received: the socket is closed."""
TOO_MANY = 4429
"""The code a socket is closed with when its address has too many."""
NO_TABLE = 4404
"""The code a socket is closed with when there is nothing to show."""

_decoder: msgspec.json.Decoder[ClientFrame] = msgspec.json.Decoder(ClientFrame)

Socket = WebSocket[Any, Any, Any]
T = TypeVar("T")


@websocket("/api/tables/{table:str}/live")
async def live(socket: Socket, table: str) -> None:
    """Play or watch."""
    person = await auth.known(socket)
    house: House = socket.app.state.house
    await socket.accept()
    try:
        with socket.app.state.limits.socket(client_network(socket)), metrics.sockets.track_inprogress():
            await _talk(socket, house, table, person.id if person else None)
    except TooMany as refusal:
        await socket.send_text(msgspec.json.encode(refused(refusal.message)))
        await socket.close(TOO_MANY)


async def _talk(socket: Socket, house: House, table: str, person: str | None) -> None:
    presence: Presence = socket.app.state.presence
    line = Line(socket, house, house.room(table), person)
    try:
        await line.run(presence)
    except WebSocketDisconnect:
        log.debug("a socket of table %s was gone", table)


class Line:
    """One socket at one table."""

    def __init__(self, socket: Socket, house: House, room: Room, person: str | None) -> None:
        self._socket = socket
        self._house = house
        self._talk = ChatStore(house.store.engine)
        self._room = room
        self._person = person
        self._facing: int | None = None
        """At a shared device: whose view is wanted. The table says at every use whether it may be shown."""
        self._listener: Listener | None = None
        self._sending = asyncio.Lock()

    async def run(self, presence: Presence) -> None:
        """Talk until the other side goes, or until there is nothing to show."""
        try:
            await self._room.seats_of(self._person)
            await self._talk_on(presence)
        except Refusal as refusal:
            await self._send(refused(refusal.message))
            await self._socket.close(NO_TABLE)

    async def _talk_on(self, presence: Presence) -> None:
        bus = self._house.bus
        with bus.subscribe(self._room.id) as news, bus.subscribe(chat_topic(self._room.id)) as talk:
            self._listener = news
            async with presence.at(self._room, self._person):
                await _first_of(self._hear(), self._tell(news), self._pass_on(talk))

    # -- out ---------------------------------------------------------------------------------------

    async def _tell(self, listener: Listener) -> None:
        """Send the view now and after every change; changes during a slow send are one."""
        last, seq, told = b"", 0, dict[int | None, Shown]()
        while True:
            visitor = self._visitor
            frame = await _to_the_end(self._room.frame(visitor, seq, told))
            if frame.present != last:
                await self._send_bytes(frame.sent)
                last, told[frame.seat] = frame.present, frame.shown
            if visitor.facing == self._facing != frame.seat:
                self._facing = None  # that seat is theirs no more, and they have been shown so
            seq = await listener.wait()

    async def _pass_on(self, listener: Listener) -> None:
        """Send what has been said, and then what is said."""
        last = 0
        while True:
            lines = await _to_the_end(self._talk.lines(self._room.id, last))
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

    async def _hear(self) -> None:
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
        frame: ClientFrame | None = None
        try:
            frame = _decoded(text)
            metrics.frames.labels(frame.__struct_config__.tag).inc()
            self._socket.app.state.bans.check(self._person)
            reply = await self._done(frame)
        except Refusal as refusal:
            reply = refused(refusal.message, _decision(frame))
        except Exception:
            log.exception("a frame at table %s failed", self._room.id)
            reply = refused(msg("error.internal"), _decision(frame))
        if isinstance(reply, Refused):
            metrics.refusals.labels(reply.code).inc()
        if reply is not None:
            await self._send(reply)

    async def _done(self, frame: ClientFrame) -> Pong | Refused | None:
        """Do as the frame asks; what changes is told by the next state."""
        match frame:
            case Ping():
                return Pong(int(time.time() * 1000))
            case Show(seat):
                await self._show(seat)
            case Say(text):
                await self._say(proper_line(text))
            case GiveNonce(hex):
                await _to_the_end(self._room.give_nonce(self._person, hex))
            case Silence():
                await _to_the_end(self._room.keep_silent(self._person))
            case _:
                await _to_the_end(self._asked(self._visitor, frame))
        return None

    async def _asked(self, visitor: Visitor, frame: ClientFrame) -> None:
        """What a seat asks of the table."""
        match frame:
            case Act(decision, index):
                await self._room.act(visitor, decision, index)
            case Resign():
                await seating.resign(self._room, visitor)
            case Offer(matter):
                await seating.propose(self._room, visitor, matter)
            case Decline(matter):
                await seating.decline(self._room, visitor, matter)
            case Claim(absent, take):
                await seating.claim(self._room, self._house, visitor, absent, take)

    async def _say(self, text: str) -> None:
        seats = await self._room.seats_of(self._person)
        if not seats or self._person is None:
            raise Forbidden("error.watching")
        id = await self._talk.say(self._room.id, self._person, seats[0], text, self._house.now())
        self._house.bus.publish(chat_topic(self._room.id), id)

    @property
    def _visitor(self) -> Visitor:
        return Visitor(self._person, self._facing)

    async def _show(self, seat: int | None) -> None:
        """Turn to another of the seats at this device; nobody sees those of others."""
        if seat is not None and seat not in await self._room.seats_of(self._person):
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


def _decision(frame: ClientFrame | None) -> str | None:
    return frame.decision if isinstance(frame, Act) else None


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

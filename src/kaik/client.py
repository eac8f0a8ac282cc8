"""A client of `kaik serve` (`docs/api.md`): what surrounds a match by REST, a table itself by its socket.

A guest is known by a cookie, which is kept in a file so that a seat is still one's own tomorrow; a program
may be known by a token instead.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, TypeVar
from urllib import error, request
from urllib.parse import SplitResult, urlsplit

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kaik.core.errors import BadOptions, Refusal
from kaik.play.record import Record, read
from kaik.protocol.errors import Trouble
from kaik.protocol.live import PROTOCOL, Log, ServerFrame
from kaik.protocol.people import Me
from kaik.protocol.tables import NewTable, QuickMatch, Table

PATIENCE = 15.0
"""Seconds to wait for an answer."""
PULSE, SILENCE = 5.0, 12.0
"""Seconds between pings on a socket, and without an answer until it counts as lost."""
LARGEST = 16 * 2**20
"""The longest frame taken, in bytes."""
_NOT_IN_ADDRESSES = re.compile(r"[\s\x00-\x1f\x7f]")
Answer = TypeVar("Answer")


class Lost(Exception):
    """The connection to a table broke; it may be made again."""


class Address(Struct, frozen=True):
    """A server, and perhaps one of its tables."""

    server: str
    table: str | None = None

    @classmethod
    def read(cls, text: str) -> Address:
        """From what people type or paste: `localhost:8340`, `https://games.example.org/t/k7m2…`."""
        parts = _split(text.strip())
        if parts is None:
            raise BadOptions("error.address", text=text[:60])
        folder, _, table = parts.path.rpartition("/")
        if folder.rpartition("/")[2] != "t":
            return cls(f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}")
        return cls(f"{parts.scheme}://{parts.netloc}{folder.removesuffix('/t')}", table or None)

    def link(self, table: str) -> str:
        """What to send to somebody who is to join."""
        return f"{self.server}/t/{table}"


def _split(text: str) -> SplitResult | None:
    """An address in its parts, if it is one that can be asked."""
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if known and not _NOT_IN_ADDRESSES.search(text) else None


class Cookies:
    """The cookies of all servers, in one file that only its owner can read."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._kept: dict[str, dict[str, str]] = {}
        if file is not None and file.is_file():
            self._kept = _cookies(file)

    def header(self, server: str) -> str:
        """What to send to a server."""
        return "; ".join(f"{name}={value}" for name, value in self._kept.get(server, {}).items())

    def take(self, server: str, headers: list[str]) -> None:
        """Keep what a server sets."""
        for header in headers:
            for name, morsel in SimpleCookie(header).items():
                self._kept.setdefault(server, {})[name] = morsel.value
        if headers and self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.touch(mode=0o600)
            self._file.write_bytes(msgspec.json.encode(self._kept))


def _cookies(file: Path) -> dict[str, dict[str, str]]:
    """What a file of cookies holds; a damaged one is as if it were not there."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, str]])
    except (OSError, UnicodeDecodeError, msgspec.DecodeError):
        return {}


class Live:
    """The socket of one table."""

    def __init__(self, socket: ClientConnection, server: str) -> None:
        self._socket = socket
        self._server = server

    async def frames(self) -> AsyncIterator[ServerFrame]:
        """What the server tells, until the connection is lost; each `Log` is all that was told of it."""
        known: dict[int | None, Log] = {}
        try:
            async for text in self._socket:
                frame = msgspec.json.decode(text, type=ServerFrame)
                if isinstance(frame, Log):
                    frame = known[frame.seat] = frame.after(known.get(frame.seat))
                yield frame
        except ConnectionClosed:
            raise Lost from None
        except msgspec.DecodeError:
            raise BadOptions("error.server_foreign", server=self._server) from None
        raise Lost

    async def send(self, type: str, **fields: Any) -> None:
        """Tell the server something."""
        try:
            await self._socket.send(msgspec.json.encode({"type": type, **fields}).decode())
        except ConnectionClosed:
            raise Lost from None

    async def give_nonce(self) -> None:
        """The seat's own share in the chance of the match."""
        await self.send("nonce", hex=secrets.token_hex(16))


class Server:
    """One server, and the guest that we are there, or whoever a token belongs to."""

    def __init__(self, address: Address, cookies: Cookies | None = None, token: str | None = None) -> None:
        self.address = address
        self._cookies = cookies or Cookies()
        self._token = token

    async def me(self) -> Me:
        """Who we are; a guest is made on the first call."""
        return await self._ask("GET", "/api/me", Me)

    async def rename(self, name: str) -> Me:
        """Be called otherwise."""
        return await self._ask("PATCH", "/api/me", Me, {"name": name})

    async def tables(self) -> list[Table]:
        """Our tables, the newest first."""
        return await self._ask("GET", "/api/tables", list[Table])

    async def table(self, id: str) -> Table:
        """A table."""
        return await self._ask("GET", f"/api/tables/{id}", Table)

    async def set_up(self, table: NewTable) -> Table:
        """A new table."""
        return await self._ask("POST", "/api/tables", Table, msgspec.to_builtins(table))

    async def join(self, id: str, seat: int | None = None) -> Table:
        """Take an open seat."""
        return await self._ask("POST", f"/api/tables/{id}/join", Table, {"seat": seat})

    async def fill(self, id: str, player: str) -> Table:
        """Let the computer take the open seats, and start."""
        return await self._ask("POST", f"/api/tables/{id}/start", Table, {"player": player})

    async def rematch(self, id: str) -> Table:
        """The table of the next match; the same for all who ask."""
        return await self._ask("POST", f"/api/tables/{id}/rematch", Table, {})

    async def quick_match(self, wish: QuickMatch) -> Table:
        """A table at which somebody waits, or a new one."""
        return await self._ask("POST", "/api/quick", Table, msgspec.to_builtins(wish))

    async def record(self, id: str) -> Record:
        """The record of a match that is over, or of one that was uploaded."""
        return read(await asyncio.to_thread(self._fetch, "GET", f"/api/records/{id}", None))

    async def send(self, method: str, path: str, body: Any = None) -> Any:
        """What any other request answers, as plain JSON."""
        text = await asyncio.to_thread(self._fetch, method, path, body)
        return msgspec.json.decode(text) if text else None

    @asynccontextmanager
    async def live(self, id: str) -> AsyncIterator[Live]:
        """The socket of a table."""
        url = "ws" + self.address.server.removeprefix("http") + f"/api/tables/{id}/live?protocol={PROTOCOL}"
        try:
            headers = self._auth_headers()
            socket = await connect(
                url,
                additional_headers=headers,
                max_size=LARGEST,
                open_timeout=PATIENCE,
                ping_interval=PULSE,
                ping_timeout=SILENCE,
            )
        except (OSError, InvalidHandshake, TimeoutError):
            raise Lost from None
        try:
            yield Live(socket, self.address.server)
        finally:
            await socket.close()

    async def _ask(self, method: str, path: str, kind: type[Answer], body: Any = None) -> Answer:
        text = await asyncio.to_thread(self._fetch, method, path, body)
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.DecodeError:
            raise BadOptions("error.server_foreign", server=self.address.server) from None

    def _fetch(self, method: str, path: str, body: Any) -> bytes:
        server = self.address.server
        asked = request.Request(server + path, method=method)
        for name, value in {**self._auth_headers(), **self._csrf_headers(method)}.items():
            asked.add_header(name, value)
        if body is not None:
            asked.add_header("Content-Type", "application/json")
            asked.data = msgspec.json.encode(body)
        try:
            with request.urlopen(asked, timeout=PATIENCE) as answer:
                self._cookies.take(server, answer.headers.get_all("Set-Cookie") or [])
                return bytes(answer.read())
        except error.HTTPError as refusal:
            raise self._refusal(refusal.read()) from None
        except (error.URLError, OSError, ValueError):
            raise BadOptions("error.server_away", server=server) from None

    def _auth_headers(self) -> dict[str, str]:
        if self._token is not None:
            return {"Authorization": f"Bearer {self._token}"}
        return {"Cookie": self._cookies.header(self.address.server)}

    def _csrf_headers(self, method: str) -> dict[str, str]:
        """What a request that changes something carries beside the cookie."""
        if method == "GET" or self._token is not None:
            return {}
        me = msgspec.json.decode(self._fetch("GET", "/api/me", None), type=Me)
        return {"X-CSRF-Token": me.csrf or ""}

    def _refusal(self, text: bytes) -> Refusal:
        """Why the server refused, in its own words."""
        try:
            message = msgspec.json.decode(text, type=Trouble).message
        except msgspec.DecodeError:
            return BadOptions("error.server_foreign", server=self.address.server)
        return Refusal(message.key, **message.params)

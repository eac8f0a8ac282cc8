"""A real server process, and people who play over real sockets."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, cast

import httpx
import msgspec
import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kaik.protocol.live import PROTOCOL, Log
from kaik.server.http.auth import COOKIE, CSRF_HEADER, sign_of

SOURCE = Path(__file__).resolve().parents[2] / "src"
START = "from kaik.cli.main import app; app()"
PATIENCE = 120.0
"""Seconds after which anything that has not happened is a failure."""
MOST_FRAMES = 20_000

Frame = dict[str, Any]


class Server:
    """`kaik serve` as a process of its own on a free port of the loopback address."""

    def __init__(
        self,
        data: Path,
        nonce_wait: float = 20.0,
        db: str = "",
        workers: int = 1,
        log: Path | None = None,
        grace: float = 90.0,
        viewer: str = "",
    ) -> None:
        self.data = data
        self._viewer = viewer
        self._log = log
        self._db = db
        self._workers = workers
        self._grace = grace
        self.port = 0
        self._nonce_wait = nonce_wait
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """Start, again on the same port if it ran before, and wait until it can be reached."""
        with open(self._log or os.devnull, "a") as log:
            self._process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=log if self._log else None,
                text=True,
            )
        atexit.register(self._process.kill)
        self.port = self._read_port()
        return self

    def refused(self) -> tuple[int, str]:
        """What it says, and its exit code, when it will not start."""
        done = subprocess.run(
            self._command, env=self._environment, capture_output=True, text=True, timeout=PATIENCE
        )
        return done.returncode, done.stderr

    @property
    def _command(self) -> list[str]:
        return [sys.executable, "-c", START, "serve", "--no-open"]

    @property
    def _environment(self) -> dict[str, str]:
        path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
        return {
            **os.environ,
            "PYTHONPATH": path,
            "KAIK_PORT": str(self.port),
            "KAIK_DATA": str(self.data),
            "KAIK_NONCE_WAIT": str(self._nonce_wait),
            "KAIK_DB": self._db,
            "KAIK_WORKERS": str(self._workers),
            "KAIK_GRACE": str(self._grace),
            "KAIK_VIEWER": self._viewer,
            "KAIK_LANG": "en",
            **({"KAIK_LOG": "json", "KAIK_LOG_LEVEL": "debug"} if self._log else {}),
        }

    def process(self) -> psutil.Process:
        """The process that was started."""
        assert self._process is not None
        return psutil.Process(self._process.pid)

    def workers(self) -> list[psutil.Process]:
        """The processes that serve, if there are several."""
        children = self.process().children()
        return [child for child in children if _serves(child)]

    def _read_port(self) -> int:
        assert self._process is not None
        assert self._process.stdout is not None
        watch = threading.Timer(PATIENCE, self._process.kill)
        watch.start()
        for line in self._process.stdout:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                watch.cancel()
                return int(found.group(1))
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """SIGKILL: no chance to put anything in order."""
        self._end(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; its exit code."""
        return self._end(how)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        code = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None


def _serves(process: psutil.Process) -> bool:
    """Whether this is a process that serves, and lives."""
    with contextlib.suppress(psutil.Error):
        return "spawn_main" in " ".join(process.cmdline())
    return False


class Person:
    """Somebody with a cookie of their own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        hooks = {"request": [self._sign]}
        self.http = httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, event_hooks=hooks, verify=False)

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return await self.send("POST", path, body, **more)

    async def send(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return await self.http.request(method, path, json=body, **more)

    async def _sign(self, request: httpx.Request) -> None:
        """Do as our own pages do: send the sign that goes with the cookie."""
        if COOKIE in self.http.cookies:
            request.headers.setdefault(CSRF_HEADER, sign_of(self.http.cookies[COOKIE]))

    async def set_up(self, game: str, *seats: str, **body: Any) -> str:
        """A new table; a seat is `me`, `open` or the name of a computer player."""
        answer = await self.post("/api/tables", {"game": game, "seats": [*map(_asked, seats)], **body})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def join(self, table: str) -> None:
        answer = await self.post(f"/api/tables/{table}/join", {})
        assert answer.status_code == 201, answer.text

    @asynccontextmanager
    async def live(
        self, table: str, read: Callable[[str], Frame] = msgspec.json.decode, **more: Any
    ) -> AsyncIterator[Line]:
        """A socket at a table; `read` makes a frame of a message."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"{self.server.url.replace('http', 'ws')}/api/tables/{table}/live?protocol={PROTOCOL}"
        headers = {**({"Cookie": cookie} if cookie else {}), **more.pop("headers", {})}
        async with connect(url, additional_headers=headers, max_size=None, **more) as socket:
            yield Line(socket, read)

    async def record(self, table: str) -> bytes:
        answer = await self.get(f"/api/tables/{table}/record")
        assert answer.status_code == 200, answer.text
        return answer.content


def _asked(seat: str) -> Frame:
    return {"kind": seat} if seat in ("me", "open") else {"kind": "computer", "player": seat}


class Line:
    """A socket, its frames kept, each state whole."""

    def __init__(self, socket: ClientConnection, read: Callable[[str], Frame] = msgspec.json.decode) -> None:
        self.socket = socket
        self._read = read
        self.frames: list[Frame] = []
        self._gave_nonce = False
        self._logs: dict[int | None, Log] = {}
        self._steps: list[Frame] = []

    async def send(self, **frame: Any) -> None:
        await self.socket.send(msgspec.json.encode(frame).decode())

    async def hear(self) -> Frame:
        """The next frame; a state comes with the log and the steps that were told before it."""
        while True:
            assert len(self.frames) < MOST_FRAMES
            frame = self._read(cast(str, await asyncio.wait_for(self.socket.recv(), PATIENCE)))
            if frame["type"] == "log":
                if "lines" in frame:  # some do not read it
                    told = msgspec.convert(frame, Log)
                    self._logs[told.seat] = told.after(self._logs.get(told.seat))
            elif frame["type"] == "steps":
                self._steps = frame.get("scenes", [])
            else:
                break
        if frame["type"] == "state":
            known = self._logs.get(frame.get("seat"))
            frame["log"] = [] if known is None else msgspec.json.decode(msgspec.json.encode(known.lines))
            frame["earlier"] = 0 if known is None else known.first
            frame["steps"], self._steps = self._steps, []
        self.frames.append(frame)
        return frame

    async def until(self, wanted: Callable[[Frame], object]) -> Frame:
        """The next frame that fits; nonces are given as they are asked for."""
        while True:
            frame = await self.hear()
            if frame["type"] == "state" and frame["fairness"]["wanted"] and not self._gave_nonce:
                self._gave_nonce = True
                await self.send(type="nonce", hex="5eed" * 8)
            if wanted(frame):
                return frame

    async def refusal(self, text: str | bytes) -> Frame:
        """What a raw message is refused with."""
        await self.socket.send(text)
        return await self.until(lambda frame: frame["type"] == "refused")

    async def act(self, state: Frame, index: int) -> Frame:
        """Answer the decision of a state, and wait until that is acknowledged."""
        await self.send(type="act", decision=state["decision"], index=index)
        return await self.until(
            lambda frame: (
                frame["type"] == "refused"
                or (frame["type"] == "state" and frame["decision"] != state["decision"])
            )
        )


def my_turn(frame: Frame) -> bool:
    """A state in which the reader has something to decide."""
    return frame["type"] == "state" and frame["decision"] is not None


def playing(frame: Frame) -> bool:
    """A state of a match that has begun."""
    return frame["type"] == "state" and bool(frame["table"]["status"] == "playing")


def over(frame: Frame) -> bool:
    """A state in which the match has ended."""
    return frame["type"] == "state" and frame["result"] is not None


async def play_out(line: Line, rng: Random) -> Frame:
    """Choose at random until the match is over; the last state."""
    state = line.frames[-1] if line.frames else await line.until(lambda frame: frame["type"] == "state")
    if state["type"] != "state" or not (my_turn(state) or over(state)):
        state = await line.until(lambda frame: my_turn(frame) or over(frame))
    while not over(state):
        assert state["type"] == "state", state
        if my_turn(state):
            state = await line.act(state, rng.randrange(len(state["legal"])))
        else:
            state = await line.until(lambda frame: my_turn(frame) or over(frame))
    return state


class Stubborn:
    """Plays on through every loss of the connection, and remembers what was acknowledged."""

    def __init__(self, person: Person, table: str, rng: Random, pause: Callable[[], float]) -> None:
        self.acknowledged: list[tuple[int, int, int]] = []
        """Seat, number of the log entry at which the decision arose, index chosen."""
        self.last: Frame = {}
        self._person = person
        self._table = table
        self._rng = rng
        self._pause = pause
        self._seq = 0

    async def play(self) -> None:
        """Play until the match is over."""
        for _ in range(1000):
            try:
                async with self._person.live(self._table, open_timeout=20) as line:
                    await self._play(line)
                return
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await asyncio.sleep(0.05)
        raise AssertionError("the match never ended")

    async def _play(self, line: Line) -> None:
        state = await line.until(lambda frame: frame["type"] == "state")
        while not over(state):
            assert state["type"] == "state", state
            assert state["seq"] >= self._seq, "the log has become shorter"
            self._seq = state["seq"]
            if not my_turn(state):
                state = await line.until(lambda frame: my_turn(frame) or over(frame))
                continue
            await asyncio.sleep(self._pause())
            index = self._rng.randrange(len(state["legal"]))
            after = await line.act(state, index)
            assert after["type"] == "state", after
            seat, _, opened = state["decision"].partition(".")
            self.acknowledged.append((int(seat), int(opened), index))
            state = after
        self.last = state


def bounded(work: Awaitable[None], seconds: float = 300.0) -> None:
    """Run to the end within a time."""

    async def limited() -> None:
        await asyncio.wait_for(work, seconds)

    asyncio.run(limited())

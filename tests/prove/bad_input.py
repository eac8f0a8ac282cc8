"""Twenty thousand bad frames: nothing breaks, nothing changes, and memory stays as it was."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from pathlib import Path

from tests.server.driver import Server
from tests.server.rubbish import Nuisance
from tests.server.test_operations import figures

TITLE = "Bad input"
FRAMES = 20_000
PEOPLE = 20
GAMES = ("cerke", "new_play", "beast_streak", "old_cerke")
MOST_GROWTH = 0.10
"""How much more memory the second half may take than the first has taken."""


def prove() -> tuple[bool, list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            return asyncio.run(_proved(server))
        finally:
            server.stop()


async def _proved(server: Server) -> tuple[bool, list[str]]:
    answers: Counter[str] = Counter()
    sizes: list[float] = []
    for half in (0, 1):
        people = [Nuisance(server, GAMES[n % len(GAMES)], half * PEOPLE + n) for n in range(PEOPLE)]
        await asyncio.gather(*(person.annoy(FRAMES // 2 // PEOPLE) for person in people))
        answers.update(sum((person.answers for person in people), Counter()))
        sizes.append(server.process().memory_info().rss / 2**20)
    faults = [name for name in figures(server) if 'status="5' in name]
    flat = sizes[1] <= sizes[0] * (1 + MOST_GROWTH)
    holds = flat and not faults and "error.internal" not in answers and answers.total() == FRAMES
    kinds = ", ".join(f"{code} {count}" for code, count in answers.most_common())
    return holds, [
        f"{answers.total()} random, truncated, huge, wrongly typed and replayed frames on {2 * PEOPLE}"
        " sockets: each was refused (or was a ping after all), and every match stood as before.",
        "",
        f"* answers: {kinds}",
        f"* answers with a 5xx status: {len(faults)}",
        f"* resident memory after the first and the second half: {sizes[0]:.0f} and {sizes[1]:.0f} MB",
    ]

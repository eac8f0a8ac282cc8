"""What a program needs to play on a server: somebody who chooses, and a table.

    bot.run("http://127.0.0.1:8340", GAME, lambda state: 0)

The frames are those of `docs/api.md`, as the structs of `kaik.protocol.live`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kaik.client import Address, Live, Lost, Server
from kaik.core.errors import Refusal
from kaik.protocol.live import Refused, State
from kaik.protocol.tables import QuickMatch

LATE = ("error.nonce_late", "error.answered")
"""Refusals that mean only that something sent before a connection was lost had arrived after all."""
PAUSE = 1.0
"""Seconds before a lost connection is made again."""

Choose = Callable[[State], int]


def run(url: str, game: str, choose: Choose, token: str | None = None) -> State:
    """Play one match with whoever is there, and return how it ended."""

    async def whole() -> State:
        server = Server(Address.read(url), token=token)
        table = await server.quick_match(QuickMatch(game))
        return await play(server, table.id, choose)

    return asyncio.run(whole())


async def play(server: Server, table: str, choose: Choose) -> State:
    """Play on one's seat until the match is over; a lost connection is made again."""
    while True:
        try:
            async with server.live(table) as live:
                return await _play(live, choose)
        except Lost:
            await asyncio.sleep(PAUSE)


async def _play(live: Live, choose: Choose) -> State:
    shared, answered = False, None
    async for frame in live.frames():
        if isinstance(frame, Refused) and frame.code not in LATE:
            raise Refusal(frame.code, **frame.message.params)
        if not isinstance(frame, State):
            continue
        if frame.result is not None:
            return frame
        if frame.fairness.wanted and not shared:
            shared = True
            await live.give_nonce()
        if frame.decision not in (None, answered):
            answered = frame.decision
            await live.send("act", decision=answered, index=choose(frame))
    raise Lost

"""Frames that mean nothing, and people who send them: whatever comes, it is refused and changes nothing."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from tests.server.driver import Frame, Line, Person, Server, my_turn, over

KINDS = ("act", "nonce", "ping", "say", "state", "refused", "cheat", "", "ACT", "__init__")
STRANGE: tuple[Any, ...] = (
    None, True, -1, 10**30, 1.5, float("1e300"), "", "0.0", "\u0000", "\ud83c\udccf", "x" * 300, [], {}, [[]],
    {"a": None}, "9.9", "-1.0", "0." + "9" * 50,
)  # fmt: skip
LONGEST = 300_000
LETTERS = "".join(map(chr, (*range(32, 127), *range(0x3000, 0x30FF), 0, 0x202E)))


def rubbish(rng: Random, used: list[str]) -> str | bytes:
    """A frame that must be refused. `used`: frames that have been accepted once."""
    kind = rng.randrange(7)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return "".join(rng.choice(LETTERS) for _ in range(60))
    if kind == 2 and used:
        return rng.choice(used)
    if kind == 3:
        return _truncated(rng)
    if kind == 4 and rng.random() < 0.05:
        return json.dumps({"type": "ping", "x": "y" * rng.randrange(17_000, LONGEST)})
    if kind == 5:
        depth = rng.randrange(1, 3000)
        return '{"type":"ping","x":' + "[" * depth + "]" * rng.randrange(depth) + "}"
    return json.dumps(_wrong(rng))


def _truncated(rng: Random) -> str:
    whole = json.dumps({"type": "act", "decision": "7.77", "index": rng.randrange(400)})
    return whole[: rng.randrange(1, len(whole) - 1)]


def _wrong(rng: Random) -> dict[str, Any]:
    """Known names with values of other kinds."""
    fields = {name: rng.choice(STRANGE) for name in ("decision", "index", "hex", "seat", "matter")}
    kept = {name: value for name, value in fields.items() if rng.random() < 0.6}
    kind = rng.choice(KINDS[:4]) if rng.random() < 0.7 else rng.choice((*KINDS, *STRANGE))
    return {"type": kind, **kept}


class Nuisance:
    """Plays a little, honestly, to have something to repeat; then sends rubbish for as long as wanted."""

    def __init__(self, server: Server, game: str, seed: int) -> None:
        self.answers: Counter[str] = Counter()
        self._server = server
        self._game = game
        self._rng = Random(seed)
        self._used: list[str] = []

    async def annoy(self, frames: int) -> None:
        """Send so many frames; nothing may change by them."""
        async with self.seated() as line:
            await self.send(line, frames)

    @asynccontextmanager
    async def seated(self) -> AsyncIterator[Line]:
        """A match that has been begun, and in the end stands as it stood then."""
        person, other = Person(self._server), Person(self._server)
        table = await person.set_up(self._game, "me", "open")
        await other.join(table)
        async with person.live(table) as mine, other.live(table) as theirs:
            opponent = asyncio.ensure_future(_answering(theirs))
            before = await self._played(mine)
            yield mine
            await mine.send(type="ping")
            assert (await mine.hear())["type"] == "pong"
            opponent.cancel()
        async with person.live(table) as fresh:
            after = await fresh.until(lambda frame: frame["type"] == "state")
        for same in ("seq", "decision", "legal", "scene", "log", "result"):
            assert after[same] == before[same], f"{same} has changed"

    async def send(self, line: Line, frames: int) -> None:
        """So much rubbish, each piece of which is answered."""
        for _ in range(frames):
            await self._send(line)

    async def _played(self, line: Line) -> Frame:
        """A few honest answers; my view when it is my turn again, or when the match is over."""
        state = await line.until(_still)
        while len(self._used) < 3 and not over(state):
            frame = {"type": "act", "decision": state["decision"], "index": 0}
            self._used.append(json.dumps(frame))
            state = await line.act(state, 0)
            state = state if _still(state) else await line.until(_still)
        return state

    async def _send(self, line: Line) -> None:
        await line.socket.send(rubbish(self._rng, self._used))
        reply = await line.hear()
        line.frames.clear()
        assert reply["type"] in ("refused", "pong"), reply
        self.answers[reply.get("code", "pong")] += 1


def _still(frame: Frame) -> bool:
    """Nothing more happens here by itself."""
    return my_turn(frame) or over(frame)


async def _answering(line: Line) -> None:
    """Take the first choice every time."""
    while not over(state := await line.until(_still)):
        await line.send(type="act", decision=state["decision"], index=0)

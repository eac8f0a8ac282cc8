"""Many live matches at once, played over real sockets at the pace of quick people, and what they cost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from tests.server.driver import Frame, Line, Person, Server, my_turn, over

CARDS = ("open_cask", "value_war", "walking_war", "kitten")
"""Card games that two can play, so that a table is one pair of sockets in every game."""


WARM_UP = 0.5
"""The share of the time that is played before anything is measured: all matches begin at once."""


class Tally:
    """What happened: how long each answer took to be acknowledged, and what went wrong."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.errors: list[str] = []
        self.finished = 0

    def percentile(self, share: float) -> float:
        """The time, in milliseconds, within which this share of all answers was acknowledged."""
        ordered = sorted(self.waits)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Glimpse(msgspec.Struct):
    """What a player in a crowd reads of a frame: many who read all of it would crowd out the server."""

    type: str
    decision: str | None = None
    legal: list[msgspec.Raw] = []
    result: Any = None
    fairness: Any = None


_glimpse = msgspec.json.Decoder(Glimpse)


def glimpsed(text: str) -> Frame:
    """A frame with only what a player in a crowd reads."""
    return msgspec.structs.asdict(_glimpse.decode(text))


class Cost(msgspec.Struct):
    """The figures of a crowd."""

    tally: Tally
    seconds: float
    cpu: float
    """Seconds of processor time that the server's processes took."""

    @property
    def per_act(self) -> float:
        """Milliseconds of processor time for an answer."""
        return 1000 * self.cpu / max(1, len(self.tally.waits))

    def line(self) -> str:
        """The figures in one line of a table."""
        tally = self.tally
        waits = " / ".join(f"{tally.percentile(share):.0f}" for share in (0.5, 0.95, 0.99))
        acts = len(tally.waits)
        rate = f"{acts / self.seconds:.0f}"
        return f"{acts} | {rate} | {waits} | {self.per_act:.2f} | {tally.finished} | {len(tally.errors)}"


async def crowd(server: Server, matches: int, seconds: float, think: float, seed: int = 1) -> Cost:
    """Set up matches, half of them cerke, and play them for a time; a match that ends is begun anew."""
    tally = Tally()
    ready = asyncio.Barrier(matches + 1)
    until = asyncio.Event()
    tables = [
        asyncio.ensure_future(_table(server, number, think, Random(seed + number), tally, ready, until))
        for number in range(matches)
    ]
    await ready.wait()
    await asyncio.sleep(seconds * WARM_UP)
    tally.waits.clear()
    cpu, begun = _cpu(server), time.monotonic()
    await asyncio.sleep(seconds)
    cost = Cost(tally, time.monotonic() - begun, _cpu(server) - cpu)
    until.set()
    await asyncio.gather(*tables)
    return cost


def _cpu(server: Server) -> float:
    """Processor time of the server and all its processes until now."""
    root = server.process()
    times = [process.cpu_times() for process in (root, *root.children(recursive=True))]
    return sum(spent.user + spent.system for spent in times)


async def _table(
    server: Server,
    number: int,
    think: float,
    rng: Random,
    tally: Tally,
    ready: asyncio.Barrier,
    until: asyncio.Event,
) -> None:
    game = "cerke" if number % 2 == 0 else CARDS[number // 2 % len(CARDS)]
    people = Person(server), Person(server)
    begun = False
    while not until.is_set():
        name = await people[0].set_up(game, "me", "open")
        await people[1].join(name)
        async with people[0].live(name, glimpsed) as one, people[1].live(name, glimpsed) as two:
            if not begun:
                begun = True
                await ready.wait()
            lines = [_Player(line, think, Random(rng.random()), tally, until) for line in (one, two)]
            await _both(lines, until)
        tally.finished += not until.is_set()
    for person in people:
        await person.http.aclose()


async def _both(lines: Sequence[_Player], until: asyncio.Event) -> None:
    tasks = [asyncio.ensure_future(line.play()) for line in lines]
    end = asyncio.ensure_future(until.wait())
    played = asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.wait([played, end], return_when=asyncio.FIRST_COMPLETED)
    for task in (*tasks, end):
        task.cancel()
    for result in await played:
        if isinstance(result, Exception) and not until.is_set():
            lines[0].tally.errors.append(repr(result))


class _Player:
    """One who answers after a while, at random."""

    def __init__(self, line: Line, think: float, rng: Random, tally: Tally, until: asyncio.Event) -> None:
        self._line = line
        self._think = think
        self._rng = rng
        self.tally = tally
        self._until = until

    async def play(self) -> None:
        state = await self._line.until(lambda frame: my_turn(frame) or over(frame))
        while not over(state) and not self._until.is_set():
            if my_turn(state):
                await asyncio.sleep(self._rng.uniform(0.2, 1.8) * self._think)
                state = await self._answer(state)
            else:
                state = await self._line.until(lambda frame: my_turn(frame) or over(frame))

    async def _answer(self, state: Frame) -> Frame:
        sent = time.monotonic()
        after = await self._line.act(state, self._rng.randrange(len(state["legal"])))
        if after["type"] == "refused":
            self.tally.errors.append(str(after))
            raise AssertionError(after)
        self.tally.waits.append(time.monotonic() - sent)
        self._line.frames.clear()
        return after

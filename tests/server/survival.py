"""Matches that go on while their server is killed again and again, and what must be true of them then."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import psutil

from kaik.play.match import Played
from kaik.play.record import Record, read, replay, verify
from tests.server.driver import Person, Server, Stubborn

LONG: dict[str, dict[str, Any]] = {"beast_streak": {"rounds": 25}, "new_play": {"rounds": 80}, "strain": {}}
"""Games that last a while."""


class Survival:
    """Some matches of several games, and what their players were told."""

    def __init__(self, server: Server, games: dict[str, dict[str, Any]], seed: int) -> None:
        self.acknowledged = 0
        self._server = server
        self._games = games
        self._rng = Random(seed)
        self._calm = asyncio.Event()

    async def killing(self, matches: int, kills: int, kill: Callable[[], Awaitable[None]]) -> None:
        """Play while `kill` is called at random moments; then to the end, and check every match."""
        seated = [await self._seated(number) for number in range(matches)]
        players = [player for _, _, people in seated for player in people]
        games = asyncio.gather(*(player.play() for player in players))
        for _ in range(kills):
            await asyncio.sleep(self._rng.uniform(0.1, 0.7))
            await kill()
        assert sum(player.last == {} for player in players) > len(players) / 2, "the kills came too late"
        self._calm.set()
        await games
        for person, table, people in seated:
            self._check(read(await person.record(table)), people)

    def _check(self, record: Record, people: list[Stubborn]) -> None:
        assert verify(record) is None
        for player in people:
            assert player.acknowledged
            _check_kept(record, player)
            self.acknowledged += len(player.acknowledged)

    async def _seated(self, number: int) -> tuple[Person, str, list[Stubborn]]:
        """Two people, or one against the computer, at a table of their own."""
        first, second = Person(self._server), Person(self._server)
        game = sorted(self._games)[number % len(self._games)]
        if number % 5 == 0:
            table = await first.set_up(game, "me", "random", options=self._games[game])
            people = [first]
        else:
            table = await first.set_up(game, "me", "open", options=self._games[game])
            await second.join(table)
            people = [first, second]
        return (
            first,
            table,
            [Stubborn(person, table, Random(self._rng.random()), self._pause) for person in people],
        )

    def _pause(self) -> float:
        return 0.0 if self._calm.is_set() else self._rng.uniform(0.0, 0.1)


def _check_kept(record: Record, player: Stubborn) -> None:
    """Each acknowledged answer is what its seat did first after the decision arose, and counted once."""
    whole = replay(record)
    opened = [at for _, at, _ in player.acknowledged]
    assert opened == sorted(set(opened)), "a decision was acknowledged twice"
    for seat, at, index in player.acknowledged:
        entry = next(e for e in whole.log[at:] if isinstance(e, Played) and e.seat == seat)
        assert entry.event == whole.game.actions(whole.states[at], seat)[index]


async def kill_all(server: Server) -> None:
    """SIGKILL to the whole server, and a new start."""
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def kill_one(server: Server, rng: Random) -> None:
    """SIGKILL to one of the processes that serve; it is replaced by itself."""
    workers = await asyncio.to_thread(server.workers)
    with contextlib.suppress(psutil.NoSuchProcess):
        if workers:
            rng.choice(workers).kill()

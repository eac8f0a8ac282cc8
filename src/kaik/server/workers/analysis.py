"""Analysis on request: positions, hints and reviews, computed in a worker process and cached.

The worker has a low priority, so that computers at the tables go first, and does one choice at a time, so
that the requests of several people advance side by side. Each person has one request running (a few more
may queue) and one review.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from kaik.core.game import AnyGame
from kaik.play.analysis import Analysis, Remark
from kaik.play.match import Match
from kaik.players.question import Question
from kaik.protocol.errors import Clash
from kaik.protocol.records import Reviewed
from kaik.server.lru import LruCache
from kaik.server.workers.pool import WorkerPool
from kaik.service.hints import analyse_position, hint
from kaik.service.reviews import choice_numbers, remark

NICENESS = 10
"""The priority of the worker process, as `nice` counts."""
QUEUE_LENGTH = 3
"""Requests of one person that may be running or waiting; more are refused."""
CACHED_ANSWERS = 500
CACHED_REVIEWS = 50


class AnalysisWorker:
    """Queues the questions of each person, and caches the answers."""

    def __init__(self) -> None:
        self._pool = WorkerPool(1, niceness=NICENESS)
        self._locks: dict[str, asyncio.Lock] = {}
        self._queued: Counter[str] = Counter()
        self._answers: LruCache[Analysis] = LruCache(CACHED_ANSWERS)
        self._reviews: LruCache[dict[int, Remark]] = LruCache(CACHED_REVIEWS)
        self._reviewing: dict[str, object] = {}

    def close(self) -> None:
        """Stop the process."""
        self._pool.close()

    async def analyse(self, person: str, game: AnyGame, state: Any) -> Analysis:
        """A position, after what this person asked before."""
        return await self._ask(person, _key(game, state), analyse_position, game.id, state)

    async def hint(self, person: str, table: str, decision: str, question: Question) -> Analysis:
        """The choices of somebody who plays; the answer to a decision is always the same."""
        return await self._ask(person, f"{table} {decision}", hint, question)

    async def _ask(self, person: str, key: str, work: Callable[..., Analysis], *args: Any) -> Analysis:
        """The cached answer of a key, or a new one when it is this person's turn."""
        if (known := self._answers.get(key)) is not None:
            return known
        if self._queued[person] >= QUEUE_LENGTH:
            raise Clash("error.analysing")
        self._queued[person] += 1
        try:
            async with self._locks.setdefault(person, asyncio.Lock()):
                known = self._answers.get(key)
                return known or self._answers.put(key, await self._pool.run(work, *args))
        finally:
            self._queued[person] -= 1
            if not self._queued[person]:
                del self._queued[person], self._locks[person]

    async def review(self, person: str, id: str, match: Match) -> AsyncIterator[Reviewed]:
        """Remarks on every real choice of a match in order, each as soon as it has been computed.

        It goes on only while it is read, and ends early when the same person begins another.
        """
        mine = self._reviewing[person] = object()
        remarks = self._reviews.put(id, self._reviews.get(id) or {})
        numbers = await asyncio.to_thread(choice_numbers, match)
        yield Reviewed(0, len(numbers))
        try:
            for done, number in enumerate(numbers, 1):
                if self._reviewing.get(person) is not mine:
                    return
                if number not in remarks:
                    seat, action = match.events[number]
                    position = (match.game.id, match.states[number], number, seat, action)
                    remarks[number] = await self._pool.run(remark, *position)
                yield Reviewed(done, len(numbers), remarks[number])
        finally:
            if self._reviewing.get(person) is mine:
                del self._reviewing[person]


def _key(game: AnyGame, state: Any) -> str:
    return hashlib.sha256(game.id.encode() + msgspec.json.encode(state)).hexdigest()

"""The computer as adviser: what the choices in a position are worth, and where a match went wrong.

It thinks in a process of its own that stands back behind the computers at the tables, one choice at a time,
so that everybody's questions get on side by side. A person has one question and one review under way; what
was found out is kept for whoever asks next.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Any, Generic, TypeVar

import msgspec

from kaik.core.game import AnyGame
from kaik.play.analysis import Analysis, Remark
from kaik.play.match import Match
from kaik.players.question import Question
from kaik.protocol.errors import Clash
from kaik.protocol.records import Reviewed
from kaik.server.workers.pool import WorkerPool
from kaik.service.hints import analyse_position, hint
from kaik.service.reviews import choice_numbers, remark

STANDING_BACK = 10
"""How far the adviser's process yields to others, as `nice` counts."""
MOST_WAITING = 3
"""So many questions of one person may wait; more are refused."""
KEPT_ANSWERS = 500
KEPT_REVIEWS = 50

T = TypeVar("T")


class Kept(OrderedDict[str, T], Generic[T]):
    """The newest of what was found out."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: str, value: T) -> T:
        self[key] = value
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
        return value


class AnalysisWorker:
    """Queues the questions of each person, and caches the answers."""

    def __init__(self) -> None:
        self._pool = WorkerPool(1, yielding=STANDING_BACK)
        self._lines: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}
        self._answers: Kept[Analysis] = Kept(KEPT_ANSWERS)
        self._reviews: Kept[dict[int, Remark]] = Kept(KEPT_REVIEWS)
        self._reviewing: dict[str, object] = {}

    def close(self) -> None:
        """Stop thinking."""
        self._pool.close()

    async def advise(self, person: str, game: AnyGame, state: Any) -> Analysis:
        """A position, after what this person asked before."""
        return await self._ask(person, _key(game, state), analyse_position, game.id, state)

    async def hint(self, person: str, table: str, decision: str, question: Question) -> Analysis:
        """The choices of somebody who plays; asked again, the same is said."""
        return await self._ask(person, f"{table} {decision}", hint, question)

    async def _ask(self, person: str, key: str, work: Callable[..., Analysis], *args: Any) -> Analysis:
        """What is known under a key, or is found out when it is this person's turn."""
        if key in self._answers:
            return self._answers[key]
        if self._waiting.get(person, 0) >= MOST_WAITING:
            raise Clash("error.analysing")
        line = self._lines.setdefault(person, asyncio.Lock())
        self._waiting[person] = self._waiting.get(person, 0) + 1
        try:
            async with line:
                if key in self._answers:
                    return self._answers[key]
                return self._answers.keep(key, await self._pool.run(work, *args))
        finally:
            self._leave(person)

    def _leave(self, person: str) -> None:
        self._waiting[person] -= 1
        if not self._waiting[person]:
            del self._waiting[person], self._lines[person]

    async def review(self, person: str, id: str, match: Match) -> AsyncIterator[Reviewed]:
        """Every real choice of a match in order, as soon as it has been looked at.

        It goes on only while it is read, and ends early when the same person begins another.
        """
        mine = self._reviewing[person] = object()
        made = self._reviews.keep(id, self._reviews.get(id, {}))
        numbers = await asyncio.to_thread(choice_numbers, match)
        yield Reviewed(0, len(numbers))
        try:
            for done, number in enumerate(numbers, 1):
                if self._reviewing.get(person) is not mine:
                    return
                if number not in made:
                    made[number] = await self._judge(match, number)
                yield Reviewed(done, len(numbers), made[number])
        finally:
            if self._reviewing.get(person) is mine:
                del self._reviewing[person]

    async def _judge(self, match: Match, number: int) -> Remark:
        seat, action = match.events[number]
        return await self._pool.run(remark, match.game.id, match.states[number], number, seat, action)


def _key(game: AnyGame, state: Any) -> str:
    return hashlib.sha256(game.id.encode() + msgspec.json.encode(state)).hexdigest()

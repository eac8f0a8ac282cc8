"""The computer's opinion of finished matches: bounded, cancellable, kept."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.core.messages import msg
from kaik.play.analysis import Analysis, Remark
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.play.record import read, replay
from kaik.protocol.errors import Clash
from kaik.server.workers.analysis import AnalysisWorker
from kaik.service.hints import analyse_position
from kaik.service.reviews import choice_numbers
from tests.server.driver import Person, Server, bounded
from tests.server.test_replays import finished

A_LINE = msg("log.nothing")


def played(game: str, seed: int = 1) -> Match:
    """A match of random choices."""
    found = registry.load(game)
    match, rng = Match(found, found.options(), 2, Sealed.fresh(2, seed)), Random(seed)
    while not match.over:
        seat = match.to_act()[0]
        match.play(seat, rng.choice(match.legal(seat)))
    return match


class Counting:
    """Stands for the pool of processes: counts, and answers when it is let."""

    def __init__(self) -> None:
        self.asked = 0
        self.go = asyncio.Event()

    async def run(self, work: Any, *args: Any) -> Any:
        self.asked += 1
        await self.go.wait()
        if work is analyse_position:
            return Analysis(0, (), (), (1.0, 0.0))
        return Remark(args[2], args[3], "a", A_LINE, 0.0, "a", A_LINE, 0.0, "")


def counted() -> tuple[AnalysisWorker, Counting]:
    found, pool = AnalysisWorker(), Counting()
    found._pool = pool  # type: ignore[assignment]
    return found, pool


def test_a_position_is_weighed(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await finished(ann, "new_play", "greedy")
        match = replay(read(await ann.record(table)))
        at = choice_numbers(match)[0]
        answer = await ann.http.post(f"/api/replays/{table}/analysis?at={at}")
        assert answer.status_code == 200, answer.text
        found = answer.json()
        assert found["seat"] == match.events[at][0]
        legal = match.game.actions(match.states[at], found["seat"])
        written = {match.game.notate(match.states[at], found["seat"], action) for action in legal}
        texts = [option["text"] for option in found["options"]]
        assert len(texts) == min(5, len(legal)) == len(set(texts) & written)
        assert sum(found["first"]) == pytest.approx(1)
        assert (await ann.http.post(f"/api/replays/{table}/analysis?at=9999")).status_code == 404

    bounded(story())


def test_a_review_comes_line_by_line_and_is_kept(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await finished(ann, "new_play", "greedy")
        numbers = choice_numbers(replay(read(await ann.record(table))))
        first, second = [await ann.http.post(f"/api/replays/{table}/review") for _ in range(2)]
        lines = [msgspec.json.decode(line) for line in first.content.splitlines()]
        assert [line["done"] for line in lines] == list(range(len(numbers) + 1))
        assert {line["total"] for line in lines} == {len(numbers)}
        assert [line["remark"]["number"] for line in lines[1:]] == numbers
        assert second.content == first.content

    bounded(story())


def test_what_was_found_is_not_searched_again() -> None:
    async def story() -> None:
        adviser, pool = counted()
        pool.go.set()
        match = played("new_play")
        lines = [line async for line in adviser.review("ann", "m", match)]
        assert pool.asked == len(lines) - 1 == len(choice_numbers(match))
        assert [line async for line in adviser.review("bob", "m", match)] == lines
        for _ in range(3):
            await adviser.analyse("ann", match.game, match.states[0])
        assert pool.asked == len(lines)

    bounded(story())


def test_a_review_stops_when_nobody_reads_it_or_another_is_begun() -> None:
    async def story() -> None:
        adviser, pool = counted()
        pool.go.set()
        match = played("new_play")
        reading = adviser.review("ann", "m", match)
        for _ in range(3):
            await anext(reading)
        assert pool.asked == 2
        other = adviser.review("ann", "n", match)
        await anext(other)
        assert [line async for line in reading] == []
        await other.aclose()
        assert pool.asked == 2

    bounded(story())


def test_a_person_has_one_question_under_way_and_few_waiting() -> None:
    async def story() -> None:
        adviser, pool = counted()
        match = played("new_play")
        asking = [
            asyncio.ensure_future(adviser.analyse("ann", match.game, state)) for state in match.states[:3]
        ]
        await asyncio.sleep(0)
        assert pool.asked == 1
        with pytest.raises(Clash):
            await adviser.analyse("ann", match.game, match.states[3])
        other = asyncio.ensure_future(adviser.analyse("bob", match.game, match.states[4]))
        await asyncio.sleep(0)
        assert pool.asked == 2
        pool.go.set()
        await asyncio.gather(*asking, other)
        assert pool.asked == 4
        await adviser.analyse("ann", match.game, match.states[3])

    bounded(story())

"""Claim windows: everybody has the same time, nothing shows who has answered, and silence counts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.core.errors import Refusal
from kaik.play.record import read, verify
from kaik.server.db.store import Person, SeatRow, Store, TableRow
from kaik.server.notify.bus import LocalBus
from kaik.server.tables.actors import Visitor
from kaik.server.tables.house import House
from kaik.server.tables.rooms import Room
from kaik.server.workers.pool import WorkerPool
from tests.server.driver import Frame, bounded

GAME = "seasons_end"
SECONDS = 2.0
PEOPLE = (SeatRow("person", "0"), SeatRow("person", "1"), SeatRow("person", "2"))
ALONE = (SeatRow("person", "0"), SeatRow("computer", player="random"), SeatRow("computer", player="random"))


@asynccontextmanager
async def room_of(
    folder: Path, seats: tuple[SeatRow, ...], seconds: float = SECONDS, seasons: int = 1
) -> AsyncIterator[tuple[House, Room]]:
    """A house with a table `t` that has begun."""
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'x.sqlite3'}")
    house = House(store, LocalBus(), WorkerPool(), 0.0, seconds)
    await begin(house, seats, seasons)
    yield house, house.room("t")
    await house.close()
    await store.close()


async def begin(house: House, seats: tuple[SeatRow, ...], seasons: int = 1) -> None:
    """Begin a match at a table `t`, with the first seat as parent."""
    for seat in seats:
        if seat.person is not None:
            await house.store.add_person(Person(seat.person, seat.person), seat.person, 1.0)
    options = {"seasons": seasons, "first_parent": "seat0"}
    full: dict[str, Any] = {**msgspec.to_builtins(registry.load(GAME).options()), **options}
    await house.store.add_table(TableRow("t", GAME, None, full, "waiting", b"s" * 32, 1.0, seats, (), 1.0))
    await house.room("t").see_to()


async def seen(room: Room, seat: int) -> Frame:
    frame: Frame = msgspec.json.decode((await room.frame(Visitor(str(seat)))).sent)
    return frame


async def discard(room: Room) -> None:
    state = await seen(room, 0)
    throw = next(n for n, choice in enumerate(state["legal"]) if choice["path"][-1] == "discard")
    await room.act(Visitor("0"), state["decision"], throw)


async def until(room: Room, seat: int, wanted: str | None) -> Frame:
    """The first state in which the seat has a decision, or (`None`) no window is open."""
    while True:
        state = await seen(room, seat)
        if (state["window"] is None) if wanted is None else state["decision"] is not None:
            return state
        await asyncio.sleep(0.02)


def test_an_ordinary_turn_has_no_window(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with room_of(tmp_path, PEOPLE) as (_, room):
            assert [(await seen(room, seat))["window"] for seat in range(3)] == [None] * 3

    bounded(scenario())


def test_silence_passes_when_the_window_closes_and_not_before(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with room_of(tmp_path, PEOPLE) as (_, room):
            before = time.time()
            await discard(room)
            opened = time.time()
            state = await seen(room, 1)
            window = state["window"]
            assert window["lasts"] == SECONDS * 1000
            assert before - 0.01 <= window["closes"] / 1000 - SECONDS <= opened
            assert state["legal"][window["default"]]["path"] == ["pass"]
            assert (await seen(room, 0))["window"]["default"] is None
            await until(room, 1, None)
            assert time.time() - before >= SECONDS * 0.9
            told = [line["key"] for line in (await seen(room, 0))["log"]]
            assert told.count("log.claim.hidden") == 2

    bounded(scenario())


def test_nobody_sees_that_another_has_answered(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with room_of(tmp_path, PEOPLE, 30.0) as (house, room):
            await discard(room)
            before = [await room.frame(Visitor(str(seat))) for seat in range(3)]
            watcher = await room.frame(Visitor(None))
            state = await seen(room, 1)
            await room.act(Visitor("1"), state["decision"], state["window"]["default"])
            after = [await room.frame(Visitor(str(seat))) for seat in range(3)]
            assert (after[0], after[2]) == (before[0], before[2])
            assert await room.frame(Visitor(None)) == watcher
            mine = msgspec.json.decode(after[1].sent)
            assert (mine["decision"], mine["legal"], mine["window"]["answered"]) == (None, [], True)
            assert mine["seq"] == state["seq"]
            with pytest.raises(Refusal, match="already been answered"):
                await room.act(Visitor("1"), state["decision"], 0)
            assert await house.store.answers("t") == {state["decision"]: state["window"]["default"]}

    bounded(scenario())


def test_the_window_stays_open_though_all_people_have_answered(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with room_of(tmp_path, PEOPLE) as (_, room):
            await discard(room)
            opened = time.time()
            for seat in (1, 2):
                state = await seen(room, seat)
                await room.act(Visitor(str(seat)), state["decision"], state["window"]["default"])
            assert (await seen(room, 0))["window"] is not None
            await until(room, 0, None)
            assert time.time() - opened >= SECONDS * 0.9

    bounded(scenario())


def test_alone_among_computers_nobody_waits_for_the_clock(tmp_path: Path) -> None:
    async def scenario() -> None:
        # A computer may be done before the first window opens: there is another season then.
        async with room_of(tmp_path, ALONE, 30.0, seasons=4) as (_, room):
            await discard(room)
            state = await until(room, 0, "claim")
            while state["window"] is None:
                state = await seen(room, 0)
                throw = next(n for n, choice in enumerate(state["legal"]) if choice["path"][-1] == "discard")
                await room.act(Visitor("0"), state["decision"], throw)
                state = await until(room, 0, "claim")
            before = time.time()
            await room.act(Visitor("0"), state["decision"], state["window"]["default"])
            await until(room, 0, "claim")
            assert time.time() - before < 15

    bounded(scenario())


def test_an_answer_survives_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with room_of(tmp_path, PEOPLE, 30.0) as (house, room):
            await discard(room)
            state = await seen(room, 2)
            await room.act(Visitor("2"), state["decision"], state["window"]["default"])
            again = House(house.store, LocalBus(), WorkerPool(), 0.0, 30.0).room("t")
            mine = await seen(again, 2)
            assert (mine["decision"], mine["window"]["answered"]) == (None, True)
            assert (await seen(again, 1))["decision"] is not None

    bounded(scenario())


def test_a_whole_match_in_silence_has_a_sound_record(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with room_of(tmp_path, PEOPLE, 0.0) as (_, room):
            for _ in range(400):
                states = [await seen(room, seat) for seat in range(3)]
                if states[0]["table"]["status"] == "over":
                    break
                acting = next((state for state in states if state["decision"] and not state["window"]), None)
                if acting is None:
                    await room.see_to()
                    continue
                await room.act(Visitor(str(acting["seat"])), acting["decision"], 0)
            assert verify(read(await room.record())) is None

    bounded(scenario())

"""Rooms without a network: several processes at one database, and a database that fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.core.errors import Refusal
from kaik.play.record import read, verify
from kaik.server.db.store import Person, SeatRow, Step, Store, TableRow
from kaik.server.notify.bus import LocalBus
from kaik.server.tables.actors import Visitor
from kaik.server.tables.house import House
from kaik.server.tables.rooms import Room
from kaik.server.workers.pool import WorkerPool
from tests.server.driver import Frame, bounded

MOST_STEPS = 2000


@asynccontextmanager
async def houses(folder: Path, count: int) -> AsyncIterator[list[House]]:
    """Several houses, as in several processes: nothing is shared but the database."""
    url = f"sqlite+aiosqlite:///{folder / 'x.sqlite3'}"
    stores = [await Store.open(url) for _ in range(count)]
    yield [House(store, LocalBus(), WorkerPool(), 0.0) for store in stores]
    for store in stores:
        await store.close()


PEOPLE = (SeatRow("person", "0"), SeatRow("person", "1"))


async def table(house: House, game: str, seats: tuple[SeatRow, ...] = PEOPLE) -> None:
    """A table `t` with the people `0` and `1`, begun."""
    for name in ("0", "1"):
        await house.store.add_person(Person(name, name), name, 1.0)
    options: dict[str, Any] = msgspec.to_builtins(registry.load(game).options())
    await house.store.add_table(TableRow("t", game, None, options, "waiting", b"s" * 32, 1.0, seats, (), 1.0))
    await house.room("t").see_to()


async def seen(room: Room, seat: int) -> Frame:
    frame: Frame = msgspec.json.decode((await room.frame(Visitor(str(seat)))).sent)
    return frame


def test_simultaneous_answers_in_two_processes_both_count(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with houses(tmp_path, 2) as (here, there):
            await table(here, "strain")
            rooms = here.room("t"), there.room("t")
            states = [await seen(room, seat) for seat, room in enumerate(rooms)]
            await asyncio.gather(
                *(
                    room.act(Visitor(str(seat)), states[seat]["decision"], seat)
                    for seat, room in enumerate(rooms)
                )
            )
            for seat, room in enumerate(rooms):
                with pytest.raises(Refusal, match="already been answered"):
                    await room.act(Visitor(str(seat)), states[seat]["decision"], 0)

    bounded(scenario())


@pytest.mark.parametrize("game", ["strain", "new_play"])
def test_any_process_can_take_any_answer(tmp_path: Path, game: str) -> None:
    async def scenario() -> None:
        rng = Random(4)
        async with houses(tmp_path, 3) as made:
            await table(made[0], game)
            for _ in range(MOST_STEPS):
                state = await _somebody_to_act(made[0].room("t"))
                if state is None:
                    break
                chosen = rng.randrange(len(state["legal"]))
                await rng.choice(made).room("t").act(Visitor(str(state["seat"])), state["decision"], chosen)
                await made[0].room("t").refresh()
            assert verify(read(await made[0].room("t").record())) is None

    bounded(scenario())


async def _somebody_to_act(room: Room) -> Frame | None:
    for seat in (0, 1):
        state = await seen(room, seat)
        if state["decision"] is not None:
            return state
    return None


def test_what_cannot_be_written_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with houses(tmp_path, 1) as (house,):
            await table(house, "new_play")
            room = house.room("t")
            state = await _somebody_to_act(room)
            assert state is not None
            with house.bus.subscribe("t") as listener:
                with monkeypatch.context() as patch:
                    patch.setattr(house.store, "append", _full_disk)
                    with pytest.raises(OSError, match="full"):
                        await room.act(Visitor(str(state["seat"])), state["decision"], 3)
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(listener.wait(), 0.05)
                assert await seen(room, state["seat"]) == state
                await room.act(Visitor(str(state["seat"])), state["decision"], 3)
                assert await listener.wait() > state["seq"]

    bounded(scenario())


async def _full_disk(_table: str, _step: Step) -> None:
    raise OSError("the disk is full")

"""Tables without a network: several processes at one database, and a database that fails."""

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
from kaik.protocol import live
from kaik.server.db.store import Store
from kaik.server.notify.bus import LocalBus
from kaik.server.tables.hosted import HostedTable
from kaik.server.tables.manager import TableManager
from kaik.server.workers.pool import WorkerPool
from kaik.table.commands import Change, FromClient
from kaik.table.state import Person, SeatState, TableState, Timing
from tests.server.driver import Frame, bounded

MOST_STEPS = 2000


@asynccontextmanager
async def managers(folder: Path, count: int) -> AsyncIterator[list[TableManager]]:
    """Several managers, as in several processes: nothing is shared but the database."""
    url = f"sqlite+aiosqlite:///{folder / 'x.sqlite3'}"
    stores = [await Store.open(url) for _ in range(count)]
    yield [TableManager(store, LocalBus(), WorkerPool(), Timing(0.0)) for store in stores]
    for store in stores:
        await store.close()


PEOPLE = (SeatState("person", "0"), SeatState("person", "1"))


async def table(
    manager: TableManager, game: str, seats: tuple[SeatState, ...] = PEOPLE, **changed: Any
) -> None:
    """A table `t` with people called by their numbers, begun; `changed`: options that are not the usual."""
    for name in sorted({"0", "1", *(seat.person for seat in seats if seat.person)}):
        await manager.store.add_person(Person(name, name), name, 1.0)
    options: dict[str, Any] = {**msgspec.to_builtins(registry.load(game).options()), **changed}
    state = TableState("t", game, None, options, "waiting", b"s" * 32, 1.0, seats, (), 1.0)
    await manager.set_up(state)


async def seen(table: HostedTable, seat: int) -> Frame:
    """The state that the person of a seat is shown."""
    frame: Frame = msgspec.json.decode((await table.frames(str(seat), None)).state)
    return frame


async def act(table: HostedTable, seat: int, decision: str, index: int) -> None:
    """The person of a seat answers a decision."""
    await table.submit(FromClient(str(seat), live.Act(decision, index)))


def test_simultaneous_answers_in_two_processes_both_count(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with managers(tmp_path, 2) as (here, there):
            await table(here, "strain")
            tables = here.table("t"), there.table("t")
            states = [await seen(one, seat) for seat, one in enumerate(tables)]
            await asyncio.gather(
                *(act(one, seat, states[seat]["decision"], seat) for seat, one in enumerate(tables))
            )
            for seat, one in enumerate(tables):
                one.invalidate()
                with pytest.raises(Refusal, match="already been answered"):
                    await act(one, seat, states[seat]["decision"], 0)

    bounded(scenario())


@pytest.mark.parametrize("game", ["strain", "new_play"])
def test_any_process_can_take_any_answer(tmp_path: Path, game: str) -> None:
    async def scenario() -> None:
        rng = Random(4)
        async with managers(tmp_path, 3) as made:
            await table(made[0], game)
            for _ in range(MOST_STEPS):
                state = await _somebody_to_act(made[0].table("t"))
                if state is None:
                    break
                chosen = rng.randrange(len(state["legal"]))
                await act(rng.choice(made).table("t"), state["seat"], state["decision"], chosen)
                made[0].table("t").invalidate()
            assert verify(read(await made[0].table("t").record())) is None

    bounded(scenario())


async def _somebody_to_act(table: HostedTable) -> Frame | None:
    for seat in (0, 1):
        state = await seen(table, seat)
        if state["decision"] is not None:
            return state
    return None


def test_what_cannot_be_written_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with managers(tmp_path, 1) as (manager,):
            await table(manager, "new_play")
            one = manager.table("t")
            state = await _somebody_to_act(one)
            assert state is not None
            with manager.notices.subscribe("t") as listener:
                with monkeypatch.context() as patch:
                    patch.setattr(manager.store, "write", _full_disk)
                    with pytest.raises(OSError, match="full"):
                        await act(one, state["seat"], state["decision"], 3)
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(listener.wait(), 0.05)
                assert await seen(one, state["seat"]) == state
                await act(one, state["seat"], state["decision"], 3)
                assert await listener.wait() > state["seq"]

    bounded(scenario())


async def _full_disk(_change: Change) -> None:
    raise OSError("the disk is full")

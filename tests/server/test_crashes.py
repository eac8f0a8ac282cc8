"""The server stops or is killed: what was acknowledged stays, nothing happens twice, all matches finish."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest

from kaik.play.record import read, verify
from tests.server.driver import Person, Server, bounded, my_turn, play_out, playing
from tests.server.postgres import Postgres
from tests.server.survival import LONG, Survival, kill_all, kill_one

KILLS = 10
MATCHES = 10


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_server_goes_on_where_it_was(own_server: Server, how: signal.Signals) -> None:
    own_server.start()

    async def scenario() -> None:
        person = Person(own_server)
        table = await person.set_up("beast_streak", "me", "greedy", options={"rounds": 6})
        async with person.live(table) as line:
            state = await line.until(my_turn)
            for _ in range(3):
                state = await line.act(state, 1)
                state = state if my_turn(state) else await line.until(my_turn)
            before = state
            assert await asyncio.to_thread(own_server.stop, how) == 0
        await asyncio.to_thread(own_server.start)
        async with person.live(table) as line:
            assert await line.hear() == before | {"steps": []}
        async with person.live(table) as line:
            await play_out(line, Random(8))
        assert verify(read(await person.record(table))) is None

    bounded(scenario())


def test_computers_think_on_after_a_restart_though_nobody_looks(own_server: Server) -> None:
    own_server.start()

    async def scenario() -> None:
        person = Person(own_server)
        table = await person.set_up("new_play", "random", "random", options={"rounds": 100})
        async with person.live(table) as line:
            await line.until(playing)
        await asyncio.to_thread(own_server.kill)
        await asyncio.to_thread(own_server.start)
        for _ in range(1200):
            if (await person.get(f"/api/tables/{table}")).json()["status"] == "over":
                break
            await asyncio.sleep(0.1)
        assert verify(read(await person.record(table))) is None

    bounded(scenario())


def test_a_table_that_was_about_to_start_starts_after_a_crash(own_server: Server) -> None:
    own_server._nonce_wait = 2.0
    own_server.start()

    async def scenario() -> None:
        person = Person(own_server)
        table = await person.set_up("beast_cast", "me", "random")
        await asyncio.to_thread(own_server.kill)
        await asyncio.to_thread(own_server.start)
        for _ in range(1200):
            if (await person.get(f"/api/tables/{table}")).json()["status"] == "over":
                return
            await asyncio.sleep(0.1)
        raise AssertionError("it never started")

    bounded(scenario())


def test_no_acknowledged_action_is_lost_when_the_server_is_killed(own_server: Server) -> None:
    async def scenario() -> None:
        await Survival(own_server, LONG, 2024).killing(MATCHES, KILLS, lambda: kill_all(own_server))

    own_server.start()
    bounded(scenario(), 150)


def test_nor_when_one_of_several_processes_is_killed(tmp_path: Path, postgres: Postgres) -> None:
    made = Server(tmp_path / "data", db=postgres.fresh(), workers=3).start()
    rng = Random(7)

    async def scenario() -> None:
        await Survival(made, LONG, 2025).killing(6, 4, lambda: kill_one(made, rng))

    bounded(scenario(), 150)
    assert made.stop() == 0

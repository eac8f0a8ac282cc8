"""The server stops or is killed: what was acknowledged stays, nothing happens twice, all matches finish."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from random import Random

import pytest

from kaik.play.match import Played
from kaik.play.record import Record, read, replay, verify
from tests.server.driver import Person, Server, Stubborn, bounded, my_turn, play_out, playing

KILLS = 10
MATCHES = 10
LONG = {"beast_streak": {"rounds": 25}, "new_play": {"rounds": 80}, "strain": {}}


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
        for _ in range(300):
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
        for _ in range(100):
            if (await person.get(f"/api/tables/{table}")).json()["status"] == "over":
                return
            await asyncio.sleep(0.1)
        raise AssertionError("it never started")

    bounded(scenario())


def test_no_acknowledged_action_is_lost_when_the_server_is_killed(own_server: Server) -> None:
    own_server.start()
    bounded(_killing(own_server, Random(2024)), 150)


async def _killing(server: Server, rng: Random) -> None:
    calm = asyncio.Event()

    def pause() -> float:
        return 0.0 if calm.is_set() else rng.uniform(0.0, 0.1)

    matches = [await _seated(server, number, rng, pause) for number in range(MATCHES)]
    players = [player for _, _, seated in matches for player in seated]
    games = asyncio.gather(*(player.play() for player in players))
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.1, 0.7))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    assert sum(player.last == {} for player in players) > len(players) / 2, "the kills came too late"
    calm.set()
    await games
    for person, table, seated in matches:
        record = read(await person.record(table))
        assert verify(record) is None
        for player in seated:
            _check_kept(record, player)
        assert all(player.acknowledged for player in seated)


async def _seated(
    server: Server, number: int, rng: Random, pause: Callable[[], float]
) -> tuple[Person, str, list[Stubborn]]:
    """Two people, or one against the computer, at a table of their own."""
    first, second = Person(server), Person(server)
    game = sorted(LONG)[number % 3]
    if number % 5 == 0:
        table = await first.set_up(game, "me", "random", options=LONG[game])
        people = [first]
    else:
        table = await first.set_up(game, "me", "open", options=LONG[game])
        await second.join(table)
        people = [first, second]
    return first, table, [Stubborn(person, table, Random(rng.random()), pause) for person in people]


def _check_kept(record: Record, player: Stubborn) -> None:
    """Each acknowledged answer is what its seat did first after the decision arose, and counted once."""
    whole = replay(record)
    opened = [at for _, at, _ in player.acknowledged]
    assert opened == sorted(set(opened)), "a decision was acknowledged twice"
    for seat, at, index in player.acknowledged:
        entry = next(e for e in whole.log[at:] if isinstance(e, Played) and e.seat == seat)
        assert entry.event == whole.game.actions(whole.states[at], seat)[index]

"""Several processes at one PostgreSQL: any of them serves any match, and none of them is missed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
import sqlalchemy as sa

from kaik.core.errors import Refusal
from kaik.play.record import read, verify
from kaik.players.question import Question
from kaik.protocol import live
from kaik.server.db.accounts import Accounts
from kaik.server.db.migrations import triggers
from kaik.server.db.store import Store
from kaik.server.errors import BadSettings
from kaik.server.live.chat import ChatStore
from kaik.server.live.presence import Presence
from kaik.server.notify import postgres as postgres_listener
from kaik.server.notify.bus import Listener, LocalBus, chat_topic
from kaik.server.notify.postgres import PostgresListener
from kaik.server.settings import settings
from kaik.server.tables.manager import TableManager
from kaik.server.tables.rematch import rematch
from kaik.server.workers.pool import WorkerPool
from kaik.table.commands import Arrive, Change, Depart, FromClient, Tick
from kaik.table.state import Person as StoredPerson
from kaik.table.state import SeatState, TableState, Timing
from tests.server.driver import Frame, Person, Server, bounded, play_out
from tests.server.postgres import Postgres
from tests.server.test_hosted import act, seen, table

MATCHES = 8
NO_WAIT = Timing(nonce_wait=0.0, claim_window=30.0)
PEOPLE = tuple(SeatState("person", str(n)) for n in range(3))


@pytest.fixture
def three(tmp_path: Path, postgres: Postgres) -> Iterator[Server]:
    """Three processes at a port."""
    made = Server(tmp_path / "data", db=postgres.fresh(), workers=3).start()
    yield made
    if made.running:
        made.kill()


def test_several_processes_need_a_database_they_can_share(tmp_path: Path) -> None:
    for db in ("", "sqlite:///x"):
        with pytest.raises(BadSettings) as refused:
            settings({"data": tmp_path, "workers": "2", "db": db})
        assert refused.value.message.key == "error.settings_workers_db"
    for number in ("0", "65", "many", "-1"):
        with pytest.raises(BadSettings) as refused:
            settings({"data": tmp_path, "workers": number})
        assert refused.value.message.key == "error.settings_workers"
    assert settings({"data": tmp_path, "workers": "2", "db": "postgres:///x"}).workers == 2


def test_people_meet_whichever_process_serves_them(three: Server) -> None:
    async def one(number: int) -> None:
        first, second = Person(three), Person(three)
        name = await first.set_up("beast_streak", "me", "open", options={"rounds": 3})
        await second.join(name)
        async with first.live(name) as mine, second.live(name) as theirs:
            ends = await asyncio.gather(play_out(mine, Random(number)), play_out(theirs, Random(-number)))
            assert ends[0]["result"] == ends[1]["result"]
            held = {worker.pid for worker in three.workers() if worker.net_connections("tcp")}
        assert verify(read(await first.record(name))) is None
        serving.update(held)

    async def scenario() -> None:
        await asyncio.gather(*(one(number) for number in range(MATCHES)))

    serving: set[int] = set()
    bounded(scenario())
    assert len(serving) > 1, "one process did everything"
    assert three.stop() == 0


def test_a_process_that_is_killed_is_replaced_and_its_computers_think_on(three: Server) -> None:
    async def scenario() -> None:
        person = Person(three)
        names = [
            await person.set_up("new_play", "random", "random", options={"rounds": 60}) for _ in range(6)
        ]
        before = three.workers()
        for worker in before[:2]:
            worker.kill()
        await asyncio.gather(*(_over(person, name) for name in names))
        assert len(three.workers()) == 3
        assert len({worker.pid for worker in three.workers()} & {worker.pid for worker in before}) == 1

    bounded(scenario())


async def _over(person: Person, name: str) -> None:
    for _ in range(600):
        with contextlib.suppress(httpx.TransportError):  # a process was killed that was about to answer
            if (await person.get(f"/api/tables/{name}")).json()["status"] == "over":
                assert verify(read(await person.record(name))) is None
                return
        await asyncio.sleep(0.1)
    raise AssertionError("it never ended")


# -- without a network -----------------------------------------------------------------------------


class Slow(WorkerPool):
    """Computers that answer only when told to; `asked` counts the questions."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.go = asyncio.Event()

    async def ask(self, question: Question) -> int:
        self.asked += 1
        await self.go.wait()
        return 0


@asynccontextmanager
async def managers(url: str, count: int = 2, timing: Timing = NO_WAIT) -> AsyncIterator[list[TableManager]]:
    """Managers as in several processes, which hear each other only through the database."""
    made = [TableManager(await Store.open(url), LocalBus(), Slow(), timing) for _ in range(count)]
    for one in made:
        one.spawn(PostgresListener(one.store.engine, one.hear, one.hear_anything).listen())
    yield made
    for one in made:
        await one.close()
        await one.store.close()


async def ask(manager: TableManager, person: str, frame: live.ClientFrame) -> None:
    """A person at the table `t` sends a frame to one of the processes."""
    await manager.table("t").submit(FromClient(person, frame))


async def until(manager: TableManager, seat: int, fits: Callable[[Frame], object]) -> Frame:
    """What a seat is shown there as soon as it fits; who waits for news must get it."""
    with manager.notices.subscribe("t") as listener:
        while not fits(state := await seen(manager.table("t"), seat)):
            await asyncio.wait_for(listener.wait(), 5)
    return state


def test_what_one_process_commits_the_others_hear_of(postgres: Postgres) -> None:
    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "strain")
            state = await seen(there.table("t"), 0)
            waiting = asyncio.ensure_future(until(there, 0, lambda now: now["decision"] != state["decision"]))
            await act(here.table("t"), 0, state["decision"], 0)
            assert (await waiting)["seq"] > state["seq"]

    bounded(scenario())


def test_a_new_name_is_heard_of_everywhere(postgres: Postgres) -> None:
    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "strain")
            await seen(there.table("t"), 0)
            await Accounts(here.store.engine).rename(StoredPerson("1", "Kim"), "Pai", "pai")
            await until(there, 0, lambda now: now["table"]["seats"][1]["name"] == "Pai")

    bounded(scenario())


def test_a_process_hears_others_and_not_itself(postgres: Postgres) -> None:
    async def scenario() -> None:
        url = postgres.fresh()
        mine, other = await Store.open(url), await Store.open(url)
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        ready = asyncio.Event()
        news = PostgresListener(mine.engine, lambda *told: heard.put_nowait(told), ready.set)
        listening = asyncio.ensure_future(news.listen())
        await ready.wait()
        for store, name in ((mine, "a"), (other, "b")):
            await store.add_table(TableState(name, "g", None, {}, "waiting", b"", 1.0, (SeatState("open"),)))
        assert await asyncio.wait_for(heard.get(), 5) == ("b", 0)
        listening.cancel()
        for store in (mine, other):
            await store.close()

    bounded(scenario())


def test_listening_goes_on_when_the_database_has_dropped_everybody(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_listener, "RETRY", 0.1)
    drop = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'kaik-%'"

    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "strain")
            state = await seen(there.table("t"), 0)
            await asyncio.to_thread(postgres.run, drop)
            await asyncio.sleep(0.2)
            waiting = asyncio.ensure_future(until(there, 0, lambda now: now["decision"] != state["decision"]))
            await act(here.table("t"), 0, state["decision"], 0)
            await waiting

    bounded(scenario())


def test_no_answer_is_lost_when_a_window_closes_elsewhere(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more is kept between the moment the window is judged and the moment its end is written."""

    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "seasons_end", PEOPLE, seasons=1, first_parent="seat0")
            parent = await seen(here.table("t"), 0)
            throw = next(n for n, choice in enumerate(parent["legal"]) if choice["path"][-1] == "discard")
            await act(here.table("t"), 0, parent["decision"], throw)
            states = {seat: await seen(there.table("t"), seat) for seat in (1, 2)}
            write = here.store.write

            async def too_late(change: Change) -> None:
                monkeypatch.setattr(here.store, "write", write)
                await act(there.table("t"), 2, states[2]["decision"], states[2]["window"]["default"])
                await write(change)

            monkeypatch.setattr(here.store, "write", too_late)
            real = here.now
            monkeypatch.setattr(here, "now", lambda: real() + NO_WAIT.claim_window)
            await here.table("t").submit(Tick())
            await until(there, 0, lambda now: now["window"] is None)
            kept = [entry for entry in await there.store.entries("t") if entry.get("seat") == 2]
            assert len(kept) == 1
            for seat in (1, 2):
                with pytest.raises(Refusal, match="already been answered"):
                    await act(there.table("t"), seat, states[seat]["decision"], 0)

    bounded(scenario())


def test_only_one_process_thinks_for_a_seat_that_was_left_alone(postgres: Postgres) -> None:
    async def scenario() -> None:
        async with managers(postgres.fresh(), 3, Timing(nonce_wait=0.0, thinking=3.0)) as made:
            dead, *alive = made
            await table(dead, "strain", (SeatState("computer", player="random"), SeatState("person", "1")))
            await asyncio.sleep(0.1)
            assert [slow(one).asked for one in made] == [1, 0, 0]
            await dead.close()
            for _ in range(2):
                await asyncio.sleep(3.3)
                await asyncio.gather(*(swept(one) for one in alive))
                assert sum(slow(one).asked for one in alive) == 1
            thinking = next(one for one in alive if slow(one).asked)
            slow(thinking).go.set()
            await until(made[1], 1, lambda now: now["seq"] > 0)

    bounded(scenario())


# -- people at different processes -----------------------------------------------------------------


def test_what_is_said_at_one_process_is_heard_at_the_others(postgres: Postgres) -> None:
    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "strain")
            await there.table("t").state()
            with there.notices.subscribe(chat_topic("t")) as talk, there.notices.subscribe("t") as news:
                await _quiet(talk, news)
                said = await ChatStore(here.store.engine).say("t", "1", 1, "Well met", 5.0)
                assert await asyncio.wait_for(talk.wait(), 5) == said
                lines = await ChatStore(there.store.engine).lines("t")
                assert [(line.seat, line.text) for line in lines] == [(1, "Well met")]
                with pytest.raises(TimeoutError):  # nobody need look at the table again for that
                    await asyncio.wait_for(news.wait(), 0.1)

    bounded(scenario())


async def _quiet(*listeners: Listener) -> None:
    """Wait until no more news of what happened before is heard."""
    for listener in listeners:
        with contextlib.suppress(TimeoutError):
            while True:
                await asyncio.wait_for(listener.wait(), 0.2)


def test_a_database_with_older_triggers_gets_those_of_today(postgres: Postgres) -> None:
    async def scenario() -> None:
        url = postgres.fresh()
        store = await Store.open(url)
        async with store.engine.begin() as connection:
            old = "CREATE OR REPLACE TRIGGER kaik_news AFTER INSERT ON chat"
            await connection.execute(sa.text(f"{old} FOR EACH ROW EXECUTE FUNCTION kaik_news_part()"))
        await store.close()
        store = await Store.open(url)
        async with store.engine.begin() as connection:
            there = {
                tuple(row)
                for row in await connection.execute(triggers._INSTALLED, {"name": triggers.TRIGGER})
            }
        assert ("chat", "kaik_news_talk") in there
        await store.close()

    bounded(scenario())


def test_a_draw_is_agreed_on_between_processes(postgres: Postgres) -> None:
    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "strain")
            await seen(there.table("t"), 1)
            await ask(here, "0", live.Offer("draw"))
            await until(there, 1, lambda now: now["offers"] == {"draw": [0]} and "answer_draw" in now["may"])
            await ask(there, "1", live.Decline("draw"))
            await until(here, 0, lambda now: now["offers"] == {})
            await ask(there, "1", live.Offer("draw"))
            await until(here, 0, lambda now: now["offers"] == {"draw": [1]})
            await ask(here, "0", live.Offer("draw"))
            end = await until(there, 1, lambda now: now["result"] is not None)
            assert end["result"]["places"] == [1, 1]

    bounded(scenario())


def test_a_choice_is_taken_back_between_processes(postgres: Postgres) -> None:
    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "old_cerke")
            mover = 0 if (await seen(here.table("t"), 0))["decision"] else 1
            before = await seen(here.table("t"), mover)
            await seen(there.table("t"), 1 - mover)
            await act(here.table("t"), mover, before["decision"], 0)
            await until(there, 1 - mover, lambda now: now["seq"] > before["seq"])
            await ask(here, str(mover), live.Offer("takeback"))
            await until(there, 1 - mover, lambda now: "answer_takeback" in now["may"])
            await ask(there, str(1 - mover), live.Offer("takeback"))
            back = await until(here, mover, lambda now: now["decision"] is not None)
            assert back["scene"] == before["scene"]
            assert back["seq"] > before["seq"]

    bounded(scenario())


def test_who_comes_and_goes_at_one_process_is_seen_at_the_others_and_may_be_claimed_there(
    postgres: Postgres,
) -> None:
    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "strain")
            await there.table("t").submit(Arrive("0"))
            async with Presence(here).at(here.table("t"), "1"):
                await until(there, 0, lambda now: now["table"]["seats"][1]["away"] is None)
            await until(there, 0, lambda now: now["table"]["seats"][1]["away"] is not None and now["claims"])
            with pytest.raises(Refusal, match="seconds"):
                await ask(there, "0", live.Claim(1, "win"))
            real, there.now = there.now, lambda: real() + there.timing.grace
            await ask(there, "0", live.Claim(1, "win"))
            end = await until(here, 1, lambda now: now["result"] is not None)
            assert end["result"]["places"] == [1, 2]

    bounded(scenario())


def test_one_more_match_is_one_table_whichever_process_is_asked(postgres: Postgres) -> None:
    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "strain")
            await seen(there.table("t"), 1)
            await ask(here, "0", live.Resign())
            await until(there, 1, lambda now: now["result"] is not None)
            wanted = [
                rematch(manager, "t", StoredPerson(who, who), _blank(f"next{who}"))
                for manager, who in ((here, "0"), (there, "1"))
            ]
            found = await asyncio.gather(*wanted)
            assert found[0] == found[1]
            for manager, seat in ((here, 0), (there, 1)):
                await until(manager, seat, lambda now: now["table"]["next"] == found[0])
            row = await there.table(found[0]).state()
            assert [seat.person for seat in row.seats] == ["1", "0"]

    bounded(scenario())


def _blank(id: str) -> TableState:
    return TableState(id, "", None, {}, "waiting", b"n" * 32, 2.0, (), (), 2.0)


@pytest.mark.parametrize("dies", ["before it thinks", "while it thinks"])
def test_a_seat_given_to_the_computer_survives_the_process_that_gave_it(
    postgres: Postgres, dies: str
) -> None:
    async def scenario() -> None:
        async with managers(postgres.fresh(), timing=Timing(nonce_wait=0.0, thinking=1.0)) as (dead, alive):
            await table(dead, "strain")
            begun = await seen(alive.table("t"), 1)
            if dies == "before it thinks":
                await dead.close()
            await dead.table("t").submit(Depart("0", 0.0))
            await ask(dead, "1", live.Claim(0, "computer"))
            await asyncio.sleep(0.1)
            assert slow(dead).asked == (dies == "while it thinks")
            await dead.close()
            await asyncio.sleep(1.1)
            await swept(alive)
            assert slow(alive).asked == 1
            slow(alive).go.set()
            answered = await until(alive, 1, lambda now: now["seq"] > begun["seq"])
            assert answered["table"]["seats"][0]["given_up"]

    bounded(scenario())


def test_a_seat_given_up_that_is_not_to_act_leaves_nothing_due(postgres: Postgres) -> None:
    """Or every process would look at the table again and again until somebody plays."""

    async def scenario() -> None:
        async with managers(postgres.fresh()) as (here, there):
            await table(here, "walking_war", PEOPLE)
            decisions = [(await seen(here.table("t"), seat))["decision"] for seat in range(3)]
            waiting = decisions.index(None)
            await ask(here, str(waiting), live.Resign())
            for manager in (here, there):
                assert await manager.store.due(manager.now() + 1) == []

    bounded(scenario())


async def swept(manager: TableManager) -> None:
    """What the sweeper does with a table."""
    manager.table("t").invalidate()
    await manager.table("t").see_to()
    await asyncio.sleep(0.1)


def slow(manager: TableManager) -> Slow:
    assert isinstance(manager.workers, Slow)
    return manager.workers

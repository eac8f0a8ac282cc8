"""Whole matches over sockets: people, computers, tabs, watchers, reconnection."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest

from kaik.core import registry
from kaik.play.record import Record, read, replay, verify
from tests.server.driver import Frame, Line, Person, Server, bounded, my_turn, over, play_out

SHORT = {"beast_streak": {"rounds": 3}, "new_play": {"rounds": 3}, "strain": {}}


async def two_people(server: Server, game: str) -> tuple[Person, Person, str]:
    first, second = Person(server), Person(server)
    table = await first.set_up(game, "me", "open", options=SHORT[game])
    await second.join(table)
    return first, second, table


@pytest.mark.parametrize("game", sorted(SHORT))
def test_two_people_play_a_whole_match(server: Server, game: str) -> None:
    async def scenario() -> None:
        first, second, table = await two_people(server, game)
        async with first.live(table) as a, second.live(table) as b:
            ends = await asyncio.gather(play_out(a, Random(1)), play_out(b, Random(2)))
        assert ends[0]["result"] == ends[1]["result"]
        assert [end["seat"] for end in ends] == [0, 1]
        record = read(await first.record(table))
        assert verify(record) is None
        assert record.fairness is not None
        assert [nonce.by for nonce in record.fairness.nonces] == ["seat", "seat"]
        assert ends[0]["fairness"]["seed"] == record.fairness.seed
        assert len(record.log) == ends[0]["seq"]

    bounded(scenario())


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_person_plays_the_computer(server: Server, game: str) -> None:
    async def scenario() -> None:
        person = Person(server)
        table = await person.set_up(game, "greedy", "me", options=SHORT[game])
        async with person.live(table) as line:
            end = await play_out(line, Random(3))
        assert end["table"]["status"] == "over"
        assert [seat["kind"] for seat in end["table"]["seats"]] == ["computer", "person"]
        assert [seat["you"] for seat in end["table"]["seats"]] == [False, True]
        record = read(await person.record(table))
        assert verify(record) is None
        assert record.fairness is not None
        assert [nonce.by for nonce in record.fairness.nonces] == ["server", "seat"]

    bounded(scenario())


def test_computers_play_alone_and_a_stranger_watches(server: Server) -> None:
    async def scenario() -> None:
        players = ("random", "greedy", "random")
        table = await Person(server).set_up("beast_streak", *players, options={"rounds": 2})
        async with Person(server).live(table) as line:
            end = await line.until(over)
        assert line.socket.protocol.extensions, "frames are compressed"
        assert end["seat"] is None
        assert end["decision"] is None
        assert all(frame["legal"] == [] for frame in line.frames)

    bounded(scenario())


def test_a_match_without_any_choice_is_over_at_once(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table = await person.set_up("beast_cast", "me", "random")
        async with person.live(table) as line:
            last = await line.until(over)
        assert len(last["steps"]) == last["seq"] - 1, "what led there can be shown one after another"
        assert verify(read(await person.record(table))) is None

    bounded(scenario())


def test_reconnecting_resumes_exactly(server: Server) -> None:
    async def scenario() -> None:
        first, second, table = await two_people(server, "strain")
        async with first.live(table) as a:
            async with second.live(table) as b:
                await asyncio.gather(a.until(my_turn), b.until(my_turn))
                await a.act(a.frames[-1], 0)
                before = await b.until(my_turn)
            async with second.live(table) as b:
                assert await b.hear() == before | {"steps": []}

    bounded(scenario())


def test_a_decision_stays_open_while_others_choose(server: Server) -> None:
    async def scenario() -> None:
        first, second, table = await two_people(server, "strain")
        async with first.live(table) as a, second.live(table) as b:
            mine, theirs = await asyncio.gather(a.until(my_turn), b.until(my_turn))
            await a.act(mine, 1)
            answered = await b.act(theirs, 2)
            assert answered["type"] == "state"

    bounded(scenario())


def test_all_tabs_of_a_person_follow_and_only_one_answer_counts(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table = await person.set_up("beast_streak", "me", "random", options={"rounds": 5})
        async with person.live(table) as one, person.live(table) as two, person.live(table) as three:
            states = await asyncio.gather(*(tab.until(my_turn) for tab in (one, two, three)))
            assert states[0] == states[1] == states[2]
            for tab in (one, two):
                await tab.send(type="act", decision=states[0]["decision"], index=0)
            codes = [frame["code"] for frame in await _both(one, two) if frame["type"] == "refused"]
            assert [code for code in codes if code != "error.nonce_late"] == ["error.answered"]
            await three.until(lambda frame: frame.get("seq", 0) > states[0]["seq"])

    bounded(scenario())


async def _both(*tabs: Line) -> list[Frame]:
    """What each tab hears up to its refusal, or up to a quiet moment."""

    async def listen(tab: Line) -> list[Frame]:
        heard = []
        try:
            while True:
                heard.append(await asyncio.wait_for(tab.hear(), 1.0))
        except TimeoutError:
            return heard

    return [frame for frames in await asyncio.gather(*map(listen, tabs)) for frame in frames]


def test_a_watcher_who_joins_becomes_a_player(server: Server) -> None:
    async def scenario() -> None:
        host, guest = Person(server), Person(server)
        table = await host.set_up("beast_streak", "me", "open")
        await guest.get("/api/me")
        async with guest.live(table) as line, host.live(table) as other:
            assert (await line.hear())["seat"] is None
            await guest.join(table)
            assert (await line.until(lambda frame: frame["seat"] is not None))["seat"] == 1
            await other.until(lambda frame: frame["table"]["status"] == "playing")
            await line.until(lambda frame: frame["table"]["status"] == "playing")

    bounded(scenario())


def test_nothing_hidden_is_ever_sent(server: Server) -> None:
    """Every frame is what the referee shows that seat at that point, and no other hand is in it."""

    async def scenario() -> None:
        first, second, table = await two_people(server, "strain")
        async with first.live(table) as a, second.live(table) as b, Person(server).live(table) as w:
            watching = asyncio.ensure_future(w.until(over))
            await asyncio.gather(play_out(a, Random(5)), play_out(b, Random(6)))
            await watching
        record = read(await first.record(table))
        assert record.fairness is not None
        for seat, line in ((0, a), (1, b), (None, w)):
            for frame in line.frames:
                if frame["table"]["status"] != "waiting":
                    _check_frame(frame, seat, record)
                if frame["table"]["status"] != "over":
                    assert str(record.fairness.seed) not in str(frame)

    bounded(scenario())


def _check_frame(frame: Frame, seat: int | None, record: Record) -> None:
    seen = msgspec.to_builtins(replay(record, frame["seq"]).seen_by(seat))
    assert frame["seat"] == seat
    for part in ("scene", "legal", "log"):
        assert frame[part] == msgspec.json.decode(msgspec.json.encode(seen[part]))
    before = frame["seq"] - len(frame["steps"])
    for number, step in enumerate(frame["steps"]):
        then = replay(record, before + number).seen_by(seat).scene
        assert step == msgspec.json.decode(msgspec.json.encode(then))
    for zone in frame["scene"]["zones"]:
        if zone["id"].startswith("hand-") and zone["owner"] != seat:
            cards = [item for spot in zone["spots"] for item in spot.get("items", ())]
            assert all(card["face_down"] and card["face"] == "" for card in cards)


def test_a_full_table_does_not_wait_for_ever_for_nonces(own_server: Server) -> None:
    own_server._nonce_wait = 1.0
    own_server.start()

    async def scenario() -> None:
        person = Person(own_server)
        table = await person.set_up("beast_cast", "me", "random")
        async with person.live(table) as line:
            state = await line.hear()
            assert state["fairness"]["wanted"]
            while not over(state):
                state = await line.hear()
            assert [nonce["by"] for nonce in state["fairness"]["nonces"]] == ["server", "server"]
            late = await line.refusal('{"type": "nonce", "hex": "00112233445566778899aabbccddeeff"}')
            assert late["code"] == "error.nonce_late"
        assert verify(read(await person.record(table))) is None

    bounded(scenario())


@pytest.mark.parametrize("game", registry.game_ids())
def test_every_game_can_be_begun_and_played_for_a_while(server: Server, game: str) -> None:
    async def scenario() -> None:
        person = Person(server)
        seats = (await person.get(f"/api/games/{game}")).json()["seats"]
        table = await person.set_up(game, "me", *["random"] * (seats[0] - 1))
        async with person.live(table) as line:
            state = await line.until(lambda frame: my_turn(frame) or over(frame))
            for _ in range(5):
                if not over(state):
                    state = await line.act(state, len(state["legal"]) // 2)
                if not (my_turn(state) or over(state)):
                    state = await line.until(lambda frame: my_turn(frame) or over(frame))
        assert all(frame["type"] == "state" for frame in line.frames)

    bounded(scenario())

"""What people settle at a table besides playing, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kaik.play.record import read, verify
from tests.server.driver import Frame, Line, Person, Server, bounded, my_turn, over, play_out, playing

BOARD = "cerke"
GRACE = 3.0
"""Seconds for which who has left is waited for: long enough to be asked something meanwhile."""
"""Nothing hidden, no chance in most moves."""


@asynccontextmanager
async def seated(server: Server, game: str, count: int = 2, **body: Any) -> AsyncIterator[list[Line]]:
    """Sockets of people who play a game with each other, once it has begun."""
    people = [Person(server) for _ in range(count)]
    table = await people[0].set_up(game, "me", *["open"] * (count - 1), **body)
    for person in people[1:]:
        await person.join(table)
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(person.live(table)) for person in people]
        await asyncio.gather(*(line.until(playing) for line in lines))
        for line, person in zip(lines, people, strict=True):
            line.person, line.table = person, table
        yield lines


async def until(line: Line, **wanted: Any) -> Frame:
    """The first state, from the last one heard on, in which these fields have these values."""

    def fits(frame: Frame) -> bool:
        return frame["type"] == "state" and all(frame[name] == value for name, value in wanted.items())

    return line.frames[-1] if line.frames and fits(line.frames[-1]) else await line.until(fits)


async def refused(line: Line, **frame: Any) -> str:
    await line.send(**frame)
    answer = await line.until(lambda heard: heard["type"] == "refused")
    return str(answer["code"])


def test_who_resigns_has_lost(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, BOARD) as (one, other):
            await other.send(type="resign")
            states = await asyncio.gather(one.until(over), other.until(over))
            assert all(state["result"]["places"] == [1, 2] for state in states)
            assert states[0]["result"]["reason"]["key"] == "reason.resign"
            assert states[0]["may"] == []
            assert await refused(other, type="resign") == "error.over"

    bounded(scenario())


def test_of_more_than_two_who_resigns_leaves_the_seat_to_the_computer(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, "new_play", 3) as (one, _, third):
            await third.send(type="resign")
            state = await one.until(lambda frame: frame["table"]["seats"][2]["kind"] == "computer")
            assert state["result"] is None
            assert state["table"]["seats"][2]["given_up"]
            assert not state["table"]["seats"][2]["left"], "it was somebody else"
            watching = await third.until(lambda frame: frame["type"] == "state" and frame["seat"] is None)
            assert watching["table"]["seats"][2]["left"]
            end = await asyncio.gather(*(play_out(line, Random(1)) for line in (one, _)))
            assert end[0]["result"] is not None
            assert await refused(third, type="resign") == "error.watching"
            record = await one.person.record(one.table)
            assert verify(read(record)) is None

    bounded(scenario())


def test_a_draw_needs_both(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, BOARD) as (one, other):
            await one.send(type="offer", matter="draw")
            asked = await until(other, offers={"draw": [0]})
            assert "answer_draw" in asked["may"]
            assert "draw" not in (await until(one, offers={"draw": [0]}))["may"]
            await other.send(type="decline", matter="draw")
            assert (await until(one, offers={}))["declined"] == {"draw": 1}
            assert await refused(one, type="offer", matter="draw") == "error.offered"
            await other.send(type="offer", matter="draw")
            assert (await until(one, offers={"draw": [1]}))["declined"] == {}
            await one.send(type="offer", matter="draw")
            state = await one.until(over)
            assert state["result"]["places"] == [1, 1]

    bounded(scenario())


def test_a_choice_is_taken_back_when_the_others_agree_and_the_log_only_grows(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, BOARD) as (one, other):
            first = next(line for line in (one, other) if line.frames[-1]["decision"])
            second = other if first is one else one
            before = first.frames[-1]
            quiet = next(
                n
                for n, choice in enumerate(before["legal"])
                if len(choice["path"]) == 2 and "T" not in choice
            )
            after = await first.act(before, quiet)
            if not my_turn(second.frames[-1]):
                await second.until(my_turn)
            assert "takeback" in after["may"]
            await first.send(type="offer", matter="takeback")
            await second.until(lambda frame: frame["type"] == "state" and "answer_takeback" in frame["may"])
            await second.send(type="offer", matter="takeback")
            back = await first.until(my_turn)
            assert back["seq"] > after["seq"]
            assert back["scene"] == before["scene"]
            assert back["decision"] != before["decision"]

    bounded(scenario())


def test_nothing_is_taken_back_after_a_cast_or_where_cards_are_hidden(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, "kitten") as (one, other):
            first = next(line for line in (one, other) if line.frames[-1]["decision"])
            state = await first.act(first.frames[-1], 0)
            assert "takeback" not in state["may"]
            assert await refused(first, type="offer", matter="takeback") == "error.undo"

    bounded(scenario())


def test_watchers_can_neither_resign_nor_speak(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, BOARD) as (one, _):
            async with Person(server).live(one.table) as watcher:
                await watcher.hear()
                for frame in (
                    {"type": "resign"},
                    {"type": "offer", "matter": "draw"},
                    {"type": "decline", "matter": "draw"},
                    {"type": "claim", "seat": 0, "take": "win"},
                    {"type": "say", "text": "hello"},
                ):
                    assert await refused(watcher, **frame) == "error.watching", frame
            assert one.frames[-1]["result"] is None

    bounded(scenario())


# -- clocks ----------------------------------------------------------------------------------------


def test_a_clock_runs_for_whoever_is_to_act_and_ends_the_match(server: Server) -> None:
    async def scenario() -> None:
        clock = {"kind": "move", "seconds": 1.5}
        async with seated(server, BOARD, clock=clock) as (one, other):
            state = one.frames[-1]
            acting = state["scene"]["turn"][0]
            assert state["table"]["clock"] == clock
            assert state["clock"]["left"] == [1500, 1500]
            assert [since is not None for since in state["clock"]["since"]] == [acting == 0, acting == 1]
            ends = await asyncio.gather(one.until(over), other.until(over))
            assert ends[0]["result"]["places"][acting] == 2
            assert ends[0]["result"]["reason"]["key"] == "reason.timeout"

    bounded(scenario())


def test_fischer_time_is_used_up_and_added_to(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, BOARD, clock={"kind": "fischer", "seconds": 600, "increment": 60}) as lines:
            acting = next(line for line in lines if line.frames[-1]["decision"])
            seat = acting.frames[-1]["seat"]
            await asyncio.sleep(0.3)
            after = await acting.act(acting.frames[-1], 0)
            if after["decision"] is None:
                assert 600_000 < after["clock"]["left"][seat] < 659_800
                assert after["clock"]["since"][seat] is None

    bounded(scenario())


def test_of_more_than_two_the_computer_plays_on_for_who_ran_out_of_time(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, "new_play", 3, clock={"kind": "move", "seconds": 1}) as (one, other, third):
            await third.until(lambda frame: any(seat["given_up"] for seat in frame["table"]["seats"]))
            await asyncio.gather(*(line.until(over) for line in (one, other)))

    bounded(scenario())


def test_clocks_survive_a_restart(own_server: Server) -> None:
    async def scenario() -> None:
        one, other = Person(own_server), Person(own_server)
        table = await one.set_up(BOARD, "me", "open", clock={"kind": "move", "seconds": 5})
        await other.join(table)
        async with one.live(table) as line, other.live(table) as there:
            await asyncio.gather(line.until(playing), there.until(playing))
        own_server.kill()
        own_server.start()
        async with one.live(table) as line:
            end = await line.until(over)
        assert end["result"]["reason"]["key"] == "reason.timeout"

    own_server.start()
    bounded(scenario())


@pytest.mark.parametrize("clock", [{"kind": "move"}, {"kind": "hourglass"}, {"kind": "days", "days": 99}])
def test_impossible_clocks_are_refused(server: Server, clock: Any) -> None:
    async def scenario() -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        answer = await Person(server).post("/api/tables", {"game": BOARD, "seats": seats, "clock": clock})
        assert answer.status_code == 400

    bounded(scenario())


# -- seats that nobody keeps -----------------------------------------------------------------------


@pytest.fixture
def hasty(tmp_path: Path) -> Server:
    """A server at which nobody is waited for."""
    return Server(tmp_path / "data", grace=GRACE)


@pytest.mark.parametrize("take", ["win", "computer"])
def test_others_need_not_wait_for_ever(hasty: Server, take: str) -> None:
    async def scenario() -> None:
        people = [Person(hasty), Person(hasty)]
        table = await people[0].set_up(BOARD, "me", "open")
        await people[1].join(table)
        async with people[0].live(table) as zero, people[1].live(table) as one:
            states = await asyncio.gather(zero.until(playing), one.until(playing))
        gone = states[0]["scene"]["turn"][0]
        async with people[1 - gone].live(table) as stays:
            state = await stays.until(lambda frame: frame["type"] == "state" and frame["claims"])
            assert list(state["claims"]) == [str(gone)]
            assert await refused(stays, type="claim", seat=1 - gone, take=take) == "error.claim_own"
            assert await refused(stays, type="claim", seat=gone, take=take) == "error.claim_early"
            await asyncio.sleep(GRACE + 0.3)
            await stays.send(type="claim", seat=gone, take=take)
            if take == "win":
                end = await stays.until(over)
                assert end["result"]["places"][gone] == 2
                assert end["result"]["reason"]["key"] == "reason.absent"
            else:
                await stays.until(lambda frame: frame["type"] == "state" and my_turn(frame))
                assert stays.frames[-1]["table"]["seats"][gone]["kind"] == "computer"

    hasty.start()
    try:
        bounded(scenario())
    finally:
        hasty.kill()


def test_who_is_there_cannot_be_claimed(hasty: Server) -> None:
    async def scenario() -> None:
        async with seated(hasty, BOARD) as (one, other):
            acting = one.frames[-1]["scene"]["turn"][0]
            await asyncio.sleep(GRACE + 0.3)
            code = await refused((one, other)[1 - acting], type="claim", seat=acting, take="win")
            assert code == "error.claim_none"

    hasty.start()
    try:
        bounded(scenario())
    finally:
        hasty.kill()


# -- chat ------------------------------------------------------------------------------------------


def test_what_is_said_reaches_the_table_and_newcomers_as_text(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, BOARD) as (one, other):
            await one.send(type="say", text=" <b>hello</b>\n there\u0007 ")
            heard = await other.until(lambda frame: frame["type"] == "chat")
            assert [(line["seat"], line["text"]) for line in heard["lines"]] == [(0, "<b>hello</b> there")]
            async with Person(server).live(one.table) as watcher:
                assert (await watcher.until(lambda frame: frame["type"] == "chat"))["lines"] == heard["lines"]

    bounded(scenario())


def test_chat_is_limited(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, BOARD) as (one, _):
            for text in ("", "   ", "x" * 301):
                assert await refused(one, type="say", text=text) == "error.chat_length"
            for n in range(5):
                await one.send(type="say", text=f"line {n}")
            assert await refused(one, type="say", text="one too many") == "error.chat_fast"

    bounded(scenario())


# -- coming and going ------------------------------------------------------------------------------


def test_leaving_frees_the_seat_and_the_last_takes_the_table_along(server: Server) -> None:
    async def scenario() -> None:
        host, guest = Person(server), Person(server)
        table = await host.set_up("new_play", "me", "open", "open")
        await guest.join(table)
        assert (await guest.post(f"/api/tables/{table}/leave", None)).status_code == 204
        shown = (await host.get(f"/api/tables/{table}")).json()
        assert [seat["kind"] for seat in shown["seats"]] == ["person", "open", "open"]
        assert (await guest.post(f"/api/tables/{table}/leave", None)).status_code == 403
        assert (await host.post(f"/api/tables/{table}/leave", None)).status_code == 204
        assert (await host.get(f"/api/tables/{table}")).status_code == 404

    bounded(scenario())


def test_leaving_a_match_gives_it_up(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, BOARD) as (one, other):
            assert (await other.person.post(f"/api/tables/{one.table}/leave", None)).status_code == 204
            assert (await one.until(over))["result"]["places"] == [1, 2]

    bounded(scenario())


def test_a_table_can_start_without_waiting_for_more_people(server: Server) -> None:
    async def scenario() -> None:
        host = Person(server)
        table = await host.set_up("new_play", "me", "open", "open")
        stranger = await Person(server).post(f"/api/tables/{table}/start", {"player": "random"})
        assert stranger.status_code == 403
        assert (await host.post(f"/api/tables/{table}/start", {"player": "nobody"})).status_code == 400
        answer = await host.post(f"/api/tables/{table}/start", {"player": "random"})
        assert [seat["kind"] for seat in answer.json()["seats"]] == ["person", "computer", "computer"]
        async with host.live(table) as line:
            await line.until(playing)

    bounded(scenario())


def test_a_level_that_a_game_does_not_have_is_the_highest_it_has(server: Server) -> None:
    async def scenario() -> None:
        host = Person(server)
        table = await host.set_up("beast_cast", "me", "level5", "open")
        answer = await host.post(f"/api/tables/{table}/start", {"player": "level3"})
        assert [seat["player"] for seat in answer.json()["seats"]] == [None, "level1", "level1"]

    bounded(scenario())


def test_a_rematch_is_one_table_for_both_with_the_seats_moved_on(server: Server) -> None:
    async def scenario() -> None:
        async with seated(server, BOARD, clock={"kind": "move", "seconds": 60}) as (one, other):
            early = await one.person.post(f"/api/tables/{one.table}/rematch", None)
            assert early.status_code == 409
            await one.send(type="resign")
            await asyncio.gather(one.until(over), other.until(over))
            answers = await asyncio.gather(
                *(line.person.post(f"/api/tables/{one.table}/rematch", None) for line in (one, other))
            )
            assert [answer.status_code for answer in answers] == [201, 201]
            assert len({answer.json()["id"] for answer in answers}) == 1
            shown = (await one.person.get(f"/api/tables/{answers[0].json()['id']}")).json()
            assert [seat["you"] for seat in shown["seats"]] == [False, True]
            assert all(seat["kind"] == "person" for seat in shown["seats"])
            assert shown["clock"]["kind"] == "move"
            told = await one.until(lambda frame: frame["type"] == "state" and frame["table"]["next"])
            assert told["table"]["next"] == shown["id"]

    bounded(scenario())


@pytest.mark.parametrize("game", ["value_tree", BOARD])
def test_people_who_ask_at_the_same_moment_meet(server: Server, game: str) -> None:
    async def scenario() -> None:
        people = [Person(server) for _ in range(6)]
        for one in people:
            await one.get("/api/me")
        asked = (one.post("/api/quick", {"game": game, "seats": 2}) for one in people)
        tables = [answer.json()["id"] for answer in await asyncio.gather(*asked)]
        assert sorted(tables.count(id) for id in set(tables)) == [2, 2, 2]

    bounded(scenario())


def test_quick_matches_bring_people_together(server: Server) -> None:
    async def scenario() -> None:
        one, other, third = (Person(server) for _ in range(3))
        waiting = (await one.post("/api/quick", {"game": "soft_run"})).json()
        assert waiting["public"]
        async with one.live(waiting["id"]) as line:
            listed = (await third.get("/api/tables/public?game=soft_run")).json()
            assert waiting["id"] in [table["id"] for table in listed]
            clocked = {"game": "soft_run", "clock": {"kind": "move", "seconds": 30}}
            assert (await third.post("/api/quick", clocked)).json()["id"] != waiting["id"]
            again = (await one.post("/api/quick", {"game": "soft_run", "seats": 2})).json()
            assert again["id"] != waiting["id"], "nobody plays against themselves"
            joined = (await other.post("/api/quick", {"game": "soft_run"})).json()
            assert joined["id"] == waiting["id"]
            async with other.live(joined["id"]) as there:
                await asyncio.gather(line.until(playing), there.until(playing))
            listed = (await third.get("/api/tables/public?game=soft_run")).json()
            assert ("playing", joined["id"]) in [(table["status"], table["id"]) for table in listed]

    bounded(scenario())


def test_tables_by_link_are_not_listed(server: Server) -> None:
    async def scenario() -> None:
        table = await Person(server).set_up("new_play", "me", "open")
        listed = (await Person(server).get("/api/tables/public")).json()
        assert table not in [one["id"] for one in listed]

    bounded(scenario())

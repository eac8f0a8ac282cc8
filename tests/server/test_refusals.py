"""Whatever is sent, nothing breaks, nothing changes, and the socket stays open."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.driver import Line, Person, Server, bounded, my_turn, playing

BAD_FRAMES: dict[str, tuple[Any, str]] = {
    "not JSON": ("{", "error.frame"),
    "empty": ("", "error.frame"),
    "null": ("null", "error.frame"),
    "list": ("[]", "error.frame"),
    "no type": ("{}", "error.frame"),
    "unknown type": ('{"type": "cheat"}', "error.frame"),
    "type is no text": ('{"type": 3}', "error.frame"),
    "server's own": ('{"type": "state"}', "error.frame"),
    "index is text": ('{"type": "act", "decision": "0.1", "index": "0"}', "error.frame"),
    "index is a fraction": ('{"type": "act", "decision": "0.1", "index": 0.5}', "error.frame"),
    "index is missing": ('{"type": "act", "decision": "0.1"}', "error.frame"),
    "decision is a number": ('{"type": "act", "decision": 1, "index": 0}', "error.frame"),
    "decision is long": (json.dumps({"type": "act", "decision": "0" * 1000, "index": 0}), "error.frame"),
    "deep": ("[" * 10_000, "error.frame"),
    "deep in an unknown field": (
        '{"type":"ping","x":' + "[" * 8000 + "]" * 8000 + "}",
        "error.frame",
    ),
    "huge": (json.dumps({"type": "ping", "x": "y" * 500_000}), "error.frame_size"),
    "binary": (b'{"type": "ping"}', "error.frame_binary"),
    "foreign decision": ('{"type": "act", "decision": "xyz", "index": 0}', "error.decision"),
    "future decision": ('{"type": "act", "decision": "0.99999", "index": 0}', "error.decision"),
    "stale decision": ('{"type": "act", "decision": "0.0", "index": 0}', "error.answered"),
    "another's seat": ('{"type": "act", "decision": "1.1", "index": 0}', "error.not_your_turn"),
    "late nonce": ('{"type": "nonce", "hex": "0011223344556677"}', "error.nonce_late"),
    "nonce is no hex": ('{"type": "nonce", "hex": "0011223344556677,1"}', "error.frame"),
    "short nonce": ('{"type": "nonce", "hex": "00"}', "error.frame"),
}


async def unchanged(line: Line, person: Person, table: str, state: dict[str, Any]) -> None:
    """The socket still answers, and a fresh one shows the very same state."""
    await line.send(type="ping")
    await line.until(lambda frame: frame["type"] == "pong")
    async with person.live(table) as fresh:
        assert still(await fresh.hear()) == still(state | {"steps": []})


def still(frame: dict[str, Any]) -> dict[str, Any]:
    """A state but for who happens to look at it."""
    seats = [seat | {"away": None} for seat in frame["table"]["seats"]]
    return frame | {"table": frame["table"] | {"seats": seats}}


async def at_my_turn(server: Server, person: Person) -> tuple[str, dict[str, Any]]:
    """A table at which seat 0 has a decision to take."""
    table = await person.set_up("beast_streak", "me", "open", options={"rounds": 1})
    other = Person(server)
    await other.join(table)
    async with person.live(table) as mine, other.live(table) as theirs:
        state, turn = await asyncio.gather(mine.until(playing), theirs.until(playing))
        if state["decision"] is None:
            while turn["decision"] is not None:
                turn = await theirs.act(turn, 1)
            state = await mine.until(my_turn)
    return table, state


def test_bad_frames_change_nothing(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table, state = await at_my_turn(server, person)
        async with person.live(table) as line:
            assert still(await line.hear()) == still(state | {"steps": []})
            for name, (frame, code) in BAD_FRAMES.items():
                refusal = await line.refusal(frame)
                assert refusal["code"] == code, (name, refusal)
                assert refusal["message"]["key"] == code
                await unchanged(line, person, table, state)
            for index in (-1, len(state["legal"]), 10**30):
                await line.send(type="act", decision=state["decision"], index=index)
                assert (await line.hear())["code"] in ("error.index", "error.frame")
                await unchanged(line, person, table, state)

    bounded(scenario())


def test_a_watcher_cannot_act(server: Server) -> None:
    async def scenario() -> None:
        person, stranger = Person(server), Person(server)
        await stranger.get("/api/me")
        table, state = await at_my_turn(server, person)
        for watcher in (stranger, Person(server)):
            async with watcher.live(table) as line:
                await line.hear()
                act = json.dumps({"type": "act", "decision": state["decision"], "index": 0})
                assert (await line.refusal(act))["code"] == "error.watching"
                nonce = '{"type": "nonce", "hex": "00112233445566778899"}'
                assert (await line.refusal(nonce))["code"] == "error.watching"
        async with person.live(table) as line:
            assert still(await line.hear()) == still(state | {"steps": []})

    bounded(scenario())


def test_nobody_acts_before_the_start_or_after_the_end(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        act = '{"type": "act", "decision": "0.0", "index": 0}'
        waiting = await person.set_up("beast_streak", "me", "open")
        async with person.live(waiting) as line:
            assert (await line.refusal(act))["code"] == "error.not_begun"
        ended = await person.set_up("beast_cast", "me", "random")
        async with person.live(ended) as line:
            await line.until(lambda frame: frame["table"]["status"] == "over")
            assert (await line.refusal(act))["code"] == "error.over"

    bounded(scenario())


def test_a_frame_beyond_all_measure_ends_only_its_own_socket(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table, state = await at_my_turn(server, person)
        async with person.live(table) as line:
            await line.hear()
            await line.socket.send("x" * 3_000_000)
            with pytest.raises(ConnectionClosed) as closed:
                await line.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        async with person.live(table) as line:
            assert still(await line.hear()) == still(state | {"steps": []})

    bounded(scenario())


def test_an_unknown_table_is_refused(server: Server) -> None:
    async def scenario() -> None:
        async with Person(server).live("nowhere") as line:
            assert (await line.hear())["code"] == "error.table_unknown"
            with pytest.raises(ConnectionClosed) as closed:
                await line.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404

    bounded(scenario())


def test_pages_of_other_sites_are_refused(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table, state = await at_my_turn(server, person)
        for origin in ("https://evil.example", "null", f"http://127.0.0.1.evil:{server.port}"):
            with pytest.raises(InvalidStatus) as refused:
                async with person.live(table, origin=origin):
                    pass
            assert refused.value.response.status_code == 403
            answer = await person.post("/api/tables", {}, headers={"Origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "error.origin")
        async with person.live(table, origin=server.url) as line:
            assert still(await line.hear()) == still(state | {"steps": []})

    bounded(scenario())


BAD_TABLES: dict[str, tuple[Any, int]] = {
    "no body": (None, 400),
    "no seats": ({"game": "beast_streak"}, 400),
    "unknown game": ({"game": "chess", "seats": [{"kind": "me"}]}, 404),
    "unknown preset": (
        {"game": "beast_streak", "preset": "x", "seats": [{"kind": "me"}, {"kind": "open"}]},
        400,
    ),
    "unknown option": (
        {"game": "beast_streak", "options": {"x": 1}, "seats": [{"kind": "me"}, {"kind": "open"}]},
        400,
    ),
    "bad option": (
        {"game": "beast_streak", "options": {"rounds": "many"}, "seats": [{"kind": "me"}, {"kind": "open"}]},
        400,
    ),
    "too few seats": ({"game": "beast_streak", "seats": [{"kind": "me"}]}, 400),
    "myself twice": ({"game": "beast_streak", "seats": [{"kind": "me"}, {"kind": "me"}]}, 409),
    "unknown player": (
        {"game": "beast_streak", "seats": [{"kind": "me"}, {"kind": "computer", "player": "god"}]},
        400,
    ),
    "player that thinks for ever": (
        {
            "game": "beast_streak",
            "seats": [{"kind": "me"}, {"kind": "computer", "player": "greedy:ms=99999"}],
        },
        400,
    ),
    "no player": ({"game": "beast_streak", "seats": [{"kind": "me"}, {"kind": "computer"}]}, 400),
    "unknown field": ({"game": "beast_streak", "seats": [{"kind": "me"}, {"kind": "open"}], "seed": 1}, 400),
    "too long": ({"game": "x" * 100_000, "seats": []}, 413),
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_bad_tables_are_refused(server: Server, name: str) -> None:
    body, status = BAD_TABLES[name]

    async def scenario() -> None:
        person = Person(server)
        answer = await person.post("/api/tables", body)
        assert answer.status_code == status, answer.text
        assert answer.json()["code"] == answer.json()["message"]["key"]
        assert (await person.get("/api/tables")).json() == []

    bounded(scenario())


BAD_BODIES = {
    "deep": b'{"game":"x","seats":[],"options":{"a":' + b"[" * 20_000 + b"]" * 20_000 + b"}}",
    "half a character": b'{"game":"\xed\xa0\x80","seats":[]}',
    "half a pair": b'{"game":"\\ud800","seats":[]}',
    "no JSON": b"{",
    "infinite": b'{"game":"x","seats":[],"options":{"rounds":1e999}}',
}


@pytest.mark.parametrize("name", BAD_BODIES)
def test_bodies_that_are_no_proper_json_are_refused(server: Server, name: str) -> None:
    async def scenario() -> None:
        person = Person(server)
        headers = {"Content-Type": "application/json"}
        answer = await person.http.post("/api/tables", content=BAD_BODIES[name], headers=headers)
        assert answer.status_code == 400, answer.text
        assert answer.json()["code"] == "error.request"

    bounded(scenario())


def test_seats_are_taken_once(server: Server) -> None:
    async def scenario() -> None:
        host, guest, third = Person(server), Person(server), Person(server)
        table = await host.set_up("beast_streak", "me", "open")
        path = f"/api/tables/{table}/join"
        assert (await host.post(path, {})).json()["code"] == "error.seated"
        assert (await guest.post(path, {"seat": 0})).json()["code"] == "error.seat_taken"
        assert (await guest.post(path, {"seat": 7})).json()["code"] == "error.seat_unknown"
        assert (await guest.post(path, {"seat": 1})).status_code == 201
        refusal = await third.post(path, {})
        assert (refusal.status_code, refusal.json()["code"]) == (409, "error.no_open_seat")

    bounded(scenario())


def test_the_record_of_a_running_match_is_refused(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table, _ = await at_my_turn(server, person)
        answer = await person.get(f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["code"]) == (403, "error.record_running")

    bounded(scenario())

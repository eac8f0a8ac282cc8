"""Several people at one device: one of their seats is shown at a time, and nobody else's ever."""

from __future__ import annotations

import json
from random import Random

from kaik.play.record import read, verify
from tests.server.driver import Frame, Line, Person, Server, bounded, over, playing

HERE = [{"kind": "here", "name": "Ann"}, {"kind": "here", "name": "Bob"}, {"kind": "here"}]


async def seated(person: Person, game: str, seats: list[Frame], **body: object) -> str:
    answer = await person.post("/api/tables", {"game": game, "seats": seats, **body})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def shown(line: Line, seat: int | None) -> Frame:
    """The state as that seat sees it."""
    await line.send(type="show", seat=seat)
    return await line.until(lambda frame: frame["type"] == "state" and frame["seat"] == seat)


def faces(state: Frame, zone: str) -> list[str]:
    """The faces of the cards that can be read in the zones of this name."""
    zones = [found for found in state["scene"]["zones"] if found["id"] == zone]
    items = [item for found in zones for spot in found["spots"] for item in spot.get("items", ())]
    return [item["face"] for item in items if not item.get("face_down")]


async def beyond(line: Line, seq: int) -> Frame:
    """The next state with a longer log."""
    return await line.until(lambda frame: frame["type"] == "state" and frame["seq"] > seq)


async def play_round(line: Line, rng: Random) -> Frame:
    """Everybody at the device plays in turn, each from their own view, until the match is over."""
    state = await line.until(lambda frame: playing(frame) or over(frame))
    while not over(state):
        if state["asked"] and rng.randrange(3):
            await line.send(type="silence")
            state = await beyond(line, state["seq"])
            continue
        seat = state["scene"]["turn"][0]
        if state["seat"] != seat:
            state = await shown(line, seat)
        assert state["decision"] is not None
        state = await line.act(state, rng.randrange(len(state["legal"])))
        assert state["type"] == "state", state
    return state


def test_a_whole_match_is_played_at_one_device(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table = await seated(person, "seasons_end", HERE, options={"seasons": 1})
        async with person.live(table) as line:
            last = await play_round(line, Random(3))
        assert [seat["name"] for seat in last["table"]["seats"]] == ["Ann", "Bob", ""]
        assert [seat["you"] for seat in last["table"]["seats"]] == [True] * 3
        verify(read(await person.record(table)))

    bounded(scenario())


def test_before_a_seat_is_shown_nobodys_cards_are(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table = await seated(person, "kitten", HERE)
        async with person.live(table) as line:
            first = await line.until(playing)
            assert (first["seat"], first["decision"], first["legal"]) == (None, None, [])
            assert [faces(first, f"hand-{seat}") for seat in range(3)] == [[], [], []]
            assert first["secret"] is True
            for seat in range(3):
                state = await shown(line, seat)
                hands = [bool(faces(state, f"hand-{other}")) for other in range(3)]
                assert hands == [other == seat for other in range(3)]
            away = await shown(line, None)
            assert [faces(away, f"hand-{seat}") for seat in range(3)] == [[], [], []]

    bounded(scenario())


def test_nobody_is_shown_a_seat_of_another_device(server: Server) -> None:
    async def scenario() -> None:
        person, other = Person(server), Person(server)
        table = await seated(person, "kitten", [*HERE[:2], {"kind": "open"}])
        await other.get("/api/me")
        await other.join(table)
        async with other.live(table) as line, person.live(table) as device:
            await device.hear()
            await device.send(type="nonce", hex="5eed" * 8)
            assert (await line.until(playing))["seat"] == 2
            refusal = await line.refusal(json.dumps({"type": "show", "seat": 0}))
            assert refusal["code"] == "error.seat_elsewhere"
            refusal = await device.refusal(json.dumps({"type": "show", "seat": 2}))
            assert refusal["code"] == "error.seat_elsewhere"

    bounded(scenario())


def test_a_watcher_and_the_device_are_told_apart(server: Server) -> None:
    """Both see nobody's cards, but only one has seats."""

    async def scenario() -> None:
        person, watcher = Person(server), Person(server)
        table = await seated(person, "kitten", HERE)
        async with person.live(table) as device, watcher.live(table) as line:
            mine, theirs = await device.until(playing), await line.until(playing)
        assert [seat["you"] for seat in mine["table"]["seats"]] == [True] * 3
        assert [seat["you"] for seat in theirs["table"]["seats"]] == [False] * 3

    bounded(scenario())


def test_only_those_who_are_asked_may_stay_silent(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table = await seated(person, "new_play", HERE[:2])
        async with person.live(table) as line:
            state = await line.until(playing)
            assert (state["asked"], state["secret"]) == ([], False)
            assert (await line.refusal('{"type": "silence"}'))["code"] == "error.answered"

    bounded(scenario())


def test_only_somebody_here_is_given_a_name(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        for seat, code in (
            ({"kind": "me", "name": "Ann"}, "error.seat_name"),
            ({"kind": "here", "name": "\n"}, "error.name"),
        ):
            answer = await person.post("/api/tables", {"game": "new_play", "seats": [seat, HERE[0]]})
            assert (answer.status_code, answer.json()["code"]) == (400, code)

    bounded(scenario())

"""A seat is its person's as long as they sit there; a socket that turned to it does not keep it."""

from __future__ import annotations

from tests.server.driver import Frame, Line, Person, Server, bounded, my_turn, playing
from tests.server.test_seating import refused, seated
from tests.server.test_shared import HERE, faces, shown
from tests.server.test_shared import seated as seated_here

GAME = "kitten"
"""Hands of cards that only their owner sees."""


def acts(decision: str) -> list[Frame]:
    """Everything that only somebody at the table may send."""
    return [
        {"type": "act", "decision": decision, "index": 0},
        {"type": "offer", "matter": "draw"},
        {"type": "decline", "matter": "draw"},
        {"type": "claim", "seat": 1, "take": "win"},
        {"type": "claim", "seat": 1, "take": "computer"},
        {"type": "nonce", "hex": "ab" * 16},
        {"type": "say", "text": "hello"},
        {"type": "resign"},
    ]


def kinds(frame: Frame) -> list[str]:
    return [seat["kind"] for seat in frame["table"]["seats"]]


async def check_only_watches(line: Line, since: int, decision: str) -> None:
    """Nothing that the socket heard since then was for a seat, and nothing that it asks for one is done."""
    _check_covered(line.frames[since:])
    for frame in acts(decision):
        assert await refused(line, **frame) == "error.watching", frame
    _check_covered(line.frames[since:])


def _check_covered(frames: list[Frame]) -> None:
    for frame in frames:
        if frame["type"] == "state":
            assert (frame["seat"], frame["decision"], frame["legal"], frame["may"]) == (None, None, [], [])
            assert not any(faces(frame, f"hand-{seat}") for seat in range(len(kinds(frame))))


def test_who_turned_to_a_seat_and_left_it_before_the_start_neither_sees_nor_plays_the_next_persons_hand(
    server: Server,
) -> None:
    async def scenario() -> None:
        host, guest, next = Person(server), Person(server), Person(server)
        table = await host.set_up(GAME, "open", "me", options={"first_parent": "seat0"})
        await guest.join(table)
        async with guest.live(table) as ghost:
            await shown(ghost, 0)
            assert (await guest.post(f"/api/tables/{table}/leave", {})).status_code == 204
            await ghost.until(lambda frame: frame["type"] == "state" and kinds(frame)[0] == "open")
            since = len(ghost.frames) - 1
            await next.join(table)
            assert await refused(ghost, type="nonce", hex="ab" * 16) == "error.watching"
            async with host.live(table) as first, next.live(table) as second:
                await first.until(lambda frame: frame["type"] == "state" and frame["fairness"]["wanted"])
                theirs = await second.until(my_turn)
                assert faces(theirs, "hand-0"), "there is a hand to be seen"
                nonces = [nonce["hex"] for nonce in theirs["fairness"]["nonces"]]
                assert nonces == ["5eed" * 8] * 2, "the guest had no share in the chance of this match"
                await ghost.until(playing)
                await check_only_watches(ghost, since, theirs["decision"])
                assert (await second.act(theirs, 0))["type"] == "state", "the decision was still open"

    bounded(scenario())


def test_who_turned_to_a_seat_and_gave_it_up_among_three_sees_and_plays_nothing_of_the_computers(
    server: Server,
) -> None:
    async def scenario() -> None:
        async with seated(server, GAME, 3) as (_, __, third):
            await third.send(type="show", seat=2)
            await third.send(type="resign")
            await third.until(lambda frame: frame["type"] == "state" and kinds(frame)[2] == "computer")
            since = len(third.frames) - 1
            await check_only_watches(third, since, f"2.{third.frames[-1]['seq']}")
            assert kinds(third.frames[since]).count("computer") == 1, "nobody else's seat was given up"

    bounded(scenario())


def test_at_a_shared_device_a_seat_given_up_is_covered_and_the_others_play_on(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table = await seated_here(person, GAME, HERE)
        async with person.live(table) as line:
            await line.until(playing)
            await shown(line, 1)
            await line.send(type="resign")
            covered = await line.until(
                lambda frame: frame["type"] == "state" and kinds(frame)[1] == "computer"
            )
            assert (covered["seat"], covered["may"]) == (None, [])
            assert await refused(line, type="resign") == "error.watching"
            assert await refused(line, type="show", seat=1) == "error.seat_elsewhere"
            assert faces(await shown(line, 0), "hand-0")
            assert faces(await shown(line, 2), "hand-2")
            await line.send(type="resign")
            last = await line.until(lambda frame: frame["type"] == "state" and kinds(frame)[2] == "computer")
            assert (last["seat"], "resign" in last["may"]) == (0, True), "whoever is left needs no cover"
            await line.send(type="resign")
            await line.until(lambda frame: frame["type"] == "state" and kinds(frame) == ["computer"] * 3)

    bounded(scenario())

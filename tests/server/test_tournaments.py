"""Evenings with several rounds, from the first entrant to the last standing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from kaik.server import admin
from kaik.server.db import database
from tests.server.driver import Person, Server, bounded, my_turn, over, playing

SWISS = {"name": "Friday", "kind": "swiss", "game": "beast_cast"}
ROBIN = {"name": "Everybody", "kind": "robin", "game": "cerke"}


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def organised(server: Server, wish: dict[str, Any], count: int) -> tuple[Person, list[Person], str]:
    """An organiser, so many who take part, and the tournament."""
    organiser, people = Person(server), [Person(server) for _ in range(count)]
    made = await organiser.post("/api/tournaments", wish)
    assert made.status_code == 201, made.text
    path = f"/api/tournaments/{made.json()['id']}"
    for person in people:
        assert (await person.post(f"{path}/enter", None)).status_code == 201
    return organiser, people, path


async def lost(person: Person, table: str) -> None:
    """Give up a match, once it has begun."""
    async with person.live(table) as line:
        if (await line.until(lambda frame: playing(frame) or over(frame)))["result"] is None:
            await line.send(type="resign")
            await line.until(over)


async def settled(organiser: Person, path: str) -> dict[str, Any]:
    """The tournament when all results of the round are in."""
    while True:
        shown: dict[str, Any] = (await organiser.get(path)).json()
        if all(one["second"] is None or one["places"] for one in shown["pairings"][-1]):
            return shown
        await asyncio.sleep(0.05)


def test_a_round_robin_from_beginning_to_end(server: Server) -> None:
    async def scenario() -> None:
        organiser, people, path = await organised(server, ROBIN, 3)
        ids = {(await person.get("/api/me")).json()["id"]: person for person in people}
        best, _, worst = ids
        for number in range(3):
            started = await organiser.post(f"{path}/round", None)
            assert started.status_code == 201, started.text
            assert not started.json()["ready"]
            assert code(await organiser.post(f"{path}/round", None)) == (409, "error.tournament_running")
            (match,) = [one for one in started.json()["pairings"][number] if one["second"]]
            told = (await organiser.get(f"/api/tables/{match['table']}")).json()["tournament"]
            assert told == started.json()["id"], "who has played finds the way back"
            sides = [match["first"], match["second"]]
            loser = worst if worst in sides else next(side for side in sides if side != best)
            winner = next(side for side in sides if side != loser)
            async with ids[winner].live(match["table"]) as other:
                await asyncio.gather(other.until(over), lost(ids[loser], match["table"]))
            await settled(organiser, path)
        shown = (await organiser.get(path)).json()
        assert (shown["status"], shown["round"], shown["rounds"]) == ("over", 3, 3)
        first, *_, last = shown["standings"]
        assert (first["person"], first["points"], last["person"]) == (best, 3.0, worst)
        assert code(await organiser.post(f"{path}/round", None)) == (409, "error.tournament_over")

    bounded(scenario())


def test_only_the_organiser_starts_rounds_and_nobody_enters_late(server: Server) -> None:
    async def scenario() -> None:
        organiser, people, path = await organised(server, ROBIN, 2)
        assert code(await people[0].post(f"{path}/round", None)) == (403, "error.organiser")
        assert code(await people[0].post(f"{path}/enter", None)) == (409, "error.tournament_entered")
        first = (await people[0].get("/api/me")).json()["id"]
        answer = await people[1].post(f"{path}/withdraw", {"person": first})
        assert code(answer) == (403, "error.organiser")
        assert (await organiser.post(f"{path}/round", None)).status_code == 201
        assert code(await Person(server).post(f"{path}/enter", None)) == (409, "error.tournament_begun")
        told = (await organiser.get(f"{path}/invitation")).json()
        assert told == {"url": f"{server.url}{path.replace('/api/tournaments', '/tournament')}"}
        drawn = await organiser.get(f"{path}/invitation.svg")
        assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/svg+xml")
        assert (await organiser.get("/api/tournaments/none/invitation.svg")).status_code == 404
        listed = (await organiser.get("/api/tournaments")).json()
        assert (path.rsplit("/", 1)[1], "playing", 2) in [
            (one["id"], one["status"], one["entrants"]) for one in listed
        ]

    bounded(scenario())


def test_who_withdraws_gives_up_the_match_and_is_paired_no_more(server: Server) -> None:
    async def scenario() -> None:
        organiser, people, path = await organised(server, ROBIN, 3)
        gone = (await people[1].get("/api/me")).json()["id"]
        await organiser.post(f"{path}/round", None)
        (match,) = [one for one in (await organiser.get(path)).json()["pairings"][0] if one["second"]]
        if gone not in (match["first"], match["second"]):
            gone = match["first"]
        answer = await organiser.post(f"{path}/withdraw", {"person": gone})
        assert answer.status_code == 201
        shown = await settled(organiser, path)
        assert [row["lost"] for row in shown["standings"] if row["person"] == gone] == [1]
        started = (await organiser.post(f"{path}/round", None)).json()
        assert gone not in [side for one in started["pairings"][1] for side in (one["first"], one["second"])]

    bounded(scenario())


def test_who_withdrew_before_the_first_round_was_never_in_it(server: Server) -> None:
    async def scenario() -> None:
        organiser, people, path = await organised(server, {**ROBIN, "game": "beast_cast"}, 5)
        ids = {(await person.get("/api/me")).json()["id"]: person for person in people}
        early = next(iter(ids))
        assert (await ids[early].post(f"{path}/withdraw", {})).status_code == 201
        met = []
        for number in range(3):
            shown = (await organiser.post(f"{path}/round", None)).json()
            met += [frozenset((one["first"], one["second"])) for one in shown["pairings"][number]]
            await settled(organiser, path)
        shown = (await organiser.get(path)).json()
        assert len(set(met)) == 6, "everybody meets everybody"
        assert (shown["status"], shown["rounds"]) == ("over", 3)
        assert {row["person"] for row in shown["standings"]} == set(ids) - {early}

    bounded(scenario())


def test_an_evening_ends_when_fewer_than_two_are_left(server: Server) -> None:
    async def scenario() -> None:
        organiser, people, path = await organised(server, ROBIN, 3)
        await organiser.post(f"{path}/round", None)
        for person in people[:2]:
            assert (await person.post(f"{path}/withdraw", {})).status_code == 201
        shown = await settled(organiser, path)
        assert (shown["status"], shown["ready"]) == ("over", False)
        assert code(await organiser.post(f"{path}/round", None)) == (409, "error.tournament_over")

    bounded(scenario())


def test_who_is_forgotten_is_paired_no_more(server: Server) -> None:
    async def scenario() -> None:
        organiser, people, path = await organised(server, SWISS, 3)
        gone = (await people[0].get("/api/me")).json()["id"]
        assert (await people[0].send("DELETE", "/api/account", {})).status_code == 204
        shown = (await organiser.post(f"{path}/round", None)).json()
        assert gone not in [side for one in shown["pairings"][0] for side in (one["first"], one["second"])]

    bounded(scenario())


def test_when_the_organiser_is_forgotten_the_first_who_still_takes_part_goes_on(server: Server) -> None:
    async def scenario() -> None:
        organiser, people, path = await organised(server, SWISS, 4)
        _, other, *_ = people
        assert (await people[0].post(f"{path}/withdraw", {})).status_code == 201
        assert (await organiser.send("DELETE", "/api/account", {})).status_code == 204
        assert [(await person.get(path)).json()["yours"] for person in people] == [False, True, False, False]
        assert code(await people[2].post(f"{path}/round", None)) == (403, "error.organiser")
        assert (await other.post(f"{path}/round", None)).status_code == 201

    bounded(scenario())


def test_a_table_that_is_closed_before_its_match_counts_as_a_draw(own_server: Server) -> None:
    own_server.start()
    url = database.address(f"sqlite:///{own_server.data / 'kaik.sqlite3'}")

    async def scenario() -> None:
        organiser, _, path = await organised(own_server, ROBIN, 3)
        (match,) = [
            one
            for one in (await organiser.post(f"{path}/round", None)).json()["pairings"][0]
            if one["second"]
        ]
        await admin.on(url, admin.close, match["table"])
        shown = await settled(organiser, path)
        (drawn,) = [one for one in shown["pairings"][0] if one["second"]]
        assert (drawn["table"], drawn["places"]) == (None, [1, 1])
        assert [row["drawn"] for row in shown["standings"]].count(1) == 2
        assert (await organiser.post(f"{path}/round", None)).status_code == 201

    bounded(scenario())


def test_a_seat_in_a_tournament_is_nobody_elses(server: Server) -> None:
    async def scenario() -> None:
        organiser, people, path = await organised(server, ROBIN, 2)
        ids = {(await person.get("/api/me")).json()["id"]: person for person in people}
        (match,) = (await organiser.post(f"{path}/round", None)).json()["pairings"][0]
        left = await ids[match["first"]].post(f"/api/tables/{match['table']}/leave", None)
        assert left.status_code == 204, left.text
        answer = await Person(server).post(f"/api/tables/{match['table']}/join", {})
        assert code(answer) == (409, "error.no_open_seat")
        shown = await settled(organiser, path)
        assert shown["pairings"][0][0]["places"] == [2, 1], "it was given up"

    bounded(scenario())


def test_whose_seat_the_computer_has_taken_can_withdraw(tmp_path: Path) -> None:
    hasty = Server(tmp_path / "data", grace=0.0).start()

    async def scenario() -> None:
        organiser, people, path = await organised(hasty, {**ROBIN, "game": "old_cerke"}, 2)
        (match,) = (await organiser.post(f"{path}/round", None)).json()["pairings"][0]
        ids = {(await person.get("/api/me")).json()["id"]: person for person in people}
        async with ids[match["first"]].live(match["table"]) as line:
            state = await line.until(lambda frame: my_turn(frame) or (playing(frame) and frame["claims"]))
            if my_turn(state):
                await line.act(state, 0)
            await line.send(type="claim", seat=1, take="computer")
            await line.until(lambda frame: playing(frame) and frame["table"]["seats"][1]["given_up"])
        answer = await ids[match["second"]].post(f"{path}/withdraw", {})
        assert answer.status_code == 201, answer.text

    try:
        bounded(scenario())
    finally:
        hasty.kill()


def test_a_swiss_evening_of_a_game_without_choices(server: Server) -> None:
    async def scenario() -> None:
        organiser, people, path = await organised(server, {**SWISS, "rounds": 2}, 4)

        async def come(person: Person, table: str) -> None:
            async with person.live(table) as line:
                await line.until(over)

        ids = {(await person.get("/api/me")).json()["id"]: person for person in people}
        met = []
        for number in range(2):
            round = (await organiser.post(f"{path}/round", None)).json()["pairings"][number]
            met += [frozenset((one["first"], one["second"])) for one in round]
            await asyncio.gather(
                *(come(ids[one[side]], one["table"]) for one in round for side in ("first", "second"))
            )
            await settled(organiser, path)
        assert len(set(met)) == 4, "nobody meets twice"
        shown = (await organiser.get(path)).json()
        assert shown["status"] == "over"
        assert sum(row["points"] for row in shown["standings"]) == 4.0

    bounded(scenario())


@pytest.mark.parametrize(
    "wish",
    [
        {**SWISS, "name": " "},
        {**SWISS, "kind": "knockout"},
        {**SWISS, "game": "nothing"},
        {**SWISS, "rounds": 0},
    ],
    ids=["name", "kind", "game", "rounds"],
)
def test_what_cannot_be_organised_is_refused(server: Server, wish: dict[str, Any]) -> None:
    async def scenario() -> None:
        assert (await Person(server).post("/api/tournaments", wish)).status_code in (400, 404)

    bounded(scenario())


def test_a_tournament_needs_two(server: Server) -> None:
    async def scenario() -> None:
        organiser, _, path = await organised(server, SWISS, 1)
        assert code(await organiser.post(f"{path}/round", None)) == (409, "error.tournament_few")
        assert (await organiser.get("/api/tournaments/nothing")).status_code == 404

    bounded(scenario())

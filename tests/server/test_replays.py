"""Finished matches looked at event by event."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from kaik.core import registry
from kaik.core.game import CHANCE
from kaik.play.record import read, replay
from tests.server.driver import Person, Server, bounded, play_out

Data = dict[str, Any]


async def finished(person: Person, game: str, *seats: str, **body: Any) -> str:
    """A table at which this person has played to the end."""
    table = await person.set_up(game, "me", *seats, **body)
    async with person.live(table) as line:
        await play_out(line, Random(1))
    return table


async def fetched(person: Person, path: str) -> Data:
    answer = await person.get(path)
    assert answer.status_code == 200, answer.text
    found: Data = answer.json()
    return found


def cards(scene: Data, zone: str) -> list[str]:
    """The faces that can be read in a zone."""
    spots = next(one for one in scene["zones"] if one["id"] == zone)["spots"]
    return [item["face"] for spot in spots for item in spot.get("items", ()) if not item.get("face_down")]


def test_a_replay_has_a_scene_before_and_after_every_event(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await finished(ann, "walking_war", "greedy", options={"seasons": 1})
        replayed = await fetched(ann, f"/api/replays/{table}")
        match = replay(read(await ann.record(table)))
        assert len(replayed["events"]) == len(match.events)
        assert replayed["seats"][0]["you"]
        got = []
        while len(got) <= len(match.events):
            page = await fetched(ann, f"/api/replays/{table}/frames?first={len(got)}&count=50")
            assert page["first"] == len(got)
            got += page["scenes"]
        assert len(got) == len(match.states)
        last = msgspec.to_builtins(match.game.scene(match.state, None))
        assert got[-1]["zones"] == msgspec.json.decode(msgspec.json.encode(last["zones"]))

    bounded(story())


def test_everything_is_open_unless_a_seat_looks(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await finished(ann, "walking_war", "greedy", options={"seasons": 1})
        dealt = len(
            [1 for event in (await fetched(ann, f"/api/replays/{table}"))["events"] if "fell" in event]
        )
        first, count = f"first={dealt}", "count=1"
        everything = (await fetched(ann, f"/api/replays/{table}/frames?{first}&{count}"))["scenes"][0]
        assert cards(everything, "hand-0")
        assert cards(everything, "hand-1")
        mine = (await fetched(ann, f"/api/replays/{table}/frames?{first}&{count}&seat=0"))["scenes"][0]
        assert sorted(cards(mine, "hand-0")) == sorted(cards(everything, "hand-0"))
        assert not cards(mine, "hand-1")
        words = (await fetched(ann, f"/api/replays/{table}?seat=0"))["events"]
        assert words != (await fetched(ann, f"/api/replays/{table}"))["events"]

    bounded(story())


def test_chance_is_told_with_what_was_drawn(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await finished(ann, "beast_cast", "greedy")
        events = (await fetched(ann, f"/api/replays/{table}"))["events"]
        record = read(await ann.record(table))
        fell = [event["fell"] for event in events if "fell" in event]
        drawn = [(n, entry) for n, entry in enumerate(record.log) if entry["type"] == "chance"]
        assert [(one["number"], one["total"], one["drawn"]) for one in fell] == [
            (number, entry["total"], entry["drawn"]) for number, entry in drawn
        ]
        assert all(0 < one["weight"] < one["total"] for one in fell)
        assert all("notation" in event for event in events if event["actor"] >= 0)

    bounded(story())


def test_a_match_that_is_not_over_shows_nothing(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await ann.set_up("walking_war", "me", "open")
        for path in ("", "/frames", "/file?suffix=.json", "/verification"):
            answer = await ann.get(f"/api/replays/{table}{path}")
            assert (answer.status_code, answer.json()["code"]) == (403, "error.record_running"), path
        assert (await ann.get("/api/replays/nosuchmatch")).status_code == 404

    bounded(story())


def test_files_of_every_format_can_be_had_and_read_again(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await finished(ann, "cerke", "random", preset="education", options={"season_count": 1})
        formats = (await fetched(ann, f"/api/replays/{table}"))["formats"]
        assert formats == [".json", ".ckka"]
        answer = await ann.get(f"/api/replays/{table}/file?suffix=.ckka")
        assert f'filename="kaik-{table}.ckka"' in answer.headers["content-disposition"]
        score = registry.load("cerke").formats[".ckka"].read(answer.text)
        match = replay(read(await ann.record(table)))
        chosen = [event for event in match.events if event[0] != CHANCE]
        assert [event for event in score.events if event[0] != CHANCE] == chosen
        refused = await ann.get(f"/api/replays/{table}/file?suffix=.pgn")
        assert (refused.status_code, refused.json()["code"]) == (400, "error.suffix_game")

    bounded(story())


def test_impossible_pages_are_refused(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await finished(ann, "new_play", "greedy")
        for query in ("first=-1", "first=9999", "count=0", "count=999"):
            answer = await ann.get(f"/api/replays/{table}/frames?{query}")
            assert (answer.status_code, answer.json()["code"]) == (400, "error.frames"), query
        assert (await ann.get(f"/api/replays/{table}/frames?seat=7")).status_code == 404

    bounded(story())


def test_the_referee_confirms_a_record(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await finished(ann, "beast_cast", "greedy")
        found = await fetched(ann, f"/api/replays/{table}/verification")
        assert found == {"entries": len(read(await ann.record(table)).log), "fault": None}

    bounded(story())

"""Records by id: downloaded in every format, uploaded only when the referee agrees."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import httpx

from kaik.core import registry
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.play.record import Record, read, replay, verify
from tests.server.driver import Person, Server, bounded, over


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def upload(person: Person, text: str | bytes, suffix: str) -> httpx.Response:
    headers = {"Content-Type": "text/plain"}
    return await person.http.post("/api/records", params={"suffix": suffix}, content=text, headers=headers)


def a_record() -> str:
    """A match between two who choose blindly."""
    game = registry.load("cerke")
    match = Match(game, game.options(), 2, Sealed.fresh(2, 7))
    rng = Random(7)
    while not match.over and len(match.events) < 40:
        (seat,) = match.to_act()
        match.play(seat, rng.choice(match.legal(seat)))
    if not match.over:
        match.resign(0)
    return Record.of(match, players=["Ann", "Ben"]).to_json().decode()


def test_a_finished_match_is_read_by_its_tables_id(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table = await person.set_up("beast_cast", "me", "random")
        async with person.live(table) as line:
            await line.until(over)
        answer = await Person(server).get(f"/api/records/{table}")
        assert verify(read(answer.content)) is None
        waiting = await person.set_up("beast_cast", "me", "open")
        assert code(await person.get(f"/api/records/{waiting}")) == (403, "error.record_running")
        assert code(await person.get("/api/records/nothing")) == (404, "error.record_unknown")

    bounded(scenario())


def test_an_uploaded_record_can_be_replayed_and_converted(server: Server) -> None:
    async def scenario() -> None:
        person, reader = Person(server), Person(server)
        played = a_record()
        kept = await upload(person, played, ".JSON")
        assert kept.status_code == 201, kept.text
        id = kept.json()["id"]
        shown = read((await reader.get(f"/api/records/{id}")).content)
        assert replay(shown).result == replay(read(played)).result
        ckka = await reader.get(f"/api/records/{id}?suffix=.ckka")
        assert ckka.status_code == 200
        again = await upload(person, ckka.text, ".ckka")
        assert again.json()["game"] == "cerke"
        header = await reader.get(f"/api/replays/{id}")
        assert header.status_code == 200, header.text
        assert code(await reader.get(f"/api/records/{id}?suffix=.pdf"))[0] == 400

    bounded(scenario())


def test_what_there_is_to_say_about_a_record_is_said_and_its_remarks_are_shown(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        kept = await upload(person, "{一位色:黒}\nNAI兵NO水或{此善} LI兵LU無撃裁\n或為", ".txt")
        assert kept.status_code == 201, kept.text
        notes = [note["key"] for note in kept.json()["notes"]]
        assert notes == ["cerke:ckka.note_rules", "cerke:ckka.note_cut"]
        shown = (await person.get(f"/api/replays/{kept.json()['id']}")).json()
        assert [event.get("unknown", False) for event in shown["events"]] == [True, True, False, True, False]
        assert [event.get("remark", "") for event in shown["events"]] == ["", "", "", "此善", ""]
        assert shown["viewer"] == ""

    bounded(scenario())


def test_replays_link_to_the_public_viewer_if_the_server_knows_one(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        person = Person(server)
        id = (await upload(person, a_record(), ".json")).json()["id"]
        text = (await person.get(f"/api/replays/{id}/file?suffix=.ckka")).text
        for seat, side in (("", "ia"), ("?seat=0", "ia"), ("?seat=1", "a")):
            link = urlsplit((await person.get(f"/api/replays/{id}{seat}")).json()["viewer"])
            assert (link.netloc, link.path) == ("viewer.example.org", "/records/show_history.html")
            assert parse_qs(link.query) == {"side": [side], "history": [text]}

    server = Server(tmp_path, viewer="https://viewer.example.org/records/").start()
    bounded(scenario(server))
    assert server.stop() == 0


def test_what_is_no_record_or_a_false_one_is_refused(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        false = json.loads(a_record())
        false["log"] = false["log"][1:]
        for suffix, text in (
            (".json", "{}"),
            (".json", "no json"),
            (".txt", "hello"),
            (".txt", ""),
            (".ckka", "{}"),
            ("", ""),
            (".json", json.dumps(false)),
            (".json", b"\xff"),
        ):
            answer = await upload(person, text, suffix)
            assert answer.status_code == 400, (suffix, answer.text)

    bounded(scenario())

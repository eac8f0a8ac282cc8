"""Settings, ports, the store, the site and the schema, each on its own."""

from __future__ import annotations

import asyncio
import gzip
import json
import multiprocessing
import re
import socket
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import httpx
import pytest
from msgspec.structs import replace

from kaik.core import registry
from kaik.core.messages import LANGUAGES, catalogue
from kaik.play.fairness import Nonce, Sealed
from kaik.play.match import Match, Offered, Ruled
from kaik.players.question import Question
from kaik.protocol import schema
from kaik.server import run
from kaik.server.db.repository import Conflict
from kaik.server.db.store import Store
from kaik.server.errors import BadSettings
from kaik.server.http.site import Site
from kaik.server.notify.bus import LocalBus
from kaik.server.settings import PORT, Settings, settings
from kaik.server.workers.pool import WorkerPool
from kaik.table.commands import Change
from kaik.table.state import Person, SeatState, TableState
from tests.cli import refused, said
from tests.server.driver import SOURCE, Server, bounded
from tests.server.driver import Person as Guest


@pytest.mark.parametrize(
    ("flags", "key"),
    [
        ({"port": "many"}, "error.settings_port"),
        ({"port": "65536"}, "error.settings_port"),
        ({"port": "-1"}, "error.settings_port"),
        ({"host": ""}, "error.settings_host"),
        ({"host": "http://x/"}, "error.settings_host"),
        ({"host": "1:2"}, "error.settings_host"),
        ({"public_url": "games.example.org"}, "error.settings_url"),
        ({"public_url": "https://games.example.org/kaik"}, "error.settings_url"),
        ({"public_url": "https://games.example.org:99999"}, "error.settings_url"),
        ({"public_url": "https://me:secret@games.example.org"}, "error.settings_url"),
        ({"viewer": "viewer.example.org"}, "error.settings_viewer"),
        ({"viewer": "https://viewer.example.org/?a=b"}, "error.settings_viewer"),
        ({"viewer": "javascript:alert(1)"}, "error.settings_viewer"),
        ({"nonce_wait": "soon"}, "error.settings_seconds"),
        ({"data": "/dev/null/kaik"}, "error.settings_data"),
    ],
)
def test_bad_settings_are_named(tmp_path: Path, flags: dict[str, str], key: str) -> None:
    with pytest.raises(BadSettings) as refused:
        settings({"data": tmp_path, **flags})
    assert refused.value.message.key == key
    assert key not in str(refused.value)


def test_flags_come_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {
        "PORT": "81",
        "HOST": "::1",
        "PUBLIC_URL": "https://Example.org/",
        "GRACE": "7",
        "LAN": "yes",
    }
    for name, value in {**environment, "DATA": str(tmp_path), "OPEN_BROWSER": "no", "WORKERS": ""}.items():
        monkeypatch.setenv(f"KAIK_{name}", value)
    served: list[Settings] = []
    monkeypatch.setattr(run, "run", lambda settings, _: served.append(settings))
    said("serve", "--port", "82")
    [made] = served
    assert (made.port, made.host, made.public_url) == (82, "::1", "https://example.org")
    assert (made.data, made.grace, made.open_browser, made.workers) == (tmp_path, 7, False, 1)
    assert made.port_given
    assert made.secure


@pytest.mark.parametrize(("name", "flag"), [("LAN", "--lan"), ("OPEN_BROWSER", "--open")])
def test_a_variable_that_says_neither_yes_nor_no_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, flag: str
) -> None:
    monkeypatch.setenv(f"KAIK_{name}", "perhaps")
    assert refused("serve") == f"{flag} does not take that value."


def test_without_a_word_the_usual_port_is_used(tmp_path: Path) -> None:
    assert settings({"data": tmp_path}).port == PORT
    assert settings({"data": tmp_path}).viewer == ""
    assert settings({"data": tmp_path, "viewer": " http://a.b/c "}).viewer == "http://a.b/c"


def test_another_port_is_found_unless_one_was_asked_for(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with run.listen(Settings(port=port, data=tmp_path)) as found:
            assert found.getsockname()[1] != port
        with pytest.raises(BadSettings):
            run.listen(Settings(port=port, data=tmp_path, port_given=True))


def test_the_address_can_be_opened(tmp_path: Path) -> None:
    assert run.address(Settings(data=tmp_path, host="0.0.0.0"), 81) == "http://127.0.0.1:81/"
    assert run.address(Settings(data=tmp_path, host="::1"), 81) == "http://[::1]:81/"
    assert run.address(Settings(data=tmp_path, public_url="https://x.org"), 81) == "https://x.org/"


def test_a_change_is_written_whole_and_only_to_the_version_it_was_made_from(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}")
        await store.add_person(Person("p", "P"), "hash", 1.0)
        seats = (SeatState("person", "p", name="P"), SeatState("open"))
        state = TableState("t", "g", None, {}, "waiting", b"seed", 1.0, seats)
        await store.add_table(state)
        named = replace(seats[0], nonce="ab")
        given = replace(state, nonces=(Nonce("ab", "seat"),), seats=(named, seats[1]))
        begun = replace(given, status="playing", version=1)
        begin = Change(state, begun, 0, (Ruled("draw"), Offered("draw", 0)), 2.0)
        await store.write(begin)
        with pytest.raises(Conflict):
            await store.write(begin)
        over = replace(begun, status="over", due=3.0, version=2)
        with pytest.raises(Conflict):  # another version
            await store.write(Change(replace(begun, version=7), over, 2, (Ruled("draw"),), 3.0))
        with pytest.raises(Conflict):  # a number that is taken
            await store.write(Change(begun, over, 1, (Ruled("draw"),), 3.0))
        assert (await store.table("t"), len(await store.entries("t"))) == (begun, 2)
        await store.write(Change(begun, over, 2, (Ruled("length"),), 3.0))
        assert await store.table("t") == over
        assert [entry["type"] for entry in await store.entries("t")] == ["ruling", "offer", "ruling"]
        await store.close()

    bounded(scenario())


def test_the_database_writes_through(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}")
        async with store._engine.connect() as connection:
            found = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert found == ["wal", 2, 1]
        await store.close()

    bounded(scenario())


def test_notices_are_heard_by_those_who_listen_and_run_together() -> None:
    async def scenario() -> None:
        bus = LocalBus()
        bus.publish("t", 1)
        with bus.subscribe("t") as one, bus.subscribe("t") as two, bus.subscribe("u") as other:
            bus.publish("t", 5)
            bus.publish("t", 4)
            assert await one.wait() == await two.wait() == 5
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(other.wait(), 0.01)

    bounded(scenario())


def test_the_site_serves_files_and_the_page(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    page, code = "<!doctype html>" + "x" * 1000, "let a = 1;" * 100
    (tmp_path / "index.html").write_text(page)
    (tmp_path / "assets" / "a-1234.js").write_text(code)
    (tmp_path.parent / "secret.txt").write_text("secret")
    site = Site(tmp_path)

    async def scenario() -> None:
        for path in ("/", "/play/x", "/t/abc", "/scenes"):
            found = await site.asset(path)
            assert found is not None
            assert (found.bodies[""].decode(), found.cache) == (page, "no-cache")
        script = await site.asset("/assets/a-1234.js")
        assert script is not None
        assert "immutable" in script.cache
        assert script.media_type == "text/javascript"
        assert brotli.decompress(script.bodies["br"]).decode() == code
        assert gzip.decompress(script.bodies["gzip"]).decode() == code
        for path in ("/assets/b.js", "/../secret.txt", "/assets/../../secret.txt", "/x.png", "/a\0.js"):
            assert await site.asset(path) is None

    bounded(scenario())


def test_the_page_says_when_the_client_was_not_built(tmp_path: Path) -> None:
    async def scenario() -> None:
        found = await Site(tmp_path).asset("/")
        assert found is not None
        assert b"has not been built" in found.bodies[""]

    bounded(scenario())


def test_games_texts_and_players_are_listed(server: Server) -> None:
    async def scenario() -> None:
        guest = Guest(server)
        games = {game["id"]: game for game in (await guest.get("/api/games")).json()}
        assert games["beast_streak"]["titles"]["ja"] == "連撃獣裁"
        detail = (await guest.get("/api/games/beast_streak")).json()
        assert detail["values"]["default"]["rounds"] == 0
        assert {field["id"] for field in detail["fields"]} >= {"rounds", "stick_bias"}
        players = (await guest.get("/api/players")).json()
        assert {f"level{n}" for n, _ in enumerate(detail["levels"], 1)} < set(players)
        assert len(detail["levels"]) == 8
        without_choices = (await guest.get("/api/games/beast_cast")).json()
        assert [level["key"] for level in without_choices["levels"]] == ["level.no_choices"]
        texts = (await guest.get("/api/messages/ja?game=beast_streak")).json()
        assert texts["title"] == "連撃獣裁"
        assert "error.answered" in (await guest.get("/api/messages/en")).json()
        assert (await guest.get("/api/messages/xx")).status_code == 404
        assert (await guest.get("/api/games/chess")).status_code == 404

    bounded(scenario())


def test_guests_are_known_by_their_cookie(server: Server) -> None:
    async def scenario() -> None:
        guest = Guest(server)
        answer = await guest.get("/api/me")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        me = answer.json()
        again = await guest.get("/api/me")
        assert again.json() == me
        assert "set-cookie" not in again.headers
        renamed = await guest.send("PATCH", "/api/me", {"name": "  Kai  K. "})
        assert renamed.json() == me | {"name": "Kai K."}
        for name in ("", "   ", "x" * 41, "a\u0000b", "\u202eevil"):
            assert (await guest.send("PATCH", "/api/me", {"name": name})).status_code == 400
        table = await guest.set_up("beast_streak", "me", "open")
        shown = (await Guest(server).get(f"/api/tables/{table}")).json()
        assert [seat["name"] for seat in shown["seats"]] == ["Kai K.", ""]
        assert [made["id"] for made in (await guest.get("/api/tables")).json()] == [table]
        token = next(iter(guest.http.cookies.values()))
        assert token.encode() not in b"".join(file.read_bytes() for file in server.data.iterdir())

    bounded(scenario())


def test_answers_are_compressed(server: Server) -> None:
    for encoding in ("br", "gzip"):
        answer = httpx.get(f"{server.url}/api/games", headers={"Accept-Encoding": encoding})
        assert answer.headers["content-encoding"] == encoding
        assert answer.json()


def test_the_interface_describes_itself(server: Server) -> None:
    paths = httpx.get(f"{server.url}/schema").json()["paths"]
    assert {"/api/games", "/api/tables", "/api/tables/{table}/join"} <= paths.keys()


def test_one_schema_holds_all_that_is_sent(tmp_path: Path) -> None:
    schema.main(str(tmp_path / "out.json"))
    document = json.loads((tmp_path / "out.json").read_text())
    names = {"State", "Refused", "Pong", "Act", "GiveNonce", "Ping", "Scene", "Table"}
    assert names <= document["$defs"].keys()
    assert set(document["properties"]) == set(schema.TYPES)


def question(player: str) -> Question:
    """What a seat is asked in the middle of a match."""
    game = registry.load("beast_streak")
    match = Match(game, game.options(), 2, Sealed.fresh(2, 1))
    seat = match.to_act()[0]
    return Question(game.id, player, seat, game.view(match.state, seat), list(match.legal(seat)), "seed")


def test_a_thinking_process_that_dies_is_replaced() -> None:
    async def scenario() -> None:
        thinkers = WorkerPool(1)
        first = await thinkers.ask(question("greedy"))
        for child in multiprocessing.active_children():
            child.kill()
        asked = [thinkers.ask(question("greedy")) for _ in range(5)]
        assert await asyncio.gather(*asked) == [first] * 5
        thinkers.close()

    bounded(scenario())


def test_a_player_that_fails_does_not_stop_the_match() -> None:
    async def scenario() -> None:
        thinkers = WorkerPool(1)
        assert await thinkers.ask(question("nobody")) in range(2)
        thinkers.close()

    bounded(scenario())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_the_server_names_exists(language: str) -> None:
    folders = [SOURCE / "kaik" / layer for layer in ("server", "service", "protocol")]
    files = [*(file for folder in folders for file in folder.rglob("*.py")), SOURCE / "kaik/cli/serve.py"]
    named = {key for file in files for key in re.findall(r'"((?:error|cli)\.[\w.]+)"', file.read_text())}
    assert len(named) > 30
    assert sorted(key for key in named if key not in catalogue(language)) == []

"""Looking after a server: health, figures, logs, limits, names, closing, banning, backups, invitations."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from kaik.core.errors import Refusal
from kaik.play.match import Offered
from kaik.play.record import read, replay
from kaik.protocol.errors import TooMany
from kaik.server import admin
from kaik.server.db import database, models
from kaik.server.db.store import Store
from kaik.server.errors import BadSettings
from kaik.server.http import hosts, lan, limits
from kaik.server.http.limits import Bucket, RateLimits
from kaik.server.settings import Settings, settings
from kaik.table.commands import Change
from kaik.table.state import Person as Kept
from kaik.table.state import SeatState, TableState
from tests.server.driver import SOURCE, Person, Server, bounded, my_turn, over, playing
from tests.server.postgres import Postgres

ELSEWHERE = {"X-Forwarded-For": "1.2.3.4"}


def test_a_server_that_works_says_so(server: Server) -> None:
    answer = httpx.get(f"{server.url}/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_a_server_without_its_database_says_so(tmp_path: Path, postgres: Postgres) -> None:
    made = Server(tmp_path, db=postgres.fresh()).start()
    name = urlsplit(made._db).path[1:]
    postgres.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    postgres.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    answer = httpx.get(f"{made.url}/healthz", timeout=120)
    assert (answer.status_code, answer.json()["status"]) == (503, "no database")
    postgres.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert httpx.get(f"{made.url}/healthz", timeout=120).status_code == 200
    assert made.stop() == 0


def figures(server: Server) -> dict[str, float]:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[0] != "#"}


def test_requests_sockets_and_frames_are_counted(server: Server) -> None:
    async def scenario() -> None:
        before = figures(server)
        person = Person(server)
        table = await person.set_up("beast_streak", "me", "open")
        async with person.live(table) as line:
            await line.hear()
            await line.send(type="ping")
            await line.hear()
            during = figures(server)
        route = 'kaik_requests_total{method="POST",route="/api/tables",status="201"}'
        assert during[route] == before.get(route, 0) + 1
        assert during["kaik_sockets"] >= 1
        frames = 'kaik_frames_total{type="ping"}'
        assert during[frames] == before.get(frames, 0) + 1
        assert table not in httpx.get(f"{server.url}/metrics").text

    bounded(scenario())


def test_figures_of_several_processes_are_added_up(tmp_path: Path, postgres: Postgres) -> None:
    made = Server(tmp_path, db=postgres.fresh(), workers=2).start()
    for _ in range(20):
        httpx.get(f"{made.url}/api/players")
    assert figures(made)['kaik_requests_total{method="GET",route="/api/players",status="200"}'] == 20
    assert made.stop() == 0


def test_figures_are_not_for_everybody(server: Server) -> None:
    assert httpx.get(f"{server.url}/metrics", headers=ELSEWHERE).status_code == 403
    near = {"X-Forwarded-For": "192.168.1.9"}
    assert httpx.get(f"{server.url}/metrics", headers=near).status_code == 200


# -- logs ------------------------------------------------------------------------------------------


def test_logs_are_lines_of_json_without_secrets(tmp_path: Path) -> None:
    said = tmp_path / "said"
    made = Server(tmp_path / "data", log=said)
    made.start()

    secrets = ["5eed" * 8, "Secretname"]

    async def scenario() -> None:
        person = Person(made)
        table = await person.set_up("beast_streak", "me", "random", options={"rounds": 1})
        async with person.live(table) as line:
            state = await line.until(my_turn)
            await line.refusal("{")
            await line.act(state, 1)
        await person.http.patch("/api/me", json={"name": "Tlak Secretname"})
        secrets.extend([*person.http.cookies.values(), table, state["fairness"]["commitment"]])

    bounded(scenario())
    assert made.stop() == 0
    lines = [json.loads(line) for line in said.read_text().splitlines()]
    routes = {line.get("route") for line in lines}
    assert "/api/tables" in routes
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    with_db = b"".join(file.read_bytes() for file in (tmp_path / "data").iterdir())
    assert b"Secretname" in with_db
    for secret in secrets:
        assert secret not in said.read_text()


# -- names and limits ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("localhost:8340", True),
        ("127.0.0.1:8340", True),
        ("[::1]:8340", True),
        ("192.168.1.20:8340", True),
        ("games.example.org", True),
        ("club.example", True),
        ("CLUB.example.:80", True),
        ("", True),
        ("evil.example:8340", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
    ],
)
def test_only_known_names_are_answered_to(tmp_path: Path, name: str, known: bool) -> None:
    made = Settings(data=tmp_path, public_url="https://games.example.org", hosts=("club.example",))
    assert hosts.is_own_name(hosts.host_name(name), made) == known


def test_a_strange_name_is_refused(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/me", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "error.host")
    assert "set-cookie" not in answer.headers


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(2.0, 0.0)
    assert [bucket.take(2.0, 1.0, 0.0) for _ in range(2)] == [0.0, 0.0]
    assert bucket.take(2.0, 1.0, 0.0) == 1.0
    assert bucket.take(2.0, 1.0, 1.0) == 0.0


def test_too_much_is_refused_and_others_are_not_touched() -> None:
    now = [0.0]
    made = RateLimits(lambda: now[0])
    for _ in range(int(limits.CHANGES[0])):
        made.count_request("a", True)
    with pytest.raises(TooMany):
        made.count_request("a", True)
    made.count_request("a", False)
    made.count_request("b", True)
    now[0] = 1.0
    made.count_request("a", True)


def test_sockets_of_one_address_are_counted() -> None:
    made = RateLimits()
    open_sockets = [made.socket("a") for _ in range(limits.SOCKETS)]
    for one in open_sockets:
        one.__enter__()
    with pytest.raises(TooMany), made.socket("a"):
        pass
    with made.socket("b"), made.socket(None):
        pass
    open_sockets.pop().__exit__(None, None, None)
    with made.socket("a"):
        pass


def test_a_flood_from_one_address_is_refused_and_the_others_go_on(server: Server) -> None:
    async def scenario() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=120) as http:
            codes = [await post(http, ELSEWHERE) for _ in range(int(limits.CHANGES[0]))]
            assert set(codes) == {400}, "wrong, but not too many"
            later = [await post(http, ELSEWHERE) for _ in range(50)]
            assert 429 in later
            assert await post(http, {"X-Forwarded-For": "1.2.3.5"}) == 400
            assert await post(http, {}) == 400

    async def post(http: httpx.AsyncClient, headers: dict[str, str]) -> int:
        return (await http.post("/api/tables", json={}, headers=headers)).status_code

    bounded(scenario())


# -- settings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "key"),
    [
        ({"log": "xml"}, "error.settings_choice"),
        ({"log_level": "loud"}, "error.settings_choice"),
        ({"hosts": "a b"}, "error.settings_host"),
        ({"proxies": "10.0.0.0/99"}, "error.settings_proxies"),
    ],
)
def test_bad_settings_are_named(tmp_path: Path, flags: dict[str, str], key: str) -> None:
    with pytest.raises(BadSettings) as refused:
        settings({"data": tmp_path, **flags})
    assert refused.value.message.key == key


def test_the_network_is_let_in_when_asked(tmp_path: Path) -> None:
    assert settings({"data": tmp_path, "lan": True}).wide
    assert not settings({"data": tmp_path}).wide
    assert settings({"data": tmp_path, "host": "10.0.0.1", "lan": True}).host == "10.0.0.1"


# -- invitations -----------------------------------------------------------------------------------


def test_others_are_told_an_address_that_is_good_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan, "lan_address", lambda: "192.168.1.5")
    assert lan.address_for_others(Settings(data=tmp_path), 81) is None
    assert lan.address_for_others(Settings(data=tmp_path, host="localhost"), 81) is None
    assert lan.address_for_others(Settings(data=tmp_path, host="0.0.0.0"), 81) == "http://192.168.1.5:81"
    assert lan.address_for_others(Settings(data=tmp_path, host="fd00::1"), 81) == "http://[fd00::1]:81"
    public = Settings(data=tmp_path, public_url="https://x.org")
    assert lan.address_for_others(public, 81) == "https://x.org"
    assert len(lan.qr_for_terminal("http://192.168.1.5:81/").splitlines()) > 10


def test_a_table_can_be_shown_to_a_phone(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        table = await person.set_up("beast_streak", "me", "open")
        told = (await person.get(f"/api/tables/{table}/invitation")).json()
        assert told == {"url": f"{server.url}/t/{table}"}
        drawn = await person.get(f"/api/tables/{table}/invitation.svg")
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert drawn.text.startswith("<svg")
        assert (await person.get("/api/tables/none/invitation")).status_code == 404

    bounded(scenario())


# -- looking after the database --------------------------------------------------------------------


async def answers(person: Person, status: int) -> None:
    """Wait until the person is answered so: who is banned is read anew now and then."""
    while (await person.get("/api/tables")).status_code != status:
        await asyncio.sleep(0.1)


def looked_after(server: Server, *words: str) -> subprocess.CompletedProcess[str]:
    """`kaik admin` beside a running server."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "KAIK_LANG": "en", "KAIK_DB": ""}
    command = [sys.executable, "-m", "kaik", "admin", *words, "--data", str(server.data)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1200)


def test_a_match_is_closed_and_somebody_banned_while_the_server_runs(own_server: Server) -> None:
    own_server.start()

    async def scenario() -> None:
        person = Person(own_server)
        me = (await person.get("/api/me")).json()
        table = await person.set_up("beast_streak", "me", "random")
        waiting = await person.set_up("beast_streak", "me", "open")
        async with person.live(table) as line:
            await line.until(playing)
            listed = (await asyncio.to_thread(looked_after, own_server, "list")).stdout
            assert table in listed
            assert me["id"] in listed
            done = await asyncio.to_thread(looked_after, own_server, "close", table)
            assert done.returncode == 0, done.stderr
            assert (await line.until(over))["result"]["reason"]["key"] == "reason.closed"
            assert (await asyncio.to_thread(looked_after, own_server, "close", table)).returncode == 2
            assert (await asyncio.to_thread(looked_after, own_server, "close", waiting)).returncode == 0
            assert (await asyncio.to_thread(looked_after, own_server, "ban", me["id"])).returncode == 0
            await answers(person, 403)
            refused = await line.refusal('{"type": "ping"}')
            assert refused["code"] == "error.banned"
            assert (await asyncio.to_thread(looked_after, own_server, "unban", me["id"])).returncode == 0
            await answers(person, 200)
        assert replay(read(await person.record(table))).over

    bounded(scenario())


def test_unknown_things_are_said_in_one_sentence(own_server: Server) -> None:
    for words in (["close", "x"], ["ban", "x"], ["shut"], ["close"], ["restore", "none.gz"], ["list", "x"]):
        done = looked_after(own_server, *words)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr


def test_a_backup_of_one_database_can_be_restored_into_another(tmp_path: Path, postgres: Postgres) -> None:
    sqlite = f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}"
    there, again = postgres.fresh(), f"sqlite+aiosqlite:///{tmp_path / 'y.sqlite3'}"

    async def scenario() -> None:
        store = await Store.open(sqlite)
        await store.add_person(Kept("p", "Pai"), "hash", 1.0)
        seats = (SeatState("person", "p"), SeatState("computer", player="greedy"))
        state = TableState("t", "g", None, {"a": 1}, "waiting", b"\x00\xff seed", 1.0, seats)
        await store.add_table(state)
        begun = replace(state, status="playing", version=1)
        await store.write(Change(state, begun, 0, (Offered("draw", 0), Offered("draw", 1)), 2.0))
        await store.close()
        for source, target in ((sqlite, there), (there, again)):
            file = tmp_path / "all.gz"
            rows = await admin.on(source, admin.backup, file)
            assert await admin.on(target, admin.restore, file, fresh=True) == rows > 5
            with pytest.raises(Refusal, match="empty"):
                await admin.on(target, admin.restore, file)
        assert await _everything(again) == await _everything(there) == await _everything(sqlite)

    bounded(scenario())


async def _everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    engine = database.engine(url)
    async with engine.connect() as connection:
        found = {
            table.name: [tuple(row) for row in (await connection.execute(sa.select(table))).all()]
            for table in models.schema.sorted_tables
        }
    await engine.dispose()
    return found


def test_a_damaged_backup_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}"
    file = tmp_path / "all.gz"

    async def scenario() -> None:
        store = await Store.open(url)
        await store.add_person(Kept("p", "Pai"), "hash", 1.0)
        await store.close()
        await admin.on(url, admin.backup, file)
        target = f"sqlite+aiosqlite:///{tmp_path / 'y.sqlite3'}"
        whole = file.read_bytes()
        for broken in (b"", b"no backup", whole[:-12], whole[:20]):
            file.write_bytes(broken)
            with pytest.raises(BadSettings, match="not a whole backup"):
                await admin.on(target, admin.restore, file, fresh=True)
        file.write_bytes(whole)
        assert await admin.on(target, admin.restore, file, fresh=True) == 3, (
            "a person, their key, and the version of the options"
        )

    bounded(scenario())


def test_a_backup_is_its_owners_and_replaces_an_older_one_only_when_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, file = f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}", tmp_path / "all.gz"

    async def scenario() -> None:
        store = await Store.open(url)
        await store.add_person(Kept("p", "Pai"), "hash", 1.0)
        await store.close()
        await admin.on(url, admin.backup, file)
        assert file.stat().st_mode & 0o077 == 0, "it holds seeds and hashes"
        before, there = file.read_bytes(), sorted(tmp_path.iterdir())
        monkeypatch.setattr(admin, "Rows", lambda *_: pytest.fail("the disk is full", pytrace=False))
        with pytest.raises(pytest.fail.Exception):
            await admin.on(url, admin.backup, file)
        assert (file.read_bytes(), sorted(tmp_path.iterdir())) == (before, there)

    bounded(scenario())

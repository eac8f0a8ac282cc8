"""The Python client and the example bot, against a real server."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kaik import bot
from kaik.client import Address
from kaik.client import Server as Client
from kaik.core.errors import Refusal
from kaik.play.record import verify
from kaik.protocol.tables import NewSeat, NewTable
from tests.server.driver import SOURCE, Server, bounded

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
START = "from kaik.cli.main import app; app()"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        env={"PYTHONPATH": str(SOURCE), "KAIK_LANG": "en", "PATH": ""},
        capture_output=True,
        text=True,
        timeout=300,
    )


def at(server: Server, token: str | None = None) -> Client:
    return Client(Address.read(server.url), token=token)


def test_a_whole_match_against_the_computer(server: Server) -> None:
    async def scenario() -> None:
        kaik = at(server)
        table = await kaik.set_up(NewTable("new_play", (NewSeat("me"), NewSeat("computer", "greedy"))))
        end = await bot.play(kaik, table.id, lambda state: len(state.legal) - 1)
        assert end.result is not None
        assert verify(await kaik.record(table.id)) is None

    bounded(scenario())


def test_a_refusal_has_the_servers_words(server: Server) -> None:
    with pytest.raises(Refusal) as refused:
        bot.run(server.url, "nothing", lambda _: 0)
    assert refused.value.message.key == "error.game_unknown"


def test_a_token_is_another_way_in(server: Server) -> None:
    async def scenario() -> None:
        owner = at(server)
        await owner.send("POST", "/api/account", {"name": "Bot Keeper", "password": "a long password"})
        token = (await owner.send("POST", "/api/tokens", {"name": "bot"}))["token"]
        program = at(server, token)
        assert (await program.me()).name == "Bot Keeper"
        table = await program.set_up(NewTable("beast_cast", (NewSeat("me"), NewSeat("computer", "random"))))
        assert (await bot.play(program, table.id, lambda _: 0)).seat == 0

    bounded(scenario())


def test_the_example_bot_plays_against_another(server: Server) -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 40
    done: list[subprocess.CompletedProcess[str]] = []
    bots = [
        threading.Thread(target=lambda: done.append(run(str(BOT), server.url, "six_cast"))) for _ in range(2)
    ]
    for one in bots:
        one.start()
    for one in bots:
        one.join()
    assert [one.returncode for one in done] == [0, 0], done
    pages, ends = zip(*(one.stdout.splitlines() for one in done), strict=True)
    assert len(set(pages)) == 1, "they have met"
    assert all(end.startswith("places: ") for end in ends)
    verified = run("-c", START, "verify", pages[0])
    assert (verified.returncode, verified.stderr) == (0, ""), verified


def test_verify_says_what_is_wrong_with_an_address(server: Server) -> None:
    for place in (f"{server.url}/t/nothing", "http://127.0.0.1:9/t/x"):
        refused = run("-c", START, "verify", place)
        assert refused.returncode != 0
        assert len(refused.stderr.strip().splitlines()) == 1, refused.stderr
        assert place in refused.stderr

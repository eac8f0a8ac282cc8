"""Tables on a real server, joined from the full screen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kaik.cli.tui.lobby import LobbyScreen
from kaik.cli.tui.playing import PlayScreen
from kaik.cli.tui.setup import SetupScreen
from kaik.client import Address, Cookies
from kaik.core.errors import BadOptions
from kaik.play.record import read, verify
from tests.server.driver import Person as Opponent
from tests.server.driver import Server, play_out
from tests.tui.driver import person


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "data").start()
    yield made
    if made.running:
        made.stop()


def test_a_link_leads_to_a_seat_opposite_a_person(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "online.json"

    async def scenario() -> None:
        opponent = Opponent(server)
        table = await opponent.set_up("beast_streak", "me", "open", options={"rounds": 1})
        async with opponent.live(table) as line, person() as someone:
            other = asyncio.create_task(play_out(line, Random(2)))
            someone.client.attempt(someone.client.join(f"{server.url}/t/{table}"))
            await someone.until(lambda: isinstance(someone.screen, PlayScreen))
            await someone.play()
            await someone.shows("The match is over")
            assert (await other)["result"] is not None
            await someone.press("tab", "enter")
            await someone.shows("Save as which file?")
            await someone.press("ctrl+u", *str(file), "enter")
            await someone.until(file.exists)
        assert verify(read(file.read_bytes())) is None

    asyncio.run(scenario())


def test_a_table_is_set_up_and_survives_the_loss_of_the_server(server: Server) -> None:
    async def scenario() -> None:
        async with person(size=(100, 40)) as someone:
            someone.client.attempt(someone.client.join(server.url))
            await someone.until(lambda: isinstance(someone.screen, LobbyScreen))
            await someone.press("down", "enter")
            await someone.until(lambda: isinstance(someone.screen, SetupScreen))
            assert someone.screen.game.id == "beast_streak"
            await someone.until(lambda: len(someone.screen.query("#seats Select")) == 2)
            list(someone.screen.query("#seats Select"))[1].value = "level1"
            await someone.pilot.pause()
            await someone.press("f2")
            await someone.until(lambda: isinstance(someone.screen, PlayScreen) and someone.asked())
            await someone.decide(someone.screen)
            server.kill()
            await someone.shows("The connection was lost")
            server.start()
            await someone.play()
            await someone.shows("The match is over")
            await someone.press("escape", "q")
            await someone.until(lambda: isinstance(someone.screen, LobbyScreen))
            await someone.shows("Your tables")

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ftp://x", "“ftp://x” is no address of a server."),
        ("127.0.0.1:1", "http://127.0.0.1:1 does not answer."),
    ],
)
def test_a_wrong_address_gets_one_sentence(text: str, sentence: str) -> None:
    async def scenario() -> None:
        async with person() as someone:
            someone.client.attempt(someone.client.join(text))
            await someone.shows(sentence)

    asyncio.run(scenario())


def test_a_server_of_another_kind_gets_one_sentence() -> None:
    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        await writer.drain()
        writer.close()

    async def scenario() -> None:
        other = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = other.sockets[0].getsockname()[1]
        async with other, person() as someone:
            someone.client.attempt(someone.client.join(f"127.0.0.1:{port}"))
            await someone.shows(f"http://127.0.0.1:{port} is no kaik server")

    asyncio.run(scenario())


def test_addresses_are_read_as_people_paste_them() -> None:
    assert Address.read("localhost:8340") == Address("http://localhost:8340")
    assert Address.read("https://games.example.org/") == Address("https://games.example.org")
    assert Address.read("https://games.example.org/t/k7m2") == Address("https://games.example.org", "k7m2")
    assert Address("http://a").link("k7") == "http://a/t/k7"
    with pytest.raises(BadOptions):
        Address.read("http://")


def test_a_guest_is_still_the_same_tomorrow(tmp_path: Path) -> None:
    file = tmp_path / "guests.json"
    Cookies(file).take("http://a", ["kaik_guest=me; HttpOnly; SameSite=Lax; Path=/"])
    assert Cookies(file).header("http://a") == "kaik_guest=me"
    assert Cookies(file).header("http://b") == ""
    assert file.stat().st_mode & 0o077 == 0

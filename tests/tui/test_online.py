"""Tables on a real server, joined from the full screen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from kaik.cli.tui.lobby import LobbyScreen
from kaik.cli.tui.playing import PlayScreen
from kaik.cli.tui.remote import RemoteSession
from kaik.cli.tui.setup import SetupScreen
from kaik.client import Address, Cookies
from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.options import plain
from kaik.play.record import read, verify
from kaik.protocol.tables import Table
from tests.server.driver import Line, Server, my_turn, over, play_out, playing
from tests.server.driver import Person as Opponent
from tests.tui.driver import Person, person


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


def test_who_has_nothing_to_choose_is_told_who_is_awaited(server: Server) -> None:
    async def scenario() -> None:
        opponent = Opponent(server)
        table = await opponent.set_up("cerke", "me", "open", options={"first_player": "fixed"})
        async with opponent.live(table), person() as someone:
            someone.client.attempt(someone.client.join(f"{server.url}/t/{table}"))
            await someone.shows("Waiting for Guest")

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
            await someone.press("f2")
            await someone.shows("f start with the computer")
            assert "resign" not in someone.text()
            await someone.press("f")
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


def test_people_talk_propose_answer_and_play_one_more(server: Server) -> None:
    async def scenario() -> None:
        opponent = Opponent(server)
        table = await opponent.set_up("old_cerke", "open", "me")
        async with opponent.live(table) as line, person() as someone:
            someone.client.attempt(someone.client.join(f"{server.url}/t/{table}"))
            await line.until(playing)
            await someone.until(lambda: isinstance(someone.screen, PlayScreen) and someone.asked())
            await _keeps_what_was_touched(someone, line)
            await _talks_back(someone, line)
            await _proposes(someone, line)
            await line.act(await line.until(my_turn), 0)
            await line.send(type="offer", matter="draw")
            await someone.shows("offers a draw: y agrees, n declines.")
            assert "y agree" in someone.text()
            await someone.press("y")
            await line.until(over)
            await someone.shows("A draw was agreed.")
            await someone.press("escape")
            next = (await opponent.post(f"/api/tables/{table}/rematch", {})).json()["id"]
            await someone.shows("One more match is set up: a joins it.")
            await someone.press("a")
            await someone.until(lambda: isinstance(someone.screen, PlayScreen) and _table(someone) == next)
            assert someone.client.screen_stack[-2] is someone.client.menu

    asyncio.run(scenario())


def _table(someone: Person) -> str:
    return str(someone.screen.session._table.id)


async def _keeps_what_was_touched(someone: Person, line: Line) -> None:
    """What somebody says does not undo what another has begun to choose."""
    screen = someone.screen
    spot = next(choice.path[0] for choice in screen.frame.legal if len(choice.path) > 1)
    await someone.touch(spot)
    await line.send(type="say", text="[bold]hello[/bold]")
    await someone.shows("[bold]hello[/bold]")
    assert screen.touches.made == (spot,)
    await someone.press("escape")
    assert not screen.touches.made


async def _talks_back(someone: Person, line: Line) -> None:
    await someone.press("t")
    await someone.shows("Say what?")
    await someone.press(*"good", "space", *"day", "enter")
    heard = await line.until(lambda frame: frame["type"] == "chat" and frame["lines"][-1]["seat"] == 0)
    assert heard["lines"][-1]["text"] == "good day"
    await someone.shows("You good day")


async def _proposes(someone: Person, line: Line) -> None:
    """A proposal is declined by the other, withdrawn by oneself, and a takeback agreed to."""
    await someone.press("y")
    await someone.shows("Nothing is proposed.")
    await line.send(type="offer", matter="draw")
    await someone.shows("offers a draw: y agrees, n declines.")
    await someone.press("n")
    await line.until(lambda frame: frame["type"] == "state" and frame["offers"] == {})
    await someone.decide(someone.screen)
    await someone.press("d")
    await someone.shows("You have offered a draw; n withdraws it.")
    await someone.press("n")
    await someone.until(lambda: "withdraws" not in someone.text())
    await someone.press("u")
    await someone.shows("You have asked to take back your last choice; n withdraws that.")
    await line.until(lambda frame: frame["type"] == "state" and "answer_takeback" in frame["may"])
    await line.send(type="offer", matter="takeback")
    await someone.until(someone.asked)
    await someone.decide(someone.screen)


def test_who_is_away_too_long_is_waited_for_no_longer(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with person() as someone:
            await _left_alone(someone, Opponent(server))
            await someone.press("tab", "tab", "enter")
            await someone.until(someone.asked)
            assert "Not here: " not in someone.text()
            await someone.press("q", "tab", "enter")
            await someone.until(lambda: someone.screen is someone.client.menu)
            await _left_alone(someone, Opponent(server))
            await someone.press("tab", "enter")
            await someone.shows("The match is over")

    server = Server(tmp_path / "data", grace=2.0).start()
    try:
        asyncio.run(scenario())
    finally:
        server.stop()


async def _left_alone(someone: Person, opponent: Opponent) -> None:
    """The other leaves when it is their turn; one is asked what is to be done about it."""
    table = await opponent.set_up("old_cerke", "open", "me")
    async with opponent.live(table) as line:
        someone.client.attempt(someone.client.join(f"{opponent.server.url}/t/{table}"))
        await line.until(playing)
        await someone.until(lambda: isinstance(someone.screen, PlayScreen) and someone.asked())
        await someone.press("c")
        await someone.shows("Nobody is waiting for that seat.")
        await someone.decide(someone.screen)
    await someone.shows("Not here: ")
    await someone.shows("has left the table: c waits no longer.")
    await someone.press("c")
    await someone.shows("Claim the win")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ftp://x", "“ftp://x” is no address of a server."),
        ("a server", "“a server” is no address of a server."),
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
    assert Address.read(" localhost:8340\n") == Address("http://localhost:8340")
    for odd in (
        "http://",
        "",
        "a b",
        "http://[::1",
        "http://h:port",
        "http://h:99999",
        "http://h/t/a b",
        "h\x00",
    ):
        with pytest.raises(BadOptions):
            Address.read(odd)


def test_a_guest_is_still_the_same_tomorrow(tmp_path: Path) -> None:
    file = tmp_path / "guests.json"
    Cookies(file).take("http://a", ["kaik_guest=me; HttpOnly; SameSite=Lax; Path=/"])
    assert Cookies(file).header("http://a") == "kaik_guest=me"
    assert Cookies(file).header("http://b") == ""
    assert file.stat().st_mode & 0o077 == 0
    file.write_bytes(b"{\xff")
    assert Cookies(file).header("http://a") == "", "a damaged file is as if it were not there"


def test_a_table_at_an_older_server_is_played_by_what_went_without_saying_there() -> None:
    options = plain(registry.load("cerke").options())
    del options["penalty_lasts"]
    table = Table("t", "cerke", "official", options, (), "playing", "")
    assert RemoteSession(cast(Any, None), table).options.penalty_lasts == "turn"

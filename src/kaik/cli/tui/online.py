"""From an address to a table: join it, watch it, or set one up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from platformdirs import user_data_path
from textual.app import App

from kaik.cli import language
from kaik.cli.narration import YOU
from kaik.cli.tui.dialogs import QuestionDialog
from kaik.cli.tui.lobby import GAME, NAME, TABLE, LobbyScreen
from kaik.cli.tui.remote import RemoteSession
from kaik.cli.tui.setup import OPEN, SetupScreen, TableSetup
from kaik.client import Address, Cookies, Server
from kaik.core import registry
from kaik.protocol.tables import NewSeat, NewTable, Table

Sit = Callable[[RemoteSession], Awaitable[None]]


def usual_cookies() -> Cookies:
    """The guests that this person has been, server by server."""
    return Cookies(user_data_path("kaik") / "guests.json")


async def visit(app: App[None], text: str, cookies: Cookies, sit: Sit) -> None:
    """Go where an address or a link leads."""
    address = Address.read(text)
    server = Server(address, cookies)
    await server.me()
    if address.table is not None:
        await sit(RemoteSession(server, await _take_seat(server, address.table)))
        return
    while answer := await app.push_screen_wait(await _lobby(server)):
        if answer == NAME:
            await _rename(app, server)
            continue
        table = await _table(app, server, answer)
        if table is not None:
            await sit(RemoteSession(server, table))


async def _lobby(server: Server) -> LobbyScreen:
    return LobbyScreen(server.address.server, await server.me(), await server.tables())


async def _take_seat(server: Server, id: str) -> Table:
    """The table, at a seat of it if one is to be had; else to watch."""
    table = await server.table(id)
    mine = any(seat.you for seat in table.seats)
    free = any(seat.kind == "open" for seat in table.seats)
    return await server.join(id) if free and not mine else table


async def _rename(app: App[None], server: Server) -> None:
    me = await server.me()
    name = await app.push_screen_wait(QuestionDialog(language.texts().word("tui.name_ask"), me.name))
    if name:
        await server.rename(name)


async def _table(app: App[None], server: Server, answer: str) -> Table | None:
    """The table that the lobby's answer means; a new one once its rules are agreed on."""
    if answer.startswith(TABLE):
        return await _take_seat(server, answer.removeprefix(TABLE))
    game = registry.load(answer.removeprefix(GAME))
    setup = await app.push_screen_wait(SetupScreen(game, online=True))
    return None if setup is None else await server.set_up(_new_table(setup))


def _new_table(setup: TableSetup) -> NewTable:
    """A set-up as the server takes it: the options that differ from the preset."""
    usual = msgspec.to_builtins(setup.game.options(setup.preset))
    mine = msgspec.to_builtins(setup.options)
    options = {id: value for id, value in mine.items() if value != usual[id]}
    seats = tuple(_seat(player) for player in setup.players)
    return NewTable(setup.game.id, seats, setup.preset, options)


def _seat(player: str) -> NewSeat:
    if player == YOU:
        return NewSeat("me")
    return NewSeat("open") if player == OPEN else NewSeat("computer", player)

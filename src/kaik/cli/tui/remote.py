"""A match on a server: what the table tells becomes frames, what is touched here becomes answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from time import time

from kaik.cli import language
from kaik.cli.saving import file_named, write_new
from kaik.cli.telling import seat_name
from kaik.cli.text import Reader, SeatNames
from kaik.cli.tui.sitting import Frame, Sitting
from kaik.client import Live, Lost, Server
from kaik.core import registry
from kaik.core.errors import BadOptions, IllegalAction
from kaik.core.messages import Catalogue, Message, msg
from kaik.core.options import checked
from kaik.core.scene import Scene
from kaik.server.wire import Pong, Refused, Seat, State, Table

WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each further attempt to reach the server again."""


class RemoteSitting(Sitting):
    """A seat at a table on a server, or a place to watch it from."""

    leaving = "tui.leave_online"

    def __init__(self, server: Server, table: Table) -> None:
        self.game = registry.load(table.game)
        self.options = checked(self.game.Options, table.options)
        self._server = server
        self._table = table
        self._live: Live | None = None
        self._state: State | None = None
        self._ahead = 0.0
        """How many milliseconds the server's clock is ahead of ours."""

    @property
    def words(self) -> SeatNames:
        words = language.texts_about(self.game.id)
        return SeatNames(words, [_name(words, seat, n) for n, seat in enumerate(self._table.seats)])

    # -- what is shown -----------------------------------------------------------------------------

    async def frames(self) -> AsyncIterator[Frame]:
        failed = 0
        while failed < len(WAITS):
            try:
                async with self._server.live(self._table.id) as self._live:
                    await self._live.send("ping")
                    async for frame in self._heard(self._live):
                        failed = 0
                        yield frame
                        if frame.result is not None:
                            return
            except Lost:
                yield self._frame(note=msg("tui.lost"))
                await asyncio.sleep(WAITS[failed])
                failed += 1
        raise BadOptions("error.server_away", server=self._server.address.server)

    async def _heard(self, live: Live) -> AsyncIterator[Frame]:
        async for heard in live.frames():
            if isinstance(heard, Pong):
                self._ahead = heard.now - time() * 1000
            elif isinstance(heard, Refused):
                if heard.code != "error.nonce_late":
                    yield self._frame(refused=heard.message)
            elif isinstance(heard, State):
                self._state, self._table = heard, heard.table
                if heard.fairness.wanted:
                    await live.give_nonce()
                yield self._frame(steps=heard.steps)

    def _frame(
        self, *, note: Message | None = None, refused: Message | None = None, steps: Sequence[Scene] = ()
    ) -> Frame:
        state = self._state
        if state is None:
            return Frame(scene=Scene(), reader=Reader(self.words, None, len(self._table.seats)), note=note)
        return Frame(
            scene=state.scene,
            reader=Reader(self.words, state.seat, len(state.table.seats)),
            log=state.log,
            steps=tuple(steps),
            legal=state.legal if note is None else (),
            result=state.result,
            note=note or self._note(state),
            refused=refused,
        )

    def _note(self, state: State) -> Message | None:
        if state.table.status == "waiting":
            return msg("tui.waiting", link=self._server.address.link(state.table.id))
        if state.seat is None:
            return msg("tui.watching")
        return None

    # -- what people do ----------------------------------------------------------------------------

    async def choose(self, frame: Frame, index: int) -> None:
        if self._state is None or self._state.decision is None:
            raise IllegalAction("error.not_your_turn")
        await self._send("act", decision=self._state.decision, index=index)

    async def undo(self) -> None:
        await self._send("offer", matter="takeback")

    async def draw(self) -> None:
        await self._send("offer", matter="draw")

    async def resign(self) -> None:
        await self._send("resign")

    async def _send(self, type: str, **fields: object) -> None:
        try:
            if self._live is None:
                raise Lost
            await self._live.send(type, **fields)
        except Lost:
            raise IllegalAction("tui.lost") from None

    def clocks(self) -> tuple[float | None, ...]:
        state = self._state
        now = time() * 1000 + self._ahead
        if state is None or state.result is not None:
            return ()
        if state.window is not None and not state.window.answered and state.seat is not None:
            left = max(0.0, state.window.closes - now) / 1000
            return tuple(left if seat == state.seat else None for seat in range(len(state.table.seats)))
        return () if state.clock is None else _left(state.clock.left, state.clock.since, now)

    async def save(self, name: str) -> Path:
        file = file_named(name, self.game.id)
        write_new(file, await self._server.record(self._table.id))
        return file

    async def close(self) -> None:
        self._live = None


def _left(left: Sequence[int | None], since: Sequence[int | None], now: float) -> tuple[float | None, ...]:
    """The seconds each seat has left, of milliseconds and since when they run."""
    return tuple(
        None if stock is None else max(0.0, stock - (now - begun if begun is not None else 0)) / 1000
        for stock, begun in zip(left, since, strict=True)
    )


def _name(words: Catalogue, seat: Seat, number: int) -> str:
    """Who sits there: you, a person by name, a computer, or nobody yet."""
    if seat.you:
        return words.word("you")
    if seat.kind == "open":
        return words.word("tui.open_seat", n=number + 1)
    return seat_name(words, number, seat.player) if seat.player else seat.name

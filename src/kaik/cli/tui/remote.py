"""A match on a server: what the table tells becomes frames, what is touched here becomes answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from math import ceil
from pathlib import Path
from time import time

from kaik.cli import language
from kaik.cli.narration import seat_name
from kaik.cli.saving import path_named, write_new
from kaik.cli.text import Reader, SeatNames
from kaik.cli.tui.session import Absence, MatchSession, SaidLine, ScreenState
from kaik.cli.tui.setup import USUAL
from kaik.client import Live, Lost, Server
from kaik.core import registry
from kaik.core.errors import IllegalAction, Refusal
from kaik.core.game import seat_name as numbered
from kaik.core.messages import Catalogue, Message, msg
from kaik.core.options import FIRST, checked, full_values
from kaik.core.scene import Scene
from kaik.play.match import Matter
from kaik.protocol.live import Chat, ChatLine, Log, Pong, Refused, State, Steps
from kaik.protocol.tables import Seat, Table

WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each further attempt to reach the server again; the last for all that follow."""


class RemoteSession(MatchSession):
    """A seat at a table on a server, or a place to watch it from."""

    leaving = "tui.leave_online"

    def __init__(self, server: Server, table: Table) -> None:
        self.game = registry.load(table.game)
        kind = self.game.Options  # an older server does not state what it does not know
        self.options = checked(kind, full_values(kind, table.options, FIRST))
        self._server = server
        self._table = table
        self._live: Live | None = None
        self._state: State | None = None
        self._log: Log | None = None
        self._chat: dict[int, ChatLine] = {}
        self._ahead = 0.0
        """How many milliseconds the server's clock is ahead of ours."""

    @property
    def words(self) -> SeatNames:
        words = language.texts_about(self.game.id)
        return SeatNames(words, [_name(words, seat, n) for n, seat in enumerate(self._table.seats)])

    # -- what is shown -----------------------------------------------------------------------------

    async def frames(self) -> AsyncIterator[ScreenState]:
        """Also after the end, since people talk on and ask for one more match; a table that is no more is
        told of, and a connection that was lost is made again for as long as somebody looks."""
        failed = 0
        while True:
            try:
                async with self._server.live(self._table.id) as self._live:
                    await self._live.send("ping")
                    async for frame in self._screen_states(self._live):
                        failed = 0
                        yield frame
            except Lost:
                self._live = None
                yield self._frame(note=msg("tui.lost"))
                await asyncio.sleep(WAITS[min(failed, len(WAITS) - 1)])
                failed += 1
                await self._check_table()

    async def _check_table(self) -> None:
        """A refusal if the server is there and the table is not."""
        try:
            self._table = await self._server.table(self._table.id)
        except Refusal as refusal:
            if refusal.message.key != "error.server_away":
                raise

    async def _screen_states(self, live: Live) -> AsyncIterator[ScreenState]:
        steps: tuple[Scene, ...] = ()
        async for heard in live.frames():
            if isinstance(heard, Pong):
                self._ahead = heard.now - time() * 1000
            elif isinstance(heard, Refused):
                if heard.code != "error.nonce_late":
                    yield self._frame(refused=heard.message)
            elif isinstance(heard, Chat):
                self._chat = {**self._chat, **{line.id: line for line in heard.lines}}
                yield self._frame()
            elif isinstance(heard, Log):
                self._log = heard
            elif isinstance(heard, Steps):
                steps = heard.scenes
            elif isinstance(heard, State):
                self._state, self._table = heard, heard.table
                if heard.fairness.wanted:
                    await live.give_nonce()
                yield self._frame(steps=steps)
                steps = ()

    def _frame(
        self, *, note: Message | None = None, refused: Message | None = None, steps: Sequence[Scene] = ()
    ) -> ScreenState:
        state = self._state
        if state is None:
            return ScreenState(
                scene=Scene(), reader=Reader(self.words, None, len(self._table.seats)), note=note
            )
        return ScreenState(
            scene=state.scene,
            reader=Reader(self.words, state.seat, len(state.table.seats)),
            log=self._log.lines if self._log is not None and self._log.seat == state.seat else (),
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

    # -- what stands open between the people -------------------------------------------------------

    def asks(self) -> tuple[Message, ...]:
        state = self._state
        if state is None:
            return ()
        if state.result is not None:
            return (msg("tui.next"),) if self._table.next is not None and self._mine else ()
        proposed = (self._proposal_note(state, matter) for matter in state.offers)
        waited = (self._absence_note(seat, due) for seat, due in state.claims.items() if self._mine)
        return (*proposed, *waited)

    def _proposal_note(self, state: State, matter: Matter) -> Message:
        seats = state.offers[matter]
        if state.seat in seats:
            return msg(f"tui.asked.{matter}")
        form = "offered" if f"answer_{matter}" in state.may else "told"
        return msg(f"tui.{form}.{matter}", seat=numbered(seats[0]))

    def _absence_note(self, seat: int, due: int) -> Message:
        left = (due - self._now()) / 1000
        if left > 0:
            return msg("tui.gone_wait", seat=numbered(seat), n=ceil(left))
        return msg("tui.gone", seat=numbered(seat))

    def able(self) -> frozenset[str]:
        state = self._state
        if state is None or not self._mine:
            return frozenset()
        matter = self._answerable(state)
        known = {
            "agree": matter is not None,
            "decline": matter is not None,
            "withdraw": matter is None and self._own(state) is not None,
            "claim": self.absence() is not None,
            "fill": self._table.status == "waiting",
            "talk": sum(seat.kind == "person" for seat in self._table.seats) > 1,
            "again": state.result is not None,
        }
        return frozenset(name for name, able in known.items() if able)

    @property
    def _mine(self) -> bool:
        """Whether one has a seat here."""
        return any(seat.you for seat in self._table.seats)

    def _answerable(self, state: State) -> Matter | None:
        """What is proposed to us."""
        return next((matter for matter in state.offers if f"answer_{matter}" in state.may), None)

    def _own(self, state: State) -> Matter | None:
        """What we have proposed or agreed to, and can withdraw."""
        return next((matter for matter, seats in state.offers.items() if state.seat in seats), None)

    def absent(self) -> tuple[int, ...]:
        if self._table.status != "playing":
            return ()
        return tuple(n for n, seat in enumerate(self._table.seats) if seat.away is not None and not seat.you)

    def absence(self) -> Absence | None:
        state = self._state
        if state is None or not self._mine:
            return None
        due = [seat for seat, at in state.claims.items() if at <= self._now()]
        claims = ("win", "computer") if len(self._table.seats) == 2 else ("computer",)
        return Absence(due[0], claims) if due else None

    def chat_lines(self) -> tuple[SaidLine, ...]:
        you = self.words.word("you")
        mine = {n for n, seat in enumerate(self._table.seats) if seat.you}
        return tuple(
            SaidLine(you if line.seat in mine else line.name, line.text) for line in self._chat.values()
        )

    def _now(self) -> float:
        """The server's clock, in milliseconds."""
        return time() * 1000 + self._ahead

    # -- what people do ----------------------------------------------------------------------------

    async def choose(self, frame: ScreenState, index: int) -> None:
        if self._state is None or self._state.decision is None:
            raise IllegalAction("error.not_your_turn")
        await self._send("act", decision=self._state.decision, index=index)

    async def undo(self) -> None:
        await self._send("offer", matter="takeback")

    async def draw(self) -> None:
        await self._send("offer", matter="draw")

    async def resign(self) -> None:
        await self._send("resign")

    async def answer(self, agree: bool) -> None:
        state = self._state
        matter = self._answerable(state) if state is not None else None
        if matter is None and state is not None and not agree:
            matter = self._own(state)
        if matter is None:
            raise IllegalAction("error.no_offer")
        await self._send("offer" if agree else "decline", matter=matter)

    async def say(self, text: str) -> None:
        await self._send("say", text=text)

    async def claim(self, seat: int, take: str) -> None:
        await self._send("claim", seat=seat, take=take)

    async def fill(self) -> None:
        self._table = await self._server.fill(self._table.id, USUAL)

    async def again(self) -> RemoteSession:
        return RemoteSession(self._server, await self._server.rematch(self._table.id))

    async def _send(self, type: str, **fields: object) -> None:
        try:
            if self._live is None:
                raise Lost
            await self._live.send(type, **fields)
        except Lost:
            raise IllegalAction("tui.lost") from None

    def clocks(self) -> tuple[float | None, ...]:
        state = self._state
        now = self._now()
        if state is None or state.result is not None:
            return ()
        if state.window is not None and not state.window.answered and state.seat is not None:
            left = max(0.0, state.window.closes - now) / 1000
            return tuple(left if seat == state.seat else None for seat in range(len(state.table.seats)))
        return () if state.clock is None else _seconds_left(state.clock.left, state.clock.since, now)

    async def save(self, name: str) -> Path:
        file = path_named(name, self.game.id)
        write_new(file, await self._server.record(self._table.id))
        return file

    async def close(self) -> None:
        self._live = None


def _seconds_left(
    left: Sequence[int | None], since: Sequence[int | None], now: float
) -> tuple[float | None, ...]:
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

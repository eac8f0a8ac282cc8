"""One table on this server: its machine in memory, the lock around it, and the frames made of it.

The machine in memory is only ever one whose changes have been committed. While a change is on its way to the
database there is none, so that whatever goes wrong, the next to ask rebuilds it from what is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from kaik.core.errors import Refusal
from kaik.play.fairness import Sealed
from kaik.play.record import Record
from kaik.players.question import Question
from kaik.protocol.errors import Clash, Forbidden, NotFound
from kaik.protocol.live import Offer
from kaik.protocol.tables import Table
from kaik.server.db.repository import Conflict
from kaik.server.db.results import outcome_of
from kaik.table.commands import Answer, Begin, Change, Command, FromClient, Join, Leave, Think, Tick
from kaik.table.frames import FrameCache, Shown, iso_time, seat_name, shown_of, table_for
from kaik.table.machine import TableMachine
from kaik.table.state import TableState

if TYPE_CHECKING:
    from kaik.server.tables.manager import TableManager

log = logging.getLogger(__name__)

NOTHING_SHOWN: Mapping[int | None, Shown] = {}

ATTEMPTS = 8
"""How often a command is tried when other processes write at the same time."""
FEW = 8
"""So many log entries are followed at once; for more, the way to another thread is worth it."""
SECRET_PAUSE = 0.3
"""Seconds a computer seat takes at least where its lack of choice must not show."""


class Frames(NamedTuple):
    """What to send to one connection: the present `state`, and what leads to it."""

    seat: int | None
    state: bytes
    news: tuple[bytes, ...]
    shown: Shown


class HostedTable:
    """A table that somebody looks at, or that something is due at; one per process and table."""

    def __init__(self, id: str, manager: TableManager) -> None:
        self.id = id
        self._manager = manager
        self._lock = asyncio.Lock()
        self._machine: TableMachine | None = None
        self._stale = False
        self._frames = FrameCache()
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: set[str] = set()

    def invalidate(self) -> None:
        """Somebody else may have changed the table: read it again before anything is said of it."""
        self._stale = True

    # -- changing ----------------------------------------------------------------------------------

    async def submit(self, command: Command) -> None:
        """Carry out a command: committed when this returns, nothing changed when it raises."""
        looked_again = False
        for _ in range(ATTEMPTS):
            async with self._lock:
                machine = await self._load()
                try:
                    change = await self._handle(machine, command)
                except Refusal:
                    if looked_again or not await self._behind(machine):
                        raise
                    looked_again = self._stale = True
                    continue
                if change is None:
                    return
                self._machine = None
                try:
                    await self._manager.store.write(change)
                except Conflict:
                    continue
                self._machine = None if change.removes else machine
                self._stale = isinstance(command, Join)  # ratings are read with the seats
                self._manager.notices.publish(self.id, len(machine.match.log))
                self._see_to(machine)
                return
        raise Clash("error.busy")

    async def _handle(self, machine: TableMachine, command: Command) -> Change | None:
        """Computers that answer a proposal look back at many positions: that is done beside the loop."""
        now = self._manager.now()
        try:
            if isinstance(command, FromClient) and isinstance(command.frame, Offer):
                return await asyncio.to_thread(machine.handle, command, now)
            return machine.handle(command, now)
        except Refusal:
            raise
        except BaseException:
            self._machine = None  # half done
            raise

    async def _behind(self, machine: TableMachine) -> bool:
        """Whether another process has written what has not been heard of here."""
        return await self._manager.store.version(self.id) != machine.state.version

    async def leave(self, person: str) -> None:
        """Free a person's seats before the start; give up a match that has begun, or of a tournament."""
        if (await self.state()).tournament is not None:
            await self.submit(Begin())
        await self.submit(Leave(person))

    async def see_to(self) -> None:
        """Do what is due, and ask the computers that nobody has asked."""
        await self.submit(Tick())
        async with self._lock:
            machine = await self._load()
            overdue = machine.state.due is not None and machine.state.due <= self._manager.now()
            if not self._manager.store.shared or overdue:
                self._see_to(machine)

    def _see_to(self, machine: TableMachine) -> None:
        """Come back when something is due; ask computers; have the result written down."""
        if machine.unsettled:
            self._manager.spawn(self._settle())
            return
        due = machine.state.due
        if due is not None:
            if self._timer is not None:
                self._timer.cancel()
            wait = max(0.0, due - self._manager.now())
            self._timer = asyncio.get_running_loop().call_later(wait, self._tick)
        for decision, question in machine.questions().items():
            if decision not in self._thinking:
                self._thinking.add(decision)
                secret = machine.match.game.secret_window(machine.match.state)
                self._manager.spawn(self._think(decision, question, SECRET_PAUSE if secret else 0.0))

    def _tick(self) -> None:
        self._manager.spawn(self.submit(Tick()))

    async def _settle(self) -> None:
        """Write down how the match ended, once; ratings have changed, and it may have been ended from
        outside."""
        async with self._lock:
            machine = await self._load()
            with contextlib.suppress(Conflict):  # another process has done it
                if machine.unsettled and machine.match.result is not None:
                    outcome = outcome_of(machine.state, machine.match.result, self._manager.now())
                    await self._manager.results.settle(outcome)
            self._stale = True
        self._manager.notices.publish(self.id, len(machine.match.log))

    # -- computers ---------------------------------------------------------------------------------

    async def _think(self, decision: str, question: Question, pause: float) -> None:
        """Have a computer's choice worked out, and submit it like anybody's."""
        asked = asyncio.ensure_future(self._manager.workers.ask(question))
        try:
            index, _ = await asyncio.gather(self._prolonged(asked), asyncio.sleep(pause))
            await self.submit(Answer(question.seat, decision, index))
        except Refusal as refusal:
            log.info("a computer's answer at %s came too late: %s", self.id, refusal)
        finally:
            asked.cancel()
            self._thinking.discard(decision)

    async def _prolonged(self, asked: asyncio.Future[int]) -> int:
        """As long as a computer thinks, other processes are told that nobody else need ask it."""
        every = self._manager.timing.thinking / 2
        while not (await asyncio.wait([asked], timeout=every))[0]:
            if self._manager.store.shared:
                await self.submit(Think())
        return asked.result()

    # -- looking -----------------------------------------------------------------------------------

    async def state(self) -> TableState:
        """The table as it is kept."""
        async with self._lock:
            return (await self._load()).state

    async def table_for(self, person: str | None) -> Table:
        """The table as a person is told of it."""
        return table_for(await self.state(), person)

    async def frames(
        self,
        person: str | None,
        facing: int | None,
        seq: int = 0,
        told: Mapping[int | None, Shown] = NOTHING_SHOWN,
    ) -> Frames:
        """What a connection is to be sent now.

        `facing`: whose view is wanted at a shared device; `seq`: the log is known to be at least this long;
        `told`: what the connection has been shown so far of each seat's view.
        """
        async with self._lock:
            machine = await self._load()
            if len(machine.match.log) < seq:
                self._stale = True
                machine = await self._load()
            seat = machine.state.facing(person, facing)
            news = self._frames.news(machine, seat, told.get(seat))
            return Frames(seat, self._frames.state(machine, seat, person), news, shown_of(machine.match))

    async def hint_question(self, person: str) -> tuple[str, Question]:
        """The open decision of somebody who plays against computers alone."""
        async with self._lock:
            return (await self._load()).hint_question(person)

    async def record(self) -> bytes:
        """The record with its seed, once the match is over."""
        async with self._lock:
            machine = await self._load()
        kept = machine.state
        if kept.status != "over":
            raise Forbidden("error.record_running")
        names = [seat_name(seat) for seat in kept.seats]
        fairness = Sealed(kept.seed, kept.nonces).opened()
        record = Record.of(machine.match, players=names, played=iso_time(kept.created), fairness=fairness)
        return record.to_json()

    async def _load(self) -> TableMachine:
        """The machine in memory, or one rebuilt from what is kept; of a known match only what was added."""
        if self._machine is not None and not self._stale:
            return self._machine
        known, self._machine, self._stale = self._machine, None, False
        self._frames.clear()
        store = self._manager.store
        state = await store.table(self.id)
        if state is None:
            raise NotFound("error.table_unknown")
        if state.status == "waiting":
            self._machine = self._manager.build(state, (), {})
            return self._machine
        begun = known is not None and known.state.status != "waiting"
        entries = await store.entries(self.id, len(known.match.log) if known is not None and begun else 0)
        answers = await store.answers(self.id)
        if known is None or not begun:
            build = self._manager.build
            self._machine = (
                await asyncio.to_thread(build, state, entries, answers)
                if len(entries) > FEW
                else build(state, entries, answers)
            )
        else:
            known.follow(state, entries, answers)
            self._machine = known
        return self._machine

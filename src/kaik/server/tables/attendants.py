"""What the server does at a table: it takes answers, starts, closes windows, lets computers think, settles.

Each change is committed before it is shown. The members that others use take the lock, so that nothing is
seen half done.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from msgspec.structs import replace

from kaik.core.errors import IllegalAction
from kaik.play.fairness import Nonce, fresh_nonce
from kaik.players.levels import within
from kaik.protocol.errors import Clash
from kaik.server.db.results import outcome_of
from kaik.server.db.store import Conflict, SeatRow, Step, TableRow
from kaik.server.tables import times, windows
from kaik.server.tables.actors import Actor
from kaik.server.tables.at_hand import AtHand, fresh
from kaik.server.tables.computers import Computers
from kaik.server.tables.decisions import check_open, decision_of, open_decision
from kaik.server.tables.hands import Hand
from kaik.server.tables.means import Means
from kaik.server.tables.steps import due_of, step_of

ATTEMPTS = 8
STAND_IN = "level5"
"""The computer player that takes a seat somebody has left."""


class Attendant:
    """Looks after one table."""

    def __init__(self, id: str, means: Means) -> None:
        self.id = id
        self._means = means
        self._lock = asyncio.Lock()
        self._hand = Hand(id, means)
        self._computers = Computers(id, means)
        self._timer: asyncio.TimerHandle | None = None

    def touch(self) -> None:
        """Somebody else may have changed the table: look again before anything is said of it."""
        self._hand.touch()

    async def act(self, actor: Actor, decision: str, index: int) -> None:
        """An answer to a decision: committed when this returns, nothing changed when it raises."""
        for _ in range(ATTEMPTS):
            try:
                async with self._lock:
                    await self._act(actor, decision, index)
                return
            except Conflict:
                continue
        raise Clash("error.busy")

    async def see_to(self) -> None:
        """Do what falls to the server: start, close windows, let computers think, call time, settle."""
        async with self._lock:
            now = await self._hand.load()
            if now.row.status == "waiting" and now.row.full:
                await self._start_when_ready(now)
            elif now.row.status == "over" and now.row.due is not None:
                await self._settle(now)
            elif now.row.status == "playing" and not await self._closed_window(now):
                await self._take_over(now)
                await self._call_time(now)

    async def prolong(self) -> None:
        """Tell other processes that somebody thinks for a computer here."""
        async with self._lock:
            now = await self._hand.load()
            playing = now.row.status == "playing" and not windows.silence(now.row, now.match)
            if self._means.store.shared and playing:
                await self._claim(now)

    # -- inside ------------------------------------------------------------------------------------

    async def _act(self, actor: Actor, decision: str, index: int) -> None:
        now = await self._hand.load()
        if decision != open_decision(now.match, actor.seat(now.row)):
            now = await self._hand.load_if_behind(now)
        seat = actor.seat(now.row)
        check_open(now, seat, decision)
        legal = now.match.legal(seat)
        if not 0 <= index < len(legal):
            raise IllegalAction("error.index", index=index, count=len(legal))
        if seat in windows.silence(now.row, now.match):
            await self._keep(now, seat, decision, index)
            return
        committed = len(now.match.log)
        self._hand.forget()
        now.match.play(seat, legal[index])
        await self._commit(now, committed)

    async def _keep(self, now: AtHand, seat: int, decision: str, index: int) -> None:
        """An answer in a window: only its seat is shown that it was given."""
        try:
            answers = await self._means.store.keep_answer(self.id, decision, index, len(now.match.log))
        except Conflict:  # given before, or the window was closed, in another process
            self._hand.touch()
            raise
        now.answers = answers
        self._hand.frames.drop(seat)
        self._means.bus.publish(self.id, len(now.match.log))
        await self._closed_window(now)

    async def _closed_window(self, now: AtHand) -> bool:
        """Close the open window if it is time: all answers count at once, and silence for what it means."""
        asked = windows.silence(now.row, now.match)
        if not asked:
            return False
        given = {seat: n for seat in asked if (n := now.answers.get(decision_of(now, seat))) is not None}
        left = (now.row.due or 0.0) - self._means.now()
        if left > 0 and not windows.may_close_early(now.row, asked, given):
            self._see_to_later(left)
            return False
        kept = await self._means.store.answers(self.id)
        chosen = {seat: kept.get(decision_of(now, seat)) for seat in asked}
        committed = len(now.match.log)
        self._hand.forget()
        for seat, index in chosen.items():
            now.match.play(seat, asked[seat] if index is None else now.match.legal(seat)[index])
        try:
            await self._commit(now, committed, kept)
        except Conflict:  # another process has closed it, or has kept one more answer
            self._see_to_later(0)
        return True

    async def _change(self, now: AtHand, work: Callable[[AtHand], None]) -> None:
        committed = len(now.match.log)
        try:
            await asyncio.to_thread(work, now)
        finally:
            if len(now.match.log) != committed:
                self._hand.forget()
        await self._commit(now, committed)

    async def _call_time(self, now: AtHand) -> None:
        """A clock has fallen: of two the seat has lost; of more, the computer plays on for it."""
        seat = times.fallen(now.row, self._means.now())
        if seat is None:
            return
        with contextlib.suppress(Conflict):  # another process has called it, or an answer came just in time
            if now.match.seats == 2:
                await self._change(now, lambda now: now.match.timeout(seat))
            else:
                self._hand.forget()
                await self._hand_over(now.row, seat)

    async def _hand_over(self, row: TableRow, seat: int) -> None:
        """The computer takes a person's seat; the clocks of the others go on."""
        at = self._means.now()
        clocks = times.without(row.clocks, seat, at)
        stand_in = within(row.game, STAND_IN)
        await self._means.store.hand_over(self.id, seat, row.seats[seat], stand_in, at, clocks)
        self._means.bus.publish(self.id, 0)

    async def _settle(self, now: AtHand) -> None:
        """Write down how a match ended, once, and show it: ratings have changed, and it may have been ended
        from outside."""
        with contextlib.suppress(Conflict):  # another process has done it
            if now.match.result is None:
                await self._means.store.put_off(self.id, now.row.due, None)
            else:
                await self._means.chronicle.settle(outcome_of(now.row, now.match.result, self._means.now()))
        self._hand.touch()
        self._means.bus.publish(self.id, len(now.match.log))

    async def _commit(self, now: AtHand, committed: int, used: dict[str, int] | None = None) -> None:
        """Write all that the match has added to its log, then show it; `used`: with which kept answers."""
        step = replace(step_of(now, committed, self._means), used=used)
        await self._means.store.append(self.id, step)
        self._shown(now, step)

    def _shown(self, now: AtHand, step: Step) -> None:
        row = replace(now.row, status=step.status, due=step.due, clocks=step.clocks)
        shown = AtHand(row, now.match)
        self._hand.take(shown)
        self._means.bus.publish(self.id, len(now.match.log))
        self._wake(shown)

    async def _start_when_ready(self, now: AtHand) -> None:
        due = now.row.due or 0.0
        wanting = any(seat.person is not None and seat.nonce is None for seat in now.row.seats)
        if wanting and self._means.now() < due:
            self._see_to_later(due - self._means.now())
            return
        await self._begin(now)

    async def _begin(self, now: AtHand) -> None:
        """Start with the nonces that are there."""
        row = replace(now.row, nonces=tuple(_nonce(seat) for seat in now.row.seats))
        self._hand.forget()
        match = fresh(row)
        match.resume(self._means.chance(row))
        begun = AtHand(row, match)
        step = step_of(begun, 0, self._means)
        try:
            await self._means.store.begin(self.id, row.nonces, step)
        except Conflict:
            return
        self._shown(begun, step)

    def _see_to_later(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self._means.spawn(self.see_to()))

    def _wake(self, now: AtHand) -> None:
        """Ask the computers that are to act and are not thinking yet; come back when something is due.

        What is overdue already is the sweeper's, so that a slow computer is not asked without a pause.
        """
        if now.match.over:
            self._means.spawn(self.see_to())
        elif now.row.due is not None and now.row.due > self._means.now():
            self._see_to_later(now.row.due - self._means.now())
        self._computers.wake(now, self)

    async def _take_over(self, now: AtHand) -> None:
        """Ask the computers that are to act, if nobody does; of several processes that would, one may."""
        computers = now.computers_to_act()
        late = now.row.due is None or now.row.due <= self._means.now()
        if computers and self._means.store.shared:
            if late and await self._claim(now):
                self._wake(now)
            return
        if late and not computers and times.fallen(now.row, self._means.now()) is None:
            await self._claim(now)  # a seat was handed over that is not to act: nothing is due after all
        self._wake(now)

    async def _claim(self, now: AtHand) -> bool:
        """Put off what is due from now on; somebody else may have done so first."""
        due = due_of(now, now.row.clocks, self._means.now(), self._means.claim_window)
        if due == now.row.due:
            return True
        if not await self._means.store.put_off(self.id, now.row.due, due):
            return False
        now.row = replace(now.row, due=due)
        return True


def _nonce(seat: SeatRow) -> Nonce:
    return fresh_nonce() if seat.nonce is None else Nonce(seat.nonce, "seat")

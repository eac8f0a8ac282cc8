"""A room is where one table is looked at, joined and left, and where people settle things."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Mapping

from msgspec.structs import replace

from kaik.play.fairness import Sealed
from kaik.play.record import Record
from kaik.players.question import Question
from kaik.protocol.errors import Clash, Forbidden, NotFound
from kaik.protocol.tables import Table
from kaik.server.db.store import Conflict, Person, TableRow
from kaik.server.tables import windows
from kaik.server.tables.actors import Visitor
from kaik.server.tables.at_hand import AtHand
from kaik.server.tables.attendants import ATTEMPTS, Attendant
from kaik.server.tables.computers import question_of
from kaik.server.tables.decisions import open_decision
from kaik.server.tables.frames import Frame, Shown
from kaik.server.tables.told import iso, seat_name, table_for

_NOTHING: Mapping[int | None, Shown] = {}


class Room(Attendant):
    """One table. Every member takes the lock, so that nothing is seen half done."""

    # -- looking -----------------------------------------------------------------------------------

    async def table(self, person: str | None) -> Table:
        """The table as a person is told of it."""
        async with self._lock:
            return table_for((await self._hand.load()).row, person)

    async def row(self) -> TableRow:
        """The table as it is kept."""
        async with self._lock:
            return (await self._hand.load()).row

    async def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Where a person sits, and with them those who share their device; once taken, a seat is kept."""
        async with self._lock:
            return (await self._hand.load()).row.seats_of(person)

    async def frame(
        self,
        visitor: Visitor,
        seq: int = 0,
        told: Mapping[int | None, Shown] = _NOTHING,
    ) -> Frame:
        """The state frame for a visitor, of the seat that is theirs now.

        `seq`: the log is known to be at least this long; `told`: what the socket has been shown so far of
        each seat's view.
        """
        async with self._lock:
            now = await self._hand.load()
            if len(now.match.log) < seq:
                self._hand.touch()
                now = await self._hand.load()
            seat = visitor.view(now.row)
            return self._hand.frames.frame(now, seat, visitor.person, told.get(seat))

    async def record(self) -> bytes:
        """The record with its seed, once the match is over."""
        async with self._lock:
            now = await self._hand.load()
        if now.row.status != "over":
            raise Forbidden("error.record_running")
        names = [seat_name(seat) for seat in now.row.seats]
        fairness = Sealed(now.row.seed, now.row.nonces).opened()
        return Record.of(now.match, players=names, played=iso(now.row.created), fairness=fairness).to_json()

    async def asked(self, person: str) -> tuple[str, Question]:
        """The open decision of somebody who plays against computers alone, as their seat sees it."""
        async with self._lock:
            now = await self._hand.load()
        seat = now.row.seat_of(person)
        others = (other for n, other in enumerate(now.row.seats) if n != seat)
        if seat is None or any(other.kind != "computer" for other in others):
            raise Forbidden("error.hint_people")
        decision = open_decision(now.match, seat)
        if decision is None or now.row.status != "playing":
            raise Clash("error.hint_nothing")
        return decision, question_of(now, seat)

    async def refresh(self) -> None:
        """Something beside the match has changed, such as a name."""
        async with self._lock:
            self._hand.forget()
        self._means.bus.publish(self.id, 0)

    # -- acting ------------------------------------------------------------------------------------

    async def join(self, person: Person, wanted: int | None) -> None:
        """Take an open seat."""
        async with self._lock:
            row = (await self._hand.load()).row
            seat = _open_seat(row, person.id, wanted)
            self._hand.forget()
            at = self._means.now()
            try:
                await self._means.store.sit(self.id, seat, person.id, at + self._means.nonce_wait, at)
            except Conflict:
                raise Clash("error.seat_taken", seat=seat + 1) from None
        self._means.bus.publish(self.id, 0)
        await self.see_to()

    async def keep_silent(self, person: str | None) -> None:
        """Those at a shared device who are asked at once whether they want something all say no."""
        async with self._lock:
            now = await self._hand.load()
            meant = windows.quiet(now.match) if now.row.shared else {}
            silent = [seat for seat in now.row.seats_of(person) if seat in meant]
            if not silent:
                raise Clash("error.answered")
            committed = len(now.match.log)
            self._hand.forget()
            for seat in silent:
                now.match.play(seat, meant[seat])
            with contextlib.suppress(Conflict):  # somebody else was asked too and answered: they ask again
                await self._commit(now, committed)

    async def give_nonce(self, person: str | None, nonce: str) -> None:
        """A device's contribution to chance, before the start: it counts for each seat played there."""
        async with self._lock:
            now = await self._hand.load()
            mine = now.row.seats_of(person)
            if person is None or not mine:
                raise Forbidden("error.watching")
            self._hand.forget()
            try:
                await self._means.store.give_nonce(self.id, person, nonce.lower())
            except Conflict:
                raise Clash("error.nonce_late") from None
            given = [replace(s, nonce=nonce.lower()) if n in mine else s for n, s in enumerate(now.row.seats)]
            self._hand.take_alone(AtHand(replace(now.row, seats=tuple(given)), now.match))
        self._means.bus.publish(self.id, 0)
        await self.see_to()

    async def start_now(self) -> None:
        """Start a full table without waiting for nonces."""
        async with self._lock:
            now = await self._hand.load()
            if now.row.status == "waiting" and now.row.full:
                await self._begin(now)

    async def change(self, work: Callable[[AtHand], None]) -> None:
        """Have the referee do something besides taking a choice; nothing is changed when this raises."""
        for _ in range(ATTEMPTS):
            try:
                async with self._lock:
                    await self._change(await self._hand.load(), work)
                return
            except Conflict:
                continue
        raise Clash("error.busy")

    async def reseat(self, write: Callable[[TableRow], Awaitable[None]]) -> None:
        """Change who sits where: `write` does it in the store, or raises. The match itself stays."""
        async with self._lock:
            row = (await self._hand.load()).row
            self._hand.forget()
            await write(row)
        self._means.bus.publish(self.id, 0)
        with contextlib.suppress(NotFound):  # the last has taken the table along
            await self.see_to()

    async def hand_over(self, chosen: Callable[[AtHand], int]) -> None:
        """The computer takes a person's seat while a match is played; `chosen` says which, or raises."""
        async with self._lock:
            now = await self._hand.load()
            seat = chosen(now)
            if now.row.status != "playing" or now.row.seats[seat].person is None:
                raise Clash("error.over")
            self._hand.forget()
            try:
                await self._hand_over(now.row, seat)
            except Conflict:
                raise Clash("error.busy") from None
        await self.see_to()

    async def mark(self, person: str, away: float | None) -> None:
        """A person at this table has gone, or is back."""
        async with self._lock:
            try:
                row = (await self._hand.load()).row
            except NotFound:  # the last has taken the table along
                return
            seats = row.seats_of(person)
            if not seats or row.status == "over":
                return
            if not await self._means.store.mark_away(self.id, person, away):
                return
            marked = [replace(s, away=away) if n in seats else s for n, s in enumerate(row.seats)]
            self._hand.amend(replace(row, seats=tuple(marked)))
        self._means.bus.publish(self.id, 0)


def _open_seat(row: TableRow, person: str, wanted: int | None) -> int:
    if row.seats_of(person):
        raise Clash("error.seated")
    free = [n for n, seat in enumerate(row.seats) if seat.kind == "open"]
    if wanted is None and free:
        return free[0]
    if wanted is None:
        raise Clash("error.no_open_seat")
    if not 0 <= wanted < len(row.seats):
        raise NotFound("error.seat_unknown", seat=wanted + 1)
    if wanted not in free:
        raise Clash("error.seat_taken", seat=wanted + 1)
    return wanted

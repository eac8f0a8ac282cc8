"""The tables in play: each a log in the store, with the match it leads to kept at hand.

The match at hand is only ever one that has been committed. While a change is on its way to the store nothing
is at hand, so that whatever goes wrong, the next to ask gets what the store holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import UTC, datetime
from random import uniform
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kaik.core import registry
from kaik.core.errors import IllegalAction, Refusal
from kaik.core.options import checked
from kaik.play.clock import Clock
from kaik.play.fairness import Chance, Nonce, Sealed, commitment, fresh_nonce
from kaik.play.match import Entry, Match, Matter, Played, Talk
from kaik.play.record import Record, follow_on, replay
from kaik.server import times, windows, wire
from kaik.server.bus import Bus
from kaik.server.chronicle import Chronicle, outcome_of
from kaik.server.lines import Lines
from kaik.server.problems import Clash, Forbidden, NotFound
from kaik.server.settings import CLAIM_WINDOW, GRACE
from kaik.server.store import Conflict, Person, SeatRow, Step, Store, TableRow
from kaik.server.talk import topic
from kaik.server.thinkers import Question, Thinkers
from kaik.server.turnstile import Turnstile

log = logging.getLogger(__name__)

LOG_SHOWN = 300
"""How many of the last log lines a frame holds."""
STEPS_SHOWN = 120
"""How many events a frame shows one by one; a longer way is left out."""
KEPT = 100
"""How many tables stay at hand when nobody looks."""
_NO_STEPS = b'"steps":[]'
"""How a frame without steps says so."""
_NO_LOG = b'"log":[]'
"""How a frame without a log says so; nothing before the log is called so."""
ATTEMPTS = 8
THINKING = 10.0
"""Seconds after which a computer seat that has not answered is looked after again."""
SWEEP = 2.0
STAND_IN = "level5"
"""The computer player that takes a seat somebody has left."""
SECRET_PAUSE = 0.3
"""Seconds a computer seat takes at least where its lack of choice must not show."""


class AtHand(Struct):
    """A table with its match; before the start the match has not even drawn its first chance."""

    row: TableRow
    match: Match
    answers: dict[str, int] = {}
    """In a claim window: what has been answered so far, by decision."""


class Frame(NamedTuple):
    """The present of a table, alone and with the steps that led to it."""

    length: int
    present: bytes
    steps: bytes


def sealed(row: TableRow) -> Chance:
    """The chance of a match: its committed seed and everybody's nonces."""
    return Sealed(row.seed, row.nonces)


class House:
    """What all rooms share. Time and chance come from outside, so that a test can bring its own."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        thinkers: Thinkers,
        nonce_wait: float,
        claim_window: float = CLAIM_WINDOW,
        *,
        grace: float = GRACE,
        now: Callable[[], float] = time.time,
        chance: Callable[[TableRow], Chance] = sealed,
    ) -> None:
        self.store = store
        self.chronicle = Chronicle(store.engine)
        self.meeting = Turnstile(store.engine, "quick match")
        """Who looks for an opponent passes here."""
        self.grace = grace
        self.now = now
        self.chance = chance
        self.bus = bus
        self.thinkers = thinkers
        self.nonce_wait = nonce_wait
        self.claim_window = claim_window
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def room(self, id: str) -> Room:
        """The room of a table; there is only one at a time, so that its lock means something.

        Who asks anew may know from another process more than has been heard here: the room looks again.
        """
        room = self._rooms.get(id)
        if room is None:
            room = self._rooms[id] = Room(id, self)
        elif self.store.shared:
            room.touch()
        self._recent[id] = room
        self._recent.move_to_end(id)
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)
        return room

    async def refresh(self, person: str) -> None:
        """A person's name has changed: tell those who look at a table of theirs."""
        for row in await self.store.tables_of(person, KEPT):
            if row.id in self._rooms:
                await self._rooms[row.id].refresh()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Work in the background; a failure is logged, and the sweeper tries again."""
        if self._closed:
            work.close()
            return
        task = asyncio.ensure_future(_guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def open(self) -> None:
        """Take up what was left undone, and look after it from now on.

        Alone at a database all of that is ours; otherwise only what nobody has seen to in time.
        """
        await self._resume(await self.store.due(self.now() if self.store.shared else None))
        self.spawn(self._sweep())

    def hear(self, table: str, seq: int) -> None:
        """Another process has changed a table."""
        room = self._rooms.get(table)
        if room is not None:
            room.touch()
        self.bus.publish(table, seq)
        self.bus.publish(topic(table), seq)

    def hear_anything(self) -> None:
        """Other processes may have changed any table."""
        for id in list(self._rooms):
            self.hear(id, 0)

    async def close(self) -> None:
        """Stop all work in the background, and begin no more."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP * uniform(0.5, 1.5))
            try:
                await self._resume(await self.store.due(self.now()))
            except Exception:
                log.exception("the sweeper failed and goes on")

    async def _resume(self, ids: Sequence[str]) -> None:
        for id in ids:
            room = self.room(id)
            room.touch()
            self.spawn(room.see_to())


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        log.exception("work in the background failed")


class Room:
    """One table. Every member takes the lock, so that nothing is seen half done."""

    def __init__(self, id: str, house: House) -> None:
        self.id = id
        self._house = house
        self._lock = asyncio.Lock()
        self._at_hand: AtHand | None = None
        self._touched = False
        self._frames: dict[tuple[int | None, tuple[int, ...], bool, int | None], bytes] = {}
        """By the seat shown, the reader's own seats, whether the table is theirs, and the length of the log
        in the last frame sent."""
        self._lines: defaultdict[int | None, Lines] = defaultdict(Lines)
        self._thinking: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def touch(self) -> None:
        """Somebody else may have changed the table: look again before anything is said of it."""
        self._touched = True

    # -- looking -----------------------------------------------------------------------------------

    async def table(self, person: str | None) -> wire.Table:
        """The table as a person is told of it."""
        async with self._lock:
            return table_for((await self._load()).row, person)

    async def row(self) -> TableRow:
        """The table as it is kept."""
        async with self._lock:
            return (await self._load()).row

    async def look(self, check: Callable[[AtHand], None]) -> None:
        """Look at the match without changing it; `check` may refuse."""
        async with self._lock:
            check(await self._load())

    async def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Where a person sits, and with them those who share their device; once taken, a seat is kept."""
        async with self._lock:
            return (await self._load()).row.seats_of(person)

    async def frame(
        self, person: str | None, seq: int = 0, since: int | None = None, shown: int | None = None
    ) -> Frame:
        """The state frame for a person.

        `seq`: the log is known to be at least this long; `since`: how long it was in the last frame sent;
        `shown`: whose view it is to be at a shared device.
        """
        async with self._lock:
            now = await self._load()
            if len(now.match.log) < seq:
                self.touch()
                now = await self._load()
            seat = now.row.seat_of(person) if shown is None else shown
            present = self._present(now, seat, person)
            return Frame(len(now.match.log), present, self._with_steps(now, seat, present, since))

    def _present(self, now: AtHand, seat: int | None, person: str | None) -> bytes:
        key = (seat, now.row.seats_of(person), now.row.host == person, None)
        if key not in self._frames:
            reader = None if now.row.status == "waiting" else seat
            before, _, after = msgspec.json.encode(_state(now, seat, person, self._house)).partition(_NO_LOG)
            log = self._lines[reader].last(now.match.told(reader), LOG_SHOWN)
            self._frames[key] = b"".join((before, b'"log":', log, after))
        return self._frames[key]

    def _with_steps(self, now: AtHand, seat: int | None, present: bytes, since: int | None) -> bytes:
        """The same frame with the steps that led to it put in: the present is not made twice."""
        if since is None or now.row.status == "waiting" or len(now.match.log) - since > STEPS_SHOWN:
            return present
        key = (seat, (), False, since)
        if key not in self._frames:
            self._frames[key] = msgspec.json.encode(now.match.steps(seat, since))
        before, _, after = present.rpartition(_NO_STEPS)
        return before + b'"steps":' + self._frames[key] + after

    async def record(self) -> bytes:
        """The record with its seed, once the match is over."""
        async with self._lock:
            now = await self._load()
        if now.row.status != "over":
            raise Forbidden("error.record_running")
        names = [seat_name(seat) for seat in now.row.seats]
        fairness = Sealed(now.row.seed, now.row.nonces).opened()
        return Record.of(now.match, players=names, played=iso(now.row.created), fairness=fairness).to_json()

    async def asked(self, person: str) -> tuple[str, Question]:
        """The open decision of somebody who plays against computers alone, as their seat sees it."""
        async with self._lock:
            now = await self._load()
        seat = now.row.seat_of(person)
        others = (other for n, other in enumerate(now.row.seats) if n != seat)
        if seat is None or any(other.kind != "computer" for other in others):
            raise Forbidden("error.hint_people")
        decision = open_decision(now.match, seat)
        if decision is None or now.row.status != "playing":
            raise Clash("error.hint_nothing")
        return decision, _question(now, seat)

    async def refresh(self) -> None:
        """Something beside the match has changed, such as a name."""
        async with self._lock:
            self._forget()
        self._house.bus.publish(self.id, 0)

    # -- acting ------------------------------------------------------------------------------------

    async def act(self, seat: int | None, decision: str, index: int) -> None:
        """A seat's answer to a decision: committed when this returns, nothing changed when it raises."""
        for _ in range(ATTEMPTS):
            try:
                async with self._lock:
                    await self._act(seat, decision, index)
                return
            except Conflict:
                continue
        raise Clash("error.busy")

    async def join(self, person: Person, wanted: int | None) -> None:
        """Take an open seat."""
        async with self._lock:
            row = (await self._load()).row
            seat = _open_seat(row, person.id, wanted)
            self._forget()
            at = self._house.now()
            try:
                await self._house.store.sit(self.id, seat, person.id, at + self._house.nonce_wait, at)
            except Conflict:
                raise Clash("error.seat_taken", seat=seat + 1) from None
        self._house.bus.publish(self.id, 0)
        await self.see_to()

    async def keep_silent(self, seats: Sequence[int]) -> None:
        """Those at a shared device who are asked at once whether they want something all say no."""
        async with self._lock:
            now = await self._load()
            meant = windows.quiet(now.match) if now.row.shared else {}
            silent = [seat for seat in seats if seat in meant]
            if not silent:
                raise Clash("error.answered")
            committed = len(now.match.log)
            self._forget()
            for seat in silent:
                now.match.play(seat, meant[seat])
            with contextlib.suppress(Conflict):  # somebody else was asked too and answered: they ask again
                await self._commit(now, committed)

    async def give_nonce(self, seats: Sequence[int], nonce: str) -> None:
        """A device's contribution to chance, before the start: it counts for each seat played there."""
        if not seats:
            raise Forbidden("error.watching")
        async with self._lock:
            self._forget()
            try:
                for seat in seats:
                    await self._house.store.give_nonce(self.id, seat, nonce.lower())
            except Conflict:
                raise Clash("error.nonce_late") from None
        self._house.bus.publish(self.id, 0)
        await self.see_to()

    async def see_to(self) -> None:
        """Do what falls to the server: start, close windows, let computers think, call time, settle."""
        async with self._lock:
            now = await self._load()
            if now.row.status == "waiting" and now.row.full:
                await self._start_when_ready(now)
            elif now.row.status == "over" and now.row.due is not None:
                await self._settle(now)
            elif now.row.status == "playing" and not await self._closed_window(now):
                await self._take_over(now)
                await self._call_time(now)

    async def start_now(self) -> None:
        """Start a full table without waiting for nonces."""
        async with self._lock:
            now = await self._load()
            if now.row.status == "waiting" and now.row.full:
                await self._begin(now)

    async def change(self, work: Callable[[AtHand], None]) -> None:
        """Have the referee do something besides taking a choice; nothing is changed when this raises."""
        for _ in range(ATTEMPTS):
            try:
                async with self._lock:
                    await self._change(await self._load(), work)
                return
            except Conflict:
                continue
        raise Clash("error.busy")

    async def reseat(self, write: Callable[[TableRow], Awaitable[None]]) -> None:
        """Change who sits where: `write` does it in the store, or raises. The match itself stays."""
        async with self._lock:
            row = (await self._load()).row
            self._forget()
            await write(row)
        self._house.bus.publish(self.id, 0)
        with contextlib.suppress(NotFound):  # the last has taken the table along
            await self.see_to()

    async def hand_over(self, seat: int) -> None:
        """The computer takes a person's seat in a match that is being played."""

        async def given(row: TableRow) -> None:
            if row.status != "playing" or row.seats[seat].person is None:
                raise Clash("error.over")
            try:
                await self._hand_over(row, seat)
            except Conflict:
                raise Clash("error.busy") from None

        await self.reseat(given)

    async def mark(self, person: str, away: float | None) -> None:
        """A person at this table has gone, or is back."""
        async with self._lock:
            try:
                row = (await self._load()).row
            except NotFound:  # the last has taken the table along
                return
            seats = row.seats_of(person)
            if not seats or row.status == "over":
                return
            if not await self._house.store.mark_away(self.id, person, away):
                return
            if self._at_hand is not None:
                marked = [replace(s, away=away) if n in seats else s for n, s in enumerate(row.seats)]
                self._at_hand.row = replace(row, seats=tuple(marked))
            self._frames.clear()
        self._house.bus.publish(self.id, 0)

    # -- inside ------------------------------------------------------------------------------------

    async def _load(self) -> AtHand:
        if self._at_hand is None or self._touched:
            self._touched = False
            known, self._at_hand = self._at_hand, None
            self._frames.clear()
            self._at_hand = await self._read(known)
        return self._at_hand

    async def _read(self, known: AtHand | None) -> AtHand:
        """What the store holds; of a match that is known only what was added to it."""
        store = self._house.store
        row = await store.table(self.id)
        if row is None:
            raise NotFound("error.table_unknown")
        begun = len(known.match.log) if known is not None else 0
        entries = await store.entries(self.id, begun) if row.status != "waiting" else []
        if known is None or not begun:
            match = await asyncio.to_thread(_replayed, row, entries, self._house.chance)
        else:
            match = await asyncio.to_thread(_followed, known.match, entries) if entries else known.match
        answers = await store.answers(self.id) if windows.silence(row, match) else {}
        return AtHand(row, match, answers)

    async def _reload_if_behind(self, now: AtHand) -> AtHand:
        """Somebody else may have gone on with the match in another process."""
        if await self._house.store.length(self.id) == len(now.match.log):
            return now
        self.touch()
        return await self._load()

    def _forget(self) -> None:
        self._at_hand = None
        self._frames.clear()

    async def _act(self, seat: int | None, decision: str, index: int) -> None:
        if seat is None:
            raise Forbidden("error.watching")
        now = await self._load()
        if decision != open_decision(now.match, seat):
            now = await self._reload_if_behind(now)
        _check_open(now, seat, decision)
        legal = now.match.legal(seat)
        if not 0 <= index < len(legal):
            raise IllegalAction("error.index", index=index, count=len(legal))
        if seat in windows.silence(now.row, now.match):
            await self._keep(now, seat, decision, index)
            return
        committed = len(now.match.log)
        self._forget()
        now.match.play(seat, legal[index])
        await self._commit(now, committed)

    async def _keep(self, now: AtHand, seat: int, decision: str, index: int) -> None:
        """An answer in a window: only its seat is shown that it was given."""
        try:
            answers = await self._house.store.keep_answer(self.id, decision, index, len(now.match.log))
        except Conflict:  # given before, or the window was closed, in another process
            self.touch()
            raise
        now.answers = answers
        for shown in [key for key in self._frames if key[0] == seat]:
            del self._frames[shown]
        self._house.bus.publish(self.id, len(now.match.log))
        await self._closed_window(now)

    async def _closed_window(self, now: AtHand) -> bool:
        """Close the open window if it is time: all answers count at once, and silence for what it means."""
        asked = windows.silence(now.row, now.match)
        if not asked:
            return False
        given = {seat: n for seat in asked if (n := now.answers.get(_decision(now, seat))) is not None}
        left = (now.row.due or 0.0) - self._house.now()
        if left > 0 and not windows.may_close_early(now.row, asked, given):
            self._see_to_later(left)
            return False
        kept = await self._house.store.answers(self.id)
        chosen = {seat: kept.get(_decision(now, seat)) for seat in asked}
        committed = len(now.match.log)
        self._forget()
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
                self._forget()
        await self._commit(now, committed)

    async def _call_time(self, now: AtHand) -> None:
        """A clock has fallen: of two the seat has lost; of more, the computer plays on for it."""
        seat = times.fallen(now.row, self._house.now())
        if seat is None:
            return
        with contextlib.suppress(Conflict):  # another process has called it, or an answer came just in time
            if now.match.seats == 2:
                await self._change(now, lambda now: now.match.timeout(seat))
            else:
                self._forget()
                await self._hand_over(now.row, seat)

    async def _hand_over(self, row: TableRow, seat: int) -> None:
        """The computer takes a person's seat; the clocks of the others go on."""
        at = self._house.now()
        clocks = times.without(row.clocks, seat, at)
        await self._house.store.hand_over(self.id, seat, row.seats[seat], STAND_IN, at, clocks)
        self._house.bus.publish(self.id, 0)

    async def _settle(self, now: AtHand) -> None:
        """Write down how a match ended, once, and show it: it may have been ended from outside."""
        with contextlib.suppress(Conflict):  # another process has done it
            if now.match.result is None:
                await self._house.store.put_off(self.id, now.row.due, None)
            else:
                await self._house.chronicle.settle(outcome_of(now.row, now.match.result, self._house.now()))
        now.row = replace(now.row, due=None)
        self._house.bus.publish(self.id, len(now.match.log))

    async def _commit(self, now: AtHand, committed: int, used: dict[str, int] | None = None) -> None:
        """Write all that the match has added to its log, then show it; `used`: with which kept answers."""
        step = replace(_step(now, committed, self._house), used=used)
        await self._house.store.append(self.id, step)
        self._shown(now, step)

    def _shown(self, now: AtHand, step: Step) -> None:
        row = replace(now.row, status=step.status, due=step.due, clocks=step.clocks)
        self._at_hand = AtHand(row, now.match)
        self._house.bus.publish(self.id, len(now.match.log))
        self._wake(self._at_hand)

    async def _start_when_ready(self, now: AtHand) -> None:
        due = now.row.due or 0.0
        wanting = any(seat.person is not None and seat.nonce is None for seat in now.row.seats)
        if wanting and self._house.now() < due:
            self._see_to_later(due - self._house.now())
            return
        await self._begin(now)

    async def _begin(self, now: AtHand) -> None:
        """Start with the nonces that are there."""
        row = replace(now.row, nonces=tuple(_nonce(seat) for seat in now.row.seats))
        self._forget()
        match = _fresh(row)
        match.resume(self._house.chance(row))
        begun = AtHand(row, match)
        step = _step(begun, 0, self._house)
        try:
            await self._house.store.begin(self.id, row.nonces, step)
        except Conflict:
            return
        self._shown(begun, step)

    def _see_to_later(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self._house.spawn(self.see_to()))

    def _wake(self, now: AtHand) -> None:
        """Ask the computers that are to act and are not thinking yet; come back when something is due.

        What is overdue already is the sweeper's, so that a slow computer is not asked without a pause.
        """
        if now.match.over:
            self._house.spawn(self.see_to())
        elif now.row.due is not None and now.row.due > self._house.now():
            self._see_to_later(now.row.due - self._house.now())
        for seat in _computers_to_act(now):
            decision = _decision(now, seat)
            if decision not in self._thinking and decision not in now.answers:
                self._thinking.add(decision)
                self._house.spawn(self._think(decision, _question(now, seat), _pause(now.match)))

    async def _think(self, decision: str, question: Question, pause: float) -> None:
        """The computer's answer comes by the same door as everybody's."""
        try:
            index, _ = await asyncio.gather(self._thought(question), asyncio.sleep(pause))
            await self.act(question.seat, decision, index)
        except Refusal as refusal:
            log.info("a computer's answer at %s came too late: %s", self.id, refusal)
        finally:
            self._thinking.discard(decision)

    async def _thought(self, question: Question) -> int:
        """What the computer chooses. As long as it thinks, other processes are told that somebody does."""
        asked = asyncio.ensure_future(self._house.thinkers.ask(question))
        try:
            while not (await asyncio.wait([asked], timeout=THINKING / 2))[0]:
                await self._prolong()
            return asked.result()
        finally:
            asked.cancel()

    async def _prolong(self) -> None:
        async with self._lock:
            now = await self._load()
            playing = now.row.status == "playing" and not windows.silence(now.row, now.match)
            if self._house.store.shared and playing:
                await self._claim(now)

    async def _take_over(self, now: AtHand) -> None:
        """Ask the computers that are to act, if nobody does; of several processes that would, one may."""
        contested = self._house.store.shared and _computers_to_act(now)
        late = now.row.due is None or now.row.due <= self._house.now()
        if not contested or (late and await self._claim(now)):
            self._wake(now)

    async def _claim(self, now: AtHand) -> bool:
        """Put off what is due from now on; somebody else may have done so first."""
        due = _due(now, now.row.clocks, self._house.now(), self._house.claim_window)
        if not await self._house.store.put_off(self.id, now.row.due, due):
            return False
        now.row = replace(now.row, due=due)
        return True


# -- decisions -------------------------------------------------------------------------------------


def open_decision(match: Match, seat: int | None) -> str | None:
    """The id of the decision a seat has to take now. It stays the same until the seat has answered it."""
    if seat is None or seat not in match.to_act():
        return None
    return f"{seat}.{_opened_at(match, seat)}"


def _decision(now: AtHand, seat: int) -> str:
    """The decision of a seat that is to act."""
    return f"{seat}.{_opened_at(now.match, seat)}"


def _opened_at(match: Match, seat: int) -> int:
    """How long the log was when the open decision arose; what others chose since has not touched it."""
    game, legal = match.game, list(match.game.actions(match.state, seat))
    opened, earlier = len(match.log), reversed(match.states[:-1])
    for entry in reversed(match.log):
        if isinstance(entry, Played) and entry.seat != seat:
            before = next(earlier)
            if seat not in game.to_act(before) or list(game.actions(before, seat)) != legal:
                break
        elif not isinstance(entry, Talk):
            break
        opened -= 1
    return opened


def _check_open(now: AtHand, seat: int, decision: str) -> None:
    """Refuse an answer to anything but the open decision of this seat."""
    if now.row.status == "waiting":
        raise Clash("error.not_begun")
    if now.match.over:
        raise IllegalAction("error.over")
    if decision == open_decision(now.match, seat):
        if decision in now.answers:
            raise Clash("error.answered")
        return
    owner, _, at = decision.partition(".")
    if owner != str(seat):
        raise IllegalAction("error.not_your_turn" if _is_number(owner) else "error.decision")
    known = _is_number(at) and int(at) <= len(now.match.log)
    raise Clash("error.answered" if known else "error.decision")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


# -- matches ---------------------------------------------------------------------------------------


def _fresh(row: TableRow) -> Match:
    game = registry.load(row.game)
    return Match(game, checked(game.Options, row.options), len(row.seats), None)


def _replayed(row: TableRow, entries: Sequence[object], chance: Callable[[TableRow], Chance]) -> Match:
    """The match that the stored log leads to, able to go on if it has begun."""
    match = replay(Record(game=row.game, options=row.options, seats=len(row.seats), log=tuple(entries)))
    if row.status == "playing":
        match.resume(chance(row))
        if len(match.log) != len(entries):
            raise RuntimeError(f"the stored log of table {row.id} ends where no choice is open")
    return match


def _followed(match: Match, entries: Sequence[object]) -> Match:
    """The same match with what was added to its stored log."""
    follow_on(match, entries)
    return match


def _step(now: AtHand, committed: int, house: House) -> Step:
    """What the match has added to its log since then, and what the table becomes by it."""
    at = house.now()
    added = now.match.log[committed:]
    clocks = times.after(now.row, now.match, added, at)
    return Step(
        first=committed,
        entries=tuple(_entry(entry) for entry in added),
        status="over" if now.match.over else "playing",
        due=_due(now, clocks, at, house.claim_window),
        at=at,
        clocks=clocks,
    )


def _due(now: AtHand, clocks: Clock | None, at: float, claim_window: float) -> float | None:
    """When the server must see to the table: at once to settle it, else for a window, a computer, a clock."""
    if now.match.over:
        return at
    window = windows.lasts(now.row, now.match, claim_window)
    if window is not None:
        return at + window
    thinking = at + THINKING if _computers_to_act(now) else None
    falls = None if clocks is None else clocks.due()
    return min((time for time in (thinking, falls and falls[0]) if time is not None), default=None)


def _entry(entry: Entry) -> str:
    return msgspec.json.encode(entry).decode()


def _computers_to_act(now: AtHand) -> list[int]:
    return [seat for seat in now.match.to_act() if seat >= 0 and now.row.seats[seat].kind == "computer"]


def _question(now: AtHand, seat: int) -> Question:
    match, player = now.match, now.row.seats[seat].player or ""
    view = match.game.view(match.state, seat)
    seed = fresh_nonce().hex
    return Question(match.game.id, player, seat, view, list(match.legal(seat)), seed)


def _pause(match: Match) -> float:
    return SECRET_PAUSE if match.game.secret_window(match.state) else 0.0


def _nonce(seat: SeatRow) -> Nonce:
    return fresh_nonce() if seat.nonce is None else Nonce(seat.nonce, "seat")


# -- what is told ----------------------------------------------------------------------------------


def table_for(row: TableRow, person: str | None) -> wire.Table:
    """The table as a person is told of it."""
    mine = row.seats_of(person)
    return wire.Table(
        id=row.id,
        game=row.game,
        preset=row.preset,
        options=row.options,
        seats=tuple(_seat_for(seat, n in mine) for n, seat in enumerate(row.seats)),
        status=row.status,
        created=iso(row.created),
        clock=row.clock,
        public=row.public,
        rated=row.rated,
        yours=row.host is not None and row.host == person,
        next=row.next,
    )


def _seat_for(seat: SeatRow, you: bool) -> wire.Seat:
    return wire.Seat(
        kind=seat.kind,
        name=seat_name(seat),
        player=seat.player,
        you=you,
        person=seat.person,
        away=None if seat.away is None else int(seat.away * 1000),
        given_up=seat.gave_up is not None,
    )


def seat_name(seat: SeatRow) -> str:
    """Who sits there, in a word."""
    return seat.player or "" if seat.kind == "computer" else seat.name


def iso(at: float) -> str:
    """A time as the interface gives it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _state(now: AtHand, seat: int | None, person: str | None, house: House) -> wire.State:
    """Before the start everybody sees the empty table as a watcher does. The log is put in afterwards."""
    begun = now.row.status != "waiting"
    seen = now.match.seen_by(seat if begun else None)
    decision = open_decision(now.match, seat) if begun else None
    answered = decision in now.answers
    return wire.State(
        seq=seen.seq,
        seat=seat,
        decision=None if answered else decision,
        scene=seen.scene,
        legal=() if answered else seen.legal,
        log=(),
        earlier=max(0, len(seen.log) - LOG_SHOWN),
        table=table_for(now.row, person),
        result=seen.result,
        fairness=_fair(now, person),
        clock=times.told(now.row.clocks),
        window=_window(now, seat, answered, house.claim_window) if begun else None,
        offers=seen.offers,
        may=_may(now, seat),
        claims={n: int(at * 1000) for n, at in times.claims(now.row, now.match, house.grace).items()},
        asked=_asked(now, person) if begun else (),
        secret=begun and _secret(now, person),
    )


def _secret(now: AtHand, person: str | None) -> bool:
    """Whether some seat at the reader's shared device sees now what a watcher does not."""
    if not now.row.shared:
        return False
    game, state = now.match.game, now.match.state
    open_view = game.view(state, None)
    return any(game.view(state, seat) != open_view for seat in now.row.seats_of(person))


def _asked(now: AtHand, person: str | None) -> tuple[int, ...]:
    """The seats at the reader's device that are asked at once and may stay silent."""
    if not now.row.shared:
        return ()
    meant = windows.quiet(now.match)
    return tuple(seat for seat in now.row.seats_of(person) if seat in meant)


def _may(now: AtHand, seat: int | None) -> tuple[wire.May, ...]:
    """What a seat may do besides choosing. In an open window nothing is proposed: it would be an answer."""
    if seat is None or now.row.status != "playing":
        return ()
    if windows.silence(now.row, now.match):
        return ("resign",)
    answers: dict[Matter, wire.May] = {"draw": "answer_draw", "takeback": "answer_takeback"}
    able = [matter for matter in answers if now.match.can_offer(matter, seat)]
    return ("resign", *(answers[matter] if matter in now.match.offers else matter for matter in able))


def _window(now: AtHand, seat: int | None, answered: bool, claim_window: float) -> wire.Window | None:
    """The open claim window as a seat is told of it."""
    lasts = windows.lasts(now.row, now.match, claim_window)
    if lasts is None or now.row.due is None:
        return None
    silence = windows.silence(now.row, now.match)
    asked = seat in silence and not answered
    default = list(now.match.legal(seat)).index(silence[seat]) if seat is not None and asked else None
    return wire.Window(int(now.row.due * 1000), int(lasts * 1000), default, answered)


def _fair(now: AtHand, person: str | None) -> wire.Fair:
    given = [now.row.seats[seat].nonce for seat in now.row.seats_of(person)]
    wanted = now.row.status == "waiting" and None in given
    seed = now.row.seed.hex() if now.row.status == "over" else None
    return wire.Fair(commitment(now.row.seed), now.row.nonces, seed, wanted)


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

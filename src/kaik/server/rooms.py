"""The tables in play: each a log in the store, with the match it leads to kept at hand.

The match at hand is only ever one that has been committed. While a change is on its way to the store nothing
is at hand, so that whatever goes wrong, the next to ask gets what the store holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
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
from kaik.play.fairness import Nonce, Sealed, commitment, fresh_nonce
from kaik.play.match import Entry, Match, Played, Talk
from kaik.play.record import Record, follow_on, replay
from kaik.server import windows, wire
from kaik.server.bus import Bus
from kaik.server.problems import Clash, Forbidden, NotFound
from kaik.server.settings import CLAIM_WINDOW
from kaik.server.store import Conflict, Person, SeatRow, Step, Store, TableRow
from kaik.server.thinkers import Question, Thinkers

log = logging.getLogger(__name__)

LOG_SHOWN = 300
"""How many of the last log lines a frame holds."""
STEPS_SHOWN = 120
"""How many events a frame shows one by one; a longer way is left out."""
KEPT = 100
"""How many tables stay at hand when nobody looks."""
_NO_STEPS = b'"steps":[]'
"""How a frame without steps says so."""
ATTEMPTS = 8
THINKING = 10.0
"""Seconds after which a computer seat that has not answered is looked after again."""
SWEEP = 2.0
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


class House:
    """What all rooms share."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        thinkers: Thinkers,
        nonce_wait: float,
        claim_window: float = CLAIM_WINDOW,
    ) -> None:
        self.store = store
        self.bus = bus
        self.thinkers = thinkers
        self.nonce_wait = nonce_wait
        self.claim_window = claim_window
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

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
        task = asyncio.ensure_future(_guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def open(self) -> None:
        """Take up what was left undone, and look after it from now on.

        Alone at a database all of that is ours; otherwise only what nobody has seen to in time.
        """
        await self._resume(await self.store.due(time.time() if self.store.shared else None))
        self.spawn(self._sweep())

    def hear(self, table: str, seq: int) -> None:
        """Another process has changed a table."""
        room = self._rooms.get(table)
        if room is not None:
            room.touch()
        self.bus.publish(table, seq)

    def hear_anything(self) -> None:
        """Other processes may have changed any table."""
        for id in list(self._rooms):
            self.hear(id, 0)

    async def close(self) -> None:
        """Stop all work in the background."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP * uniform(0.5, 1.5))
            try:
                await self._resume(await self.store.due(time.time()))
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
        self._frames: dict[tuple[int | None, tuple[int, ...], int | None], bytes] = {}
        """By the seat shown, the reader's own seats, and the length of the log in the last frame sent."""
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
        key = (seat, now.row.seats_of(person), None)
        if key not in self._frames:
            self._frames[key] = msgspec.json.encode(_state(now, seat, person, self._house.claim_window))
        return self._frames[key]

    def _with_steps(self, now: AtHand, seat: int | None, present: bytes, since: int | None) -> bytes:
        """The same frame with the steps that led to it put in: the present is not made twice."""
        if since is None or now.row.status == "waiting" or len(now.match.log) - since > STEPS_SHOWN:
            return present
        key = (seat, (), since)
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
        return Record.of(now.match, players=names, played=_iso(now.row.created), fairness=fairness).to_json()

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
            try:
                await self._house.store.sit(self.id, seat, person.id, time.time() + self._house.nonce_wait)
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
        """Do what falls to the server: start a match, close a window in time, let computers think."""
        async with self._lock:
            now = await self._load()
            if now.row.status == "waiting" and now.row.full:
                await self._start_when_ready(now)
            elif now.row.status == "over" and now.row.due is not None:
                await self._note_end(now)
            elif now.row.status == "playing" and not await self._closed_window(now):
                await self._take_over(now)

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
            match = await asyncio.to_thread(_replayed, row, entries)
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
        left = (now.row.due or 0.0) - time.time()
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

    async def _commit(self, now: AtHand, committed: int, used: dict[str, int] | None = None) -> None:
        """Write all that the match has added to its log, then show it; `used`: with which kept answers."""
        step = replace(_step(now, committed, self._house.claim_window), used=used)
        await self._house.store.append(self.id, step)
        self._shown(now, step)

    def _shown(self, now: AtHand, step: Step) -> None:
        self._at_hand = AtHand(replace(now.row, status=step.status, due=step.due), now.match)
        self._house.bus.publish(self.id, len(now.match.log))
        self._wake(self._at_hand)

    async def _note_end(self, now: AtHand) -> None:
        """The match was ended from outside: show it once."""
        await self._house.store.put_off(self.id, now.row.due, None)
        now.row = replace(now.row, due=None)
        self._house.bus.publish(self.id, len(now.match.log))

    async def _start_when_ready(self, now: AtHand) -> None:
        due = now.row.due or 0.0
        wanting = any(seat.person is not None and seat.nonce is None for seat in now.row.seats)
        if wanting and time.time() < due:
            self._see_to_later(due - time.time())
            return
        row = replace(now.row, nonces=tuple(_nonce(seat) for seat in now.row.seats))
        self._forget()
        match = _fresh(row)
        match.resume(Sealed(row.seed, row.nonces))
        begun = AtHand(row, match)
        step = _step(begun, 0, self._house.claim_window)
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
        """Ask the computers that are to act and are not thinking yet; have an open window closed in time."""
        if windows.silence(now.row, now.match) and now.row.due is not None:
            self._see_to_later(now.row.due - time.time())
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
        late = now.row.due is None or now.row.due <= time.time()
        if not contested or (late and await self._claim(now)):
            self._wake(now)

    async def _claim(self, now: AtHand) -> bool:
        """Put off what is due from now on; somebody else may have done so first."""
        due = _due(now, time.time(), self._house.claim_window)
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


def _replayed(row: TableRow, entries: Sequence[object]) -> Match:
    """The match that the stored log leads to, able to go on if it has begun."""
    match = replay(Record(game=row.game, options=row.options, seats=len(row.seats), log=tuple(entries)))
    if row.status == "playing":
        match.resume(Sealed(row.seed, row.nonces))
        if len(match.log) != len(entries):
            raise RuntimeError(f"the stored log of table {row.id} ends where no choice is open")
    return match


def _followed(match: Match, entries: Sequence[object]) -> Match:
    """The same match with what was added to its stored log."""
    follow_on(match, entries)
    return match


def _due(now: AtHand, at: float, claim_window: float) -> float | None:
    """When the server must see to the table itself: to close a window, or if nobody thinks for a computer."""
    wait = windows.lasts(now.row, now.match, claim_window)
    if wait is None and _computers_to_act(now):
        wait = THINKING
    return None if wait is None else at + wait


def _step(now: AtHand, committed: int, claim_window: float) -> Step:
    """What the match has added to its log since then, and what the table becomes by it."""
    at = time.time()
    return Step(
        first=committed,
        entries=tuple(_entry(entry) for entry in now.match.log[committed:]),
        status="over" if now.match.over else "playing",
        due=_due(now, at, claim_window),
        at=at,
    )


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
    seats = tuple(wire.Seat(s.kind, seat_name(s), s.player, n in mine) for n, s in enumerate(row.seats))
    return wire.Table(row.id, row.game, row.preset, row.options, seats, row.status, _iso(row.created))


def seat_name(seat: SeatRow) -> str:
    """Who sits there, in a word."""
    return seat.player or "" if seat.kind == "computer" else seat.name


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _state(now: AtHand, seat: int | None, person: str | None, claim_window: float) -> wire.State:
    """Before the start everybody sees the empty table as a watcher does."""
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
        log=seen.log[-LOG_SHOWN:],
        earlier=max(0, len(seen.log) - LOG_SHOWN),
        table=table_for(now.row, person),
        result=seen.result,
        fairness=_fair(now, person),
        window=_window(now, seat, answered, claim_window) if begun else None,
        asked=_asked(now, person) if begun else (),
    )


def _asked(now: AtHand, person: str | None) -> tuple[int, ...]:
    """The seats at the reader's device that are asked at once and may stay silent."""
    if not now.row.shared:
        return ()
    meant = windows.quiet(now.match)
    return tuple(seat for seat in now.row.seats_of(person) if seat in meant)


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

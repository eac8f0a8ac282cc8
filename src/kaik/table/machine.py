"""A table as a pure machine (sans-IO): `(table, command, now)` leads to a change, and to nothing else.

No database, no clock, no tasks: a host loads a table, lets it handle a command at a time of its own, writes
the change, shows the frames, and comes back when something is due. A server does so around a database, a
browser's worker around its own storage, and a test with a made-up clock.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from kaik.core import registry
from kaik.core.errors import IllegalAction
from kaik.core.options import checked
from kaik.play.fairness import Chance, Nonce, Sealed, server_nonce
from kaik.play.match import Match, Matter
from kaik.play.record import Record, follow_on, replay
from kaik.players import offers
from kaik.players.levels import within
from kaik.players.question import Question
from kaik.protocol.errors import Clash, Forbidden, NotFound
from kaik.protocol.live import (
    Act,
    Claim,
    ClientFrame,
    Decline,
    GiveNonce,
    Offer,
    Resign,
    Silence,
    Throw,
    ThrowByHand,
)
from kaik.table import clocks, windows
from kaik.table.commands import (
    Answer,
    Arrive,
    Begin,
    Change,
    Command,
    Depart,
    Fill,
    FromClient,
    Join,
    Leave,
    MoveOn,
    Think,
    Tick,
)
from kaik.table.decisions import check_open, open_decision
from kaik.table.state import USUAL_TIMING, SeatState, TableState, Timing

STAND_IN = "level5"
"""The computer player that takes a seat somebody has left."""

ChanceOf: TypeAlias = Callable[[TableState], Chance]


def sealed_chance(table: TableState) -> Chance:
    """The chance of a match: its committed seed and everybody's nonces."""
    return Sealed(table.seed, table.nonces)


class TableMachine:
    """One table with its match.

    `handle` is the only way to change it. A refusal leaves everything as it was. After a change that could
    not be written the machine must be thrown away and rebuilt from what is kept.
    """

    def __init__(
        self,
        state: TableState,
        entries: Sequence[Any] = (),
        answers: Mapping[str, int] | None = None,
        timing: Timing = USUAL_TIMING,
        chance: ChanceOf = sealed_chance,
    ) -> None:
        """Rebuild a table from what is kept: its state, the log as JSON values, the answers in its window."""
        self.state = state
        self.answers = dict(answers or {})
        """In a claim window: what has been answered so far, by decision."""
        self.timing = timing
        self._chance = chance
        if state.status == "waiting":
            game = registry.load(state.game)
            self.match = Match(game, checked(game.Options, state.options), len(state.seats), None)
            return
        record = Record(game=state.game, options=state.options, seats=len(state.seats), log=tuple(entries))
        self.match = replay(record)
        self._resume()
        if len(self.match.log) != len(entries):
            raise RuntimeError(f"the stored log of table {state.id} ends where no choice is open")

    def follow(self, state: TableState, entries: Sequence[Any], answers: Mapping[str, int]) -> None:
        """Catch up, in a match that has begun, with what another host has written: the state, further
        entries, the answers kept."""
        self.state = state
        self.answers = dict(answers)
        follow_on(self.match, entries)
        self._resume()

    # -- queries -----------------------------------------------------------------------------------

    @property
    def window(self) -> dict[int, Any]:
        """The seats that the open claim window asks, each with what saying nothing means."""
        return windows.silence(self.state, self.match) if self.state.status == "playing" else {}

    @property
    def unsettled(self) -> bool:
        """Whether the match is over and its result has not been written down."""
        return self.state.status == "over" and self.state.due is not None

    def computers_to_act(self) -> list[int]:
        """The seats that a computer is to choose for now."""
        if self.state.status != "playing":
            return []
        seats = self.state.seats
        return [seat for seat in self.match.to_act() if seat >= 0 and seats[seat].kind == "computer"]

    def questions(self) -> dict[str, Question]:
        """What computers are to be asked now, by decision."""
        asked = {}
        for seat in self.computers_to_act():
            decision = open_decision(self.match, seat)
            if decision is not None and decision not in self.answers:
                asked[decision] = self.question(seat)
        return asked

    def question(self, seat: int) -> Question:
        """The open decision of a seat as a computer player is asked it."""
        match, player = self.match, self.state.seats[seat].player or ""
        view = match.game.view(match.state, seat)
        seed = hmac.digest(self.state.seed, f"player {seat} {len(match.log)}".encode(), "sha256").hex()
        return Question(match.game.id, player, seat, view, list(match.legal(seat)), seed)

    def hint_question(self, person: str) -> tuple[str, Question]:
        """The open decision of somebody who plays against computers alone."""
        seat = self.state.seat_of(person)
        others = (other for n, other in enumerate(self.state.seats) if n != seat)
        if seat is None or any(other.kind != "computer" for other in others):
            raise Forbidden("error.hint_people")
        decision = open_decision(self.match, seat)
        if decision is None or self.state.status != "playing":
            raise Clash("error.hint_nothing")
        return decision, self.question(seat)

    # -- commands ----------------------------------------------------------------------------------

    def handle(self, command: Command, now: float) -> Change | None:  # noqa: C901 - one case a command
        """Carry out a command; what has changed by it, `None` if nothing has.

        Raises a `Refusal`, with everything as it was, where the command is not possible.
        """
        match command:
            case FromClient(person, frame, wanted):
                return self._from_client(person, frame, wanted, now)
            case Answer(seat, decision, index):
                if self.state.seats[seat].kind != "computer":
                    raise Forbidden("error.seat_elsewhere")
                return self._act(seat, decision, index, now)
            case Join():
                return self._join(command, now)
            case Leave(person):
                return self._leave(person, now)
            case Fill(person, player):
                return self._fill(person, player, now)
            case Begin():
                waiting = self.state.status == "waiting" and self.state.full
                return self._begin(now) if waiting else None
            case Arrive(person):
                return self._mark(person, None)
            case Depart(person, since):
                return self._mark(person, since)
            case Tick():
                return self._tick(now)
            case Think():
                thinks = self.computers_to_act() and not self.window
                return self._put(due=self._due(self.state.clocks, now)) if thinks else None
            case MoveOn(next):
                if self.state.status != "over" or self.state.next is not None:
                    raise Clash("error.not_over")
                return self._put(next=next)

    def _from_client(  # noqa: C901 - one case a frame
        self, person: str | None, frame: ClientFrame, wanted: int | None, now: float
    ) -> Change | None:
        """Who sends a frame is looked up here, with the state that it acts on: seats change hands."""
        mine = self.state.seats_of(person)
        if isinstance(frame, GiveNonce):
            return self._give_nonce(mine, frame.hex, now)
        if isinstance(frame, Silence):
            return self._keep_silent(mine, now)
        seat = self.state.facing(person, wanted)
        if seat is None:
            raise Forbidden("error.watching")
        if wanted not in (None, seat):  # they have not been shown yet which other one they would act for
            raise Forbidden("error.seat_elsewhere")
        match frame:
            case Act(decision, index):
                return self._act(seat, decision, index, now)
            case Resign():
                return self._resign(seat, now)
            case Offer(matter):
                return self._offer(seat, matter, now)
            case Decline(matter):
                self._check_begun()
                first = len(self.match.log)
                self.match.decline(matter, seat)
                return self._advance(first, now)
            case Claim(absent, take):
                return self._claim(seat, absent, take, now)
            case Throw():
                self._check_begun()
                if self.match.awaited_throw != seat:
                    raise Clash("error.no_throw")
                first = len(self.match.log)
                self.match.throw()
                return self._advance(first, now)
            case ThrowByHand(by_hand):
                return self._throw_by_hand(seat, by_hand, now)
            case _:
                raise TypeError(f"{type(frame).__name__} is not for a table")

    # -- coming and going --------------------------------------------------------------------------

    def _join(self, join: Join, now: float) -> Change:
        state = self.state
        if state.seats_of(join.person):
            raise Clash("error.seated")
        free = [n for n, seat in enumerate(state.seats) if seat.kind == "open"]
        if join.seat is None and not free:
            raise Clash("error.no_open_seat")
        seat = free[0] if join.seat is None else join.seat
        if not 0 <= seat < len(state.seats):
            raise NotFound("error.seat_unknown", seat=seat + 1)
        if seat not in free:
            raise Clash("error.seat_taken", seat=seat + 1)
        # Whoever sits down is yet to come to the table.
        seats = _with_seat(state, seat, SeatState("person", join.person, name=join.name, away=now))
        return self._put(seats=seats, due=self._start_due(seats, now))

    def _leave(self, person: str, now: float) -> Change | None:
        """Before the start one's seats are free again; a match of a tournament, or one begun, is given up."""
        mine = self.state.seats_of(person)
        if not mine:
            raise Forbidden("error.watching")
        if self.state.status == "waiting":
            empty = SeatState("open")
            seats = tuple([empty if n in mine else seat for n, seat in enumerate(self.state.seats)])
            return self._put(seats=seats, due=None)
        if len(self.state.seats) == 2:  # of two at one device, one ends it for both
            return self._resign(mine[0], now)
        return self._hand_over(mine, now)

    def _fill(self, person: str, player: str, now: float) -> Change:
        state = self.state
        if not state.seats_of(person) and state.host != person:
            raise Forbidden("error.watching")
        if state.status != "waiting" or state.full:
            raise Clash("error.no_open_seat")
        computer = SeatState("computer", player=within(state.game, player))
        seats = tuple([computer if seat.kind == "open" else seat for seat in state.seats])
        return self._put(seats=seats, due=self._start_due(seats, now))

    def _mark(self, person: str, away: float | None) -> Change | None:
        """Note that somebody is at the table again, or no longer."""
        state = self.state
        news = [n for n in state.seats_of(person) if (state.seats[n].away is None) != (away is None)]
        if not news or state.status == "over":
            return None
        seats = [replace(s, away=away) if n in news else s for n, s in enumerate(state.seats)]
        return self._put(seats=tuple(seats))

    def _hand_over(self, left: Sequence[int], now: float) -> Change:
        """The computer plays on at seats that a person has left; the clocks of the others go on."""
        if self.state.status != "playing":
            raise Clash("error.over")
        running, seats = self.state.clocks, list(self.state.seats)
        stand_in = within(self.state.game, STAND_IN)
        for number in left:
            seat = seats[number]
            gave_up = seat.person if seat.kind == "person" else None
            seats[number] = SeatState("computer", player=stand_in, nonce=seat.nonce, gave_up=gave_up)
            running = clocks.clocks_without(running, number, now)
        first = len(self.match.log)
        before, self.state = self.state, replace(self.state, seats=tuple(seats), clocks=running)
        self._resume()  # a throw that waited for the person waits no longer
        return self._advance(first, now, before)

    # -- before the start --------------------------------------------------------------------------

    def _start_due(self, seats: Sequence[SeatState], now: float) -> float | None:
        """When a table with these seats begins; `None` while a seat is open."""
        if any(seat.kind == "open" for seat in seats):
            return None
        wanting = any(seat.person is not None and seat.nonce is None for seat in seats)
        return (self.state.due or now + self.timing.nonce_wait) if wanting else now

    def _give_nonce(self, mine: Sequence[int], nonce: str, now: float) -> Change:
        """A device's contribution to chance, before the start: it counts for each seat played there."""
        if not mine:
            raise Forbidden("error.watching")
        state = self.state
        if state.status != "waiting" or any(state.seats[n].nonce is not None for n in mine):
            raise Clash("error.nonce_late")
        seats = [replace(s, nonce=nonce.lower()) if n in mine else s for n, s in enumerate(state.seats)]
        return self._put(seats=tuple(seats), due=self._start_due(seats, now))

    def _begin(self, now: float) -> Change:
        """Start the match with the nonces that are there."""
        seed = self.state.seed
        nonces = tuple(
            [
                server_nonce(seed, number) if seat.nonce is None else Nonce(seat.nonce, "seat")
                for number, seat in enumerate(self.state.seats)
            ]
        )
        before, self.state = self.state, replace(self.state, nonces=nonces, status="playing")
        self._resume()
        return self._advance(0, now, before)

    # -- playing -----------------------------------------------------------------------------------

    def _act(self, seat: int, decision: str, index: int, now: float) -> Change:
        self._check_begun()
        check_open(self.match, seat, decision, self.answers)
        legal = self.match.legal(seat)
        if not 0 <= index < len(legal):
            raise IllegalAction("error.index", index=index, count=len(legal))
        if seat in self.window:
            return self._keep_answer(decision, index, now)
        first = len(self.match.log)
        self.match.play(seat, legal[index])
        return self._advance(first, now)

    def _keep_answer(self, decision: str, index: int, now: float) -> Change:
        """An answer in a window counts when the window closes; until then only its seat is shown it."""
        self.answers[decision] = index
        early = windows.may_close_early(self.state, self.window, self._answered())
        change = self._put(due=now if early else self.state.due)
        return replace(change, answer=(decision, index))

    def _answered(self) -> dict[int, int]:
        """The seats that have answered in the open window, with the index of what they chose."""
        given = {seat: self.answers.get(open_decision(self.match, seat) or "") for seat in self.window}
        return {seat: index for seat, index in given.items() if index is not None}

    def _close_window(self, now: float) -> Change:
        """All answers count at once, and silence for what it means."""
        silence, answered = self.window, self._answered()
        chosen = {
            seat: self.match.legal(seat)[answered[seat]] if seat in answered else default
            for seat, default in silence.items()
        }
        first = len(self.match.log)
        for seat, action in chosen.items():
            self.match.play(seat, action)
        return self._advance(first, now)

    def _keep_silent(self, mine: Sequence[int], now: float) -> Change:
        """Those at a shared device who are asked at once whether they want something all say no."""
        meant = windows.defaults(self.match) if self.state.shared and self.state.status == "playing" else {}
        silent = [seat for seat in mine if seat in meant]
        if not silent:
            raise Clash("error.answered")
        first = len(self.match.log)
        for seat in silent:
            self.match.play(seat, meant[seat])
        return self._advance(first, now)

    def _throw_by_hand(self, seat: int, by_hand: bool, now: float) -> Change | None:
        """Whether due throws of a seat wait for its command."""
        if self.state.seats[seat].throws == by_hand:
            return None
        seats = _with_seat(self.state, seat, replace(self.state.seats[seat], throws=by_hand))
        if self.state.status != "playing":
            return self._put(seats=seats)
        first = len(self.match.log)
        before, self.state = self.state, replace(self.state, seats=seats)
        self._resume()
        return self._advance(first, now, before) if len(self.match.log) > first else self._put_from(before)

    # -- what people settle besides playing --------------------------------------------------------

    def _resign(self, seat: int, now: float) -> Change:
        """A seat gives up: of two the other has won; of more, the computer plays on for it."""
        self._check_begun()
        if len(self.state.seats) != 2:
            return self._hand_over([seat], now)
        first = len(self.match.log)
        self.match.resign(seat)
        return self._advance(first, now)

    def _offer(self, seat: int, matter: Matter, now: float) -> Change:
        """Propose something to all others, or agree; computers answer at once.

        In an open window nothing is proposed: it would be an answer. Those who share the proposer's device
        have been asked across the table.
        """
        self._check_begun()
        if self.window:
            raise Clash("error.window_open")
        first = len(self.match.log)
        self.match.offer(matter, seat)
        for other in self.state.seats_of(self.state.seats[seat].person):
            if other not in self.match.offers.get(matter, (other,)):
                self.match.offer(matter, other)
        computers = [n for n, one in enumerate(self.state.seats) if one.kind == "computer"]
        offers.answer(self.match, computers)
        return self._advance(first, now)

    def _claim(self, seat: int, absent: int, take: Literal["win", "computer"], now: float) -> Change:
        """Wait no longer for a seat at which nobody has been for a while."""
        self._check_begun()
        if absent == seat:
            raise IllegalAction("error.claim_own")
        due = clocks.claims(self.state, self.match, self.timing.grace).get(absent)
        if due is None:
            raise Clash("error.claim_none")
        if due > now:
            raise Clash("error.claim_early", n=max(1, round(due - now)))
        if take == "computer":
            return self._hand_over([absent], now)
        if self.match.seats != 2:
            raise Forbidden("error.claim_win")
        first = len(self.match.log)
        self.match.claim(absent)
        return self._advance(first, now)

    # -- what is due -------------------------------------------------------------------------------

    def _tick(self, now: float) -> Change | None:
        state = self.state
        if state.status == "over" or (state.due is not None and now < state.due):
            return None
        if state.status == "waiting":
            return self._begin(now) if state.full else None
        if self.window:
            return self._close_window(now)
        first = len(self.match.log)
        if self.match.awaited_throw is not None:
            self.match.throw()
            return self._advance(first, now)
        fallen = None if state.clocks is None else state.clocks.fallen(now)
        if fallen is None:
            due = self._due(state.clocks, now)
            return None if due == state.due else self._put(due=due)
        if self.match.seats != 2:
            return self._hand_over([fallen], now)
        self.match.timeout(fallen)
        return self._advance(first, now)

    def _due(self, running: Any, now: float) -> float | None:
        """When the host must see to the table: at once to settle it, else for a window, throw, computer or
        clock."""
        if self.match.over:
            return now
        window = windows.duration(self.state, self.match, self.timing.claim_window)
        if window is not None:
            return now + window
        if self.match.awaited_throw is not None:
            return now + self.timing.throw
        thinking = now + self.timing.thinking if self.computers_to_act() else None
        falls = None if running is None else running.due()
        return min((time for time in (thinking, falls and falls[0]) if time is not None), default=None)

    # -- changes -----------------------------------------------------------------------------------

    def _check_begun(self) -> None:
        if self.state.status == "waiting":
            raise Clash("error.not_begun")

    def _resume(self) -> None:
        """Let the referee go on as far as nobody has to choose or throw."""
        seats = enumerate(self.state.seats)
        self.match.throws_wait = frozenset(n for n, seat in seats if seat.throws and seat.person is not None)
        if self.state.status == "playing":
            self.match.resume(self._chance(self.state))

    def _advance(self, first: int, now: float, before: TableState | None = None) -> Change:
        """The change that the entries from number `first` on make; `before`: if the state has changed too."""
        before = before or self.state
        added = tuple(self.match.log[first:])
        running = clocks.clocks_after(self.state, self.match, added, now)
        same_window = not added and bool(self.window)  # it lasts as long as it was to last
        self.state = replace(
            self.state,
            status="over" if self.match.over else "playing",
            due=self.state.due if same_window else self._due(running, now),
            clocks=running,
            version=before.version + 1,
        )
        closes = bool(self.answers) and not same_window
        if closes:
            self.answers = {}
        return Change(before, self.state, first, added, now, closes_window=closes)

    def _put(self, **changes: Any) -> Change:
        """A change of the table alone."""
        before, self.state = self.state, replace(self.state, **changes)
        return self._put_from(before)

    def _put_from(self, before: TableState) -> Change:
        self.state = replace(self.state, version=before.version + 1)
        return Change(before, self.state, len(self.match.log))


def _with_seat(state: TableState, number: int, seat: SeatState) -> tuple[SeatState, ...]:
    return (*state.seats[:number], seat, *state.seats[number + 1 :])

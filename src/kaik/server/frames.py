"""State frames: all that a seat or a watcher is told of a table, as the bytes that are sent."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import msgspec

from kaik.play.fairness import commitment
from kaik.play.match import Declined, Match, Matter
from kaik.server import times, windows, wire
from kaik.server.at_hand import AtHand
from kaik.server.decisions import open_decision
from kaik.server.lines import Lines
from kaik.server.means import Means
from kaik.server.told import table_for

LOG_SHOWN = 300
"""How many of the last log lines a frame holds."""
STEPS_SHOWN = 120
"""How many events a frame shows one by one; a longer way is left out."""
_NO_STEPS = b'"steps":[]'
"""How a frame without steps says so."""
_NO_LOG = b'"log":[]'
"""How a frame without a log says so; nothing before the log is called so."""


class Frame(NamedTuple):
    """The present of a table, alone and with the steps that led to it."""

    length: int
    present: bytes
    steps: bytes


class _Reader(NamedTuple):
    """What a table is to a reader: their seats, those they have left, and whether they have set it up."""

    seats: tuple[int, ...]
    left: tuple[int, ...]
    host: bool

    @classmethod
    def of(cls, now: AtHand, person: str | None) -> _Reader:
        return cls(now.row.seats_of(person), now.row.left_by(person), now.row.host == person)


class Frames:
    """The frames of one table, each made once until something changes."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._made: dict[tuple[int | None, _Reader | None, int | None], bytes] = {}
        """By the seat shown, what the table is to the reader, and the length of the log in the last frame
        sent."""
        self._lines: defaultdict[int | None, Lines] = defaultdict(Lines)

    def clear(self) -> None:
        """Something has changed for everybody."""
        self._made.clear()

    def drop(self, seat: int) -> None:
        """Something has changed for one seat alone."""
        for key in [key for key in self._made if key[0] == seat]:
            del self._made[key]

    def frame(self, now: AtHand, seat: int | None, person: str | None, since: int | None) -> Frame:
        """What a person is told, as a seat sees it; `since`: how long the log was in the last frame sent."""
        present = self._present(now, seat, person)
        return Frame(len(now.match.log), present, self._with_steps(now, seat, present, since))

    def _present(self, now: AtHand, seat: int | None, person: str | None) -> bytes:
        key = (seat, _Reader.of(now, person), None)
        if key not in self._made:
            reader = None if now.row.status == "waiting" else seat
            before, _, after = msgspec.json.encode(_state(now, seat, person, self._means)).partition(_NO_LOG)
            log = self._lines[reader].last(now.match.told(reader), LOG_SHOWN)
            self._made[key] = b"".join((before, b'"log":', log, after))
        return self._made[key]

    def _with_steps(self, now: AtHand, seat: int | None, present: bytes, since: int | None) -> bytes:
        """The same frame with the steps that led to it put in: the present is not made twice."""
        if since is None or now.row.status == "waiting" or len(now.match.log) - since > STEPS_SHOWN:
            return present
        key = (seat, None, since)
        if key not in self._made:
            self._made[key] = msgspec.json.encode(now.match.steps(seat, since))
        before, _, after = present.rpartition(_NO_STEPS)
        return before + b'"steps":' + self._made[key] + after


def _state(now: AtHand, seat: int | None, person: str | None, means: Means) -> wire.State:
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
        window=_window(now, seat, answered, means.claim_window) if begun else None,
        offers=seen.offers,
        declined=_declined(now.match),
        may=_may(now, seat),
        claims={n: int(at * 1000) for n, at in times.claims(now.row, now.match, means.grace).items()},
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


def _declined(match: Match) -> dict[Matter, int]:
    """What somebody has just refused, or withdrawn."""
    last = match.log[-1] if match.log else None
    return {last.matter: last.seat} if isinstance(last, Declined) else {}


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

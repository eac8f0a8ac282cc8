"""State frames: all that a seat or a watcher is told of a table, as the bytes that are sent."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from kaik.core.scene import Scene
from kaik.play.fairness import commitment
from kaik.play.match import Declined, Match, Matter, TakenBack
from kaik.protocol import live
from kaik.protocol.live import Fair, May, News, Present, Window
from kaik.server.tables import times, windows
from kaik.server.tables.at_hand import AtHand
from kaik.server.tables.decisions import open_decision
from kaik.server.tables.lines import Lines
from kaik.server.tables.means import Means
from kaik.server.tables.told import table_for

STEPS_SHOWN = 120
"""How many events a frame shows one by one; a longer way is left out."""


class Shown(NamedTuple):
    """What a socket has been shown of a seat's view: how long the match's log was, and its lines in force."""

    length: int
    lines: int


class Frame(NamedTuple):
    """The present of a table for a seat or a watcher, and the frame that is sent of it."""

    seat: int | None
    present: bytes
    sent: bytes
    shown: Shown


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
        self._made: dict[tuple[int | None, _Reader], bytes] = {}
        """What a frame tells everybody for whom the table is the same, by the seat that is shown."""
        self._news: dict[tuple[int | None, Shown | None], bytes] = {}
        """What it tells of a seat's view besides, by what the socket has been shown of it."""
        self._lines: defaultdict[int | None, Lines] = defaultdict(Lines)

    def clear(self) -> None:
        """Something has changed for everybody."""
        self._made.clear()
        self._news.clear()

    def drop(self, seat: int) -> None:
        """Something has changed for one seat alone, and not in the match."""
        for key in [key for key in self._made if key[0] == seat]:
            del self._made[key]

    def frame(self, now: AtHand, seat: int | None, person: str | None, shown: Shown | None) -> Frame:
        """What a person is told, as a seat sees it, by a socket that has been `shown` so much before."""
        present = self._present(now, seat, person)
        sent = b"".join((self._news_of(now, seat, shown)[:-1], b",", present[1:]))
        return Frame(seat, present, sent, Shown(len(now.match.log), len(now.match.events)))

    def _present(self, now: AtHand, seat: int | None, person: str | None) -> bytes:
        key = (seat, _Reader.of(now, person))
        if key not in self._made:
            self._made[key] = msgspec.json.encode(_present(now, seat, person, self._means))
        return self._made[key]

    def _news_of(self, now: AtHand, seat: int | None, shown: Shown | None) -> bytes:
        """What the socket has not been shown yet: lines of the log, steps, at first the legend."""
        key = (seat, shown)
        if key not in self._news:
            reader = None if now.row.status == "waiting" else seat
            first = _first_line(now.match, shown)
            log = self._lines[reader].since(now.match.told(reader), first)
            legend = now.match.legend(reader) if shown is None else ()
            news = News(msgspec.Raw(log), first, _steps(now, seat, shown), legend)
            self._news[key] = msgspec.json.encode(news)
        return self._news[key]


def _first_line(match: Match, shown: Shown | None) -> int:
    """The first line of the log to tell: of those told, the ones that were taken back stand no longer."""
    least = max(0, len(match.events) - live.LOG_SHOWN)
    if shown is None:
        return least
    taken = (entry.to for entry in match.log[shown.length :] if isinstance(entry, TakenBack))
    return max(least, min(shown.lines, *taken, len(match.events)))


def _steps(now: AtHand, seat: int | None, shown: Shown | None) -> tuple[Scene, ...]:
    """What a seat saw on the way from what it was shown to the present, unless that is long."""
    if shown is None or now.row.status == "waiting" or len(now.match.log) - shown.length > STEPS_SHOWN:
        return ()
    return now.match.steps(seat, shown.length)


def _present(now: AtHand, seat: int | None, person: str | None, means: Means) -> Present:
    """Before the start everybody sees the empty table as a watcher does."""
    begun = now.row.status != "waiting"
    seen = now.match.seen_by(seat if begun else None)
    decision = open_decision(now.match, seat) if begun else None
    answered = decision in now.answers
    return Present(
        seq=seen.seq,
        seat=seat,
        decision=None if answered else decision,
        scene=replace(seen.scene, legend=()),
        legal=() if answered else seen.legal,
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


def _may(now: AtHand, seat: int | None) -> tuple[May, ...]:
    """What a seat may do besides choosing. In an open window nothing is proposed: it would be an answer."""
    if seat is None or now.row.status != "playing":
        return ()
    if windows.silence(now.row, now.match):
        return ("resign",)
    answers: dict[Matter, May] = {"draw": "answer_draw", "takeback": "answer_takeback"}
    able = [matter for matter in answers if now.match.can_offer(matter, seat)]
    return ("resign", *(answers[matter] if matter in now.match.offers else matter for matter in able))


def _declined(match: Match) -> dict[Matter, int]:
    """What somebody has just refused, or withdrawn."""
    last = match.log[-1] if match.log else None
    return {last.matter: last.seat} if isinstance(last, Declined) else {}


def _window(now: AtHand, seat: int | None, answered: bool, claim_window: float) -> Window | None:
    """The open claim window as a seat is told of it."""
    lasts = windows.lasts(now.row, now.match, claim_window)
    if lasts is None or now.row.due is None:
        return None
    silence = windows.silence(now.row, now.match)
    asked = seat in silence and not answered
    default = list(now.match.legal(seat)).index(silence[seat]) if seat is not None and asked else None
    return Window(int(now.row.due * 1000), int(lasts * 1000), default, answered)


def _fair(now: AtHand, person: str | None) -> Fair:
    given = [now.row.seats[seat].nonce for seat in now.row.seats_of(person)]
    wanted = now.row.status == "waiting" and None in given
    seed = now.row.seed.hex() if now.row.status == "over" else None
    return Fair(commitment(now.row.seed), now.row.nonces, seed, wanted)

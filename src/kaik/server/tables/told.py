"""A table and its seats as a person is told of them."""

from __future__ import annotations

from datetime import UTC, datetime

from kaik.protocol.tables import Seat, Table
from kaik.server.db.store import SeatRow, TableRow


def table_for(row: TableRow, person: str | None) -> Table:
    """The table as a person is told of it."""
    mine, left = row.seats_of(person), row.left_by(person)
    return Table(
        id=row.id,
        game=row.game,
        preset=row.preset,
        options=row.options,
        seats=tuple(_seat_for(seat, n in mine, n in left) for n, seat in enumerate(row.seats)),
        status=row.status,
        created=iso(row.created),
        clock=row.clock,
        public=row.public,
        rated=row.rated,
        yours=row.host is not None and row.host == person,
        next=row.next,
        tournament=row.tournament,
    )


def _seat_for(seat: SeatRow, you: bool, left: bool) -> Seat:
    return Seat(
        kind=seat.kind,
        name=seat_name(seat),
        player=seat.player,
        you=you,
        person=seat.person,
        away=None if seat.away is None else int(seat.away * 1000),
        given_up=seat.gave_up is not None,
        left=left,
        rating=seat.rating,
        settled=seat.settled,
    )


def seat_name(seat: SeatRow) -> str:
    """Who sits there, in a word."""
    return seat.player or "" if seat.kind == "computer" else seat.name


def iso(at: float) -> str:
    """A time as the interface gives it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")

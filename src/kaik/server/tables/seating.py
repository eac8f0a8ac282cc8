"""What people at a table settle besides playing: giving up, proposals, empty seats, one more match."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from kaik.core.errors import IllegalAction
from kaik.play.match import Matter
from kaik.players import offers
from kaik.players.levels import within
from kaik.protocol.errors import Clash, Forbidden
from kaik.server.db.store import Conflict, Person, SeatRow, TableRow
from kaik.server.tables import times, windows
from kaik.server.tables.actors import Visitor
from kaik.server.tables.at_hand import AtHand
from kaik.server.tables.house import House
from kaik.server.tables.rooms import Room


async def resign(room: Room, visitor: Visitor) -> None:
    """A seat gives up: of two the other has won; of more, the computer plays on for it."""

    def giving_up(now: AtHand) -> int:
        seat = visitor.seat(now.row)
        _check_playing(now)
        return seat

    if len((await room.row()).seats) == 2:
        await room.change(lambda now: now.match.resign(giving_up(now)))
    else:
        await room.hand_over(giving_up)


async def propose(room: Room, visitor: Visitor, matter: Matter) -> None:
    """Propose something to all others, or agree; computers answer at once."""

    def proposed(now: AtHand) -> None:
        seat = visitor.seat(now.row)
        _check_playing(now)
        if windows.silence(now.row, now.match):
            raise Clash("error.window_open")
        now.match.offer(matter, seat)
        _agree_beside(now, seat, matter)
        offers.answer(now.match, [n for n, one in enumerate(now.row.seats) if one.kind == "computer"])

    await room.change(proposed)


def _agree_beside(now: AtHand, seat: int, matter: Matter) -> None:
    """Those who share the proposer's device have been asked across the table."""
    for other in now.row.seats_of(now.row.seats[seat].person):
        if other not in now.match.offers.get(matter, (other,)):
            now.match.offer(matter, other)


async def decline(room: Room, visitor: Visitor, matter: Matter) -> None:
    """Refuse what is proposed, or withdraw it."""

    def declined(now: AtHand) -> None:
        seat = visitor.seat(now.row)
        _check_playing(now)
        now.match.decline(matter, seat)

    await room.change(declined)


async def claim(
    room: Room, house: House, visitor: Visitor, absent: int, take: Literal["win", "computer"]
) -> None:
    """Wait no longer for a seat at which nobody has been for a while."""

    def claimed(now: AtHand) -> int:
        _check_claim(now, house, visitor.seat(now.row), absent)
        return absent

    def won(now: AtHand) -> None:
        claimed(now)
        if now.match.seats != 2:
            raise Forbidden("error.claim_win")
        now.match.claim(absent)

    if take == "win":
        await room.change(won)
    else:
        await room.hand_over(claimed)


def _check_claim(now: AtHand, house: House, seat: int, absent: int) -> None:
    _check_playing(now)
    if absent == seat:
        raise IllegalAction("error.claim_own")
    due = times.claims(now.row, now.match, house.grace).get(absent)
    if due is None:
        raise Clash("error.claim_none")
    if due > house.now():
        raise Clash("error.claim_early", n=max(1, round(due - house.now())))


def _check_playing(now: AtHand) -> None:
    if now.row.status == "waiting":
        raise Clash("error.not_begun")


# -- coming and going ------------------------------------------------------------------------------


async def leave(room: Room, house: House, person: Person) -> None:
    """Free one's seat before the start. A match that is being played, or of a tournament, is given up."""
    row = await room.row()
    if row.tournament is not None:
        await room.start_now()
        row = await room.row()
    mine = row.seats_of(person.id)
    if not mine:
        raise Forbidden("error.watching")
    if row.status == "playing":
        for seat in mine if len(row.seats) > 2 else mine[:1]:  # of two at one device, one ends it for both
            await resign(room, Visitor(person.id, seat))
        return

    async def stood_up(_: TableRow) -> None:
        try:
            await house.store.stand_up(row.id, person.id)
        except Conflict:
            raise Clash("error.begun") from None

    await room.reseat(stood_up)


async def fill(room: Room, house: House, person: Person, player: str) -> None:
    """Start without waiting for more people: the computer takes the open seats."""
    row = await room.row()
    if not row.seats_of(person.id) and row.host != person.id:
        raise Forbidden("error.watching")
    if row.status != "waiting" or row.full:
        raise Clash("error.no_open_seat")

    async def filled(_: TableRow) -> None:
        await house.store.fill(row.id, within(row.game, player), house.now() + house.nonce_wait)

    await room.reseat(filled)


async def rematch(room: Room, house: House, person: Person, fresh: TableRow) -> str:
    """One more match: the table of it, at which this person sits.

    Whoever asks first sets it up, with the id, seed and times of `fresh`; everybody moves on by a seat.
    """
    row = await room.row()
    mine = row.seats_of(person.id)
    if not mine:
        raise Forbidden("error.watching")
    if row.status != "over":
        raise Clash("error.not_over")
    next = row.next or await _set_up_next(room, house, person, _again(row, fresh, person))
    there = await house.room(next).row()
    if not there.seats_of(person.id):
        wanted = (mine[0] + 1) % len(row.seats)
        await house.room(next).join(person, wanted if there.seats[wanted].kind == "open" else None)
    return next


async def _set_up_next(room: Room, house: House, person: Person, made: TableRow) -> str:
    """The table of the next match: this one, unless somebody else was quicker."""
    await house.store.add_table(made)
    try:
        await house.store.name_next(room.id, made.id)
    except Conflict:
        await house.store.stand_up(made.id, person.id)
    await room.refresh()
    next = (await room.row()).next
    assert next is not None, "somebody has named it"
    await house.room(next).see_to()
    return next


def _again(row: TableRow, fresh: TableRow, person: Person) -> TableRow:
    seats = tuple(_kept(seat, person) for seat in row.seats[-1:] + row.seats[:-1])
    made = TableRow(
        id=fresh.id,
        game=row.game,
        preset=row.preset,
        options=row.options,
        status="waiting",
        seed=fresh.seed,
        created=fresh.created,
        seats=seats,
        public=row.public,
        rated=row.rated,
        host=person.id,
        clock=row.clock,
    )
    return replace(made, due=fresh.due) if made.full else made


def _kept(seat: SeatRow, person: Person) -> SeatRow:
    """A seat for the next match: the asker's and the computers' are taken, those of other people open."""
    if seat.kind == "computer" and seat.gave_up is None:
        return SeatRow("computer", player=seat.player)
    return SeatRow(seat.kind, person.id, name=seat.name) if seat.person == person.id else SeatRow("open")

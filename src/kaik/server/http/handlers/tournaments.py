"""The REST interface to tournaments: organised, entered, played round by round (`docs/api.md`)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal, TypeAlias

from litestar import Response, get, post
from msgspec.structs import asdict, replace

from kaik.play import tournament
from kaik.play.tournament import Meeting
from kaik.protocol.errors import Clash, Forbidden, NotFound
from kaik.protocol.tables import Invitation, NewSeat, NewTable
from kaik.protocol.tournaments import (
    Entrant,
    NewTournament,
    Pairing,
    Row,
    Tournament,
    TournamentInfo,
    Withdraw,
)
from kaik.server.db.repository import Conflict
from kaik.server.db.tournaments import PairingRow, TournamentRow, Tournaments
from kaik.server.http import auth
from kaik.server.http.lan import address_to_share, qr_response
from kaik.server.http.requests import HttpRequest, tables_of
from kaik.server.tables.manager import TableManager
from kaik.service.names import proper_name
from kaik.service.table_setup import blank, new_id, new_table
from kaik.table.frames import iso_time
from kaik.table.state import SeatState, TableState

MOST_SHOWN = 50
MOST_ENTRANTS = 128

Places: TypeAlias = Mapping[str, tuple[int, ...]]


@post("/api/tournaments")
async def organise(request: HttpRequest, data: NewTournament) -> Tournament:
    """Organise a tournament. It is open to everybody who knows of it until its first round."""
    person, manager, name = (
        await auth.known_or_new(request),
        tables_of(request),
        proper_name(data.name),
    )
    wish = NewTable(
        game=data.game,
        seats=(NewSeat("me"), NewSeat("open")),
        preset=data.preset,
        options=data.options,
        clock=data.clock,
        public=True,
    )
    row = await asyncio.to_thread(new_table, wish, person, manager.timing, manager.now())
    wish = replace(wish, options=row.options)
    evening = TournamentRow(
        new_id(), name, data.kind, person.id, person.name, wish, manager.now(), data.rounds
    )
    await Tournaments(manager.store.engine).add(evening)
    return await _shown(manager, evening, person.id)


@get("/api/tournaments")
async def list_tournaments(request: HttpRequest) -> list[TournamentInfo]:
    """The newest tournaments."""
    manager = tables_of(request)
    evenings = await Tournaments(manager.store.engine).newest(MOST_SHOWN)
    return [_info(evening, await _places(manager, evening)) for evening in evenings]


@get("/api/tournaments/{id:str}")
async def show_tournament(request: HttpRequest, id: str) -> Tournament:
    """One tournament with its pairings and standings."""
    person = await auth.known(request)
    return await _shown(tables_of(request), await _found(request, id), person.id if person else None)


@get("/api/tournaments/{id:str}/invitation")
async def invite_to_tournament(request: HttpRequest, id: str) -> Invitation:
    """Where somebody on another device finds a tournament."""
    return Invitation(await _invitation(request, id))


@get("/api/tournaments/{id:str}/invitation.svg", media_type="image/svg+xml")
async def draw_invitation_to_tournament(request: HttpRequest, id: str) -> Response[bytes]:
    """The same as a picture (QR code) to point a phone at."""
    return qr_response(await _invitation(request, id))


@post("/api/tournaments/{id:str}/enter")
async def enter_tournament(request: HttpRequest, id: str) -> Tournament:
    """Take part."""
    evening, manager = await _found(request, id), tables_of(request)
    person = await auth.known_or_new(request)
    if evening.played:
        raise Clash("error.tournament_begun")
    if len(evening.left) >= MOST_ENTRANTS:
        raise Clash("error.tournament_full", most=MOST_ENTRANTS)
    try:
        await Tournaments(manager.store.engine).enter(id, person.id, manager.now())
    except Conflict:
        raise Clash("error.tournament_entered") from None
    return await _shown(manager, await _found(request, id), person.id)


@post("/api/tournaments/{id:str}/withdraw")
async def withdraw_from_tournament(request: HttpRequest, id: str, data: Withdraw) -> Tournament:
    """Take part no longer, or have somebody do so as the organiser; an unfinished match is given up."""
    evening, manager = await _found(request, id), tables_of(request)
    person = await auth.somebody(request)
    leaving = data.person or person.id
    if leaving != person.id and evening.organiser != person.id:
        raise Forbidden("error.organiser")
    try:
        await Tournaments(manager.store.engine).withdraw(id, leaving)
    except Conflict:
        raise Clash("error.tournament_not_in") from None
    await _give_up(manager, evening, leaving)
    return await _shown(manager, await _found(request, id), person.id)


@post("/api/tournaments/{id:str}/round")
async def start_round(request: HttpRequest, id: str) -> Tournament:
    """Start the next round, as the organiser, when all matches of the last one are over."""
    evening, manager = await _found(request, id), tables_of(request)
    person = await auth.somebody(request)
    if evening.organiser != person.id:
        raise Forbidden("error.organiser")
    places = await _places(manager, evening)
    _check_ready(evening, places)
    await _begin(manager, evening, places)
    return await _shown(manager, await _found(request, id), person.id)


HANDLERS = [
    organise,
    list_tournaments,
    show_tournament,
    invite_to_tournament,
    draw_invitation_to_tournament,
    enter_tournament,
    withdraw_from_tournament,
    start_round,
]


async def _found(request: HttpRequest, id: str) -> TournamentRow:
    evening = await Tournaments(tables_of(request).store.engine).find(id)
    if evening is None:
        raise NotFound("error.tournament_unknown")
    return evening


async def _invitation(request: HttpRequest, id: str) -> str:
    return f"{address_to_share(request)}/tournament/{(await _found(request, id)).id}"


async def _places(manager: TableManager, evening: TournamentRow) -> Places:
    tables = [one.table for round in evening.played for one in round if one.table is not None]
    return await manager.results.places(tables)


async def _give_up(manager: TableManager, evening: TournamentRow, person: str) -> None:
    """Leave the match that somebody is playing in the last round."""
    for met in evening.played[-1] if evening.played else ():
        if met.table is not None and person in (met.first, met.second):
            table = manager.table(met.table)
            state = await table.state()
            if state.status != "over" and state.seats_of(person):
                await table.leave(person)


# -- rounds ----------------------------------------------------------------------------------------


def _meetings(evening: TournamentRow, places: Places) -> list[list[Meeting]]:
    return [[_meeting(one, places) for one in round] for round in evening.played]


def _meeting(met: PairingRow, places: Places) -> Meeting:
    return Meeting(met.first, met.second, _ended(met, places))


def _ended(met: PairingRow, places: Places) -> tuple[int, int] | None:
    """How a match ended; where its table was taken away before it began, as a draw."""
    if met.table is None:
        return None if met.second is None else (1, 1)
    found = places.get(met.table)
    return None if found is None else (found[0], found[1])


def _check_ready(evening: TournamentRow, places: Places) -> None:
    if _status(evening, places) == "over":
        raise Clash("error.tournament_over")
    if len(evening.left) < 2:
        raise Clash("error.tournament_few")
    if not _round_done(evening, places):
        raise Clash("error.tournament_running")


def _round_done(evening: TournamentRow, places: Places) -> bool:
    return all(meeting.done for meeting in _meetings(evening, places)[-1]) if evening.played else True


def _status(evening: TournamentRow, places: Places) -> Literal["open", "playing", "over"]:
    if not evening.played:
        return "open"
    last = evening.rounds is not None and len(evening.played) >= evening.rounds
    ends = last or len(evening.left) < 2
    return "over" if ends and _round_done(evening, places) else "playing"


async def _begin(manager: TableManager, evening: TournamentRow, places: Places) -> None:
    """Pair those who still take part, and seat them."""
    field, left, played = evening.field, evening.left, _meetings(evening, places)
    rounds = tournament.rounds_of(evening.kind, len(field), evening.rounds)
    order = field if evening.kind == "robin" else left
    found = [_without(meeting, set(left)) for meeting in tournament.pairs(evening.kind, order, played)]
    meetings = [meeting for meeting in found if meeting is not None]
    tables = {
        meeting: _table(manager, evening, meeting) for meeting in meetings if meeting.second is not None
    }
    met = [PairingRow(one.first, one.second, tables[one].id if one in tables else None) for one in meetings]
    try:
        await Tournaments(manager.store.engine).add_round(evening, rounds, met, list(tables.values()))
    except Conflict:
        raise Clash("error.tournament_running") from None
    for table in tables.values():
        await manager.table(table.id).see_to()


def _without(meeting: Meeting, taking: set[str]) -> Meeting | None:
    """A meeting of a round robin without those who have left: whoever was to meet them has a round off."""
    left = [one for one in (meeting.first, meeting.second) if one in taking]
    if len(left) == 2 or (left and meeting.second is None):
        return meeting
    return Meeting(left[0], None) if left else None


def _table(manager: TableManager, evening: TournamentRow, meeting: Meeting) -> TableState:
    """The table of a meeting, both of its seats taken."""
    now = manager.now()
    seats = tuple(SeatState("person", person, away=now) for person in (meeting.first, meeting.second))
    return replace(
        blank(manager.timing, now),
        game=evening.wish.game,
        preset=evening.wish.preset,
        options=evening.wish.options,
        seats=seats,
        host=evening.organiser,
        clock=evening.wish.clock,
        public=True,
    )


# -- what is told ----------------------------------------------------------------------------------


def _info(evening: TournamentRow, places: Places) -> TournamentInfo:
    return TournamentInfo(
        id=evening.id,
        name=evening.name,
        game=evening.wish.game,
        kind=evening.kind,
        organiser=evening.by,
        entrants=len(evening.left),
        status=_status(evening, places),
        created=iso_time(evening.created),
    )


async def _shown(manager: TableManager, evening: TournamentRow, asker: str | None) -> Tournament:
    places = await _places(manager, evening)
    info = _info(evening, places)
    status, yours = info.status, evening.organiser == asker
    ready = status != "over" and len(evening.left) > 1 and _round_done(evening, places)
    return Tournament(
        **asdict(info),
        preset=evening.wish.preset,
        options=evening.wish.options,
        clock=evening.wish.clock,
        yours=yours,
        round=len(evening.played),
        rounds=evening.rounds,
        ready=yours and ready,
        people=tuple(
            Entrant(one.person, one.name, one.withdrawn, one.person == asker) for one in evening.taking
        ),
        pairings=tuple(tuple(_pairing(one, places) for one in round) for round in evening.played),
        standings=_standings(evening, places),
    )


def _pairing(met: PairingRow, places: Places) -> Pairing:
    return Pairing(met.first, met.second, met.table, _ended(met, places))


def _standings(evening: TournamentRow, places: Places) -> tuple[Row, ...]:
    flat = [meeting for round in _meetings(evening, places) for meeting in round]
    table = tournament.standings(evening.field, flat)
    return tuple(
        Row(one.entrant, one.place, one.points, one.won, one.drawn, one.lost, one.met) for one in table
    )

"""One more match: the people of a finished table move on to another, everybody by a seat."""

from __future__ import annotations

from msgspec.structs import replace

from kaik.protocol.errors import Clash, Forbidden
from kaik.server.tables.manager import TableManager
from kaik.table.commands import Join, Leave, MoveOn
from kaik.table.state import Person, SeatState, TableState


async def rematch(manager: TableManager, id: str, who: Person, blank: TableState) -> str:
    """The id of the next match's table, at which this person sits.

    Whoever asks first sets it up, with the id, seed and times of `blank`.
    """
    table, person = manager.table(id), who.id
    state = await table.state()
    mine = state.seats_of(person)
    if not mine:
        raise Forbidden("error.watching")
    if state.status != "over":
        raise Clash("error.not_over")
    if state.next is None:
        await manager.set_up(_next_table(state, blank, person))
        try:
            await table.submit(MoveOn(blank.id))
        except Clash:  # somebody else was quicker
            await manager.table(blank.id).submit(Leave(person))
        state = await table.state()
    assert state.next is not None, "somebody has named it"
    there = manager.table(state.next)
    seats = (await there.state()).seats
    if all(seat.person != person for seat in seats):
        wanted = (mine[0] + 1) % len(seats)
        await there.submit(Join(person, who.name, wanted if seats[wanted].kind == "open" else None))
    return state.next


def _next_table(state: TableState, blank: TableState, person: str) -> TableState:
    """The same table with seats turned: the asker's and the computers' are taken, those of others open."""

    def turned(seat: SeatState) -> SeatState:
        if seat.kind == "computer" and seat.gave_up is None:
            return SeatState("computer", player=seat.player)
        return SeatState(seat.kind, person, name=seat.name) if seat.person == person else SeatState("open")

    made = replace(
        blank,
        game=state.game,
        preset=state.preset,
        options=state.options,
        seats=tuple(turned(seat) for seat in state.seats[-1:] + state.seats[:-1]),
        public=state.public,
        rated=state.rated,
        host=person,
        clock=state.clock,
    )
    return made if made.full else replace(made, due=None)

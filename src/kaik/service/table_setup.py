"""New tables: what people ask for when they set one up, checked in every respect."""

from __future__ import annotations

import secrets

import msgspec
from msgspec.structs import replace

from kaik.play.clock import ClockSpec
from kaik.play.fairness import SEED_BYTES
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.base import Limit
from kaik.players.levels import within
from kaik.protocol.errors import Clash, Problem
from kaik.protocol.tables import NewSeat, NewTable
from kaik.service.catalogue import find_game
from kaik.service.names import proper_name
from kaik.table.state import Person, SeatState, TableState, Timing

MOST_WORK = Limit(ms=20_000, nodes=200_000, playouts=20_000)
"""What a computer player may be asked to spend on one choice."""
LEAST_TIME = 1
"""Seconds a clock gives at least."""
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12


def new_table(data: NewTable, person: Person, timing: Timing, now: float) -> TableState:
    """The table as asked for, or a refusal."""
    game = find_game(data.game)
    options = game.options_with(data.preset, data.options)
    Match(game, options, len(data.seats), None)
    seats = tuple(_seat(game.id, seat, person) for seat in data.seats)
    check_clock(data.clock)
    if sum(seat.kind == "person" for seat in seats) > 1:
        raise Clash("error.seated")
    row = replace(
        blank(timing, now),
        game=game.id,
        preset=data.preset,
        options=msgspec.to_builtins(options),
        seats=tuple(replace(seat, away=now if seat.person else None) for seat in seats),
        host=person.id,
        clock=data.clock,
        public=data.public,
        rated=data.rated,
    )
    if not row.full:
        return replace(row, due=None)
    return row if any(seat.person is not None for seat in seats) else replace(row, due=now)


def blank(timing: Timing, now: float) -> TableState:
    """A table of its own: an id and a seed that nobody has, due to start when the nonces should be there."""
    return TableState(
        id=new_id(),
        game="",
        preset=None,
        options={},
        status="waiting",
        seed=secrets.token_bytes(SEED_BYTES),
        created=now,
        seats=(),
        due=now + timing.nonce_wait,
    )


def new_id() -> str:
    """An id that can be read out and cannot be guessed."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def check_clock(clock: ClockSpec) -> None:
    """Refuse a clock that would have fallen before it starts."""
    stock = clock.stock()
    if stock is not None and stock < LEAST_TIME:
        raise Problem("error.clock", least=LEAST_TIME)


def _seat(game: str, seat: NewSeat, person: Person) -> SeatState:
    if seat.name is not None and seat.kind != "here":
        raise Problem("error.seat_name")
    if seat.kind == "computer":
        return SeatState("computer", player=within(game, known_player(seat.player)))
    if seat.player is not None:
        raise Problem("error.seat_player")
    if seat.kind == "here":
        return SeatState("here", person.id, name="" if seat.name is None else proper_name(seat.name))
    return SeatState("person", person.id, name=person.name) if seat.kind == "me" else SeatState("open")


def known_player(spec: str | None) -> str:
    """The name of a computer player, which must exist."""
    if spec is None:
        raise Problem("error.seat_no_player", known=" ".join(specs.names()))
    limit = specs.player(spec).limit
    for param in limit.__struct_fields__:
        most = getattr(MOST_WORK, param)
        if (getattr(limit, param) or 0) > most:
            raise Problem("error.player_limit", param=param, most=most)
    return spec

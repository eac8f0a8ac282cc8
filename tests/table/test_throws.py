"""Throws that wait for the person: at the seat's command or by themselves, with no effect on what falls."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.core.errors import Refusal
from kaik.play.match import Drawn
from kaik.protocol import live
from kaik.table.commands import Begin, FromClient, Leave, Tick
from kaik.table.frames import state_frame
from kaik.table.machine import TableMachine
from kaik.table.state import SeatState, TableState

THROWN_BY_SEATS = ("beast_cast", "six_cast", "linked_ships", "cerke")


def table_of(game: str, *, by_hand: bool, seats: int = 2) -> TableMachine:
    options: dict[str, Any] = msgspec.to_builtins(registry.load(game).options())
    if "first_player" in options and game != "cerke":
        options["first_player"] = "highest_throw"
    people = tuple(SeatState("person", f"p{n}", throws=by_hand and n == 0) for n in range(seats))
    table = TableMachine(TableState("t", game, None, options, "waiting", b"s" * 32, 0.0, people, (), 1.0))
    table.handle(Begin(), 10.0)
    return table


@pytest.mark.parametrize("game", THROWN_BY_SEATS)
def test_a_due_throw_waits_for_its_seat_and_falls_as_it_would_have(game: str) -> None:
    at_once, waiting = table_of(game, by_hand=False), table_of(game, by_hand=True)
    assert waiting.match.awaited_throw == 0
    told = state_frame(waiting, 1, "p1").throw
    assert told == live.AwaitedThrow(0, 20_000)
    assert (waiting.match.to_act(), waiting.match.legal(0)) == ((-1,), ())
    before = len(waiting.match.log)
    with pytest.raises(Refusal, match="no throw of yours"):
        waiting.handle(FromClient("p1", live.Throw()), 11.0)
    waiting.handle(FromClient("p0", live.Throw()), 11.0)
    assert waiting.match.log[: before + 1] == at_once.match.log[: before + 1]
    assert isinstance(waiting.match.log[before], Drawn)


def test_nobody_waits_for_a_throw_for_ever() -> None:
    table = table_of("beast_cast", by_hand=True)
    before = len(table.match.log)
    assert table.state.due == 20.0
    assert table.handle(Tick(), 19.9) is None
    table.handle(Tick(), 20.0)
    assert len(table.match.log) > before


def test_a_throw_waits_no_longer_when_its_person_has_left() -> None:
    table = table_of("beast_cast", by_hand=True, seats=3)
    before = len(table.match.log)
    table.handle(Leave("p0"), 12.0)
    assert table.state.seats[0].kind == "computer"
    assert len(table.match.log) > before


def test_throwing_by_hand_is_switched_on_and_off_at_the_table() -> None:
    table = table_of("linked_ships", by_hand=False)
    table.handle(FromClient("p0", live.ThrowByHand(True)), 11.0)
    assert table.state.seats[0].throws
    assert not table.state.seats[1].throws
    waiting = table_of("linked_ships", by_hand=True)
    before = len(waiting.match.log)
    waiting.handle(FromClient("p0", live.ThrowByHand(False)), 11.0)
    assert len(waiting.match.log) > before
    assert waiting.match.log == table.match.log[: len(waiting.match.log)]

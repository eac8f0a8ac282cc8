"""Who may act for a seat is looked up in the state that the command meets."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.protocol.errors import Forbidden
from kaik.protocol.live import Resign
from kaik.table.commands import Answer, Begin, FromClient
from kaik.table.machine import TableMachine
from kaik.table.state import SeatState, TableState

GAME = "kitten"


def table_of(*seats: SeatState) -> TableMachine:
    options: dict[str, Any] = msgspec.to_builtins(registry.load(GAME).options())
    table = TableMachine(TableState("t", GAME, None, options, "waiting", b"s" * 32, 0.0, seats))
    table.handle(Begin(), 1.0)
    return table


def test_what_is_asked_for_a_seat_that_is_gone_is_not_done_for_the_one_that_is_left() -> None:
    table = table_of(SeatState("here", "p"), SeatState("computer", player="random"))
    assert table.state.facing("p", 1) == 0
    with pytest.raises(Forbidden, match="not played at this device"):
        table.handle(FromClient("p", Resign(), 1), 2.0)
    assert table.handle(FromClient("p", Resign()), 2.0) is not None


def test_at_a_shared_device_nobody_acts_for_a_seat_that_is_not_shown() -> None:
    table = table_of(SeatState("here", "p"), SeatState("here", "p"))
    with pytest.raises(Forbidden) as refused:
        table.handle(FromClient("p", Resign()), 2.0)
    assert refused.value.message.key == "error.watching"
    assert table.handle(FromClient("p", Resign(), 1), 2.0) is not None


def test_a_computer_answers_for_computer_seats_alone() -> None:
    table = table_of(SeatState("person", "p"), SeatState("person", "q"))
    with pytest.raises(Forbidden):
        table.handle(Answer(0, "0.0", 0), 2.0)

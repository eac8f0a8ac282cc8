"""Results and ratings are written once, whatever else happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from kaik.core.messages import msg
from kaik.play.match import Result
from kaik.server.db.repository import Conflict
from kaik.server.db.results import Results, outcome_of
from kaik.server.db.store import Store
from kaik.table.commands import Change
from kaik.table.state import Person, SeatState, TableState
from tests.server.driver import bounded

SEATS = (SeatState("person", "a"), SeatState("person", "b"))
WON = Result((3.0, -3.0), (1, 2), msg("reason.rounds"))


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[Store, Results]]:
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'x.sqlite3'}")
    for name in "abc":
        await store.add_person(Person(name, name.upper()), name, 1.0)
    yield store, Results(store.engine)
    await store.close()


async def finished(store: Store, id: str, seats: tuple[SeatState, ...] = SEATS, **more: bool) -> TableState:
    """A table whose match has just ended."""
    row = TableState(id, "g", None, {}, "waiting", b"s" * 32, 1.0, seats, due=1.0, **more)
    await store.add_table(row)
    over = replace(row, status="over", due=5.0, version=1)
    await store.write(Change(row, over, 0))
    return over


def test_a_match_is_settled_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (store, chronicle):
            outcome = outcome_of(await finished(store, "t"), WON, 6.0)
            await chronicle.settle(outcome)
            with pytest.raises(Conflict):
                await chronicle.settle(outcome)
            (one,), (other,) = [await chronicle.ratings_of(person) for person in "ab"]
            assert one.rating.matches == other.rating.matches == 1
            assert one.rating.shown > 1500 > other.rating.shown
            (past,) = await chronicle.past_of("b", 10, private=True)
            assert (past.table, past.seat, past.place, past.shown) == ("t", 1, 2, other.rating.shown)
            assert await store.due() == []

    bounded(scenario())


def test_two_matches_at_once_both_count(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (store, chronicle):
            rows = [await finished(store, id) for id in "tu"]
            await asyncio.gather(*(chronicle.settle(outcome_of(row, WON, 6.0)) for row in rows))
            (one,) = await chronicle.ratings_of("a")
            assert one.rating.matches == 2

    bounded(scenario())


@pytest.mark.parametrize(
    ("seats", "rated"),
    [
        (SEATS, False),
        ((SEATS[0], SeatState("computer", player="greedy")), True),
        ((SEATS[0], SeatState("here", "a", name="Beside")), True),
    ],
    ids=["unwanted", "computer", "device"],
)
def test_not_everything_is_rated(tmp_path: Path, seats: tuple[SeatState, ...], rated: bool) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (store, chronicle):
            row = await finished(store, "t", seats, rated=rated)
            await chronicle.settle(outcome_of(row, WON, 6.0))
            assert await chronicle.ratings_of("a") == []
            assert len(await chronicle.past_of("a", 10, private=True)) == 1

    bounded(scenario())


def test_who_left_a_seat_to_the_computer_has_come_last() -> None:
    left = SeatState("computer", player="level5", gave_up="b")
    row = TableState("t", "g", None, {}, "over", b"", 1.0, (SEATS[0], left, SeatState("person", "c")))
    outcome = outcome_of(row, Result((1.0, 5.0, 0.0), (2, 1, 3), msg("reason.rounds")), 6.0)
    assert [(ending.person, ending.place) for ending in outcome.endings] == [("a", 2), ("b", 3), ("c", 3)]
    assert outcome.rated


def test_private_tables_are_not_shown_to_others(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (store, chronicle):
            for id, public in (("t", True), ("u", False)):
                row = await finished(store, id, public=public)
                await chronicle.settle(outcome_of(replace(row), WON, 6.0))
            assert [past.table for past in await chronicle.past_of("a", 10, private=False)] == ["t"]
            assert await chronicle.places(["t", "nothing"]) == {"t": (1, 2)}

    bounded(scenario())

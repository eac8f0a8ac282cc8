"""A database of the first edition goes on: what was agreed on stays, and only what is set up now is new."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from kaik.core import registry
from kaik.core.options import VERSION, fields, plain
from kaik.play.record import Record, read, replay, verify
from kaik.server import admin
from kaik.server.db import database, migrations, models
from kaik.server.db.store import Store
from kaik.server.errors import BadSettings
from tests.kept import database as first
from tests.kept.meaning import meaning
from tests.server.driver import Person, Server, bounded, my_turn, play_out
from tests.server.test_database import on

GAME = "cerke"
OLD: dict[str, Any] = {id: values[1] for id, values in registry.load(GAME).Options.earlier.items()}
"""What went without saying then."""


def open_and_close(url: str) -> None:
    """What the start of a server does to a database."""

    async def scenario() -> None:
        await (await Store.open(url)).close()

    bounded(scenario())


def kept_options(connection: sa.Connection) -> dict[str, tuple[str, dict[str, Any]]]:
    """By the id of every row that keeps options: the game, and what it states."""
    found = {}
    for row in connection.execute(
        sa.select(models.tables.c.id, models.tables.c.game, models.tables.c.options)
    ):
        found[row.id] = (row.game, msgspec.json.decode(row.options))
    for table in (models.tournaments, models.templates):
        for row in connection.execute(sa.select(table)):
            wish = msgspec.json.decode(row.wish)
            found[row.id] = (wish["game"], wish["options"])
    return found


def versions(connection: sa.Connection) -> list[tuple[str, int]]:
    return [(row.name, row.number) for row in connection.execute(sa.select(models.versions))]


def test_after_an_update_every_row_states_every_option_as_it_was(url: str) -> None:
    before = on(url, first.fill, kept_options)[1]
    open_and_close(url)
    after, version = on(url, kept_options, versions)
    assert after.keys() == before.keys()
    for id, (game, options) in after.items():
        assert options.keys() == {field.id for field in fields(registry.load(game).Options)}
        assert before[id][1].items() <= options.items(), "what was stated stays"
        if game == GAME:
            assert OLD.items() <= options.items(), id
    assert version == [("options", VERSION)]
    templates = [after[id][1] for id in first.ABOUT["templates"]]
    assert (templates[0]["season_count"], templates[1]["season_count"]) == (4, 1)
    assert templates[2] == plain(registry.load("six_cast").options("sticks")), "the preset that was named"


@pytest.mark.parametrize("layout_then", [f"{n:04}" for n in range(1, 8)])
def test_a_table_of_every_earlier_layout_states_every_option_after_an_update(
    url: str, layout_then: str
) -> None:
    stated = plain(registry.load(GAME).options())
    for id in OLD:
        del stated[id]

    def old(connection: sa.Connection) -> None:
        migrations.upgrade(connection, layout_then)
        then = sa.MetaData()
        then.reflect(connection)
        row = {"id": "t", "game": GAME, "options": msgspec.json.encode(stated).decode(), "created": 1.0}
        connection.execute(then.tables["tables"].insert().values(**row, status="waiting", seed=b"s" * 32))

    on(url, old)
    open_and_close(url)
    (found,) = on(url, kept_options)
    assert found["t"] == (GAME, {**stated, **OLD})


def test_what_is_set_up_after_the_update_keeps_the_defaults_of_today_at_the_next_start(url: str) -> None:
    async def scenario() -> None:
        store = await Store.open(url)
        async with store.engine.begin() as connection:
            row = {"id": "t", "game": GAME, "options": "{}", "created": 1.0, "status": "waiting", "seed": b""}
            await connection.execute(models.tables.insert().values(row))
        await store.close()

    bounded(scenario())
    open_and_close(url)
    assert on(url, kept_options) == [{"t": (GAME, {})}], "only an older version left something unsaid"


def test_a_game_that_is_not_there_and_a_wish_that_cannot_be_fulfilled_stay_as_they_are(url: str) -> None:
    def odd(connection: sa.Connection) -> None:
        first.fill(connection)
        strange = models.tables.update().where(models.tables.c.id == first.ABOUT["cards"])
        connection.execute(strange.values(game="no_such_game"))
        wish = {"game": "six_cast", "seats": [], "preset": "no such preset", "options": {}}
        template = models.templates.update().where(models.templates.c.id == first.ABOUT["templates"][2])
        connection.execute(template.values(wish=msgspec.json.encode(wish).decode()))

    before = on(url, odd, kept_options)[1]
    open_and_close(url)
    (after,) = on(url, kept_options)
    for id in (first.ABOUT["cards"], first.ABOUT["templates"][2]):
        assert after[id] == before[id]


def test_rows_of_a_later_version_are_left_alone(url: str) -> None:
    def later(connection: sa.Connection) -> None:
        database.upgrade(connection)
        connection.execute(models.versions.update().values(number=VERSION + 1))

    on(url, later)
    with pytest.raises(BadSettings, match="newer version"):
        asyncio.run(database.prepare(database.engine(url)))
    assert on(url, versions) == [[("options", VERSION + 1)]]


def test_a_backup_of_the_first_edition_is_restored_with_every_option_stated(url: str, tmp_path: Path) -> None:
    file = tmp_path / "then.gz"
    old = f"sqlite+aiosqlite:///{tmp_path / 'old.sqlite3'}"

    def save(connection: sa.Connection) -> None:
        first.fill(connection)
        then = sa.MetaData()
        then.reflect(connection)
        _backup(connection, then, file)

    on(old, save)
    bounded(_restore(url, file))
    open_and_close(old)
    assert on(url, kept_options, versions) == on(old, kept_options, versions)
    admin_file = tmp_path / "now.gz"
    assert asyncio.run(admin.on(url, admin.backup, admin_file)) > 0
    again = f"sqlite+aiosqlite:///{tmp_path / 'again.sqlite3'}"
    bounded(_restore(again, admin_file))
    assert on(again, kept_options, versions) == on(old, kept_options, versions)


async def _restore(url: str, file: Path) -> None:
    await admin.on(url, admin.restore, file, fresh=True)


def _backup(connection: sa.Connection, then: sa.MetaData, file: Path) -> None:
    """As the first edition wrote one: without tables that it did not know."""
    with gzip.open(file, "wb") as out:
        out.write(msgspec.json.encode(admin.Head(admin.FORMAT, first.LAYOUT, 1.0)) + b"\n")
        for table in then.sorted_tables:
            found = connection.execute(sa.select(table)).all()
            rows = [{str(name): value for name, value in row._mapping.items()} for row in found]
            if rows and table.name != "alembic_version":
                out.write(msgspec.json.encode(admin.Rows(str(table.name), rows)) + b"\n")


# -- a server on it --------------------------------------------------------------------------------


def people(server: Server) -> list[Person]:
    """The people of the first edition, who come back with their cookies."""
    found = []
    for cookies in first.ABOUT["cookies"]:
        person = Person(server)
        person.http.cookies.update(cookies)
        found.append(person)
    return found


@pytest.fixture
def old_server(own_server: Server) -> Server:
    """A server of today on the first edition's database."""
    own_server.data.mkdir()
    on(f"sqlite+aiosqlite:///{own_server.data / 'kaik.sqlite3'}", first.fill)
    return own_server.start()


def meaning_of(record: Record) -> Any:
    return plain(meaning(replay(record)))


def test_a_running_match_is_played_to_its_end_by_the_rules_it_was_begun_with(old_server: Server) -> None:
    async def scenario() -> None:
        me, other = people(old_server)
        table = first.ABOUT["running"]
        async with me.live(table) as one, other.live(table) as two:
            states = [await line.until(lambda frame: frame["type"] == "state") for line in (one, two)]
            assert OLD.items() <= states[0]["table"]["options"].items()
            assert any(my_turn(state) for state in states)
            await asyncio.gather(play_out(one, Random(1)), play_out(two, Random(2)))
        record = read(await me.record(table))
        begun = len(first.MEANT["running"]) - 1
        assert meaning_of(record)[:begun] == first.MEANT["running"][:begun]
        assert OLD.items() <= record.options.items()
        assert verify(record) is None

    bounded(scenario())


def test_a_finished_match_and_an_uploaded_record_are_shown_as_they_were(old_server: Server) -> None:
    async def scenario() -> None:
        me, _ = people(old_server)
        record = read((await me.get(f"/api/records/{first.ABOUT['over']}")).content)
        assert meaning_of(record) == first.MEANT["over"]
        for id in (first.ABOUT["over"], first.ABOUT["uploaded"]):
            replayed = (await me.get(f"/api/replays/{id}")).json()
            assert OLD.items() <= replayed["options"].items()
            assert (await me.get(f"/api/replays/{id}/verification")).json()["fault"] is None

    bounded(scenario())


def test_open_tables_tournaments_and_templates_lead_to_matches_of_then_and_nothing_else_does(
    old_server: Server,
) -> None:
    async def scenario() -> None:
        me, other = people(old_server)
        third = Person(old_server)
        await third.join(first.ABOUT["waiting"])
        joined = (await third.get(f"/api/tables/{first.ABOUT['waiting']}")).json()
        tournament = f"/api/tournaments/{first.ABOUT['tournament']}"
        shown = (await me.post(f"{tournament}/round", {})).json()
        paired = (await me.get(f"/api/tables/{shown['pairings'][0][0]['table']}")).json()
        again = (await other.post(f"/api/tables/{first.ABOUT['over']}/rematch", {})).json()
        wishes = {one["id"]: one["wish"] for one in (await me.get("/api/templates")).json()}
        wished = (await me.post("/api/tables", wishes[first.ABOUT["templates"][0]])).json()
        for table in (joined, shown, paired, again, wished):
            assert OLD.items() <= table["options"].items()
        new = (
            await me.post("/api/tables", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]})
        ).json()
        assert new["options"] == plain(registry.load(GAME).options())

    bounded(scenario())

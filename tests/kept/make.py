"""Makes what `tests.kept` keeps, with the code of that time (see there); nothing else runs this."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from kaik.core import registry
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.play.record import Record, replay
from tests.kept import FIRST
from tests.kept.meaning import meaning
from tests.server.driver import Frame, Line, Person, Server, my_turn, playing

PAPER = {
    "official": ("official", 3, 600),
    "official-broken-off": ("official", 5, 70),
    "education": ("education", 4, 600),
    "standard": ("standard", 2, 600),
}
"""Each record: preset, seed, and after how many entries it breaks off at the latest."""
MOVES = 30
"""So many entries the match has that the database holds unfinished."""


def play(preset: str, seed: int, most: int) -> tuple[Match, Record]:
    """A match of people who move at random, and go on as long as they may."""
    game, chance = registry.load("cerke"), Sealed.fresh(2, seed)
    match, rng = Match(game, game.options(preset), 2, chance), Random(seed)
    while not match.over and len(match.log) < most:
        (seat,) = match.to_act()
        match.play(
            seat, chosen(list(match.legal(seat)), rng, [msgspec.to_builtins(a) for a in match.legal(seat)])
        )
    return match, Record.of(match, players=("Kua", "Tam"), played="2026-11-30", fairness=chance.opened())


def chosen(legal: list[Any], rng: Random, told: list[Any]) -> Any:
    """Going on if that may be chosen; a move of the emperor now and then; otherwise anything."""
    on = [n for n, action in enumerate(told) if action["type"] == "go_on"]
    return legal[on[0]] if on and rng.random() < 0.9 else rng.choice(legal)


def write_records() -> None:
    for name, (preset, seed, most) in PAPER.items():
        match, record = play(preset, seed, most)
        (FIRST / f"{name}.json").write_bytes(record.to_json())
        lines = [msgspec.json.encode(line).decode() for line in meaning(match)]
        (FIRST / f"{name}.meaning.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_options() -> None:
    """What every preset of every game said."""
    games = {id: registry.load(id) for id in registry.game_ids()}
    said = {id: {name: options for name, options in game.presets.items()} for id, game in games.items()}
    (FIRST / "options.json").write_bytes(msgspec.json.format(msgspec.json.encode(said), indent=0))


async def fill(server: Server) -> dict[str, Any]:
    """Everything that a server keeps with options in it; the ids, and the cookies of the people."""
    me, other = Person(server), Person(server)
    running = await me.set_up("cerke", "me", "open", preset="official")
    await other.join(running)
    async with me.live(running) as one, other.live(running) as two:
        await alternate(one, two, MOVES)
    waiting = await me.set_up("cerke", "me", "open", preset="standard", public=True)
    over = await me.set_up("cerke", "me", "open")
    await other.join(over)
    async with me.live(over) as one, other.live(over) as two:
        await alternate(one, two, MOVES)
        await two.send(type="resign")
        await one.until(lambda frame: frame["type"] == "state" and frame["result"])
    cards = await me.set_up("kitten", "me", "open")
    tournament = await answered(me, "/api/tournaments", {"name": "Autumn", "kind": "swiss", "game": "cerke"})
    for person in (me, other):
        await answered(person, f"/api/tournaments/{tournament['id']}/enter", {})
    seats = [{"kind": "me"}, {"kind": "open"}]
    wishes: list[dict[str, Any]] = [
        {"game": "cerke", "seats": seats, "preset": "official"},
        {"game": "cerke", "seats": seats, "options": {"season_count": 1}},
        {"game": "six_cast", "seats": seats, "preset": "sticks"},
    ]
    templates = [
        await answered(me, "/api/templates", {"name": str(n), "wish": wish}) for n, wish in enumerate(wishes)
    ]
    text = (FIRST / "official.json").read_bytes()
    uploaded = await me.http.post("/api/records", content=text)
    assert uploaded.status_code == 201, uploaded.text
    return {
        "cookies": [dict(person.http.cookies) for person in (me, other)],
        "running": running,
        "waiting": waiting,
        "over": over,
        "cards": cards,
        "tournament": tournament["id"],
        "templates": [one["id"] for one in templates],
        "uploaded": uploaded.json()["id"],
    }


async def alternate(one: Line, two: Line, entries: int) -> None:
    """Two people play at random, and go on as long as they may."""
    rng = Random(entries)
    begun = await asyncio.gather(one.until(playing), two.until(playing))
    states: dict[int, Frame] = dict(enumerate(begun))
    while max(state["seq"] for state in states.values()) < entries:
        seat = next(seat for seat, state in states.items() if my_turn(state))
        paths = [choice["path"] for choice in states[seat]["legal"]]
        index = next((n for n, path in enumerate(paths) if path == ["go_on"]), rng.randrange(len(paths)))
        states[seat] = await (one, two)[seat].act(states[seat], index)
        assert states[seat]["type"] == "state", states[seat]
        seq = states[seat]["seq"]
        other = (one, two)[1 - seat]
        states[1 - seat] = await other.until(
            lambda frame, seq=seq: frame["type"] == "state" and frame["seq"] >= seq
        )


async def answered(person: Person, path: str, body: Any) -> Any:
    answer = await person.post(path, body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def rows(file: Path) -> dict[str, Any]:
    """All rows of a database as JSON; binary values as hexadecimal digits."""
    with sqlite3.connect(file) as opened:
        opened.row_factory = sqlite3.Row
        named = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        tables = [row["name"] for row in opened.execute(named)]
        return {name: [_plain(row) for row in opened.execute(f"SELECT * FROM {name}")] for name in tables}


def _plain(row: sqlite3.Row) -> dict[str, Any]:
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in dict(row).items()}


def write_database() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        about = asyncio.run(fill(server))
        server.stop()
        kept = rows(Path(folder) / "kaik.sqlite3")
    meant = {name: meaning(_replayed(kept, about[name])) for name in ("running", "over")}
    text = msgspec.json.format(msgspec.json.encode({"about": about, "rows": kept, "meant": meant}), indent=1)
    (FIRST / "database.json").write_bytes(text + b"\n")


def _replayed(kept: dict[str, Any], id: str) -> Match:
    (row,) = (row for row in kept["tables"] if row["id"] == id)
    log = tuple(msgspec.json.decode(one["entry"]) for one in kept["events"] if one["table_id"] == id)
    return replay(Record(game=row["game"], options=msgspec.json.decode(row["options"]), seats=2, log=log))


if __name__ == "__main__":
    FIRST.mkdir(exist_ok=True)
    write_options()
    write_records()
    write_database()

"""A connection is told of a log what it has not been told before, and no more than that."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.core.messages import Message, msg
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.protocol import live
from kaik.table.frames import FrameCache, LogLines, Shown, shown_of
from kaik.table.machine import TableMachine
from kaik.table.state import SeatState, TableState

NOW = 1_000.0


class Reader:
    """Somebody at a table whose connection has stayed open."""

    def __init__(self, cache: FrameCache, seat: int | None) -> None:
        self._cache = cache
        self._seat = seat
        self._shown: Shown | None = None
        self.log: live.Log | None = None
        self.news: tuple[bytes, ...] = ()

    def look(self, table: TableMachine) -> live.Log | None:
        """The log as the reader knows it after another look."""
        self.news = self._cache.news(table, self._seat, self._shown)
        self._shown = shown_of(table.match)
        for frame in (msgspec.json.decode(text, type=live.Log | live.Steps) for text in self.news):
            if isinstance(frame, live.Log):
                self.log = frame.after(self.log)
        return self.log


def table_of(match: Match, version: int, status: Any = "playing") -> TableMachine:
    """A table at which this very match is played."""
    seats = tuple(SeatState("person", f"p{seat}", name=f"P{seat}") for seat in range(match.seats))
    options: dict[str, Any] = msgspec.to_builtins(match.options)
    state = TableState("t", match.game.id, None, options, "waiting", b"s" * 32, NOW, seats)
    table = TableMachine(state)
    table.match = match
    table.state = msgspec.structs.replace(state, status=status, version=version)
    return table


def begun(game: str, seed: int = 1) -> Match:
    found = registry.load(game)
    options = found.options()
    seats = min(found.seats(options))
    return Match(found, options, seats, Sealed.fresh(seats, seed))


def go_on(match: Match, rng: Random) -> None:
    """Somebody chooses, or takes back where that can be done."""
    seat = rng.choice(match.to_act())
    if rng.random() < 0.3 and match.can_undo(seat) is not None:
        match.undo(seat)
    else:
        match.play(seat, rng.choice(match.legal(seat)))


@pytest.mark.parametrize("game", ["old_cerke", "walking_war"])
@pytest.mark.parametrize("most", [300, 7])
def test_all_frames_of_a_connection_tell_what_one_does_to_who_comes_late(
    game: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LOG_SHOWN", most)
    match, rng, cache, taken = begun(game), Random(2), FrameCache(), 0
    readers = [Reader(cache, seat) for seat in (0, 1, None)]
    for version in range(60):
        before = len(match.events)
        for _ in range(rng.choice((1, 1, 2, 9))):
            if not match.over:
                go_on(match, rng)
        taken += len(match.events) < before
        table = table_of(match, version)
        for seat, reader in zip((0, 1, None), readers, strict=True):
            late, known = Reader(cache, seat).look(table), reader.look(table)
            assert late is not None
            assert known is not None
            assert len(late.lines) == min(most, len(match.events))
            # What had been left out by then is not told again when something is taken back.
            least = max(late.first, known.first)
            assert known.first == late.first or (taken and most < len(match.log))
            assert known.lines == late.lines[least - late.first :]
        if match.over:
            break
    assert taken or match.game.hides


def test_a_connection_is_told_only_what_has_happened_since() -> None:
    match, rng, cache = begun("kitten"), Random(3), FrameCache()
    reader = Reader(cache, 0)
    reader.look(table_of(match, 0))
    for version in range(1, 41):
        go_on(match, rng)
        reader.look(table_of(match, version))
    late = Reader(cache, 0)
    late.look(table_of(match, 40))
    new = msgspec.json.decode(reader.news[0], type=live.Log)
    assert len(new.lines) < 10
    assert 2 * len(reader.news[0]) < len(late.news[0])


def test_nothing_is_told_twice_when_nothing_has_happened() -> None:
    match, cache = begun("kitten"), FrameCache()
    reader = Reader(cache, 0)
    reader.look(table_of(match, 0))
    reader.look(table_of(match, 1))
    assert reader.news == ()


def test_before_the_start_there_is_no_log() -> None:
    found = registry.load("walking_war")
    match = Match(found, found.options(), 2, None)
    assert Reader(FrameCache(), 0).look(table_of(match, 0, "waiting")) is None
    match.resume(Sealed.fresh(2, 5))
    told = Reader(FrameCache(), 0).look(table_of(match, 1))
    assert told is not None
    assert told.lines
    assert told.first == 0


def test_lines_follow_a_log_that_grows_and_is_taken_back() -> None:
    lines, log = LogLines(), [msg("a"), msg("b", n=1), msg("c")]

    def since(log: list[Message], first: int) -> list[str]:
        return [bytes(line).decode() for line in lines.since(log, first)]

    assert since(log, 0) == ['{"key":"a"}', '{"key":"b","params":{"n":1}}', '{"key":"c"}']
    assert since([*log, msg("d")], 2) == ['{"key":"c"}', '{"key":"d"}']
    taken_back = [*log[:1], msg("e"), msg("f"), msg("g")]
    assert since(taken_back, 0) == ['{"key":"a"}', '{"key":"e"}', '{"key":"f"}', '{"key":"g"}']
    assert since(log[:1], 0) == ['{"key":"a"}']
    assert since([], 0) == []

"""A frame leaves out what its socket has told before, and no more than that."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from kaik.core import registry
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.protocol import live
from kaik.protocol.live import State
from kaik.server.db.store import SeatRow, TableRow
from kaik.server.tables.at_hand import AtHand
from kaik.server.tables.frames import Frames, Shown
from kaik.server.tables.means import Means

NOW = 1_000.0


class Reader:
    """Somebody at a table whose socket has stayed open."""

    def __init__(self, frames: Frames, seat: int | None) -> None:
        self._frames = frames
        self._seat = seat
        self._shown: Shown | None = None
        self.known: State | None = None
        self.sent = b""

    def look(self, now: AtHand) -> State:
        """What the reader knows after another frame."""
        person = None if self._seat is None else f"p{self._seat}"
        frame = self._frames.frame(now, self._seat, person, self._shown)
        self._shown, self.sent = frame.shown, frame.sent
        self.known = msgspec.json.decode(frame.sent, type=State).after(self.known)
        return self.known


def at_table(match: Match) -> AtHand:
    seats = tuple(SeatRow("person", f"p{seat}", name=f"P{seat}") for seat in range(match.seats))
    options: dict[str, Any] = msgspec.to_builtins(match.options)
    return AtHand(TableRow("t", match.game.id, None, options, "playing", b"s" * 32, NOW, seats), match)


def begun(game: str, seed: int = 1) -> Match:
    found = registry.load(game)
    options = found.options()
    seats = min(found.seats(options))
    return Match(found, options, seats, Sealed.fresh(seats, seed))


def means() -> Means:
    class Given:
        claim_window, grace = 8.0, 90.0

    return cast(Means, Given())


def go_on(match: Match, rng: Random) -> None:
    """Somebody chooses, or takes back where that can be done."""
    seat = rng.choice(match.to_act())
    if rng.random() < 0.3 and match.can_undo(seat) is not None:
        match.undo(seat)
    else:
        match.play(seat, rng.choice(match.legal(seat)))


@pytest.mark.parametrize("game", ["old_cerke", "walking_war"])
@pytest.mark.parametrize("most", [300, 7])
def test_all_frames_of_a_socket_tell_what_one_does_to_who_comes_late(
    game: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LOG_SHOWN", most)
    match, rng, frames, taken = begun(game), Random(2), Frames(means()), 0
    readers = [Reader(frames, seat) for seat in (0, 1, None)]
    for _ in range(60):
        before = len(match.events)
        for _ in range(rng.choice((1, 1, 2, 9))):
            if not match.over:
                go_on(match, rng)
        taken += len(match.events) < before
        now = at_table(match)
        frames.clear()
        for seat, reader in zip((0, 1, None), readers, strict=True):
            late, known = Reader(frames, seat).look(now), reader.look(now)
            assert len(late.log) == min(most, len(match.events))
            # What had been left out by then is not told again when something is taken back.
            least = max(late.earlier, known.earlier)
            assert known.earlier == late.earlier or (taken and most < len(match.log))
            left = replace(late, log=late.log[least - late.earlier :], earlier=least)
            assert replace(known, steps=()) == left
        if match.over:
            break
    assert taken or match.game.hides


def test_a_frame_weighs_what_has_happened_since_the_last() -> None:
    match, rng, frames = begun("kitten"), Random(3), Frames(means())
    reader = Reader(frames, 0)
    reader.look(at_table(match))
    for _ in range(40):
        go_on(match, rng)
        frames.clear()
        reader.look(at_table(match))
    late = Reader(frames, 0)
    late.look(at_table(match))
    assert 2 * len(reader.sent) < len(late.sent)
    told = msgspec.json.decode(reader.sent, type=State)
    assert told.legend == ()
    assert told.scene.legend == ()
    assert len(told.log) < 10


@pytest.mark.parametrize("game", registry.game_ids())
def test_the_legend_is_the_same_throughout_a_match(game: str) -> None:
    match, rng = begun(game), Random(4)
    eyes = (None, *range(match.seats))
    first = match.legend(None)
    for _ in range(40):
        if match.over:
            break
        seat = rng.choice(match.to_act())
        match.play(seat, rng.choice(match.legal(seat)))
        assert [match.legend(seat) for seat in eyes] == [first] * len(eyes)


def test_before_the_start_there_is_a_legend_and_no_log() -> None:
    found = registry.load("walking_war")
    match = Match(found, found.options(), 2, None)
    now = at_table(match)
    now.row = replace(now.row, status="waiting")
    reader = Reader(Frames(means()), 0)
    waiting = reader.look(now)
    assert waiting.log == ()
    assert waiting.legend == match.legend(None) != ()
    match.resume(Sealed.fresh(2, 5))
    begun = Reader(Frames(means()), 0).look(at_table(match))
    assert begun.log
    assert begun.earlier == 0

"""Finished matches, to be looked at event by event: what was told, and the scenes of any stretch of them.

Whoever looks sees either what one seat saw, or everything.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kaik.core.game import CHANCE
from kaik.core.messages import Message
from kaik.core.scene import Scene
from kaik.play.formats import JSON
from kaik.play.match import Drawn, Match
from kaik.play.record import Record, read, replay
from kaik.server import wire
from kaik.server.problems import NotFound, Problem

KEPT = 24
"""So many matches stay replayed, for those who turn their pages."""
MOST_SCENES = 120
"""No more scenes than this are asked for at once."""


class Opened(Struct, frozen=True):
    """A record, and the match that it leads to."""

    record: Record
    match: Match

    def state(self, at: int) -> Any:
        """The state after so many events."""
        if not 0 <= at < len(self.match.states):
            raise NotFound("error.at", at=at, last=len(self.match.events))
        return self.match.states[at]


class Shelf:
    """The matches that were looked at last."""

    def __init__(self, record: Callable[[str], Awaitable[bytes]]) -> None:
        self._record = record
        self._kept: OrderedDict[str, Opened] = OrderedDict()

    async def open(self, id: str) -> Opened:
        """A finished match. Refused like its record."""
        if id not in self._kept:
            text = await self._record(id)
            self._kept[id] = await asyncio.to_thread(opened, text)
        self._kept.move_to_end(id)
        found = self._kept[id]
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


def opened(text: bytes) -> Opened:
    """A record with its match, every event checked."""
    record = read(text)
    return Opened(record, replay(record))


def eyes(match: Match, seat: int | None) -> int | None:
    """The seat to look from, which must exist; `None` sees everything."""
    if seat is not None and not 0 <= seat < match.seats:
        raise NotFound("error.seat_unknown", seat=seat + 1)
    return seat


def header(id: str, one: Opened, seats: tuple[wire.Seat, ...], seat: int | None) -> wire.Replay:
    """All but the scenes."""
    match, record = one.match, one.record
    return wire.Replay(
        id=id,
        game=match.game.id,
        options=msgspec.to_builtins(match.options),
        seats=seats,
        played=record.played,
        events=told(match, seat),
        legend=match.legend(seat),
        result=match.result,
        fairness=record.fairness,
        formats=(JSON, *match.game.formats),
        hides=match.game.hides,
        zero_sum=match.game.zero_sum,
    )


def _seen(match: Match, state: Any, seat: int | None) -> Scene:
    game = match.game
    return game.scene(state if seat is None else game.view(state, seat), seat)


def scenes(match: Match, seat: int | None, first: int, count: int) -> wire.Frames:
    """A stretch of scenes to look at: nothing in them can be chosen."""
    if not 0 <= first < len(match.states) or not 1 <= count <= MOST_SCENES:
        raise Problem("error.frames", last=len(match.events), most=MOST_SCENES)
    found = (_seen(match, state, seat) for state in match.states[first : first + count])
    return wire.Frames(first, tuple(_watched(scene) for scene in found))


def _watched(scene: Scene) -> Scene:
    zones = tuple(zone for zone in scene.zones if zone.kind != "choices")
    return replace(scene, zones=zones, prompt=None, legend=())


def told(match: Match, seat: int | None) -> tuple[wire.Told, ...]:
    """Every event in words."""
    drawn = iter([(number, entry) for number, entry in enumerate(match.log) if isinstance(entry, Drawn)])
    return tuple(
        wire.Told(actor, _line(match, number, seat), fell=_fell(match, number, *next(drawn)))
        if actor == CHANCE
        else wire.Told(actor, _line(match, number, seat), notation=_notation(match, number, seat))
        for number, (actor, _) in enumerate(match.events)
    )


def _line(match: Match, number: int, seat: int | None) -> Message:
    """An event in words: as the seat saw it, or as somebody who sees into every hand."""
    return (
        match.tell(number, seat)
        if seat is not None
        else match.game.narrate(match.states[number], *match.events[number])
    )


def _notation(match: Match, number: int, seat: int | None) -> str:
    """How a choice is written, unless it was hidden from the reader."""
    actor, event = match.events[number]
    if seat is not None and match.shown(number, seat) != event:
        return ""
    return match.game.notate(match.states[number], actor, event)


def _fell(match: Match, event: int, number: int, entry: Drawn) -> wire.Fell:
    """Chance cannot be taken back, so that its entries and its events in force are the same in number."""
    weights = dict(match.game.weights(match.states[event]))
    return wire.Fell(number, entry.total, entry.drawn, weights[entry.event])

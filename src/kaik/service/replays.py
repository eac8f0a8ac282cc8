"""Replays: finished matches to look at event by event, in words and in scenes.

The viewer sees either what one seat saw, or everything.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kaik.core.game import CHANCE, Annotations
from kaik.core.messages import Message
from kaik.core.scene import Scene
from kaik.play.formats import JSON, Reading, interpret, viewer_link
from kaik.play.match import Drawn, Match
from kaik.play.record import Record, read, replay
from kaik.protocol.errors import NotFound, Problem
from kaik.protocol.records import Fell, Frames, Replay, Told
from kaik.protocol.tables import Seat

MOST_SCENES = 120
"""No more scenes than this are asked for at once."""


class LoadedReplay(Struct, frozen=True):
    """A record, and the match that it leads to."""

    record: Record
    match: Match

    def state(self, at: int) -> Any:
        """The state after so many events; `NotFound` if there are fewer."""
        if not 0 <= at < len(self.match.states):
            raise NotFound("error.at", at=at, last=len(self.match.events))
        return self.match.states[at]


def checked_record(text: str, suffix: str) -> Reading:
    """The record in a file with this suffix, its events judged by the referee, or `BadRecord`."""
    reading = interpret(text, suffix)
    replay(reading.record)
    return reading


def load(text: bytes) -> LoadedReplay:
    """A record with its match, every event checked."""
    record = read(text)
    return LoadedReplay(record, replay(record))


def viewer(match: Match, seat: int | None) -> int | None:
    """The seat to look from, `None` to see everything; `NotFound` if there is no such seat."""
    if seat is not None and not 0 <= seat < match.seats:
        raise NotFound("error.seat_unknown", seat=seat + 1)
    return seat


def header(
    id: str, loaded: LoadedReplay, seats: tuple[Seat, ...], seat: int | None, public_viewer: str = ""
) -> Replay:
    """All but the scenes; `public_viewer` is the address of a public viewer."""
    match, record = loaded.match, loaded.record
    return Replay(
        id=id,
        game=match.game.id,
        options=msgspec.to_builtins(match.options),
        seats=seats,
        played=record.played,
        events=events(match, seat, record.annotations),
        result=match.result,
        fairness=record.fairness,
        formats=(JSON, *match.game.formats),
        viewer=viewer_link(record, public_viewer, seat),
        hides=match.game.hides,
        zero_sum=match.game.zero_sum,
    )


def scenes(match: Match, seat: int | None, first: int, count: int) -> Frames:
    """A stretch of scenes to look at: nothing in them can be chosen."""
    if not 0 <= first < len(match.states) or not 1 <= count <= MOST_SCENES:
        raise Problem("error.frames", last=len(match.events), most=MOST_SCENES)
    return Frames(first, tuple(_scene(match, state, seat) for state in match.states[first : first + count]))


def _scene(match: Match, state: Any, seat: int | None) -> Scene:
    """What is seen, without what belongs to a seat that chooses."""
    game = match.game
    scene = game.scene(state if seat is None else game.view(state, seat), seat)
    zones = tuple(zone for zone in scene.zones if zone.kind != "choices")
    return replace(scene, zones=zones, prompt=None)


def events(match: Match, seat: int | None, said: Annotations | None = None) -> tuple[Told, ...]:
    """Every event in words, with what its file says of it."""
    drawn = iter([(number, entry) for number, entry in enumerate(match.log) if isinstance(entry, Drawn)])
    unknown = frozenset(said.unknown if said else ())
    remarks: dict[int, str] = {}
    for after, text in said.remarks if said else ():
        remarks[after] = f"{remarks[after]} {text}" if after in remarks else text
    return tuple(
        Told(
            actor,
            _line(match, number, seat),
            notation="" if actor == CHANCE else _notation(match, number, seat),
            fell=_fell(match, number, *next(drawn)) if actor == CHANCE else None,
            remark=remarks.get(number + 1, ""),
            unknown=number in unknown,
        )
        for number, (actor, _) in enumerate(match.events)
    )


def _line(match: Match, number: int, seat: int | None) -> Message:
    """An event in words: as the seat saw it, or as somebody who sees into every hand."""
    if seat is not None:
        return match.tell(number, seat)
    actor, event = match.events[number]
    return match.game.narrate(match.states[number], actor, event, match.states[number + 1])


def _notation(match: Match, number: int, seat: int | None) -> str:
    """How a choice is written, unless it was hidden from the reader."""
    actor, event = match.events[number]
    if seat is not None and match.shown(number, seat) != event:
        return ""
    return match.game.notate(match.states[number], actor, event)


def _fell(match: Match, event: int, number: int, entry: Drawn) -> Fell:
    """Chance cannot be taken back, so that its entries and its events in force are the same in number."""
    weights = dict(match.game.weights(match.states[event]))
    return Fell(number, entry.total, entry.drawn, weights[entry.event])

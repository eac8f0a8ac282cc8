"""Files: our own JSON records, and the formats that games bring along, told apart by their suffix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from kaik.core import registry
from kaik.core.errors import BadOptions, BadRecord, IllegalAction
from kaik.core.game import CHANCE, Annotations, AnyGame, Format, Ruling, Score
from kaik.core.messages import Message, msg
from kaik.play.match import Drawn, Entry, Match, Played, Ruled
from kaik.play.record import Record, entries, read, replay

JSON = ".json"
TEXT = ".txt"
"""A plain text is a file of whichever format knows it."""


class Reading(Struct, frozen=True):
    """A record as a file tells it, and what its reader should be told about it."""

    record: Record
    notes: tuple[Message, ...] = ()


def parse(text: str, suffix: str) -> Record:
    """The record in a file with this suffix."""
    return interpret(text, suffix).record


def interpret(text: str, suffix: str, preset: str | None = None, words: Sequence[str] = ()) -> Reading:
    """The record in a file with this suffix, under the rules that a preset and `name=value` words state.

    Raises `BadRecord`, also where a file states all its rules itself and others are wished for.
    """
    if suffix.lower() == JSON:
        if preset is not None or words:
            raise BadRecord("error.record_rules")
        return Reading(read(text))
    sharing = [(game, format) for game in _games() for format in _formats(game, suffix)]
    if not sharing:
        raise BadRecord("error.suffix", suffix=suffix, known=" ".join([JSON, *_suffixes(), TEXT]))
    game, format = max(sharing, key=lambda pair: _claim(pair[1], text))
    if preset is None and not words:
        score = format.read(text)
    elif format.read_under is None:
        raise BadRecord("error.record_rules")
    else:
        score = format.read_under(text, preset, words)
    record, notes = record_of(game, score), score.notes
    if score.ended is not None and record.result is None:
        notes = (*notes, msg("note.length"))
    return Reading(record, notes)


def _formats(game: AnyGame, suffix: str) -> list[Format]:
    """The formats of a game that a file with this suffix may be in."""
    if suffix.lower() == TEXT:
        return list(game.formats.values())
    return [format for known, format in game.formats.items() if known == suffix.lower()]


def _claim(format: Format, text: str) -> int:
    """How well a file fits a format: claimed by it, claimed by none, or declined."""
    return 1 if format.claims is None else 2 if format.claims(text) else 0


def render(record: Record, suffix: str, profile: str | None = None) -> str:
    """The record as a file with this suffix, in a profile of its format (the usual one)."""
    game = registry.load(record.game)
    if suffix.lower() == JSON:
        if profile is not None:
            raise BadRecord("error.profile", profile=profile, suffix=suffix, known="–")
        return record.to_json().decode()
    format = next(iter(_formats(game, suffix)), None)
    if format is None:
        known = " ".join([JSON, *game.formats])
        raise BadRecord("error.suffix_game", game=game.id, suffix=suffix, known=known)
    if profile is not None and profile not in format.profiles:
        known = " ".join(format.profiles) or "–"
        raise BadRecord("error.profile", profile=profile, suffix=suffix, known=known)
    return (format.write if profile is None else format.profiles[profile])(score_of(record))


def viewer_link(record: Record, address: str, seat: int | None) -> str:
    """The link to a match in the public viewer at this address; empty if it cannot be shown there."""
    for format in registry.load(record.game).formats.values():
        if address and format.viewer is not None:
            try:
                return format.viewer(address, score_of(record), seat)
            except BadRecord:
                continue
    return ""


def record_of(game: AnyGame, score: Score) -> Record:
    """A record of the events in a score, each put to the referee. Its chance cannot be verified.

    The ruling that a match is too long is the referee's own: where it is not due, the match is unfinished.
    """
    try:
        match = Match(game, score.options, score.seats, None)
    except IllegalAction as refusal:
        raise BadRecord("error.record_start", detail=refusal.message) from None
    for number, (actor, event) in enumerate(score.events):
        _follow(match, number, actor, event)
    if score.ended is not None:
        _rule(match, *score.ended)
    said = score.annotations if score.annotations != Annotations() else None
    return Record.of(match, players=score.players, played=score.played, annotations=said)


def _rule(match: Match, ruling: Ruling, seat: int | None) -> None:
    try:
        match.follow(Ruled(ruling, seat))
    except IllegalAction as refusal:
        if ruling != "length":
            raise BadRecord("error.record_event", number=len(match.log), detail=refusal.message) from None


def score_of(record: Record) -> Score:
    """The events in force in a record, as formats write them."""
    match = replay(record)
    last = entries(record, match.game)[-1:]
    return Score(
        options=match.options,
        seats=match.seats,
        events=tuple(match.events),
        players=record.players,
        played=record.played,
        ended=next(((entry.ruling, entry.seat) for entry in last if isinstance(entry, Ruled)), None),
        annotations=record.annotations or Annotations(),
    )


def _follow(match: Match, number: int, actor: int, event: msgspec.Struct) -> None:
    try:
        match.follow(_chance_entry(match, event) if actor == CHANCE else Played(actor, event))
    except IllegalAction as refusal:
        raise BadRecord("error.record_event", number=number, detail=refusal.message) from None


def _chance_entry(match: Match, event: msgspec.Struct) -> Entry:
    """A chance event with the least integer that stands for it."""
    if tuple(match.game.to_act(match.state)) != (CHANCE,):
        raise IllegalAction("error.no_chance")
    below = 0
    weights = match.game.weights(match.state)
    for outcome, weight in weights:
        if outcome == event and weight:
            return Drawn(event, sum(w for _, w in weights), below)
        below += weight
    raise IllegalAction("error.chance_outcome")


def _games() -> Iterator[AnyGame]:
    for id in registry.game_ids():
        try:
            yield registry.load(id)
        except BadOptions:
            continue


def _suffixes() -> list[str]:
    return sorted({suffix for game in _games() for suffix in game.formats})

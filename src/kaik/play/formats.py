"""Files: our own JSON records, and the formats that games bring along, told apart by their suffix."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from kaik.core import registry
from kaik.core.errors import BadOptions, BadRecord, IllegalAction
from kaik.core.game import CHANCE, AnyGame, Format, Ruling, Score
from kaik.play.match import Drawn, Entry, Match, Played, Ruled
from kaik.play.record import Record, entries, read, replay

JSON = ".json"


def parse(text: str, suffix: str) -> Record:
    """The record in a file with this suffix."""
    if suffix.lower() == JSON:
        return read(text)
    sharing = [game for game in _games() if suffix.lower() in game.formats]
    if not sharing:
        raise BadRecord("error.suffix", suffix=suffix, known=" ".join([JSON, *_suffixes()]))
    game = max(sharing, key=lambda game: _claim(game.formats[suffix.lower()], text))
    return record_of(game, game.formats[suffix.lower()].read(text))


def _claim(format: Format, text: str) -> int:
    """How well a file fits a format: claimed by it, claimed by none, or declined."""
    return 1 if format.claims is None else 2 if format.claims(text) else 0


def render(record: Record, suffix: str) -> str:
    """The record as a file with this suffix."""
    if suffix.lower() == JSON:
        return record.to_json().decode()
    game = registry.load(record.game)
    if suffix.lower() not in game.formats:
        known = " ".join([JSON, *game.formats])
        raise BadRecord("error.suffix_game", game=game.id, suffix=suffix, known=known)
    return game.formats[suffix.lower()].write(score_of(record))


def record_of(game: AnyGame, score: Score) -> Record:
    """A record of the events in a score, each put to the referee. Its chance cannot be verified."""
    try:
        match = Match(game, score.options, score.seats, None)
    except IllegalAction as refusal:
        raise BadRecord("error.record_start", detail=refusal.message) from None
    for number, (actor, event) in enumerate(score.events):
        _follow(match, number, actor, event)
    if score.ended is not None:
        _rule(match, *score.ended)
    return Record.of(match, players=score.players, played=score.played)


def _rule(match: Match, ruling: Ruling, seat: int | None) -> None:
    try:
        match.follow(Ruled(ruling, seat))
    except IllegalAction as refusal:
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

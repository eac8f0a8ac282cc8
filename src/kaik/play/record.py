"""Records: a match as one JSON document, replayable to any event without a random generator.

The document names its format version, the game, every option in force, the players, the whole log and what
is needed to check its chance. Reading never trusts: the log goes through the referee entry by entry. A record
of an earlier version means what it meant then: an option that it does not state had its value of that time.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Self

import msgspec
from msgspec import Struct

from kaik.core import registry
from kaik.core.errors import BadOptions, BadRecord, IllegalAction
from kaik.core.game import Annotations, AnyGame
from kaik.core.options import FIRST, VERSION, checked, full_values, plain
from kaik.play.fairness import LARGEST, Fairness, Nonce, Sealed, commitment, draw
from kaik.play.match import Declined, Drawn, Entry, Match, Offered, Played, Result, Ruled, TakenBack


class Record(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match on paper."""

    kaik: int = VERSION
    game: str
    options: dict[str, Any]
    seats: int
    players: tuple[str, ...] = ()
    played: str = ""
    """When, as an ISO 8601 date or time; free of meaning."""
    fairness: Fairness | None = None
    annotations: Annotations | None = None
    """What the file it was read from says beside the events."""
    log: tuple[Any, ...]
    result: Result | None = None

    @classmethod
    def of(
        cls,
        match: Match,
        *,
        players: Sequence[str] = (),
        played: str = "",
        fairness: Fairness | None = None,
        annotations: Annotations | None = None,
    ) -> Self:
        """The record of a match as it stands, secrets included."""
        return cls(
            game=match.game.id,
            options=plain(match.options),
            seats=match.seats,
            players=tuple(players),
            played=played,
            fairness=fairness,
            annotations=annotations,
            log=tuple(plain(entry) for entry in match.log),
            result=match.result,
        )

    def to_json(self) -> bytes:
        """The document: one log entry a line, for people and diffs to read. Every option is stated."""
        fields: dict[str, Any] = {"kaik": self.kaik, **msgspec.to_builtins(self)}
        with contextlib.suppress(BadOptions):  # nobody knows what a game that is not there leaves unsaid
            fields["options"] = full_values(registry.load(self.game).Options, self.options, self.kaik)
        log = fields.pop("log")
        lines = [f"  {_json(name)}: {_json(value)}" for name, value in fields.items()]
        entries = ",\n".join(f"    {_json(entry)}" for entry in log)
        lines.insert(4, f'  "log": [\n{entries}\n  ]' if entries else '  "log": []')
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


class Fault(Struct, frozen=True):
    """The first thing in a record that its own seed does not confirm."""

    number: int
    reason: str
    """A message key."""


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def read(text: bytes | str) -> Record:
    """A record from its JSON, or `BadRecord`. The log is not judged here but by `replay`."""
    try:
        outer = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadRecord("error.record_json") from None
    if not isinstance(outer, dict) or not isinstance(outer.get("kaik"), int):
        raise BadRecord("error.record_foreign")
    if not FIRST <= outer["kaik"] <= VERSION:
        raise BadRecord("error.record_version", version=outer["kaik"], known=VERSION)
    try:
        return msgspec.convert(outer, Record)
    except msgspec.ValidationError as damage:
        raise BadRecord("error.record_damaged", detail=str(damage)) from None


def entries(record: Record, game: AnyGame) -> list[Entry]:
    """The log in the game's own types."""
    return [_entry(game, number, raw) for number, raw in enumerate(record.log)]


_ENTRY_TYPES: dict[str, type[Entry]] = {
    "action": Played,
    "chance": Drawn,
    "ruling": Ruled,
    "takeback": TakenBack,
    "offer": Offered,
    "decline": Declined,
}


def _entry(game: AnyGame, number: int, raw: Any) -> Entry:
    try:
        kind = _ENTRY_TYPES[raw["type"]]
        entry = msgspec.convert(raw, kind)
        if isinstance(entry, (Played, Drawn)):
            return msgspec.structs.replace(entry, event=msgspec.convert(entry.event, game.Event))
        return entry
    except (msgspec.ValidationError, KeyError, TypeError):
        raise BadRecord("error.record_entry", number=number) from None


def begin(record: Record) -> Match:
    """The match before its first entry."""
    try:
        game = registry.load(record.game)
        options = checked(game.Options, full_values(game.Options, record.options, record.kaik))
        return Match(game, options, record.seats, None)
    except (BadOptions, IllegalAction) as refusal:
        raise BadRecord("error.record_start", detail=refusal.message) from None


def replay(record: Record, upto: int | None = None) -> Match:
    """The match after its first `upto` entries (all of them by default), every one checked."""
    match = begin(record)
    for number, entry in enumerate(entries(record, match.game)[:upto]):
        try:
            match.follow(entry)
        except IllegalAction as refusal:
            raise BadRecord("error.record_illegal", number=number, detail=refusal.message) from None
    if upto is None and record.result is not None and match.result != record.result:
        raise BadRecord("error.record_result")
    return match


def follow_on(match: Match, log: Sequence[Any]) -> None:
    """Let a match follow what was added to its log elsewhere; what its referee has added itself must fit."""
    begun = len(match.log)
    for number, raw in enumerate(log, begun):
        entry = _entry(match.game, number, raw)
        if number == len(match.log):
            match.follow(entry)
        elif match.log[number] != entry:
            raise BadRecord("error.record_entry", number=number)


def sealed(record: Record) -> Sealed:
    """The chance of a record that publishes its seed."""
    fairness = record.fairness
    if fairness is None or fairness.seed is None:
        raise BadRecord("error.record_unsealed")
    return Sealed(_seed(fairness.seed), fairness.nonces)


def verify(record: Record) -> Fault | None:
    """Recompute every chance event from the published seed; the first that differs, if any."""
    fairness = record.fairness
    if fairness is None or fairness.seed is None:
        raise BadRecord("error.record_unsealed")
    seed = _seed(fairness.seed)
    if commitment(seed) != fairness.commitment:
        return Fault(0, "verify.commitment")
    match = begin(record)
    for number, entry in enumerate(entries(record, match.game)):
        fault = _confirm(match, entry, seed, fairness.nonces, number)
        if fault is not None:
            return fault
    if record.result is not None and match.result != record.result:
        return Fault(len(record.log), "verify.result")
    return None


def _confirm(match: Match, entry: Entry, seed: bytes, nonces: Sequence[Nonce], number: int) -> Fault | None:
    if isinstance(entry, Drawn) and not _drawn_fairly(entry, seed, nonces, number):
        return Fault(number, "verify.drawn")
    try:
        match.follow(entry)
    except IllegalAction as refusal:
        return Fault(number, refusal.message.key)
    return None


def _drawn_fairly(entry: Drawn, seed: bytes, nonces: Sequence[Nonce], number: int) -> bool:
    return 1 <= entry.total <= LARGEST and draw(seed, nonces, number, entry.total) == entry.drawn


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadRecord("error.record_seed") from None

"""`kaik replay`: a record shown event by event."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from kaik.cli import files, keyboard, language
from kaik.cli.game_args import use_texts_of
from kaik.cli.keyboard import Left
from kaik.cli.listings import console, full_title
from kaik.cli.narration import YOU, Narrator, seat_names
from kaik.core.errors import BadRecord, IllegalAction
from kaik.core.messages import msg
from kaik.play.match import Entry, Match, Ruled, TakenBack, Talk, offer_message
from kaik.play.record import Record, begin, entries, replay


def show(file: Path, at: int | None, everything: bool, preset: str | None, words: Sequence[str]) -> None:
    """The record, whole or at one event, read under the rules stated or its own."""
    reading = files.read_under(file, preset, words)
    record = reading.record
    use_texts_of(record)
    out = console()
    for note in reading.notes:
        out.print(Text(language.texts().text(note), "yellow"))
    if at is not None:
        _at(record, at, out)
        return
    replay(record)
    try:
        _through(record, everything, out)
    except (Left, KeyboardInterrupt):
        return


def _teller(match: Match, record: Record, out: Console) -> Narrator:
    players = list(record.players) if len(record.players) == match.seats else [""] * match.seats
    unnamed = ["" if player == YOU else player for player in players]
    return Narrator(match, seat_names(language.texts(match.game.id), unnamed), out)


def _at(record: Record, at: int, out: Console) -> None:
    """The scene after so many events, with all that everybody saw in the open."""
    if not 0 <= at <= len(record.log):
        raise BadRecord("error.at", at=at, last=len(record.log))
    match = replay(record, at)
    narrator = _teller(match, record, out)
    out.print(full_title(match.game))
    _heading(out, at, len(record.log))
    if match.events:
        narrator.tell(range(len(match.events) - 1, len(match.events)), None)
        _annotate(record, len(match.events), out)
    narrator.show(None)
    if match.result is not None:
        narrator.result(match.result)


def _heading(out: Console, number: int, of: int) -> None:
    words = language.texts()
    text = words.word("cli.replay.event", n=number, of=of) if number else words.word("cli.replay.start")
    out.print(Rule(Text(text, "dim"), align="left", style="dim"))


def _through(record: Record, everything: bool, out: Console) -> None:
    match = begin(record)
    narrator = _teller(match, record, out)
    out.print(full_title(match.game))
    for number, entry in enumerate(entries(record, match.game)):
        proposed = bool(match.offers)
        try:
            match.follow(entry)
        except IllegalAction as refusal:
            raise BadRecord("error.record_illegal", number=number, detail=refusal.message) from None
        if isinstance(entry, Ruled):
            break
        _step(narrator, entry, proposed)
        _annotate(record, len(match.events), out)
        everything = everything or _wait_for_key(out)
    if match.result is None:
        out.print(Text(language.texts().word("cli.replay.unfinished"), "dim"))
    else:
        narrator.result(match.result)


def _step(narrator: Narrator, entry: Entry, proposed: bool) -> None:
    if isinstance(entry, TakenBack):
        narrator.out.print(Text(narrator.words.text(msg("cli.replay.takeback", n=entry.to)), "dim"))
    elif isinstance(entry, Talk):
        narrator.out.print(Text(narrator.words.text(offer_message(entry, proposed)), "dim"))
    else:
        narrator.step(len(narrator.match.events) - 1, None)


def _annotate(record: Record, count: int, out: Console) -> None:
    """What the file says of the last of so many events: a remark, or that it was not recorded."""
    said = record.annotations
    if said is None:
        return
    if count - 1 in said.unknown:
        out.print(Text("    " + language.texts().word("note.unknown"), "dim"))
    for text in [text for at, text in said.remarks if at == count]:
        out.print(Text(f"    {text}", "italic"))


def _wait_for_key(out: Console) -> bool:
    """Wait; whether to go on without waiting."""
    try:
        answer = keyboard.ask(out, language.texts().word("cli.replay.enter")).casefold()
    except Left:
        if keyboard.is_person():
            raise
        return True
    if answer in ("q", "quit"):
        raise Left
    return answer == "a"

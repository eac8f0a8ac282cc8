"""`kaik replay`: a record shown event by event."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from kaik.cli import files, keyboard, language
from kaik.cli.chosen import talk_about
from kaik.cli.keyboard import Left
from kaik.cli.tables import console, full_title
from kaik.cli.telling import YOU, Teller, seat_names
from kaik.core.errors import BadRecord, IllegalAction
from kaik.core.messages import msg
from kaik.play.match import Entry, Match, Ruled, TakenBack, Talk, said
from kaik.play.record import Record, begin, entries, replay


def show(file: Path, at: int | None, everything: bool) -> None:
    """The record, whole or at one event."""
    record = files.read(file)
    talk_about(record)
    out = console()
    if at is not None:
        _at(record, at, out)
        return
    replay(record)
    try:
        _through(record, everything, out)
    except (Left, KeyboardInterrupt):
        return


def _teller(match: Match, record: Record, out: Console) -> Teller:
    players = list(record.players) if len(record.players) == match.seats else [""] * match.seats
    unnamed = ["" if player == YOU else player for player in players]
    return Teller(match, seat_names(language.texts(match.game.id), unnamed), out)


def _at(record: Record, at: int, out: Console) -> None:
    """The scene after so many events, with all that everybody saw in the open."""
    if not 0 <= at <= len(record.log):
        raise BadRecord("error.at", at=at, last=len(record.log))
    match = replay(record, at)
    teller = _teller(match, record, out)
    out.print(full_title(match.game))
    _heading(out, at, len(record.log))
    if match.events:
        teller.tell(range(len(match.events) - 1, len(match.events)), None)
    teller.show(None)
    if match.result is not None:
        teller.result(match.result)


def _heading(out: Console, number: int, of: int) -> None:
    words = language.texts()
    text = words.word("cli.replay.event", n=number, of=of) if number else words.word("cli.replay.start")
    out.print(Rule(Text(text, "dim"), align="left", style="dim"))


def _through(record: Record, everything: bool, out: Console) -> None:
    match = begin(record)
    teller = _teller(match, record, out)
    out.print(full_title(match.game))
    for number, entry in enumerate(entries(record, match.game)):
        proposed = bool(match.offers)
        try:
            match.follow(entry)
        except IllegalAction as refusal:
            raise BadRecord("error.record_illegal", number=number, detail=refusal.message) from None
        if isinstance(entry, Ruled):
            break
        _step(teller, entry, proposed)
        everything = everything or _asked(out)
    if match.result is None:
        out.print(Text(language.texts().word("cli.replay.unfinished"), "dim"))
    else:
        teller.result(match.result)


def _step(teller: Teller, entry: Entry, proposed: bool) -> None:
    if isinstance(entry, TakenBack):
        teller.out.print(Text(teller.words.text(msg("cli.replay.takeback", n=entry.to)), "dim"))
    elif isinstance(entry, Talk):
        teller.out.print(Text(teller.words.text(said(entry, proposed)), "dim"))
    else:
        teller.step(len(teller.match.events) - 1, None)


def _asked(out: Console) -> bool:
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

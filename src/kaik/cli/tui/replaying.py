"""A record on the screen: step, play, jump, and look through any seat's eyes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from msgspec import Struct
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.timer import Timer

from kaik.cli import language
from kaik.cli.narration import YOU, seat_names
from kaik.cli.text import Reader
from kaik.cli.tui.board import BoardWidget
from kaik.cli.tui.describe import describe_spot
from kaik.cli.tui.dialogs import QuestionDialog
from kaik.cli.tui.table import TableScreen
from kaik.core.errors import BadRecord, IllegalAction, Refusal
from kaik.core.messages import Message, msg
from kaik.play.match import Entry, Match, Ruled, TakenBack, Talk, offer_message
from kaik.play.record import Record, begin, entries

BEAT = 0.8
"""Seconds between two events when the record plays by itself."""


class Moment(Struct, frozen=True):
    """The match after one entry of the log."""

    state: Any
    lines: dict[int | None, Message]
    """What the entry was to each reader, in words."""


def moments(record: Record) -> tuple[Match, list[Moment]]:
    """Every moment of a record, each entry checked."""
    match = begin(record)
    found = [Moment(match.state, {})]
    for number, entry in enumerate(entries(record, match.game)):
        proposed = bool(match.offers)
        try:
            match.follow(entry)
        except IllegalAction as refusal:
            raise BadRecord("error.record_illegal", number=number, detail=refusal.message) from None
        found.append(Moment(match.state, _lines(match, entry, proposed)))
    return match, found


def _lines(match: Match, entry: Entry, proposed: bool) -> dict[int | None, Message]:
    """An entry in words, as a watcher and as each seat saw it."""
    readers = (None, *range(match.seats))
    if isinstance(entry, TakenBack):
        return dict.fromkeys(readers, msg("cli.replay.takeback", n=entry.to))
    if isinstance(entry, Talk):
        return dict.fromkeys(readers, offer_message(entry, proposed))
    if isinstance(entry, Ruled) and match.result is not None:
        return dict.fromkeys(readers, match.result.reason)
    return {reader: match.log_lines(reader)[-1] for reader in readers}


class ReplayScreen(TableScreen):
    """A record, event by event."""

    KEYS = (
        ("← →", "tui.key.step", "screen.step(1)"),
        ("PgUp PgDn", "tui.key.leap", "screen.step(10)"),
        ("Home End", "tui.key.ends", "screen.jump(-1)"),
        ("␣", "tui.key.run", "screen.run"),
        ("g", "tui.key.jump", "screen.ask"),
        ("v", "tui.key.view", "screen.view"),
        ("p", "tui.key.sheet", "screen.sheet"),
        ("?", "tui.key.help", "screen.help"),
        ("q", "tui.key.quit", "screen.leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,enter", "step(1)", show=False, priority=True),
        Binding("left,up", "step(-1)", show=False, priority=True),
        Binding("pagedown", "step(10)", show=False, priority=True),
        Binding("pageup", "step(-10)", show=False, priority=True),
        Binding("home", "jump(0)", show=False, priority=True),
        Binding("end", "jump(-1)", show=False, priority=True),
        Binding("space", "run", show=False, priority=True),
        Binding("g", "ask", show=False),
        Binding("v", "view", show=False),
        Binding("p", "sheet", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, match: Match, found: Sequence[Moment], players: Sequence[str]) -> None:
        super().__init__(match.game, match.options)
        self.at = 0
        self._match = match
        self._moments = found
        names = ["" if player == YOU else player for player in players] or [""] * match.seats
        self._names = seat_names(language.texts_about(match.game.id), names)
        self._eyes: int | None = None
        self._beat: Timer | None = None

    @classmethod
    async def of(cls, record: Record) -> Self:
        """The screen of a record; reading a long one takes a moment and blocks nothing."""
        match, found = await asyncio.to_thread(moments, record)
        players = record.players if len(record.players) == match.seats else ()
        return cls(match, found, players)

    def on_mount(self) -> None:
        self.board.focus()
        self._redraw()

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self._moments) - 1

    @property
    def reader(self) -> Reader:
        """Whose eyes look."""
        return Reader(self._names, self._eyes, self._match.seats)

    # -- showing -----------------------------------------------------------------------------------

    def _redraw(self) -> None:
        state = self._moments[self.at].state
        scene = self.game.scene(self.game.view(state, self._eyes), self._eyes)
        self.show_scene(scene, self.reader, None)
        self.show_log([moment.lines[self._eyes] for moment in self._moments[1 : self.at + 1]], self.reader)
        self.prompt(self._heading())
        self._tell(self.board.cursor)

    def _heading(self) -> Text:
        words = self._names
        where = (
            words.word("cli.replay.event", n=self.at, of=self.last)
            if self.at
            else words.word("cli.replay.start")
        )
        heading = Text(where, "bold")
        if self._eyes is not None:
            heading.append(f"   {words.word('tui.eyes', seat=words.seat(self._eyes))}", "not bold")
        if self.at == self.last:
            result = self._match.result
            end = words.text(result.reason) if result else words.word("cli.replay.unfinished")
            heading.append(f"   {end}", "not bold #e6c07b")
        return heading

    def _tell(self, spot: str) -> None:
        self.status(Text(describe_spot(self._scene, spot, self.reader), "dim"))

    def on_board_widget_moved(self, event: BoardWidget.Moved) -> None:
        self._tell(event.spot)

    # -- moving ------------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """So many events on, or back."""
        self._go(self.at + by)

    def action_jump(self, to: int) -> None:
        """To this event; -1 is the last."""
        self._go(self.last if to < 0 else to)

    def _go(self, to: int) -> None:
        self.at = min(max(to, 0), self.last)
        if self.at == self.last:
            self._stop()
        self._redraw()

    def action_run(self) -> None:
        """Play by itself, or stop doing so."""
        if self._beat is not None:
            self._stop()
        elif self.at < self.last:
            self._beat = self.set_interval(BEAT, lambda: self.action_step(1))

    def _stop(self) -> None:
        if self._beat is not None:
            self._beat.stop()
            self._beat = None

    def action_view(self) -> None:
        """Look through the next seat's eyes."""
        here = -1 if self._eyes is None else self._eyes
        self._eyes = None if here + 1 >= self._match.seats else here + 1
        self._redraw()

    def action_ask(self) -> None:
        """Jump to an event by its number."""
        question = self._names.word("tui.jump_ask", last=self.last)
        self.app.push_screen(QuestionDialog(question, str(self.at)), self._jump)

    def _jump(self, answer: str | None) -> None:
        if not answer:
            return
        try:
            self._go(self._number(answer))
        except Refusal as refusal:
            self.refuse(refusal.message, self.reader)

    def _number(self, answer: str) -> int:
        if not (answer.isascii() and answer.isdigit() and int(answer) <= self.last):
            raise BadRecord("error.at", at=answer[:60], last=self.last)
        return int(answer)

    def action_leave(self) -> None:
        """Back to the menu."""
        self.dismiss()

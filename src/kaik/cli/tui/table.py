"""A table on the screen: board, figures, casts, log, prompt. Playing and replaying add what their keys do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import RichLog, Static

from kaik.cli.text import Reader, sheet_text, table_line
from kaik.cli.tui.board import BoardWidget
from kaik.cli.tui.dialogs import ReadingDialog
from kaik.cli.tui.figures import figures
from kaik.cli.tui.help import help_text
from kaik.cli.tui.keys import Key, KeyLine
from kaik.cli.tui.session import SaidLine
from kaik.core.game import AnyGame
from kaik.core.messages import Message
from kaik.core.options import Options
from kaik.core.scene import Scene
from kaik.core.touches import Touches


class TableScreen(Screen[None]):
    """Everything of a match but what its keys do."""

    HORIZONTAL_BREAKPOINTS = [
        (0, "-narrow"),
        (72, "-normal"),
        (110, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-tall")]
    DEFAULT_CSS = """
    TableScreen #title { height: auto; max-height: 2; background: $primary-background; padding: 0 1; }
    TableScreen #middle { height: 1fr; }
    TableScreen BoardWidget { width: 1fr; height: 1fr; }
    TableScreen #side { width: 29; border-left: solid $primary-background-lighten-1; padding: 0 0 0 1; }
    TableScreen.-wide #side { width: 46; }
    TableScreen.-narrow #middle { layout: vertical; }
    TableScreen.-narrow #side { width: 100%; height: 35%; border-left: none;
                                border-top: solid $primary-background-lighten-1; }
    TableScreen #figures { height: auto; max-height: 60%; overflow-y: auto; scrollbar-size-vertical: 1; }
    TableScreen #talk { height: 30%; display: none; border-top: solid $primary-background-lighten-1; }
    TableScreen.-talking #talk { display: block; }
    TableScreen RichLog { height: 1fr; background: $background; overflow-y: auto;
                          scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    TableScreen BoardWidget, TableScreen RichLog { scrollbar-background: $background; scrollbar-size: 1 1;
        scrollbar-background-hover: $background; scrollbar-color: $primary-background-lighten-2; }
    TableScreen #prompt { height: auto; max-height: 4; padding: 0 1; text-style: bold; }
    TableScreen #status { height: auto; max-height: 3; min-height: 1; padding: 0 1; }
    TableScreen.-low #title, TableScreen.-low #prompt, TableScreen.-low #status, TableScreen.-low KeyLine {
        max-height: 1; }
    TableScreen.-low.-narrow #side { display: none; }
    """
    KEYS: ClassVar[tuple[Key, ...]] = ()

    def __init__(self, game: AnyGame, options: Options) -> None:
        super().__init__()
        self.game = game
        self.options = options
        self._log_shown: tuple[Message, ...] = ()
        self._said_shown: tuple[SaidLine, ...] = ()
        self._scene = Scene()
        self._reader: Reader | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield BoardWidget()
            with Vertical(id="side"):
                yield Static(id="figures")
                yield _scroll("log")
                yield _scroll("talk")
        yield Static(id="prompt")
        yield Static(id="status")
        yield KeyLine(self.KEYS)

    def keys(self) -> tuple[Key, ...]:
        """The keys that do something now."""
        return self.KEYS

    @property
    def board(self) -> BoardWidget:
        """The widget that shows the scene."""
        return self.query_one(BoardWidget)

    # -- showing -----------------------------------------------------------------------------------

    def show_scene(
        self, scene: Scene, reader: Reader, touches: Touches | None, labels: dict[str, Message] | None = None
    ) -> None:
        """The scene, its counters and its casts."""
        self.board.show(scene, reader, touches, labels)
        self.query_one("#title", Static).update(_title(scene, reader))
        self._scene, self._reader = scene, reader
        self.show_figures()

    def show_figures(self) -> None:
        """The figures beside the board, with the clocks as they stand now."""
        if self._reader is not None:
            width = self.query_one("#side").size.width - 1
            shown = figures(self._scene, self._reader, width, self.clocks(), self.absent())
            self.query_one("#figures", Static).update(shown)

    def clocks(self) -> tuple[float | None, ...]:
        """The seconds each seat has left; nothing without clocks."""
        return ()

    def absent(self) -> tuple[int, ...]:
        """The seats of people who are not there."""
        return ()

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Break the lines beside the board anew: there is more room now, or less."""
        lines, self._log_shown = self._log_shown, ()
        self.query_one("#log", RichLog).clear()
        if self._reader is not None:
            self.show_log(lines, self._reader)
        said, self._said_shown = self._said_shown, ()
        self.show_talk(said)
        self.show_figures()

    def show_log(self, log: Sequence[Message], reader: Reader) -> None:
        """All that has happened; new lines are added, anything else is written anew."""
        lines, shown = tuple(log), self._log_shown
        pane = self.query_one("#log", RichLog)
        if lines[: len(shown)] != shown:
            pane.clear()
            shown = ()
        for line in lines[len(shown) :]:
            pane.write(_entry(reader.words.text(line)), expand=True)
        self._log_shown = lines

    def show_talk(self, said: Sequence[SaidLine]) -> None:
        """What people have said; the pane is there as soon as somebody has said something."""
        if tuple(said) == self._said_shown:
            return
        self._said_shown = tuple(said)
        self.set_class(bool(said), "-talking")
        pane = self.query_one("#talk", RichLog)
        pane.clear()
        for line in said:
            pane.write(
                Text(f"{line.who} ", "bold #7fd1ff").append(line.text, "not bold default"), expand=True
            )

    def prompt(self, text: str | Text) -> None:
        """What the person is asked."""
        self.query_one("#prompt", Static).update(text if isinstance(text, Text) else Text(text))

    def status(self, text: Text) -> None:
        """What the person has done so far, or what lies under the cursor."""
        self.query_one("#status", Static).update(text)

    def refuse(self, why: Message, reader: Reader) -> None:
        """One clear sentence."""
        self.status(Text(reader.words.text(why), "bold #ff6b6b"))

    # -- reading -----------------------------------------------------------------------------------

    def action_sheet(self) -> None:
        """The score sheet so far."""
        reader = self._reader
        if reader is not None:
            shown = sheet_text(self._scene.sheet, reader) or Text(reader.words.word("tui.no_sheet"))
            self.app.push_screen(ReadingDialog(shown, reader.words.word("tui.sheet")))

    def action_help(self) -> None:
        """Keys, marks, pieces, options."""
        if self._reader is not None:
            shown = help_text(
                self.game.legend(self.options), self._reader, self.game.id, self.options, self.keys()
            )
            self.app.push_screen(ReadingDialog(shown, self._reader.words.word("title")))


def _scroll(id: str) -> RichLog:
    """Lines that roll upwards."""
    pane = RichLog(id=id, wrap=True, min_width=1, auto_scroll=True)
    pane.can_focus = False
    return pane


def _entry(sentence: str) -> Table:
    """A line of the log, its further rows set in."""
    entry = Table.grid(padding=(0, 1, 0, 0))
    entry.add_column(width=1, style="dim")
    entry.add_column(overflow="fold")
    entry.add_row("·", Text(sentence))
    return entry


def _title(scene: Scene, reader: Reader) -> Text:
    title = Text(reader.words.word("title"), "bold")
    counters = table_line(scene, reader)
    return title.append("   ").append_text(counters) if counters is not None else title

"""Setting a match up: a preset, options, who sits where, and how long everybody may think."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Collapsible, Select, Static

from kaik.cli import language
from kaik.cli.game_args import seat_range
from kaik.cli.narration import YOU
from kaik.cli.tui.form import OptionForm
from kaik.cli.tui.keys import KeyLine
from kaik.core.errors import BadOptions, Refusal
from kaik.core.game import AnyGame
from kaik.core.options import Options
from kaik.play.clock import ClockSpec
from kaik.players.levels import levels, within

OPEN = "open"
"""A seat that somebody else may take, at a table on a server."""
USUAL = "level3"
CLOCKS = {
    "none": ClockSpec(),
    "move30": ClockSpec("move", 30),
    "move120": ClockSpec("move", 120),
    "fischer5": ClockSpec("fischer", 300, 5),
    "fischer15": ClockSpec("fischer", 900, 10),
}


class TableSetup(Struct, frozen=True):
    """What was agreed on; `players` holds `you`, `open` or a computer for each seat."""

    game: AnyGame
    preset: str
    options: Options
    players: tuple[str, ...]
    clock: ClockSpec = ClockSpec()


class SetupScreen(Screen[TableSetup]):
    """One game about to begin, here or (`online`) on a server."""

    DEFAULT_CSS = """
    SetupScreen #head { padding: 0 1; background: $primary-background; height: auto; }
    SetupScreen VerticalScroll { padding: 0 1; }
    SetupScreen .name { margin-top: 1; text-style: bold; height: auto; }
    SetupScreen .about { color: $text-muted; height: auto; padding-left: 1; }
    SetupScreen Select { max-width: 100; }
    SetupScreen #seats { height: auto; }
    SetupScreen #begin { margin: 0 1; }
    SetupScreen #wrong { height: auto; padding: 0 1; }
    SetupScreen #foot { dock: bottom; height: auto; }
    """
    KEYS = (
        ("⇥", "tui.key.next", ""),
        ("⏎", "tui.key.choose", ""),
        ("F2", "tui.key.begin", "screen.begin"),
        ("esc", "tui.key.leave", "screen.leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("f2", "begin", show=False),
    ]

    def __init__(self, game: AnyGame, *, online: bool = False) -> None:
        super().__init__()
        self.game = game
        self._online = online
        self._words = language.texts_about(game.id)

    def compose(self) -> ComposeResult:
        word = self._words.word
        yield Static(Text(word("title"), "bold").append(f"  {word('summary')}", "not bold dim"), id="head")
        with VerticalScroll():
            yield Static(word("tui.setup.preset"), classes="name", markup=False)
            yield Select(self._presets(), allow_blank=False, id="preset", compact=True)
            with Collapsible(title=word("tui.setup.options"), id="options"):
                yield OptionForm(self.game, self.game.options(), self._words)
            yield Static(word("tui.setup.players"), classes="name", markup=False)
            yield Select(self._counts(self.game.options()), allow_blank=False, id="count", compact=True)
            yield Vertical(id="seats")
            if not self._online:
                yield Static(word("tui.setup.clock"), classes="name", markup=False)
                clocks = [(word(f"tui.clock.{name}"), name) for name in CLOCKS]
                yield Select(clocks, allow_blank=False, id="clock", compact=True)
        with Vertical(id="foot"):
            yield Static(id="wrong")
            yield Button(word("tui.key.begin"), id="begin", variant="primary", compact=True)
            yield KeyLine(self.KEYS)

    def on_mount(self) -> None:
        self.query_one("#preset", Select).focus()

    # -- what is offered ---------------------------------------------------------------------------

    def _presets(self) -> list[tuple[str, str]]:
        return [(self._words.word(f"preset.{name}"), name) for name in self.game.presets]

    def _counts(self, options: Options) -> list[tuple[str, int]]:
        return [(self._words.word("tui.setup.count", n=count), count) for count in self.game.seats(options)]

    def _sitters(self) -> list[tuple[str, str]]:
        """Who may sit on a seat."""
        word = self._words.word
        people = (
            [(word("you"), YOU), (word("tui.setup.open"), OPEN)] if self._online else [(word("you"), YOU)]
        )
        found = levels(self.game.id)
        if len(found) == 1:
            return [*people, (word("tui.setup.computer", about=self._words.text(found[0].about)), "level1")]
        return people + [
            (word("tui.setup.level", n=level.number, of=len(found)), f"level{level.number}")
            for level in found
        ]

    def _seat(self, seat: int) -> Select[str]:
        value = YOU if seat == 0 else OPEN if self._online else within(self.game.id, USUAL)
        return Select(self._sitters(), value=value, allow_blank=False, compact=True, classes="seat")

    # -- what is changed ---------------------------------------------------------------------------

    async def on_select_changed(self, event: Select.Changed) -> None:
        if event.select.id == "preset":
            self.query_one(OptionForm).fill(self.game.options(str(event.value)))
        elif event.select.id == "count":
            await self._seat_people(int(str(event.value)))

    async def _seat_people(self, count: int) -> None:
        """As many seats as players; those there already keep who sits on them."""
        seats = self.query_one("#seats", Vertical)
        present = list(seats.query(Select))
        for extra in present[count:]:
            await extra.remove()
        await seats.mount_all(self._seat(seat) for seat in range(len(present), count))

    # -- beginning ---------------------------------------------------------------------------------

    def on_button_pressed(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        """Begin, unless something is wrong."""
        try:
            self.dismiss(self._setup())
        except Refusal as refusal:
            wrong = Text(self._words.text(refusal.message), "bold #ff6b6b")
            self.query_one("#wrong", Static).update(wrong)

    def _setup(self) -> TableSetup:
        options = self.query_one(OptionForm).options()
        players = tuple(str(select.value) for select in self.query("#seats Select").results(Select))
        preset = str(self.query_one("#preset", Select).value)
        check_seats(self.game, options, players)
        return TableSetup(self.game, preset, options, players, self._clock())

    def _clock(self) -> ClockSpec:
        return ClockSpec() if self._online else CLOCKS[str(self.query_one("#clock", Select).value)]

    def action_leave(self) -> None:
        """Back to the menu."""
        self.dismiss(None)


def check_seats(game: AnyGame, options: Options, players: Sequence[str]) -> None:
    """Refuse a number of players that these options do not allow."""
    seats = game.seats(options)
    if len(players) not in seats:
        raise BadOptions("error.seats", seats=len(players), allowed=seat_range(seats))

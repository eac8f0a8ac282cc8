"""A server: one's tables there, and every game as a new table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from kaik.cli import language
from kaik.cli.game_args import playable
from kaik.cli.tui.keys import KeyLine
from kaik.protocol.people import Me
from kaik.protocol.tables import Table

TABLE, GAME, NAME = "table:", "game:", "name"
"""What the answer of the lobby begins with; `name` alone asks for another name."""


class LobbyScreen(Screen[str]):
    """Which table, or a new one of which game."""

    DEFAULT_CSS = """
    LobbyScreen #head { background: $primary-background; padding: 0 1; height: 1; }
    LobbyScreen OptionList { height: 1fr; border: none; }
    """
    KEYS = (
        ("⏎", "tui.key.choose", "screen.choose"),
        ("n", "tui.key.name", "screen.answer('name')"),
        ("esc", "tui.key.leave", "screen.answer('')"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "answer('')", show=False),
        Binding("n", "answer('name')", show=False),
    ]

    def __init__(self, server: str, me: Me, tables: Sequence[Table]) -> None:
        super().__init__()
        self._server = server
        self._me = me
        self._tables = tables

    def compose(self) -> ComposeResult:
        yield Static(Text(self._server, "bold").append(f"   {self._me.name}", "not bold"), id="head")
        yield OptionList(*self._entries(), compact=True)
        yield KeyLine(self.KEYS)

    def _entries(self) -> list[Option]:
        words = language.texts()
        mine = [Option(_about(table), TABLE + table.id) for table in self._tables]
        heading = [Option(Text(words.word("tui.lobby.mine"), "bold #7fd1ff"), disabled=True)] if mine else []
        new = Option(Text(words.word("tui.lobby.new"), "bold #7fd1ff"), disabled=True)
        games = [Option(Text(f"  {_title(game.id)}"), GAME + game.id) for game in playable()]
        return [*heading, *mine, new, *games]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_answer(event.option.id or "")

    def action_choose(self) -> None:
        """The same as Enter on the list."""
        self.query_one(OptionList).action_select()

    def action_answer(self, answer: str) -> None:
        """Leave with this answer."""
        self.dismiss(answer)


def _title(game: str) -> str:
    return language.texts_about(game).word("title")


def _about(table: Table) -> Text:
    """A table in a line: the game, who sits there, how it stands."""
    words = language.texts()
    names = ", ".join(seat.name or "…" for seat in table.seats)
    line = Text(f"  {_title(table.game)}  ").append(names, "dim")
    return line.append(f"  {words.word(f'tui.status.{table.status}')}", "#e6c07b")

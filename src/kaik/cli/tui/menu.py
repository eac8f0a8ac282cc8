"""The first screen: which game, here or on a server, or a record to look at."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message as Event
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from kaik.cli import language
from kaik.cli.game_args import playable, seat_range
from kaik.cli.listings import full_title
from kaik.cli.tui.keys import KeyLine
from kaik.core.game import AnyGame
from kaik.core.messages import ORIGINAL


class MenuScreen(Screen[None]):
    """All games."""

    DEFAULT_CSS = """
    MenuScreen #head { background: $primary-background; padding: 0 1; height: 1; text-style: bold; }
    MenuScreen OptionList { width: 34; height: 1fr; border: none; }
    MenuScreen VerticalScroll { padding: 0 1; height: 1fr; }
    MenuScreen #wrong { height: auto; padding: 0 1; }
    """
    KEYS = (
        ("⏎", "tui.key.play", "screen.play"),
        ("o", "tui.key.online", "app.online"),
        ("r", "tui.key.record", "app.record"),
        ("g", "tui.key.go_on", "app.resume"),
        ("q", "tui.key.quit", "app.quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "app.online", show=False),
        Binding("r", "app.record", show=False),
        Binding("g", "app.resume", show=False),
        Binding("q,escape", "app.quit", show=False),
    ]

    class Chosen(Event):
        """Somebody wants to play this."""

        def __init__(self, game: AnyGame) -> None:
            super().__init__()
            self.game = game

    def __init__(self) -> None:
        super().__init__()
        self._games = {game.id: game for game in playable()}

    def compose(self) -> ComposeResult:
        words = language.texts()
        yield Static(Text(f"{words.word('cli.title')}   {words.word('cli.play.menu')}"), id="head")
        with Horizontal():
            yield OptionList(*(Option(_name(game), id=id) for id, game in self._games.items()), compact=True)
            with VerticalScroll(can_focus=False):
                yield Static(id="about")
        yield Static(id="wrong")
        yield KeyLine(self.KEYS)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#about", Static).update(_about(self._games[event.option.id or ""]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.post_message(self.Chosen(self._games[event.option.id or ""]))

    def action_play(self) -> None:
        """The same as Enter on the list."""
        self.query_one(OptionList).action_select()

    def complain(self, sentence: str) -> None:
        """Say what went wrong."""
        self.query_one("#wrong", Static).update(Text(sentence, "bold #ff6b6b"))


def _name(game: AnyGame) -> Text:
    """The title, and beside a foreign one the original."""
    words, original = language.texts_about(game.id), language.texts_about(game.id, ORIGINAL).word("title")
    name = Text(words.word("title"))
    return name if name.plain == original else name.append(f"  {original}", "dim")


def _about(game: AnyGame) -> Group:
    words = language.texts_about(game.id)
    players = words.word("cli.rules.players", players=seat_range(game.seats(game.options())))
    presets = [Text(f"· {words.word(f'preset.{name}')}", "dim") for name in game.presets]
    heading = Text(words.word("cli.rules.presets"), "bold")
    rest = (Text(words.word("summary")), Text(), Text(players), Text(), heading, *presets)
    return Group(full_title(game), Text(), *rest)

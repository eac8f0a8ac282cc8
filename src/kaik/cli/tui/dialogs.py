"""Small windows over a screen: a cover, a question, something to read."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Static

from kaik.cli import language


class Cover(Screen[None]):
    """Hides everything until the next person is alone with the screen."""

    DEFAULT_CSS = """
    Cover { align: center middle; }
    Cover Static { width: auto; max-width: 90%; padding: 1 3; border: round $primary; }
    """

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self._sentence = sentence

    def compose(self) -> ComposeResult:
        yield Static(Text(self._sentence))

    def on_key(self, event: events.Key) -> None:
        if event.key in ("enter", "space"):
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


class Dialog(ModalScreen[str]):
    """A framed window with buttons; the answer is the id of the one pressed, or nothing."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical { width: 76; max-width: 96%; height: auto; max-height: 96%;
                        border: round $primary; background: $surface; padding: 0 1; }
    Dialog VerticalScroll { height: auto; max-height: 75vh; width: 100%; }
    Dialog Static { width: 100%; height: auto; }
    Dialog Input { width: 56; max-width: 100%; }
    Dialog Horizontal { height: auto; width: auto; margin-top: 1; }
    Dialog Button { margin-right: 1; min-width: 8; }
    """
    AUTO_FOCUS = "Button"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "answer('')", show=False)]

    def __init__(self, content: RenderableType, buttons: dict[str, str], title: str = "") -> None:
        super().__init__()
        self._content = content
        self._buttons = buttons
        self._heading = title

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title = self._heading
            with VerticalScroll():
                yield Static(self._content)
            yield from self.compose_input()
            with Horizontal():
                for id, label in self._buttons.items():
                    yield Button(
                        label,
                        id=id,
                        compact=True,
                        variant="primary" if id == first(self._buttons) else "default",
                    )

    def compose_input(self) -> ComposeResult:
        """What stands between the text and the buttons."""
        yield from ()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_answer(event.button.id or "")

    def action_answer(self, answer: str) -> None:
        """Leave with this answer."""
        self.dismiss(answer)


def first(buttons: dict[str, str]) -> str:
    """The button that Enter presses."""
    return next(iter(buttons))


class ReadingDialog(Dialog):
    """Something to read; the arrow keys scroll it, any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "answer('')", show=False),
        Binding("up", "roll(-1)", show=False, priority=True),
        Binding("down", "roll(1)", show=False, priority=True),
        Binding("pageup", "roll(-10)", show=False),
        Binding("pagedown", "roll(10)", show=False),
    ]

    def __init__(self, content: RenderableType, title: str = "") -> None:
        super().__init__(content, {"close": language.texts().word("tui.close")}, title)

    def action_roll(self, lines: int) -> None:
        """Scroll the text."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class QuestionDialog(Dialog):
    """A question answered in one line; the answer is the line, or nothing."""

    AUTO_FOCUS = "Input"

    def __init__(self, question: str, value: str = "") -> None:
        words = language.texts()
        super().__init__(Text(question), {"ok": words.word("tui.ok"), "cancel": words.word("tui.cancel")})
        self._value = value

    def compose_input(self) -> ComposeResult:
        yield Input(self._value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip())

    def action_answer(self, answer: str) -> None:
        self.dismiss(self.query_one(Input).value.strip() if answer == "ok" else "")

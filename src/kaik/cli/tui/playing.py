"""Playing: touches become choices, what others did is shown step by step, and the result is explained."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from itertools import pairwise
from typing import Any, ClassVar

from msgspec.structs import replace
from rich.console import Group, RenderableType
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.timer import Timer

from kaik.cli.narration import places_table
from kaik.cli.text import sheet_text
from kaik.cli.tui.board import BoardWidget
from kaik.cli.tui.describe import consequence, describe_spot, touches_text
from kaik.cli.tui.dialogs import Cover, Dialog, QuestionDialog
from kaik.cli.tui.keys import Key, KeyLine
from kaik.cli.tui.session import MatchSession, ScreenState
from kaik.cli.tui.table import TableScreen
from kaik.core.errors import IllegalAction, Refusal
from kaik.core.game import seat_name
from kaik.core.messages import Message, msg
from kaik.core.scene import Scene
from kaik.core.touches import Step, Touches

STEP_PAUSE = 0.45
"""Seconds for which a scene on the way is shown."""
LONGEST = 4.0
"""And for all of them together."""


class PlayScreen(TableScreen):
    """A person at a table."""

    KEYS = (
        ("⏎", "tui.key.touch", "screen.touch"),
        ("⌫", "tui.key.back", "screen.back"),
        ("u", "tui.key.undo", "screen.undo"),
        ("s", "tui.key.save", "screen.save"),
        ("d", "tui.key.draw", "screen.draw"),
        ("r", "tui.key.resign", "screen.resign"),
        ("p", "tui.key.sheet", "screen.sheet"),
        ("?", "tui.key.help", "screen.help"),
        ("q", "tui.key.quit", "screen.leave"),
    )
    OPEN = {
        "agree": ("y", "tui.key.agree", "screen.agree"),
        "decline": ("n", "tui.key.decline", "screen.decline"),
        "withdraw": ("n", "tui.key.withdraw", "screen.decline"),
        "claim": ("c", "tui.key.claim", "screen.claim"),
        "fill": ("f", "tui.key.fill", "screen.fill"),
        "talk": ("t", "tui.key.talk", "screen.talk"),
        "again": ("a", "tui.key.again", "screen.again"),
    }
    """Keys that are shown only while they do something."""
    IDLE = ("screen.touch", "screen.back", "screen.undo", "screen.draw", "screen.resign")
    """What nobody does before a match begins, or when it is over."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "agree", show=False),
        Binding("n", "decline", show=False),
        Binding("c", "claim", show=False),
        Binding("f", "fill", show=False),
        Binding("t", "talk", show=False),
        Binding("a", "again", show=False),
        Binding("backspace", "back", show=False),
        Binding("escape", "clear", show=False),
        Binding("u", "undo", show=False),
        Binding("s", "save", show=False),
        Binding("d", "draw", show=False),
        Binding("r", "resign", show=False),
        Binding("p", "sheet", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, session: MatchSession, *, pace: float = 1.0) -> None:
        super().__init__(session.game, session.options)
        self.session = session
        self.frame: ScreenState | None = None
        self.touches: Touches | None = None
        self._pace = pace
        self._hurry = asyncio.Event()
        self._ticker: Timer | None = None
        self._asked: tuple[Message, ...] = ()
        self.onward: MatchSession | None = None
        """Where the person goes from here: to one more match, or nowhere."""

    def on_mount(self) -> None:
        self.board.focus()
        self._ticker = self.set_interval(1.0, self._tick)
        self.run_worker(self._follow(), exclusive=True, name="match")

    async def on_unmount(self) -> None:
        await self.session.close()

    def clocks(self) -> tuple[float | None, ...]:
        return self.session.clocks()

    def absent(self) -> tuple[int, ...]:
        return self.session.absent()

    def keys(self) -> tuple[Key, ...]:
        able = self.session.able()
        idle = able & {"again", "fill"}
        usual = (key for key in self.KEYS if not idle or key[2] not in self.IDLE)
        return (*(key for name, key in self.OPEN.items() if name in able), *usual)

    def _tick(self) -> None:
        """What changes by itself: clocks, and how long one has waited for somebody."""
        self.show_figures()
        self.query_one(KeyLine).show(self.keys())
        if self.frame is not None and self._asked != self.session.asks():
            self._ask(self.frame)

    # -- following the match -----------------------------------------------------------------------

    async def _follow(self) -> None:
        try:
            async for frame in self.session.frames():
                await self._lead_up(frame)
                self._present(frame)
        except Refusal as refusal:
            self.prompt(Text(self.session.words.text(refusal.message), "bold #ff6b6b"))
        except NoMatches:
            if self.query(BoardWidget):
                raise  # otherwise the screen has been taken down meanwhile: nothing to show it on

    async def _lead_up(self, frame: ScreenState) -> None:
        """What happened on the way, scene by scene; any touch or Escape skips it."""
        self._hurry.clear()
        steps = frame.steps if self._pace else ()
        if steps or not self._same_question(frame):
            self.touches = None
        before = self.frame.scene if self.frame is not None else Scene()
        weights = [2 if _sticks_fell(one, other) else 1 for one, other in pairwise([before, *steps])]
        beat = self._pace * min(STEP_PAUSE, LONGEST / max(sum(weights), 1))
        for number, (scene, weight) in enumerate(zip(steps, weights, strict=True)):
            self.show_scene(_without_buttons(scene), frame.reader, None)
            self.show_log(frame.log[: len(frame.log) - len(steps) + number], frame.reader)
            if not await self._rest(beat * weight):
                return

    def _same_question(self, frame: ScreenState) -> bool:
        """Whether the person is still asked what they may have begun to answer."""
        before = self.frame
        return before is not None and (before.legal, before.scene) == (frame.legal, frame.scene)

    async def _rest(self, seconds: float) -> bool:
        """Let the screen stand for a moment; `False` if somebody is in a hurry."""
        try:
            await asyncio.wait_for(self._hurry.wait(), seconds)
        except TimeoutError:
            return True
        return False

    def _present(self, frame: ScreenState) -> None:
        """The frame itself, ready for a choice if there is one to make."""
        over = self.frame is not None and self.frame.result is not None
        self.frame = frame
        if self.touches is None and frame.legal:
            self.touches = Touches(frame.scene, [choice.path for choice in frame.legal])
        self._redraw()
        self.show_log(frame.log, frame.reader)
        self.show_talk(self.session.chat_lines())
        self.query_one(KeyLine).show(self.keys())
        self._ask(frame)
        if frame.refused is not None:
            self.refuse(frame.refused, frame.reader)
        if frame.cover is not None:
            self._hand_over(frame.cover)
        elif frame.result is not None and not over:
            self._explain()

    def _redraw(self) -> None:
        frame = self.frame
        if frame is None:
            return
        self.show_scene(frame.scene, frame.reader, self.touches, self._labels(frame))
        self._tell(self.board.cursor)

    def _labels(self, frame: ScreenState) -> dict[str, Message]:
        """What the buttons say that would end the choice now."""
        if self.touches is None:
            return {}
        ends = [id for id, step in self.touches.candidates().items() if step is Step.ENDS]
        found = {id: self._label(id) for id in ends}
        return {id: label for id, label in found.items() if label is not None}

    def _label(self, id: str) -> Message | None:
        """What the choice is called that a touch here would complete."""
        index = self.touches.ending(id) if self.touches is not None else None
        return self.frame.legal[index].label if index is not None and self.frame is not None else None

    def _ask(self, frame: ScreenState) -> None:
        words = frame.reader.words
        self._asked = self.session.asks()
        ended = frame.result.reason if frame.result is not None else None
        prompt = frame.scene.prompt if frame.legal and ended is None else None
        sentences = [ended, frame.note, *self._asked, prompt]
        said = [sentence for sentence in sentences if sentence is not None] or _turn_messages(frame)
        self.prompt("  ".join(map(words.text, said)))

    def _tell(self, spot: str) -> None:
        """What has been touched, what lies under the cursor and what a touch there would do."""
        frame, touches = self.frame, self.touches
        if frame is None:
            return
        line = Text().append(describe_spot(frame.scene, spot, frame.reader), "dim")
        if touches is not None:
            does = consequence(touches, spot, self._label(spot), frame.reader)
            line.append(f"  {does}" if does else "", "#8fd694")
            if touches.made:
                line = Text("   ").join([touches_text(touches, frame.scene, frame.reader), line])
        self.status(line)

    # -- touching ----------------------------------------------------------------------------------

    def on_board_widget_moved(self, event: BoardWidget.Moved) -> None:
        self._tell(event.spot)

    async def on_board_widget_touched(self, event: BoardWidget.Touched) -> None:
        self._hurry.set()
        if self.frame is None or self.touches is None:
            return
        try:
            index = self.touches.touch(event.spot)
            if index is None:
                self._redraw()
                return
            await self._choose(self.frame, index)
        except Refusal as refusal:
            self._redraw()
            self.refuse(refusal.message, self.frame.reader)

    async def _choose(self, frame: ScreenState, index: int) -> None:
        """One answer to one question: until the next frame nothing more can be touched."""
        self.touches = None
        try:
            await self.session.choose(frame, index)
        except Refusal:
            self.touches = Touches(frame.scene, [choice.path for choice in frame.legal])
            raise
        self._redraw()

    def action_touch(self) -> None:
        """The same as Enter on the board."""
        self.board.action_touch()

    def action_back(self) -> None:
        """Take back the last touch."""
        self._hurry.set()
        if self.touches is not None and self.touches.undo():
            self._redraw()

    def action_clear(self) -> None:
        """Take back all touches."""
        self._hurry.set()
        if self.touches is not None:
            self.touches.clear()
            self._redraw()

    # -- everything else ---------------------------------------------------------------------------

    def _attempt(self, what: Coroutine[Any, Any, None]) -> None:
        """Do something that may be refused."""

        async def attempt() -> None:
            try:
                await what
            except Refusal as refusal:
                if self.frame is not None:
                    self.refuse(refusal.message, self.frame.reader)

        self.run_worker(attempt())

    def action_undo(self) -> None:
        """Take back the last choice."""
        self._attempt(self.session.undo())

    def action_draw(self) -> None:
        """Propose a draw, or agree to one."""
        self._attempt(self.session.draw())

    def action_agree(self) -> None:
        """Agree to what is proposed."""
        self._attempt(self.session.answer(True))

    def action_decline(self) -> None:
        """Decline what is proposed, or withdraw one's own proposal."""
        self._attempt(self.session.answer(False))

    def action_talk(self) -> None:
        """Say something to the others."""
        self._attempt(self._talk())

    async def _talk(self) -> None:
        if "talk" not in self.session.able():
            raise IllegalAction("tui.nobody")
        text = await self.app.push_screen_wait(QuestionDialog(self.session.words.word("tui.talk_ask")))
        if text:
            await self.session.say(text)

    def action_claim(self) -> None:
        """Wait no longer for somebody who is not there."""
        self._attempt(self._claim())

    async def _claim(self) -> None:
        absence = self.session.absence()
        if absence is None:
            raise IllegalAction("error.claim_none")
        words = self.session.words
        question = words.word("tui.claim_ask", seat=words.seat(absence.seat))
        claims = {take: words.word(f"tui.claim.{take}") for take in absence.claims}
        take = await self.app.push_screen_wait(
            Dialog(Text(question), {"no": words.word("tui.claim.wait"), **claims})
        )
        if take in claims:
            await self.session.claim(absence.seat, take)

    def action_fill(self) -> None:
        """Let the computer take the open seats."""
        self._attempt(self.session.fill())

    def action_again(self) -> None:
        """One more match."""
        self._attempt(self._again())

    async def _again(self) -> None:
        self.onward = await self.session.again()
        self.dismiss()

    def action_resign(self) -> None:
        """Give up, if the person means it."""
        self._attempt(self._resign())

    async def _resign(self) -> None:
        if self.frame is None or self.frame.result is not None:
            raise IllegalAction("error.over")
        words = self.session.words
        buttons = {"no": words.word("tui.go_on"), "yes": words.word("tui.resign")}
        answer = await self.app.push_screen_wait(Dialog(Text(words.word("tui.resign_ask")), buttons))
        if answer == "yes":
            await self.session.resign()

    def action_save(self) -> None:
        """Write the match to a file."""
        self._attempt(self._save())

    async def _save(self) -> None:
        words = self.session.words
        name = await self.app.push_screen_wait(
            QuestionDialog(words.word("tui.save_ask"), str(self.session.file()))
        )
        if name:
            file = await self.session.save(name)
            self.status(Text(words.word("cli.play.saved", file=str(file)), "#8fd694"))

    def action_leave(self) -> None:
        """Back to where one came from, if the person means it."""
        self._attempt(self._leave())

    async def _leave(self) -> None:
        words = self.session.words
        if self.frame is not None and self.frame.result is None:
            buttons = {"no": words.word("tui.go_on"), "yes": words.word("tui.leave")}
            if (
                await self.app.push_screen_wait(Dialog(Text(words.word(self.session.leaving)), buttons))
                != "yes"
            ):
                return
        self.dismiss()

    # -- the cover and the result ------------------------------------------------------------------

    def _hand_over(self, seat: int) -> None:
        sentence = self.session.words.word("tui.cover", seat=self.session.words.seat(seat))
        self.app.push_screen(Cover(sentence), lambda _: self.session.uncover(seat))

    def _explain(self) -> None:
        frame = self.frame
        if frame is not None and frame.result is not None:
            words = frame.reader.words
            buttons = {name: words.word(f"tui.{name}") for name in ("close", "save")}
            if "again" in self.session.able():
                buttons["again"] = words.word("tui.again")
            window = Dialog(result_text(frame), buttons, words.word("cli.play.result"))
            self.app.push_screen(window, self._after_result)

    def _after_result(self, answer: str | None) -> None:
        if answer == "save":
            self.action_save()
        elif answer == "again":
            self.action_again()


def _sticks_fell(before: Scene, after: Scene) -> bool:
    """Whether sticks have fallen: they stay a little longer."""
    return bool(after.casts) and after.casts != before.casts


def _without_buttons(scene: Scene) -> Scene:
    """A scene to look at only: without its buttons."""
    zones = tuple(zone for zone in scene.zones if zone.kind != "choices")
    return replace(scene, zones=zones, prompt=None)


def result_text(frame: ScreenState) -> RenderableType:
    """How it ended, line by line: what happened last, why it was the end, the score sheet, the places."""
    reader, result = frame.reader, frame.result
    assert result is not None
    happened = [Text(reader.words.text(message), "#e6c07b") for message in frame.scene.happened]
    sheet = sheet_text(frame.scene.sheet, reader)
    parts = [
        *happened,
        Text(reader.words.text(result.reason), "bold"),
        sheet,
        places_table(result, reader.words),
    ]
    return Group(*(part for part in parts if part is not None))


def _turn_messages(frame: ScreenState) -> list[Message]:
    """Whose turn it is, for somebody who has nothing to choose."""
    others = [seat_name(seat) for seat in frame.scene.turn if not frame.legal]
    return [msg("tui.awaited", seats=others)] if others else []

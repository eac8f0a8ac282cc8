"""The full-screen client: from the menu to a table and back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

from textual.app import App

from kaik.cli import files, language
from kaik.cli.narration import YOU
from kaik.cli.saving import MatchFile
from kaik.cli.tui import online
from kaik.cli.tui.dialogs import QuestionDialog
from kaik.cli.tui.local import LocalSession, Think
from kaik.cli.tui.menu import MenuScreen
from kaik.cli.tui.playing import PlayScreen
from kaik.cli.tui.replaying import ReplayScreen
from kaik.cli.tui.session import MatchSession
from kaik.cli.tui.setup import SetupScreen, TableSetup, check_seats
from kaik.client import Cookies
from kaik.core.errors import BadOptions, Refusal
from kaik.core.game import AnyGame
from kaik.play import record as records
from kaik.play.clock import ClockSpec
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.server.workers.pool import WorkerPool

OPPONENT = "level3"
USUAL_SERVER = "127.0.0.1:8340"


class Client(App[None]):
    """One person, or several, at one terminal."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "kaik"

    def __init__(
        self,
        *,
        pace: float = 1.0,
        seed: int | None = None,
        think: Think | None = None,
        cookies: Cookies | None = None,
    ) -> None:
        super().__init__()
        self._cookies = cookies or online.usual_cookies()
        self._pace = pace
        self._seed = seed
        self._thinkers = WorkerPool(1)
        self._think = think or self._thinkers.ask
        self._first: Coroutine[Any, Any, None] | None = None
        self.menu = MenuScreen()

    def begin_with(self, first: Coroutine[Any, Any, None]) -> None:
        """Do this as soon as the menu is there."""
        self._first = first

    def on_mount(self) -> None:
        self.push_screen(self.menu)
        if self._first is not None:
            self.attempt(self._first)

    def on_unmount(self) -> None:
        self._thinkers.close()

    def attempt(self, what: Coroutine[Any, Any, None]) -> None:
        """Do something that may be refused: then the menu says so in one sentence."""

        async def attempt() -> None:
            try:
                await what
            except Refusal as refusal:
                self.menu.complain(language.texts().text(refusal.message))

        self.run_worker(attempt())

    # -- here --------------------------------------------------------------------------------------

    def on_menu_screen_chosen(self, event: MenuScreen.Chosen) -> None:
        self.attempt(self.play_here(event.game))

    async def play_here(self, game: AnyGame) -> None:
        """Ask how, then play."""
        setup = await self.push_screen_wait(SetupScreen(game))
        if setup is not None:
            await self.play(setup)

    async def play(self, setup: TableSetup) -> None:
        """Play a match at this keyboard."""
        check_seats(setup.game, setup.options, setup.players)
        chance = Sealed.fresh(len(setup.players), self._seed)
        match = Match(setup.game, setup.options, len(setup.players), chance)
        await self._sit(MatchFile(match, chance, setup.players), setup.clock)

    async def resume(self, file: Path) -> None:
        """Go on with a saved match."""
        record = files.read(file)
        match = records.replay(record)
        if match.over:
            raise BadOptions("error.resume_over")
        chance = records.sealed(record)
        match.resume(chance)
        usual = (YOU, *[OPPONENT] * (match.seats - 1))
        players = record.players if len(record.players) == match.seats else usual
        await self._sit(MatchFile(match, chance, players, file))

    async def _sit(self, keeper: MatchFile, clock: ClockSpec | None = None) -> None:
        words = language.texts_about(keeper.match.game.id)
        session = LocalSession(keeper, words, self._think, clock)
        await self._sit_at(session)

    # -- elsewhere ---------------------------------------------------------------------------------

    def action_online(self) -> None:
        """Ask for a server or a table."""
        self.attempt(self._ask_where())

    async def _ask_where(self) -> None:
        question = language.texts().word("tui.online_ask")
        text = await self.push_screen_wait(QuestionDialog(question, f"http://{USUAL_SERVER}"))
        if text:
            await self.join(text)

    async def join(self, text: str) -> None:
        """Go to a server, or to a table there."""
        await online.visit(self, text, self._cookies, self._sit_at)

    async def _sit_at(self, session: MatchSession) -> None:
        """Play there, and then one more match for as long as the person wants one."""
        at: MatchSession | None = session
        while at is not None:
            screen = PlayScreen(at, pace=self._pace)
            await self.push_screen_wait(screen)
            at = screen.onward

    # -- records -----------------------------------------------------------------------------------

    def action_resume(self) -> None:
        """Ask which match to go on with."""
        self.attempt(self._with_file("tui.resume_ask", self.resume))

    def action_record(self) -> None:
        """Ask which record to look at."""
        self.attempt(self._with_file("tui.record_ask", self.replay))

    async def _with_file(self, question: str, use: Callable[[Path], Awaitable[None]]) -> None:
        name = await self.push_screen_wait(QuestionDialog(language.texts().word(question)))
        if name:
            await use(Path(name).expanduser())

    async def replay(self, file: Path) -> None:
        """Show a record."""
        await self.push_screen_wait(await ReplayScreen.of(files.read(file)))

"""A person at the full screen who touches spots only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from time import monotonic
from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot

import tests.conftest  # noqa: F401 - the fixture games
from kaik.cli import language
from kaik.cli.narration import YOU
from kaik.cli.tui.app import Client
from kaik.cli.tui.board import BoardWidget
from kaik.cli.tui.dialogs import Cover
from kaik.cli.tui.local import LocalSession
from kaik.cli.tui.playing import PlayScreen
from kaik.cli.tui.session import ScreenState
from kaik.cli.tui.setup import TableSetup
from kaik.client import Cookies
from kaik.core import registry
from kaik.players.question import Question, answer

SMALL, LARGE = (80, 24), (140, 45)
PATIENCE = 180.0
"""Seconds after which what has not happened is a failure; machines may be busy."""
Pilot._wait_for_screen.__defaults__ = (PATIENCE,)


async def think(question: Question) -> int:
    """In a thread: a process of its own would cost every test a second."""
    return await asyncio.to_thread(answer, question)


def setup(game: str, *players: str, preset: str | None = None, **options: Any) -> TableSetup:
    """A match of this game; without players, you and the weakest computers."""
    made = registry.load(game)
    chosen = made.options(preset).replace(**options)
    usual = (YOU, *["level1"] * (made.seats(chosen)[0] - 1))
    return TableSetup(made, preset or "", chosen, players or usual)


class Person:
    """Somebody at the keyboard."""

    def __init__(self, client: Client, pilot: Pilot[None], rng: Random) -> None:
        self.client = client
        self.pilot = pilot
        self.rng = rng
        self.touched = 0
        self.choices = 0
        self.adviser = ""
        """The computer player that says what to choose."""

    @property
    def screen(self) -> Any:
        return self.client.screen

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so."""
        give_up = monotonic() + PATIENCE
        while not holds():
            assert monotonic() < give_up, self.text()
            await self.pilot.pause(0.05)

    def text(self) -> str:
        """All that the screen shows."""
        return "\n".join(strip.text for strip in self.screen._compositor.render_strips())

    async def shows(self, words: str) -> None:
        """Wait until the screen shows these words."""
        await self.until(lambda: words in self.text())

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    # -- playing -----------------------------------------------------------------------------------

    def asked(self) -> bool:
        """Whether a choice, a cover or the end waits for somebody."""
        screen = self.screen
        if isinstance(screen, PlayScreen):
            return screen.touches is not None
        return True

    async def touch(self, spot: str) -> None:
        """Click on a spot."""
        board = self.screen.query_one(BoardWidget)
        place = board.place(spot)
        assert place is not None, f"{spot} is not on the screen"
        await self.pilot.pause()
        place = board.place(spot)
        assert place is not None
        self.touched += 1
        assert await self.pilot.click(BoardWidget, offset=place)

    async def choose(self, path: tuple[str, ...]) -> None:
        """Touch the spots of a path."""
        for spot in path:
            await self.touch(spot)

    async def play(self) -> None:
        """To the end, choosing blindly among what can be touched."""
        while True:
            await self.until(self.asked)
            screen = self.screen
            if isinstance(screen, Cover):
                await self.press("enter")
                await self.until(lambda covered=screen: self.screen is not covered)  # type: ignore[misc]
                continue
            if not isinstance(screen, PlayScreen):
                return
            await self.decide(screen)

    async def decide(self, screen: PlayScreen) -> None:
        """One choice."""
        frame = screen.frame
        assert frame is not None
        await self.choose(frame.legal[self.pick(screen, frame)].path)
        self.choices += 1
        await self.until(lambda: screen.frame is not frame or not isinstance(self.screen, PlayScreen))

    def pick(self, screen: PlayScreen, frame: ScreenState) -> int:
        """Which of the choices to make: blindly, or as the adviser would."""
        if not self.adviser:
            return self.rng.randrange(len(frame.legal))
        session = screen.session
        assert isinstance(session, LocalSession)
        seat = next(seat for seat in session.match.to_act() if seat in session.people)
        return answer(replace(session.question(seat), player=self.adviser))


@asynccontextmanager
async def person(
    begin: TableSetup | None = None,
    *,
    size: tuple[int, int] = SMALL,
    lang: str = "en",
    seed: int = 3,
    pace: float = 0.0,
) -> AsyncIterator[Person]:
    """The client with somebody at it."""
    language.begin(["--lang", lang])
    client = Client(pace=pace, seed=seed, think=think, cookies=Cookies())
    if begin is not None:
        client.begin_with(client.play(begin))
    async with client.run_test(size=size) as pilot:
        someone = Person(client, pilot, Random(seed))
        if begin is not None:
            await someone.until(lambda: client.screen is not client.menu and (pace > 0 or someone.asked()))
        yield someone

"""What a screen needs of a match, wherever it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from pathlib import Path

from msgspec import Struct

from kaik.cli.saving import usual_file
from kaik.cli.text import Reader, SeatNames
from kaik.core.errors import IllegalAction
from kaik.core.game import AnyGame
from kaik.core.messages import Message
from kaik.core.options import Options
from kaik.core.scene import Choice, Scene
from kaik.play.match import Result


class ScreenState(Struct, frozen=True, kw_only=True):
    """All that a screen shows at one moment."""

    scene: Scene
    reader: Reader
    log: tuple[Message, ...] = ()
    steps: tuple[Scene, ...] = ()
    """What led here since the frame before."""
    legal: tuple[Choice, ...] = ()
    result: Result | None = None
    cover: int | None = None
    """The seat that is to take the keyboard before anything of its own is shown."""
    note: Message | None = None
    """What the match waits for, where the scene does not say it."""
    refused: Message | None = None
    """Why the last thing done here was refused."""


class SaidLine(Struct, frozen=True):
    """What somebody at the table has said."""

    who: str
    text: str


class Absence(Struct, frozen=True):
    """A seat for which the others need wait no longer, and what they may ask for instead."""

    seat: int
    claims: tuple[str, ...]


class MatchSession(ABC):
    """One match as one screen plays it."""

    game: AnyGame
    options: Options
    leaving = "tui.leave_ask"
    """The question whether to leave a match that is not over: what becomes of it."""

    @property
    @abstractmethod
    def words(self) -> SeatNames:
        """The game's words, with the names of the seats."""

    @abstractmethod
    def frames(self) -> AsyncIterator[ScreenState]:
        """What is to be shown, one after another, until the match is over."""

    @abstractmethod
    async def choose(self, frame: ScreenState, index: int) -> None:
        """Make one of the choices that a frame offers."""

    async def undo(self) -> None:
        """Take back the last choice made here."""
        raise IllegalAction("error.undo")

    @abstractmethod
    async def draw(self) -> None:
        """Propose a draw, or agree to one."""

    @abstractmethod
    async def resign(self) -> None:
        """Give the match up."""

    def uncover(self, seat: int) -> None:
        """That seat has taken the keyboard, and nobody else is looking."""
        raise IllegalAction("error.not_your_turn")

    def clocks(self) -> tuple[float | None, ...]:
        """The seconds each seat has left now; nothing where no clock is running."""
        return ()

    # -- what only a table with others has -----------------------------------------------------------

    def asks(self) -> tuple[Message, ...]:
        """What stands open between the people now: proposals, absences, one more match."""
        return ()

    def able(self) -> frozenset[str]:
        """What can be done now besides choosing: `agree`, `decline`, `withdraw`, `talk`, `claim`,
        `fill`, `again`."""
        return frozenset()

    def absent(self) -> tuple[int, ...]:
        """The seats of people who are not there."""
        return ()

    def chat_lines(self) -> tuple[SaidLine, ...]:
        """What people have said to each other."""
        return ()

    async def answer(self, agree: bool) -> None:
        """Agree to what is proposed; or decline it, or withdraw what one has proposed oneself."""
        raise IllegalAction("error.no_offer")

    async def say(self, text: str) -> None:
        """Say something to the others."""
        raise IllegalAction("tui.nobody")

    def absence(self) -> Absence | None:
        """The seat for which nobody need wait any longer."""
        return None

    async def claim(self, seat: int, take: str) -> None:
        """Wait no longer for a seat: one of its claims."""
        raise IllegalAction("error.claim_none")

    async def fill(self) -> None:
        """Wait for nobody: the computer takes the open seats."""
        raise IllegalAction("error.begun")

    async def again(self) -> MatchSession:
        """One more match of the same kind, with the same people."""
        raise IllegalAction("error.not_over")

    def file(self) -> Path:
        """Where the match would usually be saved."""
        return usual_file(self.game.id)

    @abstractmethod
    async def save(self, name: str) -> Path:
        """Write the match to a file."""

    @abstractmethod
    async def close(self) -> None:
        """The screen is left."""

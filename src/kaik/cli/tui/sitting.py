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


class Frame(Struct, frozen=True, kw_only=True):
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


class Sitting(ABC):
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
    def frames(self) -> AsyncIterator[Frame]:
        """What is to be shown, one after another, until the match is over."""

    @abstractmethod
    async def choose(self, frame: Frame, index: int) -> None:
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

    def file(self) -> Path:
        """Where the match would usually be saved."""
        return usual_file(self.game.id)

    @abstractmethod
    async def save(self, name: str) -> Path:
        """Write the match to a file."""

    @abstractmethod
    async def close(self) -> None:
        """The screen is left."""

"""What can be asked of a table, by people, computers and the clock, and what changes by it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from kaik.play.match import Entry
from kaik.protocol.live import ClientFrame
from kaik.table.state import TableState


class FromClient(Struct, frozen=True):
    """A frame that a person's client has sent. `seat`: the seat the client shows, where there are several."""

    person: str | None
    frame: ClientFrame
    seat: int | None = None


class Answer(Struct, frozen=True):
    """A computer's choice."""

    seat: int
    decision: str
    index: int


class Join(Struct, frozen=True):
    """A person takes an open seat, or the first of them."""

    person: str
    name: str
    seat: int | None = None


class Leave(Struct, frozen=True):
    """A person frees their seats before the start; afterwards it is giving up."""

    person: str


class Fill(Struct, frozen=True):
    """A computer player takes all seats that are still open."""

    person: str
    player: str


class Begin(Struct, frozen=True):
    """Start a full table without waiting for nonces."""


class Arrive(Struct, frozen=True):
    """A person is at the table."""

    person: str


class Depart(Struct, frozen=True):
    """A person has not been at the table since a time."""

    person: str
    since: float


class Tick(Struct, frozen=True):
    """Time has passed: do what is due."""


class Think(Struct, frozen=True):
    """A computer's answer is being worked out: nobody else need ask for it yet."""


class MoveOn(Struct, frozen=True):
    """The people of a finished match play on at another table."""

    next: str


Command: TypeAlias = (
    FromClient | Answer | Join | Leave | Fill | Begin | Arrive | Depart | Tick | Think | MoveOn
)


class Change(Struct, frozen=True):
    """What a command has changed. A host writes it whole or not at all, and shows it afterwards.

    It may be written only while the kept table has the version of `before`. `entries` continue the log at
    number `first`. `answer`: a decision in the open claim window with the index chosen, which counts when the
    window closes; `closes_window`: the answers kept so far are used up.
    """

    before: TableState
    after: TableState
    first: int
    entries: tuple[Entry, ...] = ()
    at: float = 0.0
    """When the entries were made."""
    answer: tuple[str, int] | None = None
    closes_window: bool = False

    @property
    def removes(self) -> bool:
        """Whether nobody is left at a table that has not begun: it is taken away."""
        return self.after.status == "waiting" and self.after.deserted and not self.before.deserted

"""The live protocol: frames from the server to a client, and from a client to the server (`docs/api.md`)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from kaik.core.messages import Message
from kaik.core.scene import Choice, Scene
from kaik.play.fairness import Nonce
from kaik.play.match import Matter, Result
from kaik.protocol.tables import Table


class Fair(Struct, frozen=True):
    """What can be told about the chance of a match: the seed only when it is over."""

    commitment: str
    nonces: tuple[Nonce, ...]
    seed: str | None
    wanted: bool
    """Whether the match waits for the reader's nonce."""


class Window(Struct, frozen=True):
    """Several seats are asked at once, and all have the same time, whatever they answer.

    `closes` is a time of the server's clock in milliseconds (as `now` of a `pong`), `lasts` how long the
    window is open in all. `default`: which of `legal` an answer that does not come is taken for.
    """

    closes: int
    lasts: int
    default: int | None
    answered: bool


class ClockFace(Struct, frozen=True):
    """The clocks: what each seat had left in milliseconds, and since when (server's clock) it has run.

    What a running seat has left now is `left - (now - since)`; `null`: it is not running, or has no limit.
    """

    left: tuple[int | None, ...]
    since: tuple[int | None, ...]


May: TypeAlias = Literal["resign", "draw", "takeback", "answer_draw", "answer_takeback"]
"""What a seat may do besides choosing: propose a draw or to take back, or answer such a proposal."""


PROTOCOL = 2
"""The number of the live protocol. A client names it when it connects: `/live?protocol=2`."""

LOG_SHOWN = 300
"""How many of the last log lines a reader is told on connecting."""


class AwaitedThrow(Struct, frozen=True):
    """A seat throws by hand, and its throw is due: it falls at its command, or by itself at `until` (server's
    clock, milliseconds). What falls is not known before."""

    seat: int
    until: int


class State(Struct, frozen=True, tag="state"):
    """What a seat, or a watcher (`seat` null), sees now, whatever it has been told before.

    `asked`: the seats at a shared device that are asked at once whether they want something, and of which
    `silence` may speak. `secret`: whether its seats see now what others may not, so that they need a cover.
    """

    seq: int
    seat: int | None
    decision: str | None
    scene: Scene
    legal: tuple[Choice, ...]
    table: Table
    result: Result | None
    fairness: Fair
    clock: ClockFace | None = None
    window: Window | None = None
    offers: dict[Matter, tuple[int, ...]] = {}
    """What is proposed, with the seats that agree, the proposer first."""
    declined: dict[Matter, int] = {}
    """What is proposed no longer, and the seat that wanted it so, until something else happens."""
    may: tuple[May, ...] = ()
    claims: dict[int, int] = {}
    """Seats that keep everybody waiting while nobody is there, and from when others may act on it."""
    asked: tuple[int, ...] = ()
    secret: bool = False
    throw: AwaitedThrow | None = None


class Log(Struct, frozen=True, tag="log"):
    """Lines of the match's log as `seat` is told it, sent before the state that they lead to.

    `lines` stand from line number `first` on: earlier ones stay as they were told, later ones are replaced
    (something was taken back).
    """

    seat: int | None
    first: int
    lines: tuple[Message, ...]

    def after(self, known: Log | None) -> Log:
        """All that a connection has been told of a seat's log: this, joined to what it knew."""
        if known is None or not known.first < self.first <= known.first + len(known.lines):
            return self
        lines = (*known.lines[: self.first - known.first], *self.lines)[-LOG_SHOWN:]
        return Log(self.seat, self.first + len(self.lines) - len(lines), lines)


class Steps(Struct, frozen=True, tag="steps"):
    """What `seat` saw between its last state and the next, scene by scene, sent before that state."""

    seat: int | None
    scenes: tuple[Scene, ...]


class Refused(Struct, frozen=True, tag="refused"):
    """A frame was refused and nothing was changed. `decision` is the one that the frame named."""

    code: str
    message: Message
    decision: str | None = None


class ChatLine(Struct, frozen=True):
    """What somebody at the table has said. `at` is the server's clock in milliseconds."""

    id: int
    seat: int
    name: str
    text: str
    at: int


class Chat(Struct, frozen=True, tag="chat"):
    """What has been said at the table: on connecting the last lines, then each as it comes."""

    lines: tuple[ChatLine, ...]


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to a ping, with the server's clock in milliseconds."""

    now: int


ServerFrame: TypeAlias = State | Log | Steps | Refused | Pong | Chat


class Act(Struct, frozen=True, tag="act"):
    """The answer to a decision: an index into `legal`."""

    decision: Annotated[str, Meta(max_length=60)]
    index: int


class GiveNonce(Struct, frozen=True, tag="nonce"):
    """A seat's own contribution to the chance of the match."""

    hex: Annotated[str, Meta(pattern="^[0-9a-fA-F]{16,64}$", max_length=64)]


class Show(Struct, frozen=True, tag="show"):
    """At a shared device: whose view to send from now on; nobody's (`null`) is a watcher's."""

    seat: int | None


class Silence(Struct, frozen=True, tag="silence"):
    """At a shared device: none of those who are asked at once wants anything."""


class Ping(Struct, frozen=True, tag="ping"):
    """Are you there?"""


class Resign(Struct, frozen=True, tag="resign"):
    """Give up. Where more than two play, the computer takes the seat and the others go on."""


class Offer(Struct, frozen=True, tag="offer"):
    """Propose a draw, or to take back one's last choice; or agree to what another has proposed."""

    matter: Matter


class Decline(Struct, frozen=True, tag="decline"):
    """Refuse what is proposed, or withdraw it."""

    matter: Matter


class Claim(Struct, frozen=True, tag="claim"):
    """Wait no longer for a seat at which nobody is: take the win (of two), or let the computer go on."""

    seat: int
    take: Literal["win", "computer"]


class Throw(Struct, frozen=True, tag="throw"):
    """Throw the sticks or dice that the match waits for."""


class ThrowByHand(Struct, frozen=True, tag="throw_by_hand"):
    """Whether due throws of one's seat wait for `throw`."""

    on: bool


class Say(Struct, frozen=True, tag="say"):
    """Say something to the others at the table."""

    text: Annotated[str, Meta(max_length=2000)]


ClientFrame: TypeAlias = (
    Act | GiveNonce | Show | Silence | Ping | Resign | Offer | Decline | Claim | Throw | ThrowByHand | Say
)


def refused(message: Message, decision: str | None = None) -> Refused:
    """A refusal as the live protocol words it."""
    return Refused(message.key, message, decision)

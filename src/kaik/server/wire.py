"""All that goes over the wire: the types of the REST interface and of the live protocol (`docs/api.md`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Raw, Struct
from msgspec.structs import replace

from kaik.core.messages import Message
from kaik.core.options import FIRST, VERSION, Field
from kaik.core.scene import Choice, Legend, Scene
from kaik.lab.analyse import Analysis
from kaik.play.clock import ClockSpec
from kaik.play.fairness import Fairness, Nonce
from kaik.play.match import Matter, Result
from kaik.play.record import Fault

Status: TypeAlias = Literal["waiting", "playing", "over"]
SeatKind: TypeAlias = Literal["person", "here", "open", "computer"]
"""`here`: somebody at the device of the person who set up the table."""

# -- REST ------------------------------------------------------------------------------------------


class GameInfo(Struct, frozen=True):
    """A game as a menu shows it. `seats` are the numbers of players that its usual options allow."""

    id: str
    titles: dict[str, str]
    reading: str
    summaries: dict[str, str]
    seats: tuple[int, ...]
    presets: tuple[str, ...]
    lessons: tuple[str, ...]
    formats: tuple[str, ...]
    """The suffixes of record files of its own."""
    positions: bool
    """Whether positions can be put together by hand."""


class GameDetail(GameInfo, frozen=True):
    """A game as a form shows it: its options, the values each preset gives them, and what to expect of the
    computer at each level, the weakest first."""

    fields: tuple[Field, ...]
    values: dict[str, dict[str, Any]]
    levels: tuple[Message, ...]


class Me(Struct, frozen=True):
    """The person asking. `csrf`: what a request that comes with a cookie must carry as a header."""

    id: str
    name: str
    registered: bool = False
    csrf: str | None = None


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """A new name for the person asking."""

    name: Annotated[str, Meta(max_length=200)]


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit somewhere; `player` names the computer player, `name` somebody at the asker's device."""

    kind: Literal["me", "here", "open", "computer"]
    player: Annotated[str, Meta(max_length=100)] | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up: a preset, and options that differ from it.

    `public` tables are listed for everybody; matches between people alone are rated unless that is unwanted.
    """

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[tuple[NewSeat, ...], Meta(max_length=32)]
    preset: Annotated[str, Meta(max_length=60)] | None = None
    options: dict[str, Any] = {}
    clock: ClockSpec = ClockSpec()
    public: bool = False
    rated: bool = True


class QuickMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to play a game at once with whoever is there."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[int, Meta(ge=2, le=32)] | None = None
    clock: ClockSpec | None = None
    """Only at a table with this clock; without one, at any."""


class Fill(Struct, frozen=True, forbid_unknown_fields=True):
    """Which computer player is to take the seats that are still open."""

    player: Annotated[str, Meta(max_length=100)]


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Which open seat to take; without one, the first."""

    seat: int | None = None


class Seat(Struct, frozen=True):
    """A seat at a table.

    `person`: whose profile it is; `away`: since when (server's clock, milliseconds) that person has not been
    there; `given_up`: a person left it to the computer; `left`: the reader did. `rating`: that person's in
    this game, after a rated match what it led to, nothing before the first; `settled`: whether it follows
    from enough matches.
    """

    kind: SeatKind
    name: str
    player: str | None
    you: bool
    person: str | None = None
    away: int | None = None
    given_up: bool = False
    left: bool = False
    rating: int | None = None
    settled: bool = False


class Table(Struct, frozen=True):
    """A table. `created` is an ISO 8601 time in UTC; `yours`: the reader has set it up.

    `next`: the table of the next match, once somebody has asked for one more; `tournament`: what the match is
    part of.
    """

    id: str
    game: str
    preset: str | None
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    status: Status
    created: str
    clock: ClockSpec = ClockSpec()
    public: bool = False
    rated: bool = True
    yours: bool = False
    next: str | None = None
    tournament: str | None = None


class Invitation(Struct, frozen=True):
    """The address at which somebody else finds a table."""

    url: str


class Hint(Struct, frozen=True):
    """What the computer would do at a decision; the options' `index` is the one that answers it."""

    decision: str
    found: Analysis


class Trouble(Struct, frozen=True):
    """Why a request was refused: a message key, and the message with its parameters."""

    code: str
    message: Message


# -- live: server to client ------------------------------------------------------------------------


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


LOG_SHOWN = 300
"""How many of the last log lines a reader is told on connecting."""


class Present(Struct, frozen=True):
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


class State(Present, frozen=True, tag="state", kw_only=True):
    """The whole view of one seat, without what an earlier frame on this socket has told of the same seat.

    `log` begins after `earlier` lines: those told before stay, as far as there were so many, and older ones
    were left out. The `legend` is told once.
    """

    log: tuple[Message, ...]
    earlier: int
    steps: tuple[Scene, ...] = ()
    """What came between the last frame of this view and this one, scene by scene."""
    legend: tuple[Legend, ...] = ()

    def after(self, known: State | None) -> State:
        """The same with what an earlier frame on the same socket has told of the same seat."""
        if known is None:
            return self
        stay = self.earlier - known.earlier
        kept = known.log[:stay] if 0 < stay <= len(known.log) else ()
        log = (*kept, *self.log)[-LOG_SHOWN:]
        earlier = self.earlier + len(self.log) - len(log)
        return replace(self, log=log, earlier=earlier, legend=self.legend or known.legend)


class News(Struct, frozen=True, tag="state"):
    """What `State` adds to `Present`, the log as the JSON that it is kept in."""

    log: Raw
    earlier: int
    steps: tuple[Scene, ...]
    legend: tuple[Legend, ...]


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


ServerFrame: TypeAlias = State | Refused | Pong | Chat

# -- live: client to server ------------------------------------------------------------------------


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


class Say(Struct, frozen=True, tag="say"):
    """Say something to the others at the table."""

    text: Annotated[str, Meta(max_length=2000)]


ClientFrame: TypeAlias = Act | GiveNonce | Show | Silence | Ping | Resign | Offer | Decline | Claim | Say


def trouble(message: Message) -> Trouble:
    """A refusal as REST words it."""
    return Trouble(message.key, message)


def refused(message: Message, decision: str | None = None) -> Refused:
    """A refusal as the live protocol words it."""
    return Refused(message.key, message, decision)


# -- replays ---------------------------------------------------------------------------------------


class Fell(Struct, frozen=True):
    """How chance fell: the number of the log's entry, the integer drawn below the total weight, and how many
    of these integers stand for what came out."""

    number: int
    total: int
    drawn: int
    weight: int


class Told(Struct, frozen=True, omit_defaults=True):
    """An event of a replay. `actor` is -1 for chance; `notation` is how a choice is written."""

    actor: int
    text: Message
    notation: str = ""
    fell: Fell | None = None


class Replay(Struct, frozen=True):
    """A match to look at from event to event, as one seat saw it or as somebody who sees everything.

    Scene 0 is the beginning and scene `n` what event `n - 1` led to. `formats` are the suffixes of files it
    can be had as.
    """

    id: str
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    played: str
    events: tuple[Told, ...]
    legend: tuple[Legend, ...]
    result: Result | None
    fairness: Fairness | None
    formats: tuple[str, ...]
    hides: bool
    zero_sum: bool


class Frames(Struct, frozen=True):
    """Some scenes of a replay, without legends."""

    first: int
    scenes: tuple[Scene, ...]


class Verified(Struct, frozen=True):
    """What the referee found when it recomputed a record: how many entries it went through, and the first
    that is not what seed, nonces and rules lead to."""

    entries: int
    fault: Fault | None


# -- analysis boards -------------------------------------------------------------------------------


class Study(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position and what was tried from there.

    It begins at an event of a finished match (`replay`, `at`), at a position in plain fields, or as the game
    does. Each of the `events` is an index into what could be chosen, or could fall, at that point.

    `kaik`: the version that has kept the position, where it is not set up now. A position that was kept and
    bears no number is of version 1.
    """

    game: Annotated[str, Meta(max_length=60)]
    preset: Annotated[str, Meta(max_length=60)] | None = None
    options: dict[str, Any] = {}
    replay: Annotated[str, Meta(max_length=60)] | None = None
    at: int = 0
    position: dict[str, Any] | None = None
    events: Annotated[tuple[int, ...], Meta(max_length=2000)] = ()
    kaik: Annotated[int, Meta(ge=FIRST, le=VERSION)] = VERSION


class Outcome(Struct, frozen=True):
    """Something that chance may bring."""

    text: Message
    weight: int


class Board(Struct, frozen=True):
    """Where a study has come to. `actor` is the seat to choose, -1 for chance, `null` when all is over.

    `position` are the plain fields of the state, as far as the game has any; whoever keeps it keeps `kaik`,
    the version of today, and all the `options` with it.
    """

    game: str
    options: dict[str, Any]
    kaik: int
    seats: int
    scene: Scene
    actor: int | None
    legal: tuple[Choice, ...]
    outcomes: tuple[Outcome, ...]
    events: tuple[Told, ...]
    position: dict[str, Any]
    reason: Message | None

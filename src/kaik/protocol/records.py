"""Records of matches over REST: replays, verification, reviews, uploads."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kaik.core.messages import Message
from kaik.core.scene import Scene
from kaik.play.analysis import Remark
from kaik.play.fairness import Fairness
from kaik.play.match import Result
from kaik.play.record import Fault
from kaik.protocol.tables import Seat


class Fell(Struct, frozen=True):
    """How chance fell: the number of the log's entry, the integer drawn below the total weight, and how many
    of these integers stand for what came out."""

    number: int
    total: int
    drawn: int
    weight: int


class Told(Struct, frozen=True, omit_defaults=True):
    """An event of a replay. `actor` is -1 for chance; `notation` is how a choice is written.

    Of an uploaded match `remark` is what its file remarks after the event, and `unknown` says that the file
    does not tell all of it: what stands here fits, but was not recorded.
    """

    actor: int
    text: Message
    notation: str = ""
    fell: Fell | None = None
    remark: str = ""
    unknown: bool = False


class Replay(Struct, frozen=True):
    """A match to look at from event to event, as one seat saw it or as somebody who sees everything.

    Scene 0 is the beginning and scene `n` what event `n - 1` led to. `formats` are the suffixes of files it
    can be had as, `viewer` the link to it in a public viewer, seen from that seat (empty: there is none).
    """

    id: str
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    played: str
    events: tuple[Told, ...]
    result: Result | None
    fairness: Fairness | None
    formats: tuple[str, ...]
    viewer: str
    hides: bool
    zero_sum: bool


class Frames(Struct, frozen=True):
    """Some scenes of a replay."""

    first: int
    scenes: tuple[Scene, ...]


class Verified(Struct, frozen=True):
    """What the referee found when it recomputed a record: how many entries it went through, and the first
    that is not what seed, nonces and rules lead to."""

    entries: int
    fault: Fault | None


class Reviewed(Struct, frozen=True):
    """A step of a review: how many choices have been looked at, and what there is to say of the last."""

    done: int
    total: int
    remark: Remark | None = None


class Uploaded(Struct, frozen=True):
    """Where an uploaded record is found, and what there is to say about it: how rules that it does not state
    were understood, or where its text breaks off."""

    id: str
    game: str
    notes: tuple[Message, ...]

"""The protocol of a game: pure functions over a frozen state.

A game declares its options, its data with what is hidden in it, its scene and its paths. Referee, records,
players, terminal, browser, research adapters and the generic tests are derived from these members and never
name a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace

from kaik.core.episode import Episode
from kaik.core.errors import BadNotation, BadOptions
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.options import VERSION, Options, checked, earlier_values
from kaik.core.scene import Choice, Legend, Path, Scene, closed
from kaik.core.secrets import has_secrets, masked, unseen_in
from kaik.core.setup import Setup
from kaik.core.solution import Solution

CHANCE = -1
"""The seat of nature in `to_act`, `apply` and records."""

StateT = TypeVar("StateT", bound=Struct)
ActionT = TypeVar("ActionT", bound=Struct)
OutcomeT = TypeVar("OutcomeT", bound=Struct)
OptionsT = TypeVar("OptionsT", bound=Options)


Ruling: TypeAlias = Literal["resign", "timeout", "absent", "draw", "length", "closed"]
"""Why a match may end outside the rules of its game: a seat resigned, ran out of time, or was left and the
win claimed; a draw was agreed; it grew too long; those who run the server closed it."""


class Annotations(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a file says beside its events, kept so that it can be written again. Events are counted from 0."""

    ended: str = ""
    """When the match ended, as the file says it."""
    header: tuple[tuple[str, str], ...] = ()
    """Entries of its header that mean nothing to the rules: key (perhaps empty) and text."""
    remarks: tuple[tuple[int, str], ...] = ()
    """Remarks, each with the number of events before it."""
    authors: tuple[tuple[int, str], ...] = ()
    """Events that the file signs with a name."""
    unknown: tuple[int, ...] = ()
    """Events of which the file does not tell all: casts without a number, moves without their way. What
    stands in the log fits, but was not recorded."""

    def upto(self, events: int) -> Annotations:
        """What is said of the first events alone."""
        return replace(
            self,
            remarks=tuple((at, text) for at, text in self.remarks if at <= events),
            authors=tuple((at, name) for at, name in self.authors if at < events),
            unknown=tuple(at for at in self.unknown if at < events),
        )


class Score(Struct, frozen=True, kw_only=True):
    """A match as a game's own file format tells it: what was agreed, and each event with who caused it."""

    options: Options
    seats: int
    events: tuple[tuple[int, Any], ...]
    players: tuple[str, ...] = ()
    played: str = ""
    ended: tuple[Ruling, int | None] | None = None
    """A ruling outside the rules, and the seat it fell on."""
    annotations: Annotations = Annotations()
    notes: tuple[Message, ...] = ()
    """What whoever reads the file should be told: how it was understood, and where it breaks off."""


class Format(Struct, frozen=True):
    """A file format of a game's own. `read` raises `BadRecord`; the referee judges the events afterwards."""

    read: Callable[[str], Score]
    write: Callable[[Score], str]
    claims: Callable[[str], bool] | None = None
    """Where games share a suffix: whether a file says it is this game's. A file nobody claims goes to the
    game that claims none."""
    read_under: Callable[[str, str | None, Sequence[str]], Score] | None = None
    """Reads a file by the rules that somebody states for it, a preset and options as words (`name=value`).
    They overrule what the file says."""
    profiles: Mapping[str, Callable[[Score], str]] = {}
    """Ways to write it, by name."""
    viewer: Callable[[str, Score, int | None], str] | None = None
    """The link that shows a match in a public viewer of this format, from the viewer's address, the match and
    the seat that looks; empty if it cannot be shown there."""


class Effort(Protocol):
    """How much a choice may cost; `None` leaves it to the searcher."""

    @property
    def ms(self) -> int | None: ...

    @property
    def nodes(self) -> int | None: ...


class Ranked(Struct, frozen=True):
    """A choice as a search ranks it."""

    action: Any
    chance: float
    """To win, from 0 to 1, for the seat that chooses."""
    line: tuple[tuple[int, Any], ...] = ()
    """What is expected to follow: who does what, casts included, as long as all goes as hoped."""


class Searcher(Protocol):
    """A game's own search, for one set of options of a game for two. `state` is a full state."""

    def choose(self, state: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Effort) -> Any:
        """One of the legal actions, of which there is at least one."""

    def ranked(
        self, state: Any, seat: int, legal: Sequence[Any], n: int, rng: Random, limit: Effort
    ) -> list[Ranked]:
        """The best n of these actions, the best first; of choices with the same result only one is told."""


class Batch(Protocol):
    """Many games of one set of options, stepped together, by touches numbered as in the lexicon.

    Buffers are written in place, one entry after the other for each game: `planes` (bytes, of `shape`),
    `figures` (C floats), `mask` (bytes, one for each spot), `rewards` (C floats, one for each seat), `seat`
    (who is asked), `ended` (1: the match was over, 2: too long; a new one has begun), `moved` (a choice was
    complete). The games are divided into `parts`, which threads may step at the same time.
    """

    planes: Any
    figures: Any
    mask: Any
    rewards: Any
    seat: Any
    ended: Any
    moved: Any

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def plane_names(self) -> tuple[str, ...]: ...

    @property
    def figure_names(self) -> tuple[str, ...]: ...

    def reset(self, seed: int) -> None:
        """Begin every game anew."""

    def step(self, actions: Any, part: int) -> None:
        """One touch in every game of a part; `actions` is a buffer of C ints for the whole batch, trusted."""

    def sample(self, actions: Any, part: int) -> None:
        """Write a random legal touch for every game of a part."""


class Game(ABC, Generic[StateT, ActionT, OutcomeT, OptionsT]):
    """One game. States, actions and chance outcomes are frozen structs; actions and outcomes are tagged."""

    id: ClassVar[str]
    Options: type[OptionsT]
    State: Any
    """The type of a full state."""
    View: Any
    """The type of a state with hidden parts; the same as `State` where nothing is hidden."""
    Event: Any
    """The tagged union of all actions and chance outcomes, as records hold them."""
    presets: Mapping[str, OptionsT]
    max_plies: ClassVar[int] = 1000
    zero_sum: ClassVar[bool] = True
    even: ClassVar[float] = 0.0
    """How far from the others' a seat's evaluation may be and still count as level."""
    formats: Mapping[str, Format] = {}
    """By file suffix, dot included."""
    has_choices: ClassVar[bool] = True
    """Whether anybody ever has anything to choose; where nobody has, all players are alike."""
    episode: ClassVar[Literal["match", "season", "round"]] = "match"
    """What experiments count: a whole match, or its seasons or rounds (`episodes`)."""

    # -- the rules ---------------------------------------------------------------------------------

    @abstractmethod
    def seats(self, options: OptionsT) -> Sequence[int]:
        """The numbers of players allowed."""

    @abstractmethod
    def start(self, options: OptionsT, seats: int) -> StateT:
        """The first state."""

    @abstractmethod
    def to_act(self, state: StateT) -> tuple[int, ...]:
        """`()` when over, `(CHANCE,)`, one seat, or several that choose at once. Works on a view too."""

    @abstractmethod
    def actions(self, state: StateT, seat: int) -> Sequence[ActionT]:
        """Every legal complete action of a seat to act, without duplicates, in a stable order."""

    @abstractmethod
    def apply(self, state: StateT, seat: int, event: ActionT | OutcomeT) -> StateT:
        """The next state. Trusts its input: only the referee checks."""

    @abstractmethod
    def weights(self, state: StateT) -> Sequence[tuple[OutcomeT, int]]:
        """At a chance node: the outcomes with integer weights, in a stable order."""

    def thrower(self, state: StateT) -> int | None:
        """At a chance node: the seat that throws the sticks or dice; `None` where nobody in particular does.

        Works on a view too. A live table may let that person throw; it has no effect on what falls.
        """
        return None

    def fall(self, state: StateT, rng: Random) -> OutcomeT:
        """At a chance node: one outcome, as likely as its weight says. A game may spare listing them all."""
        outcomes, weights = zip(*self.weights(state), strict=True)
        outcome: OutcomeT = rng.choices(outcomes, weights)[0]
        return outcome

    @abstractmethod
    def returns(self, state: StateT) -> tuple[float, ...]:
        """Points won per seat so far; at the end, the result."""

    def ranking(self, state: StateT) -> tuple[int, ...]:
        """The place of each seat, 1 the best, equal places shared."""
        points = self.returns(state)
        return tuple(1 + sum(other > mine for other in points) for mine in points)

    @abstractmethod
    def reason(self, state: StateT) -> Message:
        """Why the game ended."""

    # -- what is hidden ----------------------------------------------------------------------------

    @property
    def hides(self) -> bool:
        """Whether anything is ever hidden from anybody."""
        return has_secrets(self.State)

    def view(self, state: StateT, seat: int | None) -> StateT:
        """What a seat sees; `None` is a watcher."""
        return masked(state, seat)

    def shown(self, state: StateT, actor: int, event: ActionT | OutcomeT, seat: int | None) -> Any:
        """The event as that seat sees it happen in `state`; `None` if it sees nothing."""
        return masked(event, seat, actor)

    def determinize(self, view: StateT, seat: int | None, rng: Random) -> StateT:
        """A full state that the seat considers possible. Must be written where anything is hidden."""
        if unseen_in(view):
            raise TypeError(f"{self.id} hides something but does not say how to guess it")
        return view

    def secret_window(self, state: StateT) -> bool:
        """Whether a seat's lack of choice must not show, so that the referee may not play it at once."""
        return False

    def window_default(self, state: StateT, seat: int) -> ActionT | None:
        """Where several are asked at once for a fixed time: what a seat that does not answer has chosen.

        A live table keeps such a window open equally long whatever is answered, so that nothing shows who
        could have claimed. `None`: everybody takes the time they need.
        """
        return None

    # -- what people see and touch -----------------------------------------------------------------

    @abstractmethod
    def scene(self, view: StateT, seat: int | None) -> Scene:
        """What to draw for that seat."""

    @abstractmethod
    def path(self, state: StateT, seat: int, action: ActionT) -> Path:
        """The spots to touch, in order, to choose this action. `paths` makes them prefix-free."""

    def paths(self, state: StateT, seat: int, actions: Sequence[ActionT]) -> list[Path]:
        """The paths of all the legal actions; none begins another."""
        return closed([self.path(state, seat, action) for action in actions])

    def label(self, state: StateT, seat: int, action: ActionT) -> Message | None:
        """What the button that completes this action says, where the cards touched before decide it.

        Where a square completes it: what the move still asks for, in a word or two.
        """
        return None

    def labels(self, state: StateT, seat: int, actions: Sequence[ActionT]) -> list[Message | None]:
        """The labels of all the legal actions, in order."""
        return [self.label(state, seat, action) for action in actions]

    def choices(self, state: StateT, seat: int, actions: Sequence[ActionT]) -> tuple[Choice, ...]:
        """The legal actions as they are offered, in order."""
        paths, labels = self.paths(state, seat, actions), self.labels(state, seat, actions)
        return tuple(
            Choice(path, self.notate(state, seat, action), label)
            for path, action, label in zip(paths, actions, labels, strict=True)
        )

    def legend(self, options: OptionsT) -> tuple[Legend, ...]:
        """Help on the faces of items, the same throughout a match."""
        return ()

    def narrate(self, view: StateT, actor: int, event: Any, after: StateT) -> Message:
        """One line for the log, of an event as shown to the reader, on the views before and after it."""
        if actor == CHANCE:
            return msg("log.chance")
        if unseen_in(event):
            return msg("log.hidden", seat=seat_name(actor))
        return msg("log.action", seat=seat_name(actor), text=self.notate(view, actor, event))

    def lexicon(self, options: OptionsT, seats: int) -> Lexicon | None:
        """Every word of its scenes and paths, for research interfaces; `None` leaves it to them to look."""
        return None

    # -- notation ----------------------------------------------------------------------------------

    def notate(self, state: StateT, seat: int, action: ActionT) -> str:
        """The action in the game's own notation; by default the path."""
        return " ".join(self.path(state, seat, action))

    def parse(self, state: StateT, seat: int, text: str) -> ActionT:
        """The legal action that this notation names."""
        wanted = " ".join(text.split()).casefold()
        for action in self.actions(state, seat):
            if self.notate(state, seat, action).casefold() == wanted:
                return action
        raise BadNotation("error.notation", text=text[:60])

    # -- positions ---------------------------------------------------------------------------------

    def set_up(self, options: OptionsT, fields: Mapping[str, Any]) -> StateT:
        """A state from plain JSON fields; by default the whole state's own. Raises `BadNotation`."""
        try:
            state: StateT = convert({**fields, "options": to_builtins(options)}, self.State)
        except ValidationError as damage:
            raise BadNotation("error.position", detail=str(damage)) from None
        return state

    def fields(self, state: StateT) -> dict[str, Any]:
        """A state as plain JSON fields that `set_up` reads."""
        found: dict[str, Any] = to_builtins(state)
        return found

    def setup(self, options: OptionsT) -> Setup | None:
        """How a position is put together by hand; `None`: only by playing."""
        return None

    # -- help for players --------------------------------------------------------------------------

    def evaluate(self, state: StateT) -> tuple[float, ...]:
        """How good a state looks to each seat, in points; by default the points won so far."""
        return self.returns(state)

    def instinct(self, state: StateT, seat: int, rng: Random) -> ActionT | None:
        """A sensible choice at a glance, for playing on from a guess; `None`: the game has no such thing.

        It may look only at what the seat sees: whoever plays on from a guess must not know what was guessed.
        """
        return None

    def novice(self, view: StateT, seat: int, legal: Sequence[ActionT], rng: Random) -> ActionT | None:
        """How somebody on their first evening chooses, from what the seat sees: the yardstick for the levels.

        `None` leaves it to the player `novice`, who takes what looks best one step ahead every other time
        and anything otherwise.
        """
        return None

    def searcher(self, options: OptionsT) -> Searcher | None:
        """The game's own search, if it has one. It may be kept: choices do not depend on earlier ones."""
        return None

    def batch(self, options: OptionsT, n: int, parts: int = 1) -> Batch | None:
        """So many games to be stepped together, if the game can do that."""
        return None

    def solution(self, options: OptionsT) -> Solution | None:
        """Exact figures and best choices, where the game has been solved with these options."""
        return None

    def episodes(self, states: Sequence[StateT], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        """A finished match as experiments count it; by default as its score sheet does, or in one piece.

        `states[i]` is the state before event i, the last one the end.
        """
        end = states[-1]
        lines = self.scene(self.view(end, None), None).sheet
        return [_scored(line.gains) for line in lines] or [self.whole(end)]

    def whole(self, end: StateT, first: int | None = None, **more: Any) -> Episode:
        """A match as one episode; `more` are its marks and figures."""
        places = self.ranking(end)
        best = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Episode(self.returns(end), best if len(best) < len(places) else (), first, **more)

    # -- derived -----------------------------------------------------------------------------------

    def options(self, preset: str | None = None) -> OptionsT:
        """A preset's options, or the default."""
        if preset is None:
            return next(iter(self.presets.values()))
        if preset not in self.presets:
            raise BadOptions("error.preset_unknown", preset=preset, known=" ".join(self.presets))
        return self.presets[preset]

    def options_with(self, preset: str | None, values: Mapping[str, Any], version: int = VERSION) -> OptionsT:
        """A preset's options with other values for some of them, or `BadOptions`.

        `version`: the one that has kept this, where it was not asked for today.
        """
        base = to_builtins(self.options(preset))
        return checked(self.Options, {**base, **earlier_values(self.Options, version), **values})


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def _scored(gains: tuple[float, ...]) -> Episode:
    """A round that its points alone decide."""
    best = tuple(seat for seat, gain in enumerate(gains) if gain == max(gains))
    return Episode(gains, best if len(best) < len(gains) else ())


def seat_name(seat: int) -> Message:
    """A seat in words, counted from 1."""
    return msg("seat", n=seat + 1)

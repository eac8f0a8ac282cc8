"""The referee: the only checked gate to a game, for people, computers, records and tests alike.

A match is its append-only log; the state is what the log leads to. The referee draws chance, plays choices
that are no choices, ends a match that runs too long, and alone decides what leaves it (`seen_by`, `steps`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct

from kaik.core.errors import IllegalAction
from kaik.core.game import CHANCE, AnyGame, Ruling
from kaik.core.messages import Message, msg
from kaik.core.options import Options
from kaik.core.scene import Choice, Scene
from kaik.core.secrets import unseen_in
from kaik.play.fairness import Chance

Matter: TypeAlias = Literal["draw", "takeback"]
"""What the seats may settle among themselves, if all agree."""

KEPT = 64
"""How many views and lines of the last states are kept at most."""

K = TypeVar("K")
V = TypeVar("V")


class Played(Struct, frozen=True, tag="action"):
    """A seat chose."""

    seat: int
    event: Any


class Drawn(Struct, frozen=True, tag="chance"):
    """Chance fell: the integer drawn out of the total weight, and the outcome it stands for."""

    event: Any
    total: int
    drawn: int


class Ruled(Struct, frozen=True, tag="ruling", omit_defaults=True):
    """The referee ended the match for a reason outside the rules of the game."""

    ruling: Ruling
    seat: int | None = None


class TakenBack(Struct, frozen=True, tag="takeback"):
    """Only the first `to` events stay in force; the log keeps the others."""

    to: int


class Offered(Struct, frozen=True, tag="offer"):
    """A seat proposes something, or agrees to what another has proposed."""

    matter: Matter
    seat: int


class Declined(Struct, frozen=True, tag="decline"):
    """A seat refuses what is proposed, or withdraws it."""

    matter: Matter
    seat: int


Talk: TypeAlias = Offered | Declined
Entry: TypeAlias = Played | Drawn | Ruled | TakenBack | Talk


class Result(Struct, frozen=True):
    """How a match ended."""

    points: tuple[float, ...]
    places: tuple[int, ...]
    reason: Message


class Seen(Struct, frozen=True):
    """All that one seat (or a watcher) may know now."""

    seq: int
    scene: Scene
    legal: tuple[Choice, ...]
    log: tuple[Message, ...]
    result: Result | None
    offers: dict[Matter, tuple[int, ...]]
    """The seats that agree to what is proposed, the proposer first."""


class Match:
    """One match of one game. With `chance=None` it only follows a log (`follow`)."""

    def __init__(
        self, game: AnyGame, options: Options, seats: int, chance: Chance | None, *, auto: bool = True
    ) -> None:
        if seats not in game.seats(options):
            raise IllegalAction("error.seats", seats=seats, allowed=_counts(game.seats(options)))
        self.game = game
        self.options = options
        self.seats = seats
        self.log: list[Entry] = []
        self.events: list[tuple[int, Any]] = []
        """The events in force, with who caused each; `states[i]` is the state before event i."""
        self.states: list[Any] = [game.start(options, seats)]
        self.result: Result | None = None
        self.offers: dict[Matter, tuple[int, ...]] = {}
        """The seats that agree to what is proposed, the proposer first."""
        self._proposed: set[tuple[Matter, int]] = set()
        """What each seat has proposed since it last chose: once is enough."""
        self.throws_wait: frozenset[int] = frozenset()
        """The seats whose own throws wait for `throw`; it has no effect on what falls."""
        self._chance = chance
        self._auto = auto
        self._decisions = 0
        self._told: dict[int | None, list[Message]] = {}
        self._open: dict[int, bool] = {}
        """Of events in force: whether nothing was hidden then; every seat asks it of the last ones."""
        self._turn: tuple[Any, tuple[int, ...]] = (None, ())
        """The state of which it was last asked who is to act, with the answer."""
        self._legal: dict[int, Sequence[Any]] = {}
        """The legal actions now: referee, frames and the answer itself ask for them one after the other."""
        self._views: dict[tuple[int, int | None], Any] = {}
        """Some of the last states as seats see them: to draw the state, and to tell what came of it."""
        self._lines: dict[int, Message] = {}
        """Some of the last lines of the log that are the same for everybody."""
        self._settle()

    # -- looking -----------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The present state, with all its secrets."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.result is not None

    @property
    def hidden(self) -> bool:
        """Whether there is anything now that some seat may not see."""
        return self._state_hides(len(self.states) - 1)

    def to_act(self) -> tuple[int, ...]:
        """The seats that must choose now."""
        return () if self.over else self._acting()

    def legal(self, seat: int) -> Sequence[Any]:
        """The legal actions of a seat; none when it is not to act."""
        return self._actions(seat) if seat in self.to_act() and seat != CHANCE else ()

    def choices(self, seat: int) -> tuple[Choice, ...]:
        """The legal actions as they are offered, in the same order as `legal`."""
        legal = self.legal(seat)
        return self.game.choices(self.state, seat, legal) if legal else ()

    def seen_by(self, seat: int | None) -> Seen:
        """The only way anything leaves a match."""
        view = self._view(len(self.states) - 1, seat)
        legal = () if seat is None else self.choices(seat)
        scene, told = self.game.scene(view, seat), self.log_lines(seat)
        return Seen(len(self.log), scene, legal, told, self.result, dict(self.offers))

    def steps(self, seat: int | None, since: int) -> tuple[Scene, ...]:
        """What that seat saw on the way from the log's entry `since` to the present."""
        entries = self.log[since:]
        if any(isinstance(entry, TakenBack) for entry in entries):
            return ()
        moved = sum(isinstance(entry, (Played, Drawn)) for entry in entries)
        between = range(len(self.states) - moved, len(self.states) - 1)
        return tuple(self.game.scene(self._view(number, seat), seat) for number in between)

    def sees_more(self, seat: int) -> bool:
        """Whether a seat sees now what a watcher does not."""
        last = len(self.states) - 1
        return bool(self._view(last, seat) != self._view(last, None))

    def log_lines(self, seat: int | None) -> tuple[Message, ...]:
        """The log in words, as that seat saw it happen."""
        told = self._told.setdefault(seat, [])
        for index in range(len(told), len(self.events)):
            told.append(self.tell(index, seat))
        return tuple(told)

    def shown(self, index: int, seat: int | None) -> Any:
        """Event number `index` in force as that seat saw it; `None` if it saw nothing."""
        actor, event = self.events[index]
        return self.game.shown(self.states[index], actor, event, seat)

    def tell(self, index: int, seat: int | None) -> Message:
        """Event number `index` in force in words, as that seat saw it happen."""
        shown = self.shown(index, seat)
        if shown is None:
            return msg("log.nothing")
        actor, event = self.events[index]
        view, after = self._view(index, seat), self._view(index + 1, seat)
        if view is not self.states[index] or after is not self.states[index + 1] or shown is not event:
            return self.game.narrate(view, actor, shown, after)
        line = self._lines.get(index)
        if line is None:
            line = _cached(self._lines, index, self.game.narrate(view, actor, shown, after))
        return line

    # -- acting ------------------------------------------------------------------------------------

    def play(self, seat: int, action: Any) -> None:
        """A seat's choice. Refused without change unless it is legal now."""
        self._append(self._normalised(seat, action))
        self._settle()

    def resign(self, seat: int) -> None:
        """A seat gives up."""
        self._rule("resign", seat)

    def timeout(self, seat: int) -> None:
        """A seat's time is up."""
        self._rule("timeout", seat)

    def claim(self, absent: int) -> None:
        """The others wait no longer for a seat that nobody keeps: it has lost."""
        self._rule("absent", absent)

    def offer(self, matter: Matter, seat: int) -> None:
        """A seat proposes a draw or to take back its last choice, or agrees; it is done when all agree."""
        self._check_offer(matter, seat)
        self._append(Offered(matter, seat))
        if len(self.offers[matter]) == self.seats:
            self._carry_out(matter)

    def can_offer(self, matter: Matter, seat: int) -> bool:
        """Whether a seat may propose this now, or agree to it."""
        try:
            self._check_offer(matter, seat)
        except IllegalAction:
            return False
        return True

    def decline(self, matter: Matter, seat: int) -> None:
        """A seat refuses what is proposed; who plays on instead refuses too."""
        self._check_decline(matter, seat)
        self._append(Declined(matter, seat))

    def follow(self, entry: Entry) -> None:
        """Append an entry of a log made elsewhere, checked like any other, chance included."""
        match entry:
            case Played(seat, event):
                entry = self._normalised(seat, event)
            case Drawn(event, total, drawn):
                self._check_chance(event, total, drawn)
            case TakenBack(to):
                self._check_takeback(to)
            case Ruled(ruling, seat):
                self._check_ruling(ruling, seat)
            case Offered(matter, seat):
                self._check_offer(matter, seat)
            case Declined(matter, seat):
                self._check_decline(matter, seat)
        self._append(entry)
        self._close_if_over()

    @property
    def awaited_throw(self) -> int | None:
        """The seat whose throw the match waits for."""
        if not self.throws_wait or self.to_act() != (CHANCE,):
            return None
        thrower = self.game.thrower(self.state)
        return thrower if thrower in self.throws_wait else None

    def throw(self) -> None:
        """Let the awaited throw fall, and go on."""
        if self._chance is None or self.awaited_throw is None:
            raise IllegalAction("error.no_throw")
        self._draw(self._chance)
        self._settle()

    def resume(self, chance: Chance) -> None:
        """Go on by itself with this chance, after a log has been followed."""
        self._chance = chance
        self._settle()

    def can_undo(self, seat: int) -> int | None:
        """How many events would stay if `seat` chose anew; `None` if something was cast or revealed since."""
        if self.over:
            return None
        for number in range(len(self.events) - 1, -1, -1):
            if not self._open_at(number):
                return None
            if self.events[number][0] == seat and len(self.game.actions(self.states[number], seat)) > 1:
                return number
        return None

    def undo(self, seat: int) -> None:
        """Take back to the seat's last choice, where that is allowed."""
        to = self.can_undo(seat)
        if to is None:
            raise IllegalAction("error.undo")
        self._append(TakenBack(to))

    # -- inside ------------------------------------------------------------------------------------

    def _check_running(self) -> None:
        if self.over:
            raise IllegalAction("error.over")

    def _normalised(self, seat: int, action: Any) -> Played:
        """The entry in the game's own values: what only equals them (1.0, True) does not enter the log."""
        self._check_running()
        acting = self._acting()
        if seat == CHANCE or seat not in acting:
            raise IllegalAction("error.not_your_turn")
        own = acting[acting.index(seat)]
        actions = self._actions(own)
        if action not in actions:
            raise IllegalAction("error.illegal")
        return Played(own, actions[actions.index(action)])

    def _check_chance(self, event: Any, total: int, drawn: int) -> None:
        self._check_running()
        if self._acting() != (CHANCE,):
            raise IllegalAction("error.no_chance")
        weights = self.game.weights(self.state)
        if total != sum(weight for _, weight in weights):
            raise IllegalAction("error.chance_total")
        if not 0 <= drawn < total or outcome(weights, drawn) != event:
            raise IllegalAction("error.chance_outcome")

    def _check_takeback(self, to: int) -> None:
        self._check_running()
        void = range(max(0, to), len(self.events))
        if to < 0 or not void or not all(self._open_at(number) for number in void):
            raise IllegalAction("error.undo")

    def _open_at(self, number: int) -> bool:
        """Whether event `number` was no cast and fell while nothing was hidden from anybody."""
        if self.events[number][0] == CHANCE:
            return False
        if number not in self._open:
            self._open[number] = not (self._state_hides(number) or self._state_hides(number + 1))
        return self._open[number]

    def _state_hides(self, number: int) -> bool:
        """Whether some seat may not see all of a state."""
        return self.game.hides and any(unseen_in(self._view(number, seat)) for seat in range(self.seats))

    def _acting(self) -> tuple[int, ...]:
        """Who is to act by the rules of the game."""
        state = self.state
        if self._turn[0] is not state:
            self._turn = (state, tuple(self.game.to_act(state)))
        return self._turn[1]

    def _actions(self, seat: int) -> Sequence[Any]:
        """The legal actions of a seat that is to act."""
        actions = self._legal.get(seat)
        return _cached(self._legal, seat, self.game.actions(self.state, seat)) if actions is None else actions

    def _view(self, number: int, seat: int | None) -> Any:
        """State `number` as that seat sees it."""
        key = (number, seat)
        view = self._views.get(key)
        return _cached(self._views, key, self.game.view(self.states[number], seat)) if view is None else view

    def _check_offer(self, matter: Matter, seat: int) -> None:
        self._check_running()
        self._check_seat(seat)
        agreed = self.offers.get(matter, ())
        if seat in agreed or (not agreed and (matter, seat) in self._proposed):
            raise IllegalAction("error.offered")
        if matter == "takeback" and not agreed and self.can_undo(seat) is None:
            raise IllegalAction("error.undo")

    def _check_decline(self, matter: Matter, seat: int) -> None:
        self._check_running()
        self._check_seat(seat)
        if matter not in self.offers:
            raise IllegalAction("error.no_offer")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise IllegalAction("error.seat_unknown", seat=seat + 1)

    def _carry_out(self, matter: Matter) -> None:
        """What all have agreed to."""
        if matter == "draw":
            self._append(Ruled("draw"))
            return
        to = self.can_undo(self.offers[matter][0])
        assert to is not None, "an event ends every proposal to take back"
        self._append(TakenBack(to))

    def _append(self, entry: Entry) -> None:
        self.log.append(entry)
        match entry:
            case Offered(matter, seat):
                self.offers[matter] = (*self.offers.get(matter, ()), seat)
                self._proposed.add((matter, seat))
            case Declined(matter):
                del self.offers[matter]
            case Played(seat, event):
                self._decisions += 1
                self._answer_by_playing(seat)
                self._step(seat, event)
            case Drawn(event):
                self._step(CHANCE, event)
            case TakenBack(to):
                self._take_back(to)
            case Ruled(ruling, seat):
                self.offers.clear()
                self.result = self._ruling_result(ruling, seat)

    def _answer_by_playing(self, seat: int) -> None:
        """Who plays on has declined what others proposed, and may propose anew."""
        if seat not in self.offers.get("draw", (seat,)):
            del self.offers["draw"]
        self._proposed -= {("draw", seat), ("takeback", seat)}

    def _step(self, actor: int, event: Any) -> None:
        self.offers.pop("takeback", None)
        after = self.game.apply(self.state, actor, event)
        self.events.append((actor, event))
        self.states.append(after)
        self._legal.clear()

    def _take_back(self, to: int) -> None:
        self.offers.clear()
        self._decisions -= len(self.events) - to
        del self.events[to:]
        del self.states[to + 1 :]
        for kept in (self._open, self._legal, self._views, self._lines):
            kept.clear()
        for told in self._told.values():
            del told[to:]

    def _settle(self) -> None:
        """Draw chance, play forced choices, end what is over, until somebody really has to choose."""
        if self._chance is None:
            self._close_if_over()
            return
        while not self._close_if_over():
            if self._acting() == (CHANCE,):
                if self.awaited_throw is not None:
                    return
                self._draw(self._chance)
            elif not self._play_forced():
                return

    def _draw(self, chance: Chance) -> None:
        weights = self.game.weights(self.state)
        total = sum(weight for _, weight in weights)
        drawn = chance.draw(len(self.log), total)
        self._append(Drawn(outcome(weights, drawn), total, drawn))

    def _play_forced(self) -> bool:
        if not self._auto or self.game.secret_window(self.state):
            return False
        for seat in self._acting():
            actions = self._actions(seat)
            if len(actions) == 1:
                self._append(Played(seat, actions[0]))
                return True
        return False

    def _close_if_over(self) -> bool:
        if self.result is None and not self._acting():
            self.result = Result(
                self._points(), tuple(self.game.ranking(self.state)), self.game.reason(self.state)
            )
        elif self.result is None and self._chance is not None and self._too_long():
            self._append(Ruled("length"))
        return self.over

    def _too_long(self) -> bool:
        """Decisions count against the guard; so that chance alone cannot run for ever, it counts a tenth."""
        return max(self._decisions, len(self.events) // 10) >= self.game.max_plies

    def _rule(self, ruling: Ruling, seat: int | None) -> None:
        self._check_ruling(ruling, seat)
        self._append(Ruled(ruling, seat))

    def _check_ruling(self, ruling: Ruling, seat: int | None) -> None:
        """Somebody resigns, runs out of time or is absent; other rulings fall on nobody in particular."""
        self._check_running()
        if seat is not None:
            self._check_seat(seat)
        if (seat is None) == (ruling in ("resign", "timeout", "absent")) or (
            ruling == "length" and not self._too_long()
        ):
            raise IllegalAction("error.illegal")

    def _ruling_result(self, ruling: Ruling, seat: int | None) -> Result:
        points = self._points()
        if ruling in ("draw", "closed"):
            places = (1,) * self.seats
        elif seat is None:
            places = tuple(self.game.ranking(self.state))
        else:
            places = _loser_last(tuple(self.game.ranking(self.state)), seat)
        params = {} if seat is None else {"seat": msg("seat", n=seat + 1)}
        return Result(points, places, Message(f"reason.{ruling}", dict(params)))

    def _points(self) -> tuple[float, ...]:
        return tuple(self.game.returns(self.state))


def _cached(those: dict[K, V], key: K, value: V) -> V:
    """The value, kept with some of the earlier ones."""
    if len(those) >= KEPT:
        those.clear()
    those[key] = value
    return value


def offer_message(entry: Talk, agreeing: bool) -> Message:
    """A proposal or its answer in words."""
    verb = "decline" if isinstance(entry, Declined) else "agree" if agreeing else "offer"
    return msg(f"talk.{verb}.{entry.matter}", seat=msg("seat", n=entry.seat + 1))


def outcome(weights: Sequence[tuple[Any, int]], drawn: int) -> Any:
    """The outcome an integer below the total weight stands for."""
    for event, weight in weights:
        if drawn < weight:
            return event
        drawn -= weight
    raise IllegalAction("error.chance_outcome")


def _loser_last(places: tuple[int, ...], loser: int) -> tuple[int, ...]:
    """Places when one seat has lost outside the rules: it comes last, the others close up."""
    others = [place for seat, place in enumerate(places) if seat != loser]
    return tuple(
        len(places) if seat == loser else 1 + sum(other < place for other in others)
        for seat, place in enumerate(places)
    )


def _counts(allowed: Sequence[int]) -> str:
    return f"{allowed[0]}–{allowed[-1]}" if len(allowed) > 1 else str(allowed[0])

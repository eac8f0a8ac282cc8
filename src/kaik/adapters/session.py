"""A match as environments know it: who is asked, what may be touched, what is seen, what was won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from kaik.adapters.extras import extra
from kaik.adapters.partial_choice import PartialChoice, choice
from kaik.adapters.slots import Slots, Vector
from kaik.adapters.words import lexicon
from kaik.core import registry
from kaik.core.errors import IllegalAction
from kaik.core.game import AnyGame
from kaik.core.messages import catalogue
from kaik.core.options import Options
from kaik.play.fairness import Sealed
from kaik.play.match import Match

with extra("research"):
    import numpy as np
    from numpy.typing import NDArray

Observation: TypeAlias = dict[str, NDArray[Any]]


class Ruleset(msgspec.Struct, frozen=True):
    """What is played, and by how many."""

    game: AnyGame
    options: Options
    seats: int


def rules(
    game: str, preset: str | None = None, seats: int | None = None, options: Mapping[str, Any] | None = None
) -> Ruleset:
    """A preset changed by some options, for the least number of seats unless one is given."""
    played = registry.load(game)
    made: Options = played.options_with(preset, options or {})
    allowed = played.seats(made)
    if seats is not None and seats not in allowed:
        raise IllegalAction("error.seats", seats=seats, allowed=" ".join(map(str, allowed)))
    return Ruleset(played, made, min(allowed) if seats is None else seats)


class EnvSession:
    """One match after another of the same game. `begin` first."""

    def __init__(self, rules: Ruleset, others: Callable[[Match], None] | None = None) -> None:
        """`others` lets everybody choose who is not to be asked."""
        self.rules = rules
        self._others = others
        words = lexicon(rules.game, rules.options, rules.seats)
        self.slots = Slots(words, rules.seats)
        self.words = words.spots
        self.numbers = {spot: number for number, spot in enumerate(words.spots)}
        self.look_on = len(words.spots)
        """The action of a seat that is asked nothing before the match is over: it looks on."""
        self.actions = self.look_on + 1
        self.choice: PartialChoice | None = None
        self._match: Match | None = None
        self._seen: dict[int, Vector] = {}

    def begin(self, seed: int) -> None:
        """A new match, its chance drawn from this seed."""
        game, seats = self.rules.game, self.rules.seats
        self._match = Match(game, self.rules.options, seats, Sealed.fresh(seats, seed))
        self.ask()

    @property
    def match(self) -> Match:
        """The match that is played; refused before the first has begun."""
        if self._match is None:
            raise IllegalAction("error.reset_first")
        return self._match

    def ask(self) -> None:
        """Ask the first seat that has to choose: where several do, they are asked in seat order."""
        self._seen.clear()
        if self._others is not None:
            self._others(self.match)
        acting = self.match.to_act()
        self.choice = choice(self.rules.game, self.match.state, acting[0], self.numbers) if acting else None

    @property
    def acting_seat(self) -> int | None:
        """The seat that has to touch something now."""
        return None if self.choice is None else self.choice.seat

    def touch(self, number: int) -> bool:
        """Touch the spot with this number; refused without change unless the mask allows it.

        Returns whether the choice is made and played.
        """
        if self.choice is None:
            raise IllegalAction("error.reset_first" if self._match is None else "error.over")
        if not 0 <= number < len(self.words):
            raise IllegalAction("error.action_number", number=int(number), most=self.actions - 1)
        self.choice = self.choice.touch(self.words[number])
        if self.choice.made is None:
            return False
        self.match.play(self.choice.seat, self.choice.made)
        self.ask()
        return True

    def points(self) -> tuple[float, ...]:
        """What each seat has won so far."""
        result = self.match.result
        return tuple(self.rules.game.returns(self.match.state)) if result is None else result.points

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for every action that this seat may take now."""
        mask = np.zeros(self.actions, np.int8)
        if self.choice is not None and self.choice.seat == seat:
            mask[[self.numbers[spot] for spot in self.choice.words()]] = 1
        return mask

    def vector(self, seat: int) -> Vector:
        """What this seat sees, its own touches included."""
        if seat not in self._seen:
            self._seen[seat] = self.slots.observe(self.rules.game, self.match.state, seat)
        vector = self._seen[seat].copy()
        if self.choice is not None and self.choice.seat == seat:
            self.slots.touch(vector, self.choice.touched)
        return vector

    def log_text(self) -> str:
        """The log in words, as a watcher reads it."""
        texts = catalogue("en", self.rules.game.id)
        return "\n".join(texts.text(line) for line in self.match.log_lines(None))

    def log(self, seat: int) -> list[Any]:
        """All that this seat has seen happen, as plain data: who acted (-1: chance) and the event as shown.

        Together with the touches of its own open choice this is what the seat knows.
        """
        match = self.match
        return [
            (actor, msgspec.to_builtins(match.shown(index, seat)))
            for index, (actor, _) in enumerate(match.events)
        ]

"""The search as the protocol's `searcher`: states become questions, answers become actions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kaik.core.game import Effort, Ranked
from kaik.games.cerke import GAME
from kaik.games.cerke.answers import action, choice, question
from kaik.games.cerke.game import hands_of, rules_of
from kaik.games.cerke.line import line
from kaik.games.cerke.options import Options
from kaik.games.cerke.search import Searcher
from kaik.games.cerke.state import Action, State
from kaik.kit.search import bounds_of


class Chooser:
    """Chooses by search, under one set of options."""

    def __init__(self, options: Options) -> None:
        self.searcher = Searcher(rules_of(options), hands_of(options))

    def choose(self, state: State, seat: int, legal: Sequence[Action], rng: Random, limit: Effort) -> Action:
        """The best of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        found = self.searcher.best(question(state), bounds_of(limit, rng.getrandbits(32)))
        return action(state, found.choice)

    def ranked(
        self, state: State, seat: int, legal: Sequence[Action], n: int, rng: Random, limit: Effort
    ) -> list[Ranked]:
        """The best n of these actions, with the chance to win that each leaves and what may follow."""
        some = len(legal) < len(GAME.actions(state, seat))
        among = [choice(state, one) for one in legal] if some else ()
        found = self.searcher.ranked(question(state), bounds_of(limit, rng.getrandbits(32)), n, among)
        found.sort(key=lambda one: -one.value)  # a round cut short may have put some out of order
        return [Ranked(action(state, one.choice), chance(one.value), line(state, one.line)) for one in found]


def chance(value: int) -> float:
    """A value of the search as the chance to win."""
    return 0.5 + value / 2_000_000

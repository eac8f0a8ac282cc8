"""The search as the protocol's `searcher`: moves are numbers there and text here."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kaik.core.game import Effort, Ranked
from kaik.games.old_cerke import notation
from kaik.games.old_cerke.game import move_of, position_of, rules_of
from kaik.games.old_cerke.options import OldOptions
from kaik.games.old_cerke.search import Found, Searcher, chance
from kaik.games.old_cerke.state import Action, Full, Move, Phase
from kaik.kit.search import bounds_of


class Chooser:
    """Chooses by search, under one set of options; arrangements, of which nothing is known, blindly."""

    def __init__(self, options: OldOptions) -> None:
        self.searcher = Searcher(rules_of(options))

    def choose(self, state: Full, seat: int, legal: Sequence[Action], rng: Random, limit: Effort) -> Action:
        """The best of the legal actions."""
        if len(legal) == 1 or state.phase is not Phase.PLAY:
            return legal[rng.randrange(len(legal))]
        return self.ranked(state, seat, legal, 1, rng, limit)[0].action  # type: ignore[no-any-return]

    def ranked(
        self, state: Full, seat: int, legal: Sequence[Action], n: int, rng: Random, limit: Effort
    ) -> list[Ranked]:
        """The best n of these actions, with the chance to win that each leaves and what may follow."""
        if state.phase is not Phase.PLAY:
            return [Ranked(action, 0.5) for action in legal[:n]]
        among = [notation.text_to_move(action.move) for action in legal if isinstance(action, Move)]
        bounds = bounds_of(limit, rng.getrandbits(32))
        found = self.searcher.ranked(position_of(state), bounds, n, among)
        found.sort(key=lambda one: -one.value)  # a round cut short may have put some out of order
        return [
            Ranked(move_of(one.choice), chance(one.value), tuple(_line(one, 1 - state.side))) for one in found
        ]


def _line(found: Found, side: int) -> list[tuple[int, Action]]:
    """The moves expected afterwards; this side answers first."""
    return [((side + i) % 2, move_of(code)) for i, code in enumerate(found.line[1:])]

"""The frame of a card game: chance draws from a lot, so that one outcome need not cost as much as all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from kaik.core.episode import Episode
from kaik.core.game import ActionT, Game, OptionsT, OutcomeT, StateT
from kaik.core.scene import Legend
from kaik.kit import cardview
from kaik.kit.deck import Lot


class CardGame(Game[StateT, ActionT, OutcomeT, OptionsT]):
    """A game of cards."""

    episode = "season"

    @abstractmethod
    def lot(self, state: StateT) -> Lot[OutcomeT]:
        """At a chance node: what is drawn from."""

    def weights(self, state: StateT) -> Sequence[tuple[OutcomeT, int]]:
        return self.lot(state).weights()

    def fall(self, state: StateT, rng: Random) -> OutcomeT:
        return self.lot(state).drawn(rng)

    def legend(self, options: OptionsT) -> tuple[Legend, ...]:
        return cardview.legend()

    def episodes(self, states: Sequence[Any], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        """Every season with its parent, who acts first."""
        return [Episode(one.gains, one.winners, one.parent) for one in states[-1].table.done]

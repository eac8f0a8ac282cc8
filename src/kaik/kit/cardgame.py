"""The frame of a card game: chance draws from a lot, so that one outcome need not cost as much as all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random

from kaik.core.game import ActionT, Game, OptionsT, OutcomeT, StateT
from kaik.kit.deck import Lot


class CardGame(Game[StateT, ActionT, OutcomeT, OptionsT]):
    """A game of cards."""

    @abstractmethod
    def lot(self, state: StateT) -> Lot[OutcomeT]:
        """At a chance node: what is drawn from."""

    def weights(self, state: StateT) -> Sequence[tuple[OutcomeT, int]]:
        return self.lot(state).weights()

    def fall(self, state: StateT, rng: Random) -> OutcomeT:
        return self.lot(state).drawn(rng)

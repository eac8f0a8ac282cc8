"""Thousands of games stepped together in NumPy arrays, for games that offer a batch (docs/research.md)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from kaik.adapters.extras import extra
from kaik.adapters.session import Observation, rules
from kaik.adapters.words import lexicon
from kaik.core.errors import BadOptions, IllegalAction

with extra("research"):
    import numpy as np
    from numpy.typing import NDArray


class Stepped(NamedTuple):
    """What a step led to. The arrays are the environment's own and change with the next step."""

    observation: Observation
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    info: dict[str, NDArray[Any]]


class Vector:
    """`n` games of one kind. A step is one touch in each; a game that is over begins anew at once."""

    def __init__(
        self,
        game: str,
        n: int,
        *,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        threads: int | None = None,
    ) -> None:
        played = rules(game, preset, None, options)
        parts = min(n, threads or os.cpu_count() or 1)
        batch = played.game.batch(played.options, n, parts) if n > 0 and parts > 0 else None
        if batch is None:
            raise BadOptions("error.no_batch", game=played.game.id, n=n)
        self.n, self.batch = n, batch
        self.words = lexicon(played.game, played.options, played.seats).spots
        self.plane_names, self.figure_names = batch.plane_names, batch.figure_names
        self._parts = range(parts)
        self._pool = ThreadPoolExecutor(parts) if parts > 1 else None
        self._begun = False
        self._games = np.arange(n)
        self._actions = np.zeros(n, np.intc)
        self._ended: NDArray[np.uint8] = _array(batch.ended, np.uint8, n)
        self._rewards: NDArray[np.float32] = _array(batch.rewards, np.float32, n, played.seats)
        self.mask: NDArray[np.int8] = _array(batch.mask, np.int8, n, len(self.words))
        self.seat: NDArray[np.uint8] = _array(batch.seat, np.uint8, n)
        self.moved: NDArray[np.uint8] = _array(batch.moved, np.uint8, n)
        self.observation: Observation = {
            "planes": _array(batch.planes, np.uint8, n, *batch.shape),
            "figures": _array(batch.figures, np.float32, n, len(batch.figure_names)),
            "action_mask": self.mask,
        }

    def reset(self, seed: int = 0) -> Observation:
        """Begin every game anew; the same seed and actions give the same games."""
        self.batch.reset(seed)
        self._begun = True
        return self.observation

    def step(self, actions: Any) -> Stepped:
        """One touch in each game, by its number. Refused without change if one of them is not legal."""
        chosen = np.ascontiguousarray(actions, np.intc)
        self._check_begun()
        self._check(chosen)
        self._each(self.batch.step, chosen)
        info = {"seat": self.seat, "moved": self.moved}
        return Stepped(self.observation, self._rewards, self._ended == 1, self._ended == 2, info)

    def sample(self) -> NDArray[np.intc]:
        """A random legal touch for each game."""
        self._check_begun()
        self._each(self.batch.sample, self._actions)
        return self._actions

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _each(self, work: Any, actions: NDArray[np.intc]) -> None:
        """Let every thread do its part; the work itself does without the interpreter."""
        if self._pool is None:
            work(actions, 0)
        else:
            list(self._pool.map(work, [actions] * len(self._parts), self._parts))

    def _check_begun(self) -> None:
        if not self._begun:
            raise IllegalAction("error.reset_first")

    def _check(self, chosen: NDArray[np.intc]) -> None:
        if chosen.shape != (self.n,):
            raise IllegalAction("error.batch_size", given=int(chosen.size), needed=self.n)
        inside = (chosen >= 0) & (chosen < len(self.words))
        legal = inside & (self.mask[self._games, np.where(inside, chosen, 0)] != 0)
        if not legal.all():
            first = int(np.flatnonzero(~legal)[0])
            raise IllegalAction("error.batch_action", number=int(chosen[first]), game=first)


def _array(buffer: Any, kind: Any, *shape: int) -> NDArray[Any]:
    """An array on a buffer, without a copy."""
    return np.frombuffer(buffer, kind).reshape(shape)

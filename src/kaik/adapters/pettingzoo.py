"""Every game as a PettingZoo environment in which agents take turns, AEC (docs/research.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kaik.adapters.extras import extra
from kaik.adapters.session import EnvSession, Observation, Ruleset, rules
from kaik.adapters.spaces import action_space, observation, observation_space
from kaik.core.errors import IllegalAction

with extra("research"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv


def env(
    game: str,
    *,
    preset: str | None = None,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> TableEnv:
    """A table for this game: a preset changed by some options, for so many seats."""
    return TableEnv(rules(game, preset, seats, options), render_mode)


class TableEnv(AECEnv):  # type: ignore[misc]
    """Agents are `seat_0`, `seat_1` …; a step is one touch. Rewards are points, as soon as they are won."""

    def __init__(self, rules: Ruleset, render_mode: str | None = None) -> None:
        super().__init__()
        self.session = EnvSession(rules)
        self.metadata = {
            "name": f"kaik_{rules.game.id}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        self.observation_spaces = {agent: observation_space(self.session) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.session) for agent in self.possible_agents}
        self.agent_selection = self.possible_agents[0]
        self.terminations = dict.fromkeys(self.possible_agents, False)
        self.truncations = dict.fromkeys(self.possible_agents, False)
        self._seeds = np.random.default_rng()
        self._points: tuple[float, ...] = ()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. With a seed, it and those after it are always the same."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.session.begin(int(self._seeds.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._points = (0.0,) * len(self.agents)
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        seat = self._seat(agent)
        seen = observation(self.session, seat)
        if self._onlooker == seat:
            seen["action_mask"][self.session.look_on] = 1
        return seen

    def step(self, action: int | None) -> None:
        """Touch a spot, by its number. Refused without change unless the mask allows it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._act(action)
        self._cumulative_rewards[agent] = 0.0
        self._reward()
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def log(self, agent: str) -> list[Any]:
        """All that this agent has seen happen: its information state, with its own open touches."""
        return self.session.log(self._seat(agent))

    def render(self) -> str | None:
        """The log in words, as a watcher reads it."""
        return None if self.render_mode is None else self.session.log_text()

    def close(self) -> None:
        """Nothing is held open."""

    # -- inside ------------------------------------------------------------------------------------

    @property
    def _onlooker(self) -> int | None:
        """Where nobody is asked anything before the end, the first seat looks on once."""
        running = not any(self.terminations.values()) and not any(self.truncations.values())
        return 0 if self.session.match.over and running else None

    def _act(self, action: int | None) -> None:
        if self._onlooker is None:
            self.session.touch(-1 if action is None else int(action))
        elif action != self.session.look_on:
            raise IllegalAction("error.over")
        if self.session.match.result is not None:
            self._end(self.session.match.result.reason.key == "reason.length")

    def _end(self, cut_off: bool) -> None:
        ended = self.truncations if cut_off else self.terminations
        ended.update(dict.fromkeys(self.agents, True))

    def _reward(self) -> None:
        """What each seat has won since the last step."""
        points = self.session.points()
        self.rewards = {
            agent: float(points[self._seat(agent)] - self._points[self._seat(agent)]) for agent in self.agents
        }
        self._points = points

    def _next(self) -> str:
        asked = self.session.acting_seat
        return self.agents[0 if asked is None else asked]

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

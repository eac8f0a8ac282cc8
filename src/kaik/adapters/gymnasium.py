"""One seat of any game as a Gymnasium environment against computer players (docs/research.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kaik.adapters.extras import extra
from kaik.adapters.session import EnvSession, Observation, rules
from kaik.adapters.spaces import action_space, observation, observation_space
from kaik.core.errors import IllegalAction
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.base import Seated
from kaik.players.table import advance

with extra("research"):
    import gymnasium
    from numpy.typing import NDArray


class Seat(gymnasium.Env[Observation, int]):
    """One seat against others. A step is one touch; the reward is the points won or lost by it and by all
    that the others do before the seat is asked again."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        preset: str | None = None,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`opponents` is a spec for everybody else, or one for each other seat in order."""
        if not isinstance(opponents, str) and seats is None:
            seats = len(opponents) + 1
        played = rules(game, preset, seats, options)
        if not 0 <= seat < played.seats:
            raise IllegalAction("error.seat_unknown", seat=seat + 1)
        self.seat = seat
        self.render_mode = render_mode
        self.session = EnvSession(played, self._others)
        self.observation_space = observation_space(self.session)
        self.action_space = action_space(self.session)
        self._computers = _computers_at_seats(opponents, seat, played.seats)
        self._seed = 0
        self._points = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match; the others choose until this seat is asked."""
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(2**62))
        self._points = 0.0
        self.session.begin(self._seed)
        return self._observation(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Touch a spot, by its number. What the mask does not allow changes nothing; `refused` says why."""
        info = {}
        try:
            if not (self._looks_on and action == self.session.look_on):
                self.session.touch(int(action))
        except IllegalAction as refusal:
            info["refused"] = str(refusal)
            return self._observation(), 0.0, False, False, info
        return self._observation(), self._reward(), *self._end_flags(), info

    def action_masks(self) -> NDArray[Any]:
        """The legal actions, as some libraries ask for them."""
        return self._observation()["action_mask"]

    def log(self) -> list[Any]:
        """All that this seat has seen happen: its information state, with its own open touches."""
        return self.session.log(self.seat)

    def render(self) -> str | None:
        """The log in words, as a watcher reads it."""
        return None if self.render_mode is None else self.session.log_text()

    # -- inside ------------------------------------------------------------------------------------

    def _others(self, match: Match) -> None:
        advance(match, self._computers, str(self._seed))

    @property
    def _looks_on(self) -> bool:
        """A match may end before this seat is asked anything: it then looks on once."""
        return self.session.choice is None

    def _observation(self) -> Observation:
        seen = observation(self.session, self.seat)
        if self._looks_on:
            seen["action_mask"][self.session.look_on] = 1
        return seen

    def _reward(self) -> float:
        before, self._points = self._points, float(self.session.points()[self.seat])
        return self._points - before

    def _end_flags(self) -> tuple[bool, bool]:
        """Whether the match is over by its rules, or was cut off for its length."""
        result = self.session.match.result
        cut_off = result is not None and result.reason.key == "reason.length"
        return result is not None and not cut_off, cut_off


def _computers_at_seats(opponents: str | Sequence[str], seat: int, seats: int) -> dict[int, Seated]:
    """The computer players at their seats."""
    others = [other for other in range(seats) if other != seat]
    named = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    if len(named) != len(others):
        raise IllegalAction("error.opponents_needed", given=len(named), needed=len(others))
    return {other: specs.player(spec) for other, spec in zip(others, named, strict=True)}

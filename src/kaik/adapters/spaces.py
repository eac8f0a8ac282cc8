"""The spaces that the environments of a game share."""

from __future__ import annotations

from typing import Any

from kaik.adapters.extras import extra
from kaik.adapters.session import EnvSession, Observation
from kaik.adapters.slots import MOST

with extra("research"):
    import numpy as np
    from gymnasium import spaces


def observation_space(session: EnvSession) -> spaces.Space[Any]:
    """The vector of slots, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-MOST, MOST, (session.slots.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (session.actions,), np.int8),
        }
    )


def action_space(session: EnvSession) -> spaces.Space[Any]:
    """A spot to touch, or to look on."""
    return spaces.Discrete(session.actions)


def observation(session: EnvSession, seat: int) -> Observation:
    """What a seat sees now."""
    return {"observation": session.vector(seat), "action_mask": session.mask(seat)}

"""The spaces that the environments of a game share."""

from __future__ import annotations

from typing import Any

from kaik.adapters.extras import extra
from kaik.adapters.sitting import Observation, Sitting
from kaik.adapters.slots import MOST

with extra("research"):
    import numpy as np
    from gymnasium import spaces


def observation_space(sitting: Sitting) -> spaces.Space[Any]:
    """The vector of slots, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-MOST, MOST, (sitting.slots.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (sitting.actions,), np.int8),
        }
    )


def action_space(sitting: Sitting) -> spaces.Space[Any]:
    """A spot to touch, or to look on."""
    return spaces.Discrete(sitting.actions)


def observation(sitting: Sitting, seat: int) -> Observation:
    """What a seat sees now."""
    return {"observation": sitting.vector(seat), "action_mask": sitting.mask(seat)}

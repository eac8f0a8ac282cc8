"""The options of old cerke, one field per rule that may be chosen, and the presets.

Ids and values are those of docs/rules/old_cerke.md §15.6.
"""

from typing import Literal

from kaik.core.options import Options as BaseOptions


class OldOptions(BaseOptions, frozen=True, kw_only=True):
    """Every choice of the rules; the defaults are the preset `revised`."""

    old_setup: Literal["fixed", "mirrored", "free_swap"] = "fixed"
    old_run: Literal["both", "neither", "chariot_only", "beast_only"] = "both"
    old_chain_jump: bool = False
    old_sacrifice_capture: bool = False
    old_soldier_change: Literal["permanent", "while_inside"] = "permanent"
    old_ship_path: Literal["orthogonal", "any_adjacent", "anywhere"] = "orthogonal"
    old_water_slide: Literal["blocked", "pass"] = "blocked"
    old_step_sides: Literal["both", "own"] = "both"
    old_first_player: Literal["agreed", "black", "red", "random"] = "agreed"
    old_no_move: Literal["draw", "loss"] = "draw"


PRESETS: dict[str, OldOptions] = {
    "revised": OldOptions(),
    "swapped": OldOptions(old_setup="mirrored"),
    "free_swap": OldOptions(old_setup="free_swap"),
    "walkers": OldOptions(old_run="neither"),
    "walkers_chain": OldOptions(old_run="neither", old_chain_jump=True),
    "chariots_run": OldOptions(old_run="chariot_only"),
    "sacrifice": OldOptions(old_sacrifice_capture=True),
}

"""The options of cerke: one field per rule that may be chosen (§12, §14), the presets, and the mixes refused.

Ids and values are those of docs/rules/cerke.md; `step_zero_capture` and `water_movement` are not offered
(§18).
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from kaik.core.messages import Message
from kaik.core.options import Options as BaseOptions

Kind = Literal["船", "兵", "弓", "車", "虎", "馬", "筆", "巫", "将", "王"]
Penalty = Literal["hand", "immediate", "forbidden", "allowed"]
Reason = tuple[str, dict[str, str | int]]

#: The kernel keeps the set of hands formed in 32 bits; the largest system has ten.
MOST_EXTRA_HANDS = 20
#: A reserve never holds more pieces than the set.
MOST_EXTRA_PIECES = 48


class ExtraHand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand added to the system (§14.4); `points` counts only with `scoring_method` = `table`."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    pieces: Annotated[tuple[Kind, ...], msgspec.Meta(min_length=1, max_length=MOST_EXTRA_PIECES)]
    points: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0


class Options(BaseOptions, frozen=True, kw_only=True):
    """Every choice of the rules; the defaults are the preset `official`."""

    # The first edition forgot a penalty with its turn, and left no choice in the rest (§10, §12).
    earlier: ClassVar[Mapping[str, Mapping[int, Any]]] = {
        "penalty_lasts": {1: "turn"},
        "season_repetition": {1: "none"},
        "flash_bonus": {1: 2},
        "starting_points_a": {1: 0},
        "first_season": {1: 1},
    }

    # The board belongs to the preset (§18).
    board: Literal["big", "education"] = "big"

    # Movement (§12, §14.1). "auto": true with hard_tam, otherwise false.
    movement_table: Literal["official", "hard_tam"] = "official"
    tam_square_is_tamhue: Literal["auto"] | bool = "auto"
    vessel_tamhue_as_bow: Literal["off", "bow_normal", "bow_tamhue"] = "off"
    tiger_horse_same: Literal["off", "both_as_tiger", "both_as_horse"] = "off"
    bow_chariot_same: Literal["off", "both_as_bow", "both_as_chariot"] = "off"
    maun_jump: Literal["adjacent_only", "any_one"] = "adjacent_only"
    tam_stop_after_one: bool = False

    # Stepping (§6.3, §12, §14.2).
    step_declaration: Literal["destination", "direction", "none"] = "destination"
    step_short_stop: Literal["forbidden", "allowed"] = "forbidden"
    step_cast_decline: Literal["allowed", "forbidden"] = "allowed"
    step_cast_method: Literal["single", "chain"] = "single"
    step_return_origin: Literal["allowed", "forbidden"] = "allowed"

    # Water (§6.4).
    water_exempt_vessel: bool = True
    water_exempt_tam: bool = True
    water_exempt_origin: bool = True

    # Penalties (§10).
    kut_tam: Penalty = "hand"
    kut_tam_on_failure: Literal["counts", "exempt"] = "counts"
    futile_after: Penalty = "hand"
    futile_null: Penalty = "hand"
    futile_stacking: Literal["once", "both"] = "once"
    penalty_lasts: Literal["season", "turn", "each"] = "season"
    penalty_declaration_scope: Literal["all_held", "new_only"] = "all_held"
    immediate_penalty_ends_game: bool = True

    # Declarations (§8).
    declaration_trigger: Literal["new_hand", "any_hand"] = "new_hand"
    hand_downgrade_is_new: bool = False

    # Hands (§9, §14.3–14.5).
    hand_system: Literal["official10", "education4", "ren_ju_ren", "san_ren", "concrete"] = "official10"
    with_vehicles: bool = False
    with_soldier_hands: bool = False
    hand_extra: tuple[ExtraHand, ...] = ()
    cavalry_points: Literal[5, 7] = 5
    flash_bonus: Literal[2, 0] = 2
    king_wildcard: bool = True
    wild_kings_per_hand: Literal["any", "one"] = "any"
    duplicate_hands: Literal["once", "twice", "bonus"] = "once"
    duplicate_bonus: Annotated[int, msgspec.Meta(ge=0, le=100)] = 1
    scoring_method: Literal["table", "old_2_4", "old_3_5", "old_3_5_rest"] = "table"
    old_low_class: Literal["soldiers_two_plus", "any_soldier"] = "soldiers_two_plus"
    old_3_5_adds_pieces: bool = False
    old_flash_bonus: Literal[0, 2] = 0
    old_wild_value: Literal["king", "replaced"] = "king"

    # Points, seasons, end (§11, §14.6). `overdraw` "auto": debt with play_all or money, otherwise clamp;
    # `starting_points_a` 0: the same as `starting_points`; `season_ply_limit` 0: none.
    first_player: Literal["cast_each_season", "alternate", "previous_winner", "previous_loser", "fixed"] = (
        "cast_each_season"
    )
    score_model: Literal["transfer", "race"] = "transfer"
    starting_points: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20
    starting_points_a: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    season_count: Literal[4, 2, 1] = 4
    first_season: Literal[1, 2, 3, 4] = 1
    score_cap: Literal["end_at_cap", "play_all", "money"] = "end_at_cap"
    overdraw: Literal["auto", "clamp", "debt"] = "auto"
    rate_cap: Literal["none", 64] = "none"
    no_legal_move: Literal["end_by_points", "pass"] = "end_by_points"
    season_repetition: Literal["none", "ends_unscored"] = "none"
    season_ply_limit: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0

    def conflict(self) -> Message | None:
        return next((Message(key, dict(params)) for key, params in check(self)), None)


def tam_square_counts(options: Options) -> bool:
    """Whether the square under the tam is tam-field, with "auto" resolved (§12, §14.1)."""
    if options.tam_square_is_tamhue == "auto":
        return options.movement_table == "hard_tam"
    return options.tam_square_is_tamhue


def clamps(options: Options) -> bool:
    """Whether nobody pays more than he has, with "auto" resolved (§12)."""
    if options.overdraw == "auto":
        return options.score_cap == "end_at_cap"
    return options.overdraw == "clamp"


def starting_tenths(options: Options) -> tuple[int, int]:
    """The points both sides begin with, in tenths; races and games for money begin at nothing (§11, §18)."""
    if options.score_cap == "money" or options.score_model == "race":
        return 0, 0
    return 10 * options.starting_points, 10 * (options.starting_points_a or options.starting_points)


def check(options: Options) -> list[Reason]:
    """Why this mix is refused, as message keys with parameters; empty if it is playable (§18)."""
    return [
        *_check_board(options),
        *_check_hands(options),
        *_check_penalties(options),
        *_check_points(options),
    ]


def _check_board(options: Options) -> list[Reason]:
    """§14.1 movement options belong to the big board (§18)."""
    if options.board == "big":
        return []
    plain = Options()
    ids = ("movement_table", "vessel_tamhue_as_bow", "tiger_horse_same", "bow_chariot_same")
    return [
        ("error.big_board_only", {"option": name})
        for name in ids
        if getattr(options, name) != getattr(plain, name)
    ]


def _check_hands(options: Options) -> list[Reason]:
    """Systems without points need an old counting (§18); extra hands need distinct names."""
    reasons: list[Reason] = []
    if options.hand_system in ("ren_ju_ren", "san_ren", "concrete") and options.scoring_method == "table":
        reasons.append(("error.system_has_no_points", {"hand_system": options.hand_system}))
    if len(options.hand_extra) > MOST_EXTRA_HANDS:
        reasons.append(("error.too_many_extra_hands", {"most": MOST_EXTRA_HANDS}))
    names = [extra.name for extra in options.hand_extra]
    reasons += [
        ("error.extra_hand_named_twice", {"name": name})
        for name in sorted(set(names))
        if names.count(name) > 1
    ]
    return reasons


def _check_penalties(options: Options) -> list[Reason]:
    """A penalty that is held is scored with everything held (§12)."""
    lasts = options.penalty_lasts
    if options.penalty_declaration_scope == "all_held" or lasts == "turn":
        return []
    held = "hand" in (options.kut_tam, options.futile_after, options.futile_null)
    return [("error.new_only_lasts", {"penalty_lasts": lasts})] if held else []


def _check_points(options: Options) -> list[Reason]:
    """Playing on below zero needs debts (§18); a race has no payments to settle in money (§11, §14.6); a
    match begins with one of its seasons."""
    reasons: list[Reason] = []
    if options.first_season > options.season_count:
        reasons.append(("error.first_season", {"season": options.first_season}))
    if options.overdraw == "clamp" and options.score_cap == "play_all":
        reasons.append(("error.clamp_with_play_all", {}))
    if options.score_model == "race" and options.score_cap == "money":
        reasons.append(("error.race_for_money", {}))
    return reasons


_STANDARD = Options(cavalry_points=7)
_MOTIF = ExtraHand(name="光戦王集", pieces=("将", "馬", "弓", "兵"))

PRESETS: dict[str, Options] = {
    "official": Options(),
    "standard": _STANDARD,
    "education": Options(board="education", hand_system="education4", starting_points=10),
    "online_alpha": Options(
        step_declaration="direction",
        tam_square_is_tamhue=True,
        kut_tam="immediate",
        futile_after="forbidden",
        futile_null="allowed",
        hand_downgrade_is_new=True,
        rate_cap=64,
    ),
    "strict": Options(
        penalty_lasts="turn",
        penalty_declaration_scope="new_only",
        hand_downgrade_is_new=True,
        rate_cap=64,
        futile_stacking="both",
    ),
    "hard_tam": Options(movement_table="hard_tam", tam_square_is_tamhue=True),
    "chain_cast": msgspec.structs.replace(_STANDARD, step_cast_method="chain"),
    "old_count": msgspec.structs.replace(_STANDARD, scoring_method="old_2_4"),
    "three_run": msgspec.structs.replace(_STANDARD, hand_system="san_ren", scoring_method="old_2_4"),
    "beast_link": msgspec.structs.replace(
        _STANDARD, hand_system="ren_ju_ren", with_vehicles=True, scoring_method="old_2_4"
    ),
    "motif": msgspec.structs.replace(_STANDARD, hand_extra=(_MOTIF,), scoring_method="old_2_4"),
}

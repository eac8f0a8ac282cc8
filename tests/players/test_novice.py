"""Somebody on their first evening: the fixed opponent that the lowest levels are measured against."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from kaik.core import registry
from kaik.core.game import CHANCE
from kaik.games.cerke import GAME
from kaik.games.cerke.options import PRESETS, Options
from kaik.games.cerke.positions import set_up
from kaik.games.cerke.state import EndSeason, GiveUp, Land, Move, Phase, State
from kaik.kit.opening import Throw
from kaik.lab import arena
from kaik.players import specs
from tests.players.test_ismcts import Case, choices, every_game

KINGS = {"ZIA": "IA黒王", "ZA": "A赤王"}
QUIET = {"NAU": "IA黒王", "XY": "IA黒将", "XE": "A赤王", "ZO": "皇"}
"""Nothing to capture on either board, and 皇 can be moved and trodden on."""


def chosen(state: State, seed: int = 1) -> Any:
    legal = GAME.actions(state, state.side)
    found = specs.player("novice").choose(GAME, state, state.side, legal, Random(seed))
    assert found in legal
    return found


def all_chosen(state: State, tries: int = 60) -> set[Any]:
    return {chosen(state, seed) for seed in range(tries)}


@every_game
def test_a_novice_chooses_legally(case: Case) -> None:
    for position, seat in choices(case, 3):
        legal = case.game.actions(position.state, seat)
        view = case.game.view(position.state, seat)
        assert specs.player("novice").choose(case.game, view, seat, legal, Random(1)) in legal


# -- cerke -----------------------------------------------------------------------------------------


def test_of_two_pieces_the_more_valuable_is_captured() -> None:
    state = set_up(Options(), {**KINGS, "LAI": "IA黒弓", "LU": "A赤兵", "CAI": "A赤将", "PIA": "皇"})
    assert all_chosen(state) == {Move("LAI-CAI")}


def test_a_capture_that_needs_a_cast_is_tried_and_then_made() -> None:
    """§6.3: over LI to NI; the general there is worth more than the soldier that could be had at once."""
    state = set_up(
        Options(), {**KINGS, "LAI": "IA黒弓", "LI": "IA黒兵", "NI": "A赤将", "LAU": "A赤兵", "PIA": "皇"}
    )
    assert all_chosen(state) == {Move("LAI/LI~NI")}
    state = GAME.apply(GAME.apply(state, 0, Move("LAI/LI~NI")), CHANCE, Throw(3))
    assert state.phase is Phase.LAND
    assert all_chosen(state) == {Land("NI")}


def test_a_landing_without_a_capture_is_made_or_given_up_evenly() -> None:
    state = set_up(Options(), {**KINGS, "LAI": "IA黒弓", "LI": "IA黒兵", "PIA": "皇"})
    state = GAME.apply(GAME.apply(state, 0, Move("LAI/LI~NI")), CHANCE, Throw(3))
    assert all_chosen(state) == {Land("NI"), GiveUp()}


def test_a_prize_beyond_the_highest_cast_is_no_prize() -> None:
    """§6.3: five sticks; from LAU it is seven squares to LA, and the soldier can be had at once."""
    board = {
        "PAU": "IA黒王",
        "PA": "A赤王",
        "LIA": "IA黒弓",
        "LAU": "IA黒兵",
        "LA": "A赤将",
        "KIA": "A赤兵",
        "PE": "皇",
    }
    state = set_up(Options(), board)
    assert Move("LIA/LAU~LA") in GAME.actions(state, 0)
    assert all_chosen(state) == {Move("LIA-KIA")}


def test_the_first_hand_ends_the_season() -> None:
    state = set_up(Options(), {**KINGS, "ZE": "IA黒将", "PO": "皇"})
    state = GAME.apply(state, 0, Move("ZE-ZA"))
    assert state.phase is Phase.DECLARE
    assert all_chosen(state, 5) == {EndSeason()}


@pytest.mark.parametrize("preset", ["official", "education", "online_alpha"])
def test_no_penalised_move_is_chosen_while_there_is_another(preset: str) -> None:
    """§10: whatever a novice plays, with 皇 moved just before or not, 皇再来 held or not, is no penalty."""
    held = {"IA": ["futile_after"]} if PRESETS[preset].futile_after == "hand" else {}
    for tam_moved, penalties in product((False, True), ({}, held)):
        state = set_up(PRESETS[preset], QUIET, tam_moved=tam_moved, penalties=penalties)
        for move in all_chosen(state, 150):
            after = GAME.apply(state, 0, move)
            while after.phase in (Phase.STEP_CAST, Phase.LAND, Phase.WATER):
                after = GAME.apply(after, 0, GiveUp() if after.phase is Phase.LAND else Throw(4))
            assert after.last is not None
            assert after.last.penalties == after.last.repeated == ()


def test_a_valuable_piece_behind_the_emperor_is_left_alone() -> None:
    """§10: taking the king by treading on 皇 would be 撃皇."""
    state = set_up(Options(), {"ZIA": "IA黒王", "LAU": "IA黒弓", "LY": "皇", "LO": "A赤王"})
    assert Move("LAU/LY~LO") in GAME.actions(state, 0)
    assert not any(move.move.startswith("LAU/LY") for move in all_chosen(state))


def test_a_penalised_move_is_chosen_where_there_is_no_other() -> None:
    """§10 form a: 皇 was moved just now, and nothing but 皇 can move."""
    board = {"KA": "IA黒兵", "ZO": "皇", "PIA": "A赤兵"}
    state = set_up(Options(), board, tam_moved=True)
    assert all("皇" in move.move for move in GAME.actions(state, 0))
    assert isinstance(chosen(state), Move)


def test_a_novice_without_a_prize_chooses_evenly_among_the_rest() -> None:
    state = set_up(Options(), {"KIA": "IA黒王", "PIA": "皇", "PA": "A赤王", "MIA": "A赤兵", "MAU": "A赤兵"})
    counts = Counter(chosen(state, seed) for seed in range(600))
    legal = [move for move in GAME.actions(state, 0) if move.move.startswith("KIA")]
    free = [move for move in counts if not move.move.startswith("KIA")]
    assert {move for move in counts if move.move.startswith("KIA")} == set(legal)
    share = 600 / (len(legal) + len(free))
    assert all(share / 3 < counts[move] < 3 * share for move in counts)


# -- other games -----------------------------------------------------------------------------------


def test_elsewhere_half_the_choices_are_greedy_and_half_are_blind() -> None:
    """Six Cast §5.2: greedy takes the larger of two prizes; a blind choice does so every other time."""
    rules = registry.load("six_cast")
    state, rng = rules.start(rules.options(), 2), Random(4)
    while not state.choosing:
        state = rules.apply(state, CHANCE, rules.fall(state, rng))
    (seat,) = rules.to_act(state)
    legal = rules.actions(state, seat)
    player = specs.player("novice")
    taken = Counter(player.choose(rules, state, seat, legal, rng).prize for _ in range(2000))
    assert 0.71 < taken[max(state.prizes)] / 2000 < 0.79


def points_ahead(game: str, level: str, matches: int, **options: Any) -> float:
    """Points, or places where there are none, by which a level is ahead of the novice in a match."""
    rules = registry.load(game)
    event = arena.arena(rules, rules.options().replace(**options), (level, "novice"), matches)
    return sum(arena.ahead(report) for report in arena.run(event)) / matches


@pytest.mark.parametrize(("game", "matches"), [("cerke", 12), ("six_cast", 600), ("walking_war", 12)])
def test_the_first_level_loses_to_a_novice_and_the_third_does_better(game: str, matches: int) -> None:
    first, third = (points_ahead(game, level, matches) for level in ("level1", "level3"))
    assert first < 0
    assert first < third

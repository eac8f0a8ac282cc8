"""The vector environment plays by the very same rules as the protocol, touch by touch."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kaik.adapters.partial_choice import PartialChoice, choice
from kaik.adapters.vector import Vector
from kaik.core.errors import BadOptions, IllegalAction
from kaik.core.game import CHANCE
from kaik.games.cerke import GAME, penalties
from kaik.games.cerke.batch import FIGURES, PLANES
from kaik.games.cerke.options import PRESETS, Options
from kaik.games.cerke.scene import LEXICON
from kaik.games.cerke.state import Phase, State
from kaik.games.cerke.tables import SQUARE_BY_NAME
from kaik.kit.opening import Throw

NUMBERS = {spot: number for number, spot in enumerate(LEXICON.spots)}
PHASES = {"ground": Phase.GROUND, "chain": Phase.CHAIN, "land": Phase.LAND, "declare": Phase.DECLARE}
STARTED, NONE = 100, 255
ROOT = Path(__file__).parent.parent.parent


class Follower:
    """One game of a vector, played again through the protocol with the chance that fell there."""

    def __init__(self, options: Options, fallen: list[int]) -> None:
        self.options = options
        self.begin(fallen)

    def begin(self, fallen: list[int]) -> None:
        self.state: State = GAME.start(self.options, 2)
        self.settle(fallen)

    def settle(self, fallen: list[int]) -> None:
        """Let fall what fell, and play what is forced, until there is a choice."""
        self.choice: PartialChoice | None = None
        while (acting := GAME.to_act(self.state)) and self.choice is None:
            (actor,) = acting
            if actor == CHANCE:
                self._fall(fallen)
            elif len(actions := GAME.actions(self.state, actor)) == 1:
                self.state = GAME.apply(self.state, actor, actions[0])
            else:
                self.choice = choice(GAME, self.state, actor, NUMBERS)

    def _fall(self, fallen: list[int]) -> None:
        n = fallen.pop(0)
        if self.state.phase is not Phase.FIRST:
            self.state = GAME.apply(self.state, CHANCE, Throw(n))
            return
        for seat in (0, 1):
            self.state = GAME.apply(self.state, CHANCE, Throw(int(n - STARTED == seat)))

    def touch(self, number: int, fallen: list[int]) -> None:
        assert self.choice is not None
        self.choice = self.choice.touch(LEXICON.spots[number])
        if self.choice.made is not None:
            self.state = GAME.apply(self.state, self.choice.seat, self.choice.made)
            self.settle(fallen)

    @property
    def mask(self) -> list[int]:
        assert self.choice is not None
        return sorted(NUMBERS[word] for word in self.choice.words())


def fallen_in(vector: Vector, game: int) -> list[int]:
    row = np.frombuffer(vector.batch.fallen, np.uint8).reshape(vector.n, -1)[game]
    return [int(n) for n in row if n != NONE]


def assert_seen(vector: Vector, game: int, follower: Follower) -> None:
    """Planes and figures say what the state of the protocol says."""
    state, asked = follower.state, follower.choice
    assert asked is not None
    seat = asked.seat
    planes = dict(zip(PLANES, vector.observation["planes"][game].reshape(len(PLANES), 81), strict=True))
    figures = dict(zip(FIGURES, vector.observation["figures"][game], strict=True))
    assert vector.seat[game] == seat
    _assert_board(state, seat, planes)
    for number, spot in enumerate(asked.touched, 1):
        if spot in SQUARE_BY_NAME and spot not in asked.touched[number:]:
            assert planes["touched: 1 first, 2 second …"][SQUARE_BY_NAME[spot]] == number
    for whose, side in (("my", seat), ("their", 1 - seat)):
        assert figures[f"{whose} points"] == pytest.approx(state.points[side] / 10)
        reserve = [figures[name] for name in FIGURES if name.startswith(f"{whose} reserve")]
        assert reserve == list(state.held[side])
    assert (figures["rate"], figures["season"]) == (state.rate, state.season)
    assert figures["plies of the season"] == state.season_plies
    assert [name for name in PHASES if figures[name]] == [state.phase.value]
    assert figures["reach of the cast"] == state.reach
    assert figures["points of the declaration"] == pytest.approx(state.raw / 10)
    assert figures["the tam has just moved"] == state.tam_moved
    assert figures["I am A"] == seat
    for whose, side in (("my", seat), ("their", 1 - seat)):
        held = {id: figures[f"{whose} {id} held"] for id in penalties.IDS}
        assert held == {id: state.penalties[side].count(id) for id in penalties.IDS}


def _assert_board(state: State, seat: int, planes: dict[str, Any]) -> None:
    pieces = np.zeros((41, 81), np.uint8)
    for square, code in enumerate(state.cells):
        if code:
            pieces[40 if code == 41 else (code - 1 + 20 * seat) % 40, square] = 1
    assert np.array_equal(np.stack([planes[name] for name in PLANES[:41]]), pieces)


def followed(options: dict[str, Any], preset: str, games: int, touches: int, seed: int) -> dict[str, int]:
    """Random games in the vector and in the protocol side by side; returns what was met."""
    vector = Vector("cerke", games, preset=preset, options=options, threads=1)
    rules = PRESETS[preset].replace(**options)
    vector.reset(seed)
    followers = [Follower(rules, fallen_in(vector, game)) for game in range(games)]
    met = {"ended": 0, "cast": 0, **dict.fromkeys(PHASES, 0)}
    for _ in range(touches):
        actions = vector.sample().copy()
        points = [GAME.returns(follower.state) for follower in followers]
        stepped = vector.step(actions)
        for game, follower in enumerate(followers):
            fallen = fallen_in(vector, game)
            met["cast"] += bool(fallen)
            follower.touch(int(actions[game]), fallen)
            after = GAME.returns(follower.state)
            gained = [now - before for now, before in zip(after, points[game], strict=True)]
            assert list(stepped.rewards[game]) == pytest.approx(gained)
            assert stepped.terminated[game] == (follower.choice is None)
            if follower.choice is None:
                met["ended"] += 1
                follower.begin(fallen)
            assert fallen == []
            assert follower.mask == list(np.flatnonzero(vector.mask[game]))
            assert_seen(vector, game, follower)
            met[follower.state.phase.value] += 1
    return met


@pytest.mark.parametrize("preset", PRESETS)
def test_every_touch_is_that_of_the_protocol(preset: str) -> None:
    met = followed({"season_count": 1}, preset, games=4, touches=150, seed=7)
    assert min(met["cast"], met["ground"], met["land"], met["declare"]) > 0
    assert bool(met["chain"]) == (PRESETS[preset].step_cast_method == "chain")


@pytest.mark.parametrize(
    "options",
    [
        {"step_declaration": "none"},
        {"step_declaration": "direction", "step_cast_decline": "forbidden"},
        {"tam_stop_after_one": True, "first_player": "alternate"},
        {"season_ply_limit": 20, "first_player": "previous_loser"},
        {"starting_points": 3, "declaration_trigger": "any_hand", "score_model": "race"},
        {"duplicate_hands": "twice", "kut_tam": "immediate", "no_legal_move": "pass"},
        {"penalty_lasts": "each", "futile_stacking": "both", "starting_points_a": 31, "first_season": 2},
        {"penalty_lasts": "turn", "penalty_declaration_scope": "new_only", "flash_bonus": 0},
    ],
    ids=str,
)
def test_every_touch_is_that_of_the_protocol_with_other_options(options: dict[str, Any]) -> None:
    assert followed({"season_count": 2, **options}, "standard", games=3, touches=150, seed=3)["cast"]


def test_repetition_ends_a_season_in_every_game_by_itself() -> None:
    """cerke.md §18: two generals go to and fro; in the second game they begin later."""
    options = {"season_repetition": "ends_unscored", "first_player": "fixed"}
    vector = Vector("cerke", 2, preset="official", options=options, threads=1)
    vector.reset(1)
    circle = ["TIA ZAU", "TA ZE", "ZAU TIA", "ZE TA"]
    played = circle * 4, ["XIA CAU", "XA CE", *circle * 3, *circle[:2]]
    seasons = []
    for moves in zip(*played, strict=True):
        for touches in zip(*(move.split() for move in moves), strict=True):
            vector.step(np.array([NUMBERS[spot] for spot in touches], np.int32))
        seasons.append([int(n) for n in vector.observation["figures"][:, FIGURES.index("season")]])
    assert [first for first, _ in seasons] == [1] * 11 + [2] * 5
    assert [second for _, second in seasons] == [1] * 13 + [2] * 3


def digest(vector: Vector, steps: int) -> list[int]:
    """Everything that so many random steps write, in short."""
    found = []
    for _ in range(steps):
        stepped = vector.step(vector.sample())
        parts = (*stepped.observation.values(), stepped.rewards, stepped.terminated, vector.seat)
        found += [int(zlib.crc32(np.ascontiguousarray(part).tobytes())) for part in parts]
    return found


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    vector = Vector("cerke", 6, threads=1)
    digests = []
    for seed in (1, 2, 1):
        vector.reset(seed)
        digests.append(digest(vector, 30))
    assert digests[0] == digests[2] != digests[1]


def test_threads_share_the_games_out_and_change_nothing() -> None:
    alone, shared = Vector("cerke", 7, threads=1), Vector("cerke", 7, threads=3)
    alone.reset(3)
    shared.reset(3)
    for _ in range(60):
        actions = alone.sample().copy()
        one, other = alone.step(actions), shared.step(actions)
        for part in one.observation:
            assert np.array_equal(one.observation[part], other.observation[part])
        assert np.array_equal(one.rewards, other.rewards)
    shared.close()


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    vector = Vector("cerke", 3, threads=1)
    vector.reset(1)
    before = {part: array.copy() for part, array in vector.observation.items()}
    actions = vector.sample().copy()
    for wrong in (int(np.flatnonzero(vector.mask[1] == 0)[0]), -1, len(LEXICON.spots)):
        actions[1] = wrong
        with pytest.raises(IllegalAction, match=rf"{wrong}.*game 1"):
            vector.step(actions)
    with pytest.raises(IllegalAction, match="3 needed"):
        vector.step(actions[:2])
    assert all(np.array_equal(before[part], vector.observation[part]) for part in before)


def test_a_game_without_a_batch_says_so() -> None:
    with pytest.raises(BadOptions, match="old_cerke"):
        Vector("old_cerke", 4)
    with pytest.raises(BadOptions, match="at least one"):
        Vector("cerke", 0)


def test_a_game_that_grows_too_long_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee's guard counts choices; the game after it begins at once."""
    monkeypatch.setattr(type(GAME), "max_plies", 9)
    vector = Vector("cerke", 2, options={"step_cast_decline": "allowed"}, threads=1)
    vector.reset(1)
    moves = np.zeros(2, int)
    while True:
        stepped = vector.step(vector.sample())
        moves += stepped.info["moved"]
        if stepped.truncated.any():
            break
    assert moves[np.flatnonzero(stepped.truncated)[0]] <= 9
    assert not stepped.terminated[stepped.truncated].any()
    plies = FIGURES.index("plies of the season")
    assert not vector.observation["figures"][stepped.truncated, plies].any()


SCRIPT = """
from tests.adapters.test_vector import digest
from kaik.adapters.vector import Vector
from kaik.games.cerke import batch
vector = Vector("cerke", 2, threads=1)
vector.reset(5)
print(batch.__file__.endswith(".py"), *digest(vector, 40))
"""


def test_compiled_and_uncompiled_agree(tmp_path: Path) -> None:
    binaries = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "web")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=binaries)
    environment = os.environ | {"PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{ROOT}"}
    told = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    plain, *words = told.stdout.split()
    vector = Vector("cerke", 2, threads=1)
    vector.reset(5)
    assert plain == "True"
    assert [int(word) for word in words] == digest(vector, 40)

"""The search: equal to an expectimax, right where the answer is known, legal, repeatable, in time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.game import CHANCE
from kaik.games.cerke import GAME
from kaik.games.cerke.answers import action, choice, question
from kaik.games.cerke.chooser import Chooser
from kaik.games.cerke.game import hands_of, position_of, rules_of
from kaik.games.cerke.options import PRESETS, Options
from kaik.games.cerke.positions import set_up
from kaik.games.cerke.search import Question, Searcher, toll_at
from kaik.games.cerke.state import EndSeason, GoOn, Land, Move, Phase, State
from kaik.kit.opening import Throw
from kaik.kit.search import Bounds
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.base import Limit
from kaik.players.table import advance

ROOT = Path(__file__).parents[2]
KINGS = {"ZIA": "IA黒王", "ZA": "A赤王"}
WORK = Limit(nodes=3000)


def chosen(state: State, limit: Limit = WORK, seed: int = 1) -> Any:
    legal = GAME.actions(state, state.side)
    found = Chooser(state.options).choose(state, state.side, legal, Random(seed), limit)
    assert found in legal
    return found


def started(options: Options, rng: Random) -> State:
    """A new game with the sticks thrown for who begins."""
    state = GAME.start(options, 2)
    while GAME.to_act(state) == (CHANCE,):
        state = GAME.apply(state, CHANCE, Throw(rng.randrange(6)))
    return state


def wandered(options: Options, seed: int, events: int) -> Iterator[State]:
    """The states of a random game in which somebody chooses."""
    rng = Random(seed)
    state = started(options, rng)
    for _ in range(events):
        actors = GAME.to_act(state)
        if not actors:
            state = started(options, rng)
        elif actors == (CHANCE,):
            state = GAME.apply(state, CHANCE, Throw(rng.getrandbits(5).bit_count()))
        else:
            yield state
            state = GAME.apply(state, actors[0], rng.choice(GAME.actions(state, actors[0])))


# -- known answers ---------------------------------------------------------------------------------


def test_a_hanging_king_is_taken() -> None:
    state = set_up(Options(), {"ZIA": "IA黒王", "ZA": "A赤王", "ZE": "IA黒将", "KIA": "IA赤筆", "ZO": "皇"})
    assert chosen(state) == Move("ZE-ZA")


def test_the_capture_that_completes_a_hand_is_preferred_to_a_bigger_piece() -> None:
    """虎馬 is a hand; a 将 alone is none."""
    board = {**KINGS, "LY": "IA黒車", "LU": "A赤虎", "MIA": "IA赤筆", "MU": "A赤将", "ZO": "皇"}
    assert chosen(set_up(Options(), board, {"IA": ["赤馬"]})) == Move("LY-LU")


def declaring(points: tuple[int, int], season: int, board: dict[str, str], **more: Any) -> State:
    """IA has just taken a 馬 to its 虎 and must declare."""
    both = {"IA": points[0], "A": points[1]}
    pieces = {"ZIA": "IA黒王", "TAU": "IA黒将", "TAI": "A赤馬", **board}
    state = set_up(Options(), pieces, {"IA": ["赤虎"]}, points=both, season=season, **more)
    assert Move("TAU-TAI") in GAME.actions(state, 0)
    state = GAME.apply(state, 0, Move("TAU-TAI"))
    assert state.phase is Phase.DECLARE
    return state


QUIET = {"ZA": "A赤王", "ZO": "皇", "KA": "A黒筆", "PIA": "IA黒筆"}


def test_a_declaration_that_wins_the_match_is_made() -> None:
    assert chosen(declaring((36, 4), 2, QUIET)) == EndSeason()
    assert chosen(declaring((18, 22), 4, QUIET)) == EndSeason()


def test_a_settlement_that_loses_the_match_is_not_made() -> None:
    """Behind by more than the hand brings, in the last season."""
    assert chosen(declaring((10, 30), 4, QUIET)) == GoOn()


def test_a_sure_follow_up_is_waited_for() -> None:
    """The king in the corner is attacked, every square beside it too, and nothing can come between."""
    board = {"KA": "A赤王", "MA": "IA黒弓", "ME": "IA赤弓", "KIA": "皇"}
    assert chosen(declaring((20, 20), 1, board)) == GoOn()


def test_a_penalty_is_not_paid_for() -> None:
    """A declaration due by 撃皇 alone: ending would cost points."""
    state = set_up(Options(), {**KINGS, "LAI": "IA黒弓", "LO": "皇", "KIA": "IA赤筆", "PA": "A黒筆"})
    state = GAME.apply(state, 0, Move("LAI/LO~LU"))
    state = GAME.apply(GAME.apply(state, CHANCE, Throw(5)), 0, Land("LU"))
    assert state.phase is Phase.DECLARE
    assert chosen(state) == GoOn()


# -- against a plain expectimax --------------------------------------------------------------------


class Naive:
    """Expectimax as the rules tell it: no windows, no table; it shares only moves and evaluation."""

    def __init__(self, searcher: Searcher) -> None:
        self.searcher = searcher
        self.known: dict[tuple[State, int], int] = {}

    def ground(self, state: State, depth: int, root: bool = False) -> int:
        """The value for the side to move."""
        state = structs.replace(state, last=None)
        if (state, depth) not in self.known:
            self.known[state, depth] = self._ground(state, depth, root)
        return self.known[state, depth]

    def _ground(self, state: State, depth: int, root: bool) -> int:
        codes = self.searcher.candidates(question(state), depth, root) if depth else []
        if not codes:
            return self.searcher.evaluate(question(state))
        after = [GAME.apply(state, state.side, action(state, code)) for code in codes]
        return max(self.turn(each, state.side, state.season, depth) for each in after)

    def turn(self, state: State, mover: int, season: int, depth: int) -> int:
        """The value for the mover of a turn under way or just over."""
        match state.phase:
            case Phase.STEP_CAST | Phase.WATER:
                outcomes = GAME.weights(state)
                total = sum(
                    weight * self.turn(GAME.apply(state, CHANCE, event), mover, season, depth)
                    for event, weight in outcomes
                )
                return total // 32
            case Phase.LAND:
                after = [GAME.apply(state, mover, choice) for choice in GAME.actions(state, mover)]
                return max(self.turn(each, mover, season, depth) for each in after)
            case Phase.DECLARE:
                toll = toll_at(state.season_plies) if state.raw < 0 else 0
                going_on = self.turn(GAME.apply(state, mover, GoOn()), mover, season, depth) - toll
                return max(self.searcher.settle(question(state)), going_on)
            case Phase.OVER:
                end = Question(position_of(state), state.points, state.rate, state.season)
                value = self.searcher.over(end)
                return value if state.side == mover else -value
            case _:
                assert state.season == season
                return -self.ground(state, depth - 1)


def compare(state: State, depth: int) -> None:
    searcher = Searcher(rules_of(state.options), hands_of(state.options))
    assert searcher.plainly(question(state), depth) == Naive(searcher).ground(state, depth, root=True)


@pytest.mark.parametrize("preset", ["official", "online_alpha", "education", "hard_tam", "old_count"])
def test_the_plain_search_is_an_expectimax(preset: str) -> None:
    states = [state for state in wandered(PRESETS[preset], 1, 90) if state.phase is Phase.GROUND]
    for state in states[:: len(states) // 3]:
        compare(state, 1)


@pytest.mark.parametrize("declaration", ["destination", "direction", "none"])
def test_the_plain_search_is_an_expectimax_two_plies_deep(declaration: Any) -> None:
    options = Options(step_declaration=declaration, step_short_stop="allowed", kut_tam="immediate")
    board = {"TU": "IA黒弓", "NO": "A赤巫", "ZY": "A黒虎", "ZI": "A赤王", "CU": "IA赤兵", "XO": "皇"}
    compare(set_up(options, board, {"A": ["赤馬"]}), 2)


@pytest.mark.parametrize("decline", ["allowed", "forbidden"])
def test_the_plain_search_is_an_expectimax_three_plies_deep(decline: Any) -> None:
    """On the small board: the vessel takes, the bow takes back, and a hand may be completed."""
    options = structs.replace(PRESETS["education"], step_cast_decline=decline, futile_after="forbidden")
    board = {"ZY": "IA黒船", "TY": "IA赤兵", "ZI": "A赤王", "NI": "A黒弓", "NAU": "IA黒王", "ZO": "皇"}
    compare(set_up(options, board, tam_moved=True), 3)


# -- legal, repeatable, in time --------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_every_choice_is_legal(preset: str) -> None:
    chooser = Chooser(PRESETS[preset])
    phases = set()
    for state in wandered(PRESETS[preset], 5, 500):
        legal = GAME.actions(state, state.side)
        assert chooser.choose(state, state.side, legal, Random(1), Limit(nodes=150)) in legal
        phases.add(state.phase)
    assert phases >= {Phase.GROUND, Phase.LAND, Phase.DECLARE}


@pytest.mark.parametrize(
    "options",
    [
        Options(step_declaration="none", step_cast_decline="forbidden", tam_stop_after_one=True),
        Options(kut_tam="forbidden", futile_after="immediate", futile_null="immediate"),
        Options(declaration_trigger="any_hand", score_model="race", season_ply_limit=9),
        Options(score_cap="money", water_exempt_tam=False, duplicate_hands="twice"),
        Options(step_short_stop="allowed", no_legal_move="pass", scoring_method="old_3_5_rest"),
    ],
    ids=["unannounced", "penalties", "race", "money", "short"],
)
def test_every_choice_is_legal_with_other_options(options: Options) -> None:
    chooser = Chooser(options)
    for state in wandered(options, 6, 200):
        legal = GAME.actions(state, state.side)
        assert chooser.choose(state, state.side, legal, Random(1), Limit(nodes=100)) in legal


def test_the_same_seed_and_nodes_give_the_same_choice() -> None:
    """Also when the searcher has answered other questions before."""
    states = [state for state in wandered(Options(), 7, 60) if state.phase is Phase.GROUND][::6]
    used = Chooser(Options())
    for state in states:
        searched = used.searcher.best(question(state), Bounds(nodes=2000, seed=3))
        fresh = Searcher(rules_of(Options()), hands_of(Options()))
        assert fresh.best(question(state), Bounds(nodes=2000, seed=3)) == searched


def test_node_and_depth_limits_hold() -> None:
    searcher = Searcher(rules_of(Options()), hands_of(Options()))
    start = question(set_up(Options()))
    assert searcher.best(start, Bounds(nodes=1000)).nodes <= 1000
    assert searcher.best(start, Bounds(depth=2)).depth == 2


def test_the_time_limit_holds_with_grace() -> None:
    searcher = Searcher(rules_of(Options()), hands_of(Options()))
    spent = []
    for state in list(wandered(Options(), 8, 200))[::20]:
        begun = time.process_time()
        searcher.best(question(state), Bounds(ms=30, cpu=True))
        spent.append(time.process_time() - begun)
    assert max(spent) < 0.06


def test_the_ranking_is_in_order_and_begins_with_the_best() -> None:
    state = set_up(Options(), {**KINGS, "ZE": "IA黒将", "KIA": "IA赤筆", "ZO": "皇"})
    found = Chooser(Options()).ranked(state, 0, GAME.actions(state, 0), 4, Random(1), WORK)
    assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
    assert found[0].action == chosen(state)
    assert all(0 <= one.chance <= 1 for one in found)
    assert len({one.action for one in found}) == 4


def test_only_the_choices_asked_for_are_ranked() -> None:
    state = set_up(Options(), {**KINGS, "ZE": "IA黒将", "KIA": "IA赤筆", "ZO": "皇"})
    asked = GAME.actions(state, 0)[:3]
    found = Chooser(Options()).ranked(state, 0, asked, 9, Random(1), WORK)
    assert {one.action for one in found} == set(asked)


@pytest.mark.parametrize("preset", ["official", "chain_cast"])
def test_answers_and_actions_are_the_same_thing(preset: str) -> None:
    for state in wandered(PRESETS[preset], 3, 150):
        for legal in GAME.actions(state, state.side):
            assert action(state, choice(state, legal)) == legal


def test_the_line_can_be_played() -> None:
    """Every event of it is possible, and casts are no higher than they need be."""
    lengths = []
    for state in list(wandered(Options(), 11, 120))[::12]:
        legal = GAME.actions(state, state.side)
        for one in Chooser(Options()).ranked(state, state.side, legal, 2, Random(1), WORK):
            after = GAME.apply(state, state.side, one.action)
            for actor, event in one.line:
                assert GAME.to_act(after) == (actor,)
                possible = (
                    [outcome for outcome, _ in GAME.weights(after)]
                    if actor == CHANCE
                    else GAME.actions(after, actor)
                )
                assert event in possible
                after = GAME.apply(after, actor, event)
            lengths.append(len(one.line))
    assert max(lengths) > 2


def test_searching_leaves_the_position_as_it_was() -> None:
    state = set_up(Options())
    position = position_of(state)
    before = position.cells(), position.reserve(0), position.reserve(1), position.side
    Searcher(rules_of(Options()), hands_of(Options())).best(
        Question(position, (200, 200)), Bounds(nodes=3000)
    )
    assert (position.cells(), position.reserve(0), position.reserve(1), position.side) == before


# -- the player ------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["official", "education", "chain_cast"])
def test_the_player_finishes_a_match_and_beats_a_blind_one(preset: str) -> None:
    match = Match(GAME, PRESETS[preset], 2, Sealed.fresh(2, 4))
    advance(match, {0: specs.player("search:nodes=400"), 1: specs.player("random")}, "4")
    assert match.result is not None
    assert match.result.places == (1, 2)


def test_a_game_without_a_search_is_refused() -> None:
    rules = registry.load("beast_streak")
    match = Match(rules, rules.options(), 2, Sealed.fresh(2, 1))
    with pytest.raises(BadOptions, match="search"):
        advance(match, dict.fromkeys(range(2), specs.player("search")), "1")


# -- uncompiled ------------------------------------------------------------------------------------

SAMPLE = """
from kaik.games.cerke import search
from kaik.games.cerke.hands import HandTable
from kaik.games.cerke.kernel import Position, Rules
from kaik.games.cerke.options import PRESETS
from kaik.games.cerke.playout import Game, sample_positions
from kaik.games.cerke.search import Question, Searcher
from kaik.kit.search import Bounds
print(search.__file__.rsplit(".", 1)[-1])
for name in ("official", "online_alpha", "chain_cast"):
    rules, hands = Rules(PRESETS[name]), HandTable(PRESETS[name])
    searcher = Searcher(rules, hands, table_bits=12)
    for position in sample_positions(Game(rules, hands), 2, 9):
        print(*searcher.best(Question(position, (200, 200)), Bounds(nodes=300, depth=3)))
        print(searcher.plainly(Question(position, (200, 200)), 1))
"""


def uncompiled_tree(folder: Path, *games: str) -> None:
    """A copy of the package without binaries, of these games only."""
    binaries = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    for part in ("core", "kit", "messages", *(f"games/{game}" for game in games)):
        shutil.copytree(ROOT / "src" / "kaik" / part, folder / "kaik" / part, ignore=binaries)
    for file in ("__init__.py", "version.py", "games/__init__.py"):
        shutil.copy(ROOT / "src" / "kaik" / file, folder / "kaik" / file)


def test_compiled_and_uncompiled_agree(tmp_path: Path) -> None:
    uncompiled_tree(tmp_path, "cerke")
    answers = []
    for path in (ROOT / "src", tmp_path):
        environment = os.environ | {"PYTHONPATH": str(path)}
        done = subprocess.run(
            [sys.executable, "-c", SAMPLE],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        answers.append(done.stdout.splitlines())
    assert answers[1][0] == "py"
    assert answers[0][1:] == answers[1][1:]

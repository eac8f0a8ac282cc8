"""The environments pass their libraries' own tests, for every game."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from kaik.adapters.extras import MissingExtra
from kaik.adapters.gymnasium import Seat
from kaik.adapters.pettingzoo import TableEnv, env
from kaik.adapters.vector import Vector
from kaik.core.errors import BadOptions, IllegalAction
from tests.conftest import playable

HIDING = "open_cask"
AT_ONCE = {"game": "old_cerke", "preset": "free_swap"}
NO_CHOICES = "beast_cast"


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The checkers print, and warn of what is meant (dictionaries with masks)."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def random_touch(table: TableEnv, rng: np.random.Generator) -> None:
    mask = table.observe(table.agent_selection)["action_mask"]
    table.step(int(rng.choice(np.flatnonzero(mask))))


def played_out(table: TableEnv, seed: int) -> dict[str, float]:
    """A whole match at random; what each agent was given in all."""
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    won = dict.fromkeys(table.agents, 0.0)
    while not any((*table.terminations.values(), *table.truncations.values())):
        random_touch(table, rng)
        for agent, reward in table.rewards.items():
            won[agent] += reward
    return won


@pytest.mark.parametrize("game", playable())
def test_pettingzoo_accepts_every_game(game: str) -> None:
    api_test(env(game), num_cycles=60)
    seed_test(lambda: env(game), num_cycles=30)


@pytest.mark.parametrize("game", playable())
def test_gymnasium_accepts_every_game(game: str) -> None:
    check_env(Seat(game), skip_render_check=True)


@pytest.mark.parametrize("game", ["beast_streak", HIDING, NO_CHOICES])
def test_rewards_sum_to_the_result(game: str) -> None:
    table = env(game)
    won = played_out(table, 3)
    result = table.session.match.result
    assert result is not None
    assert tuple(won.values()) == pytest.approx(result.points)
    assert any(won.values())


def test_a_seat_that_is_asked_nothing_looks_on_once() -> None:
    table = env(NO_CHOICES)
    table.reset(seed=1)
    assert list(np.flatnonzero(table.observe("seat_0")["action_mask"])) == [table.session.look_on]
    table.step(table.session.look_on)
    assert all(table.terminations.values())


def test_choices_made_at_once_are_hidden_until_all_are_made() -> None:
    """The second seat sees the same whatever the first has chosen."""
    seen = []
    for first in (0, 3):
        table = env(**AT_ONCE)
        table.reset(seed=1)
        legal = np.flatnonzero(table.observe("seat_0")["action_mask"])
        table.step(int(legal[first]))
        assert table.agent_selection == "seat_1"
        seen.append((table.observe("seat_1"), table.log("seat_1")))
    assert np.array_equal(seen[0][0]["observation"], seen[1][0]["observation"])
    assert seen[0][1] == seen[1][1]


def test_an_open_choice_is_seen_by_nobody_else() -> None:
    table = env("new_play")
    table.reset(seed=2)
    asked, other = table.agent_selection, next(a for a in table.agents if a != table.agent_selection)
    before = table.observe(other)["observation"], table.observe(asked)["observation"]
    random_touch(table, np.random.default_rng(1))
    assert table.agent_selection == asked, "a number was touched, a stake is still to come"
    assert np.array_equal(table.observe(other)["observation"], before[0])
    assert not np.array_equal(table.observe(asked)["observation"], before[1])


def test_the_log_shows_each_seat_its_own_cards_only() -> None:
    table = env(HIDING, seats=2)
    table.reset(seed=5)
    draws = [event for _, event in table.log("seat_0") if event["type"] == "draw"]
    assert {isinstance(event["card"], str) for event in draws if event["seat"] == 0} == {True}
    assert {isinstance(event["card"], str) for event in draws if event["seat"] == 1} == {False}


def test_what_the_mask_does_not_allow_changes_nothing() -> None:
    table = env("cerke")
    table.reset(seed=1)
    before = table.observe(table.agent_selection)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for action in (illegal, table.session.look_on, -1, 10_000, None):
        with pytest.raises(IllegalAction):
            table.step(action)
    after = table.observe(table.agent_selection)
    assert all(np.array_equal(before[part], after[part]) for part in before)


def test_nothing_is_stepped_before_it_has_begun() -> None:
    table, seat, games = env("cerke"), Seat("cerke"), Vector("cerke", 2)
    early: list[Callable[[], object]] = [
        lambda: table.step(0),
        table.last,
        lambda: seat.step(0),
        seat.action_masks,
        lambda: games.step([0, 0]),
        games.sample,
    ]
    for step in early:
        with pytest.raises(IllegalAction, match="call reset first"):
            step()


def test_gymnasium_says_why_it_refused() -> None:
    seat = Seat("cerke")
    before, _ = seat.reset(seed=1)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = seat.step(illegal)
    assert "cannot be touched" in info["refused"]
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert np.array_equal(before["observation"], after["observation"])


def test_opponents_are_named_by_their_specs() -> None:
    seat = Seat(HIDING, opponents=["greedy", "random"], seat=1)
    rng = np.random.default_rng(1)
    seat.reset(seed=4)
    assert seat.session.rules.seats == 3
    ended, total = False, 0.0
    while not ended:
        legal = np.flatnonzero(seat.action_masks())
        _, reward, terminated, truncated, _ = seat.step(int(rng.choice(legal)))
        ended, total = terminated or truncated, total + reward
    assert seat.session.match.result is not None
    assert total == pytest.approx(seat.session.match.result.points[1])
    with pytest.raises(BadOptions):
        Seat(HIDING, opponents="nobody")
    with pytest.raises(IllegalAction):
        Seat(HIDING, opponents=["random"], seats=4)


def test_bad_input_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOptions, match="chess"):
        env("chess")
    with pytest.raises(IllegalAction, match="not for 9 players"):
        env("cerke", seats=9)
    with pytest.raises(BadOptions, match="season_count"):
        env("cerke", options={"season_count": "many"})


@pytest.mark.parametrize(
    ("adapter", "module"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_a_missing_extra_is_named(adapter: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"kaik.adapters.{adapter}", raising=False)
    with pytest.raises(MissingExtra, match=rf"{module}.*pip install 'kaik\["):
        importlib.import_module(f"kaik.adapters.{adapter}")


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).parents[2] / "docs" / "research.md"
    blocks = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    ours = [block for block in blocks if "pyspiel" not in block]
    assert len(ours) == len(blocks) - 1 == 4
    names: dict[str, object] = {}
    for block in ours:
        exec(block, names)

"""Clocks: four kinds, several seats at once, and when time is up."""

from __future__ import annotations

import pytest

from kaik.play.clock import DAY, Clock, ClockSpec

FISCHER = ClockSpec("fischer", seconds=60, increment=5)
MOVE = ClockSpec("move", seconds=30)
DAYS = ClockSpec("days", days=3)


def test_without_a_clock_time_never_runs_out() -> None:
    clock = Clock.of(ClockSpec(), 2).turn((0,), 100)
    assert clock.remaining(0, 10**9) is None
    assert clock.due() is None
    assert clock.fallen(10**9) is None
    assert clock.moved(0, (1,), 200).left == (None, None)


@pytest.mark.parametrize(("spec", "stock"), [(FISCHER, 60), (MOVE, 30), (DAYS, 3 * DAY), (ClockSpec(), None)])
def test_every_clock_starts_full_and_stopped(spec: ClockSpec, stock: float | None) -> None:
    clock = Clock.of(spec, 3)
    assert clock.left == (stock,) * 3
    assert clock.since == (None,) * 3
    assert clock.due() is None


def test_only_the_seat_to_act_runs() -> None:
    clock = Clock.of(FISCHER, 2).turn((1,), 100)
    assert clock.remaining(0, 110) == 60
    assert clock.remaining(1, 110) == 50
    assert clock.due() == (160, 1)


def test_fischer_adds_the_increment_after_a_move() -> None:
    clock = Clock.of(FISCHER, 2).turn((0,), 100).moved(0, (1,), 110)
    assert clock.left == (55, 60)
    assert clock.since == (None, 110)


def test_a_time_per_move_is_full_again_after_a_move() -> None:
    clock = Clock.of(MOVE, 2).turn((0,), 100).moved(0, (1,), 129)
    assert clock.left == (30, 30)


def test_days_are_full_again_after_a_move() -> None:
    clock = Clock.of(DAYS, 2).turn((0,), 0).moved(0, (1,), 2 * DAY)
    assert clock.left == (3 * DAY, 3 * DAY)
    assert clock.due() == (5 * DAY, 1)


def test_a_seat_that_moves_again_has_made_its_move() -> None:
    clock = Clock.of(FISCHER, 2).turn((0,), 100).moved(0, (0,), 110)
    assert clock.left[0] == 55
    assert clock.since[0] == 110


def test_who_goes_on_thinking_keeps_running_when_another_has_moved() -> None:
    clock = Clock.of(FISCHER, 3).turn((0, 1, 2), 100).moved(1, (0, 2), 110)
    assert clock.since == (100, None, 100)
    assert clock.left == (60, 55, 60)
    assert clock.remaining(0, 120) == 40


def test_of_several_clocks_the_first_to_fall_is_due() -> None:
    clock = Clock.of(FISCHER, 2).turn((0,), 0).moved(0, (0, 1), 20)
    assert clock.due() == (65, 0)
    assert clock.fallen(64.9) is None
    assert clock.fallen(65) == 0


def test_time_left_is_never_negative() -> None:
    assert Clock.of(MOVE, 1).turn((0,), 0).remaining(0, 1000) == 0


def test_turning_to_the_same_seats_changes_nothing() -> None:
    clock = Clock.of(FISCHER, 2).turn((0,), 5)
    assert clock.turn((0,), 50) == clock

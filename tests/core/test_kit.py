"""Equipment: sticks, ledgers, who begins."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaik.kit.ledger import added, paid
from kaik.kit.opening import ThrowOff, in_turn
from kaik.kit.sticks import cast_weights


def test_five_even_sticks_fall_as_the_triangle_says() -> None:
    assert cast_weights() == (1, 5, 10, 10, 5, 1)
    assert cast_weights(3) == (1, 3, 3, 1)


@given(st.integers(1, 8), st.integers(5, 95))
def test_bent_sticks_keep_the_ratio_of_their_sides(sticks: int, bias: int) -> None:
    weights = cast_weights(sticks, bias)
    assert len(weights) == sticks + 1
    for n, weight in enumerate(weights):
        assert weight * (100 - bias) ** sticks == weights[0] * comb(sticks, n) * bias**n * (100 - bias) ** (
            sticks - n
        )


def test_a_bent_stick_falls_more_often_on_its_heavy_side() -> None:
    assert cast_weights(1, 75) == (1, 3)


def test_a_payment_moves_points_and_makes_none() -> None:
    assert paid((5, 0, 2), 0, 2, 3) == (2, 0, 5)
    assert added((1, 2), (3, -3)) == (4, -1)
    with pytest.raises(ValueError, match="zip"):
        added((1, 2), (3,))


def test_the_highest_throw_begins() -> None:
    off = ThrowOff((0, 1, 2))
    for n in (2, 5, 4):
        assert off.winner is None
        off = off.after(n)
    assert off.winner == 1


def test_those_who_tie_throw_again() -> None:
    off = ThrowOff((0, 1, 2)).after(3).after(1).after(3)
    assert off == ThrowOff((0, 2))
    assert off.thrower == 0
    assert off.after(1).thrower == 2
    assert off.after(1).after(4).winner == 2


def test_play_goes_round_the_table_from_the_first() -> None:
    assert in_turn(2, 4) == (2, 3, 0, 1)

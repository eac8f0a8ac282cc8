"""Ratings move as they should, whatever the number of seats."""

from __future__ import annotations

import pytest

from kaik.play.rating import CENTRE, Rating, after


def test_everybody_begins_in_the_middle() -> None:
    assert Rating().shown == CENTRE
    assert not Rating().settled


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_better_places_gain_and_worse_ones_lose(seats: int) -> None:
    places = list(range(1, seats + 1))
    rated = [rating.shown for rating in after([Rating()] * seats, places)]
    assert rated == sorted(rated, reverse=True)
    assert rated[0] > CENTRE > rated[-1]


def test_shared_places_leave_equals_equal() -> None:
    one, other = after([Rating(), Rating()], [1, 1])
    assert one.shown == other.shown == CENTRE
    assert one.matches == 1


def test_an_upset_moves_more_than_what_was_expected() -> None:
    strong, weak = Rating(30.0, 4.0, 10), Rating(20.0, 4.0, 10)
    expected = after([strong, weak], [1, 2])[0].mean - strong.mean
    upset = strong.mean - after([strong, weak], [2, 1])[0].mean
    assert upset > expected > 0


def test_doubt_shrinks_until_the_rating_is_settled() -> None:
    one, other = Rating(), Rating()
    for match in range(60):
        last = one.doubt
        one, other = after([one, other], [1, 2] if match % 2 else [2, 1])
        assert one.doubt < last
    assert one.settled
    assert one.give < Rating().give
    assert one.safe > Rating().safe

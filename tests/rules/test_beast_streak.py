"""Beast Streak, sentence by sentence (docs/rules/beast_streak.md)."""

from fractions import Fraction

import pytest

from kaik.core.errors import BadOptions
from kaik.core.game import CHANCE
from kaik.games.beast_streak import _hoped
from kaik.play.match import Match
from tests.rules.scripted import FIRST, fall, say, sitting


def streak(seats: int = 2, **options: object) -> Match:
    return fall(sitting("beast_streak", seats, **options), FIRST)


def test_a_first_throw_of_one_is_kept() -> None:  # §2 FIRST, example 6
    match = say(fall(streak(), 1), "stop")
    assert match.state.table.scores == (1, None)


def test_a_further_throw_of_one_loses_the_total() -> None:  # §2 AGAIN, example 7
    match = fall(streak(), 3)
    fall(say(match, "again"), 4)
    fall(say(match, "again"), 1)
    assert match.state.table.scores == (0, None)
    assert match.to_act() == (CHANCE,)


def test_a_first_zero_may_be_built_upon() -> None:  # §2, example 8
    match = say(fall(say(fall(streak(), 0), "again"), 5), "stop")
    assert match.state.table.scores == (5, None)


def test_one_more_throw_at_equality_may_win_the_pot() -> None:  # example 9
    match = fall(streak(rounds=1), 5)
    say(fall(say(match, "again"), 4), "stop")
    fall(match, 5)
    fall(say(match, "again"), 4)
    say(fall(say(match, "again"), 2), "stop")
    assert match.state.table.ledger == (-1, 1)


@pytest.mark.parametrize("bust", ["zero", "out"])
def test_when_both_lose_their_totals_both_stake_again(bust: str) -> None:  # example 10
    match = streak(rz_bust=bust)
    for _ in range(2):
        fall(say(fall(match, 3), "again"), 0)
    assert match.state.table.pot == 4
    assert match.state.table.contenders == (0, 1)


def test_a_seat_that_is_out_loses_even_to_zero() -> None:  # rz_bust
    def played(bust: str) -> Match:
        match = streak(rz_bust=bust, rounds=1)
        fall(say(fall(match, 3), "again"), 0)
        return say(fall(match, 0), "stop")

    assert played("out").state.table.ledger == (-1, 1)
    assert not played("zero").over


def test_at_twelve_one_more_throw_is_worth_387_of_32() -> None:  # example 11
    match = fall(streak(), 4)
    fall(say(match, "again"), 4)
    fall(say(match, "again"), 4)
    assert match.state.total == 12
    assert Fraction(_hoped(match.state)) == Fraction(387, 32)


def test_the_first_throw_may_be_made_to_count_as_lost_too() -> None:  # rz_first_throw_bust
    match = fall(streak(rz_first_throw_bust=True), 1)
    assert match.state.table.scores == (0, None)


def test_the_number_of_throws_may_be_limited() -> None:  # rz_max_throws
    match = fall(say(fall(streak(rz_max_throws=2), 3), "again"), 2)
    assert match.state.table.scores == (5, None)


def test_a_limit_of_one_throw_is_another_game() -> None:  # rz_max_throws 0, 2–20
    with pytest.raises(BadOptions):
        sitting("beast_streak", 2, rz_max_throws=1)

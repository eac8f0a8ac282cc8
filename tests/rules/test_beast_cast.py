"""Beast Cast, sentence by sentence (docs/rules/beast_cast.md)."""

from fractions import Fraction

import pytest

from kaik.core.game import CHANCE
from kaik.core.messages import catalogue
from kaik.kit.opening import First, Throw
from kaik.kit.sticks import cast_weights
from tests.rules.scripted import FIRST, fall, sitting


def test_five_sticks_weigh_1_5_10_10_5_1_and_six_1_6_15_20_15_6_1() -> None:  # §0.1, example 1
    assert cast_weights(5) == (1, 5, 10, 10, 5, 1)
    assert cast_weights(6) == (1, 6, 15, 20, 15, 6, 1)
    assert Fraction(cast_weights(5)[3], 32) == Fraction(10, 32)
    assert Fraction(sum(cast_weights(5)[4:]), 32) == Fraction(3, 16)
    assert Fraction(cast_weights(6)[3], 64) == Fraction(20, 64)


def test_biased_sticks_keep_integer_weights() -> None:  # §0.1 stick_bias
    match = fall(sitting("beast_cast", 2, stick_bias=80), FIRST)
    weights = [weight for _, weight in match.game.weights(match.state)]
    assert Fraction(weights[5], sum(weights)) == Fraction(4, 5) ** 5
    assert Fraction(weights[0], sum(weights)) == Fraction(1, 5) ** 5


@pytest.mark.parametrize(
    ("ante", "throws", "ledger"),
    [
        (1, (4, 2, 3), (2, -1, -1)),  # example 2
        (1, (4, 4, 1, 2, 3), (-2, 3, -1)),  # example 3
        (1, (0, 0, 1, 0), (2, -2)),  # example 4
        (2, (3, 3, 3, 3, 3, 3, 5, 4, 4), (12, -6, -6)),  # example 5
    ],
)
def test_the_highest_takes_the_pot_and_ties_stake_again(
    ante: int, throws: tuple[int, ...], ledger: tuple[int, ...]
) -> None:  # §1
    match = fall(sitting("beast_cast", len(ledger), zs_ante=ante, rounds=1), FIRST, *throws)
    assert match.state.table.ledger == ledger
    assert match.result is not None
    assert match.result.points == ledger


def test_everybody_stakes_when_a_round_begins() -> None:  # §1 STAKE
    match = fall(sitting("beast_cast", 3, zs_ante=4), FIRST)
    assert match.state.table.pot == 12
    assert match.state.table.contenders == (0, 1, 2)


def test_only_the_tied_go_on_and_the_pot_grows() -> None:  # §1 COMPARE
    match = fall(sitting("beast_cast", 3), FIRST, 4, 4, 1)
    assert match.state.table.contenders == (0, 1)
    assert match.state.table.pot == 5


def test_without_restake_the_pot_stays_as_it_is() -> None:  # §1 zs_restake
    match = fall(sitting("beast_cast", 3, zs_restake="none", rounds=1), FIRST, 4, 4, 1)
    assert match.state.table.pot == 3
    assert fall(match, 2, 3).state.table.ledger == (-1, 2, -1)


def test_a_sitting_has_twice_as_many_rounds_as_players() -> None:  # §9.1
    match = fall(sitting("beast_cast", 2), FIRST, 1, 0, 1, 0, 1, 0)
    assert match.to_act() == (CHANCE,)
    assert fall(match, 1, 0).to_act() == ()


def test_the_first_thrower_rotates_per_settled_round_and_rethrows_keep_their_order() -> None:  # §9.2
    match = fall(sitting("beast_cast", 3), First(1), 3, 3, 1, 2, 0)
    assert [done.first for done in match.state.table.done] == [1]
    assert match.state.table.ledger == (-1, 3, -2)
    fall(match, 5, 0, 0)
    assert [done.first for done in match.state.table.done] == [1, 2]
    assert match.state.table.done[-1].winner == 2


def test_the_winner_may_throw_first() -> None:  # zs_first
    match = fall(sitting("beast_cast", 3, zs_first="winner"), FIRST, 1, 2, 5, 0, 0, 1)
    assert [done.first for done in match.state.table.done] == [0, 2]


def test_the_first_thrower_may_be_drawn_every_round() -> None:  # zs_first
    match = fall(sitting("beast_cast", 2, zs_first="random"), FIRST, 1, 2)
    assert [event for event, _ in match.game.weights(match.state)] == [First(0), First(1)]
    fall(match, First(1), 3, 2)
    assert [done.first for done in match.state.table.done] == [0, 1]


def test_the_highest_throw_begins_and_ties_throw_again() -> None:  # §9.2
    match = fall(sitting("beast_cast", 3, first_player="highest_throw"), 4, 1, 4, 2)
    assert match.state.table.first is None
    fall(match, 3)
    assert match.state.table.first == 2
    assert match.state.table.pot == 3


def test_a_settled_round_stays_to_be_seen_until_the_next_throw() -> None:
    match = fall(sitting("beast_cast", 2), FIRST, 4, 2)
    assert match.state.table.settled
    assert match.state.table.scores == (4, 2)
    fall(match, 1)
    assert match.state.table.scores == (None, 1)
    assert match.events[-1] == (CHANCE, Throw(1))


def test_a_tie_is_told_in_the_log_and_on_the_table() -> None:  # §1 COMPARE
    match = fall(sitting("beast_cast", 3), FIRST)
    for n in (4, 4, 1):
        fall(match, n)
    words = catalogue("en", "beast_cast")
    tie = "Tie at 4 between Seat 1, Seat 2: they throw again for a pot of 5."
    assert [words.text(line) for line in match.game.scene(match.state, None).happened] == [tie]
    assert words.text(match.log_lines(None)[-1]) == f"Seat 3 threw 1. {tie}"
    assert match.game.scene(fall(match, 2).state, None).happened == ()

"""New Play, sentence by sentence (docs/rules/new_play.md)."""

from fractions import Fraction

import pytest

from kaik.core.errors import BadNotation, BadOptions
from kaik.core.game import CHANCE
from kaik.core.messages import catalogue
from kaik.games.new_play import GAME, Bet, Number, Sit, expected_gain
from kaik.kit.opening import First
from kaik.play.match import Match
from tests.rules.scripted import FIRST, fall, say, sitting


def sheet(seats: int, **options: object) -> Match:
    return fall(sitting("new_play", seats, **options), FIRST)


@pytest.mark.parametrize(("payout", "gains"), [("profit", (-10, 10)), ("total", (-5, 5))])
def test_a_hit_is_paid_by_the_banker(payout: str, gains: tuple[int, ...]) -> None:  # §3, example 12
    match = fall(say(sheet(2, lt_payout=payout), "bet 5 on 2"), 2)
    assert match.state.ledger == gains


@pytest.mark.parametrize(("payout", "gains"), [("profit", (5, -3, 8, -10)), ("total", (7, -3, 6, -10))])
def test_each_punter_settles_with_the_banker_alone(payout: str, gains: tuple[int, ...]) -> None:  # example 13
    match = say(sheet(4, lt_payout=payout), "bet 3 on 0", "bet 2 on 4", "bet 10 on 3")
    assert fall(match, 4).state.ledger == gains


@pytest.mark.parametrize(("payout", "gain"), [("profit", 3), ("total", 18)])
def test_three_stakes_of_16_on_3_bring_the_banker_a_mean_gain(payout: str, gain: int) -> None:  # example 14
    options = GAME.options().replace(lt_payout=payout, lt_max_bet=16)
    assert -3 * 16 * expected_gain(options, 3) == gain


@pytest.mark.parametrize(
    ("payout", "gains"),
    [("profit", (-23, -7, -2, -2, -7, -23)), ("total", (-24, -12, -12, -12, -12, -24))],
)
def test_the_mean_gains_of_the_sheet(payout: str, gains: tuple[int, ...]) -> None:  # §3 table
    options = GAME.options().replace(lt_payout=payout)
    assert [expected_gain(options, n) for n in range(6)] == [Fraction(gain, 32) for gain in gains]


def test_punters_bet_in_seat_order_after_the_banker() -> None:  # §9.5
    match = fall(sitting("new_play", 3), First(1))
    assert match.to_act() == (2,)
    assert say(match, "bet 1 on 1").to_act() == (0,)
    assert say(match, "bet 1 on 1").to_act() == (CHANCE,)


@pytest.mark.parametrize(
    ("banker", "thrown", "next_banker"),
    [
        ("rotate_each", 0, 1),
        ("fixed", 2, 0),
        ("rotate_on_loss", 0, 0),
        ("rotate_on_loss", 2, 1),
    ],
)
def test_the_bank_passes_on(banker: str, thrown: int, next_banker: int) -> None:  # lt_banker, §9.5
    match = fall(say(sheet(2, lt_banker=banker), "bet 5 on 2"), thrown)
    assert match.to_act() == (1 - next_banker,)


def test_the_bank_stays_with_a_banker_whose_net_is_exactly_0() -> None:  # §9.5
    match = say(sheet(3, lt_banker="rotate_on_loss"), "bet 2 on 2", "bet 4 on 0")
    assert fall(match, 2).state.ledger == (0, 4, -4)
    assert match.to_act() == (1,)


def test_stakes_keep_to_the_agreed_bounds() -> None:  # lt_min_bet, lt_max_bet
    match = sheet(2, lt_min_bet=5, lt_max_bet=30)
    assert len(match.legal(1)) == 6 * 26
    with pytest.raises(BadNotation):
        say(match, "bet 4 on 2")
    with pytest.raises(BadOptions):
        sitting("new_play", 2, lt_min_bet=11)


def test_nobody_need_bet_where_that_is_agreed() -> None:  # lt_must_bet
    assert Sit() not in sheet(2).legal(1)
    match = fall(say(sheet(2, lt_must_bet=False), "sit out"), 3)
    assert match.state.ledger == (0, 0)


def test_many_stakes_are_chosen_after_the_number() -> None:
    match = sheet(2, lt_max_bet=1000)
    assert match.legal(1) == [Number(n) for n in range(6)]
    say(match, "on 4")
    assert match.legal(1)[-1] == Bet(4, 1000)
    assert fall(say(match, "bet 1000 on 4"), 4).state.ledger == (-4000, 4000)


def test_the_highest_throw_banks_first() -> None:  # §9.2
    match = fall(sitting("new_play", 3, first_player="highest_throw"), 2, 5, 5, 1, 3)
    assert match.state.banker == 2


def test_a_punter_is_shown_the_coming_round_and_told_the_last() -> None:  # §3
    match = fall(say(sheet(2), "bet 5 on 2"), 2)
    scene, words = match.game.scene(match.state, 0), catalogue("en", "new_play")
    counters = {c.id: words.text(c.value) for c in scene.counters if c.owner is None}  # type: ignore[arg-type]
    assert counters == {"round": "2 of 4", "banker": "Seat 2"}
    assert not any(spot.items for spot in scene.zones[0].spots)
    assert [words.text(line) for line in scene.happened] == [
        "The banker threw 2.",
        "Seat 1: -10",
        "Seat 2: +10",
    ]


def test_the_last_sheet_stays_on_the_table_when_all_is_over() -> None:
    match = fall(say(sheet(2, rounds=1), "bet 5 on 2"), 2)
    scene = match.game.scene(match.state, 0)
    assert [item.face for item in scene.spots()["number-2"].items] == ["5"]

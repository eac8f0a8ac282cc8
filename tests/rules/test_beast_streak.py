"""Beast Streak, sentence by sentence (docs/rules/beast_streak.md)."""

from fractions import Fraction
from random import Random

import pytest

from kaik.core.errors import BadOptions
from kaik.core.game import CHANCE
from kaik.core.messages import catalogue
from kaik.games.beast_streak import odds
from kaik.games.beast_streak.odds import NOBODY, Pass, Sticks
from kaik.kit.sticks import cast_weights
from kaik.play.match import Match
from kaik.players.greedy import GreedyPlayer
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
    say(match, "again")
    weights = match.game.weights(match.state)
    after = [(match.game.apply(match.state, CHANCE, thrown).total or 0, weight) for thrown, weight in weights]
    assert Fraction(sum(total * weight for total, weight in after), 32) == Fraction(387, 32)


def test_the_first_throw_may_be_made_to_count_as_lost_too() -> None:  # rz_first_throw_bust
    match = fall(streak(rz_first_throw_bust=True), 1)
    assert match.state.table.scores == (0, None)


def test_the_number_of_throws_may_be_limited() -> None:  # rz_max_throws
    match = fall(say(fall(streak(rz_max_throws=2), 3), "again"), 2)
    assert match.state.table.scores == (5, None)


def test_a_limit_of_one_throw_is_another_game() -> None:  # rz_max_throws 0, 2–20
    with pytest.raises(BadOptions):
        sitting("beast_streak", 2, rz_max_throws=1)


# -- what is told (§1, §2) ------------------------------------------------------------------------


def told(match: Match) -> tuple[str, list[str]]:
    """The last line of the log, and what the scene says has happened."""
    words = catalogue("en", "beast_streak")
    scene = match.game.scene(match.state, 0)
    return words.text(match.log_lines(0)[-1]), [words.text(line) for line in scene.happened]


def test_a_lost_total_is_told_until_the_next_cast() -> None:
    match = fall(say(fall(streak(seats=3), 4), "again"), 1)
    assert told(match) == ("Seat 1 threw 1 and lost a total of 4.", ["Seat 1 lost a total of 4."])
    assert told(fall(match, 3)) == ("Seat 2 threw 3.", [])


def test_a_tie_is_told_until_the_next_cast() -> None:
    match = say(fall(streak(), 3), "stop")
    say(fall(match, 3), "stop")
    tie = "Tie at 3 between Seat 1, Seat 2: they throw again for a pot of 4."
    assert told(match) == (f"Seat 2 stopped at 3. {tie}", [tie])
    assert told(fall(match, 2)) == ("Seat 1 threw 2.", [])


def test_a_total_lost_last_gives_the_pot_to_another_and_both_are_told() -> None:
    match = say(fall(streak(rounds=1), 3), "stop")
    fall(say(fall(match, 2), "again"), 0)
    taken = "Seat 1 took the pot of 2."
    assert told(match) == (
        f"Seat 2 threw 0 and lost a total of 2. {taken}",
        ["Seat 2 lost a total of 2.", taken],
    )


# -- playing well (§2) ----------------------------------------------------------------------------

FAIR = Sticks(cast_weights(), 0, False)


def threshold(at: Pass) -> int:
    """The least total that is kept, with every larger one."""
    return max(total for total in range(60) if not odds.stops(at, total)) + 1


def test_with_two_players_the_first_stops_at_nine_and_the_second_wins_71_in_100() -> None:
    first = Pass(FAIR, NOBODY, 0, 1)
    assert threshold(first) == 9
    assert round(1 - sum(chance * odds.won(first, score) for score, chance in odds.turn(first)), 2) == 0.71


@pytest.mark.parametrize("best", [0, 5, 9, 20])
def test_the_last_to_throw_goes_on_until_strictly_ahead(best: int) -> None:
    assert threshold(Pass(FAIR, best, 1, 0)) == best + 1


def test_the_more_are_still_to_throw_the_more_is_risked() -> None:
    thresholds = [threshold(Pass(FAIR, NOBODY, 0, left)) for left in range(1, 8)]
    assert thresholds == sorted(set(thresholds))


@pytest.mark.parametrize(
    ("kept", "thrown", "choice"),
    [(3, 5, "stop"), (5, 5, "again"), (5, 3, "again"), (0, 1, "stop")],
)
def test_greedy_stops_when_nobody_can_overtake(kept: int, thrown: int, choice: str) -> None:
    match = fall(say(fall(streak(), kept), "stop"), thrown)
    chosen = GreedyPlayer().choose(match.game, match.state, 1, match.legal(1), Random(1))
    assert match.game.notate(match.state, 1, chosen) == choice


def test_shares_of_the_pot_are_whole() -> None:
    match = streak(seats=4)
    for event in (3, "stop", 5, "again", 4, "stop", 2):
        assert sum(match.game.evaluate(match.state)) == pytest.approx(0)
        match = say(match, event) if isinstance(event, str) else fall(match, event)

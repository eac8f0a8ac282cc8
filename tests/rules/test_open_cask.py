"""Open Cask, sentence by sentence (`docs/rules/open_cask.md` §7, §11, §14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from kaik.core.errors import BadOptions
from kaik.core.secrets import Unseen
from kaik.games.open_cask import GAME, rules
from kaik.games.open_cask.hands import Worth, sequence
from kaik.games.open_cask.state import Bet, Fold, OpenCaskOptions
from kaik.kit.deck import DECK, Draw, TurnUp, ordered
from kaik.kit.seasons import Table
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from tests.rules.scripted import fall, say, sitting


def cards(text: str) -> tuple[str, ...]:
    return ordered(text.split())


def best(text: str, **how: bool) -> Worth:
    return sequence(cards(text), **how)[0]


def dealt(hands: Sequence[str], stacks: Sequence[int] = (), **options: Any) -> Match:
    """A match of one season with these hands, seat 1 the parent; a hand of nothing sits out."""
    match = sitting("open_cask", len(hands), **{"seasons": 1, "first_parent": "seat0", **options})
    start = match.options.nam_stack  # type: ignore[attr-defined]
    totals = tuple(stack - start for stack in stacks) or (0,) * len(hands)
    match.states = [rules.fresh(match.options, Table(totals, 0))]  # type: ignore[arg-type]
    left = [hand.split() for hand in hands]
    while any(left):
        seat = match.game.weights(match.state)[0][0].seat
        fall(match, Draw(seat, left[seat].pop()))
    return match


def turn_up(match: Match, text: str) -> Match:
    return fall(match, *map(TurnUp, text.split()))


HANDS = ("b8 r8", "b1 r2", "b4 r6")


# -- hands (V100-V113) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("b1 b2 b8 r6 r7", (8, 5, 0, 0)),
        ("rE bS", (7, 2, 0, 0)),
        ("rE rS", (7, 2, 0, 1)),
        ("rK bK", (1, 2, 9, 0)),
        ("b6 b7 b8", (6, 3, 0, 1)),
        ("b1 r2 b5", (5, 3, 0, 0)),
        ("bS b3 b5", (4, 3, 0, 1)),
        ("b1 b1 b1 r1 rS", (3, 5, 0, 0)),
        ("b0 b1 b2 b3", (2, 4, 3, 1)),
        ("r4 r5 r6", (2, 3, 6, 1)),
        ("bS rS", (1, 2, -1, 0)),
        ("r4 bK", (0, 1, 9, 1)),
    ],
)
def test_what_cards_are_worth(hand: str, worth: Worth) -> None:
    assert best(hand) == worth


@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        ("b0 b1 b2 b3", "r5 r6 r7"),
        ("b0 r0 b0", "bK rK"),
        ("b6 b7 b8", "b6 r7 b8"),
        ("b8 r8 b4 r4 b1 r0 b7", "b8 r8 b4 r4 b1 r0 b6"),
    ],
)
def test_more_cards_then_the_number_then_one_colour_then_the_next_hand(strong: str, weak: str) -> None:
    assert sequence(cards(strong)) > sequence(cards(weak))


def test_the_third_hand_may_decide() -> None:
    """V113: 8 8, 4 4, then 7 against 6."""
    assert sequence(cards("b8 r8 b4 r4 b1 r0 b7"))[2] == (0, 1, 7, 1)


def test_named_hands_from_strong_to_weak() -> None:
    hands = [
        "b1 b2 b8 r6 r7",
        "rE bK",
        "b6 r7 b8",
        "b1 r2 b5",
        "bS r3 b5",
        "b1 b1 b1 r1 r1",
        "b0 b1 b2",
        "b0 r0",
    ]
    worths = [best(hand) for hand in hands]
    assert worths == sorted(worths, reverse=True)


def test_going_may_stand_above_the_horse() -> None:
    assert best("bS r3 b5", going_first=True) > best("b1 r2 b5", going_first=True)


def test_going_needs_a_real_ship_and_the_other_may_stand_for_a_card() -> None:
    assert best("bS rS b3")[0] == 4
    assert best("b3 r5 r8")[0] == 0


def test_a_named_hand_needs_a_natural_card() -> None:
    assert best("bS rS")[0] == 1


def test_emperor_and_king_may_be_any_two_of_them() -> None:
    assert best("rK bK", strict=False)[0] == 7


def test_ships_stand_for_nothing_where_agreed() -> None:
    assert best("rE bS", wild=False) == (0, 1, 9, 1)
    assert best("b4 b5 bS", wild=False) == (0, 1, 5, 1)


def test_of_equal_choices_the_one_with_the_best_rest_counts() -> None:
    """§14.8: either 5 may join 1 2; the red one is kept, since it makes a set of one colour afterwards."""
    made = sequence(cards("b1 r2 b5 r5 r5"))
    assert made == ((5, 3, 0, 0), (1, 2, 5, 1))


# -- the deal and the rounds -------------------------------------------------------------------------


def test_two_cards_each_and_an_ante() -> None:
    match = Match(GAME, GAME.options(), 4, Sealed.fresh(4, 1))
    assert [len(hand) for hand in match.state.hands] == [2] * 4
    assert match.state.paid == (1, 1, 1, 1)
    assert match.state.stacks == (49, 49, 49, 49)


def test_a_round_of_bets_before_each_step_and_after_the_last() -> None:
    match = dealt(HANDS)
    for step in ("r0 b3 r7", "b2", "b7"):
        say(match, "bet 1", "bet 1", "bet 1")
        turn_up(match, step)
    assert match.state.round == 4
    assert match.state.shared == ("r0", "b3", "r7", "b2", "b7")
    say(match, "bet 1", "bet 1", "bet 1")
    assert match.over


def test_two_cards_and_nothing_shared() -> None:
    match = dealt(HANDS, nam_reveal=[])
    say(match, "bet 1", "bet 1", "bet 1")
    assert match.over
    assert match.state.table.done[-1].winners == (0,)


# -- betting -----------------------------------------------------------------------------------------


def test_the_worked_example() -> None:
    """V114: A 2, B 4, C out, A 4; A 1, B 1; A 3, B out. Pot 16: A +7, B -6, C -1."""
    match = say(dealt(HANDS), "bet 2", "bet 4", "fold", "bet 4")
    turn_up(match, "r0 b3 r7")
    say(match, "bet 1", "bet 1")
    turn_up(match, "b2")
    say(match, "bet 3", "fold")
    assert match.state.won.pot == 16
    assert match.state.table.done[-1].gains == (7, -6, -1)


def test_there_is_no_free_check() -> None:
    assert dealt(HANDS).legal(0) == [Fold(), *(Bet(x) for x in range(1, 11))]


def test_a_bet_is_at_least_the_highest_so_far() -> None:
    match = say(dealt(HANDS), "bet 7")
    assert match.legal(1) == [Fold(), Bet(7), Bet(8), Bet(9), Bet(10)]


def test_the_round_goes_on_until_all_stand_level() -> None:
    match = say(dealt(HANDS), "bet 1", "bet 2", "bet 3")
    assert match.to_act() == (0,)
    say(match, "bet 3")
    assert match.to_act() == (1,)
    say(match, "bet 3")
    assert match.state.phase == "open"
    assert match.state.paid == (4, 4, 4)


def test_everybody_acts_once_where_agreed() -> None:
    match = say(dealt(HANDS, nam_bet_mode="single_pass"), "bet 1", "bet 2", "bet 3")
    assert match.state.phase == "open"
    assert match.state.paid == (2, 3, 4)


def test_the_first_bet_is_no_raise_and_after_three_raises_one_matches_or_leaves() -> None:
    match = say(dealt(HANDS), "bet 1", "bet 2", "bet 3", "bet 4")
    assert match.state.raises == 3
    assert match.legal(1) == [Fold(), Bet(4)]


@pytest.mark.parametrize(
    ("options", "levels"),
    [
        ({"nam_bet_max": 4}, range(1, 5)),
        ({"nam_min_bet": 8}, range(8, 11)),
        ({"nam_stack": 6}, range(1, 6)),
        ({"nam_stack": 8, "nam_ante": 3}, range(1, 6)),
    ],
)
def test_what_bounds_a_bet(options: dict[str, int], levels: range) -> None:
    assert dealt(HANDS, **options).legal(0) == [Fold(), *map(Bet, levels)]


def test_raises_may_be_forbidden() -> None:
    assert say(dealt(HANDS, nam_raises=0), "bet 2").legal(1) == [Fold(), Bet(2)]


def test_no_level_exceeds_the_smallest_stack_of_those_still_in() -> None:
    match = dealt(HANDS, stacks=(50, 20, 5))
    assert rules.cap(match.state) == 4
    say(match, "bet 2", "bet 2", "fold")
    turn_up(match, "r0 b3 r7")
    assert rules.cap(match.state) == 10


def test_a_round_in_which_nothing_can_be_bet_is_skipped() -> None:
    match = dealt(HANDS, stacks=(50, 20, 1))
    assert match.state.phase == "open"
    turn_up(match, "r0 b3 r7 b2 b7")
    assert match.over
    assert match.state.won.pot == 3


def test_after_a_parent_who_leaves_the_next_one_in_bets_first() -> None:
    match = say(dealt(HANDS), "fold", "bet 1", "bet 1")
    turn_up(match, "r0 b3 r7")
    assert match.to_act() == (1,)


def test_the_last_one_left_takes_the_pot_unseen() -> None:
    match = say(dealt(HANDS), "fold", "bet 3", "fold")
    assert match.over
    assert match.state.table.done[-1].gains == (-1, 2, -1)
    assert isinstance(GAME.view(match.state, 0).hands[1][0], Unseen)


# -- the reveal --------------------------------------------------------------------------------------


def shown_down(hands: Sequence[str], shared: str, *bets: str, **options: Any) -> Match:
    match = say(dealt(hands, nam_reveal=[5], **options), *bets)
    turn_up(match, shared)
    return say(match, *["bet 1"] * sum(match.state.inside))


def test_all_who_never_left_show_together_and_the_best_takes_the_pot() -> None:
    match = shown_down(HANDS, "r0 b5 r7 b2 bK", "bet 1", "fold", "bet 1")
    assert match.state.won.hands == (cards("b8 r8"), (), cards("b4 r6"))
    assert match.state.won.pot == 7
    assert match.state.table.done[-1].gains == (4, -1, -3)


def test_equal_hands_share_and_odd_points_go_to_the_first_from_the_parent() -> None:
    hands, shared = ("b8 b0", "r8 r0", "b4 b6"), "r2 r4 b3 r7 bK"
    match = shown_down(hands, shared, "bet 1", "bet 1", "fold")
    assert match.state.won.pot == 7
    assert match.state.won.shares == (4, 3, 0)
    match = shown_down(hands, shared, "bet 1", "bet 1", "fold", nam_tie="first")
    assert match.state.won.shares == (7, 0, 0)


# -- stacks ------------------------------------------------------------------------------------------


def test_a_player_without_points_sits_out() -> None:
    match = dealt(("b8 r8", "", "b4 r6"), stacks=(20, 0, 5))
    assert match.state.inside == (True, False, True)
    assert match.state.paid == (1, 0, 1)
    assert say(match, "bet 1").to_act() == (2,)


def test_the_match_ends_early_when_one_player_has_all() -> None:
    match = dealt(("b8 r8", "b4 r6"), stacks=(2, 1), seasons=4)
    turn_up(match, "r0 b5 r7 b2 bK")
    assert match.over
    assert match.result is not None
    assert match.result.reason.key == "reason.broke"


def test_options_that_cannot_be_played_together_are_refused() -> None:
    for values in ({"nam_reveal": [5, 5]}, {"nam_min_bet": 20}, {"nam_ante": 60}):
        with pytest.raises(BadOptions):
            OpenCaskOptions().replace(**values)


def test_the_winner_is_the_next_parent() -> None:
    match = say(dealt(HANDS, seasons=2), "fold", "bet 1", "fold")
    assert rules.current(match.state).table.parent == 1


def test_all_cards_are_somewhere() -> None:
    match = say(dealt(HANDS), "bet 1", "bet 1", "bet 1")
    state = turn_up(match, "r0 b3 r7").state
    assert ordered([*state.deck, *state.shared, *(card for hand in state.hands for card in hand)]) == DECK


def test_a_season_begins_with_a_new_deal() -> None:
    match = say(dealt(HANDS, seasons=2), "fold", "bet 1", "fold")
    fresh = rules.current(match.state)
    assert fresh.hands == ((), (), ())
    assert fresh.last == match.state.won
    assert replace(fresh, last=None) == rules.fresh(match.options, fresh.table)  # type: ignore[arg-type]

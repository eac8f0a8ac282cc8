"""Value Tree, sentence by sentence (`docs/rules/value_tree.md` §6, §11, §14)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kaik.core.game import CHANCE
from kaik.games.value_tree import GAME, rules
from kaik.games.value_tree.state import Lay, LayFree, Merge, NewPath, Special
from kaik.kit.deck import COLOURLESS, TurnUp, ordered, without
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from tests.rules.scripted import fall, say, sitting


def kinds(text: str) -> tuple[str, ...]:
    return ordered(text.split())


def table(
    ends: str, hand: str, *others: str, covered: str = "", deck: str | None = None, **options: Any
) -> Match:
    """A match of one season in which seat 1 is at turn."""
    hands = tuple(map(kinds, (hand, *(others or ("8 8",)))))
    match = sitting("value_tree", len(hands), seasons=1, first_parent="seat0", **options)
    lying = [*kinds(ends), *kinds(covered), *(card for held in hands for card in held)]
    rest = without(COLOURLESS, lying) if deck is None else kinds(deck)
    state = replace(match.state, hands=hands, ends=kinds(ends), covered=kinds(covered), deck=rest)
    match.states = [replace(state, phase="turn")]
    return match


def texts(match: Match) -> list[str]:
    return [GAME.notate(match.state, 0, action) for action in match.legal(0)]


def ends(match: Match) -> str:
    return " ".join(match.state.ends)


# -- setup -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "left"), [(2, 34), (3, 28), (4, 22), (5, 16), (6, 10)])
def test_six_cards_each_and_two_paths(seats: int, left: int) -> None:
    """V099."""
    match = Match(GAME, GAME.options(), seats, Sealed.fresh(seats, 1))
    assert len(match.state.deck) == left
    assert len(match.state.ends) == 2
    assert [len(hand) for hand in match.state.hands] == [6] * seats


# -- laying (V090, V091, V094-V096) ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "play", "legal"),
    [
        ("6 8", "6>6", True),
        ("1 2 3 8", "1 2 3>6", True),
        ("0 3 3 8", "0 3 3>6", True),
        ("1 2 8", "1 2>6", False),
    ],
)
def test_cards_must_add_up_to_the_end(hand: str, play: str, legal: bool) -> None:
    assert (play in texts(table("6", hand))) == legal


def test_every_card_laid_becomes_an_end() -> None:
    assert ends(say(table("6", "1 2 3 8"), "1 2 3>6")) == "1 2 3"


def test_the_named_card_stays_on_top() -> None:
    match = table("6", "1 2 3 8", hop_end="last")
    assert [text for text in texts(match) if text.startswith("1 2 3")] == [
        f"1 2 3>6 top {card}" for card in (1, 2, 3)
    ]
    say(match, "1 2 3>6 top 2")
    assert ends(match) == "2"
    assert match.state.covered == kinds("1 3 6")


def test_the_end_keeps_its_number() -> None:
    match = say(table("6", "1 2 3 8", hop_end="sum"), "1 2 3>6")
    assert ends(match) == "6"
    assert match.state.covered == kinds("1 2 3")


def test_nothing_may_join_any_sum_and_is_an_end_of_0() -> None:
    match = table("0", "0 0 8")
    assert {"0>0", "0 0>0"} <= set(texts(match))
    assert ends(say(table("4", "4 0 8"), "0 4>4")) == "0 4"


def test_equal_ends_are_one_target_and_equal_cards_one_choice() -> None:
    assert texts(table("6 6", "6 6 8")) == ["6>6", "path"]


# -- joining (V092, V093, V096) ----------------------------------------------------------------------


def test_two_ends_are_joined_by_their_sum() -> None:
    match = say(table("1 1", "2 8"), "2>1+1")
    assert ends(match) == "2"
    assert match.state.covered == kinds("1 1")


def test_no_card_joins_ends_beyond_8() -> None:
    assert not any(isinstance(action, Merge) for action in table("8 5", "0 1 2 3 4 5").legal(0))


def test_ends_of_one_tree_may_merge() -> None:
    match = say(table("7 2", "5 2 8", "4 8"), "2 5>7")
    assert ends(match) == "2 2 5"
    assert ends(say(match, "4>2+2")) == "4 5"


# -- free ends (V097) --------------------------------------------------------------------------------


def test_a_free_end_takes_exactly_one_card() -> None:
    match = table("E 2", "7 3 4 8")
    assert LayFree("7") in match.legal(0)
    assert not any(isinstance(a, Lay) and a.end == "E" for a in match.legal(0))
    assert not any(isinstance(a, Merge) and "E" in a.ends for a in match.legal(0))
    assert ends(say(match, "7>free")) == "2 7"


# -- special cards (V098) ----------------------------------------------------------------------------


def test_a_special_sweeps_all_paths_and_two_new_ones_begin() -> None:
    match = say(table("4 2", "S 8"), "S")
    assert match.state.ends == ()
    assert match.state.covered == kinds("S 2 4")
    fall(match, TurnUp("6"), TurnUp("K"))
    assert ends(match) == "6 K"
    assert match.to_act() == (1,)


def test_a_special_on_a_free_end_or_on_nothing_is_one_action() -> None:
    assert table("E 2", "K 8").legal(0).count(Special("K")) == 1


def test_a_special_as_the_last_card_wins_after_two_paths_are_turned_up() -> None:
    match = say(table("4 2", "K"), "K")
    assert not match.over
    fall(match, TurnUp("6"), TurnUp("1"))
    assert match.over
    assert match.result is not None
    assert match.result.points == (1, -1)


def test_specials_only_on_a_free_end_where_agreed() -> None:
    options = {"hop_special_on_path": "free_end_only"}
    assert Special("K") not in table("4 2", "K 8", **options).legal(0)
    assert Special("K") in table("4 E", "K 8", **options).legal(0)


# -- new paths and the deck --------------------------------------------------------------------------


def test_whoever_cannot_or_will_not_play_opens_a_path() -> None:
    match = table("4 2", "4 8")
    assert match.legal(0)[-1] == NewPath()
    say(match, "path")
    assert match.to_act() == (CHANCE,)
    fall(match, TurnUp("1"))
    assert ends(match) == "1 2 4"
    assert len(match.state.hands[0]) == 2


def test_the_forced_path_is_not_played_by_the_referee() -> None:
    """That a player cannot lay anything is not shown."""
    assert GAME.secret_window(table("1", "8 8").state)


def test_a_used_up_deck_is_made_anew_when_a_card_is_needed() -> None:
    match = table("4", "8 8", covered="1 5 K", deck="")
    assert match.state.covered == kinds("1 5 K")
    say(match, "path")
    assert match.state.remade == kinds("1 5 K")
    assert match.state.covered == ()
    fall(match, TurnUp("5"))
    assert ends(match) == "4 5"


def test_the_deck_is_made_anew_between_two_new_paths_too() -> None:
    match = say(table("4", "S 8", deck="7"), "S")
    fall(match, TurnUp("7"))
    assert match.state.remade == kinds("S 4")
    fall(match, TurnUp("4"))
    assert ends(match) == "4 7"


def test_all_know_what_a_remade_deck_holds() -> None:
    """So the cards that nobody has seen are in the other hands, and no guess mixes them with the deck."""
    hand, other = "8 8", "2 3"
    covered = " ".join(without(COLOURLESS, kinds(f"4 {hand} {other}")))
    match = say(table("4", hand, other, covered=covered, deck=""), "path")
    view = GAME.view(match.state, 0)
    assert all(GAME.determinize(view, 0, Random(seed)) == match.state for seed in range(10))


def test_without_a_new_deck_who_lays_nothing_passes() -> None:
    match = say(table("4", "8 8", covered="1 5 K", deck="", hop_deck_empty="pass"), "path")
    assert match.to_act() == (1,)
    assert match.state.passes == 1


# -- the end of a season -----------------------------------------------------------------------------


def test_the_first_empty_hand_wins_at_once_and_gets_one_from_each() -> None:
    match = say(table("4 2", "2", "8 8", "7"), "2>2")
    assert match.over
    assert match.result is not None
    assert match.result.points == (2, -1, -1)


def test_losers_pay_the_cards_they_have_left_where_agreed() -> None:
    match = say(table("4 2", "2", "8 8", "7", win_stake="cards_left"), "2>2")
    assert match.state.table.done[-1].gains == (3, -2, -1)


def stalled(*hands: str, **options: Any) -> Match:
    match = table("4", *hands, deck="", **options)
    return say(match, *["path"] * len(hands))


@pytest.mark.parametrize(
    ("hands", "gains"),
    [
        (("8", "8 8", "7 7"), (2, -1, -1)),
        (("8", "7", "8 8"), (1, 0, -1)),
        (("8", "7"), (0, 0)),
    ],
)
def test_when_all_pass_the_fewest_cards_win_and_equals_share(hands: Sequence[str], gains: Any) -> None:
    """§14.7: what the others pay is split among the sharers; the first from the parent gets the odd point."""
    match = stalled(*hands)
    assert match.over
    assert match.state.table.done[-1].gains == gains


def test_a_stall_may_be_a_draw() -> None:
    match = stalled("8", "8 8", hop_stall="draw")
    assert match.state.table.done[-1].winners == ()
    assert match.state.table.done[-1].gains == (0, 0)


def test_the_winner_is_the_next_parent() -> None:
    match = table("4 2", "8 8", "2")
    match.options = match.options.replace(seasons=2)
    match.states = [replace(match.state, options=match.options, turn=1)]
    say(match, "2>2")
    assert rules.current(match.state).table.parent == 1

"""Linked Friends, sentence by sentence (`docs/rules/linked_friends.md` §5, §11, §14)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kaik.games.linked_friends import GAME, hand_size
from kaik.games.linked_friends.state import Laid
from kaik.kit.deck import COLOURLESS, Role, ordered
from kaik.play.match import Match
from tests.rules.cardtable import cards, legal, may, opened, seated
from tests.rules.scripted import say


def following(role: Role, hand: str, **options: Any) -> Match:
    """Seat 2 follows this role of seat 1."""
    return seated(
        "linked_friends",
        ["0 0", hand],
        options,
        phase="follow",
        role=role,
        best=0,
        turn=1,
        trick=(Laid(0, ("1",)),),
    )


def effect(hands: list[str], generals: str, discards: str = "", **options: Any) -> Match:
    """Seat 1 has led generals; his other cards and the hands of the others are given."""
    hands = [f"{generals} {hands[0]}", *hands[1:]]
    match = seated("linked_friends", hands, options, discards=cards(discards))
    return say(match, ("set " if " " in generals else "single ") + generals)


# -- setup ----------------------------------------------------------------------------------------------


def test_v089_all_cards_are_dealt_evenly() -> None:
    assert [hand_size(seats) for seats in range(2, 7)] == [24, 16, 12, 9, 8]
    assert len(opened("linked_friends", 5, 9).state.deck) == 3


# -- what may be played (V083–V086) ----------------------------------------------------------------------


def test_v083_a_set_of_three_goes_on_anything() -> None:
    assert may(following(Role("single", 1, 8), "0 0 0 1"), "set 0 0 0")


def test_v084_even_on_a_larger_and_stronger_set() -> None:
    table = Role("set", 4, 7)
    assert may(following(table, "2 2 2 1"), "set 2 2 2")
    assert not may(following(table, "2 2 2 1", niek_bomb="beat_smaller"), "set 2 2 2")


def test_beat_smaller_asks_for_more_cards_or_more_strength() -> None:
    table = Role("set", 3, 5)
    assert legal(following(table, "2 2 2 2 6 6 6 1", niek_bomb="beat_smaller")) >= {
        "set 2 2 2 2",
        "set 6 6 6",
    }
    assert not may(following(table, "2 2 2 1", niek_bomb="beat_smaller"), "set 2 2 2")
    assert may(following(Role("run", 3, 8), "2 2 2 1", niek_bomb="beat_smaller"), "set 2 2 2")


def test_v085_a_run_needs_the_same_length() -> None:
    match = following(Role("run", 3, 5), "4 5 6 7 8 1")
    assert not may(match, "run 5 6 7 8")
    assert may(match, "run 4 5 6")


def test_v086_nothing_is_stronger_than_king_and_emperor() -> None:
    assert legal(following(Role("set", 2, 9), "K E 8 8 1")) == {"pass"}


def test_a_pair_is_no_set_of_three() -> None:
    assert not may(following(Role("single", 1, 3), "5 5"), "set 5 5")


def test_a_run_of_sets_needs_the_same_shape() -> None:
    match = following(Role("runset", 6, 3, 2), "2 2 3 3 4 4 5 5 1")
    assert may(match, "runset 2 2 3 3 4 4")
    assert not may(match, "runset 2 2 3 3 4 4 5 5")


def test_cards_of_two_types_are_named() -> None:
    match = seated("linked_friends", ["5 S S 1", "0 0"])
    assert {"set 5 S S", "run 5 S S"} <= {" ".join(sorted_words(text)) for text in legal(match)}


def sorted_words(text: str) -> list[str]:
    first, *rest = text.split()
    return [first, *sorted(rest)]


@pytest.mark.parametrize(("least", "allowed"), [(3, False), (2, True)])
def test_how_many_numbers_a_run_of_sets_needs(least: int, allowed: bool) -> None:
    match = seated("linked_friends", ["1 1 2 2 4", "0 0"], {"niek_runset_min": least})
    assert may(match, "runset 1 1 2 2") is allowed


# -- the trick --------------------------------------------------------------------------------------------


def test_when_all_others_pass_the_trick_is_over() -> None:
    match = say(seated("linked_friends", ["5 1 1", "6 2", "0 0"]), "single 5", "single 6", "pass", "pass")
    assert match.to_act() == (1,)
    assert match.state.phase == "lead"
    assert match.state.discards == ("5", "6")


def test_who_passed_may_play_later_in_the_trick() -> None:
    match = say(seated("linked_friends", ["5 1 1", "7 2", "6 0"]), "single 5", "pass", "single 6", "pass")
    assert may(match, "single 7")


def test_the_first_empty_hand_wins() -> None:
    match = say(seated("linked_friends", ["5 1", "6", "0 0 0"]), "single 5", "single 6")
    assert match.state.table.done[-1].gains == (-1, 2, -1)


def test_losers_may_pay_for_the_cards_they_have_left() -> None:
    match = seated("linked_friends", ["5 1", "6", "0 0 0"], {"win_stake": "cards_left"})
    assert say(match, "single 5", "single 6").state.table.done[-1].gains == (-1, 4, -3)


# -- generals ---------------------------------------------------------------------------------------------


def test_v087_two_generals_remove_two_strengths_everywhere() -> None:
    match = effect(["1 2 K 5", "1 E 3", "1 1 1 4"], "8 8", discards="1 0 K")
    say(match, "remove 1 KE")
    assert match.state.hands == (("2", "5"), ("3",), ("4",))
    assert match.state.discards == ("0",)
    assert match.state.removed.count("1") == 8
    assert match.state.removed[-4:] == ("K", "K", "E", "E")


def test_v088_fewer_discards_than_generals() -> None:
    match = effect(["1", "2 3"], "8 8", discards="5")
    say(match, "take 5")
    assert match.state.hands[0] == ("1", "5")
    assert match.state.discards == ()


def test_without_discards_strengths_must_be_removed() -> None:
    assert all(text.startswith("remove") for text in legal(effect(["1", "2 3"], "8")))
    assert len(legal(effect(["1", "2 3"], "8"))) == 11


def test_as_many_different_strengths_as_generals_are_named() -> None:
    assert len(legal(effect(["1", "2 3"], "8 8"))) == 55
    assert len(legal(effect(["1", "2 3"], "8 8", niek_general_strengths="one"))) == 11


def test_the_removed_role_still_has_to_be_beaten() -> None:
    match = say(effect(["1", "K 3", "0"], "8"), "remove 8")
    assert match.state.trick == (Laid(0, ()),)
    assert legal(match) == {"pass", "single K"}


def test_a_hand_emptied_by_a_general_wins_the_acting_player_first() -> None:
    assert say(effect(["1 2", "3", "4 5"], "8"), "remove 3").state.table.done[-1].winners == (1,)
    assert say(effect(["1 1", "1", "4 5"], "8"), "remove 1").state.table.done[-1].winners == (0,)


def test_generals_do_nothing_when_they_are_the_last_cards() -> None:
    match = say(seated("linked_friends", ["8", "3 3"]), "single 8")
    assert match.state.table.done[-1].winners == (0,)


def test_a_ship_is_no_general() -> None:
    match = say(seated("linked_friends", ["6 7 S 1", "3 3"]), "run 6 7 S")
    assert match.state.phase == "follow"


def test_after_the_effect_the_turn_passes() -> None:
    assert say(effect(["1", "2 3"], "8"), "remove 5").to_act() == (1,)


# -- what is hidden -----------------------------------------------------------------------------------------


def test_cards_taken_back_are_known_until_one_like_them_is_played() -> None:
    match = say(effect(["1 2", "3 4 K", "0 0 0"], "8", discards="5 6"), "take 5")
    for seed in range(20):
        assert "5" in GAME.determinize(GAME.view(match.state, 1), 1, Random(seed)).hands[0]
    say(match, "pass", "pass")
    assert say(match, "single 5").state.known == ((), (), ())


def test_among_two_players_everything_is_known() -> None:
    match = opened("linked_friends", 2, 24)
    assert GAME.determinize(GAME.view(match.state, 0), 0, Random(1)) == match.state


def test_guesses_use_every_card_once() -> None:
    match = opened("linked_friends", 5, 9)
    guess = GAME.determinize(GAME.view(match.state, 2), 2, Random(5))
    assert guess.hands[2] == match.state.hands[2]
    assert ordered([*guess.deck, *(card for hand in guess.hands for card in hand)]) == COLOURLESS

"""Kitten, sentence by sentence (`docs/rules/kitten.md` §8, §11, §14)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kaik.core.errors import BadOptions
from kaik.core.game import CHANCE
from kaik.core.secrets import unseen_in
from kaik.games.kitten import GAME, final_points, hand_size
from kaik.games.kitten.rules import answers
from kaik.games.kitten.state import KittenOptions, Step
from kaik.kit.deck import DECK, Draw, ordered
from kaik.play.match import Match
from tests.rules.cardtable import cards, legal, may, opened, seated
from tests.rules.scripted import fall, say, sitting


def seats(hands: list[str], options: dict[str, Any] | None = None, **changes: Any) -> Match:
    """Seat 1 leads a round in which everybody may join."""
    inside = tuple(range(len(hands)))
    history = tuple((Step(came=len(hand.split())),) for hand in hands)
    given = {"inside": inside, "joined": (0,), "history": history, **changes}
    return seated("kitten", hands, options, **given)


def goes(on: str, answer: str, **options: Any) -> bool:
    return cards(answer) in answers(KittenOptions(**options), cards(on), cards(answer))


def draw(match: Match, *drawn: str) -> Match:
    return fall(match, *(Draw(match.state.turn, card) for card in drawn))


# -- setup ----------------------------------------------------------------------------------------------


def test_v122_the_deck_after_the_deal() -> None:
    sizes = [(seats, hand_size(KittenOptions(), seats)) for seats in (2, 3, 4)]
    assert [48 - seats * size for seats, size in sizes] == [24, 12, 16]
    assert len(opened("kitten", 4, 8).state.deck) == 16


def test_the_first_deal_for_four_leaves_no_deck() -> None:
    options = GAME.options("seed_deal")
    assert hand_size(options, 4) == 12
    with pytest.raises(BadOptions):
        KittenOptions().replace(ni_deal="seed")


# -- what goes on what (V115–V120) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "answer", "allowed"),
    [
        ("b1", "b2", True),  # V115
        ("b1", "r2", False),  # colour
        ("b1", "b1 r1", True),  # more cards
        ("b1 r1", "r2", True),  # V116
        ("bE", "bS", True),  # V117
        ("bE", "rS", False),
        ("bE", "bK", False),
        ("bE", "rE b0", True),
        ("bS", "b1", True),  # V118
        ("bS", "b0", True),
        ("bS", "bE", False),
        ("rK", "rE", True),  # V119
        ("b4", "b4", False),
        ("b1 r1", "r2 b2", False),
        ("bE rE", "rS", True),  # §14.9 one ship on a set of emperors
        ("b0", "b0 r0", True),
        ("b0", "b1 r0", False),
    ],
)
def test_v115_to_v119_what_goes_on_what(on: str, answer: str, allowed: bool) -> None:
    assert goes(on, answer) is allowed


def test_a_larger_set_need_not_share_a_colour_unless_so_agreed() -> None:
    assert goes("b4", "r4 r4")
    assert not goes("b4", "r4 r4", ni_colour_on_more=True)
    assert goes("b4", "r4 b0", ni_colour_on_more=True)


def test_singles_and_sets_may_be_led() -> None:
    assert legal(seats(["b4 r4 b0", "b1 b1"])) == {"b0", "b4", "r4", "b0 b4", "b0 r4", "b4 r4", "b0 b4 r4"}


# -- the round --------------------------------------------------------------------------------------------


def test_one_may_stay_out_even_if_one_could_play() -> None:
    match = say(seats(["b1 b2 b3", "b4 b5"]), "b1")
    assert legal(match) == {"out", "b4", "b5"}


def test_who_has_joined_must_play_if_able() -> None:
    match = say(seats(["b1 b6 r6", "b4 b5 r1"]), "b1", "b4")
    assert legal(match) == {"b6"}


def test_unable_is_out_and_draws_three() -> None:
    match = say(seats(["b1 r6", "b4 b5", "b7 b8"]), "b1", "b4", "b7")
    assert legal(match) == {"drop"}
    draw(say(match, "drop"), "r1", "r2", "r3")
    assert match.state.hands[0] == ("r1", "r2", "r3", "r6")
    assert match.state.inside == (1, 2)
    assert match.to_act() == (1,)


def test_staying_out_draws_three_unseen_cards() -> None:
    match = say(seats(["b1 b2", "b4 b5", "b7 b8"]), "b1", "out")
    assert match.to_act() == (CHANCE,)
    assert unseen_in(GAME.shown(match.state, CHANCE, Draw(1, "rE"), 0))
    assert GAME.shown(match.state, CHANCE, Draw(1, "rE"), 1) == Draw(1, "rE")
    assert draw(match, "r1", "r2", "r3").to_act() == (2,)


def test_the_last_one_in_obtains_the_field_and_leads() -> None:
    match = say(seats(["b1 b2", "b4 b5"]), "b1", "b4", "drop")
    draw(match, "r1", "r2", "r3")
    assert match.state.aside == ((), ("b1", "b4"))
    assert (match.state.parent, match.state.turn, match.state.phase) == (1, 1, "lead")
    assert match.state.inside == (0, 1)


def test_a_parent_without_cards_draws_before_leading() -> None:
    match = draw(say(seats(["b8", "b4 b5"]), "b8", "out"), "r1", "r2", "r3")
    assert (match.state.turn, match.state.phase, match.state.drawing) == (0, "lead", 3)
    draw(match, "r4", "r5", "r6")
    assert legal(match) == {"r4", "r5", "r6"}


# -- points -----------------------------------------------------------------------------------------------


def test_v121_an_emptied_hand_scores_the_largest_at_once() -> None:
    others = ["b2 " * 2 + "b3 b3 b4 b4 b5 b5 b6", "r1 r1 r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6"]
    match = say(seats(["b1", *others]), "b1")
    assert match.state.points == (14, 0, 0)
    assert match.to_act() == (1,)


def test_the_season_ends_when_the_deck_is_used_up() -> None:
    match = say(seats(["b1 b2", "b4 b5", "b7"], deck=("r1", "r2", "r3")), "b1", "out")
    draw(match, "r1", "r2", "r3")
    assert match.state.table.settled


def test_fewer_than_three_left_are_all_drawn() -> None:
    match = say(seats(["b1 b2", "b4 b5"], deck=("r1",)), "b1", "out")
    assert draw(match, "r1").state.table.settled


def test_the_example_a_winning_parent_gets_one_more() -> None:
    assert final_points((14, 0, 0), [3, 9, 14], parent=0) == ((0,), (15, 0, 0))
    assert final_points((14, 0, 0), [3, 9, 14], parent=1) == ((0,), (14, 0, 0))


def test_equal_points_fewest_cards_then_shared() -> None:
    assert final_points((5, 5, 0), [3, 2, 1], parent=2) == ((1,), (5, 5, 0))
    assert final_points((5, 5, 0), [2, 2, 1], parent=1) == ((0, 1), (5, 6, 0))


def test_v123_if_nobody_scored_the_shortest_hand_scores_the_gap() -> None:
    assert final_points((0, 0, 0), [3, 8, 11], parent=1) == ((0,), (8, 0, 0))
    assert final_points((0, 0, 0), [3, 8, 11], parent=0) == ((0,), (9, 0, 0))


def test_the_parent_at_the_end_leads_the_running_round_whose_field_goes_to_nobody() -> None:
    gains = []
    for leader in (0, 2):
        match = say(seats(["b1 b2", "b4", "b7 b8"], deck=("r1",), parent=leader), "b1", "out")
        draw(match, "r1")
        gains.append(match.state.table.done[-1].gains)
        assert match.state.aside == ((), (), ())
    assert gains == [(2, 0, 0), (1, 0, 0)]


def test_without_a_deck_play_goes_on_until_a_hand_is_empty() -> None:
    options = {"ni_deal": "seed", "ni_no_deck": "play_on"}
    match = say(seats(["b1 b2", "b4 b5", "r1 r2"], options, deck=()), "b1", "b4", "out")
    assert say(match, "drop").to_act() == (1,)
    say(match, "b5")
    assert match.state.table.done[-1].gains == (0, 3, 0)


def test_points_come_from_the_bank() -> None:
    assert not GAME.zero_sum


# -- what is hidden -----------------------------------------------------------------------------------------


def test_who_dropped_could_not_have_played() -> None:
    match = say(seats(["b4 r1 r2 r3 r5", "b5 b8 r6", "b1 b1 r7"]), "b4", "b5", "out")
    draw(match, "b6", "b7", "bK")
    draw(say(match, "drop"), "bE", "r8", "rE")
    for seed in range(30):
        guess = GAME.determinize(GAME.view(match.state, 1), 1, Random(seed))
        able = [card for card in guess.hands[0] if card[0] == "b" and card[1] in "678KE"]
        assert len(able) <= 3, "only cards drawn since may go on a black 5"
        groups = (guess.deck, *guess.hands, *guess.aside)
        assert ordered(card for group in groups for card in group) == DECK


def test_who_stayed_out_may_hold_anything() -> None:
    match = say(seats(["b1 b2", "b4 b5 b6", "r1 r2 r3"]), "b1", "out")
    draw(match, "r6", "r7", "r8")
    found = {
        card
        for seed in range(60)
        for card in GAME.determinize(GAME.view(match.state, 0), 0, Random(seed)).hands[1]
    }
    assert {"b5", "b8", "rE"} <= found


def test_starting_a_match() -> None:
    assert sitting("kitten", 4).to_act() == (CHANCE,)
    assert not may(opened("kitten", 2, 12), "drop")

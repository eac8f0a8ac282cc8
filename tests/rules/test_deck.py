"""The cards and what they make (`docs/rules/walking_war.md` §1 with its examples, kitten §8, soft run §9)."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import combinations
from random import Random

import pytest

from kaik.core.secrets import UNSEEN
from kaik.kit import cardview, deck
from kaik.kit.deck import Cards, KindRole, Role


def cards(text: str) -> Cards:
    return deck.ordered(text.split())


def role(text: str) -> tuple[str, int] | None:
    """The one role of some cards as type and strength."""
    found = deck.roles_of(cards(text))
    assert len(found) <= 1
    return (found[0].type, found[0].strength) if found else None


def linked(text: str) -> set[tuple[str, int, int]]:
    return {(role.type, role.strength, role.copies) for role in deck.linked_roles_of(cards(text))}


def soft(text: str) -> set[tuple[str, str]]:
    return {(role.type, role.kind) for role in deck.soft_roles_of(cards(text))}


# -- the deck (§1.1) ------------------------------------------------------------------------------------


def test_v001_the_deck() -> None:
    assert len(deck.DECK) == 48
    tally = Tally(deck.DECK)
    for colour in "br":
        assert [tally[colour + kind] for kind in "S012345678KE"] == [1, 3, 4, 2, 2, 2, 2, 2, 2, 2, 1, 1]
        assert sum(deck.colour(card) == colour for card in deck.DECK) == 24


def test_without_colours_there_are_twice_as_many_of_each_kind() -> None:
    assert Tally(deck.COLOURLESS) == Tally(map(deck.code, deck.DECK))


def test_strength_and_number() -> None:
    assert [deck.strength(kind) for kind in "S012345678KE"] == [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9]
    assert [deck.number("b" + kind) for kind in "S08KE"] == [None, 0, 8, None, None]


def test_a_draw_is_weighted_by_the_copies_left() -> None:
    assert deck.draws(cards("b1 b1 rE"), 1) == [(deck.Draw(1, "b1"), 2), (deck.Draw(1, "rE"), 1)]
    assert deck.for_all(cards("b1 b1 rE")).weights() == [(deck.TurnUp("b1"), 2), (deck.TurnUp("rE"), 1)]


def test_one_card_is_drawn_as_often_as_it_has_copies() -> None:
    rng, lot = Random(1), deck.for_seat(cards("b1 b1 b1 rE"), 1)
    drawn = Tally(lot.drawn(rng) for _ in range(4000))
    assert set(drawn) == {deck.Draw(1, "b1"), deck.Draw(1, "rE")}
    assert 2800 < drawn[deck.Draw(1, "b1")] < 3200


def test_cards_are_kept_by_kind_black_first() -> None:
    assert cards("rE b5 r5 bS b5 rK") == ("bS", "b5", "b5", "r5", "rK", "rE")
    assert deck.with_cards(cards("b1 b3"), "r2") == ("b1", "r2", "b3")
    assert deck.without(cards("b1 b1 b3"), ("b1",)) == ("b1", "b3")


def test_dealing_out_uses_every_card_once() -> None:
    groups = deck.dealt_out(deck.DECK, [10, 0, 38], Random(1))
    assert [len(group) for group in groups] == [10, 0, 38]
    assert deck.ordered(card for group in groups for card in group) == deck.DECK


def test_selections_ignore_which_copy() -> None:
    assert deck.selections(cards("b1 b1 r1"), 2) == [("b1", "b1"), ("b1", "r1")]
    assert deck.selections(cards("b1 b1"), 0) == [()]


def test_cards_in_a_view_that_can_be_seen() -> None:
    assert deck.seen(("b1", UNSEEN, "rK")) == ["b1", "rK"]


# -- roles (§1.2) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b1 r1", ("set", 1)),  # V002
        ("bK rE", ("set", 9)),  # V003
        ("bK bE rK rE", ("set", 9)),  # V004
        ("b5 b5 rS", ("set", 5)),  # V005
        ("b5 b6", None),  # V006
        ("b8 bK", None),  # V007
        ("bS rS", ("set", -1)),  # V008
        ("b1 bS rS", ("set", 1)),  # V009
        ("b0 b1 b2", ("run", 2)),  # V010
        ("r5 r4 rS", ("run", 6)),  # V011
        ("r7 r8 rS", ("run", 8)),  # V012
        ("r7 r8 rK", None),  # V013
        ("b0 b1 bS", ("run", 2)),  # V014
        ("b3 b4 rS", None),  # V015
        ("b3 r4 b5", None),  # V016
        ("b3 b4", None),  # V017
        ("b2 bS b4 b5", ("run", 5)),  # V018
        ("b1 b1 b2", None),  # V019
        ("bS b2 b5", None),  # V020
        ("b0 b1 b2 b3 b4 b5 b6 b7 b8", ("run", 8)),  # V021
        ("b0 b1 b2 b3 b4 b5 b6 b7 bS", ("run", 8)),  # V022
        ("bS", ("single", -1)),
        ("rE", ("single", 9)),
    ],
)
def test_what_cards_are(text: str, expected: tuple[str, int] | None) -> None:
    assert role(text) == expected


def test_v011_a_ship_may_stand_at_either_end() -> None:
    assert list(deck.run_tops(cards("r5 r4 rS"))) == [5, 6]
    assert list(deck.run_tops(cards("r7 r8 rS"))) == [8]


def test_v023_other_sizes_are_other_roles() -> None:
    assert not Role("set", 4, 9).beats(Role("set", 3, 0))
    assert not Role("run", 4, 8).beats(Role("run", 3, 2))
    assert Role("set", 3, 5).beats(Role("set", 3, 4))


def test_equal_is_not_stronger() -> None:
    assert not Role("single", 1, 9).beats(Role("single", 1, 9))


# -- without colour, with runs of sets (linked friends §5) -------------------------------------------------


def test_v080_runs_without_colour_hold_two_ships() -> None:
    assert linked("3 4 5") == {("run", 5, 1)}
    assert list(deck.run_tops(cards("3 4 S"), one_colour=False)) == [4, 5]
    assert list(deck.run_tops(cards("3 S S"), one_colour=False)) == [3, 4, 5]


def test_v081_runs_of_sets() -> None:
    assert linked("1 1 2 2 3 3") == {("runset", 3, 2)}
    assert linked("1 1 2 2 3 S") == {("runset", 3, 2)}
    assert linked("1 1 1 2 2 2 3 3 3") == {("runset", 3, 3)}


def test_v082_no_runs_of_sets() -> None:
    assert linked("1 1 2 2") == set()
    assert linked("1 1 2 2 4 4") == set()


def test_two_ships_may_fill_a_rank_of_a_run_of_sets() -> None:
    assert linked("1 1 2 2 S S") == {("runset", 3, 2)}


def test_some_cards_are_a_set_and_a_run() -> None:
    assert linked("5 S S") == {("set", 5, 1), ("run", 7, 1)}


# -- kinds with the wild 0 (kitten §8, soft run §9) ---------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"), [("b4 b0", "4"), ("b0 r0", "0"), ("b4 b5 r0", None), ("bK bE", None)]
)
def test_v120_sets_of_kinds(text: str, kind: str | None) -> None:
    found = deck.kind_set_of(cards(text))
    assert (found.kind if found else None) == kind


def test_v131_a_wild_nothing_leaves_the_foot_open() -> None:
    assert {("run", "1"), ("run", "2")} == soft("b2 b3 b0")


def test_runs_follow_the_cycle() -> None:
    assert soft("bE rS b1") == {("run", "E")}
    assert soft("bS r1 b2") == {("run", "S")}
    assert soft("b8 rK bE rS") == {("run", "8")}
    assert soft("b0 r0") == {("set", "0")}


def test_a_run_round_the_whole_cycle_may_start_anywhere() -> None:
    assert len(soft("b1 b2 b3 b4 b5 b6 b7 b8 bK bE bS")) == 11


def test_v117_v118_v119_the_order_of_kinds() -> None:
    order = "S012345678KE"
    for weak, strong in combinations(order, 2):
        special = {weak, strong} == {"S", "E"}
        assert deck.kind_beats(strong, weak) is not special
        assert deck.kind_beats(weak, strong) is special
    assert not any(deck.kind_beats(kind, kind) for kind in order)


# -- every role in a hand is found, and nothing else --------------------------------------------------------


def some_hands(source: Cards, wild: str) -> list[Cards]:
    """Hands of ten cards with two wild ones among them."""
    rng = Random(7)
    wilds = [card for card in source if deck.code(card) == wild]
    natural = [card for card in source if deck.code(card) != wild]
    return [deck.ordered([*rng.sample(wilds, 2), *rng.sample(natural, 8)]) for _ in range(25)]


def subsets(hand: Cards) -> set[Cards]:
    return {some for size in range(1, len(hand) + 1) for some in combinations(hand, size)}


def test_roles_in_a_hand() -> None:
    for hand in some_hands(deck.DECK, "S"):
        expected = {(some, role) for some in subsets(hand) for role in deck.roles_of(some)}
        assert set(deck.roles_in(hand)) == expected
        assert len(deck.roles_in(hand)) == len(expected)


def test_linked_roles_in_a_hand() -> None:
    for hand in some_hands(cards("0 0 1 1 1 2 2 3 3 3 4 4 8 K K E S S"), "S"):
        expected = {(some, role) for some in subsets(hand) for role in deck.linked_roles_of(some)}
        assert set(deck.linked_roles_in(hand)) == expected
        assert len(deck.linked_roles_in(hand)) == len(expected)


def test_sets_of_kinds_in_a_hand() -> None:
    for hand in some_hands(deck.DECK, "0"):
        found = ((some, deck.kind_set_of(some)) for some in subsets(hand))
        assert set(deck.kind_sets_in(hand)) == {(some, role) for some, role in found if role}


def test_soft_roles_in_a_hand() -> None:
    for hand in some_hands(deck.DECK, "0"):
        expected = {(some, role) for some in subsets(hand) for role in deck.soft_roles_of(some)}
        listed = list(deck.soft_roles_in(hand))
        assert set(listed) == expected
        assert len(listed) == len(expected)


def test_only_fitting_soft_roles_are_looked_for() -> None:
    hand = cards("b0 b1 b2 r2 b3")
    wanted = KindRole("run", 3, "1")
    assert {role for _, role in deck.soft_roles_in(hand, 2, wanted.__eq__)} == {wanted}


# -- what people see ------------------------------------------------------------------------------------


def test_equal_cards_share_a_spot_of_ones_own_hand() -> None:
    zone = cardview.hand(cards("b5 b5 rS"), 0, 0)
    assert zone.kind == "fan"
    assert [(spot.id, spot.items[0].count) for spot in zone.spots] == [("rS", 1), ("b5", 2)]


def test_of_another_hand_only_the_number_shows() -> None:
    zone = cardview.hand((UNSEEN, UNSEEN), 1, 0)
    assert [(item.face_down, item.count) for spot in zone.spots for item in spot.items] == [(True, 2)]

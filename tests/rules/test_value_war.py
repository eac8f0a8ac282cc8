"""Value War, sentence by sentence (`docs/rules/value_war.md` §4, §11, §14)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kaik.core.secrets import Unseen
from kaik.games.value_war import GAME, rules
from kaik.games.value_war.roles import Role, best_role
from kaik.games.value_war.state import Base, Draw2, In, Keep, Out, Stay, Swap
from kaik.kit.deck import DECK, Draw, ordered, without
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from tests.rules.scripted import fall, say, sitting


def cards(text: str) -> tuple[str, ...]:
    return ordered(text.split())


def table(hands: Sequence[str], public: str = "b0 r2 b4", **options: Any) -> Match:
    """A match of one season in which seat 1 exchanges first."""
    match = sitting("value_war", len(hands), seasons=1, first_parent="seat0", **options)
    held, open_cards = tuple(map(cards, hands)), cards(public)
    deck = without(DECK, [*open_cards, *(card for hand in held for card in hand)])
    match.states = [replace(match.state, hands=held, public=open_cards, deck=deck, phase="exchange")]
    return match


def betting(hands: Sequence[str], public: str = "b0 r2 b4", **options: Any) -> Match:
    """The same after the exchange, the ante paid."""
    match = table(hands, public, **options)
    seats = len(hands)
    match.states = [replace(match.state, phase="parent", round=1, paid=(1,) * seats)]
    return match


def role(own: str, public: str, min_own: int = 1) -> tuple[str, int]:
    made = best_role(cards(own), cards(public), min_own)
    return made.kind, made.strength


# -- roles (V069-V076) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "public", "expected"),
    [
        ("b1 r1 b7", "r1 b4 r8", ("set3", 1)),
        ("b5 r2 rS", "b4 b6 r8", ("run3", 6)),
        ("r8 b0 r5", "b3 r3 b3", ("single", 8)),
        ("bK r6 b2", "rE b7 r4", ("set2", 9)),
        ("bS r6 b2", "rE bE r4", ("set3", 9)),
        ("bS r0 b4", "r6 b7 r2", ("set2", 7)),
    ],
)
def test_the_best_role_of_hand_and_public_cards(own: str, public: str, expected: tuple[str, int]) -> None:
    assert role(own, public) == expected


def test_public_cards_alone_make_a_role_only_where_no_own_card_is_needed() -> None:
    """V071, V072."""
    assert role("r8 b0 r5", "b3 r3 b3", 0) == ("set3", 3)


def test_roles_from_strong_to_weak() -> None:
    """V076."""
    order = [Role("set3", 0), Role("run3", 8), Role("set2", 9), Role("single", 9)]
    assert sorted(order, key=lambda role: role.value, reverse=True) == order


def test_a_run_with_a_ship_needs_an_own_card_too() -> None:
    assert role("r8 b0 rK", "b3 bS b5") == ("set2", 9), "the run would be public alone"
    assert role("r8 b4 rK", "b3 bS b5") == ("run3", 6)
    assert role("r8 bS rK", "b3 b4 b5") == ("run3", 6), "the own ship stands for the six"


def test_two_ships_are_a_set_of_their_own_strength() -> None:
    """A ship beside any other card is a set of that card, so the pair of ships shows only alone."""
    assert best_role(cards("bS"), cards("rS")) == Role("set2", -1)


# -- the deal and the exchange -----------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_three_cards_each_and_three_public(seats: int) -> None:
    match = Match(GAME, GAME.options(), seats, Sealed.fresh(seats, 1))
    assert [len(hand) for hand in match.state.hands] == [3] * seats
    assert len(match.state.public) == 3
    assert len(match.state.deck) == 48 - 3 * seats - 3


def test_a_swap_or_two_cards_of_the_deck() -> None:
    match = table(["b1 r1 b7", "b3 b5 r8"])
    assert match.legal(0) == [
        *(Swap(give, take) for give in ("b1", "r1", "b7") for take in ("b0", "r2", "b4")),
        Draw2(),
    ]


def test_an_equal_card_may_be_swapped() -> None:
    """§14.5."""
    assert Swap("b0", "b0") in table(["b0 r1 b7", "b3 b5 r8"]).legal(0)


def test_a_swap_changes_hand_and_public_cards_and_is_remembered() -> None:
    match = say(table(["b1 r1 b7", "b3 b5 r8"]), "swap b7 b4")
    assert match.state.hands[0] == cards("b1 r1 b4")
    assert match.state.public == cards("b0 r2 b7")
    view = GAME.view(match.state, 1)
    assert all("b4" in GAME.determinize(view, 1, Random(seed)).hands[0] for seed in range(30))


def test_two_are_drawn_one_is_kept_and_both_thrown_cards_become_public() -> None:
    match = say(table(["b1 r1 b7", "b3 b5 r8"]), "draw")
    fall(match, Draw(0, "rK"), Draw(0, "bE"))
    assert len(match.legal(0)) == 6
    say(match, "keep rK b7")
    assert match.state.hands[0] == cards("b1 r1 rK")
    assert match.state.public == cards("b0 r2 b4 b7 bE")
    shown = match.shown(len(match.events) - 1, 1)
    assert isinstance(shown.drawn, Unseen)
    assert (shown.give, shown.rest) == ("b7", "bE")


def test_equal_cards_are_one_choice() -> None:
    match = say(table(["b1 b1 b7", "b3 b5 r8"]), "draw")
    fall(match, Draw(0, "r6"), Draw(0, "r6"))
    assert match.legal(0) == [Keep("r6", "b1", "r6"), Keep("r6", "b7", "r6")]
    assert GAME.secret_window(match.state)


def test_two_players_who_draw_make_seven_public_cards() -> None:
    """V079."""
    match = say(table(["b1 r1 b7", "b3 b5 r8"]), "draw")
    fall(match, Draw(0, "rK"), Draw(0, "bE"))
    say(match, "keep rK b7", "draw")
    fall(match, Draw(1, "r6"), Draw(1, "b6"))
    say(match, "keep r6 b3")
    assert len(match.state.public) == 7


def test_the_exchange_may_be_left_out_where_allowed() -> None:
    match = table(["b1 r1 b7", "b3 b5 r8"], mak_exchange_optional=True)
    assert match.legal(0)[-1] == Stay()
    say(match, "stay")
    assert match.to_act() == (1,)


def test_after_the_exchange_everybody_pays_one_and_the_parent_bets() -> None:
    match = say(table(["b1 r1 b7", "b3 b5 r8"]), "swap b7 b4", "swap b3 r2")
    assert match.state.paid == (1, 1)
    assert match.state.phase == "parent"
    assert match.legal(0) == [Out(), *(Base(x) for x in range(1, 6))]


# -- betting -----------------------------------------------------------------------------------------

HANDS = ["rK bE b7", "b3 r5 r8", "r3 b5 r7", "b1 b6 r6"]


def example(hands: Sequence[str]) -> Match:
    """§4: base 3, Z out; base 5, Y out; base 1."""
    return say(betting(hands), *["base 3", "in", "in", "out", "base 5", "in", "out", "base 1", "in"])


def test_the_worked_example() -> None:
    """V077: pot 25; parent +15, X -10, Y -4, Z -1."""
    match = example(HANDS)
    assert match.state.won.pot == 25
    assert match.state.table.done[-1].gains == (15, -10, -4, -1)


def test_equal_roles_share_and_odd_points_go_to_the_first_from_the_parent() -> None:
    """V078."""
    match = example(["rK b6 b7", "bK b5 r8", *HANDS[2:]])
    assert match.state.won.shares == (13, 12, 0, 0)
    assert match.state.table.done[-1].gains == (3, 2, -4, -1)


def test_equal_roles_leave_all_to_the_first_where_agreed() -> None:
    match = betting(["rK b6 b7", "bK b5 r8"], mak_tie="first")
    say(match, *["base 1", "in", "base 1", "in", "base 1", "in"])
    assert match.state.won.shares == (8, 0)


def test_a_child_stays_in_or_leaves() -> None:
    match = say(betting(HANDS), "base 2")
    assert match.legal(1) == [Out(), In()]


def test_after_a_parent_who_leaves_the_next_one_in_is_parent() -> None:
    match = say(betting(HANDS), "out")
    assert match.to_act() == (1,)
    assert match.state.parent_now == 1
    say(match, "base 2", "in", "in")
    assert match.to_act() == (1,)
    assert match.state.round == 2


def test_the_last_one_left_takes_the_pot_unseen() -> None:
    match = say(betting(HANDS), "base 5", "out", "out", "out")
    assert match.over
    assert match.state.won.hands == ((), (), (), ())
    assert match.state.table.done[-1].gains == (3, -1, -1, -1)
    assert isinstance(GAME.view(match.state, 1).hands[0][0], Unseen)


def test_a_showdown_shows_those_who_are_in() -> None:
    match = example(HANDS)
    assert match.state.won.hands == (cards(HANDS[0]), cards(HANDS[1]), (), ())


def test_the_winner_is_the_next_parent() -> None:
    match = betting(HANDS)
    match.options = match.options.replace(seasons=2)
    match.states = [replace(match.state, options=match.options)]
    say(match, "out", "out", "out")
    assert rules.current(match.state).table.parent == 3

"""Soft Run, sentence by sentence (`docs/rules/soft_run.md` §9, §11, §14)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kaik.core.game import CHANCE
from kaik.core.secrets import unseen_in
from kaik.games.soft_run import GAME, hand_size, rules
from kaik.games.soft_run.rules import foot_beats, goes_on
from kaik.games.soft_run.state import Pick, Play, SoftRunOptions
from kaik.kit import deck
from kaik.kit.deck import DECK, Draw, KindRole, ordered
from kaik.play.match import Match
from tests.rules.cardtable import cards, legal, may, opened, seated
from tests.rules.scripted import fall, say


def goes(on: str, answer: str) -> bool:
    """Whether cards may be laid on others in any reading of theirs, both read as they must be."""
    tops = deck.soft_roles_of(cards(on))
    readings = deck.soft_roles_of(cards(answer))
    return any(goes_on(cards(answer), role, cards(on), top) for role in readings for top in tops)


# -- setup ----------------------------------------------------------------------------------------------


def test_eight_cards_each_two_players_may_take_twelve() -> None:
    assert [hand_size(SoftRunOptions(), seats) for seats in (2, 3, 4)] == [8, 8, 8]
    assert [hand_size(SoftRunOptions(hou_deal_two=12), seats) for seats in (2, 3)] == [12, 8]


def test_the_parent_draws_two_before_leading() -> None:
    match = opened("soft_run", 2, 8)
    assert (match.to_act(), match.state.drawing) == ((CHANCE,), 2)
    first, second = match.state.deck[:2]
    fall(match, Draw(0, first), Draw(0, second))
    assert match.to_act() == (0,)
    assert len(match.state.hands[0]) == 10


# -- what goes on what (V124–V131) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "answer", "allowed"),
    [
        ("b1 b1 b1", "r2 b2 b2", True),  # V124
        ("b1 b1 b1", "r1 r1 r1 b1", True),
        ("b1 b1 b1", "r1 r2 b3 r4", True),
        ("b1 b1 b1", "r1 b2 b3", False),  # V125 type and size
        ("b1 b1 b1", "b2 b2 r2 r2", False),  # foot
        ("b1 b1", "r2 r2", False),  # V126 colour
        ("bE bS b1", "bS b1 b2", True),  # V127
        ("bS b1 b2", "b1 b2 b3", True),
        ("b1 b2 b3", "bE bS b1", True),
        ("bS b1 b2", "bE bS b1", False),
        ("b1", "b1 r2", True),  # V128
        ("b1", "b1 r1", True),
        ("b8 bK bE", "b8 rK rE rS", True),  # V129
        ("bE", "bS", True),  # V130
        ("bK", "bS", False),
        ("bS", "b1", True),
        ("bS", "bE", False),
    ],
)
def test_v124_to_v130_what_goes_on_what(on: str, answer: str, allowed: bool) -> None:
    assert goes(on, answer) is allowed


def test_v131_the_move_names_its_foot() -> None:
    match = seated("soft_run", ["b2 b3 b0 r7", "r1 r2"])
    assert may(match, "b2 b3 b0 run 1")
    assert may(match, "b2 b3 b0 run 2")


def test_nothing_alone_is_led_and_never_follows() -> None:
    match = seated("soft_run", ["b0 r0 r7", "r1 r2"])
    assert {"b0", "b0 r0 set 0"} <= legal(match)
    assert not goes("b0", "b0 r0")
    assert not goes("bS", "b0")


def test_anything_of_its_type_and_size_beats_nothing_but_the_colour_must_be_shared() -> None:
    assert goes("b0", "bS")
    assert goes("b0 r0", "rS b0")
    assert not goes("b0", "rE")
    assert foot_beats("S", "0")


def test_how_short_a_run_may_be() -> None:
    hands = ["b2 r3 r7", "r1 r2"]
    assert may(seated("soft_run", hands), "b2 r3 run 2")
    assert not may(seated("soft_run", hands, {"hou_run_min": 3}), "b2 r3 run 2")


# -- the round --------------------------------------------------------------------------------------------


def test_passing_is_always_possible_and_does_not_lock() -> None:
    match = say(seated("soft_run", ["b1 b3 r7", "b5 b6", "b2 r8"]), "b1", "pass", "b2", "b3")
    assert legal(match) == {"pass", "b5", "b6"}


def test_when_the_turn_comes_back_the_field_is_cleared_and_he_draws() -> None:
    match = say(seated("soft_run", ["b1 r1 r7", "b2 b6"]), "b1", "b2", "pass")
    assert match.state.cleared == ("b1", "b2")
    assert (match.state.parent, match.state.drawing) == (1, 2)


def test_the_parent_draws_what_is_left() -> None:
    match = say(seated("soft_run", ["b1 r1 r7", "b2 b6"], deck=("rE",)), "b1", "b2", "pass")
    assert match.state.drawing == 1
    match = say(seated("soft_run", ["b1 r1 r7", "b2 b6"], deck=()), "b1", "b2", "pass")
    assert match.to_act() == (1,)


def test_the_first_empty_hand_wins_one_from_each() -> None:
    match = say(seated("soft_run", ["b1 r1", "b2", "b6 b7"]), "b1", "b2")
    assert match.state.table.done[-1].gains == (-1, 2, -1)
    assert match.state.table.settled


def test_losers_may_pay_for_the_cards_they_have_left() -> None:
    match = seated("soft_run", ["b1 r1", "b2", "b6 b7"], {"win_stake": "cards_left"})
    assert say(match, "b1", "b2").state.table.done[-1].gains == (-1, 3, -2)


# -- very many plays ----------------------------------------------------------------------------------------

MANY = "b0 r0 b0 b1 r1 b2 r2 b3 r3 b4 r4 b5 r5 b6 r6 b7 r7 b8 r8"


def test_too_many_plays_are_picked_card_by_card() -> None:
    match = seated("soft_run", [MANY, "bS rS"])
    assert all(text.startswith("pick") for text in legal(match))
    say(match, "pick r4", "pick b5")
    assert may(match, "r4 b5 run 4")
    assert not may(match, "pick r5"), "no run holds two fives, no set a four and a five"
    say(match, "r4 b5 run 4")
    assert match.state.picked == ((), ())
    assert match.to_act() == (1,)


def test_nobody_else_sees_what_is_picked() -> None:
    match = say(seated("soft_run", [MANY, "bS rS"]), "pick r4")
    assert unseen_in(GAME.view(match.state, 1).picked)
    assert unseen_in(GAME.shown(match.state, 0, Pick("r4"), 1))
    guess = GAME.determinize(GAME.view(match.state, 1), 1, Random(1))
    assert len(guess.picked[0]) == 1
    assert guess.picked[0][0] in guess.hands[0]


def reachable(hand: str, on: str, top: KindRole | None) -> set[tuple[Any, KindRole]]:
    """Every play that picking leads to."""
    asked: Any = (top, rules.colours(cards(on)), 2)
    found: set[tuple[Any, KindRole]] = set()
    ways: list[tuple[str, ...]] = [()]
    for picked in ways:
        readings = rules.readings(picked, *asked)
        more = rules.pickable(cards(hand), picked, *asked)
        assert readings or more, f"{picked} leads nowhere"
        found |= {(picked, role) for role in readings}
        ways += [wider for card in more if (wider := deck.with_cards(picked, card)) not in ways]
    return found


@pytest.mark.parametrize("seed", range(12))
def test_picking_leads_to_every_play_and_never_into_a_dead_end(seed: int) -> None:
    rng = Random(seed)
    hand = ordered(["b0", "r0", *rng.sample([card for card in DECK if card[-1] != "0"], 6)])
    text = " ".join(hand)
    assert reachable(text, "b1 r1", None) == set(deck.soft_roles_in(hand))
    on, top = rng.choice([play for play in deck.soft_roles_in(hand) if play[1].size > 1])
    expected = set(rules.plays(hand, top, rules.colours(on), 2) or ())
    if expected:
        assert reachable(text, " ".join(on), top) == expected


def test_plays_listed_whole_are_complete() -> None:
    match = seated("soft_run", ["b1 b2 r3 b0", "bS rS"])
    expected = [Play(some, role) for some, role in deck.soft_roles_in(cards("b1 b2 r3 b0"))]
    assert sorted(match.legal(0), key=repr) == sorted(expected, key=repr)


def test_guesses_use_every_card_once() -> None:
    match: Match = say(seated("soft_run", ["b1 r1 r7", "b2 b6 b5", "r2 r3"]), "b1", "b2")
    guess = GAME.determinize(GAME.view(match.state, 2), 2, Random(3))
    assert guess.hands[2] == ("r2", "r3")
    field = [card for laid in guess.field for card in laid.cards]
    assert ordered([*guess.deck, *field, *(card for hand in guess.hands for card in hand)]) == DECK

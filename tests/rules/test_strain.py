"""The rules of the fixture game, as rule tests read: one sentence each, driven through the referee."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from kaik.core import registry
from kaik.core.game import CHANCE
from kaik.core.messages import catalogue
from kaik.core.scene import continuing
from kaik.core.secrets import UNSEEN
from kaik.play.match import Match
from tests.rules.scripted import fall, say, sitting


def draw(seat: int, card: int) -> Any:
    """Chance: that seat draws this card."""
    (outcome,) = (o for o, _ in registry.load("strain").weights(sitting("strain", 2).state) if o.card == card)
    return replace(outcome, seat=seat)


def dealt(*hands: str, **options: Any) -> Match:
    """A match in which these hands were dealt, written as digits."""
    match = sitting("strain", len(hands), **options)
    for cards in zip(*hands, strict=True):
        for seat, card in enumerate(cards):
            fall(match, draw(seat, int(card)))
    return match


def glimpse(match: Match, card: int) -> Match:
    """The look just asked for shows this card."""
    (outcome,) = (o for o, _ in match.game.weights(match.state) if o.card == card)
    return fall(match, outcome)


def lines(match: Match, seat: int | None) -> list[str]:
    """The log as a seat reads it."""
    texts = catalogue("en", "strain")
    return [texts.text(line) for line in match.log_lines(seat)]


def test_hands_are_dealt_one_card_at_a_time_from_what_is_left() -> None:
    match = sitting("strain", 2)
    assert [weight for _, weight in match.game.weights(match.state)] == [2] * 6
    fall(match, draw(0, 3))
    assert {o.card: weight for o, weight in match.game.weights(match.state)} == {
        1: 2,
        2: 2,
        3: 1,
        4: 2,
        5: 2,
        6: 2,
    }


def test_nobody_else_sees_a_card_that_is_drawn() -> None:
    match = dealt("335", "126")
    assert match.game.view(match.state, 1).hands == ((UNSEEN,) * 3, (1, 2, 6))
    assert lines(match, 0)[:2] == ["Seat 1 draws a 3.", "Seat 2 draws a card."]
    assert lines(match, None)[0] == "Seat 1 draws a card."


def test_all_bid_at_once_and_bids_are_turned_up_together() -> None:
    match = dealt("335", "126")
    assert match.to_act() == (0, 1)
    match.play(1, match.game.parse(match.state, 1, "bid-2"))
    assert match.to_act() == (0,)
    assert match.game.view(match.state, 0).bids == (None, UNSEEN)
    assert match.state.revealed == ()
    say(match, "bid-0")
    assert match.state.revealed == (0, 2)
    assert match.state.leader == 1


def bid(match: Match, *bids: int) -> Match:
    for seat, n in enumerate(bids):
        match.play(seat, match.game.parse(match.state, seat, f"bid-{n}"))
    return match


def test_the_highest_bidder_leads_and_pays_its_bid_to_each_other_seat() -> None:
    match = bid(dealt("335", "126", "144"), 1, 3, 0)
    assert (match.state.leader, match.state.trailer) == (1, 2)
    assert match.state.ledger == (3, -6, 3)


def test_of_equal_bids_the_first_or_the_last_leads() -> None:
    assert bid(dealt("335", "126", "144"), 2, 2, 2).state.leader == 0
    assert bid(dealt("335", "126", "144", tie="last"), 2, 2, 2).state.leader == 2


def test_the_leader_alone_sees_a_card_and_remembers_it() -> None:
    match = glimpse(say(bid(dealt("335", "126"), 1, 0), "look-1"), 6)
    assert match.state.hands[1] == (1, 2, 6)
    assert match.game.view(match.state, 0).notes == ((6,), ())
    assert match.game.view(match.state, 1).notes == ((UNSEEN,), ())
    assert lines(match, 0)[-1] == "Seat 1 sees a 6."
    assert lines(match, 1)[-1] == "Seat 1 sees a card."


def test_a_card_seen_in_a_hand_is_in_it_in_every_guess_until_one_like_it_is_thrown() -> None:
    match = say(glimpse(say(bid(dealt("335", "126"), 1, 0), "look-1"), 6), "card-5 lay")
    view = match.game.view(match.state, 0)
    assert all(6 in match.game.determinize(view, 0, Random(n)).hands[1] for n in range(30))
    say(match, "card-6", "card-1")
    view = match.game.view(match.state, 0)
    guessed = [match.game.determinize(view, 0, Random(n)).hands[1] for n in range(60)]
    assert any(6 in hand for hand in guessed)
    assert any(6 not in hand for hand in guessed)


def test_a_card_seen_may_have_been_put_aside() -> None:
    match = say(glimpse(say(bid(dealt("335", "126"), 1, 0), "look-1"), 6), "card-5 lay", "card-6")
    view = match.game.view(match.state, 0)
    worlds = [match.game.determinize(view, 0, Random(n)) for n in range(60)]
    assert all(6 in (*world.hands[1], *world.picks[1]) for world in worlds)
    assert {world.picks[1] == (6,) for world in worlds} == {True, False}
    assert match.state in worlds or any(replace(w, notes=match.state.notes) == match.state for w in worlds)


def test_any_one_or_two_cards_may_be_laid_in_any_order_and_either_of_two_equal_ones() -> None:
    match = bid(dealt("335", "126", peek=False), 1, 0)
    choices = match.choices(0)
    assert [choice.text for choice in choices] == [
        "card-3 lay",
        "card-3 card-3 lay",
        "card-3 card-5 lay",
        "card-5 lay",
    ]
    scene = match.seen_by(0).scene
    paths = [choice.path for choice in choices]
    assert continuing(paths, ["card-3-again", "lay"], scene) == [0]
    assert continuing(paths, ["card-3-again", "card-3", "lay"], scene) == [1]
    assert continuing(paths, ["card-5", "card-3-again", "lay"], scene) == [2]


def test_cards_laid_bring_a_point_each_and_a_pair_twice_that() -> None:
    assert say(bid(dealt("335", "126", peek=False), 0, 0), "card-3 card-5 lay").state.ledger == (2, -2)
    assert say(bid(dealt("335", "126", peek=False), 0, 0), "card-3 card-3 lay").state.ledger == (4, -4)


def test_buried_cards_are_seen_by_nobody_before_the_last() -> None:
    match = say(bid(dealt("335", "126", peek=False), 0, 0), "card-3 lay", "card-1")
    assert match.game.view(match.state, 0).picks == ((), (UNSEEN,))
    assert 1 not in match.state.pile
    assert lines(match, 0)[-1] == "Seat 2 puts a card aside."
    say(match, "card-6")
    assert match.state.pile == (1, 3, 6)


def test_for_a_buried_pair_the_leader_pays_two() -> None:
    match = say(bid(dealt("335", "122", peek=False), 0, 0), "card-3 lay", "card-2", "card-2")
    assert match.state.ledger == (-1, 1)


def test_burying_waits_even_without_a_choice() -> None:
    match = say(bid(dealt("335", "224", peek=False), 0, 0), "card-3 lay", "card-4")
    assert [action.card for action in match.legal(1)] == [2]
    assert match.game.secret_window(match.state)


def walking(**changes: Any) -> Match:
    """A match in which the first seat is about to walk."""
    match = say(bid(dealt("335", "126", peek=False), 0, 0), "card-3 lay", "card-1", "card-2")
    match.states[-1] = replace(match.state, **changes)
    return match


def test_a_pebble_is_taken_or_walked_over() -> None:
    match = walking()
    assert ("a1", "b1", "b1") in [choice.path for choice in match.choices(0)]
    assert ("a1", "b1", "c1") in [choice.path for choice in match.choices(0)]
    taken = say(walking(), "a1 b1")
    assert 1 not in taken.state.pebbles
    assert taken.state.ledger[0] == match.state.ledger[0] + 1
    passed = say(walking(), "a1 b1 c1")
    assert 1 in passed.state.pebbles
    assert passed.state.runners[0] == 2


def test_a_runner_that_is_shut_in_stays() -> None:
    match = dealt("335", "126", "144", peek=False)
    say(bid(match, 1, 0, 0), "card-3 lay", "card-1", "card-2")
    match.states[-1] = replace(match.state, runners=(0, 1, 3))
    assert [choice.path for choice in match.choices(0)] == [("rest",)]
    say(match, "rest")
    assert match.state.runners[0] == 0
    assert match.to_act() == (1,)


def test_after_the_last_walk_hands_are_filled_again_and_after_the_last_round_it_is_over() -> None:
    match = say(walking(), "a1 b1", "c3 b3")
    assert match.to_act() == (CHANCE,)
    assert match.state.round == 2
    last = dealt("335", "126", peek=False, rounds=1)
    say(bid(last, 0, 0), "card-3 lay", "card-1", "card-2", "a1 b1", "c3 b3")
    assert last.over

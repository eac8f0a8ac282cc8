"""Season's End, sentence by sentence (`docs/rules/seasons_end.md` §1, §3, §11, §14)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kaik.core.game import CHANCE
from kaik.core.secrets import Unseen
from kaik.games.seasons_end import GAME, rules
from kaik.games.seasons_end.estimate import promise
from kaik.games.seasons_end.groups import calls, fours, shape, triple
from kaik.games.seasons_end.state import (
    Call,
    Claim,
    Discard,
    Finish,
    Finished,
    Four,
    Full,
    Pass,
    SeasonsEndOptions,
    Taken,
    Win,
)
from kaik.games.seasons_end.waits import outlook, outs
from kaik.kit.deck import DECK, Draw, TurnUp, ordered, set_strength, without
from kaik.kit.opening import First
from kaik.kit.seasons import Table
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from tests.rules.scripted import fall, say, sitting


def cards(text: str) -> tuple[str, ...]:
    return ordered(text.split())


def finished(hand: str, exposed: str = "", lights: str = "", first: bool = False, **options: Any) -> Any:
    """(end points, bonus points, sets of four) of a shown hand, or `None` if it is no shape."""
    if shape(cards(hand), cards(exposed)) is None:
        return None
    shown = Finished(0, None, cards(hand), cards(exposed), first)
    score = rules.scored(SeasonsEndOptions(**options), shown, tuple(lights.split()))
    return score.end, score.bonus, score.fours


def at_turn(hands: Sequence[str], exposed: Sequence[str] = (), *, seat: int = 0, **changes: Any) -> Match:
    """A match in which `seat`, holding six cards, is at turn; the others hold five."""
    options = changes.pop("options", {})
    match = sitting("seasons_end", len(hands), seasons=1, first_parent="seat0", **options)
    held = tuple(map(cards, hands))
    groups = tuple(map(cards, exposed or ("",) * len(hands)))
    out = [card for group in (*held, *groups, changes.get("lights", ())) for card in group]
    state = replace(match.state, hands=held, exposed=groups, deck=without(DECK, out))
    match.states = [replace(state, phase="turn", turn=seat, drawn=True, turns=99, **changes)]
    return match


def answer(match: Match, **said: str) -> Match:
    """Answers by seat (`s1="pass"`); all who are not named pass."""
    while match.state.phase == "claim" and not match.over:
        seat = match.to_act()[0]
        text = said.get(f"s{seat}", "pass")
        match.play(seat, GAME.parse(match.state, seat, text))
    if match.state.taken is not None:
        fall(match, match.state.taken)
    return match


PLAIN = ("b0 b2 b4 r6 r8", "b0 r3 r5 b6 b8", "r0 r2 r4 b7 r7")
"""Hands that nobody can do anything with."""


# -- setup (§3 Setup, V068) --------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "left"), [(2, 37), (3, 32), (4, 27), (5, 22), (6, 17)])
def test_five_cards_each_and_a_light(seats: int, left: int) -> None:
    match = Match(GAME, GAME.options(), seats, Sealed.fresh(seats, 1))
    before = next(state for state in match.states if state.phase == "draw")
    assert len(before.deck) == left
    assert [len(hand) for hand in before.hands] == [5] * seats
    assert len(before.lights) == 1


def test_without_lights_none_is_turned_up() -> None:
    match = Match(GAME, GAME.options("no_light"), 4, Sealed.fresh(4, 1))
    before = next(state for state in match.states if state.phase == "draw")
    assert before.lights == ()
    assert len(before.deck) == 28


def test_the_first_parent_is_drawn_and_acts_first() -> None:
    match = sitting("seasons_end", 3)
    fall(match, First(2))
    assert match.game.weights(match.state)[0][0].seat == 2


# -- shapes and their points (V043-V061) -------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "more", "worth"),
    [
        ("b1 r1 b5 bS rK bE", {}, (2, 2, 0)),
        ("b1 r1 b1 r1 b7 b7", {}, (2, 0, 1)),
        ("b1 b2 b3 b4 b5 b6", {}, (4, 0, 0)),
        ("b1 b2 b3 r4 r5 r6", {}, (3, 0, 0)),
        ("b1 b2 b3 r3 r4 r5", {}, (2, 0, 0)),
        ("b0 b1 b2 r3 r4 r5", {}, (3, 0, 0)),
        ("b0 b1 b2 r2 b2 r2", {}, (2, 0, 0)),
        ("b1 b2 b3 r4 r5 b6", {}, None),
        ("b1 b2 b3 b4 b5 bS", {}, (4, 0, 0)),
        ("bS rS b2 r2 b3 r3", {}, (2, 0, 1)),
        ("bK bE rK b1 b2 b3", {}, (2, 3, 0)),
        ("bK bS r4 r4 b7 r7", {}, (2, 1, 0)),
        ("bK bS r4 r4 b7 r7", {"lights": "b4"}, (2, 3, 0)),
        ("bK bS r4 r4 b7 r7", {"lights": "b4 r7"}, (2, 5, 0)),
        ("r1 r1 r2 r2 r3 r3", {}, (3, 0, 0)),
        ("b4 r4 b4 b6 r6 b6", {"first": True}, (5, 0, 0)),
        ("r5 b5 b5", {"exposed": "r1 r2 r3"}, (2, 0, 0)),
        ("b7 r7 r8", {"exposed": "r1 r2 r3"}, None),
        ("b7 r7", {"exposed": "r1 b1 r1 b1"}, (2, 0, 1)),
    ],
)
def test_what_a_finished_hand_is_worth(hand: str, more: dict[str, Any], worth: Any) -> None:
    assert finished(hand, **more) == worth


def test_a_ships_run_may_take_the_lower_window_also_when_exposed() -> None:
    """§14.4: the best-paying reading counts."""
    assert finished("b6 b7 bS", exposed="r2 r3 rS") == (3, 0, 0)


def test_a_ship_earns_no_bonus_point_even_for_a_ship_as_light() -> None:
    assert finished("bS b2 b3 b4 b5 b6", lights="rS bS") == (4, 0, 0)


@pytest.mark.parametrize(
    ("match", "points"), [("kind_any_colour", 2), ("kind_and_colour", 1), ("strength", 3)]
)
def test_which_cards_a_light_rewards(match: str, points: int) -> None:
    hand = "bK rK bE b1 b2 b3"
    (_, bonus, _), (_, plain, _) = (
        finished(hand, lights=light, tax_light_match=match) for light in ("bK", "r8")
    )
    assert bonus - plain == points


@pytest.mark.parametrize("left_out", range(6))
def test_five_cards_are_no_shape(left_out: int) -> None:
    hand = cards("b1 b2 b3 b4 b5 b6")
    assert shape(without(hand, (hand[left_out],))) is None


def test_every_shape_is_found_by_hand_or_by_trying_everything() -> None:
    """The constructive search agrees with trying all partitions."""

    def brute(hand: tuple[str, ...]) -> bool:
        places = set(range(6))
        for size in (3, 4):
            for some in combinations(range(6), size):
                one = [hand[i] for i in some]
                rest = [hand[i] for i in places - set(some)]
                if size == 3 and triple(one) and triple(rest):
                    return True
                if size == 4 and set_strength(one) is not None and set_strength(rest) is not None:
                    return True
        return any(
            all(set_strength([hand[i] for i in pair]) is not None for pair in pairs)
            for pairs in combinations(list(combinations(range(6), 2)), 3)
            if len({i for pair in pairs for i in pair}) == 6
        )

    rng = Random(3)
    low = [card for card in DECK if card[-1] in "S0123K"]
    for pool in (DECK, low):
        for _ in range(1500):
            hand = ordered(rng.sample(list(pool), 6))
            assert (shape(hand) is not None) == brute(hand), hand


# -- turns -------------------------------------------------------------------------------------------


def test_a_turn_offers_each_different_card_to_throw() -> None:
    match = at_turn(["b0 b0 b2 b4 r6 r8", *PLAIN[1:]])
    assert match.legal(0) == [Discard(card) for card in ("b0", "b2", "b4", "r6", "r8")]


def test_a_finish_needs_a_turn_begun_by_a_draw() -> None:
    hands = ["b1 b2 b3 b4 b5 b6", *PLAIN[1:]]
    state = at_turn(hands).state
    assert Finish() in GAME.actions(state, 0)
    assert Finish() not in GAME.actions(replace(state, drawn=False), 0)


def test_finish_is_legal_after_four_in_the_same_drawn_turn() -> None:
    match = at_turn(["b1 r1 b1 r1 b7 r7", *PLAIN[1:]])
    say(match, "four b1 b1 r1 r1")
    assert match.state.moved == (2, -1, -1)
    assert Finish() in match.legal(0)


def test_a_card_must_remain_after_four() -> None:
    assert fours(cards("b1 r1 b1 r1 b7 r7"), ()) == (cards("b1 b1 r1 r1"),)
    assert fours(cards("b1 r1 b1 r1"), ()) == ()


def test_one_card_may_join_an_exposed_set_of_three() -> None:
    match = at_turn(["b1 b7 r8", *PLAIN[1:]], ["r1 r1 bS", "", ""])
    say(match, "four b1")
    assert match.state.exposed[0] == cards("bS b1 r1 r1")
    assert Four(("b7",)) not in match.legal(0)


def test_four_only_by_a_call() -> None:
    match = at_turn(["b1 r1 b1 r1 b7 r8", *PLAIN[1:]], options={"tax_four_on_turn": False})
    assert not any(isinstance(action, Four) for action in match.legal(0))


def test_drawing_goes_on_when_nobody_claims() -> None:
    match = answer(say(at_turn(["b0 b0 b2 b4 r6 r8", *PLAIN[1:]]), "b4"))
    assert match.to_act() == (CHANCE,)
    assert {event.seat for event, _ in match.game.weights(match.state)} == {1}


def test_an_empty_deck_draws_the_season() -> None:
    match = at_turn(["b0 b0 b2 b4 r6 r8", *PLAIN[1:]])
    match.states = [replace(match.state, deck=(), moved=(1, -1, 0))]
    answer(say(match, "b4"))
    assert match.over
    assert match.state.table.done[-1].winners == ()
    assert match.result is not None
    assert match.result.points == (1, -1, 0)


# -- claims (V062-V065) ------------------------------------------------------------------------------


def test_a_set_may_be_called_and_one_card_is_thrown_after() -> None:
    match = at_turn(["r5 b0 b2 b4 r6 r8", "b5 b5 r1 r2 rK", PLAIN[2]])
    answer(say(match, "r5"), s1="call b5 b5")
    assert match.to_act() == (1,)
    assert match.legal(1) == [Discard("r1"), Discard("r2"), Discard("rK")]
    assert match.state.moved == (1, -1, 0)
    assert match.state.exposed[1] == cards("b5 b5 r5")


def test_no_call_without_a_card_left_to_throw_but_a_finish() -> None:
    match = say(at_turn(["r5 b0 b2 b4 r6 r8", "b5 b5", PLAIN[2]], ["", "r1 r2 r3", ""]), "r5")
    assert match.legal(1) == [Claim(Pass()), Claim(Win())]


def test_a_pair_is_not_callable() -> None:
    assert calls(cards("r7 b0 r2 r4 bK"), "b7", ()) == ()


def test_a_call_that_makes_a_set_of_four_costs_one_and_brings_one_from_each() -> None:
    match = at_turn(["b1 b0 b2 b4 r6 r8", "b1 r1 r1 r4 r8", PLAIN[2], "r0 r2 r3 b7 r7"])
    answer(say(match, "b1"), s1="call b1 r1 r1")
    assert match.state.moved == (0, 2, -1, -1)


def test_an_exposed_set_of_three_takes_the_fourth_card() -> None:
    hands, exposed = ["b1 b0 b2 b4 r6 r8", "r4 r8", PLAIN[2]], ["", "b1 r1 r1", ""]
    match = say(at_turn(hands, exposed), "b1")
    assert Claim(Call(())) in match.legal(1)
    answer(match, s1="call")
    assert match.state.exposed[1] == cards("b1 b1 r1 r1")
    assert match.state.moved == (0, 1, -1)
    match = say(at_turn(hands, exposed, options={"tax_call_upgrade": False}), "b1")
    assert match.legal(1) == [Claim(Pass())]


def test_four_is_legal_in_a_turn_begun_by_a_call() -> None:
    match = at_turn(["r5 b0 b2 b4 r6 r8", "b5 b5 bS r2 rK", PLAIN[2]])
    answer(say(match, "r5"), s1="call b5 b5")
    assert Four(("bS",)) in match.legal(1)


def test_the_turn_passes_on_from_the_caller() -> None:
    match = at_turn(["r5 b0 b2 b4 r6 r8", PLAIN[1], "b5 b5 r1 r2 rK"])
    answer(say(match, "r5"), s2="call b5 b5")
    answer(say(match, "rK"))
    assert {event.seat for event, _ in match.game.weights(match.state)} == {0}


TWO_CLAIMS = ["b3 b0 b2 r4 r6 r8", "b4 b5 b7 r1 r7", "b1 b2 r0 r2 r7"]
FINISH_LATER = ["b3 b0 b2 r4 r6 r8", "b4 b5 b7 r1 r7", "b1 b2 r0 r0 b0"]


def test_the_nearest_caller_comes_first() -> None:
    match = answer(say(at_turn(TWO_CLAIMS), "b3"), s1="call b4 b5", s2="call b1 b2")
    assert match.state.turn == 1


def test_a_finish_comes_before_a_call() -> None:
    match = answer(say(at_turn(FINISH_LATER), "b3"), s1="call b4 b5", s2="finish")
    assert match.state.finish.seat == 2


def test_the_nearest_comes_first_where_only_order_counts() -> None:
    options = {"tax_claim_priority": "order_only"}
    match = answer(say(at_turn(FINISH_LATER, options=options), "b3"), s1="call b4 b5", s2="finish")
    assert match.state.finish is None
    assert match.state.turn == 1


def test_only_the_next_player_may_call() -> None:
    match = say(at_turn(TWO_CLAIMS, options={"tax_callers": "next_only"}), "b3")
    assert Claim(Call(("b4", "b5"))) in match.legal(1)
    assert match.legal(2) == [Claim(Pass())]


def test_finishing_on_a_discard_costs_no_fee_and_only_the_discarder_pays() -> None:
    match = answer(say(at_turn(FINISH_LATER, lights=("r5",)), "b3"), s2="finish")
    fall(match, TurnUp("b8"))
    assert match.over
    assert match.state.table.done[-1].gains == (-4, 0, 4), "2 end points, times the parent's bonus of 2"


def test_nobody_sees_an_answer_nor_who_could_have_claimed() -> None:
    """The window stays open for all, answers are hidden until the last, and beaten claims for ever."""
    match = say(at_turn(FINISH_LATER), "b3")
    assert match.to_act() == (1, 2)
    assert GAME.secret_window(match.state)
    match.play(1, Claim(Call(("b4", "b5"))))
    for reader in (0, 2, None):
        assert isinstance(GAME.view(match.state, reader).claims[1], Unseen)
        shown = match.shown(len(match.events) - 1, reader)
        assert isinstance(shown.answer, Unseen)
    match.play(2, Claim(Win()))
    assert match.state.claims == (None, None, None)
    assert match.state.taken == Taken(2, Win())


def test_the_order_of_answers_does_not_matter() -> None:
    ends = []
    for order in ((1, 2), (2, 1)):
        match = say(at_turn(FINISH_LATER), "b3")
        for seat in order:
            match.play(seat, Claim(Win() if seat == 2 else Call(("b4", "b5"))))
        ends.append(match.state)
    assert ends[0] == ends[1]


# -- payments ----------------------------------------------------------------------------------------


def gains(seat: int, discarder: int | None, hand: str, bonus: int, lights: str = "", **options: Any) -> Any:
    made = SeasonsEndOptions(**options)
    shown = Finished(seat, discarder, cards(hand), (), False)
    shown = replace(shown, score=rules.scored(made, shown, tuple(lights.split())))
    return rules.gains_of(made, Table((0,) * 4, 0, bonus), shown)


def test_a_self_drawn_finish_is_paid_by_all() -> None:
    """V066: end 4 times B 3 from each."""
    assert gains(0, None, "b1 b2 b3 b4 b5 b6", 3) == (36, -12, -12, -12)


def test_a_finish_on_a_discard_is_paid_by_the_discarder() -> None:
    """V067: end 3, bonus 1 from the parent with B 2, or from a child."""
    hand = "r1 r2 r3 b4 b5 b6"
    assert gains(1, 0, hand, 2, "b2") == (-7, 7, 0, 0)
    assert gains(1, 2, hand, 2, "b2") == (0, 4, -4, 0)


def test_whose_payments_the_bonus_multiplies() -> None:
    hand = "b1 b2 b3 r3 r4 r5"
    assert gains(1, 0, hand, 3, bonus_side="either") == (-6, 6, 0, 0)
    assert gains(1, 0, hand, 3, bonus_side="winner") == (-2, 2, 0, 0)
    assert gains(0, 1, hand, 3, bonus_side="winner") == (6, -6, 0, 0)
    assert gains(0, 1, hand, 3, bonus_side="payer") == (2, -2, 0, 0)


def test_a_set_of_four_first_shown_at_the_finish_is_paid_by_everybody() -> None:
    hand = "b1 r1 b1 r1 b7 b7"
    assert gains(1, 2, hand, 2) == (-1, 5, -3, -1)
    assert gains(1, 2, hand, 2, tax_four_at_finish=False) == (0, 2, -2, 0)


@pytest.mark.parametrize(("turns", "points"), [(2, 10), (3, 10), (4, 4)])
def test_the_first_round_lasts_as_many_turns_as_there_are_players(turns: int, points: int) -> None:
    match = at_turn(FINISH_LATER, options={"tax_light": "off"})
    match.states = [replace(match.state, turns=turns)]
    answer(say(match, "b3"), s2="finish")
    assert match.state.table.done[-1].gains[2] == points


def test_a_last_light_is_turned_up_unless_the_deck_is_empty() -> None:
    match = at_turn(["b1 b2 b3 b4 b5 b6", *PLAIN[1:]], lights=("r5",))
    say(match, "finish")
    assert match.state.phase == "final"
    fall(match, TurnUp("rK"))
    assert match.state.lights == ("r5", "rK")
    match = at_turn(["b1 b2 b3 b4 b5 b6", *PLAIN[1:]])
    match.states = [replace(match.state, deck=())]
    assert say(match, "finish").over


def test_the_finisher_is_the_next_parent_and_the_parents_bonus_grows() -> None:
    """V042: consecutive wins of the parent raise B; a new parent begins with 2."""
    match = at_turn(["b1 b2 b3 b4 b5 b6", *PLAIN[1:]], options={"tax_light": "off"})
    match.states = [replace(match.state, options=match.options.replace(seasons=2))]
    match.options = match.options.replace(seasons=2)
    say(match, "finish")
    after = rules.current(match.state)
    assert (after.table.parent, after.table.bonus) == (0, 3)


# -- hidden things -----------------------------------------------------------------------------------


def test_a_guess_keeps_all_that_was_seen() -> None:
    match = say(at_turn(FINISH_LATER, lights=("r5",)), "b3")
    match.play(1, Claim(Pass()))
    view = GAME.view(match.state, 2)
    for seed in range(20):
        world: Full = GAME.determinize(view, 2, Random(seed))
        assert world.hands[2] == match.state.hands[2]
        assert GAME.view(world, 2) == view
        everything = [*world.deck, *(c for hand in world.hands for c in hand), "b3", "r5"]
        assert ordered(everything) == DECK


def test_draws_are_seen_by_their_owner_alone() -> None:
    match = answer(say(at_turn(["b0 b0 b2 b4 r6 r8", *PLAIN[1:]]), "b4"))
    fall(match, Draw(1, "rK"))
    assert match.shown(len(match.events) - 1, 1) == Draw(1, "rK")
    assert isinstance(match.shown(len(match.events) - 1, 0).card, Unseen)


# -- how it looks ------------------------------------------------------------------------------------


def test_the_cards_that_finish_a_hand_are_those_that_make_a_shape() -> None:
    rng, copies = Random(4), {card: DECK.count(card) for card in DECK}
    for _ in range(300):
        five = ordered(rng.sample(DECK, 5))
        exposed = next((group for group in combinations(five, 3) if triple(group)), ())
        for shown in {(), exposed}:
            held = without(five, shown)
            finishing = [card for card in copies if shape(ordered((*held, card)), shown) is not None]
            assert outs(held, shown) == sum(copies[card] - five.count(card) for card in finishing)


def test_an_outlook_is_the_mean_over_the_cards_that_may_come() -> None:
    five = cards("b1 b2 r5 r6 bK")
    drawn = [ordered((*five, card)) for card in without(DECK, five)]
    kept = [max(outs(without(six, (card,))) for card in six) for six in drawn]
    assert outlook(five) == pytest.approx(sum(kept) / len(drawn))
    assert outlook(cards("b1 b2 b3 r5 r6")) > outlook(five) > outlook(cards("b0 r2 b4 r6 b8"))


def test_a_hand_of_many_turns_is_guessed_better_than_one_just_dealt() -> None:
    match = at_turn(["b0 r2 b4 r6 b8 rK", "b1 b1 r3 r5 b7"])
    view = GAME.view(match.state, 0)
    thrown = tuple((1, card) for card in ("r0", "b3", "b6", "r8"))
    deck = match.state.deck[len(thrown) :]
    late = GAME.view(replace(match.state, discards=thrown, deck=deck), 0)
    dealt, kept = (
        sum(promise(GAME.determinize(seen, 0, Random(seed)).hands[1], ()) for seed in range(60))
        for seen in (view, late)
    )
    assert kept > 1.25 * dealt

"""Walking War, sentence by sentence (`docs/rules/walking_war.md` §1.4, §2, §11, §14)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kaik.core.secrets import unseen_in
from kaik.games.walking_war import GAME, hand_size, payout
from kaik.games.walking_war.state import Fold, Laid, WalkingWarOptions
from kaik.kit import deck, seasons
from kaik.kit.deck import Draw
from kaik.kit.opening import First
from kaik.play.match import Match
from tests.rules.cardtable import cards, legal, may, opened, seated
from tests.rules.scripted import fall, say, sitting


def led(lead: str, hand: str, **options: Any) -> Match:
    """Seat 1 has led; seat 2 follows with this hand."""
    spare = "b0 r0 b1 r1 b2 r2 b6 r6"
    return say(seated("walking_war", [f"{lead} {spare}", hand], options), lead)


# -- setup --------------------------------------------------------------------------------------------


def test_ten_cards_for_two_to_four_players_eight_for_more() -> None:
    assert [hand_size(seats) for seats in range(2, 7)] == [10, 10, 10, 8, 8]


def test_the_parent_leads_after_the_deal() -> None:
    match = fall(sitting("walking_war", 5), First(3))
    for card in match.state.deck[:40]:
        fall(match, Draw(deck.shortest(match.state.hands), card))
    assert match.to_act() == (3,)
    assert len(match.state.deck) == 8


# -- following (V024–V037) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "answer", "allowed"),
    [
        ("b0", "b3", True),  # V024
        ("b0", "r3", False),  # V025 colour
        ("b0", "bS", False),  # V026 weaker
        ("bK", "bE", False),  # V027 equal
        ("b1 r1 r1", "b5 r5 r5", True),  # V028
        ("b1 r1 r1", "b5 b5 r5", False),  # V029 colours
        ("b1 r1 r1", "b5 r5", False),  # V030 size
        ("b1 r1 r1", "b5 r5 rS", True),  # V031 a ship keeps its colour
        ("r1 r2 r3", "r3 r4 r5", True),  # V032
        ("r1 r2 r3", "b3 b4 b5", False),  # V033 colour
        ("r1 r2 r3", "r4 r4 rS", False),  # V034 type
        ("b3 b3", "bK bE", True),  # V035
    ],
)
def test_v024_to_v035_what_may_be_played_on_a_lead(lead: str, answer: str, allowed: bool) -> None:
    assert may(led(lead, f"{answer} b7 r7 b8 r8"), answer) is allowed


@pytest.mark.parametrize(("reference", "allowed"), [("lead", True), ("current_best", False), ("none", True)])
def test_v036_what_an_answer_must_beat(reference: str, allowed: bool) -> None:
    options = {"mok_reference": reference}
    match = say(seated("walking_war", ["r1 r1 b0", "r5 r5 b1", "r2 r2 b2"], options), "r1 r1", "r5 r5")
    assert may(match, "r2 r2") is allowed
    say(match, "r2 r2" if allowed else "fold r2 r2")
    assert match.state.leader == 1


def test_without_a_reference_weaker_roles_may_be_laid() -> None:
    assert may(led("b5", "b1 b2", mok_reference="none"), "b1")
    assert not may(led("b5", "b1 b2"), "b1")


@pytest.mark.parametrize(("tie", "winner"), [("first", 1), ("last", 2)])
def test_v037_of_equal_answers_the_first_wins(tie: str, winner: int) -> None:
    match = seated("walking_war", ["b2 b0", "b5 b1", "b5 b3"], {"mok_tie": tie})
    assert say(match, "b2", "b5", "b5").state.leader == winner


def test_folding_is_allowed_even_if_a_play_exists() -> None:
    assert legal(led("b0", "b3 r3")) == {"b3", "fold b3", "fold r3"}


def test_as_many_cards_are_folded_as_were_led() -> None:
    match = led("b1 b2 b3", "b0 b0 r1 r2 r3")
    assert {len(text.split()) for text in legal(match)} == {4}
    assert len(legal(match)) == 7  # two of the five are equal


def test_any_role_may_be_led_and_must_be() -> None:
    match = seated("walking_war", ["b3 b4 b5 r5 bS", "r1 r2 r3 r4 r6"])
    assert {"b3", "b5 r5", "b3 b4 b5", "bS b3 b4 b5", "bS b5 r5", "bS"} <= legal(match)
    assert not any("fold" in text for text in legal(match))


# -- rounds ---------------------------------------------------------------------------------------------


def test_the_winner_keeps_what_he_played_and_leads() -> None:
    match = say(seated("walking_war", ["b1 r1 b0", "b5 r5 b2", "b6 r0 b3"]), "b1 r1", "b5 r5", "fold b6 r0")
    assert match.state.piles == ((), ("b5", "r5"), ())
    assert match.state.beaten == ("b1", "r1")
    assert match.to_act() == (1,)


def test_the_lead_wins_if_nobody_answers() -> None:
    match = say(seated("walking_war", ["b1 b0", "r5 b2"]), "b1", "fold r5")
    assert match.state.piles == (("b1",), ())


def test_whoever_wins_the_last_round_wins_the_season() -> None:
    match = say(seated("walking_war", ["b1", "b2"]), "b1", "b2")
    assert match.state.table.done[-1].winners == (1,)
    assert match.state.table.settled


def test_all_public_cards_together_are_as_many_as_a_hand_had() -> None:
    rng = Random(3)
    match = opened("walking_war", 4, 10)
    while not match.state.table.settled:
        (seat,) = match.to_act()
        match.game.actions(match.state, seat)
        say(match, rng.choice(sorted(legal(match))))
    assert sum(map(len, match.state.piles)) == 10


# -- payout (V038–V042) ---------------------------------------------------------------------------------


def paid(public: list[int], winner: int, parent: int = 0, bonus: int = 2, **options: Any) -> tuple[int, ...]:
    """What a season pays when the seats have won so many public cards."""
    state = GAME.start(WalkingWarOptions(**options), len(public))
    piles = tuple(("b1",) * count for count in public)
    return payout(replace(state, piles=piles, table=replace(state.table, parent=parent, bonus=bonus)), winner)


def test_v038_the_example_of_the_book() -> None:
    assert paid([7, 2, 1], winner=1) == (2, 3, -5)


def test_v039_a_winning_parent_receives_the_bonus_from_all() -> None:
    assert paid([3, 4, 0, 3], winner=0) == (22, -4, -12, -6)


def test_v040_unless_only_the_payer_counts() -> None:
    assert paid([3, 4, 0, 3], winner=0, bonus_side="payer") == (11, -2, -6, -3)
    assert paid([2, 3, 5], winner=1, bonus_side="winner") == (-4, 5, -1)


def test_v041_a_losing_parent_pays_with_the_bonus() -> None:
    assert paid([2, 5, 0, 3], winner=3) == (-8, -1, -6, 15)


def after(match_table: seasons.Table, winners: tuple[int, ...], **options: Any) -> seasons.Table:
    settled = seasons.settled(match_table, winners, (0,) * match_table.seats)
    return seasons.next_season(WalkingWarOptions(**options), settled)


def test_v042_the_parents_bonus_over_the_seasons() -> None:
    table = replace(seasons.new_table(WalkingWarOptions(), 3), parent=0)
    used = []
    for winner in (0, 0, 1, 1):
        used.append(table.bonus)
        table = after(table, (winner,))
    assert used == [2, 3, 4, 2]
    assert (table.parent, table.bonus) == (1, 3)


def test_the_constant_is_the_same_for_eight_card_deals() -> None:
    assert paid([0, 0, 0, 0, 0, 8], winner=5, parent=5, bonus=1)[0] == -6


# -- the frame of seasons (§1.4, §14.2) -------------------------------------------------------------------


def test_next_parent() -> None:
    table = replace(seasons.new_table(WalkingWarOptions(), 4), parent=2, bonus=3)
    assert after(table, (1,)).parent == 1
    assert after(table, ()) == replace(after(table, ()), parent=2, bonus=3)
    assert after(table, (1,), next_parent="next_seat").parent == 3
    assert after(table, (1,), next_parent="keep") == replace(after(table, (1,)), parent=2, bonus=3)


def test_of_several_winners_the_first_from_the_old_parent_is_next() -> None:
    table = replace(seasons.new_table(WalkingWarOptions(), 4), parent=2)
    assert after(table, (0, 1)).parent == 0
    assert (after(table, (0, 2)).parent, after(table, (0, 2)).bonus) == (2, 3)


def test_a_bonus_that_is_never_reset_passes_to_the_next_parent() -> None:
    table = replace(seasons.new_table(WalkingWarOptions(), 2), parent=0, bonus=4)
    assert after(table, (1,), bonus_reset="never").bonus == 4
    assert after(table, (1,)).bonus == 2


def test_the_first_parent_is_drawn_unless_it_is_seat_1() -> None:
    drawn = sitting("walking_war", 3)
    assert [outcome for outcome, _ in GAME.weights(drawn.state)] == [First(0), First(1), First(2)]
    fixed = sitting("walking_war", 3, first_parent="seat0")
    assert fixed.state.table.parent == 0


@pytest.mark.parametrize(("given", "expected"), [(2, 2), (0, 3)])
def test_how_many_seasons_a_match_has(given: int, expected: int) -> None:
    options = WalkingWarOptions(seasons=given)
    assert seasons.seasons(options, seasons.new_table(options, 3)) == expected


def test_starting_points_are_shown_but_not_won() -> None:
    match = sitting("walking_war", 2, start_points=25)
    shown = [c.value for c in GAME.scene(match.state, 0).counters if c.id.startswith("points-")]
    assert shown == [25, 25]
    assert GAME.returns(match.state) == (0, 0)


def test_after_the_last_season_the_match_is_over() -> None:
    match = say(seated("walking_war", ["b1", "b2"], {"seasons": 1}), "b1", "b2")
    assert match.over
    assert match.result is not None
    assert match.result.points == (-12, 12)


def test_a_new_season_deals_all_cards_anew() -> None:
    match = say(seated("walking_war", ["b1", "b2"]), "b1", "b2")
    fall(match, Draw(0, "b1"))
    assert match.state.hands == (("b1",), ())
    assert len(match.state.deck) == 47
    assert match.state.table.parent == 1


# -- what is hidden -------------------------------------------------------------------------------------


def test_folded_cards_are_known_to_the_folder_alone() -> None:
    match = say(seated("walking_war", ["b1 b0", "r5 b2", "r6 r7"]), "b1", "fold r5")
    assert GAME.view(match.state, 1).folded[1] == ("r5",)
    assert unseen_in(GAME.view(match.state, 0).folded)
    assert unseen_in(GAME.shown(match.state, 1, Fold(("r5",)), 0))


def test_guesses_never_use_cards_that_were_seen() -> None:
    match = say(seated("walking_war", ["b1 b0", "r5 b2", "r6 r7"]), "b1", "fold r5", "fold r7")
    for seed in range(20):
        guess = GAME.determinize(GAME.view(match.state, 1), 1, Random(seed))
        assert guess.hands[1] == ("b2",)
        assert guess.folded[1] == ("r5",)
        held = [*guess.deck, *(card for group in (*guess.hands, *guess.folded) for card in group)]
        assert deck.ordered([*held, "b1"]) == deck.DECK


def test_a_forced_fold_is_not_played_by_the_referee() -> None:
    match = say(seated("walking_war", ["b1", "r5"]), "b1")
    assert legal(match) == {"fold r5"}
    assert GAME.secret_window(match.state)


def test_cards_may_be_written_in_any_order() -> None:
    match = seated("walking_war", ["b3 b4 b5", "r1 r2 r3"])
    assert say(match, "b5 B3 b4").state.laid == (Laid(0, cards("b3 b4 b5")),)

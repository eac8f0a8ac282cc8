"""The referee: forced choices, secret windows, the length guard, rulings, takebacks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kaik.core.errors import IllegalAction
from kaik.core.messages import Message, msg
from kaik.core.options import Options
from kaik.core.scene import Scene
from kaik.play.fairness import Forced, Sealed
from kaik.play.match import Drawn, Match, Offered, Played, Ruled, TakenBack, _loser_last, outcome
from tests.core.toys import Coin, Say, Toy, ToyState


def match_of(script: str, seats: int = 2, **how: object) -> Match:
    """A match of a toy game with chance of its own."""
    auto = bool(how.pop("auto", True))
    return Match(Toy(script, **how), Options(), seats, Sealed.fresh(seats, 1), auto=auto)  # type: ignore[arg-type]


def say(match: Match, *numbers: int) -> Match:
    """Whoever is to act says these numbers."""
    for n in numbers:
        match.play(match.to_act()[0], Say(n))
    return match


def test_choices_that_are_none_are_played_at_once() -> None:
    match = match_of("1121")
    assert match.to_act() == (0,)
    assert [entry.seat for entry in match.log if isinstance(entry, Played)] == [0, 1]
    say(match, 1)
    assert match.over


def test_without_auto_even_a_forced_choice_waits() -> None:
    assert match_of("11", auto=False).log == []


def test_in_a_secret_window_a_forced_choice_waits() -> None:
    match = match_of("1", window=True)
    assert match.log == []
    assert match.to_act() == (0,)
    assert len(match.legal(0)) == 1


def test_chance_falls_by_itself_between_choices() -> None:
    match = match_of("c2c2")
    assert isinstance(match.log[0], Drawn)
    say(match, 0)
    assert isinstance(match.log[2], Drawn)
    assert match.to_act() == (1,)


def test_a_drawn_integer_stands_for_the_outcome_it_falls_on() -> None:
    weights = [("a", 1), ("b", 3), ("c", 2)]
    assert [outcome(weights, n) for n in range(6)] == ["a", "b", "b", "b", "c", "c"]
    with pytest.raises(IllegalAction):
        outcome(weights, 6)


@pytest.mark.parametrize(("drawn", "heads"), [(0, True), (1, False), (2, False)])
def test_the_log_keeps_the_integer_and_the_total(drawn: int, heads: bool) -> None:
    match = Match(Toy("c"), Options(), 2, Forced(iter([drawn])))
    assert match.log == [Drawn(Coin(heads), 3, drawn)]


def test_several_seats_choose_at_once_in_any_order() -> None:
    one, other = match_of("*", 3), match_of("*", 3)
    for seat in (2, 0, 1):
        one.play(seat, Say(seat % 2))
    for seat in (0, 1, 2):
        other.play(seat, Say(seat % 2))
    assert one.state == other.state
    assert one.over


def test_who_has_chosen_already_may_not_choose_again() -> None:
    match = match_of("*", 3)
    match.play(1, Say(0))
    assert match.to_act() == (0, 2)
    with pytest.raises(IllegalAction):
        match.play(1, Say(1))


def test_a_match_that_runs_too_long_is_settled_as_it_stands() -> None:
    match = match_of("2", max_plies=5, endless=True)
    say(match, 1, 0, 1, 0, 1)
    assert match.result is not None
    assert match.result.reason.key == "reason.length"
    assert match.result.points == (3, -3)
    assert match.result.places == (1, 2)
    assert match.log[-1] == Ruled("length")
    assert len(match.log) == 6


def test_one_choice_fewer_is_not_too_long() -> None:
    assert not say(match_of("2", max_plies=5, endless=True), 1, 0, 1, 0).over


def test_chance_alone_does_not_run_for_ever() -> None:
    match = match_of("c", max_plies=5, endless=True)
    assert match.over
    assert len(match.events) == 50


def test_a_seat_that_resigns_is_last_whatever_its_points() -> None:
    match = say(match_of("222222", 3), 1)
    match.resign(0)
    assert match.result is not None
    assert match.result.points == (1, -1, 0)
    assert match.result.places == (3, 2, 1)
    assert match.result.reason.key == "reason.resign"


def test_a_seat_out_of_time_is_last() -> None:
    match = match_of("22")
    match.timeout(1)
    assert match.result is not None
    assert match.result.places == (1, 2)
    assert match.result.reason.key == "reason.timeout"


def test_a_seat_that_was_left_is_last_and_the_reason_is_not_the_clock() -> None:
    match = match_of("22")
    match.claim(1)
    assert match.result is not None
    assert match.result.places == (1, 2)
    assert match.result.reason == msg("reason.absent", seat=msg("seat", n=2))


def test_an_agreed_draw_puts_all_first_and_keeps_the_points() -> None:
    match = say(match_of("222"), 1)
    match.offer("draw", 1)
    assert not match.over
    match.offer("draw", 0)
    assert match.result is not None
    assert match.result.places == (1, 1)
    assert match.result.points == (1, -1)
    assert match.result.reason.key == "reason.draw"


def test_a_draw_needs_everybody() -> None:
    match = say(match_of("222222", 3), 1)
    match.offer("draw", 2)
    match.offer("draw", 0)
    assert not match.over
    assert match.offers == {"draw": (2, 0)}


def test_who_plays_on_has_declined_and_the_proposer_may_play() -> None:
    match = match_of("2222")
    match.offer("draw", 0)
    say(match, 1)
    assert match.offers == {"draw": (0,)}
    say(match, 1)
    assert match.offers == {}


def test_a_declined_draw_is_not_offered_again_before_the_next_choice() -> None:
    match = match_of("2222")
    match.offer("draw", 0)
    match.decline("draw", 1)
    with pytest.raises(IllegalAction):
        match.offer("draw", 0)
    say(match, 1)
    match.offer("draw", 0)
    assert match.offers == {"draw": (0,)}


def test_nobody_agrees_twice_or_declines_nothing() -> None:
    match = match_of("2222")
    with pytest.raises(IllegalAction):
        match.decline("draw", 0)
    match.offer("draw", 0)
    with pytest.raises(IllegalAction):
        match.offer("draw", 0)
    with pytest.raises(IllegalAction):
        match.offer("draw", 2)
    assert match.log == [Offered("draw", 0)]


def test_a_choice_is_taken_back_when_all_agree() -> None:
    match = say(match_of("2222"), 1)
    match.offer("takeback", 0)
    match.offer("takeback", 1)
    assert match.log[-1] == TakenBack(0)
    assert match.to_act() == (0,)
    assert match.offers == {}


def test_a_cast_cannot_be_taken_back_whoever_agrees() -> None:
    match = say(match_of("2c22"), 1)
    with pytest.raises(IllegalAction):
        match.offer("takeback", 0)


def test_an_event_ends_a_proposal_to_take_back() -> None:
    match = say(match_of("2222"), 1)
    match.offer("takeback", 0)
    say(match, 0)
    assert match.offers == {}
    with pytest.raises(IllegalAction):
        match.decline("takeback", 1)


def test_a_log_with_talk_leads_to_the_same_match() -> None:
    match = say(match_of("222222"), 1)
    match.offer("takeback", 0)
    match.offer("takeback", 1)
    match.offer("draw", 1)
    match.decline("draw", 0)
    say(match, 1)
    twin = Match(match.game, match.options, 2, None)
    for entry in match.log:
        twin.follow(entry)
    assert (twin.events, twin.offers, twin.state) == (match.events, match.offers, match.state)


@pytest.mark.parametrize(
    ("places", "loser", "after"),
    [((1, 2, 3), 0, (3, 1, 2)), ((1, 1, 3), 0, (3, 1, 2)), ((1, 1, 1), 2, (1, 1, 3)), ((2, 1), 0, (2, 1))],
)
def test_the_others_close_up_when_one_is_put_last(
    places: tuple[int, ...], loser: int, after: tuple[int, ...]
) -> None:
    assert _loser_last(places, loser) == after


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_nobody_resigns_for_a_seat_that_is_not_there(seat: int) -> None:
    match = match_of("22")
    with pytest.raises(IllegalAction):
        match.resign(seat)
    assert not match.over


@pytest.mark.parametrize(
    "ruling",
    [
        Ruled("resign"),
        Ruled("timeout"),
        Ruled("absent"),
        Ruled("draw", 0),
        Ruled("length"),
        Ruled("resign", 5),
    ],
)
def test_a_log_from_elsewhere_cannot_end_a_match_as_it_likes(ruling: Ruled) -> None:
    match = match_of("22")
    with pytest.raises(IllegalAction):
        match.follow(ruling)
    assert match.log == []
    assert not match.over


def test_a_choice_can_be_taken_back_until_chance_has_spoken() -> None:
    match = say(match_of("222c2"), 1)
    match.undo(0)
    assert match.log == [Played(0, Say(1)), TakenBack(0)]
    assert match.to_act() == (0,)
    assert match.state.points == (0, 0)
    say(match, 0, 0, 0)
    assert match.can_undo(0) is None
    with pytest.raises(IllegalAction):
        match.undo(0)


def test_taking_back_passes_over_the_answers_and_forced_choices_of_others() -> None:
    match = say(match_of("2122"), 1)
    say(match, 1)
    assert match.can_undo(0) == 2
    match.undo(0)
    match = say(match_of("2122"), 1)
    assert match.can_undo(0) == 0
    match.undo(0)
    assert match.to_act() == (0,)
    assert len(match.events) == 0


def test_one_choice_after_another_can_be_taken_back() -> None:
    match = say(match_of("2222"), 1, 1, 1)
    match.undo(0)
    assert len(match.events) == 2
    match.undo(0)
    assert match.events == []
    assert match.can_undo(0) is None
    assert [type(entry) for entry in match.log[-2:]] == [TakenBack, TakenBack]


def test_who_has_not_chosen_has_nothing_to_take_back() -> None:
    assert say(match_of("222"), 1).can_undo(1) is None


def test_after_the_end_nothing_is_taken_back() -> None:
    match = say(match_of("22"), 1, 1)
    assert match.over
    assert match.can_undo(1) is None
    with pytest.raises(IllegalAction):
        match.follow(TakenBack(1))


@pytest.mark.parametrize("to", [-1, 1, 5])
def test_a_takeback_to_nowhere_is_refused(to: int) -> None:
    match = say(match_of("222"), 1)
    with pytest.raises(IllegalAction):
        match.follow(TakenBack(to))
    assert len(match.log) == 1
    assert len(match.states) == 2


def test_choices_taken_back_do_not_count_against_the_guard() -> None:
    match = match_of("2", max_plies=3, endless=True)
    for _ in range(5):
        say(match, 1)
        match.undo(0)
    assert not match.over
    say(match, 1, 1, 1)
    assert match.over


def test_the_log_in_words_forgets_what_was_taken_back() -> None:
    match = say(match_of("222"), 1)
    assert len(match.log_lines(None)) == 1
    match.undo(0)
    assert match.log_lines(None) == ()
    say(match, 0)
    assert match.log_lines(None)[0].params["text"] == "say-0"


class Spied(Toy):
    """A toy that tells whose eyes it was looked at with."""

    def view(self, state: ToyState, seat: int | None) -> ToyState:
        return replace(state, script=f"seen by {seat}")

    def shown(self, state: ToyState, actor: int, event: Any, seat: int | None) -> Any:
        return None if seat == 1 else event

    def scene(self, view: ToyState, seat: int | None) -> Scene:
        return Scene(prompt=msg(view.script))

    def narrate(self, view: ToyState, actor: int, event: Any, after: ToyState) -> Message:
        return msg(view.script)


def test_what_leaves_a_match_is_made_from_the_readers_view_alone() -> None:
    match = Match(Spied("22"), Options(), 2, Sealed.fresh(2, 1))
    match.play(0, Say(1))
    for seat in (0, None):
        assert match.seen_by(seat).scene.prompt == msg(f"seen by {seat}")
        assert match.seen_by(seat).log == (msg(f"seen by {seat}"),)


def test_an_event_that_a_seat_does_not_see_is_told_as_something_unseen() -> None:
    match = Match(Spied("22"), Options(), 2, Sealed.fresh(2, 1))
    match.play(0, Say(1))
    assert match.seen_by(1).log == (msg("log.nothing"),)


def test_only_seats_to_act_are_offered_anything() -> None:
    match = match_of("22")
    assert [choice.text for choice in match.seen_by(0).legal] == ["say-0", "say-1"]
    assert match.seen_by(1).legal == ()
    assert match.seen_by(None).legal == ()
    assert match.seen_by(0).seq == 0


def test_a_match_without_chance_only_follows() -> None:
    match = Match(Toy("1c1"), Options(), 2, None)
    assert match.log == []
    match.follow(Played(0, Say(0)))
    with pytest.raises(IllegalAction):
        match.follow(Played(1, Say(0)))
    match.follow(Drawn(Coin(True), 3, 0))
    match.follow(Played(0, Say(0)))
    assert match.over


@pytest.mark.parametrize(
    "false", [Drawn(Coin(True), 3, 1), Drawn(Coin(True), 4, 0), Drawn(Coin(False), 3, 3)]
)
def test_false_chance_is_not_followed(false: Drawn) -> None:
    match = Match(Toy("c"), Options(), 2, None)
    with pytest.raises(IllegalAction):
        match.follow(false)
    assert match.log == []

"""Choosing by touches: what may come next, what ends a choice, and how touches are taken back."""

from __future__ import annotations

import pytest

from kaik.core.errors import IllegalAction
from kaik.core.messages import msg
from kaik.core.scene import Item, Scene, Spot, Zone, button, choices
from kaik.core.touches import Step, Touches

BOARD = Scene((Zone("board", "grid", tuple(Spot(id) for id in "abcd")),))


def card(id: str, same_as: str = "") -> Spot:
    return Spot(id, items=(Item("card", id),), same_as=same_as)


HAND = Scene(
    (Zone("hand", "fan", (card("x"), card("y"), card("z", "y"))), choices(button("play", msg("yes"))))
)
PLAYS = [("x", "play"), ("x", "y", "play"), ("y", "y", "play")]


def walk(touches: Touches, *spots: str) -> int | None:
    """The last of several touches."""
    return [touches.touch(spot) for spot in spots][-1]


def test_a_path_is_chosen_only_when_complete() -> None:
    touches = Touches(BOARD, [("a", "b"), ("a", "c")])
    assert touches.touch("a") is None
    assert touches.touch("c") == 1
    assert touches.made == ()


def test_what_may_come_next_and_what_it_does() -> None:
    touches = Touches(BOARD, [("a", "b", "b"), ("a", "b", "c"), ("a", "d")])
    assert touches.candidates() == {"a": Step.LEADS_ON}
    touches.touch("a")
    assert touches.candidates() == {"b": Step.MAY_END, "d": Step.ENDS}
    assert touches.ending("d") == 2
    touches.touch("b")
    assert touches.candidates() == {"b": Step.ENDS, "c": Step.ENDS}
    assert touches.touch("b") == 0


def test_a_touch_that_fits_nothing_is_refused_and_changes_nothing() -> None:
    touches = Touches(BOARD, [("a", "b")])
    touches.touch("a")
    with pytest.raises(IllegalAction):
        touches.touch("d")
    assert touches.made == ("a",)


def test_another_first_spot_begins_anew() -> None:
    touches = Touches(BOARD, [("a", "b"), ("c", "d")])
    touches.touch("a")
    assert touches.begins("c")
    assert not touches.begins("b")
    assert not touches.begins("a")
    touches.touch("c")
    assert touches.made == ("c",)


def test_a_spot_touched_again_gives_up_what_followed_it() -> None:
    touches = Touches(BOARD, [("a", "b", "c")])
    walk(touches, "a", "b", "a")
    assert touches.made == ()


def test_touches_are_taken_back_one_by_one_or_all_at_once() -> None:
    touches = Touches(BOARD, [("a", "b", "c")])
    walk(touches, "a", "b")
    assert touches.undo()
    assert touches.made == ("a",)
    touches.clear()
    assert not touches.undo()


def test_cards_are_touched_in_any_order_and_an_equal_one_counts() -> None:
    assert walk(Touches(HAND, PLAYS), "y", "x", "play") == 1
    assert walk(Touches(HAND, PLAYS), "z", "x", "play") == 1
    assert walk(Touches(HAND, PLAYS), "z", "y", "play") == 2


def test_a_card_is_laid_down_again_without_the_others() -> None:
    touches = Touches(HAND, PLAYS)
    walk(touches, "x", "y", "x")
    assert touches.made == ("y",)
    walk(touches, "y")
    assert touches.made == ()


def test_only_what_the_paths_still_hold_is_offered() -> None:
    touches = Touches(HAND, PLAYS)
    assert set(touches.candidates()) == {"x", "y", "z"}
    touches.touch("x")
    assert touches.candidates() == {"y": Step.LEADS_ON, "z": Step.LEADS_ON, "play": Step.ENDS}
    assert touches.spots == {"x", "y", "z", "play"}

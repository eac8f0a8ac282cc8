"""Paths: made prefix-free, walked touch by touch, in any order where the scene allows it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kaik.core.messages import msg
from kaik.core.scene import Item, Path, Scene, Spot, Zone, button, choices, closed, continuing, plain

CARD = (Item("card", "5"),)
SCENE = Scene(
    zones=(
        Zone("board", "grid", tuple(Spot(id) for id in ("a", "b", "c"))),
        Zone(
            "hand",
            "fan",
            (Spot("5", items=CARD), Spot("5-again", items=CARD, same_as="5"), Spot("6"), Spot("7")),
        ),
        choices(button("lay", msg("yes"))),
    )
)
HANDS: list[Path] = [("5", "lay"), ("5", "5", "lay"), ("5", "6", "lay"), ("6", "7", "lay")]


def test_a_path_that_begins_another_ends_with_one_more_touch() -> None:
    assert closed([("a", "b"), ("a", "b", "c"), ("a", "c")]) == [("a", "b", "b"), ("a", "b", "c"), ("a", "c")]


def test_paths_that_begin_no_other_stay_as_they_are() -> None:
    assert closed([("a",), ("b", "a")]) == [("a",), ("b", "a")]
    assert closed([]) == []


@given(st.sets(st.lists(st.sampled_from("abc"), min_size=1, max_size=4, unique=True).map(tuple)))
def test_closed_paths_begin_no_other(paths: set[Path]) -> None:
    made = closed(sorted(paths))
    assert len(set(made)) == len(paths)
    assert not any(one != other and other[: len(one)] == one for one in made for other in made)


def test_without_touches_everything_is_open() -> None:
    assert continuing(HANDS, [], SCENE) == [0, 1, 2, 3]


def test_on_a_board_the_order_matters() -> None:
    paths = [("a", "b"), ("b", "a")]
    assert continuing(paths, ["a"], SCENE) == [0]
    assert continuing(paths, ["b"], SCENE) == [1]
    assert continuing(paths, ["a", "b"], SCENE) == [0]


def test_in_a_fan_the_order_does_not_matter() -> None:
    assert continuing(HANDS, ["6"], SCENE) == [2, 3]
    assert continuing(HANDS, ["6", "5"], SCENE) == [2]
    assert continuing(HANDS, ["7", "6", "lay"], SCENE) == [3]


def test_either_of_two_equal_cards_may_be_touched() -> None:
    assert continuing(HANDS, ["5-again", "lay"], SCENE) == [0]
    assert continuing(HANDS, ["5-again", "5", "lay"], SCENE) == [1]
    assert continuing(HANDS, ["6", "5-again"], SCENE) == [2]


def test_more_cards_than_a_path_has_is_too_many() -> None:
    assert continuing(HANDS, ["5", "5", "5"], SCENE) == []
    assert continuing(HANDS, ["5", "lay", "lay"], SCENE) == []


def test_the_button_ends_only_a_complete_choice() -> None:
    assert continuing([("5", "6", "lay")], ["5", "lay"], SCENE) == []


def test_order_matters_again_after_a_fan() -> None:
    paths = [("5", "6", "a", "b"), ("5", "6", "b", "a")]
    assert continuing(paths, ["6", "5", "b"], SCENE) == [1]


def test_a_touch_that_is_no_spot_leads_nowhere() -> None:
    assert continuing(HANDS, ["nothing"], SCENE) == []
    assert plain(["nothing", "5-again"], SCENE.spots()) == ["nothing", "5"]

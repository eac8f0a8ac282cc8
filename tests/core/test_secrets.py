"""Secrets: what each mark hides from whom, one by one."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Generic, TypeVar, cast

import pytest
from msgspec import Struct

from kaik.core.game import Game
from kaik.core.secrets import EACH, NOBODY, OWNER, UNSEEN, has_secrets, masked, unseen_in, veil
from tests.core.toys import Toy, ToyState

T = TypeVar("T")


class Table(Struct, Generic[T], frozen=True):
    """Hands, a deck and something public."""

    hands: Annotated[tuple[tuple[T, ...], ...], EACH]
    bids: Annotated[tuple[T | None, ...], EACH]
    deck: Annotated[tuple[T, ...], NOBODY]
    pile: tuple[T, ...] = ()


class Given(Struct, frozen=True):
    """An event that names whom it concerns."""

    seat: int
    card: Annotated[Any, OWNER]


class Chosen(Struct, frozen=True):
    """An event that concerns who acted."""

    card: Annotated[Any, OWNER]


TABLE: Table[Any] = Table(hands=((1, 2), (3,), ()), bids=(None, 5, 6), deck=(7, 8), pile=(9,))


def test_a_seat_sees_its_own_entry_and_the_number_of_the_others() -> None:
    seen = masked(TABLE, 1)
    assert seen.hands == ((UNSEEN, UNSEEN), (3,), ())
    assert seen.bids == (None, 5, UNSEEN)
    assert seen.pile == (9,)


def test_nobody_sees_the_deck_but_everybody_its_size() -> None:
    for seat in (0, 1, 2, None):
        assert masked(TABLE, seat).deck == (UNSEEN, UNSEEN)


def test_a_watcher_sees_no_entry() -> None:
    assert masked(TABLE, None).hands == ((UNSEEN, UNSEEN), (UNSEEN,), ())


def test_an_event_is_seen_by_the_seat_it_names() -> None:
    assert masked(Given(1, 4), 1, actor=-1) == Given(1, 4)
    for other in (0, 2, None):
        assert masked(Given(1, 4), other, actor=0) == Given(1, UNSEEN)


def test_an_event_without_a_name_is_seen_by_who_acted() -> None:
    assert masked(Chosen(4), 0, actor=0) == Chosen(4)
    assert masked(Chosen(4), 1, actor=0) == Chosen(UNSEEN)
    assert masked(Chosen(4), None, actor=0) == Chosen(UNSEEN)


def test_an_outcome_that_names_nobody_is_not_shown_to_watchers() -> None:
    assert masked(Chosen(4), None, actor=None) == Chosen(UNSEEN)


def test_masking_what_is_public_gives_the_thing_itself() -> None:
    public = ToyState("1", ((), ()))
    assert masked(public, 0) is public


def test_masking_twice_is_masking_once() -> None:
    assert masked(masked(TABLE, 0), 0) == masked(TABLE, 0)


@pytest.mark.parametrize(
    ("value", "veiled"),
    [
        (None, None),
        ((), ()),
        (3, UNSEEN),
        ((1, (2, None)), (UNSEEN, (UNSEEN, None))),
        ("ab", UNSEEN),
        (TABLE, UNSEEN),
    ],
)
def test_a_veil_keeps_the_shape(value: Any, veiled: Any) -> None:
    assert veil(value) == veiled


def test_unseen_is_found_however_deep() -> None:
    assert unseen_in((1, (2, (UNSEEN,))))
    assert unseen_in(masked(TABLE, 1))
    assert unseen_in(frozenset([UNSEEN]))
    assert not unseen_in(TABLE)


def test_marks_are_found_on_plain_and_generic_structs() -> None:
    assert has_secrets(Table)
    assert has_secrets(Table[int])
    assert has_secrets(Chosen)
    assert not has_secrets(ToyState)


def test_a_game_that_hides_must_say_how_to_guess() -> None:
    toy, hidden = Toy("1"), cast(Any, masked(TABLE, 0))
    assert toy.determinize(ToyState("1", ()), 0, Random(1)) == ToyState("1", ())
    with pytest.raises(TypeError, match="how to guess"):
        Game.determinize(toy, hidden, 0, Random(1))

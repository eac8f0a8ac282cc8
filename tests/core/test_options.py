"""Options: fields, checking, words, differences."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from kaik.core.errors import BadOptions
from kaik.core.messages import Message, msg
from kaik.core.options import (
    Field,
    Options,
    allowed,
    checked,
    earlier_values,
    fields,
    from_words,
    full_values,
    spelled,
)


class Sample(Options, frozen=True, kw_only=True):
    """One field of every kind."""

    colour: Literal["red", "black", "white"] = "red"
    flag: bool = False
    count: Annotated[int, Meta(ge=0, le=9)] = 3
    either: Literal["some"] | bool = True
    table: tuple[int, ...] = (1, 2)

    def conflict(self) -> Message | None:
        return msg("error.options") if self.flag and self.count == 0 else None


def test_fields_say_their_kind_default_and_values() -> None:
    by_id = {field.id: field for field in fields(Sample)}
    assert by_id["colour"] == Field("colour", "choice", "red", ("red", "black", "white"))
    assert by_id["flag"] == Field("flag", "flag", False, (False, True))
    assert by_id["count"] == Field("count", "number", 3, (), 0, 9)
    assert by_id["either"] == Field("either", "choice", True, (True, False, "some"))
    assert by_id["table"].kind == "data"
    assert list(by_id) == ["colour", "flag", "count", "either", "table"]


@pytest.mark.parametrize(
    ("id", "words"),
    [("colour", "red | black | white"), ("flag", "false | true"), ("count", "0–9"), ("table", "JSON")],
)
def test_allowed_values_are_put_in_words(id: str, words: str) -> None:
    assert next(allowed(field) for field in fields(Sample) if field.id == id) == words


def test_the_default_has_changed_nothing() -> None:
    assert Sample().changed() == {}


def test_changed_names_only_what_differs() -> None:
    assert Sample(count=4, flag=True).changed() == {"flag": True, "count": 4}


def test_replace_checks() -> None:
    assert Sample().replace(count=9) == Sample(count=9)
    with pytest.raises(BadOptions):
        Sample().replace(count=10)


@given(
    colour=st.sampled_from(["red", "black", "white"]),
    flag=st.booleans(),
    count=st.integers(1, 9),
    either=st.sampled_from(["some", True, False]),
    table=st.lists(st.integers(-5, 5)).map(tuple),
)
def test_options_survive_their_words(**values: Any) -> None:
    options = Sample(**values)
    words = [f"{name}={spelled(value)}" for name, value in options.changed().items()]
    assert from_words(Sample, Sample(), words) == options


def test_words_change_the_base_they_are_given() -> None:
    assert from_words(Sample, Sample(count=7), ["colour=black"]) == Sample(count=7, colour="black")


def test_a_word_without_a_sign_is_refused() -> None:
    with pytest.raises(BadOptions, match=r"colour.*option=value"):
        from_words(Sample, Sample(), ["colour"])


def test_a_word_for_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadOptions, match="smell"):
        from_words(Sample, Sample(), ["smell=good"])


@pytest.mark.parametrize(("typed", "near"), [("color", "colour"), ("our", "colour"), ("Count", "count")])
def test_an_option_that_may_have_been_meant_is_suggested(typed: str, near: str) -> None:
    with pytest.raises(BadOptions) as refused:
        from_words(Sample, Sample(), [f"{typed}=1"])
    assert refused.value.message.params["near"] == near


@pytest.mark.parametrize(
    ("name", "value"), [("colour", "green"), ("flag", 1), ("count", 10), ("count", "3"), ("table", 1)]
)
def test_a_bad_value_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(BadOptions) as refused:
        checked(Sample, {"either": "some", name: value})
    assert refused.value.message.params["option"] == name


def test_values_that_cannot_be_played_together_are_refused() -> None:
    with pytest.raises(BadOptions) as refused:
        checked(Sample, {"flag": True, "count": 0})
    assert refused.value.message.key == "error.options"


# -- what was kept before --------------------------------------------------------------------------


class Grown(Sample, frozen=True, kw_only=True):
    """Version 2 brought `colour`, and version 3 another `count` for the second time."""

    earlier: ClassVar[Any] = {"colour": {1: "white"}, "count": {1: 1, 2: 2}}


@pytest.mark.parametrize(
    ("version", "values"), [(1, {"colour": "white", "count": 1}), (2, {"count": 2}), (3, {}), (9, {})]
)
def test_an_option_that_is_not_stated_means_what_it_did_to_the_version_that_kept_it(
    version: int, values: dict[str, Any]
) -> None:
    assert earlier_values(Grown, version) == values
    assert checked(Grown, full_values(Grown, {}, version)) == Grown(**values)


def test_what_is_stated_holds_whatever_the_version() -> None:
    stated = {"colour": "black", "count": 7}
    assert full_values(Grown, stated, 1) == {
        "colour": "black",
        "flag": False,
        "count": 7,
        "either": True,
        "table": [1, 2],
    }


def test_a_form_without_a_version_leaves_the_same_unsaid_for_ever() -> None:
    assert Grown(colour="white", count=1).changed(1) == {}
    assert Grown().changed(1) == {"colour": "red", "count": 3}
    assert Sample(table=(1, 2)).changed() == {}

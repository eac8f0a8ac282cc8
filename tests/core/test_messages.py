"""Messages: slots, plurals, messages inside messages, and what happens to gaps."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaik.core.errors import IllegalAction
from kaik.core.messages import FALLBACK, LANGUAGES, Catalogue, Message, _flat, catalogue, msg, own_texts
from tests.languages import COMPLETE

TEXTS = Catalogue(
    "en",
    {
        "plain": "Hello.",
        "slot": "{who} has {n}.",
        "plural": "{n} card{n||s}",
        "form": "{n|one goose|many geese}",
        "name": "Seat {n}",
        "list.separator": " + ",
    },
)


def test_a_text_without_slots_is_itself() -> None:
    assert TEXTS.word("plain") == "Hello."


def test_slots_take_numbers_words_and_messages() -> None:
    assert TEXTS.word("slot", who=msg("name", n=2), n=3) == "Seat 2 has 3."
    assert TEXTS.word("slot", who="She", n=1.5) == "She has 1.5."


def test_a_whole_float_is_shown_as_a_whole_number() -> None:
    assert TEXTS.word("slot", who="He", n=-2.0) == "He has -2."


def test_a_list_is_joined_as_the_language_joins() -> None:
    assert TEXTS.word("slot", who=[msg("name", n=1), msg("name", n=2)], n=0) == "Seat 1 + Seat 2 has 0."


@pytest.mark.parametrize(("n", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (-1, "-1 cards")])
def test_one_is_singular_and_all_else_plural(n: int, text: str) -> None:
    assert TEXTS.word("plural", n=n) == text


def test_a_plural_may_replace_the_number() -> None:
    assert TEXTS.word("form", n=1) == "one goose"
    assert TEXTS.word("form", n=7) == "many geese"


def test_a_slot_without_a_parameter_stays_to_be_seen() -> None:
    assert TEXTS.word("slot", n=1) == "{who} has 1."


def test_an_unknown_key_shows_itself() -> None:
    assert TEXTS.word("nothing.here") == "nothing.here"
    assert "nothing.here" in TEXTS.word("nothing.here", n=1)
    assert "nothing.here" not in TEXTS


def test_tables_become_dotted_keys_and_is_names_the_table_itself() -> None:
    table = {"option": {"tie": {"is": "who leads", "first": "the first"}, "n": "number"}}
    assert dict(_flat("", table)) == {
        "option.tie": "who leads",
        "option.tie.first": "the first",
        "option.n": "number",
    }


def test_a_refusal_is_worded_in_english_and_carries_its_key() -> None:
    refusal = IllegalAction("error.over")
    assert refusal.message == Message("error.over")
    assert str(refusal) == catalogue("en").word("error.over") != "error.over"
    assert isinstance(refusal, ValueError)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_common_texts_of_every_language_have_keys_and_slots_of_english(language: str) -> None:
    english, own = own_texts(FALLBACK), own_texts(language)
    assert not set(own) - set(english)
    assert set(own) == set(english) or language not in COMPLETE
    for key, text in own.items():
        slots = [set(re.findall(r"\{(\w*)[|}]", one)) for one in (english[key], text)]
        assert slots[0] == slots[1], key


@given(st.text(), st.integers())
def test_a_parameter_is_never_read_as_a_template(text: str, n: int) -> None:
    assert TEXTS.word("slot", who=text, n=n) == f"{text} has {n}."

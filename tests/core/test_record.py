"""Records: each way one can be wrong is refused with one clear sentence of its own."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kaik.core.errors import BadRecord
from kaik.core.options import VERSION
from kaik.play.record import Fault, Record, read, replay, verify
from tests.suite.cases import Case, recorded

CASE = Case("strain", "default", 2)
RECORD = recorded(CASE)


def document(**changes: Any) -> bytes:
    """The record as JSON with some fields put in place of its own."""
    fields = msgspec.json.decode(RECORD.to_json())
    return msgspec.json.encode({**fields, **changes})


def altered(number: int, **changes: Any) -> Record:
    """The record with one entry changed."""
    log = list(RECORD.log)
    log[number] = {**log[number], **changes}
    return msgspec.structs.replace(RECORD, log=tuple(log))


def first(kind: str) -> int:
    """The number of the first entry of this kind."""
    return next(number for number, entry in enumerate(RECORD.log) if entry["type"] == kind)


def refusal_of(act: Any, *arguments: Any) -> str:
    """The sentence with which something is refused."""
    with pytest.raises(BadRecord) as refused:
        act(*arguments)
    text = str(refused.value)
    assert text != refused.value.message.key, "the refusal has words"
    assert "\n" not in text
    assert text.endswith((".", "!"))
    return text


@pytest.mark.parametrize("text", [b"", b"{", b'{"kaik": 1', b"\xff\xfe", b"kaik", b"[" * 5000])
def test_what_is_no_json_is_refused(text: bytes) -> None:
    assert "not JSON" in refusal_of(read, text)


@pytest.mark.parametrize("text", [b"[]", b"{}", b"1", b"null", b'{"kaik": "1"}', b'{"game": "strain"}'])
def test_a_foreign_file_is_refused(text: bytes) -> None:
    assert "not a kaik record" in refusal_of(read, text)


def test_another_version_is_refused_with_both_numbers() -> None:
    sentence = refusal_of(read, document(kaik=99))
    assert "99" in sentence
    assert f"version {VERSION}" in sentence


@pytest.mark.parametrize(
    "changes", [{"seats": "two"}, {"log": {}}, {"game": 3}, {"options": []}, {"result": 5}]
)
def test_a_damaged_field_is_refused(changes: dict[str, Any]) -> None:
    assert "damaged" in refusal_of(read, document(**changes))


def test_a_missing_field_is_refused() -> None:
    fields = msgspec.json.decode(RECORD.to_json())
    del fields["log"]
    assert "log" in refusal_of(read, msgspec.json.encode(fields))


@pytest.mark.parametrize("game", ["no_such_game", "", "../core", "strain.messages", "x" * 500])
def test_an_unknown_game_is_refused(game: str) -> None:
    assert "There is no game" in refusal_of(replay, read(document(game=game)))


def test_bad_options_are_refused_by_name() -> None:
    assert "ranks" in refusal_of(replay, read(document(options={"ranks": 100})))
    assert "smell" in refusal_of(replay, read(document(options={"smell": 1})))


@pytest.mark.parametrize("seats", [0, -1, 9])
def test_a_wrong_number_of_seats_is_refused(seats: int) -> None:
    assert "player" in refusal_of(replay, read(document(seats=seats)))


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "nothing"},
        {"type": 1},
        {"event": {"type": "nothing"}},
        {"event": 1},
        {"event": {"type": "bid", "n": "2"}},
    ],
)
def test_an_entry_that_cannot_be_read_is_refused_by_number(changes: dict[str, Any]) -> None:
    number = first("action")
    assert f"Event {number} " in refusal_of(replay, altered(number, **changes))


def test_an_entry_that_is_no_table_is_refused() -> None:
    assert "Event 0 " in refusal_of(replay, msgspec.structs.replace(RECORD, log=(1, *RECORD.log[1:])))


def test_an_illegal_action_is_refused_by_number() -> None:
    number = first("action")
    sentence = refusal_of(replay, altered(number, event={"type": "bid", "n": 77}))
    assert f"Event {number} " in sentence
    assert "rules do not allow" in sentence


def test_an_action_out_of_turn_is_refused_by_number() -> None:
    number = len(RECORD.log) - 1
    seat = RECORD.log[number]["seat"]
    assert "turn" in refusal_of(replay, altered(number, seat=1 - seat))


def test_an_outcome_that_was_not_drawn_is_refused() -> None:
    card = RECORD.log[0]["event"]["card"]
    assert "drawn" in refusal_of(replay, altered(0, event={"type": "draw", "seat": 0, "card": card % 6 + 1}))


def test_a_false_total_is_refused() -> None:
    assert "total weight" in refusal_of(replay, altered(0, total=13))


def test_entries_after_the_end_are_refused() -> None:
    longer = msgspec.structs.replace(RECORD, log=(*RECORD.log, {"type": "ruling", "ruling": "draw"}))
    assert "over" in refusal_of(replay, longer)


def test_a_wrong_result_is_refused() -> None:
    assert RECORD.result is not None
    wrong = msgspec.structs.replace(RECORD.result, places=(1, 1))
    assert "result" in refusal_of(replay, msgspec.structs.replace(RECORD, result=wrong))
    assert verify(msgspec.structs.replace(RECORD, result=wrong)) == Fault(len(RECORD.log), "verify.result")


def test_a_record_without_its_seed_cannot_be_verified() -> None:
    assert RECORD.fairness is not None
    closed = msgspec.structs.replace(RECORD.fairness, seed=None)
    assert "seed" in refusal_of(verify, msgspec.structs.replace(RECORD, fairness=closed))
    assert "seed" in refusal_of(verify, msgspec.structs.replace(RECORD, fairness=None))


def test_a_seed_that_is_no_number_is_refused() -> None:
    assert RECORD.fairness is not None
    broken = msgspec.structs.replace(RECORD.fairness, seed="no seed")
    assert "hexadecimal" in refusal_of(verify, msgspec.structs.replace(RECORD, fairness=broken))


def test_another_seed_than_was_committed_to_is_found() -> None:
    assert RECORD.fairness is not None
    other = msgspec.structs.replace(RECORD.fairness, seed="00" * 32)
    assert verify(msgspec.structs.replace(RECORD, fairness=other)) == Fault(0, "verify.commitment")


def test_another_nonce_than_was_used_is_found() -> None:
    assert RECORD.fairness is not None
    other = msgspec.structs.replace(RECORD.fairness, nonces=RECORD.fairness.nonces[::-1])
    assert verify(msgspec.structs.replace(RECORD, fairness=other)) is not None


@pytest.mark.parametrize("total", [0, -5, 10**90])
def test_an_absurd_total_is_found_at_once(total: int) -> None:
    assert verify(altered(0, total=total)) == Fault(0, "verify.drawn")


def test_an_unfinished_record_is_no_fault() -> None:
    part = msgspec.structs.replace(RECORD, log=RECORD.log[:9], result=None)
    assert not replay(part).over
    assert verify(part) is None


def test_the_document_has_one_entry_a_line() -> None:
    lines = RECORD.to_json().decode().splitlines()
    entries = [line for line in lines if line.startswith("    {")]
    assert len(entries) == len(RECORD.log)
    assert lines[0] == "{"
    assert lines[1] == f'  "kaik": {VERSION},'


def test_a_record_without_events_is_a_document_too() -> None:
    empty = msgspec.structs.replace(RECORD, log=(), result=None)
    assert read(empty.to_json()) == empty


def without_tie(version: int) -> Record:
    fields = msgspec.json.decode(RECORD.to_json())
    del fields["options"]["tie"]
    return read(msgspec.json.encode({**fields, "kaik": version, "log": [], "result": None}))


def test_an_option_that_is_not_stated_has_its_value_of_the_records_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(replay(RECORD).options), "earlier", {"tie": {1: "last"}})
    for version, tie in ((1, "last"), (VERSION, "first")):
        record = without_tie(version)
        assert replay(record).options.tie == tie
        written = msgspec.json.decode(record.to_json())
        assert (written["kaik"], written["options"]["tie"]) == (version, tie), (
            "it is stated when written anew"
        )
        assert list(written["options"]) == list(RECORD.options)
        assert replay(read(record.to_json())).options.tie == tie


def test_a_record_of_an_unknown_game_is_written_as_it_stands() -> None:
    strange = msgspec.structs.replace(RECORD, game="no_such_game", options={"a": 1})
    assert read(strange.to_json()) == strange

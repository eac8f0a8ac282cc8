"""`kaik verify`: is the chance in a record honest?"""

from __future__ import annotations

from kaik.cli import files, language
from kaik.cli.game_args import use_texts_of
from kaik.core.messages import Message, msg
from kaik.play.record import Fault, Record, verify


def check(place: str) -> bool:
    """Say whether a record, in a file or on a server, is honest, and if not, at which event it is not."""
    record = files.read_anywhere(place)
    use_texts_of(record)
    fault = verify(record)
    print(language.texts().text(_honest(record) if fault is None else _false(fault)))
    return fault is None


def _honest(record: Record) -> Message:
    casts = sum(entry["type"] == "chance" for entry in record.log)
    return msg("verify.honest" if record.result is not None else "verify.honest_open", n=casts)


def _false(fault: Fault) -> Message:
    detail = Message(fault.reason)
    if fault.reason in ("verify.commitment", "verify.result"):
        return msg("verify.false_seed", detail=detail)
    key = "verify.false_event" if fault.reason.startswith("verify.") else "verify.false_event_refused"
    return msg(key, number=fault.number, detail=detail)

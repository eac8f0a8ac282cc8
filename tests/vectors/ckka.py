"""Published game records of cerke: the full notation must replay, older short forms may be refused with a
place."""

from __future__ import annotations

from kaik.games.cerke import GAME, score
from kaik.games.cerke.ckka import CkkaError
from kaik.play.formats import record_of
from tests.vectors.base import Check, Difference, Row


def full(row: Row) -> None:
    """Read completely and replayed legally, and written again to the same game."""
    record = record_of(GAME, score.read(row))
    again = record_of(GAME, score.read(score.write(score.read(row))))
    if (again.result, len(again.log)) != (record.result, len(record.log)):
        raise Difference("written and read again it is another game")


def short(row: Row) -> None:
    """Replayed, or refused with line, column and reason."""
    try:
        record_of(GAME, score.read(row))
    except CkkaError as refusal:
        if refusal.line < 1 or refusal.column < 1 or "ckka." in str(refusal):
            raise Difference(f"the refusal names no place or reason: {refusal}") from None


READERS: dict[str, Check] = {"official*.txt": full, "*.ckka": full, "short-form*.txt": short}

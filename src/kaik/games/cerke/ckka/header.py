"""The header of a CKKA record beside its rules: times, names, rulings and free text, read and written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast, get_args

from kaik.core.game import Annotations, Ruling, Score
from kaik.core.messages import Message, msg
from kaik.games.cerke.ckka.tree import KEYS, CkkaError, Info, Player, Record, values
from kaik.games.cerke.tables import SIDES

NAME_KEYS = ("黒名", "赤名")
"""The players with the black and the red king, in the order of seats."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def played_at(record: Record) -> str:
    """When it was played, as far as the header says: its 始時, or a date by itself."""
    dates = (value.item for value in values(record, None) if _DATE.match(value.item))
    return next((value.item for value in values(record, "始時")), next(dates, ""))


def ended_at(record: Record) -> str:
    """When it ended, as far as the header says."""
    return next((value.item for value in values(record, "終時")), "")


def ruled_in(record: Record) -> tuple[Ruling, int | None] | None:
    """Our own `{終局:resign IA}`: the match ended outside the rules."""
    for value in values(record, "終局"):
        ruling, _, side = value.item.partition(" ")
        if ruling not in get_args(Ruling) or side not in ("", *SIDES):
            raise CkkaError("ckka.bad_ruling", value.line, value.column, value=value.item)
        return cast(Ruling, ruling), SIDES.index(side) if side else None
    return None


def player_names(record: Record, first: int) -> tuple[str, ...]:
    """The names in the order of seats; `first` is the seat that moved first."""
    by_colour = [next((value.item for value in values(record, key)), "") for key in NAME_KEYS]
    if any(by_colour):
        return tuple(by_colour)
    names = [player.item.name for player in record.players]
    return tuple(reversed(names)) if first == 1 else tuple(names)


def free_entries(record: Record) -> tuple[tuple[str, str], ...]:
    """The entries without a key, and those under a key that means nothing to the rules."""
    infos = (info.item for info in record.infos)
    return tuple((info.key or "", info.value) for info in infos if info.key not in KEYS)


def cut_notes(cut: tuple[int, int] | None) -> list[Message]:
    """That a text breaks off, and where, if it does."""
    return [] if cut is None else [msg("cerke:ckka.note_cut", line=cut[0], column=cut[1])]


def match_infos(score: Score) -> list[Info]:
    """The entries for times, a ruling, a single name, and what else the match's own file said."""
    said: Annotations = score.annotations
    infos = [Info("始時", score.played)] if score.played and ("", score.played) not in said.header else []
    infos += [Info("終時", said.ended)] if said.ended else []
    if score.ended is not None:
        ruling, seat = score.ended
        infos.append(Info("終局", ruling if seat is None else f"{ruling} {SIDES[seat]}"))
    if not all(score.players):
        infos += [Info(key, name) for key, name in zip(NAME_KEYS, score.players, strict=False) if name]
    return infos + [Info(key or None, text) for key, text in said.header]


def named_players(score: Score, first: int, points: Sequence[int | None]) -> list[Player]:
    """Both names, first mover first, with the points of each seat; nothing unless both are known."""
    if len(score.players) != 2 or not all(score.players):
        return []
    return [Player(score.players[seat], points[seat]) for seat in (first, 1 - first)]

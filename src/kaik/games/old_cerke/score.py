"""CKKA records of old cerke: a syntax tree becomes the events of a game, and a game's events a record.

The extension is that of docs/rules/old_cerke.md §19: `KAI車KI跳KU無撃裁 手兵`. Text and tree are cerke's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from kaik.core.errors import BadOptions, BadRecord
from kaik.core.game import CHANCE, Annotations, Score
from kaik.core.messages import Message
from kaik.core.options import FIRST, from_words, spelled
from kaik.games.cerke import ckka
from kaik.games.cerke.ckka import At, CkkaError, header
from kaik.games.cerke.tables import SQUARE_BY_NAME
from kaik.games.old_cerke import notation
from kaik.games.old_cerke.game import RULE_NAME, OldCerke, kind_at
from kaik.games.old_cerke.notation import Parts
from kaik.games.old_cerke.options import OldOptions
from kaik.games.old_cerke.state import Arrange, Full, Move, Phase
from kaik.games.old_cerke.tables import ARRANGEMENTS, COLOURS
from kaik.kit.opening import First

GAME = OldCerke()

ORDERS_KEY = "布陣"
"""Our own header entry for `free_swap`: black's arrangement, then red's."""

Walk: TypeAlias = ckka.Plain | ckka.Step


# -- reading ---------------------------------------------------------------------------------------


def read(text: str, preset: str | None = None, words: Sequence[str] = ()) -> Score:
    """The game that a CKKA text tells, by the rules that preset and `option=value` words or it state."""
    record = ckka.read_file(text)
    first = _first_side(record)
    options = _options(record, first, preset, words)
    told = _Telling(options)
    for event in _opening(record, options, first):
        told.follow(event)
    for element in record.body:
        _follow(told, element)
    return Score(
        options=options,
        seats=2,
        events=tuple(told.events),
        players=header.player_names(record, first),
        played=header.played_at(record),
        ended=header.ruled_in(record),
        annotations=Annotations(
            ended=header.ended_at(record), header=header.free_entries(record), remarks=tuple(told.remarks)
        ),
        notes=tuple(header.cut_notes(record.cut)),
    )


class _Telling:
    """The game so far, and its events."""

    def __init__(self, options: OldOptions) -> None:
        self.state: Full = GAME.start(options, 2)
        self.events: list[tuple[int, Any]] = []
        self.remarks: list[tuple[int, str]] = []

    def follow(self, event: tuple[int, Any]) -> None:
        self.state = GAME.apply(self.state, *event)
        self.events.append(event)


def _first_side(record: ckka.Record) -> int:
    """Who begins: as the header says, or whose half of the board the first move leaves."""
    stated = ckka.starters(record)
    if stated:
        return COLOURS.index(stated[0])
    for element in record.body:
        if isinstance(element.item, Walk):
            return int(SQUARE_BY_NAME[element.item.origin] < SQUARE_BY_NAME["KO"])
    return 0


def _options(record: ckka.Record, first: int, preset: str | None, words: Sequence[str]) -> OldOptions:
    base = GAME.options_with(None, {}, FIRST) if preset is None else GAME.options(preset)
    wished = {word.partition("=")[0] for word in words}
    settings = [setting for setting in ckka.rule_options(record) if setting.item[0] not in wished]
    try:
        options = from_words(OldOptions, base, ["=".join(setting.item) for setting in settings])
    except BadOptions as refusal:
        place = next((s for s in settings if s.item[0] == refusal.message.params.get("option")), settings[0])
        raise CkkaError("ckka.bad_option", place.line, place.column, value="=".join(place.item)) from None
    options = from_words(OldOptions, options, words)
    if options.old_first_player == "random":
        return options
    begins = "red" if options.old_first_player == "red" else "black"
    actual = ("black", "red")[first]
    return options if begins == actual else options.replace(old_first_player=actual)


def _opening(record: ckka.Record, options: OldOptions, first: int) -> Iterator[tuple[int, Any]]:
    """The events before the first move: who begins, and both arrangements."""
    if options.old_first_player == "random":
        yield CHANCE, First(first)
    if options.old_setup == "free_swap":
        yield from ((seat, Arrange(order)) for seat, order in enumerate(_orders(record)))


def _orders(record: ckka.Record) -> list[str]:
    for value in ckka.values(record, ORDERS_KEY):
        orders = value.item.split()
        if len(orders) != 2 or not set(orders) <= set(ARRANGEMENTS):
            raise _refused("bad_order", value.line, value.column, value=value.item)
        return orders
    raise _refused("order_missing", 1, 1, form=f"{{{ORDERS_KEY}:獣車車獣 獣車車獣}}")


def _refused(key: str, line: int, column: int, **params: str) -> BadRecord:
    """A refusal in words that cerke's records do not need."""
    reason = Message(f"old_cerke:ckka.{key}", dict(params))
    return BadRecord("cerke:ckka.place", line=line, column=column, reason=reason)


def _follow(told: _Telling, element: At[ckka.Item]) -> None:
    match element.item:
        case ckka.Plain() | ckka.Step():
            told.follow((told.state.side, Move(_legal(told.state, element, element.item))))
            if element.item.remark is not None:
                told.remarks.append((len(told.events), element.item.remark))
        case ckka.Note(text):
            told.remarks.append((len(told.events), text))
        case ckka.Drop() | ckka.Tam():
            raise CkkaError("ckka.no_such_move", element.line, element.column)
        case ckka.Capture(colour, kind):
            _check_capture(told.state, element, colour, kind)
        case ckka.Declare() if told.state.phase is not Phase.OVER:
            raise CkkaError("ckka.nothing_to_declare", element.line, element.column)
        case _:
            pass


def _legal(state: Full, element: At[ckka.Item], item: Walk) -> str:
    """The legal move an element means; what was jumped may be left out where one can tell."""
    if state.phase is Phase.OVER:
        raise CkkaError("ckka.game_over", element.line, element.column)
    found = kind_at(state.cells, item.origin)
    if not found or item.kind not in (None, found):
        raise CkkaError(
            "ckka.other_piece", element.line, element.column, square=item.origin, kind=item.kind or "片"
        )
    if item.casts:
        raise CkkaError("ckka.cast_not_due", element.line, element.column)
    for action in GAME.actions(state, state.side):
        if isinstance(action, Move) and _means(item, notation.parts_of(action.move)):
            return action.move
    raise CkkaError("ckka.no_such_move", element.line, element.column)


def _means(item: Walk, parts: Parts) -> bool:
    vias = item.via if isinstance(item, ckka.Step) else ()
    return (
        (item.origin, vias, item.end) == (parts.origin, parts.vias, _written_end(parts))
        and item.jumped in ((), parts.jumped)
    )  # fmt: skip


def _written_end(parts: Parts) -> str:
    """A sacrifice is written as ending on the square of the piece it takes."""
    return parts.jumped[-1] if parts.end == notation.GONE else parts.end


def _check_capture(state: Full, element: At[ckka.Item], colour: str | None, kind: str) -> None:
    """A capture comment names one of the pieces the move before took."""
    last = state.last
    taken = last.captured if last else ()
    enemy = COLOURS[1 - last.side] if last else None
    if kind not in taken or colour not in (None, enemy):
        raise CkkaError("ckka.other_capture", element.line, element.column, taken=" ".join(taken) or "–")


# -- writing ---------------------------------------------------------------------------------------


def write(score: Score, profile: str = "glued") -> str:
    """The game as a CKKA text, its capture comments glued to their moves or, in plain, by themselves."""
    assert isinstance(score.options, OldOptions)
    states = [GAME.start(score.options, 2)]
    for actor, event in score.events:
        states.append(GAME.apply(states[-1], actor, event))
    body: list[ckka.Item] = []
    for number, (before, (_, event)) in enumerate(zip(states, score.events, strict=False), 1):
        items = _items(before, event) if isinstance(event, Move) else []
        body += ckka.with_remarks(items, [text for at, text in score.annotations.remarks if at == number])
    if states[-1].phase is Phase.OVER:
        body.append(ckka.GameEnd())
    if states[-1].phase is Phase.ARRANGE:
        raise BadRecord("old_cerke:ckka.unarranged")
    first = _beginner(score, states[0])
    players = header.named_players(score, first, (None, None))
    return ckka.write_record(ckka.make_record(_infos(score, first), players, body), glued=profile != "plain")


def _beginner(score: Score, start: Full) -> int:
    return next((event.seat for _, event in score.events if isinstance(event, First)), start.side)


def _items(before: Full, move: Move) -> list[ckka.Item]:
    """A move, and a comment for each piece it took."""
    parts = notation.parts_of(move.move)
    kind, end = kind_at(before.cells, parts.origin), _written_end(parts)
    walk: Walk = (
        ckka.Step(parts.origin, kind, parts.vias, end, (), parts.jumped)
        if parts.vias
        else ckka.Plain(parts.origin, kind, end, (), parts.jumped)
    )
    after = GAME.apply(before, before.side, move)
    assert after.last is not None
    return [walk, *(ckka.Capture(COLOURS[1 - before.side], taken) for taken in after.last.captured)]


def _infos(score: Score, first: int) -> tuple[ckka.Info, ...]:
    assert isinstance(score.options, OldOptions)
    others = header.match_infos(score)
    orders = [event.order for _, event in sorted(score.events, key=_seat) if isinstance(event, Arrange)]
    if len(orders) == 2:
        others.append(ckka.Info(ORDERS_KEY, " ".join(orders)))
    settings = {name: spelled(value) for name, value in score.options.changed(FIRST).items()}
    return ckka.profile_infos(COLOURS[first], RULE_NAME, settings, others)


def _seat(event: tuple[int, Any]) -> int:
    return event[0]

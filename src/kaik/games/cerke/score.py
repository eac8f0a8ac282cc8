"""CKKA records put to the rules: a syntax tree becomes the events of a game, a game's events become a record.

What the text leaves open (docs/rules/cerke-notation.md §6) – who begins, colours, casts without a number – is
kept as several *tellings* of the same record, each a legal game so far. Rules that it leaves open are tried
one after the other, the likeliest first. An element that no telling can follow is refused with its line,
column and reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeVar
from urllib.parse import quote

from msgspec import to_builtins
from msgspec.structs import replace

from kaik.core.errors import BadNotation, BadOptions, BadRecord
from kaik.core.game import CHANCE, Annotations, Score
from kaik.core.messages import Message, msg
from kaik.core.options import from_words, spelled
from kaik.games.cerke import ckka, codes, notation
from kaik.games.cerke.ckka import At, Cast, CkkaError, header
from kaik.games.cerke.game import (
    SEASONS_OVER,
    Cerke,
    code_of,
    hand_names,
    penalty_names,
    position_of,
    unannounced,
)
from kaik.games.cerke.numerals import HIGHEST, write_number
from kaik.games.cerke.options import PRESETS, Options, starting_tenths
from kaik.games.cerke.penalties import IDS
from kaik.games.cerke.state import (
    Action,
    Again,
    EndSeason,
    GiveUp,
    GoOn,
    Land,
    LastTurn,
    Move,
    Pass,
    Phase,
    State,
    Stop,
)
from kaik.games.cerke.tables import COLOURS, FLASH, KINDS, SQUARE_BY_NAME, SQUARE_NAMES
from kaik.kit.opening import Throw

GAME = Cerke()

RULE_NAMES = {
    "official": "官定",
    "standard": "標準",
    "education": "教育",
    "online_alpha": "オンライン版",
    "strict": "厳密官定",
    "hard_tam": "硬皇力",
    "chain_cast": "連撃術",
    "old_count": "古計算法",
    "three_run": "三連",
    "beast_link": "連獣連",
    "motif": "具象",
}
"""The presets, and what `{律:…}` calls them; their ids are read too."""

FREE = {"kut_tam": "allowed", "futile_after": "allowed", "futile_null": "allowed"}
"""Older records know no penalties."""

LASTING = ("season", "turn", "each")
"""How long a penalty may last, in the order in which it is tried."""

MOST_TELLINGS = 256
SEASON_NAMES = {4: ("春", "夏", "秋", "冬"), 2: ("上季", "下季"), 1: ("春",)}
ENOUGH_WATER = 3
STICKS = 5
T = TypeVar("T")


class Mark(NamedTuple):
    """Something a record says, or does not say, of an event or after so many events."""

    kind: Literal["remark", "author", "unknown"]
    at: int
    text: str = ""


class Telling(NamedTuple):
    """One legal game that a record may be telling: where it stands, how it came there, and what was remarked.

    Events and marks are nested pairs (earlier, last), sharing what tellings have in common.
    """

    state: State
    events: tuple[Any, ...] = ()
    length: int = 0
    """How many events there are."""
    marks: tuple[Any, ...] = ()

    def then(self, actor: int, event: Any, known: bool = True) -> Telling:
        after = GAME.apply(self.state, actor, event)
        told = self if known else self.marked("unknown", self.length)
        return Telling(after, (self.events, (actor, event)), self.length + 1, told.marks)

    def act(self, action: Action, known: bool = True) -> Telling:
        return self.then(self.state.side, action, known)

    def throw(self, n: int, known: bool = True) -> Telling:
        return self.then(CHANCE, Throw(n), known)

    def marked(self, kind: Literal["remark", "author", "unknown"], at: int, text: str = "") -> Telling:
        return self._replace(marks=(self.marks, Mark(kind, at, text)))

    def listed(self) -> tuple[tuple[int, Any], ...]:
        """The events in order."""
        return tuple(_in_order(self.events))


def _in_order(pairs: tuple[Any, ...]) -> list[Any]:
    """What nested pairs hold, the earliest first."""
    found = []
    while pairs:
        pairs, last = pairs
        found.append(last)
    return found[::-1]


class Unfit(Exception):
    """A telling cannot follow an element; the reason is a message key."""

    def __init__(self, key: str, **params: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


# -- reading ---------------------------------------------------------------------------------------


def read(text: str, preset: str | None = None, words: Sequence[str] = ()) -> Score:
    """The game that a CKKA text tells, by the rules that a preset and `option=value` words or the text state.

    Rules that neither states are those of the first likely rule set that fits the whole text. `CkkaError`
    where none does: of the rule sets tried, the refusal of the one that got furthest.
    """
    record = ckka.read_file(text)
    furthest: CkkaError | None = None
    for rules in _candidates(record, preset, words):
        try:
            told, cut = _told(record, rules)
        except CkkaError as refusal:
            if furthest is None or (refusal.line, refusal.column) > (furthest.line, furthest.column):
                furthest = refusal
            continue
        return _score(record, told, (*rules.notes, *header.cut_notes(cut)))
    assert furthest is not None
    raise furthest


def _score(record: ckka.Record, told: Telling, notes: tuple[Message, ...]) -> Score:
    events, marks = told.listed(), _in_order(told.marks)
    starters = ckka.starters(record)
    movers = (actor for actor, _ in events if actor != CHANCE)
    first = COLOURS.index(starters[0]) if starters else next(movers, 0)
    return Score(
        options=told.state.options,
        seats=2,
        events=events,
        players=header.player_names(record, first),
        played=header.played_at(record),
        ended=header.ruled_in(record),
        annotations=Annotations(
            ended=header.ended_at(record),
            header=_free_entries(record),
            remarks=tuple((mark.at, mark.text) for mark in marks if mark.kind == "remark"),
            authors=tuple((mark.at, mark.text) for mark in marks if mark.kind == "author"),
            unknown=tuple(mark.at for mark in marks if mark.kind == "unknown"),
        ),
        notes=notes,
    )


def _free_entries(record: ckka.Record) -> tuple[tuple[str, str], ...]:
    """What the header says that means nothing to the rules, unknown rule sets and seasons included."""
    rules = [name.item for name in ckka.values(record, "律") if _preset_named(name.item) is None]
    seasons = [name.item for name in ckka.values(record, "季") if name.item not in _SEASONS]
    unknown = [*(f"律:{name}" for name in rules), *(f"季:{name}" for name in seasons)]
    return (*(("", text) for text in unknown), *header.free_entries(record))


# -- the rules of a record -------------------------------------------------------------------------


class Rules(NamedTuple):
    """Rules that a record may have been played by; where the points differ, with the side that begins."""

    options: Options
    opener: int | None = None
    notes: tuple[Message, ...] = ()


_SEASONS = {name: at for names in SEASON_NAMES.values() for at, name in enumerate(names, 1)}


def _preset_named(rule: str) -> str | None:
    """The preset that `{律:…}` names."""
    by_name = {name: preset for preset, name in RULE_NAMES.items()}
    return by_name.get(rule, rule if rule in PRESETS else None)


def _candidates(record: ckka.Record, preset: str | None, words: Sequence[str]) -> Iterator[Rules]:
    """The rules stated, or those a record that states none may mean, the likeliest first."""
    named = [_preset_named(name.item) for name in ckka.values(record, "律")]
    stated = [GAME.options(preset)] if preset is not None else [PRESETS[name] for name in named if name]
    refusal: BadOptions | CkkaError | None = None
    tried: set[Rules] = set()
    for base in stated or _guesses(record):
        try:
            possible = _with_settings(record, base, words)
        except (BadOptions, CkkaError) as trouble:
            refusal = refusal or trouble
            continue
        for rules in (rules for options in possible for rules in _with_points(record, options)):
            if rules not in tried:
                tried.add(rules)
                yield rules._replace(notes=_rules_note(record, rules.options, bool(stated), words))
    if not tried:
        assert refusal is not None
        raise refusal


def _guesses(record: ckka.Record) -> list[Options]:
    """What a record without a known rule set may mean; the online client writes times and names no rules."""
    names = ["official", "standard", "online_alpha", "hard_tam"]
    if ckka.values(record, "始時") and ckka.values(record, "一位色"):
        names.sort(key=lambda name: name != "online_alpha")
    bases = [PRESETS[name] for name in names]
    bases += [base.replace(**FREE) for base in bases]
    return bases + [base.replace(flash_bonus=0) for base in bases]


def _with_settings(record: ckka.Record, base: Options, words: Sequence[str]) -> list[Options]:
    """The base changed by header and words, with every way a penalty may last that both leave open.

    Refused if none of them can be played.
    """
    if _says_lasting(record, words):
        return [_changed(record, base, words)]
    found: list[Options] = []
    refusal: BadOptions | CkkaError | None = None
    for lasting in LASTING:
        try:
            found.append(_changed(record, base, [f"penalty_lasts={lasting}", *words]))
        except (BadOptions, CkkaError) as trouble:  # some rule sets allow one only
            refusal = refusal or trouble
    if not found:
        assert refusal is not None
        raise refusal
    return found if has_penalty_hands(found[0]) else [found[0].replace(penalty_lasts=base.penalty_lasts)]


def _changed(record: ckka.Record, base: Options, words: Sequence[str]) -> Options:
    """The base changed by the seasons and `{則:…}` of the header, and by the words, which come first."""
    wished = {word.partition("=")[0] for word in words}
    settings = [setting for setting in ckka.rule_options(record) if setting.item[0] not in wished]
    told = [*_season_words(record), *("=".join(setting.item) for setting in settings)]
    try:
        return from_words(Options, base, [*told, *words])
    except BadOptions as refusal:
        option = refusal.message.params.get("option")
        places = [setting for setting in settings if option in (None, setting.item[0])]
        if not places:
            raise
        value = "=".join(places[0].item)
        raise CkkaError("ckka.bad_option", places[0].line, places[0].column, value=value) from None


def _season_words(record: ckka.Record) -> list[str]:
    """`{季:夏}` is the first season shown; seasons called 上季 and 下季 are those of a game of two."""
    named = [name.item for name in ckka.values(record, "季") if name.item in _SEASONS]
    closed = [element.item.season for element in record.body if isinstance(element.item, ckka.SeasonEnd)]
    two = ["season_count=2"] if set(SEASON_NAMES[2]) & {*named, *closed} else []
    return [*two, *(f"first_season={_SEASONS[name]}" for name in named[:1])]


def has_penalty_hands(options: Options) -> bool:
    """Whether some penalty is a hand, so that it matters how long it lasts."""
    return any(getattr(options, penalty) == "hand" for penalty in IDS)


def _says_lasting(record: ckka.Record, words: Sequence[str]) -> bool:
    stated = [setting.item[0] for setting in ckka.rule_options(record)]
    return "penalty_lasts" in (*stated, *(word.partition("=")[0] for word in words))


def _with_points(record: ckka.Record, options: Options) -> list[Rules]:
    """The points stated beside the names: first mover, second mover."""
    if not any(player.item.points is not None for player in record.players):
        return [Rules(options)]
    usual = [tenths // 10 for tenths in starting_tenths(options)]
    first, second = ckka.points_held(record, sum(usual))
    try:
        if first == second:
            return [Rules(options if usual == [first, second] else _points(options, first, second))]
        known = [COLOURS.index(colour) for colour in ckka.starters(record)[:1]]
        held = {0: (first, second), 1: (second, first)}
        return [Rules(_points(options, *held[side]), side) for side in known or (0, 1)]
    except BadOptions:
        place = record.players[0]
        raise CkkaError("ckka.bad_points", place.line, place.column, first=first, second=second) from None


def _points(options: Options, ia: int, a: int) -> Options:
    return options.replace(starting_points=ia, starting_points_a=0 if ia == a else a)


def _rules_note(
    record: ckka.Record, options: Options, stated: bool, words: Sequence[str]
) -> tuple[Message, ...]:
    """What the record leaves open of its rules, and how it is read."""
    lasting = [f"penalty_lasts={options.penalty_lasts}"] if has_penalty_hands(options) else []
    if not stated:
        preset, settings = _nearest(options)
        others = [f"{name}={value}" for name, value in settings.items() if name != "penalty_lasts"]
        return (msg("cerke:ckka.note_rules", rules=", ".join([preset, *lasting, *others])),)
    if lasting and not _says_lasting(record, words):
        return (msg("cerke:ckka.note_lasting", option=lasting[0]),)
    return ()


# -- following a record ----------------------------------------------------------------------------


class Opening(NamedTuple):
    """Who begins the seasons, as far as that is known: 黒 or 赤 one after the other, and the side for
    which the points stated beside the first name are."""

    starters: Sequence[str]
    opener: int | None

    def sides(self, state: State) -> list[int]:
        """Who may begin the season that is due."""
        at = state.season - state.options.first_season
        if at < len(self.starters):
            return [COLOURS.index(self.starters[at])]
        return [0, 1] if at or self.opener is None else [self.opener]


def _told(record: ckka.Record, rules: Rules) -> tuple[Telling, tuple[int, int] | None]:
    """The likeliest game by these rules that the record tells, and where it breaks off, if it does."""
    opening = Opening(ckka.starters(record), rules.opener)
    tellings, cut = [Telling(GAME.start(rules.options, 2))], record.cut
    for number, element in enumerate(record.body, 1):
        try:
            tellings = _advanced(tellings, element, lambda telling, item: _followed(telling, item, opening))
        except CkkaError as refusal:
            if number < len(record.body) or record.closed or not _number_breaks_off(refusal, element.item):
                raise
            cut = element.line, element.column
    for words in ckka.values(record, "途中"):
        tellings = _advanced(tellings, words, lambda telling, text: _under_way(telling, text, opening))
    told = tellings[0]
    if told.state.phase is Phase.FIRST and len(opening.sides(told.state)) == 1:
        (told,) = _begun(told, opening)
    return told, cut


def _advanced(
    tellings: list[Telling], element: At[T], follow: Callable[[Telling, T], list[Telling]]
) -> list[Telling]:
    """What each telling becomes by this element; refused if none can follow."""
    found: dict[State, Telling] = {}
    refusal: Unfit | None = None
    for telling in tellings:
        try:
            for after in follow(telling, element.item):
                found.setdefault(after.state, after)
        except Unfit as unfit:
            refusal = refusal or unfit
    if not found:
        assert refusal is not None
        raise CkkaError(refusal.key, element.line, element.column, **refusal.params)
    return list(found.values())[:MOST_TELLINGS]


def _followed(telling: Telling, item: ckka.Item, opening: Opening) -> list[Telling]:
    match item:
        case ckka.Plain() | ckka.Step() | ckka.Drop() | ckka.Tam():
            moved = _moves(telling, item, opening)
            return [_remarked(after, item.remark) for after in moved]
        case ckka.Capture(colour, kind):
            return _captured(telling, colour, kind)
        case ckka.Declare():
            return _declared(telling, item)
        case ckka.SeasonEnd(season):
            return _season_ended(telling, season)
        case ckka.Note(text):
            return [_remarked(telling, text)]
        case _:
            return [telling]


def _remarked(telling: Telling, text: str | None) -> Telling:
    return telling if text is None else telling.marked("remark", telling.length, text)


def _number_breaks_off(refusal: CkkaError, item: ckka.Item) -> bool:
    """Whether the points of a declaration, at the very end of a text, are the beginning of the right ones."""
    right = str(refusal.params.get("points", ""))
    if not isinstance(item, ckka.Declare) or item.points is None or not right.lstrip("-").isdigit():
        return False
    return write_number(int(right)).startswith(write_number(item.points))


def _under_way(telling: Telling, text: str, opening: Opening) -> list[Telling]:
    """Our own `{途中:…}`: the move under way where a match was broken off, choices and casts in order."""
    (telling,) = _begun(telling, opening)[:1]
    for word in text.split():
        acting = GAME.to_act(telling.state)
        casts = {str(event.n): event for event, _ in GAME.weights(telling.state)}
        try:
            event = casts[word] if acting == (CHANCE,) else GAME.parse(telling.state, acting[0], word)
        except (KeyError, IndexError, BadNotation):
            raise Unfit("ckka.bad_under_way", value=text) from None
        telling = telling.then(acting[0], event)
    return [telling]


# -- moves -----------------------------------------------------------------------------------------


def _moves(telling: Telling, item: ckka.Move, opening: Opening) -> list[Telling]:
    found: list[Telling] = []
    refusal: Unfit | None = None
    for ready in _begun(telling, opening):
        try:
            found += _moved(ready, item)
        except Unfit as unfit:
            refusal = refusal or unfit
    if not found:
        raise refusal or Unfit("ckka.no_such_move")
    return found


def _begun(telling: Telling, opening: Opening) -> list[Telling]:
    """The telling with a season begun: by whom, the header says or both are tried."""
    state = telling.state
    if state.phase is Phase.OVER:
        raise Unfit("ckka.game_over")
    if state.phase is Phase.DECLARE:
        raise Unfit("ckka.declaration_missing")
    if state.phase is not Phase.FIRST:
        return [telling]
    return [
        telling.throw(STICKS * (side == 0), known=False).throw(STICKS * (side == 1), known=False)
        for side in opening.sides(state)
    ]


def _moved(telling: Telling, item: ckka.Move) -> list[Telling]:
    texts = list(_texts(telling.state, item))
    legal = {move.move for move in GAME.actions(telling.state, telling.state.side) if isinstance(move, Move)}
    usable = [text for text in texts if _announced(telling.state, text) in legal]
    if not usable:
        raise Unfit("ckka.no_such_move")
    if isinstance(item, ckka.Tam):
        return [telling.act(Move(usable[0]), known=len(usable) == 1)]
    casts = item.casts if isinstance(item, (ckka.Plain, ckka.Step)) else ()
    return [_with_casts(telling, text, casts) for text in usable]


def _announced(state: State, text: str) -> str:
    return unannounced(text) if state.options.step_declaration == "none" else text


def _texts(state: State, item: ckka.Move) -> Iterator[str]:
    """The move strings an element may mean; of the tam, every way to its square."""
    match item:
        case ckka.Plain(origin, kind, end):
            _same_kind(state, origin, kind)
            yield f"{origin}-{end}"
        case ckka.Step(origin, kind, (via,), end):
            _same_kind(state, origin, kind)
            yield from (f"{origin}/{via}-{end}", f"{origin}/{via}~{end}")
        case ckka.Drop(colour, kind, square):
            yield from (f"{c}{kind}*{square}" for c in (COLOURS if colour is None else colour))
        case ckka.Tam():
            yield from _tam_texts(state, item)
        case _:
            raise Unfit("ckka.one_via")


def _same_kind(state: State, origin: str, kind: str | None) -> None:
    code = state.cells[SQUARE_BY_NAME[origin]]
    if code in (0, codes.TAM_CODE) or (kind is not None and KINDS[(code - 1) % 10] != kind):
        raise Unfit("ckka.other_piece", square=origin, kind=kind or "片")


def _tam_texts(state: State, item: ckka.Tam) -> list[str]:
    position = position_of(state)
    if SQUARE_BY_NAME[item.origin] != state.cells.find(codes.TAM_CODE):
        raise Unfit("ckka.other_piece", square=item.origin, kind=notation.TAM_NAME)
    moves = position.moves_from(SQUARE_BY_NAME[item.origin])
    return [notation.move_to_text(code) for code in moves if _fits(code, item)]


def _fits(code: int, item: ckka.Tam) -> bool:
    """Whether a move of the tam is one the record may mean."""
    form = notation.form_of(code)
    steps = form in (codes.TAM_FORMER, codes.TAM_LATTER)
    half = {codes.TAM_FORMER: "first", codes.TAM_LATTER: "second"}.get(form)
    if form == codes.TAM_SINGLE or steps != (item.via is not None):
        return False
    return (
        notation.end_of(code) == SQUARE_BY_NAME[item.end]
        and (item.via is None or notation.via_of(code) == SQUARE_BY_NAME[item.via])
        and item.half in (None, half)
        and (item.mid is None or notation.half_of(code) == SQUARE_BY_NAME[item.mid])
    )


# -- casts -----------------------------------------------------------------------------------------


def _with_casts(telling: Telling, text: str, casts: tuple[Cast, ...] | None) -> Telling:
    """Play a move with the casts the record gives, or with casts that bring about what it says."""
    after = telling.act(Move(_announced(telling.state, text)))
    rest = list(casts or ())
    short = casts is None or any(cast.purpose is None for cast in casts)
    if after.state.phase is Phase.STEP_CAST:
        after = _stepped(after, text, _next_cast(rest, "step", short))
    if after.state.phase is Phase.WATER:
        after = _wet(after, _next_cast(rest, "water", short))
    if rest:
        raise Unfit("ckka.cast_not_due")
    return after


def _next_cast(rest: list[Cast], purpose: str, short: bool) -> Cast:
    """The cast the record gives for this purpose; the short form may leave it out."""
    if rest and rest[0].purpose in (purpose, None):
        return rest.pop(0)
    if short:
        return Cast(None, (), False)
    raise Unfit("ckka.cast_missing")


def _stepped(telling: Telling, text: str, cast: Cast) -> Telling:
    """The stepping cast and where it leads: the square named, or nowhere."""
    needed = position_of(telling.state).needed_cast(notation.text_to_move(text))
    failed = cast.failed if cast.failed is not None else (cast.value is not None and cast.value < needed)
    after = _rolled(
        telling, cast.rolls or _invented(telling.state, 0 if failed else needed), bool(cast.rolls)
    )
    if after.state.phase is not Phase.LAND:
        if not failed:
            raise Unfit("ckka.cast_too_low", needed=needed)
        return after
    choice: Action = GiveUp() if failed else Land(notation.squares_in(text)[-1])
    if choice not in GAME.actions(after.state, after.state.side):
        raise Unfit("ckka.cast_too_low" if not failed else "ckka.may_not_give_up", needed=needed)
    return after.act(choice)


def _invented(state: State, reach: int) -> tuple[int, ...]:
    """Casts that reach so far, where a record does not tell them."""
    chain = state.options.step_cast_method == "chain" and reach > STICKS
    return (STICKS, max(2, reach - STICKS)) if chain else (min(reach, STICKS),)


def _rolled(telling: Telling, rolls: tuple[int, ...], known: bool) -> Telling:
    chain = telling.state.options.step_cast_method == "chain"
    if len(rolls) > 1 and not chain:
        raise Unfit("ckka.no_chain")
    for number, roll in enumerate(rolls):
        telling = (telling.act(Again()) if number else telling).throw(roll, known)
    return telling.act(Stop()) if telling.state.phase is Phase.CHAIN else telling


def _wet(telling: Telling, cast: Cast) -> Telling:
    failed = (
        cast.failed if cast.failed is not None else (cast.value is not None and cast.value < ENOUGH_WATER)
    )
    n = cast.value if cast.value is not None else (0 if failed else ENOUGH_WATER)
    if (n < ENOUGH_WATER) != failed:
        raise Unfit("ckka.water_outcome")
    return telling.throw(n, known=cast.value is not None)


# -- captures, declarations, seasons ---------------------------------------------------------------


def _captured(telling: Telling, colour: str | None, kind: str) -> list[Telling]:
    taken = telling.state.last.captured if telling.state.last else None
    if taken is None or taken[1] != kind or colour not in (None, taken[0]):
        raise Unfit("ckka.other_capture", taken=taken or "–")
    return [telling]


def _declared(telling: Telling, item: ckka.Declare) -> list[Telling]:
    """A declaration names the hands held: alone, with the penalties of this turn, or with all held ones."""
    state = telling.state
    if state.phase is not Phase.DECLARE or state.last is None:
        raise Unfit("ckka.nothing_to_declare")
    hands, held = hand_names(state, state.side), penalty_names(state)
    fresh = [penalty.name for penalty in state.last.penalties if not penalty.at_once]
    tellings = [hands, (*hands, *fresh), (*hands, *held)]
    if state.options.penalty_declaration_scope == "new_only":
        tellings.append(tuple(fresh))
    named = sorted(_hand_name(hand) for hand in item.hands)
    if named and named not in [sorted(names) for names in tellings]:
        raise Unfit("ckka.other_hands", held=" ".join((*hands, *held)))
    if item.author is not None:
        telling = telling.marked("author", telling.length, item.author)
    if item.decision == "再行":
        return [telling.act(GoOn())]
    after = telling.act(EndSeason())
    settled = after.state.settled[-1]
    if item.points is not None and item.points * 10 not in (settled.moved, settled.raw * settled.rate):
        raise Unfit("ckka.other_points", points=f"{settled.moved / 10:g}")
    return [after]


def _hand_name(hand: ckka.Hand) -> str:
    return FLASH + hand.name if hand.same_colour and hand.name != "王" else hand.name


def _season_ended(telling: Telling, season: str) -> list[Telling]:
    state = telling.state
    if state.season_plies and state.phase is not Phase.OVER:
        raise Unfit("ckka.season_runs")
    ended = state.season - (state.phase is not Phase.OVER)
    if ended < state.options.first_season or SEASON_NAMES[state.options.season_count][ended - 1] != season:
        raise Unfit("ckka.other_season")
    return [telling]


# -- writing ---------------------------------------------------------------------------------------


def write(score: Score, profile: str = notation.PROFILES[0]) -> str:
    """The game as a CKKA text in one of the profiles (§8)."""
    options = score.options
    assert isinstance(options, Options)
    if profile == "viewer":
        score = replace(score, annotations=replace(score.annotations, remarks=(), authors=()))
    states = [GAME.start(options, 2)]
    for actor, event in score.events:
        states.append(GAME.apply(states[-1], actor, event))
    body = _body(score, states)
    if states[-1].phase is Phase.OVER:
        body.append(ckka.GameEnd())
    first = next((state.starter for state in states if state.phase is not Phase.FIRST), 0)
    points = [tenths // 10 for tenths in starting_tenths(options)]
    record = ckka.make_record(_infos(score, states), header.named_players(score, first, points), body)
    return ckka.write_record(record, glued=profile != "plain")


def viewer_link(address: str, score: Score, seat: int | None) -> str:
    """The link to a game in the public viewer, seen from a side; empty for the small board."""
    assert isinstance(score.options, Options)
    if score.options.board != "big":
        return ""
    page = address if address.endswith(".html") else f"{address.rstrip('/')}/show_history.html"
    return f"{page}?side={'a' if seat == 1 else 'ia'}&history={quote(write(score, 'viewer'), safe='')}"


def _body(score: Score, states: list[State]) -> list[ckka.Item]:
    """The elements: completed moves with their captures, declarations, ends of seasons, remarks."""
    said = score.annotations
    remarks: dict[int, list[str]] = {}
    for at, text in said.remarks:
        remarks.setdefault(at, []).append(text)
    authors, unknown = dict(said.authors), frozenset(said.unknown)
    body: list[ckka.Item] = []
    begun = 0
    for at, (_, event) in enumerate(score.events):
        before, after = states[at], states[at + 1]
        if isinstance(event, Pass):
            raise BadRecord("cerke:ckka.no_pass")
        begun = at if isinstance(event, Move) else begun
        items: list[ckka.Item] = []
        if isinstance(event, (GoOn, EndSeason)):
            items = [_declaration(before, after, authors.get(at))]
        elif before.phase is not Phase.FIRST and after.phase not in _UNDER_WAY:
            assert after.last is not None
            open_casts = [states[i].phase for i in range(begun, at + 1) if i in unknown]
            items = _move_items(before, event, after.last, open_casts)
        if items and _ended(before, after):
            items.append(ckka.SeasonEnd(SEASON_NAMES[before.options.season_count][before.season - 1]))
        body += ckka.with_remarks(items, remarks.get(at + 1, []))
    return body


_UNDER_WAY = (Phase.STEP_CAST, Phase.CHAIN, Phase.LAND, Phase.WATER)


def _ended(before: State, after: State) -> bool:
    """Whether a season has ended between these two; without a declaration too (`season_ply_limit`)."""
    if after.phase is Phase.OVER:
        return after.reason == SEASONS_OVER or len(after.settled) > len(before.settled)
    return after.season != before.season


def _move_items(before: State, event: Any, last: LastTurn, unknown: list[Phase]) -> list[ckka.Item]:
    """A completed move and its capture; `unknown` are the phases of its events that were not recorded."""
    code = code_of(before, event.move) if isinstance(event, Move) else before.code
    taken = [ckka.Capture(last.captured[0], last.captured[1])] if last.captured else []
    return [_move_node(before, code, last, unknown), *taken]


def _move_node(before: State, code: int, last: LastTurn, unknown: list[Phase]) -> ckka.Move:
    form, end = notation.form_of(code), SQUARE_NAMES[notation.end_of(code)]
    if form == codes.DROP:
        piece = notation.PIECE_NAMES[notation.origin_of(code)]
        return ckka.Drop(piece[0], piece[1], end)
    if form > codes.DROP:
        return _tam_node(code, form, known=not unknown)
    origin = notation.origin_of(code)
    kind = KINDS[(before.cells[origin] - 1) % 10]
    casts = _cast_nodes(last, unknown)
    if form == codes.PLAIN:
        return ckka.Plain(SQUARE_NAMES[origin], kind, end, casts)
    aimed = SQUARE_NAMES[before.end] if before.phase is Phase.WATER else end
    via = SQUARE_NAMES[notation.via_of(code)]
    return ckka.Step(SQUARE_NAMES[origin], kind, (via,), last.end or aimed, casts)


def _tam_node(code: int, form: int, known: bool) -> ckka.Tam:
    """A move of the tam; its way is left out where it was not recorded."""
    if form == codes.TAM_SINGLE:
        raise BadRecord("cerke:ckka.no_single_tam")
    origin, end, half = (
        SQUARE_NAMES[f(code)] for f in (notation.origin_of, notation.end_of, notation.half_of)
    )
    via = None if form == codes.TAM else SQUARE_NAMES[notation.via_of(code)]
    if not known:
        return ckka.Tam(origin, end, via)
    if form == codes.TAM:
        return ckka.Tam(origin, end, mid=half)
    return ckka.Tam(origin, end, via, "first" if form == codes.TAM_FORMER else "second", half)


def _cast_nodes(last: LastTurn, unknown: list[Phase]) -> tuple[Cast, ...]:
    casts = []
    if last.casts:
        rolls = () if Phase.STEP_CAST in unknown else last.casts
        casts.append(Cast("step", rolls, last.failed and last.water is None))
    if last.water is not None:
        rolls = () if Phase.WATER in unknown else (last.water,)
        casts.append(Cast("water", rolls, last.failed))
    return tuple(casts)


def _declaration(before: State, after: State, author: str | None) -> ckka.Declare:
    """再行 names the hands and penalties held; 終季 also the points received."""
    names = (*hand_names(before, before.side), *penalty_names(before))
    hands = tuple(ckka.Hand(name.removeprefix(FLASH), name.startswith(FLASH)) for name in names)
    if len(after.settled) == len(before.settled):
        return ckka.Declare(author, hands, "再行")
    moved = after.settled[-1].moved
    points = moved // 10 if moved % 10 == 0 and abs(moved) // 10 <= HIGHEST else None
    return ckka.Declare(author, hands, "終季", points)


def _infos(score: Score, states: list[State]) -> tuple[ckka.Info, ...]:
    options = score.options
    assert isinstance(options, Options)
    preset, settings = _nearest(options)
    if has_penalty_hands(options):
        settings["penalty_lasts"] = options.penalty_lasts
    others = header.match_infos(score)
    if settings.pop("first_season", None):
        others.append(ckka.Info("季", SEASON_NAMES[options.season_count][options.first_season - 1]))
    if states[-1].phase in _UNDER_WAY:
        others.append(ckka.Info("途中", _rest(score, states)))
    begun = {state.season: state.starter for state in states if state.phase is not Phase.FIRST}
    starters = "".join(COLOURS[side] for side in begun.values())
    return ckka.profile_infos(starters, RULE_NAMES[preset], settings, others)


def _rest(score: Score, states: list[State]) -> str:
    """The move under way, choice by choice and cast by cast."""
    begun = max(at for at, (_, event) in enumerate(score.events) if isinstance(event, Move))
    return " ".join(
        str(event.n) if isinstance(event, Throw) else GAME.notate(states[at], actor, event)
        for at, (actor, event) in enumerate(score.events[begun:], begun)
    )


def _nearest(options: Options) -> tuple[str, dict[str, str]]:
    """The preset nearest to the options, and what differs from it."""

    def differing(preset: Options) -> dict[str, str]:
        mine, theirs = to_builtins(options), to_builtins(preset)
        return {name: spelled(value) for name, value in mine.items() if value != theirs[name]}

    found = [(preset, differing(PRESETS[preset])) for preset in RULE_NAMES]
    return min(found, key=lambda pair: len(pair[1]))

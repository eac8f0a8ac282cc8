"""CKKA records put to the rules: a syntax tree becomes the events of a game, a game's events become a record.

What the text leaves open (docs/rules/cerke-notation.md §6) – the rule set, who begins, colours, casts without
a number – is kept as several *tellings* of the same record, each a legal game so far; an element that no
telling can follow is refused with its line, column and reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast, get_args

from msgspec import to_builtins

from kaik.core.errors import BadOptions, BadRecord
from kaik.core.game import CHANCE, Ruling, Score
from kaik.core.options import from_words, spelled
from kaik.games.cerke import ckka, codes, notation
from kaik.games.cerke.ckka import At, Cast, CkkaError
from kaik.games.cerke.game import Cerke, code_of, hand_names, penalty_names, position_of, unannounced
from kaik.games.cerke.options import PRESETS, Options
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
from kaik.games.cerke.tables import COLOURS, FLASH, KINDS, SIDES, SQUARE_BY_NAME, SQUARE_NAMES
from kaik.kit.opening import Throw

GAME = Cerke()

RULE_NAMES = {"官定": "official", "標準": "standard", "教育": "education", "硬皇力": "hard_tam"}
"""What `{律:…}` says, and the preset it means."""

FREE = {"kut_tam": "allowed", "futile_after": "allowed", "futile_null": "allowed"}
"""Older records know no penalties."""

MOST_TELLINGS = 256
SEASON_NAMES = {4: "春夏秋冬", 2: ("上季", "下季"), 1: "春"}
ENOUGH_WATER = 3
STICKS = 5


class Telling(NamedTuple):
    """One legal game that a record may be telling: where it stands, and its events in reverse order."""

    state: State
    events: tuple[Any, ...]
    """Nested pairs (earlier, (actor, event)): sharing what tellings have in common."""

    def then(self, actor: int, event: Any) -> Telling:
        return Telling(GAME.apply(self.state, actor, event), (self.events, (actor, event)))

    def act(self, action: Action) -> Telling:
        return self.then(self.state.side, action)

    def throw(self, n: int) -> Telling:
        return self.then(CHANCE, Throw(n))

    def listed(self) -> tuple[tuple[int, Any], ...]:
        """The events in order."""
        found, rest = [], self.events
        while rest:
            rest, last = rest
            found.append(last)
        return tuple(reversed(found))


class Unfit(Exception):
    """A telling cannot follow an element; the reason is a message key."""

    def __init__(self, key: str, **params: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


# -- reading ---------------------------------------------------------------------------------------


def read(text: str) -> Score:
    """The game that a CKKA text tells."""
    record = ckka.read_record(text)
    tellings = _beginnings(record)
    starters = ckka.starters(record)
    for element in record.body:
        tellings = _advance(tellings, element, starters)
    told = tellings[0]
    return Score(
        options=told.state.options,
        seats=2,
        events=told.listed(),
        players=_players(record, told),
        played=played_at(record),
        ended=ruled_in(record),
    )


def _beginnings(record: ckka.Record) -> list[Telling]:
    return [Telling(GAME.start(options, 2), ()) for options in _candidates(record)]


def _candidates(record: ckka.Record) -> list[Options]:
    """The rule set the header states, or those a record without a known one may mean, the likeliest first."""
    named = [RULE_NAMES.get(name.item, name.item) for name in ckka.values(record, "律")]
    bases = [PRESETS[name] for name in named if name in PRESETS] or _guesses()
    return list(dict.fromkeys(_with_header(record, base) for base in bases))


def _guesses() -> list[Options]:
    bases = [PRESETS[name] for name in ("official", "standard", "online_alpha", "hard_tam")]
    return bases + [base.replace(**FREE) for base in bases]


def _with_header(record: ckka.Record, base: Options) -> Options:
    settings = ckka.rule_options(record)
    try:
        changed = from_words(Options, base, ["=".join(setting.item) for setting in settings])
    except BadOptions as refusal:
        place = next((s for s in settings if s.item[0] == refusal.message.params.get("option")), settings[0])
        raise CkkaError("ckka.bad_option", place.line, place.column, value="=".join(place.item)) from None
    return _with_points(record, changed)


def _with_points(record: ckka.Record, base: Options) -> Options:
    """The points stated beside the names; both players begin with the same."""
    if not any(player.item.points is not None for player in record.players):
        return base
    first, second = ckka.points_held(record, 2 * base.starting_points)
    if first != second:
        place = record.players[0]
        raise CkkaError("ckka.unequal_points", place.line, place.column, first=first, second=second)
    return base if first == base.starting_points else base.replace(starting_points=first)


def _advance(tellings: list[Telling], element: At[ckka.Item], starters: Sequence[str]) -> list[Telling]:
    """What each telling becomes by this element; refused if none can follow."""
    found: dict[State, Telling] = {}
    refusal: Unfit | None = None
    for telling in tellings:
        try:
            for after in _followed(telling, element.item, starters):
                found.setdefault(after.state, after)
        except Unfit as unfit:
            refusal = refusal or unfit
    if not found:
        assert refusal is not None
        raise CkkaError(refusal.key, element.line, element.column, **refusal.params)
    return list(found.values())[:MOST_TELLINGS]


def _followed(telling: Telling, item: ckka.Item, starters: Sequence[str]) -> list[Telling]:
    match item:
        case ckka.Plain() | ckka.Step() | ckka.Drop() | ckka.Tam():
            return _moves(telling, item, starters)
        case ckka.Capture(colour, kind):
            return _captured(telling, colour, kind)
        case ckka.Declare():
            return _declared(telling, item)
        case ckka.SeasonEnd(season):
            return _season_ended(telling, season)
        case _:
            return [telling]


# -- moves -----------------------------------------------------------------------------------------


def _moves(telling: Telling, item: ckka.Move, starters: Sequence[str]) -> list[Telling]:
    found: list[Telling] = []
    refusal: Unfit | None = None
    for ready in _begun(telling, starters):
        try:
            found += _moved(ready, item)
        except Unfit as unfit:
            refusal = refusal or unfit
    if not found:
        raise refusal or Unfit("ckka.no_such_move")
    return found


def _begun(telling: Telling, starters: Sequence[str]) -> list[Telling]:
    """The telling with a season begun: by whom, the header says or both are tried."""
    state = telling.state
    if state.phase is Phase.OVER:
        raise Unfit("ckka.game_over")
    if state.phase is Phase.DECLARE:
        raise Unfit("ckka.declaration_missing")
    if state.phase is not Phase.FIRST:
        return [telling]
    known = starters[state.season - 1 : state.season]
    sides = [COLOURS.index(known[0])] if known else [0, 1]
    return [telling.throw(STICKS * (side == 0)).throw(STICKS * (side == 1)) for side in sides]


def _moved(telling: Telling, item: ckka.Move) -> list[Telling]:
    texts = list(_texts(telling.state, item))
    legal = {move.move for move in GAME.actions(telling.state, telling.state.side) if isinstance(move, Move)}
    usable = [text for text in texts if _announced(telling.state, text) in legal]
    if not usable:
        raise Unfit("ckka.no_such_move")
    casts = item.casts if isinstance(item, (ckka.Plain, ckka.Step)) else ()
    return [_with_casts(telling, text, casts) for text in usable]


def _announced(state: State, text: str) -> str:
    return unannounced(text) if state.options.step_declaration == "none" else text


def _texts(state: State, item: ckka.Move) -> Iterator[str]:
    """The move strings an element may mean; of the tam's ways to a square, the first legal one."""
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
    return [notation.move_to_text(code) for code in moves if _fits(code, item)][:1]


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
    rolls = cast.rolls or ((0,) if failed else (min(needed, STICKS),))
    after = _rolled(telling, rolls)
    if after.state.phase is not Phase.LAND:
        if not failed:
            raise Unfit("ckka.cast_too_low", needed=needed)
        return after
    choice: Action = GiveUp() if failed else Land(notation.squares_in(text)[-1])
    if choice not in GAME.actions(after.state, after.state.side):
        raise Unfit("ckka.cast_too_low" if not failed else "ckka.may_not_give_up", needed=needed)
    return after.act(choice)


def _rolled(telling: Telling, rolls: tuple[int, ...]) -> Telling:
    chain = telling.state.options.step_cast_method == "chain"
    if len(rolls) > 1 and not chain:
        raise Unfit("ckka.no_chain")
    for number, roll in enumerate(rolls):
        telling = (telling.act(Again()) if number else telling).throw(roll)
    return telling.act(Stop()) if telling.state.phase is Phase.CHAIN else telling


def _wet(telling: Telling, cast: Cast) -> Telling:
    failed = (
        cast.failed if cast.failed is not None else (cast.value is not None and cast.value < ENOUGH_WATER)
    )
    n = cast.value if cast.value is not None else (0 if failed else ENOUGH_WATER)
    if (n < ENOUGH_WATER) != failed:
        raise Unfit("ckka.water_outcome")
    return telling.throw(n)


# -- captures, declarations, seasons ---------------------------------------------------------------


def _captured(telling: Telling, colour: str | None, kind: str) -> list[Telling]:
    taken = telling.state.last.captured if telling.state.last else None
    if taken is None or taken[1] != kind or colour not in (None, taken[0]):
        raise Unfit("ckka.other_capture", taken=taken or "–")
    return [telling]


def _declared(telling: Telling, item: ckka.Declare) -> list[Telling]:
    state = telling.state
    if state.phase is not Phase.DECLARE:
        raise Unfit("ckka.nothing_to_declare")
    held = sorted(hand_names(state, state.side))
    named = sorted(_hand_name(hand) for hand in item.hands)
    if named and named not in (held, sorted([*held, *penalty_names(state)])):
        raise Unfit("ckka.other_hands", held=" ".join([*held, *penalty_names(state)]))
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
    ended = len(state.settled)
    names = SEASON_NAMES[state.options.season_count]
    if state.season_plies and state.phase is not Phase.OVER:
        raise Unfit("ckka.season_runs")
    if season not in names or list(names).index(season) + 1 != ended:
        raise Unfit("ckka.other_season")
    return [telling]


# -- header ----------------------------------------------------------------------------------------


def _players(record: ckka.Record, told: Telling) -> tuple[str, ...]:
    """The names in the order of seats: IA side first."""
    by_colour = [next((v.item for v in ckka.values(record, key)), "") for key in ("黒名", "赤名")]
    if any(by_colour):
        return tuple(by_colour)
    names = [player.item.name for player in record.players]
    return tuple(reversed(names)) if names and _first_side(told) == 1 else tuple(names)


def _first_side(told: Telling) -> int:
    return next((actor for actor, _ in told.listed() if actor != CHANCE), 0)


def played_at(record: ckka.Record) -> str:
    """When it was played, as far as the header says."""
    return next((value.item for value in (*ckka.values(record, "始時"), *ckka.values(record, None))), "")


def ruled_in(record: ckka.Record) -> tuple[Ruling, int | None] | None:
    """Our own `{終局:resign IA}`: the match ended outside the rules."""
    for value in ckka.values(record, "終局"):
        ruling, _, side = value.item.partition(" ")
        if ruling not in get_args(Ruling) or side not in ("", *SIDES):
            raise CkkaError("ckka.bad_ruling", value.line, value.column, value=value.item)
        return cast(Ruling, ruling), SIDES.index(side) if side else None
    return None


# -- writing ---------------------------------------------------------------------------------------


def write(score: Score) -> str:
    """The game as a CKKA text in the recommended profile (§8)."""
    assert isinstance(score.options, Options)
    states = [GAME.start(score.options, 2)]
    for actor, event in score.events:
        states.append(GAME.apply(states[-1], actor, event))
    steps = zip(states, score.events, states[1:], strict=False)
    body = [item for before, (_, event), after in steps for item in _items(before, event, after)]
    if states[-1].phase is Phase.OVER:
        body.append(ckka.GameEnd())
    return ckka.write_record(ckka.make_record(_infos(score, states), _named(score, states), body))


def _items(before: State, event: Any, after: State) -> list[ckka.Item]:
    """What one event adds to the record: a completed move with its capture, or a declaration."""
    if isinstance(event, Pass):
        raise BadRecord("cerke:ckka.no_pass")
    if isinstance(event, (GoOn, EndSeason)):
        return _declaration_items(before, after)
    if before.phase is Phase.FIRST or after.phase in _UNDER_WAY:
        return []
    last = after.last
    assert last is not None
    code = code_of(before, event.move) if isinstance(event, Move) else before.code
    taken = [ckka.Capture(last.captured[0], last.captured[1])] if last.captured else []
    return [_move_node(before, code, last), *taken]


_UNDER_WAY = (Phase.STEP_CAST, Phase.CHAIN, Phase.LAND, Phase.WATER)


def _move_node(before: State, code: int, last: LastTurn) -> ckka.Move:
    form, end = notation.form_of(code), SQUARE_NAMES[notation.end_of(code)]
    if form == codes.DROP:
        piece = notation.PIECE_NAMES[notation.origin_of(code)]
        return ckka.Drop(piece[0], piece[1], end)
    if form > codes.DROP:
        return _tam_node(code, form)
    origin = notation.origin_of(code)
    kind = KINDS[(before.cells[origin] - 1) % 10]
    if form == codes.PLAIN:
        return ckka.Plain(SQUARE_NAMES[origin], kind, end, _cast_nodes(last))
    aimed = SQUARE_NAMES[before.end] if before.phase is Phase.WATER else end
    via = SQUARE_NAMES[notation.via_of(code)]
    return ckka.Step(SQUARE_NAMES[origin], kind, (via,), last.end or aimed, _cast_nodes(last))


def _tam_node(code: int, form: int) -> ckka.Tam:
    if form == codes.TAM_SINGLE:
        raise BadRecord("cerke:ckka.no_single_tam")
    origin, end, half = (
        SQUARE_NAMES[f(code)] for f in (notation.origin_of, notation.end_of, notation.half_of)
    )
    if form == codes.TAM:
        return ckka.Tam(origin, end, mid=half)
    via = SQUARE_NAMES[notation.via_of(code)]
    return ckka.Tam(origin, end, via, "first" if form == codes.TAM_FORMER else "second", half)


def _cast_nodes(last: LastTurn) -> tuple[Cast, ...]:
    casts = []
    if last.casts:
        casts.append(Cast("step", last.casts, last.failed and last.water is None))
    if last.water is not None:
        casts.append(Cast("water", (last.water,), last.failed))
    return tuple(casts)


def _declaration_items(before: State, after: State) -> list[ckka.Item]:
    """再行 names the hands held; 終季 also the points received, and closes the season."""
    names = (*hand_names(before, before.side), *penalty_names(before))
    hands = tuple(ckka.Hand(name.removeprefix(FLASH), name.startswith(FLASH)) for name in names)
    if len(after.settled) == len(before.settled):
        return [ckka.Declare(None, hands, "再行")]
    moved = after.settled[-1].moved
    points = moved // 10 if moved % 10 == 0 else None
    season = SEASON_NAMES[before.options.season_count][before.season - 1]
    return [ckka.Declare(None, hands, "終季", points), ckka.SeasonEnd(season)]


def _infos(score: Score, states: list[State]) -> tuple[ckka.Info, ...]:
    assert isinstance(score.options, Options)
    rule, settings = _rule(score.options)
    others = [ckka.Info("始時", score.played)] if score.played else []
    if score.ended is not None:
        ruling, seat = score.ended
        others.append(ckka.Info("終局", ruling if seat is None else f"{ruling} {SIDES[seat]}"))
    begun = {state.season: state.starter for state in states if state.phase is not Phase.FIRST}
    return ckka.profile_infos("".join(COLOURS[side] for side in begun.values()), rule, settings, others)


def _rule(options: Options) -> tuple[str, dict[str, str]]:
    """The named rule set nearest to the options, and what differs from it."""

    def differing(preset: Options) -> dict[str, str]:
        mine, theirs = to_builtins(options), to_builtins(preset)
        return {name: spelled(value) for name, value in mine.items() if value != theirs[name]}

    found = [(rule, differing(PRESETS[preset])) for rule, preset in RULE_NAMES.items()]
    return min(found, key=lambda pair: len(pair[1]))


def _named(score: Score, states: list[State]) -> list[ckka.Player]:
    """The names, first mover first."""
    if len(score.players) != 2 or not all(score.players):
        return []
    first = next((state.starter for state in states if state.phase is not Phase.FIRST), 0)
    assert isinstance(score.options, Options)
    points = score.options.starting_points
    return [ckka.Player(score.players[side], points) for side in (first, 1 - first)]

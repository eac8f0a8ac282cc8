"""What a player of cerke sees: board, reserves, hands held and in reach, counters, casts, what happened."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec.structs import replace

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg, signs
from kaik.core.scene import (
    Cast,
    Choice,
    Counter,
    Diagram,
    Item,
    Legend,
    Line,
    Scene,
    Spot,
    Zone,
    button,
    choices,
)
from kaik.games.cerke import codes, notation
from kaik.games.cerke.game import (
    WATER_NEEDS,
    hand_names,
    hands_of,
    names_of,
    path_of,
    penalty_names,
    position_of,
    reserve_spot,
    rules_of,
)
from kaik.games.cerke.kernel import Position
from kaik.games.cerke.options import Options
from kaik.games.cerke.penalties import TENTHS
from kaik.games.cerke.penalties import names_of as names_of_penalties
from kaik.games.cerke.state import Action, Land, LastTurn, Move, Phase, Settlement, State
from kaik.games.cerke.tables import (
    BIG_FIELD,
    COLUMNS,
    CONCRETE_HANDS,
    FLASH,
    KINDS,
    OFFICIAL_HANDS,
    ROWS,
    SMALL_FIELD,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    WIDTH,
    Atom,
    HandSpec,
    movement,
    piece_set,
)

SEASONS = ("spring", "summer", "autumn", "winter")
_COLOURS = ("black", "red")
_HOW = {"S": "step", "J": "jump", "R": "slide", "R1": "vault", "RH": "slide", "RA": "vault"}


LEXICON = Lexicon(
    spots=(
        *SQUARE_NAMES,
        *(reserve_spot(side, piece) for side in (0, 1) for piece in notation.PIECE_NAMES),
        *("go_on", "end_season", "again", "stop", "give_up", "cast", "pass"),
    ),
    looks=(*each("{} {}", KINDS, _COLOURS), notation.TAM_NAME),
    marks=("protected", "last", "tamfield"),
    counters=("season", "rate", "points-0", "points-1"),
)
"""Every word of the scenes and paths, whatever the options: all 81 squares have their place."""


def scene(state: State, seat: int | None, turn: tuple[int, ...]) -> Scene:
    """Everything a seat or watcher sees; nothing in cerke is hidden."""
    deciding = seat is not None and seat in turn
    buttons = _buttons(state) if deciding else None
    return Scene(
        zones=(*_things(state), *((buttons,) if buttons is not None and buttons.spots else ())),
        counters=_counters(state.season, state.options.season_count, state.rate, state.points),
        prompt=_prompt(state) if deciding else None,
        happened=_happened(state),
        casts=_casts(state),
        turn=turn,
        sheet=_sheet(state),
    )


# -- board and reserves ----------------------------------------------------------------------------


@functools.lru_cache(maxsize=16)
def _things(state: State) -> tuple[Zone, ...]:
    """What lies on the table, the same for everybody who looks."""
    sides = (0, 1)
    return (
        _board(state),
        *(_reserve(state.held[side], side) for side in sides),
        *(_hands(state.options, state.held[side], state.penalties[side], side) for side in sides),
    )


@functools.lru_cache(maxsize=8)
def _frame(board: str) -> tuple[range, range]:
    """The columns and rows in use."""
    return (range(WIDTH), range(WIDTH)) if board == "big" else (range(2, 7), range(1, 8))


def _board(state: State) -> Zone:
    """Every square by what can be said of it: what stands there, protected, near the tam, touched last."""
    looks = [code << 3 for code in state.cells]
    position = _position(state)
    for square in (*position.protected(0), *position.protected(1)):
        looks[square] |= _SAFE
    for square in _squares_in(rules_of(state.options).tables.fields[_tam(state)]):
        looks[square] |= _NEAR
    for name in _last_squares(state):
        looks[SQUARE_BY_NAME[name]] |= _LAST
    known, bare = _squares(state.options), _bare(state.options.board)
    return replace(bare, spots=tuple([known[looks[n], n] for n in _order(state.options.board)]))


_SAFE, _NEAR, _LAST = 1, 2, 4


@functools.lru_cache(maxsize=8)
def _order(board: str) -> tuple[int, ...]:
    """The squares in use, row by row."""
    columns, rows = _frame(board)
    return tuple(y * WIDTH + x for y in rows for x in columns)


@functools.lru_cache(maxsize=8)
def _bare(board: str) -> Zone:
    """The board without its squares."""
    columns, rows = _frame(board)
    return Zone(
        "board",
        "grid",
        (),
        label=msg("zone.board"),
        columns=len(columns),
        rows=len(rows),
        column_names=tuple(COLUMNS[x] for x in columns),
        row_names=tuple(ROWS[y] for y in rows),
        bottom=0,
    )


class _Squares(dict[tuple[int, int], Spot]):
    """Squares by how they look and their number: each is made once."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def __missing__(self, key: tuple[int, int]) -> Spot:
        look, index = key
        made = self[key] = _square(self._options, index, look)
        return made


_squares = functools.lru_cache(maxsize=64)(_Squares)


def _square(options: Options, index: int, look: int) -> Spot:
    columns, rows = _frame(options.board)
    items = (piece_item(look >> 3, ("protected",) if look & _SAFE else ()),) if look >> 3 else ()
    near, last = ("tamfield",) if look & _NEAR else (), ("last",) if look & _LAST else ()
    tags = (*_ground_tags(options, index), *near, *last)
    return Spot(SQUARE_NAMES[index], index % WIDTH - columns[0], index // WIDTH - rows[0], items, tags)


@functools.lru_cache(maxsize=512)
def _squares_in(mask: int) -> tuple[int, ...]:
    return tuple(n for n in range(WIDTH * WIDTH) if _in(mask, n))


@functools.lru_cache(maxsize=1024)
def _ground_tags(options: Options, index: int) -> tuple[str, ...]:
    """The colour of a square: hill, fixed tam-field, water."""
    field = BIG_FIELD if options.board == "big" else SMALL_FIELD
    water = rules_of(options).tables.water
    if _in(field, index) and _in(water, index):
        return ("hill", "water", "field")
    return ("field",) if _in(field, index) else ("water",) if _in(water, index) else ()


def _in(mask: int, index: int) -> bool:
    return bool(mask >> index & 1)


def _tam(state: State) -> int:
    place = state.cells.find(codes.TAM_CODE)
    return codes.NO_TAM if place < 0 else place


def piece_item(code: int, badges: tuple[str, ...] = ()) -> Item:
    if code == codes.TAM_CODE:
        return Item("piece", notation.TAM_NAME, label=msg("piece.tam"))
    side, piece = divmod(code - 1, 20)
    return _item(piece, side, badges=badges)


def _item(piece: int, owner: int, count: int = 1, badges: tuple[str, ...] = ()) -> Item:
    colour, kind = divmod(piece, 10)
    label = msg("item.piece", colour=msg(f"colour.{_COLOURS[colour]}"), kind=msg(f"piece.{KINDS[kind]}"))
    return Item("piece", KINDS[kind], _COLOURS[colour], owner, count=count, badges=badges, label=label)


def _last_turn(state: State) -> LastTurn | None:
    """The turn made last in this season or under way; a fresh board shows nothing of the season before."""
    return state.last if state.season_plies or state.code else None


def _last_squares(state: State) -> frozenset[str]:
    last = _last_turn(state)
    if last is None:
        return frozenset()
    touched = last.move.split("*")[1:] if "*" in last.move else notation.squares_in(last.move)
    return frozenset((*touched, *((last.end,) if last.end else ())))


@functools.lru_cache(maxsize=2048)
def _reserve(held: bytes, side: int) -> Zone:
    pieces = [(piece, count) for piece, count in enumerate(held) if count]
    spots = [_held_spot(side, index, piece, count) for index, (piece, count) in enumerate(pieces)]
    return Zone(f"reserve-{side}", "row", tuple(spots), owner=side, label=msg("zone.reserve"))


def _held_spot(side: int, index: int, piece: int, count: int) -> Spot:
    name = notation.PIECE_NAMES[piece]
    label = msg("item.reserve", piece=piece_label(name), code=notation.PIECE_LETTERS[name])
    return Spot(reserve_spot(side, name), index, items=(_item(piece, side, count),), label=label)


# -- hands -----------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=2048)
def _hands(options: Options, held: bytes, borne: tuple[str, ...], side: int) -> Zone:
    """Hands held with their points, penalties among them, then hands one captured piece away with what would
    complete them."""
    spots = (
        *_held_hands(options, held, side),
        *_held_penalties(borne, side),
        *_near_hands(options, held, side),
    )
    return Zone(f"hands-{side}", "row", spots, owner=side, label=msg("zone.hands"))


def _held_hands(options: Options, held: bytes, side: int) -> list[Spot]:
    table = hands_of(options)
    names = names_of(options, held)
    worth = {spec.name: spec.points for spec in table.specs}
    if options.scoring_method != "table":
        return [
            _hand(side, index, msg("hand.held_plain", name=hand_label(name)), "held")
            for index, name in enumerate(names)
        ]
    flash = [name.startswith(FLASH) or name == "王" for name in names]
    bonus = options.flash_bonus
    points = [worth[name.removeprefix(FLASH)] + bonus * lit for name, lit in zip(names, flash, strict=True)]
    return [
        _hand(side, index, msg("hand.held", name=hand_label(name), points=n), "held")
        for index, (name, n) in enumerate(zip(names, points, strict=True))
    ]


def _held_penalties(borne: tuple[str, ...], side: int) -> list[Spot]:
    """The penalties held, each name once with all it costs (§10)."""
    names = names_of_penalties(borne)
    spots = []
    for index, name in enumerate(dict.fromkeys(names)):
        times = names.count(name)
        points = _tenths(-times * TENTHS[name])
        if times == 1:
            label = msg("hand.held", name=hand_label(name), points=points)
        else:
            label = msg("hand.held_times", name=hand_label(name), times=times, points=points)
        spots.append(_hand(side, index, label, "penalty", "held"))
    return spots


def _hand(side: int, index: int, label: Message, tag: str, *more: str) -> Spot:
    return Spot(f"h{side}-{tag}-{index}", index, tags=(tag, *more), label=label)


def _near_hands(options: Options, held: bytes, side: int) -> list[Spot]:
    found = near_hands(options, held)
    return [
        _hand(side, index, msg("hand.near", name=hand_label(name), pieces=signs("either", pieces)), "near")
        for index, (name, pieces) in enumerate(found)
    ]


def hand_label(name: str) -> Message:
    """A hand or penalty in words; hands without a name are called by their pieces."""
    if name.startswith(FLASH):
        return msg("hand.flash", name=hand_label(name.removeprefix(FLASH)))
    if name in _NAMED:
        return msg(f"hand.name.{name}")
    return signs("word", name) if set(name) <= set(KINDS) else msg("plain", text=name)


_NAMED = frozenset((*(name for name, _, _ in (*OFFICIAL_HANDS, *CONCRETE_HANDS)), "撃皇", "皇再来"))


@functools.lru_cache(maxsize=4096)
def near_hands(options: Options, held: bytes) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Hands not held that one more captured piece would form, with the kinds that would do it."""
    table = hands_of(options)
    before, most = table.mask_of(held), piece_set(options.board)
    found: dict[str, list[str]] = {}
    for piece in range(20):
        if held[piece] < most[piece]:
            more = bytes(n + (p == piece) for p, n in enumerate(held))
            gained = table.mask_of(more) & ~before
            for hand, spec in enumerate(table.specs):
                if gained >> hand & 1 and KINDS[piece % 10] not in found.setdefault(spec.name, []):
                    found[spec.name].append(KINDS[piece % 10])
    return tuple((name, tuple(kinds)) for name, kinds in found.items() if kinds)


# -- counters, casts, prompts ----------------------------------------------------------------------


@functools.lru_cache(maxsize=1024)
def _counters(season: int, count: int, rate: int, points: tuple[int, int]) -> tuple[Counter, ...]:
    held = (Counter(f"points-{side}", msg("counter.points"), _tenths(points[side]), side) for side in (0, 1))
    told = msg("counter.season_of", name=season_label(season, count), n=season, of=count)
    return (
        Counter("season", msg("counter.season"), told),
        Counter("rate", msg("counter.rate"), msg("rate", n=rate)),
        *held,
    )


def season_label(number: int, count: int) -> Message:
    """Four seasons have the names of the year, fewer are the first and second half."""
    names = {4: SEASONS, 2: ("upper", "lower")}.get(count, ("only",))
    return msg(f"season.{names[number - 1]}")


def _tenths(tenths: int) -> float:
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def _casts(state: State) -> tuple[Cast, ...]:
    if state.phase is Phase.FIRST and state.throw_off is not None:
        pairs = zip(state.throw_off.contest, state.throw_off.thrown, strict=False)
        return tuple(Cast(n, by=side, label=msg("cast.first")) for side, n in pairs)
    last = _last_turn(state)
    if last is None:
        return ()
    needed = needed_cast(last.move)
    steps = tuple(Cast(n, by=last.side, needed=needed, label=msg("cast.step")) for n in last.casts)
    if last.water is None:
        return steps
    return (*steps, Cast(last.water, by=last.side, needed=WATER_NEEDS, label=msg("cast.water")))


@functools.lru_cache(maxsize=1 << 15)
def needed_cast(move: str) -> int | None:
    """The least stepping cast that reaches the announced square."""
    if "~" not in move or move.endswith("~"):
        return None
    _, via, end = (SQUARE_BY_NAME[name] for name in notation.squares_in(move))
    return max(abs(via % WIDTH - end % WIDTH), abs(via // WIDTH - end // WIDTH))


def asked(state: State, actions: Sequence[Action]) -> list[Message | None]:
    """The casts that each move into water or long step still has to make."""
    position = _position(state)
    return [_asked(state, position, action) for action in actions]


def _asked(state: State, position: Position, action: Action) -> Message | None:
    if isinstance(action, Move):
        code, end, step = _announced(action.move)
    elif isinstance(action, Land):
        code, end, step = state.code, SQUARE_BY_NAME[action.square], None
    else:
        return None
    return _needs(step, end != codes.NOWHERE and position.water_cast_due(code, end))


def offered(state: State, moves: Sequence[str]) -> tuple[Choice, ...]:
    """Ground moves with their paths and labels, put together from what is known of each move."""
    known, due = _WAYS_OF[state.side], _position(state).water_cast_due
    ways = [known[move] for move in moves]
    begun = {head for way in ways for head in way.heads}
    water = _water(state.options)
    return tuple([way.choice(way.path in begun, way.end in water and due(way.code, way.end)) for way in ways])


class _Way:
    """A ground move as it may be offered: its path, what begins it, and the few forms it takes."""

    __slots__ = ("_forms", "code", "end", "heads", "move", "path", "step")

    def __init__(self, side: int, move: str) -> None:
        self.move = move
        self.path = path_of(side, move)
        self.heads = tuple(self.path[:length] for length in range(2, len(self.path)))
        self.code, self.end, self.step = _announced(move)
        self._forms: list[Choice | None] = [None] * 4

    def choice(self, begins: bool, wet: bool) -> Choice:
        """The move where its path begins another's, and where it needs a water cast."""
        return self._forms[2 * begins + wet] or self._made(begins, wet)

    def _made(self, begins: bool, wet: bool) -> Choice:
        path = self.path + self.path[-1:] if begins else self.path
        made = self._forms[2 * begins + wet] = Choice(path, self.move, _needs(self.step, wet))
        return made


class _Ways(dict[str, _Way]):
    """What is known of the moves of a side, each looked at once."""

    MOST = 1 << 15

    def __init__(self, side: int) -> None:
        self._side = side

    def __missing__(self, move: str) -> _Way:
        if len(self) >= self.MOST:
            self.clear()
        made = self[move] = _Way(self._side, move)
        return made


_WAYS_OF = (_Ways(0), _Ways(1))


@functools.lru_cache(maxsize=64)
def _water(options: Options) -> frozenset[int]:
    return frozenset(_squares_in(rules_of(options).tables.water))


@functools.lru_cache(maxsize=1 << 15)
def _announced(move: str) -> tuple[int, int, int | None]:
    """The code of a move, its end, and the least cast that reaches it; nowhere if none is announced."""
    if move.endswith("~"):
        return 0, codes.NOWHERE, None
    code = notation.text_to_move(move)
    return code, notation.end_of(code), needed_cast(move)


@functools.lru_cache
def _needs(step: int | None, water: bool) -> Message | None:
    needs = [n for n in (step, WATER_NEEDS if water else None) if n is not None]
    return msg(f"choice.needs_{len(needs)}", **dict(zip("nm", needs, strict=False))) if needs else None


@functools.lru_cache(maxsize=4)
def _position(state: State) -> Position:
    """The position to be looked at, the same one for all moves in it."""
    return position_of(state)


def _prompt(state: State) -> Message:
    if state.phase is Phase.GROUND:
        return msg("prompt.ground" if any(state.held[state.side]) else "prompt.ground_bare")
    if state.phase is Phase.LAND:
        declines = state.options.step_cast_decline == "allowed"
        return msg("prompt.land" if declines else "prompt.land_must", n=state.reach)
    if state.phase is Phase.CHAIN:
        return msg("prompt.chain", n=state.reach)
    if state.raw >= 0:
        return msg("prompt.declare")
    if state.options.penalty_lasts == "turn":
        return msg("prompt.declare_pays")
    assert state.last is not None
    new = any(not penalty.at_once for penalty in state.last.penalties)
    return msg("prompt.declare_holds" if new else "prompt.declare_owes")


def _buttons(state: State) -> Zone:
    match state.phase:
        case Phase.LAND if state.options.step_cast_decline == "allowed":
            return choices(button("give_up", msg("choice.give_up")))
        case Phase.CHAIN:
            return choices(
                button("again", msg("choice.again")), button("stop", msg("choice.stop", n=state.reach))
            )
        case Phase.DECLARE:
            return _declaration(state)
        case Phase.GROUND if state.options.step_declaration == "none":
            return choices(button("cast", msg("choice.cast")))
        case Phase.GROUND if not _position(state).count():
            return choices(button("pass", msg("choice.pass")))
        case _:
            return choices()


def _declaration(state: State) -> Zone:
    """Both choices say what they do to rate and points."""
    score = _tenths(state.raw * state.rate)
    key = "choice.end_season" if score >= 0 else "choice.end_season_pays"
    return choices(
        button("go_on", msg("choice.go_on", rate=2 * state.rate)),
        button("end_season", msg(key, points=abs(score), raw=_tenths(state.raw), rate=state.rate)),
    )


# -- what happened ---------------------------------------------------------------------------------


def _happened(state: State) -> tuple[Message, ...]:
    lines: list[Message] = []
    if state.phase is Phase.DECLARE:
        names = [hand_label(name) for name in (*hand_names(state, state.side), *penalty_names(state))]
        lines.append(msg("happened.due", seat=seat_name(state.side), hands=names))
    last = _last_turn(state)
    if last is not None:
        lines += _last_lines(last)
    return (*lines, *(_settlement(state, done) for done in _told_again(state)))


def _told_again(state: State) -> tuple[Settlement, ...]:
    """The last season while the next begins, so that both see how it ended; at the end all of them."""
    if state.phase is Phase.OVER:
        return state.settled
    return state.settled[-1:] if state.phase is Phase.FIRST or state.season_plies < 2 else ()


def _last_lines(last: LastTurn) -> list[Message]:
    who = seat_name(last.side)
    lines = []
    if last.captured is not None:
        lines.append(msg("happened.captured", seat=who, piece=piece_label(last.captured)))
    if last.failed:
        lines.append(msg("happened.failed", seat=who))
    lines += [
        msg("happened.penalty", seat=who, name=hand_label(penalty.name), points=_tenths(penalty.tenths))
        for penalty in last.penalties
    ]
    lines += [msg("happened.repeated", seat=who, name=hand_label(name)) for name in last.repeated]
    if last.paid:
        lines.append(msg("happened.paid", seat=who, points=_tenths(last.paid)))
    return lines


def piece_label(piece: str) -> Message:
    """`赤兵` in words."""
    colour = _COLOURS["黒赤".index(piece[0])]
    return msg("item.piece", colour=msg(f"colour.{colour}"), kind=msg(f"piece.{piece[1]}"))


def moved_points(tenths: int) -> str:
    """Points received or paid, with their sign."""
    return f"{_tenths(tenths):+g}"


def _sheet(state: State) -> tuple[Line, ...]:
    """What each side gained by the seasons that are over."""
    return tuple(
        Line(season_label(done.season, state.options.season_count), _gains(state.options, done))
        for done in state.settled
    )


def _gains(options: Options, done: Settlement) -> tuple[float, ...]:
    """Points go from one side to the other; in a race only one of them gains."""
    other = 0 if options.score_model == "race" else -done.moved
    gains = (done.moved, other) if done.side == 0 else (other, done.moved)
    return tuple(map(_tenths, gains))


def _settlement(state: State, done: Settlement) -> Message:
    names = [hand_label(name) for name in (*done.hands, *done.penalties)]
    return msg(
        "happened.settled",
        season=season_label(done.season, state.options.season_count),
        seat=seat_name(done.side),
        hands=names,
        raw=_tenths(done.raw),
        rate=done.rate,
        moved=moved_points(done.moved),
    )


# -- legend ----------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def legend(options: Options) -> tuple[Legend, ...]:
    """How every piece moves, normally and from the tam-field; how moves are written; the hands."""
    table = movement(options)
    kinds = [kind for kind, n in zip(KINDS, piece_set(options.board), strict=False) if n]
    king = tuple((dx, dy, "step") for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    tam = Legend(notation.TAM_NAME, msg("piece.tam"), msg("help.tam"), (Diagram(msg("help.twice"), king),))
    ways = [Legend(face, msg(f"help.{key}"), msg(f"help.{key}_text")) for face, key in _WAYS]
    hands = [_hand_legend(options, spec) for spec in hands_of(options).specs]
    return (*(_kind_legend(kind, table[kind]) for kind in kinds), tam, *ways, *hands)


_WAYS = (
    ("a-b", "move"),
    ("a/b-c", "step"),
    ("a/b~c", "cast"),
    ("RT*c", "drop"),
    ("≈", "water"),
    ("役", "hands"),
)
"""How moves are written, and what else a player must know."""


def _hand_legend(options: Options, spec: HandSpec) -> Legend:
    kinds = [KINDS[kind] for kind, n in enumerate(spec.needs) for _ in range(n)]
    pieces = signs("row", kinds)
    if options.scoring_method != "table":
        return Legend(spec.name, hand_label(spec.name), msg("help.hand_plain", pieces=pieces))
    flash = spec.points + options.flash_bonus
    text = msg("help.hand", pieces=pieces, points=spec.points, flash=flash)
    alone = msg("help.hand_alone", pieces=pieces, points=flash)
    return Legend(spec.name, hand_label(spec.name), text if len(kinds) > 1 else alone)


def _kind_legend(kind: str, moves: tuple[tuple[Atom, ...], tuple[Atom, ...]]) -> Legend:
    normal, field = (Diagram(msg(label), _marks(atoms)) for label, atoms in zip(_COLUMNS, moves, strict=True))
    text = msg("help.general") if kind == "将" else None
    return Legend(kind, msg(f"piece.{kind}"), text, (normal, field))


_COLUMNS = ("help.normal", "help.field")


def _marks(atoms: tuple[Atom, ...]) -> tuple[tuple[int, int, str], ...]:
    """Horse rays begin at distance 2."""
    return tuple(
        (atom.dx * 2, atom.dy * 2, _HOW[atom.form])
        if atom.form in ("RH", "RA")
        else (atom.dx, atom.dy, _HOW[atom.form])
        for atom in atoms
    )

"""Cerke (机戦, cetkaik): the great board game of two sides, one emperor, water, sticks and declarations.

The turn of docs/rules/cerke.md §5 as phases. Moves, hands, penalties, points and seasons are the kernel's: a
state is set up there, the event played, and the result read back, so that search, playouts and this referee's
view share one copy of the rules.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from kaik.core.episode import Episode
from kaik.core.game import CHANCE, Batch, Format, Game, Score, Searcher
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Choice, Legend, Path, Scene, closed
from kaik.core.setup import Setup
from kaik.games.cerke import codes, notation, penalties
from kaik.games.cerke.hands import HandTable
from kaik.games.cerke.kernel import Position, Rules
from kaik.games.cerke.options import PRESETS, starting_tenths
from kaik.games.cerke.options import Options as CerkeOptions
from kaik.games.cerke.playout import Game as Engine
from kaik.games.cerke.state import (
    Action,
    Again,
    EndSeason,
    GiveUp,
    GoOn,
    Land,
    LastTurn,
    Move,
    Outcome,
    Pass,
    Penalty,
    Phase,
    Settlement,
    Stop,
)
from kaik.games.cerke.state import State as CerkeState
from kaik.games.cerke.tables import OLD_VALUES, SQUARE_BY_NAME, SQUARE_NAMES
from kaik.kit.opening import Throw, ThrowOff
from kaik.kit.sticks import cast_weights

WATER_NEEDS = 3
"""A water cast of this number lets a piece in (§6.4)."""

WIPES_BELOW = 2
"""A further cast under this number wipes the sum of a chain (§14.2)."""

SEASONS_OVER, EXHAUSTED, NO_MOVE = 1, 2, 3

_REASONS = {SEASONS_OVER: "reason.seasons", EXHAUSTED: "reason.exhausted", NO_MOVE: "reason.no_move"}
_EMPTY = bytes(20)


@functools.lru_cache(maxsize=256)
def rules_of(options: CerkeOptions) -> Rules:
    """The kernel's tables for these options."""
    return Rules(options)


@functools.lru_cache(maxsize=256)
def hands_of(options: CerkeOptions) -> HandTable:
    """The hands in force."""
    return HandTable(options)


@functools.lru_cache(maxsize=8)
def _chooser(options: CerkeOptions) -> Searcher:
    from kaik.games.cerke.chooser import Chooser

    return Chooser(options)


def _read_ckka(text: str, preset: str | None = None, words: Sequence[str] = ()) -> Score:
    from kaik.games.cerke.score import read

    return read(text, preset, words)


def _write_ckka(score: Score, profile: str = notation.PROFILES[0]) -> str:
    from kaik.games.cerke.score import write

    return write(score, profile)


def _viewer_link(address: str, score: Score, seat: int | None) -> str:
    from kaik.games.cerke.score import viewer_link

    return viewer_link(address, score, seat)


class Cerke(Game[CerkeState, Action, Outcome, CerkeOptions]):
    """The rules of cerke."""

    id = "cerke"
    Options = CerkeOptions
    State = View = CerkeState
    Event = Action | Outcome
    presets = PRESETS
    max_plies = 3000
    episode = "season"
    formats = {
        ".ckka": Format(
            _read_ckka,
            _write_ckka,
            read_under=_read_ckka,
            profiles={name: functools.partial(_write_ckka, profile=name) for name in notation.PROFILES},
            viewer=_viewer_link,
        ),
    }

    def seats(self, options: CerkeOptions) -> Sequence[int]:
        return (2,)

    def start(self, options: CerkeOptions, seats: int) -> CerkeState:
        blank = CerkeState(
            options,
            Phase.GROUND,
            rules_of(options).tables.layout,
            (_EMPTY, _EMPTY),
            starting_tenths(options),
            season=options.first_season,
        )
        return _opened(blank, 0 if options.first_player == "fixed" else None)

    def to_act(self, state: CerkeState) -> tuple[int, ...]:
        match state.phase:
            case Phase.OVER:
                return ()
            case Phase.FIRST | Phase.STEP_CAST | Phase.WATER:
                return (CHANCE,)
            case _:
                return (state.side,)

    def actions(self, state: CerkeState, seat: int) -> Sequence[Action]:
        match state.phase:
            case Phase.GROUND:
                return _ground(state) or (Pass(),)
            case Phase.CHAIN:
                return (Again(), Stop())
            case Phase.LAND:
                declines = (GiveUp(),) if state.options.step_cast_decline == "allowed" else ()
                return (*(Land(SQUARE_NAMES[square]) for square in _landings(state)), *declines)
            case _:
                return (GoOn(), EndSeason())

    def weights(self, state: CerkeState) -> Sequence[tuple[Outcome, int]]:
        return _CASTS

    def thrower(self, state: CerkeState) -> int | None:
        return state.side if state.throw_off is None else state.throw_off.thrower

    def apply(self, state: CerkeState, seat: int, event: Action | Outcome) -> CerkeState:
        match event:
            case Throw(n):
                return _thrown(state, n)
            case Move(text):
                return _moved(state, code_of(state, text), text)
            case Again():
                return replace(state, phase=Phase.STEP_CAST)
            case Stop():
                return _reached(state)
            case Land(name):
                return _landed(state, SQUARE_BY_NAME[name])
            case GiveUp():
                return _finished(state, codes.NOWHERE)
            case GoOn() | EndSeason():
                return _declared(state, isinstance(event, EndSeason))
            case Pass():
                return _passed(state)

    def determinize(self, view: CerkeState, seat: int | None, rng: Random) -> CerkeState:
        """Nothing is hidden; to look for secrets in every position seen would take longer than a search."""
        return view

    def returns(self, state: CerkeState) -> tuple[float, ...]:
        """What each side has won: its points above those it began with, or, in a race, above the other's."""
        mine, theirs = state.points
        if state.options.score_model == "race":
            return _in_points(mine - theirs), _in_points(theirs - mine)
        began = starting_tenths(state.options)
        return _in_points(mine - began[0]), _in_points(theirs - began[1])

    def reason(self, state: CerkeState) -> Message:
        return msg(_REASONS[state.reason])

    def set_up(self, options: CerkeOptions, fields: Mapping[str, Any]) -> CerkeState:
        from kaik.games.cerke.positions import read_fields

        return read_fields(options, fields)

    def fields(self, state: CerkeState) -> dict[str, Any]:
        from kaik.games.cerke.positions import write_fields

        return write_fields(state)

    def setup(self, options: CerkeOptions) -> Setup:
        from kaik.games.cerke.setup import setup

        return setup(options)

    def evaluate(self, state: CerkeState) -> tuple[float, ...]:
        """Points, what the hands held would bring, and captured pieces; each side against the other."""
        worth = [_standing(state, side) for side in (0, 1)]
        return worth[0] - worth[1], worth[1] - worth[0]

    def novice(self, view: CerkeState, seat: int, legal: Sequence[Action], rng: Random) -> Action:
        from kaik.games.cerke.novice import choose

        return choose(view, legal, rng)

    def searcher(self, options: CerkeOptions) -> Searcher:
        return _chooser(options)

    def episodes(self, states: Sequence[CerkeState], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        from kaik.games.cerke.episodes import episodes

        return episodes(states)

    def batch(self, options: CerkeOptions, n: int, parts: int = 1) -> Batch:
        from kaik.games.cerke.batch import Batch as Games

        return Games(rules_of(options), hands_of(options), n, parts, self.max_plies)

    def legend(self, options: CerkeOptions) -> tuple[Legend, ...]:
        from kaik.games.cerke.scene import legend

        return legend(options)

    def scene(self, view: CerkeState, seat: int | None) -> Scene:
        from kaik.games.cerke.scene import scene

        return scene(view, seat, self.to_act(view))

    def lexicon(self, options: CerkeOptions, seats: int) -> Lexicon:
        from kaik.games.cerke.scene import LEXICON

        return LEXICON

    def path(self, state: CerkeState, seat: int, action: Action) -> Path:
        match action:
            case Move(text):
                return path_of(state.side, text)
            case Land(square):
                return (square,)
            case _:
                return (type(action).__struct_config__.tag,)  # type: ignore[return-value]

    def paths(self, state: CerkeState, seat: int, actions: Sequence[Action]) -> list[Path]:
        """Ground moves are many and looked up at once."""
        if state.phase is not Phase.GROUND:
            return super().paths(state, seat, actions)
        side = state.side
        return closed(
            [path_of(side, action.move) if isinstance(action, Move) else ("pass",) for action in actions]
        )

    def choices(self, state: CerkeState, seat: int, actions: Sequence[Action]) -> tuple[Choice, ...]:
        """Ground moves are many, and nearly all of them have been offered before."""
        moves = [action.move for action in actions if isinstance(action, Move)]
        if len(moves) < len(actions):
            return super().choices(state, seat, actions)
        from kaik.games.cerke.scene import offered

        return offered(state, moves)

    def label(self, state: CerkeState, seat: int, action: Action) -> Message | None:
        from kaik.games.cerke.scene import asked

        return asked(state, (action,))[0]

    def labels(self, state: CerkeState, seat: int, actions: Sequence[Action]) -> list[Message | None]:
        from kaik.games.cerke.scene import asked

        return asked(state, actions)

    def notate(self, state: CerkeState, seat: int, action: Action) -> str:
        match action:
            case Move(text):
                return text
            case Land(square):
                return square
            case _:
                return str(type(action).__struct_config__.tag)

    def parse(self, state: CerkeState, seat: int, text: str) -> Action:
        """Drops may be typed in plain letters too: `RT*LU`."""
        return super().parse(state, seat, notation.spelled_drop(text))

    def narrate(self, view: CerkeState, actor: int, event: Action | Outcome, after: CerkeState) -> Message:
        from kaik.games.cerke.log import line

        return line(view, after, actor, event)


_CASTS: tuple[tuple[Throw, int], ...] = tuple((Throw(n), weight) for n, weight in enumerate(cast_weights()))


# -- states and the kernel -------------------------------------------------------------------------


def position_of(state: CerkeState) -> Position:
    """The position on the kernel's board."""
    return Position(
        rules_of(state.options), state.cells, state.held[0], state.held[1], state.side, state.tam_moved
    )


def _engine(state: CerkeState) -> Engine:
    """The kernel's game, set up to go on from here."""
    engine = Engine(rules_of(state.options), hands_of(state.options))
    engine.resume(
        position_of(state),
        state.points,
        state.rate,
        state.season,
        state.season_plies,
        state.starter,
        state.last_gain,
        penalty_words(state),
        state.seen,
    )
    return engine


def penalty_words(state: CerkeState) -> tuple[int, int]:
    """The penalties both sides hold, as the kernel keeps them."""
    ia, a = state.penalties
    return penalties.word_of(ia), penalties.word_of(a)


def _read_back(state: CerkeState, engine: Engine) -> CerkeState:
    """The state after the kernel has played on: the same season, the next one, or the end."""
    position = engine.position
    goes_on = engine.season == state.season and engine.rate == state.rate
    state = replace(
        state,
        cells=position.cells(),
        held=(bytes(position.reserve(0)), bytes(position.reserve(1))),
        points=(engine.held(0), engine.held(1)),
        side=position.side,
        tam_moved=bool(position.tam_moved),
        rate=engine.rate,
        season_plies=engine.season_plies,
        starter=engine.starter,
        last_gain=engine.last_gain,
        penalties=(penalties.ids_of(engine.penalties_of(0)), penalties.ids_of(engine.penalties_of(1))),
        seen=state.seen if goes_on else (),
        code=0,
        reach=0,
        end=0,
        raw=0,
        phase=Phase.GROUND,
    )
    if engine.reason:
        return replace(state, phase=Phase.OVER, reason=engine.reason)
    if engine.season != state.season:
        return _opened(replace(state, season=engine.season), None if engine.undecided else engine.starter)
    return _playable(state, position)


def _opened(state: CerkeState, starter: int | None) -> CerkeState:
    """A season about to begin; without a known starter the sticks decide."""
    if starter is None:
        return replace(state, phase=Phase.FIRST, throw_off=ThrowOff((0, 1)))
    return replace(state, phase=Phase.GROUND, throw_off=None, starter=starter, side=starter)


def _playable(state: CerkeState, position: Position) -> CerkeState:
    """A side without a legal move ends the game by points, unless it may pass (`no_legal_move`)."""
    if state.options.no_legal_move == "end_by_points" and position.count() == 0:
        return replace(state, phase=Phase.OVER, reason=NO_MOVE)
    return state


# -- ground moves ----------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1 << 17)
def move_of(code: int) -> Move:
    """The one action for a move code: listing moves makes no new objects."""
    return Move(notation.move_to_text(code))


@functools.lru_cache(maxsize=512)
def _ground(state: CerkeState) -> tuple[Action, ...]:
    """Every ground move; referee, players and environments ask for them one after the other.

    A server asks again when the answer comes, after all the other matches have had their turn.
    """
    moves = [move_of(code) for code in position_of(state).moves()]
    if state.options.step_declaration != "none":
        return tuple(moves)
    return tuple(dict.fromkeys(Move(unannounced(move.move)) for move in moves))


def unannounced(text: str) -> str:
    """A move as it is said when no end square is announced before the cast (§6.3)."""
    return text[: text.index("~") + 1] if "~" in text else text


def code_of(state: CerkeState, text: str) -> int:
    """The move code of a legal ground move."""
    if not text.endswith("~"):
        return notation.text_to_move(text)
    codes_here = position_of(state).moves()
    return next(code for code in codes_here if unannounced(notation.move_to_text(code)) == text)


@functools.lru_cache(maxsize=1 << 17)
def path_of(side: int, text: str) -> Path:
    """The squares of a move in the order a hand touches them; a drop begins in the reserve."""
    if "*" in text:
        piece, square = text.split("*")
        return (reserve_spot(side, piece), square)
    if text.endswith("~"):
        return (*notation.squares_in(text), "cast")
    return notation.squares_in(text)


def reserve_spot(side: int, piece: str) -> str:
    """The id of a reserve's spot for a piece."""
    return f"r{side}-{piece}"


# -- a turn, step by step (§5, §6) -----------------------------------------------------------------


def _moved(state: CerkeState, code: int, text: str) -> CerkeState:
    last = LastTurn(state.side, text)
    state = replace(state, code=code, last=last)
    if notation.form_of(code) == codes.CAST:
        return replace(state, phase=Phase.STEP_CAST)
    return _landed(state, notation.end_of(code))


def _thrown(state: CerkeState, n: int) -> CerkeState:
    match state.phase:
        case Phase.FIRST:
            return _throw_off(state, n)
        case Phase.WATER:
            assert state.last is not None
            state = replace(state, last=replace(state.last, water=n))
            return _finished(state, state.end if n >= WATER_NEEDS else codes.NOWHERE)
        case _:
            return _step_cast(state, n)


def _throw_off(state: CerkeState, n: int) -> CerkeState:
    assert state.throw_off is not None
    after = state.throw_off.after(n)
    if after.winner is None:
        return replace(state, throw_off=after)
    opened = _opened(state, after.winner)
    return _playable(opened, position_of(opened))


def _step_cast(state: CerkeState, n: int) -> CerkeState:
    """A stepping cast; in a chain it is added, or wipes all (§6.3, §14.2)."""
    assert state.last is not None
    further = bool(state.last.casts)
    state = replace(state, last=replace(state.last, casts=(*state.last.casts, n)))
    if further and n < WIPES_BELOW:
        return _reached(replace(state, reach=0))
    state = replace(state, reach=state.reach + n)
    if state.options.step_cast_method == "chain":
        return replace(state, phase=Phase.CHAIN)
    return _reached(state)


def _reached(state: CerkeState) -> CerkeState:
    """The stepping cast stands: the mover picks a landing, or has none."""
    return replace(state, phase=Phase.LAND) if _landings(state) else _finished(state, codes.NOWHERE)


def _landings(state: CerkeState) -> list[int]:
    return position_of(state).landings(state.code, state.reach)


def _landed(state: CerkeState, square: int) -> CerkeState:
    """The piece would come to rest here: into water only with a cast (§6.4)."""
    if position_of(state).water_cast_due(state.code, square):
        return replace(state, phase=Phase.WATER, end=square)
    return _finished(state, square)


def _finished(state: CerkeState, end: int) -> CerkeState:
    """The move is complete or has failed: capture, penalties, and perhaps a declaration (§7, §8, §10)."""
    engine = _engine(state)
    seen = (*state.seen, engine.key())
    engine.turn(state.code, end)
    assert state.last is not None
    last = replace(
        state.last,
        end=None if end == codes.NOWHERE else SQUARE_NAMES[end],
        failed=end == codes.NOWHERE,
        captured=notation.PIECE_NAMES[engine.captured] if engine.captured >= 0 else None,
        penalties=_penalties(engine.fresh, False) + _penalties(engine.at_once, True),
        repeated=tuple([penalty.name for penalty in _penalties(engine.again, False)]),
        paid=engine.paid,
    )
    after = _read_back(replace(state, last=last, seen=seen), engine)
    if not engine.due:
        return after
    return replace(after, phase=Phase.DECLARE, reason=0, side=engine.mover, raw=engine.raw)


@functools.lru_cache
def _penalties(forms: int, at_once: bool) -> tuple[Penalty, ...]:
    """What the kernel found, by name; both forms of 皇再来 together cost twice its points."""
    futile = (forms & (codes.AFTER | codes.RETURNED)).bit_count()
    costs = (("撃皇", codes.KUT_TAM_TENTHS * (forms & codes.KUT)), ("皇再来", codes.FUTILE_TENTHS * futile))
    return tuple(Penalty(name, -tenths, at_once) for name, tenths in costs if tenths)


def _declared(state: CerkeState, ends: bool) -> CerkeState:
    """再行 or 終季 (§8)."""
    engine = _engine(replace(state, side=1 - state.side))
    engine.declare(state.side, state.raw)
    if not ends:
        engine.go_on()
        return _read_back(state, engine)
    moved = engine.end_season()
    settled = Settlement(
        state.season,
        state.side,
        hand_names(state, state.side),
        penalty_names(state),
        state.raw,
        state.rate,
        moved,
    )
    return _read_back(replace(state, settled=(*state.settled, settled)), engine)


def _passed(state: CerkeState) -> CerkeState:
    engine = _engine(state)
    state = replace(state, seen=(*state.seen, engine.key()))
    engine.no_move()
    return _read_back(replace(state, last=None), engine)


# -- hands -----------------------------------------------------------------------------------------


def hand_names(state: CerkeState, side: int) -> tuple[str, ...]:
    """The hands a side holds, by name."""
    return names_of(state.options, state.held[side])


def names_of(options: CerkeOptions, held: bytes) -> tuple[str, ...]:
    """The hands that captured pieces make, by name."""
    return tuple(name for hand in hands_of(options).evaluate(held).hands for name in hand.names())


def penalty_names(state: CerkeState) -> tuple[str, ...]:
    """The situational hands that count in the declaration now due (§10)."""
    return penalties.names_of(state.penalties[state.side])


# -- small things ----------------------------------------------------------------------------------


def _in_points(tenths: int) -> float:
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def _standing(state: CerkeState, side: int) -> float:
    """Points held, half of what the hands would settle, and a little for every captured piece."""
    held = state.held[side]
    hands = hands_of(state.options).total_of(held) * state.rate
    pieces = sum(OLD_VALUES[piece % 10] * count for piece, count in enumerate(held))
    due = state.raw * state.rate if state.phase is Phase.DECLARE and side == state.side else 0
    return state.points[side] / 10 + hands / 20 + pieces / 20 + min(due, 0) / 20

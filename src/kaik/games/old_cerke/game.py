"""Old cerke (古机戦, zia cetkaik): the ancestor of cerke, without points, sticks or emperor.

Whoever takes the king wins. Follows docs/rules/old_cerke.md §15. Moves are the kernel's: a state is set up
there, the move played, and the result read back.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

from msgspec.structs import replace

from kaik.core.episode import Episode
from kaik.core.game import CHANCE, Format, Game, Score, Searcher, seat_name
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg, signs
from kaik.core.scene import Legend, Path, Scene
from kaik.core.secrets import Unseen
from kaik.core.setup import Setup
from kaik.games.cerke.tables import SQUARE_BY_NAME, WIDTH
from kaik.games.old_cerke import codes, notation
from kaik.games.old_cerke.kernel import Position, Rules
from kaik.games.old_cerke.options import PRESETS, OldOptions
from kaik.games.old_cerke.state import (
    Action,
    Arrange,
    Ending,
    Full,
    LastMove,
    Move,
    OldState,
    Order,
    Outcome,
    Phase,
    Seen,
)
from kaik.games.old_cerke.tables import ARRANGEMENTS, KINDS_PER_SIDE, NAMES, layout
from kaik.kit.opening import First

RULE_NAME = "古机戦"
"""What `{律:…}` says in a record of this game."""

NOT_YET = "----"
"""The arrangement of a side that has not shown it."""

VALUES = (0.0, 1.0, 5.0, 5.0, 4.0, 3.0, 1000.0, 1.7)
"""What a piece is worth to the judgement, by kind."""
MOBILITY = 0.03
"""The worth of having one more move."""
ADVANCE = 0.06
"""The worth of each row a soldier has come."""
UNEASE = 0.5
"""A king under attack that may still be saved."""
CERTAIN = 0.95
"""A king that will be taken by the next move."""
HALF = 12.0
"""The advantage that counts as half of `CERTAIN`."""


@functools.lru_cache(maxsize=256)
def rules_of(options: OldOptions) -> Rules:
    """The kernel's tables for these options."""
    return Rules(options)


@functools.lru_cache(maxsize=8)
def _chooser(options: OldOptions) -> Searcher:
    from kaik.games.old_cerke.chooser import Chooser

    return Chooser(options)


def position_of(state: Seen) -> Position:
    """The position on the kernel's board."""
    return Position(rules_of(state.options), state.cells, state.side)


def _read_ckka(text: str, preset: str | None = None, words: Sequence[str] = ()) -> Score:
    from kaik.games.old_cerke.score import read

    return read(text, preset, words)


def _write_ckka(score: Score, profile: str = "glued") -> str:
    from kaik.games.old_cerke.score import write

    return write(score, profile)


def _claims_ckka(text: str) -> bool:
    """CKKA is cerke's format too; the rule name in the header tells the games apart."""
    return f"{{律:{RULE_NAME}}}" in text


class OldCerke(Game[Full, Action, Outcome, OldOptions]):
    """The rules of old cerke."""

    id = "old_cerke"
    Options = OldOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = PRESETS
    max_plies = 600
    even = 0.2
    formats = {
        ".ckka": Format(
            _read_ckka,
            _write_ckka,
            _claims_ckka,
            read_under=_read_ckka,
            profiles={name: functools.partial(_write_ckka, profile=name) for name in ("glued", "plain")},
        )
    }

    def seats(self, options: OldOptions) -> Sequence[int]:
        return (2,)

    def start(self, options: OldOptions, seats: int) -> Full:
        blank: Full = OldState(options, Phase.FIRST, rules_of(options).tables.layout)
        if options.old_setup == "free_swap":
            blank = replace(blank, cells=layout(NOT_YET, NOT_YET), arranged=(None, None))
        if options.old_first_player == "random":
            return blank
        return _begun(blank, 1 if options.old_first_player == "red" else 0)

    def to_act(self, state: Seen) -> tuple[int, ...]:
        match state.phase:
            case Phase.OVER:
                return ()
            case Phase.FIRST:
                return (CHANCE,)
            case Phase.ARRANGE:
                return tuple(seat for seat, order in enumerate(state.arranged) if order is None)
            case Phase.PLAY:
                return (state.side,)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        if state.phase is Phase.ARRANGE:
            return _ARRANGE
        return [move_of(code) for code in position_of(state).moves()]

    def weights(self, state: Full) -> Sequence[tuple[Outcome, int]]:
        return ((First(0), 1), (First(1), 1))

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        match event:
            case First(first):
                return _begun(state, first)
            case Arrange(order):
                return _arranged(state, seat, order)
            case Move(text):
                return _moved(state, text)

    def returns(self, state: Full) -> tuple[float, ...]:
        return (0, 0) if state.winner is None else (1, -1) if state.winner == 0 else (-1, 1)

    def reason(self, state: Full) -> Message:
        if state.ending is Ending.KING:
            return msg("reason.king", seat=seat_name(state.winner or 0))
        return msg(
            "reason.no_move" if state.winner is None else "reason.no_move_lost", seat=seat_name(state.side)
        )

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        """Any arrangement may lie where one is hidden."""
        guessed = (
            rng.choice(ARRANGEMENTS) if isinstance(order, Unseen) else order for order in view.arranged
        )
        return cast(Full, replace(view, arranged=tuple(guessed)))

    def set_up(self, options: OldOptions, fields: Mapping[str, Any]) -> Full:
        from kaik.games.old_cerke.positions import read_fields

        return read_fields(options, fields)

    def fields(self, state: Full) -> dict[str, Any]:
        from kaik.games.old_cerke.positions import write_fields

        return write_fields(state)

    def setup(self, options: OldOptions) -> Setup:
        from kaik.games.old_cerke.setup import SETUP

        return SETUP

    def evaluate(self, state: Full) -> tuple[float, ...]:
        """The result, or what pieces, freedom to move and threats make it look like."""
        if state.phase is not Phase.PLAY:
            return self.returns(state)
        mine = _judged(position_of(state))
        return (mine, -mine) if state.side == 0 else (-mine, mine)

    def episodes(self, states: Sequence[Full], events: Sequence[tuple[int, Any]]) -> Sequence[Episode]:
        """One game: who moved first, how many moves it took and how many pieces fell."""
        end = states[-1]
        first = next((state.side for state in states if state.phase is Phase.PLAY), None)
        figures = {
            "lab.figure.moves": sum(isinstance(event, Move) for _, event in events),
            "lab.figure.taken": sum(map(len, end.taken)),
        }
        return [self.whole(end, first, figures=figures)]

    def searcher(self, options: OldOptions) -> Searcher:
        return _chooser(options)

    def legend(self, options: OldOptions) -> tuple[Legend, ...]:
        from kaik.games.old_cerke.scene import legend

        return legend(options)

    def scene(self, view: Seen, seat: int | None) -> Scene:
        from kaik.games.old_cerke.scene import scene

        return scene(view, seat, self.to_act(view))

    def lexicon(self, options: OldOptions, seats: int) -> Lexicon:
        from kaik.games.old_cerke.scene import LEXICON

        return LEXICON

    def path(self, state: Full, seat: int, action: Action) -> Path:
        match action:
            case Move(text):
                return _path(text)
            case Arrange(order):
                return (arrange_spot(order),)

    def notate(self, state: Full, seat: int, action: Action) -> str:
        return action.move if isinstance(action, Move) else action.order

    def narrate(self, view: Seen, actor: int, event: Any, after: Seen) -> Message:
        match event:
            case First(seat):
                return msg("log.first", seat=seat_name(seat))
            case Move(text):
                return _narrated(view, actor, text)
            case Arrange(Unseen()):
                return msg("log.arrange_unseen", seat=seat_name(actor))
            case _:
                return msg("log.arrange", seat=seat_name(actor), order=signs("word", event.order))


_ARRANGE: tuple[Action, ...] = tuple(Arrange(order) for order in ARRANGEMENTS)


def arrange_spot(order: Order) -> str:
    """The id of the button for an arrangement."""
    return f"arrange-{order}"


# -- the course of a game --------------------------------------------------------------------------


def _begun(state: Full, first: int) -> Full:
    """Who begins is known; where the sides arrange freely, they do so now."""
    state = replace(state, side=first)
    return replace(state, phase=Phase.ARRANGE) if state.arranged else playable(state)


def _arranged(state: Full, seat: int, order: Order) -> Full:
    """Both arrangements are shown together (`free_swap`)."""
    black, red = (order if side == seat else chosen for side, chosen in enumerate(state.arranged))
    if black is None or red is None:
        return replace(state, arranged=(black, red))
    return playable(replace(state, cells=layout(black, red), arranged=()))


def playable(state: Full) -> Full:
    """The side to move must have a move (`old_no_move`)."""
    if position_of(state).count():
        return replace(state, phase=Phase.PLAY)
    winner = 1 - state.side if state.options.old_no_move == "loss" else None
    return replace(state, phase=Phase.OVER, ending=Ending.NO_MOVE, winner=winner)


def _moved(state: Full, text: str) -> Full:
    """Whoever takes the king has won (§15.5)."""
    position = position_of(state)
    captured = captured_by(state, text)
    position.apply(notation.text_to_move(text))
    cells, side = position.cells(), state.side
    black, red = state.taken
    after = replace(
        state,
        cells=cells,
        side=1 - side,
        taken=(black + captured, red) if side == 0 else (black, red + captured),
        last=LastMove(side, text, captured, _changes(state.cells, cells, text)),
    )
    if position.won >= 0:
        return replace(after, phase=Phase.OVER, ending=Ending.KING, winner=side)
    return playable(after)


def captured_by(state: Seen, text: str) -> tuple[str, ...]:
    """The kinds that a move takes."""
    parts = notation.parts_of(text)
    squares = parts.jumped or (() if parts.end == parts.origin else parts.landings)
    kinds = (kind_at(state.cells, square) for square in squares)
    return tuple(kind for kind in kinds if kind)


def kind_at(cells: bytes, square: str) -> str:
    """The kind of the piece on a square, changed or not; empty if there is none."""
    code = cells[SQUARE_BY_NAME[square]]
    return NAMES[(code - 1) % KINDS_PER_SIDE][0] if code else ""


def _changes(before: bytes, after: bytes, text: str) -> bool:
    """Whether the move made a soldier a changed one."""
    parts = notation.parts_of(text)
    if parts.end == notation.GONE:
        return False
    old, new = before[SQUARE_BY_NAME[parts.origin]], after[SQUARE_BY_NAME[parts.end]]
    return old != new and (new - 1) % KINDS_PER_SIDE == codes.CHANGED


# -- moves -----------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1 << 16)
def move_of(code: int) -> Move:
    """The one action for a move code: listing moves makes no new objects."""
    return Move(notation.move_to_text(code))


@functools.lru_cache(maxsize=1 << 16)
def _path(text: str) -> Path:
    """The squares a hand touches: piece, vessels, each landing; a sacrifice ends on the piece taken."""
    parts = notation.parts_of(text)
    landings = parts.landings if parts.end != notation.GONE else (*parts.landings[:-1], parts.jumped[-1])
    return (parts.origin, *parts.vias, *landings)


def _narrated(view: Seen, actor: int, text: str) -> Message:
    captured = [msg(f"piece.{kind}") for kind in captured_by(view, text)]
    if not captured:
        return msg("log.action", seat=seat_name(actor), text=text)
    lost = text.endswith(notation.GONE)
    return msg("log.sacrifice" if lost else "log.capture", seat=seat_name(actor), text=text, pieces=captured)


# -- judgement -------------------------------------------------------------------------------------


def _judged(position: Position) -> float:
    """How the game looks to the side to move, between -1 and 1."""
    other = position.turned()
    gain = _best_gain(position)
    if gain >= VALUES[codes.KING]:
        return CERTAIN
    advantage = _material(position) + gain + MOBILITY * (position.count() - other.count())
    if any(_worth_taken(other, code) >= VALUES[codes.KING] for code in other.captures()):
        advantage -= UNEASE
    return CERTAIN * advantage / (abs(advantage) + HALF)


def _material(position: Position) -> float:
    """The pieces of the side to move against the other's; kings are beyond price."""
    worth = [0.0, 0.0]
    for square, code in enumerate(position.cells()):
        if code:
            owner, kind = divmod(code - 1, KINDS_PER_SIDE)
            worth[owner] += _worth(owner, kind, square // WIDTH)
    return worth[position.side] - worth[1 - position.side]


def _worth(owner: int, kind: int, row: int) -> float:
    """A soldier is worth a little more the further it has come."""
    if kind == codes.KING:
        return 0.0
    come = WIDTH - 1 - row if owner == 0 else row
    return VALUES[kind] + (ADVANCE * come if kind == codes.SOLDIER else 0.0)


def _best_gain(position: Position) -> float:
    """What one capture wins, less what the answer takes back; nothing need be taken."""
    best = 0.0
    for code in position.captures():
        worth = _worth_taken(position, code)
        if worth >= VALUES[codes.KING]:
            return worth
        if worth > best:
            after = position.copy()
            after.apply(code)
            best = max(best, worth - _most_taken(after))
    return best


def _most_taken(position: Position) -> float:
    return max((_worth_taken(position, code) for code in position.captures()), default=0.0)


def _worth_taken(position: Position, code: int) -> float:
    """The value of the first piece a move takes."""
    victim = position.kind_at(code >> codes.TARGET_SHIFT & 127)
    return VALUES[victim]

# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many games of cerke side by side, stepped together: positions, masks, rewards in plain buffers.

A step makes one touch in every game, as the scenes offer it (spots in the order of the lexicon). When that
completes a choice, the move is played, its casts fall, forced choices follow, and a game that is over begins
anew. Moves, hands, penalties, points and seasons are those of the kernel and of playout.py; here is only what
lies between two choices: the phases of docs/rules/cerke.md §5. A part of the games may be stepped on each
thread: no step needs the interpreter.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from kaik.core import fresh
from kaik.games.cerke import penalties
from kaik.games.cerke.notation import PIECE_NAMES

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    from kaik.games.cerke.bits import low, ones, u128
    from kaik.games.cerke.codes import (
        CAST,
        DROP,
        END_SHIFT,
        FORM_SHIFT,
        HALF_SHIFT,
        NO_TAM,
        NOWHERE,
        PLAIN,
        TAM,
        TAM_FORMER,
        TAM_LATTER,
        TAM_SINGLE,
        VIA_SHIFT,
    )
    from kaik.games.cerke.hands import HandTable
    from kaik.games.cerke.kernel import (
        Rules,
        count_from,
        count_tam,
        drop_kinds,
        landing_mask,
        list_drops,
        list_from,
        list_tam,
        place,
        survey,
        wet_entry,
        word,
    )
    from kaik.games.cerke.playout import Game

    GROUND, CHAIN, LAND, DECLARE = range(4)
    SIDE, TAM_MOVED, POINTS, POINTS_A, RATE, SEASON, SEASON_PLIES, STARTER, LAST_GAIN = range(9)
    PENALTIES, PENALTIES_A, SEEN_COUNT = range(9, 12)
    PHASE, CODE, REACH, RAW, MOVER, DECISIONS, TOUCHES, TOUCH = range(12, 20)
    FIELDS, RESERVE = TOUCH + 5, 81
    GO_ON, END_SEASON, AGAIN, STOP, GIVE_UP, CAST_BUTTON, PASS, SPOTS = range(121, 129)
    TAM_PLANE, FIELD_PLANE, WATER_PLANE, TOUCHED_PLANE, MOVE_PLANE, PLANE_COUNT = range(40, 46)
    FIGURE_COUNT, FALLEN, NONE, STARTED, WATER_NEEDS, WIPES_BELOW = 59, 16, 255, 100, 3, 2
    PENALTY_BITS, SEEN = 16, 4096

PLANES = (
    *(f"my {name}" for name in PIECE_NAMES),
    *(f"their {name}" for name in PIECE_NAMES),
    *("tam", "tam-field", "water", "touched: 1 first, 2 second …", "move under way: 1 from, 2 via, 3 to"),
)
"""What each plane holds; `my` is the seat to choose."""

FIGURES = (
    *(f"my reserve {name}" for name in PIECE_NAMES),
    *(f"their reserve {name}" for name in PIECE_NAMES),
    *("my points", "their points", "rate", "season", "plies of the season"),
    *("ground", "chain", "land", "declare"),
    *("reach of the cast", "points of the declaration", "the tam has just moved", "I am A"),
    *(f"my {id} held" for id in penalties.IDS),
    *(f"their {id} held" for id in penalties.IDS),
)
"""What each figure is."""


class Batch:
    """Many games, in the buffers that core/game.py describes.

    `fallen` tells besides what chance brought in a step: the casts in order, 100 + side where the sticks said
    who begins; 255 stands for nothing more.
    """

    def __init__(self, rules: Rules, hands: HandTable, size: int, parts: int, most: int) -> None:
        self.rules = rules
        self.size, self.parts, self.most = size, parts, most
        self.declines = rules.options.step_cast_decline == "allowed"
        self.first_fixed = rules.options.first_player == "fixed"
        self.workers = [Game(rules, hands) for _ in range(parts)]
        self._make_state(size)
        self._make_outputs(size)
        self.reset(0)

    def _make_state(self, size: int) -> None:
        self.cell = bytearray(81 * size)
        self.held = bytearray(40 * size)
        self.number = array("q", bytes(8 * FIELDS * size))
        self.word = array("Q", bytes(8 * 3 * size))
        self.luck = array("Q", bytes(8 * self.parts))
        game: Game = self.workers[0]
        self.seen = array("Q", bytes(8 * (SEEN * size if game.repetition else 1)))

    def _make_outputs(self, size: int) -> None:
        """Buffers that stay where they are, so that arrays made on them always show the present."""
        self.planes = self.plane_out = bytearray(PLANE_COUNT * 81 * size)
        self.figures = self.figure_out = array("f", bytes(4 * FIGURE_COUNT * size))
        self.mask = self.mask_out = bytearray(SPOTS * size)
        self.rewards = self.reward_out = array("f", bytes(8 * size))
        self.seat = self.seat_out = bytearray(size)
        self.ended = self.ended_out = bytearray(size)
        self.moved = self.moved_out = bytearray(size)
        self.fallen = self.fallen_out = bytearray(FALLEN * size)

    @property
    def shape(self) -> tuple[int, int, int]:
        """The planes of one game."""
        return PLANE_COUNT, 9, 9

    @property
    def plane_names(self) -> tuple[str, ...]:
        """What each plane holds."""
        return PLANES

    @property
    def figure_names(self) -> tuple[str, ...]:
        """What each figure is."""
        return FIGURES

    # --- what callers do ---

    def reset(self, seed: int) -> None:
        """Begin every game anew; game i has the chance of seed and i alone."""
        game: Game = self.workers[0]
        i: cython.int
        for i in range(self.parts):
            game.seed(-1 - seed * 1_000_003 - i)
            self.luck[i] = game.random
        for i in range(self.size):
            game.seed(seed * 1_000_003 + i)
            self.reward_out[2 * i] = self.reward_out[2 * i + 1] = 0
            self.ended_out[i] = self.moved_out[i] = 0
            self.forget(i)
            self.fresh(game, i)
            self.settle(game, i)
            self.observe(game, i, True)
            self.store(game, i)

    def step(self, actions: Any, part: cython.int) -> None:
        """One touch in every game of a part; `actions` holds a C int for each game and is trusted."""
        chosen = cython.declare(cython.int[::1])  # type: ignore[misc]
        chosen = memoryview(actions)
        game: Game = self.workers[part]
        begin: cython.int = self.size * part // self.parts
        end: cython.int = self.size * (part + 1) // self.parts
        with cython.nogil:
            self.run(game, chosen, begin, end)

    def sample(self, actions: Any, part: cython.int) -> None:
        """Write a random legal touch for every game of a part."""
        chosen = cython.declare(cython.int[::1])  # type: ignore[misc]
        chosen = memoryview(actions)
        game: Game = self.workers[part]
        begin: cython.int = self.size * part // self.parts
        end: cython.int = self.size * (part + 1) // self.parts
        with cython.nogil:
            self.draw(game, chosen, begin, end, part)

    # --- inside ---

    def run(self, game: Game, actions: Any, begin: cython.int, end: cython.int) -> None:
        i: cython.int
        for i in range(begin, end):
            self.advance(game, i, actions[i])

    def draw(self, game: Game, actions: Any, begin: cython.int, end: cython.int, part: cython.int) -> None:
        """A random touch of every mask, by a generator that no game uses."""
        i: cython.int
        spot: cython.int
        left: cython.int
        game.random = self.luck[part]
        for i in range(begin, end):
            left = 0
            for spot in range(SPOTS):
                left += self.mask_out[i * SPOTS + spot]
            left = game.below(left)
            spot = -1
            while left >= 0:
                spot += 1
                left -= self.mask_out[i * SPOTS + spot]
            actions[i] = spot
        self.luck[part] = game.random

    def load(self, game: Game, i: cython.int) -> None:
        """Set a worker up with game i."""
        at: cython.int = i * FIELDS
        k: cython.int
        none: u128 = word(0) if not cython.compiled else 0
        game.position.owned[0] = game.position.owned[1] = game.position.generals = none
        game.position.tam = NO_TAM
        for k in range(81):
            game.position.cell[k] = 0
            if self.cell[81 * i + k]:
                place(game.position, k, self.cell[81 * i + k])
        for k in range(20):
            game.position.held[0][k] = self.held[40 * i + k]
            game.position.held[1][k] = self.held[40 * i + 20 + k]
        game.position.side = self.number[at + SIDE]
        game.position.tam_moved = self.number[at + TAM_MOVED] != 0
        game.points[0] = self.number[at + POINTS]
        game.points[1] = self.number[at + POINTS_A]
        game.rate = self.number[at + RATE]
        game.season = self.number[at + SEASON]
        game.season_plies = self.number[at + SEASON_PLIES]
        game.starter = self.number[at + STARTER]
        game.last_gain = self.number[at + LAST_GAIN]
        game.penalties[0] = self.number[at + PENALTIES]
        game.penalties[1] = self.number[at + PENALTIES_A]
        game.seen_count = self.number[at + SEEN_COUNT]
        for k in range(min(game.seen_count, SEEN)):
            game.seen[k] = self.seen[SEEN * i + k]
        game.raw = self.number[at + RAW]
        game.mover = self.number[at + MOVER]
        game.due = self.number[at + PHASE] == DECLARE
        game.reason = 0
        game.undecided = False
        game.random = self.word[3 * i]
        game.formed[0] = self.word[3 * i + 1]
        game.formed[1] = self.word[3 * i + 2]

    def store(self, game: Game, i: cython.int) -> None:
        """Keep game i as the worker has it; phase and touches are there already."""
        at: cython.int = i * FIELDS
        k: cython.int
        for k in range(81):
            self.cell[81 * i + k] = game.position.cell[k]
        for k in range(20):
            self.held[40 * i + k] = game.position.held[0][k]
            self.held[40 * i + 20 + k] = game.position.held[1][k]
        self.number[at + SIDE] = game.position.side
        self.number[at + TAM_MOVED] = game.position.tam_moved
        self.number[at + POINTS] = game.points[0]
        self.number[at + POINTS_A] = game.points[1]
        self.number[at + RATE] = game.rate
        self.number[at + SEASON] = game.season
        self.number[at + SEASON_PLIES] = game.season_plies
        self.number[at + STARTER] = game.starter
        self.number[at + LAST_GAIN] = game.last_gain
        self.number[at + PENALTIES] = game.penalties[0]
        self.number[at + PENALTIES_A] = game.penalties[1]
        self.number[at + SEEN_COUNT] = game.seen_count
        for k in range(min(game.seen_count, SEEN)):
            self.seen[SEEN * i + k] = game.seen[k]
        self.number[at + RAW] = game.raw
        self.number[at + MOVER] = game.mover
        self.word[3 * i] = game.random
        self.word[3 * i + 1] = game.formed[0]
        self.word[3 * i + 2] = game.formed[1]

    def forget(self, i: cython.int) -> None:
        """Nothing has fallen yet in this step."""
        fill(self.fallen_out, FALLEN * i, FALLEN, NONE)

    def note(self, i: cython.int, what: cython.int) -> None:
        """Keep what chance brought, as long as there is room."""
        k: cython.int = 0
        while k < FALLEN and self.fallen_out[FALLEN * i + k] != NONE:
            k += 1
        if k < FALLEN:
            self.fallen_out[FALLEN * i + k] = what

    def fall(self, game: Game, i: cython.int) -> cython.int:
        """A cast, noted."""
        n: cython.int = game.cast()
        self.note(i, n)
        return n

    def fresh(self, game: Game, i: cython.int) -> None:
        """A new game in place i; its generator goes on."""
        starter: cython.int = 0
        if not self.first_fixed:
            starter = game.below(2)
            self.note(i, STARTED + starter)
        game.restart(starter)
        game.mover = starter
        game.raw = 0
        self.number[i * FIELDS + PHASE] = GROUND
        self.number[i * FIELDS + TOUCHES] = 0
        self.number[i * FIELDS + DECISIONS] = 0
        self.number[i * FIELDS + CODE] = 0
        self.number[i * FIELDS + REACH] = 0

    # --- a step ---

    def advance(self, game: Game, i: cython.int, action: cython.int) -> None:
        """One touch in game i, and all that follows from it."""
        self.load(game, i)
        mine: cython.double = self.worth(game, 0)
        theirs: cython.double = self.worth(game, 1)
        self.moved_out[i] = self.ended_out[i] = 0
        self.forget(i)
        self.touch(game, i, action)
        if self.moved_out[i]:
            self.settle(game, i)
        self.reward_out[2 * i] = self.worth(game, 0) - mine
        self.reward_out[2 * i + 1] = self.worth(game, 1) - theirs
        if self.ended_out[i]:
            self.fresh(game, i)
            self.settle(game, i)
        self.observe(game, i, self.moved_out[i] != 0)
        self.store(game, i)

    def worth(self, game: Game, side: cython.int) -> cython.double:
        """Points as `returns` counts them, but for what a game began with."""
        if game.race:
            return (game.points[side] - game.points[1 - side]) / 10.0
        return game.points[side] / 10.0

    def touch(self, game: Game, i: cython.int, action: cython.int) -> None:
        """The touch completes a choice, or is noted."""
        at: cython.int = i * FIELDS
        n: cython.int
        if self.number[at + PHASE] != GROUND:
            self.choose(game, i, action)
            return
        self.number[at + TOUCH + self.number[at + TOUCHES]] = action
        self.number[at + TOUCHES] += 1
        survey(game.position)
        n = self.kept(game, i, self.listed(game, self.number[at + TOUCH]))
        if n == 1:
            self.move(game, i, game.buffer[0])

    def done(self, i: cython.int) -> None:
        """A choice is complete."""
        self.moved_out[i] = 1
        self.number[i * FIELDS + TOUCHES] = 0
        self.number[i * FIELDS + DECISIONS] += 1

    def choose(self, game: Game, i: cython.int, action: cython.int) -> None:
        """The choices of one touch: in a chain of casts, of a landing, of a declaration."""
        season: cython.int = game.season
        self.done(i)
        if action == AGAIN:
            self.step_cast(game, i, True)
        elif action == STOP:
            self.reached(game, i)
        elif action == GIVE_UP:
            self.finish(game, i, NOWHERE)
        elif action == GO_ON:
            game.go_on()
            self.begun(game, i, season)
        elif action == END_SEASON:
            game.end_season()
            self.begun(game, i, season)
        else:
            self.rest(game, i, action)

    def move(self, game: Game, i: cython.int, code: cython.int) -> None:
        """A ground move: a long step is cast for, anything else comes to rest (§6.3)."""
        self.done(i)
        self.number[i * FIELDS + CODE] = code
        self.number[i * FIELDS + REACH] = 0
        if code >> FORM_SHIFT == CAST:
            self.step_cast(game, i, False)
        else:
            self.rest(game, i, code >> END_SHIFT & 127)

    def step_cast(self, game: Game, i: cython.int, further: bool) -> None:
        """A stepping cast; in a chain it is added, or wipes all (§6.3, §14.2)."""
        n: cython.int = self.fall(game, i)
        if further and n < WIPES_BELOW:
            self.number[i * FIELDS + REACH] = 0
            self.reached(game, i)
            return
        self.number[i * FIELDS + REACH] += n
        if game.chain:
            self.number[i * FIELDS + PHASE] = CHAIN
        else:
            self.reached(game, i)

    def landings(self, game: Game, i: cython.int) -> u128:
        """Where the move under way may come to rest after its cast."""
        survey(game.position)
        return landing_mask(
            self.rules, game.position, self.number[i * FIELDS + CODE], self.number[i * FIELDS + REACH]
        )

    def reached(self, game: Game, i: cython.int) -> None:
        """The stepping cast stands: a landing is to be chosen, or there is none."""
        if self.landings(game, i):
            self.number[i * FIELDS + PHASE] = LAND
        else:
            self.finish(game, i, NOWHERE)

    def rest(self, game: Game, i: cython.int, end: cython.int) -> None:
        """The piece would come to rest: into water only with a cast (§6.4)."""
        wet: cython.bint = wet_entry(self.rules, game.position, self.number[i * FIELDS + CODE], end)
        if wet and self.fall(game, i) < WATER_NEEDS:
            end = NOWHERE
        self.finish(game, i, end)

    def finish(self, game: Game, i: cython.int, end: cython.int) -> None:
        """The move is complete or has failed; perhaps a declaration is due (§7, §8, §10)."""
        season: cython.int = game.season
        game.turn(self.number[i * FIELDS + CODE], end)
        if game.due:
            self.number[i * FIELDS + PHASE] = DECLARE
            self.number[i * FIELDS + CODE] = 0
            self.number[i * FIELDS + REACH] = 0
        else:
            self.begun(game, i, season)

    def begun(self, game: Game, i: cython.int, season: cython.int) -> None:
        """The next turn, perhaps of a new season, whose first side the sticks may have named."""
        self.number[i * FIELDS + PHASE] = GROUND
        self.number[i * FIELDS + CODE] = 0
        self.number[i * FIELDS + REACH] = 0
        game.raw = 0
        if game.season != season and game.undecided:
            self.note(i, STARTED + game.starter)
            game.undecided = False

    # --- choices that are none ---

    def settle(self, game: Game, i: cython.int) -> None:
        """Play what is forced, end what is over, until somebody really has to choose."""
        while True:
            if game.reason:
                self.ended_out[i] = 1
                return
            if self.number[i * FIELDS + DECISIONS] >= self.most:
                self.ended_out[i] = 2
                return
            if not self.forced(game, i):
                return

    def forced(self, game: Game, i: cython.int) -> bool:
        """Whether there was nothing to choose; it is then done, or the game has ended for want of a move."""
        phase: cython.int = self.number[i * FIELDS + PHASE]
        season: cython.int = game.season
        moves: cython.int
        if phase == LAND:
            return self.forced_landing(game, i)
        if phase != GROUND:
            return False
        survey(game.position)
        moves = self.few_moves(game)
        if moves > 1:
            return False
        if moves == 1:
            self.move(game, i, self.only_move(game))
            return True
        if game.passes:
            self.done(i)
        game.no_move()
        self.begun(game, i, season)
        return True

    def forced_landing(self, game: Game, i: cython.int) -> bool:
        """The only landing, where none may be declined."""
        landings: u128 = self.landings(game, i)
        if self.declines or ones(landings) > 1:
            return False
        self.done(i)
        self.rest(game, i, low(landings))
        return True

    def few_moves(self, game: Game) -> cython.int:
        """How many ground moves there are, exactly if there are fewer than two. Needs survey()."""
        if self.rules.declaration == 2:
            return self.few_unannounced(game)
        n: cython.int = count_tam(self.rules, game.position)
        pieces: u128 = game.position.owned[game.position.side]
        while n < 2 and pieces:
            n += count_from(self.rules, game.position, low(pieces))
            pieces &= pieces - 1
        if n < 2:
            n += drop_kinds(game.position) * ones(self.rules.board & ~game.position.occupied)
        return n

    def few_unannounced(self, game: Game) -> cython.int:
        """The same where casts of one step count once, wherever they may lead."""
        n: cython.int = count_tam(self.rules, game.position)
        pieces: u128 = game.position.owned[game.position.side]
        while n < 2 and pieces:
            n += self.merged(game, list_from(self.rules, game.position, low(pieces), game.buffer, 0))
            pieces &= pieces - 1
        if n < 2:
            n += drop_kinds(game.position) * ones(self.rules.board & ~game.position.occupied)
        return n

    def only_move(self, game: Game) -> cython.int:
        """The one move there is. Needs survey()."""
        n: cython.int = list_tam(self.rules, game.position, game.buffer, 0)
        pieces: u128 = game.position.owned[game.position.side]
        piece: cython.int
        while n == 0 and pieces:
            n = list_from(self.rules, game.position, low(pieces), game.buffer, 0)
            pieces &= pieces - 1
        piece = 0
        while n == 0 and piece < 20:
            n = list_drops(game.position, piece, game.buffer, 0)
            piece += 1
        return game.buffer[0]

    # --- touches ---

    def listed(self, game: Game, spot: cython.int) -> cython.int:
        """List the moves that begin with a spot; returns how many. Needs survey()."""
        if spot >= RESERVE:
            return list_drops(game.position, (spot - RESERVE) % 20, game.buffer, 0)
        if spot == game.position.tam:
            return list_tam(self.rules, game.position, game.buffer, 0)
        return self.merged(game, list_from(self.rules, game.position, spot, game.buffer, 0))

    def merged(self, game: Game, n: cython.int) -> cython.int:
        """Where no end is announced, one of the casts of each step stays in the list."""
        if self.rules.declaration != 2:
            return n
        left: cython.int = 0
        k: cython.int
        for k in range(n):
            if left == 0 or not same_cast(game.buffer[left - 1], game.buffer[k]):
                game.buffer[left] = game.buffer[k]
                left += 1
        return left

    def kept(self, game: Game, i: cython.int, n: cython.int) -> cython.int:
        """Keep the listed moves that the touches begin; returns how many."""
        left: cython.int = 0
        k: cython.int
        for k in range(n):
            if self.begins(i, game.buffer[k], game.position.side):
                game.buffer[left] = game.buffer[k]
                left += 1
        return left

    def begins(self, i: cython.int, code: cython.int, side: cython.int) -> bool:
        """Whether the touches made begin this move; its last spot touched again ends it."""
        at: cython.int = i * FIELDS + TOUCH
        k: cython.int
        spot: cython.int
        for k in range(self.number[i * FIELDS + TOUCHES]):
            spot = self.spot_of(code, side, k)
            if spot < 0:
                return self.number[at + k] == self.number[at + k - 1]
            if spot != self.number[at + k]:
                return False
        return True

    def spot_of(self, code: cython.int, side: cython.int, k: cython.int) -> cython.int:
        """The spot that is touched as number k for a move, -1 after the last."""
        form: cython.int = code >> FORM_SHIFT
        via: cython.int = code >> VIA_SHIFT & 127
        end: cython.int = code >> END_SHIFT & 127
        half: cython.int = code >> HALF_SHIFT & 127
        if k == 0:
            return RESERVE + 20 * side + (code & 127) if form == DROP else code & 127
        if form in (PLAIN, DROP) or (form == TAM_SINGLE and via == NOWHERE):
            return end if k == 1 else -1
        if k == 1:
            return half if form in (TAM, TAM_LATTER) else via
        if form == CAST and self.rules.declaration == 2:
            end = CAST_BUTTON
        if form not in (TAM_FORMER, TAM_LATTER):
            return end if k == 2 else -1
        if k == 2:
            return half if form == TAM_FORMER else via
        return end if k == 3 else -1

    # --- what is seen ---

    def asked(self, game: Game, i: cython.int) -> cython.int:
        """The seat to choose."""
        return game.mover if self.number[i * FIELDS + PHASE] == DECLARE else game.position.side

    def observe(self, game: Game, i: cython.int, whole: bool) -> None:
        """Write what the seat to choose sees of game i; between two touches only what they change."""
        seat: cython.int = self.asked(game, i)
        self.seat_out[i] = seat
        self.show_mask(game, i)
        if whole:
            self.show_planes(game, i, seat)
            self.show_figures(game, i, seat)
        self.show_touches(i)

    def show_mask(self, game: Game, i: cython.int) -> None:
        phase: cython.int = self.number[i * FIELDS + PHASE]
        at: cython.int = i * SPOTS
        landings: u128
        fill(self.mask_out, at, SPOTS, 0)
        if phase == GROUND:
            survey(game.position)
            if self.number[i * FIELDS + TOUCHES] == 0:
                self.show_first(game, i)
            else:
                self.show_open(game, i)
        elif phase == CHAIN:
            self.mask_out[at + AGAIN] = self.mask_out[at + STOP] = 1
        elif phase == DECLARE:
            self.mask_out[at + GO_ON] = self.mask_out[at + END_SEASON] = 1
        else:
            self.mask_out[at + GIVE_UP] = self.declines
            landings = self.landings(game, i)
            while landings:
                self.mask_out[at + low(landings)] = 1
                landings &= landings - 1

    def show_first(self, game: Game, i: cython.int) -> None:
        """The pieces that have a move, on the board and in the reserve. Needs survey()."""
        at: cython.int = i * SPOTS
        side: cython.int = game.position.side
        pieces: u128 = game.position.owned[side]
        square: cython.int
        k: cython.int
        if count_tam(self.rules, game.position):
            self.mask_out[at + game.position.tam] = 1
        while pieces:
            square = low(pieces)
            self.mask_out[at + square] = count_from(self.rules, game.position, square) != 0
            pieces &= pieces - 1
        if self.rules.board & ~game.position.occupied:
            for k in range(20):
                self.mask_out[at + RESERVE + 20 * side + k] = game.position.held[side][k] != 0

    def show_open(self, game: Game, i: cython.int) -> None:
        """What may follow the touches made: the next spot of a move, or once more the last of one that is
        complete. Needs survey()."""
        at: cython.int = i * FIELDS
        touches: cython.int = self.number[at + TOUCHES]
        n: cython.int = self.kept(game, i, self.listed(game, self.number[at + TOUCH]))
        k: cython.int
        spot: cython.int
        for k in range(n):
            spot = self.spot_of(game.buffer[k], game.position.side, touches)
            if spot < 0:
                spot = self.number[at + TOUCH + touches - 1]
            self.mask_out[i * SPOTS + spot] = 1

    def show_planes(self, game: Game, i: cython.int, seat: cython.int) -> None:
        at: cython.int = i * PLANE_COUNT * 81
        k: cython.int
        code: cython.int
        fill(self.plane_out, at, PLANE_COUNT * 81, 0)
        for k in range(81):
            code = game.position.cell[k] - 1
            if code == 40:
                self.plane_out[at + TAM_PLANE * 81 + k] = 1
            elif code >= 0:
                self.plane_out[at + (code if seat == 0 else (code + 20) % 40) * 81 + k] = 1
        self.show_squares(at + FIELD_PLANE * 81, self.rules.fields[game.position.tam])
        self.show_squares(at + WATER_PLANE * 81, self.rules.water)
        code = self.number[i * FIELDS + CODE]
        if code:
            self.plane_out[at + MOVE_PLANE * 81 + (code & 127)] = 1
            self.plane_out[at + MOVE_PLANE * 81 + (code >> VIA_SHIFT & 127)] = 2
            if self.rules.declaration != 2:
                self.plane_out[at + MOVE_PLANE * 81 + (code >> END_SHIFT & 127)] = 3

    def show_squares(self, start: cython.int, squares: u128) -> None:
        while squares:
            self.plane_out[start + low(squares)] = 1
            squares &= squares - 1

    def show_touches(self, i: cython.int) -> None:
        at: cython.int = (i * PLANE_COUNT + TOUCHED_PLANE) * 81
        k: cython.int
        fill(self.plane_out, at, 81, 0)
        for k in range(self.number[i * FIELDS + TOUCHES]):
            if self.number[i * FIELDS + TOUCH + k] < 81:
                self.plane_out[at + self.number[i * FIELDS + TOUCH + k]] = k + 1

    def show_figures(self, game: Game, i: cython.int, seat: cython.int) -> None:
        at: cython.int = i * FIGURE_COUNT
        k: cython.int
        for k in range(20):
            self.figure_out[at + k] = game.position.held[seat][k]
            self.figure_out[at + 20 + k] = game.position.held[1 - seat][k]
        self.figure_out[at + 40] = game.points[seat] / 10.0
        self.figure_out[at + 41] = game.points[1 - seat] / 10.0
        self.figure_out[at + 42] = game.rate
        self.figure_out[at + 43] = game.season
        self.figure_out[at + 44] = game.season_plies
        for k in range(4):
            self.figure_out[at + 45 + k] = self.number[i * FIELDS + PHASE] == k
        self.figure_out[at + 49] = self.number[i * FIELDS + REACH]
        self.figure_out[at + 50] = game.raw / 10.0 if game.due else 0
        self.figure_out[at + 51] = game.position.tam_moved
        self.figure_out[at + 52] = seat
        for k in range(3):
            self.figure_out[at + 53 + k] = counted(game.penalties[seat], k)
            self.figure_out[at + 56 + k] = counted(game.penalties[1 - seat], k)


def fill(buffer: Any, start: cython.int, n: cython.int, value: cython.int) -> None:
    """So many equal bytes."""
    if cython.compiled:
        set_bytes(cython.address(buffer[start]), value, n)  # type: ignore[name-defined]  # noqa: F821
    else:
        buffer[start : start + n] = bytes([value] * n)


def counted(penalties: cython.longlong, k: cython.int) -> cython.int:
    """How often the penalty with this number is held."""
    return penalties >> (PENALTY_BITS * k) & ((1 << PENALTY_BITS) - 1)


def same_cast(code: cython.int, other: cython.int) -> bool:
    """Whether two moves are casts of the same step."""
    step: cython.int = (1 << END_SHIFT) - 1
    return code >> FORM_SHIFT == CAST and other >> FORM_SHIFT == CAST and code & step == other & step

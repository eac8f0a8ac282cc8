# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Whole games of cerke played at random inside one module: turns, penalties, declarations, seasons, points
(§5–8, §10, §11 of docs/rules/cerke.md).

Game is a mutable game in progress. `turn` plays a move whose casts are known and says in `due` whether a
declaration must follow (`go_on` or `end_season`); `run` does all this by itself with random choices: every
move code equally likely, a fair coin at each declaration and at each stop of a chain cast, any landing
allowed after a stepping cast equally likely, never declining one. Points are in tenths; side 0 is IA.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

from kaik.core import fresh
from kaik.games.cerke.options import Options, clamps, starting_tenths

if cython.compiled:
    fresh.check(__file__, KAIK_SOURCE_HASH.decode())  # type: ignore[name-defined]  # noqa: F821
else:
    from kaik.games.cerke.bits import low, ones, u64, u128
    from kaik.games.cerke.codes import (
        AFTER,
        CAST,
        DROP,
        END_SHIFT,
        FORM_SHIFT,
        FUTILE_TENTHS,
        KUT,
        KUT_TAM_TENTHS,
        NOWHERE,
        PENALTY_BITS,
        RETURNED,
        SEGMENT,
    )
    from kaik.games.cerke.hands import HandTable, newly
    from kaik.games.cerke.kernel import (
        Position,
        Rules,
        count_all,
        count_from,
        count_tam,
        fill_moves,
        landing_mask,
        list_from,
        list_tam,
        play,
        survey,
        wet_entry,
    )

    WORD = 0xFFFFFFFFFFFFFFFF
    SEASON_LONG, TURN_ONLY = 0, 1
    SEEN, TOO_OFTEN = 4096, 4

RUNNING, SEASONS_OVER, EXHAUSTED, NO_MOVE = range(4)
LASTS = ("season", "turn", "each")
STARTERS = ("cast_each_season", "alternate", "previous_winner", "previous_loser", "fixed")


class Game:
    """A game in progress: the position, both points, rate and season, and what the last turn led to.

    After `turn`: `captured` is the piece taken or -1, `paid` what an immediate penalty moved to the opponent,
    `due` whether a declaration is due, `raw` what 終季 would settle before the rate. The penalties of the
    turn are bits of KUT, AFTER and RETURNED: `fresh` are new and held from now on, `again` were held before
    and add nothing, `at_once` are paid. `reason` is 0 while the game runs, then 1 seasons over, 2 somebody's
    points exhausted (or the race won), 3 no legal move. `undecided` says that the sticks decide who begins
    the season that has just begun; here a coin has.

    The penalties that a side holds are one word (penalties.py). With `penalty_lasts` = `turn` they are
    forgotten when the season goes on.
    """

    def __init__(self, rules: Rules, hands: HandTable, seed: int = 1, starter: int = 0) -> None:
        if not cython.compiled:
            self.points, self.formed, self.tally, self.buffer = [0, 0], [0, 0], [0] * 81, [0] * SEGMENT
            self.penalties, self.start_points = [0, 0], [0, 0]
        self.rules = rules
        self.hands = hands
        self.position = Position(rules)
        self.layout = Position(rules)
        self.seed(seed)
        self._set_penalties(rules.options)
        self._set_points(rules.options)
        self.restart(starter)

    def seed(self, seed: int) -> None:
        """Start the generator anew (xorshift64); any integer will do."""
        mixed = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % 2**64
        self.random = mixed if mixed else 1
        for _ in range(8):
            self.draw()

    def _set_penalties(self, options: Options) -> None:
        modes = (options.kut_tam, options.futile_after, options.futile_null)
        self.held_forms = self.paid_forms = 0
        form: cython.int
        for form in range(3):
            self.held_forms |= (modes[form] == "hand") << form
            self.paid_forms |= (modes[form] == "immediate") << form
        self.lasts = LASTS.index(options.penalty_lasts)
        self.stacking = options.futile_stacking == "both"
        self.exempt = options.kut_tam_on_failure == "exempt"
        self.new_only = options.penalty_declaration_scope == "new_only"
        self.ends_at_once = options.immediate_penalty_ends_game
        self.any_hand = options.declaration_trigger == "any_hand"
        self.downgrade = options.hand_downgrade_is_new

    def _set_points(self, options: Options) -> None:
        self.first_season = int(options.first_season)
        self.seasons = options.season_count
        self.ply_limit = options.season_ply_limit
        self.repetition = options.season_repetition == "ends_unscored"
        if self.repetition:
            self.seen = array("Q", bytes(8 * SEEN))
        self.first_player = STARTERS.index(options.first_player)
        self.passes = options.no_legal_move == "pass"
        self.chain = options.step_cast_method == "chain"
        self.rate_cap = 0 if options.rate_cap == "none" else options.rate_cap
        self.race = options.score_model == "race"
        self.clamp = clamps(options)
        self.play_on = options.score_cap != "end_at_cap"
        self.cap = 20 * options.starting_points
        self.start_points[0], self.start_points[1] = starting_tenths(options)

    def restart(self, starter: cython.int) -> None:
        """A new game with this side to move first."""
        self.points[0] = self.start_points[0]
        self.points[1] = self.start_points[1]
        self.season = self.first_season
        self.plies = 0
        self.reason = 0
        self.last_gain = 0
        self.undecided = False
        self.begin(starter)

    def set_up(self, position: Position, points_ia: int, points_a: int, rate: int, season: int) -> None:
        """Go on from a position in the middle of a season; points in tenths."""
        self.position.copy_from(position)
        self.points[0] = points_ia
        self.points[1] = points_a
        self.rate = rate
        self.season = season
        self.reason = 0
        self.due = False
        self.penalties[0] = self.penalties[1] = 0
        self.seen_count = 0
        self.formed[0] = self.hands.mask_of(position.reserve(0))
        self.formed[1] = self.hands.mask_of(position.reserve(1))

    def resume(
        self,
        position: Position,
        points: tuple[int, int],
        rate: int,
        season: int,
        season_plies: int,
        starter: int,
        last_gain: int,
        penalties: tuple[int, int] = (0, 0),
        seen: Sequence[int] = (),
    ) -> None:
        """Go on from anywhere in a season, with all that its end depends on; `seen` are the keys of the
        positions of the season before this one."""
        self.set_up(position, points[0], points[1], rate, season)
        self.penalties[0], self.penalties[1] = penalties
        if self.repetition:
            for key in seen:
                self.note(key)
        self.season_plies = season_plies
        self.starter = starter
        self.last_gain = last_gain

    def declare(self, side: int, raw: int) -> None:
        """Take up a declaration that is due: `go_on` or `end_season` must follow."""
        self.mover = side
        self.raw = raw
        self.due = True

    def held(self, side: cython.int) -> int:
        """Points of a side in tenths."""
        return self.points[side]

    def penalties_of(self, side: cython.int) -> int:
        """The penalties a side holds, as in penalties.py."""
        return self.penalties[side]

    def hands_of(self, side: cython.int) -> int:
        """The hands a side's reserve forms, as in hands.py."""
        return self.formed[side]

    # --- chance ---

    def draw(self) -> u64:
        """The next 64 random bits; the masks matter only uncompiled, where integers do not wrap."""
        x: u64 = self.random
        x ^= (x << 13) & WORD
        x ^= x >> 7
        x ^= (x << 17) & WORD
        self.random = x
        return x

    def below(self, n: cython.int) -> cython.int:
        """A random number from 0 to n - 1."""
        return ((self.draw() >> 32) * n) >> 32

    def cast(self) -> cython.int:
        """Five sticks (§6.3)."""
        return ones(self.draw() >> 59)

    def stepping_cast(self) -> cython.int:
        """One cast, or a chain stopped by a coin: a further 0 or 1 wipes the sum (§14.2)."""
        n: cython.int = self.cast()
        further: cython.int
        while self.chain and self.below(2):
            further = self.cast()
            if further < 2:
                return 0
            n += further
        return n

    # --- choosing ---

    def choose(self) -> cython.int:
        """A random ground move, -1 if there is none.

        Counts every piece's moves and lists only those of the piece the number falls on.
        """
        position: Position = self.position
        survey(position)
        side: cython.int = position.side
        pieces: u128 = position.owned[side]
        empty: cython.int = ones(self.rules.board & ~position.occupied)
        kinds: cython.int = 0
        i: cython.int
        for i in range(20):
            kinds += position.held[side][i] != 0
        drops: cython.int = kinds * empty
        tam: cython.int = count_tam(self.rules, position)
        total: cython.int = tam + drops
        i = 0
        while pieces:
            self.tally[i] = count_from(self.rules, position, low(pieces))
            total += self.tally[i]
            pieces &= pieces - 1
            i += 1
        if total == 0:
            return -1
        n: cython.int = self.below(total)
        if n < drops:
            return self.nth_drop(n)
        n -= drops
        if n < tam:
            list_tam(self.rules, position, self.buffer, 0)
            return self.buffer[n]
        n -= tam
        pieces = position.owned[side]
        i = 0
        while n >= self.tally[i]:
            n -= self.tally[i]
            pieces &= pieces - 1
            i += 1
        list_from(self.rules, position, low(pieces), self.buffer, 0)
        return self.buffer[n]

    def nth_drop(self, n: cython.int) -> cython.int:
        """The drop with number n: pieces in order, then empty squares in order."""
        position: Position = self.position
        free: u128 = self.rules.board & ~position.occupied
        empty: cython.int = ones(free)
        piece: cython.int = -1
        left: cython.int = n // empty
        while left >= 0:
            piece += 1
            if position.held[position.side][piece]:
                left -= 1
        return DROP << FORM_SHIFT | nth(free, n % empty) << END_SHIFT | piece

    def resolve(self, move: cython.int) -> cython.int:
        """Throw the casts a move needs; returns where it comes to rest, or NOWHERE (§6.3, §6.4)."""
        position: Position = self.position
        end: cython.int = move >> END_SHIFT & 127
        landings: u128
        if move >> FORM_SHIFT == CAST:
            landings = landing_mask(self.rules, position, move, self.stepping_cast())
            if not landings:
                return NOWHERE
            end = nth(landings, self.below(ones(landings)))
        if wet_entry(self.rules, position, move, end) and self.cast() < 3:
            return NOWHERE
        return end

    # --- a turn (§5, §8, §10) ---

    def turn(self, move: cython.int, end: cython.int) -> None:
        """Play a move that comes to rest on `end` (NOWHERE: it failed), and see what is due."""
        side: cython.int = self.position.side
        before: u64 = self.formed[side]
        self.mover = side
        self.due = False
        self.raw = 0
        self.paid = 0
        self.plies += 1
        self.season_plies += 1
        if self.repetition:
            self.note(self.key())
        self.penalise(move, end)
        self.captured = play(self.position, move, end)
        if self.captured >= 0 or move >> FORM_SHIFT == DROP:
            self.formed[side] = self.hands.formed(self.position.held[side])
        if self.paid and self.ends_at_once and self.exhausted():
            self.reason = 2
            return
        fresh_hand: cython.bint = newly(before, self.formed[side], self.downgrade)
        if self.any_hand and self.formed[side]:
            fresh_hand = True
        self.due = fresh_hand or self.fresh != 0
        if not self.due:
            self.next_ply()
            return
        self.raw = -tenths_of(self.penalties[side])
        if fresh_hand or not self.new_only:
            self.raw += self.hands.total(self.position.held[side], self.formed[side])

    def penalise(self, move: cython.int, end: cython.int) -> None:
        """Find the penalties of a move before it is played; hold what is new, pay what is paid at once."""
        self.fresh = self.again = self.at_once = 0
        made: cython.int = self.made(move, end)
        if not made:
            return
        self.again = self.in_mode(made, self.held_forms)
        self.at_once = self.in_mode(made, self.paid_forms)
        self.fresh = self.again & ~self.borne(self.mover) if self.lasts == SEASON_LONG else self.again
        self.again &= ~self.fresh
        self.penalties[self.mover] += spread(self.fresh)
        if self.at_once:
            self.paid = -self.pay(self.mover, -tenths_of(spread(self.at_once)) * self.rate)

    def made(self, move: cython.int, end: cython.int) -> cython.int:
        """The forms of penalties that a move shows, whatever they cost (§10)."""
        if move >> FORM_SHIFT <= DROP:
            trod: cython.bint = self.position.steps_on_tam(move) and not (self.exempt and end == NOWHERE)
            return KUT if trod else 0
        forms: cython.int = 0
        if self.position.tam_moved and end != NOWHERE:
            forms |= AFTER
        if (move >> END_SHIFT & 127) == (move & 127):
            forms |= RETURNED
        return forms

    def in_mode(self, made: cython.int, forms: cython.int) -> cython.int:
        """What was made of forms in one mode; 皇再来 in both forms is one unless `futile_stacking` (§18)."""
        made &= forms
        if not self.stacking and made & AFTER:
            made &= ~RETURNED
        return made

    def borne(self, side: cython.int) -> cython.int:
        """The forms that are not new to a side this season; either form of 皇再来 is both, if not stacked."""
        forms: cython.int = 0
        form: cython.int
        for form in range(3):
            if self.penalties[side] >> (PENALTY_BITS * form) & ((1 << PENALTY_BITS) - 1):
                forms |= 1 << form
        if not self.stacking and forms & (AFTER | RETURNED):
            forms |= AFTER | RETURNED
        return forms

    # --- points (§11, §14.6) ---

    def pay(self, receiver: cython.int, amount: cython.longlong) -> cython.longlong:
        """Move points to a side, or from it if negative; returns what was really moved.

        In a race only this side's points change.
        """
        payer: cython.int = 1 - receiver if amount > 0 else receiver
        if self.clamp and not (self.race and amount > 0):
            size: cython.longlong = min(max(amount, -amount), max(self.points[payer], 0))
            amount = size if amount > 0 else -size
        self.points[receiver] += amount
        if not self.race:
            self.points[1 - receiver] -= amount
        return amount

    def exhausted(self) -> bool:
        """Whether the score ends the game: nothing left, or the race won at twice the starting points."""
        if self.play_on:
            return False
        if self.race:
            return self.points[0] >= self.cap or self.points[1] >= self.cap
        return self.points[0] <= 0 or self.points[1] <= 0

    def go_on(self) -> None:
        """Declare 再行. The rate stays below 2^40 in any case, so that amounts fit a machine word."""
        if self.rate < (self.rate_cap if self.rate_cap else cython.cast(cython.longlong, 1) << 40):
            self.rate *= 2
        self.due = False
        if self.lasts == TURN_ONLY:
            self.penalties[self.mover] = 0
        self.next_ply()

    def end_season(self) -> cython.longlong:
        """Declare 終季: settle, then the next season or the end. Returns what the declarer received."""
        moved: cython.longlong = self.pay(self.mover, self.raw * self.rate)
        self.due = False
        self.last_gain = 0
        if moved:
            self.last_gain = 1 + (self.mover if moved > 0 else 1 - self.mover)
        if self.exhausted():
            self.reason = 2
        else:
            self.next_season()
        return moved

    # --- seasons ---

    def next_ply(self) -> None:
        """The opponent's turn, unless `season_ply_limit` or `season_repetition` stops the season, which then
        scores nothing."""
        limited: cython.bint = self.ply_limit != 0 and self.season_plies >= self.ply_limit
        if limited or (self.repetition and self.times_seen(self.key()) + 1 >= TOO_OFTEN):
            self.last_gain = 0
            self.next_season()

    def key(self) -> u64:
        """The same for equal positions of a season: board, reserves, side to move, rate, penalties held, and
        whether the turn before moved the tam (§18)."""
        key: u64 = cython.cast(u64, 0xCBF29CE484222325)
        i: cython.int
        for i in range(81):
            key = mixed(key, self.position.cell[i])
        for i in range(20):
            key = mixed(key, self.position.held[0][i] * 64 + self.position.held[1][i])
        key = mixed(key, self.position.side * 2 + self.position.tam_moved)
        key = mixed(key, self.rate)
        key = mixed(key, self.penalties[0])
        return mixed(key, self.penalties[1])

    def note(self, key: u64) -> None:
        """Remember that a position stood; after SEEN of them the oldest are forgotten."""
        self.seen[self.seen_count % SEEN] = key
        self.seen_count += 1

    def times_seen(self, key: u64) -> cython.int:
        """How often a position stood before in this season."""
        times: cython.int = 0
        i: cython.int
        for i in range(min(self.seen_count, SEEN)):
            times += self.seen[i] == key
        return times

    def next_season(self) -> None:
        if self.season >= self.seasons:
            self.reason = 1
            return
        self.season += 1
        starter: cython.int = self.next_starter()
        self.undecided = starter < 0
        self.begin(self.below(2) if self.undecided else starter)

    def next_starter(self) -> cython.int:
        """Who begins the next season, -1 if the sticks decide (§18); `last_gain` is 1 + the side that gained
        by the last settlement."""
        if self.first_player == 1:
            return 1 - self.starter
        if self.first_player == 2 and self.last_gain:
            return self.last_gain - 1
        if self.first_player == 3 and self.last_gain:
            return 2 - self.last_gain
        if self.first_player == 4:
            return 0
        return -1

    def begin(self, starter: cython.int) -> None:
        """The initial layout, empty reserves, rate 1."""
        self.position.copy_from(self.layout)
        self.position.side = starter
        self.starter = starter
        self.rate = 1
        self.season_plies = 0
        self.due = False
        self.formed[0] = self.formed[1] = 0
        self.penalties[0] = self.penalties[1] = 0
        self.seen_count = 0

    def no_move(self) -> None:
        """`no_legal_move`: the game ends by points, or the turn passes."""
        if not self.passes:
            self.reason = 3
            return
        if self.repetition:
            self.note(self.key())
        self.plies += 1
        self.season_plies += 1
        self.position.side = 1 - self.position.side
        self.position.tam_moved = False
        self.next_ply()

    def run(self, most: cython.int) -> cython.int:
        """Play at random until the game is over or so many plies were played; returns the plies played."""
        start: cython.int = self.plies
        move: cython.int
        while self.reason == 0 and self.plies - start < most:
            move = self.choose()
            if move < 0:
                self.no_move()
                continue
            self.turn(move, self.resolve(move))
            if self.due and self.reason == 0:
                if self.below(2):
                    self.go_on()
                else:
                    self.end_season()
        return self.plies - start


def tenths_of(penalties: cython.longlong) -> cython.longlong:
    """What penalties cost, from their counts in one word (penalties.py)."""
    one: cython.longlong = (1 << PENALTY_BITS) - 1
    futile: cython.longlong = (penalties >> PENALTY_BITS & one) + (penalties >> (2 * PENALTY_BITS) & one)
    return (penalties & one) * KUT_TAM_TENTHS + futile * FUTILE_TENTHS


def spread(forms: cython.int) -> cython.longlong:
    """Each of these forms once, as a word of counts."""
    found: cython.longlong = 0
    one: cython.longlong = 1
    form: cython.int
    for form in range(3):
        if forms >> form & 1:
            found |= one << (PENALTY_BITS * form)
    return found


def mixed(key: u64, value: u64) -> u64:
    """A key with one more number in it (FNV-1a by words, and a shift that brings high bits down)."""
    key = ((key ^ value) * cython.cast(u64, 0x100000001B3)) & WORD
    return key ^ key >> 29


def nth(squares: u128, n: cython.int) -> cython.int:
    """The square with number n in a mask."""
    while n > 0:
        squares &= squares - 1
        n -= 1
    return low(squares)


def playout(game: Game, seed: int, most: int = 3000) -> tuple[int, int, int, int]:
    """Play a game on to its end at random: plies, points of IA and A in tenths, reason (0: cut off)."""
    game.seed(seed)
    plies = game.run(most)
    return plies, game.held(0), game.held(1), game.reason


# --- measuring; the loops stay on this side of the Python boundary ---


def bench_playouts(game: Game, plies: cython.longlong, seed: int) -> tuple[int, int]:
    """Play random games from the start until so many plies are played: plies, games."""
    game.seed(seed)
    done: cython.longlong = 0
    games: cython.longlong = 0
    while done < plies:
        game.restart(game.below(2))
        done += game.run(3000)
        games += 1
    return done, games


def sample_positions(game: Game, wanted: int, seed: int, gap: int = 7) -> list[Position]:
    """Positions taken every `gap` plies along random games."""
    game.seed(seed)
    found: list[Position] = []
    while len(found) < wanted:
        if game.run(gap) < gap or game.reason:
            game.restart(game.below(2))
        else:
            found.append(game.position.copy())
    return found


def bench_listing(positions: list[Position], rounds: cython.int) -> int:
    """List every move code of every position, so many times; returns the number of codes written."""
    buffer = cython.declare(cython.int[16384])  # type: ignore[misc]
    if not cython.compiled:
        buffer = [0] * 16384
    total: cython.longlong = 0
    position: Position
    for _ in range(rounds):
        for position in positions:
            total += fill_moves(position, buffer, 16384)
    return total


def bench_counting(positions: list[Position], rounds: cython.int) -> int:
    """Count the moves of every position, so many times; returns the sum."""
    total: cython.longlong = 0
    position: Position
    for _ in range(rounds):
        for position in positions:
            total += count_all(position)
    return total

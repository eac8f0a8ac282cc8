# C types of batch.py.
cimport cython

from kaik.games.cerke.hands cimport HandTable
from kaik.games.cerke.kernel cimport (
    CAST, DROP, END_SHIFT, FORM_SHIFT, HALF_SHIFT, KAIK_SOURCE_HASH, NO_TAM, NOWHERE, PLAIN, SEGMENT, STEP,
    TAM, TAM_CODE, TAM_FORMER, TAM_LATTER, TAM_SINGLE, VIA_SHIFT,
    Position, Rules, count_from, count_tam, drop_kinds, landing_mask, list_drops, list_from, list_tam, low,
    lower, ones, place, survey, u64, u128, wet_entry, word,
)
from kaik.games.cerke.playout cimport PENALTY_BITS, SEEN, Game

cdef extern from "string.h":
    void *set_bytes "memset"(unsigned char *at, int value, size_t n) noexcept nogil

cdef enum:
    # Where a turn stands, as far as somebody has to choose.
    GROUND, CHAIN, LAND, DECLARE

cdef enum:
    # The places of a game's numbers.
    SIDE, TAM_MOVED, POINTS, POINTS_A, RATE, SEASON, SEASON_PLIES, STARTER, LAST_GAIN
    PENALTIES, PENALTIES_A, SEEN_COUNT, PHASE, CODE, REACH, RAW, MOVER, DECISIONS, TOUCHES, TOUCH, FIELDS = TOUCH + 5

cdef enum:
    # Spots in the order of the lexicon: the squares, both reserves, the buttons.
    RESERVE = 81
    GO_ON = 121
    END_SEASON = 122
    AGAIN = 123
    STOP = 124
    GIVE_UP = 125
    CAST_BUTTON = 126
    PASS = 127
    SPOTS = 128

cdef enum:
    # Planes of 81 squares: the pieces of the seat to choose, the other's, and what PLANES names.
    TAM_PLANE = 40
    FIELD_PLANE = 41
    WATER_PLANE = 42
    TOUCHED_PLANE = 43
    MOVE_PLANE = 44
    PLANE_COUNT = 45
    # Figures: both reserves, then what FIGURES names.
    FIGURE_COUNT = 59
    # Casts and starters of one step that are kept.
    FALLEN = 16
    NONE = 255
    STARTED = 100
    WATER_NEEDS = 3
    WIPES_BELOW = 2


@cython.final
cdef class Batch:
    cdef readonly object planes, figures, mask, rewards, seat, ended, moved, fallen
    cdef readonly int size, parts
    cdef readonly Rules rules
    cdef list workers
    cdef int most, declines, first_fixed
    cdef unsigned char[::1] cell
    cdef unsigned char[::1] held
    cdef long long[::1] number
    cdef unsigned long long[::1] word
    cdef unsigned long long[::1] luck
    cdef unsigned long long[::1] seen
    cdef unsigned char[::1] plane_out
    cdef float[::1] figure_out
    cdef unsigned char[::1] mask_out
    cdef float[::1] reward_out
    cdef unsigned char[::1] seat_out
    cdef unsigned char[::1] ended_out
    cdef unsigned char[::1] moved_out
    cdef unsigned char[::1] fallen_out

    cdef void run(self, Game game, int[::1] actions, int begin, int end) noexcept nogil
    cdef void draw(self, Game game, int[::1] actions, int begin, int end, int part) noexcept nogil
    cdef void forget(self, int i) noexcept nogil
    cdef void load(self, Game game, int i) noexcept nogil
    cdef void store(self, Game game, int i) noexcept nogil
    cdef void fresh(self, Game game, int i) noexcept nogil
    cdef void advance(self, Game game, int i, int action) noexcept nogil
    cdef void touch(self, Game game, int i, int action) noexcept nogil
    cdef void choose(self, Game game, int i, int action) noexcept nogil
    cdef void done(self, int i) noexcept nogil
    cdef void note(self, int i, int what) noexcept nogil
    cdef int fall(self, Game game, int i) noexcept nogil
    cdef void move(self, Game game, int i, int code) noexcept nogil
    cdef void step_cast(self, Game game, int i, bint further) noexcept nogil
    cdef void reached(self, Game game, int i) noexcept nogil
    cdef void rest(self, Game game, int i, int end) noexcept nogil
    cdef void finish(self, Game game, int i, int end) noexcept nogil
    cdef void begun(self, Game game, int i, int season) noexcept nogil
    cdef void settle(self, Game game, int i) noexcept nogil
    cdef bint forced(self, Game game, int i) noexcept nogil
    cdef bint forced_landing(self, Game game, int i) noexcept nogil
    cdef int few_unannounced(self, Game game) noexcept nogil
    cdef int few_moves(self, Game game) noexcept nogil
    cdef int only_move(self, Game game) noexcept nogil
    cdef int listed(self, Game game, int spot) noexcept nogil
    cdef int kept(self, Game game, int i, int n) noexcept nogil
    cdef bint begins(self, int i, int code, int side) noexcept nogil
    cdef int spot_of(self, int code, int side, int k) noexcept nogil
    cdef int merged(self, Game game, int n) noexcept nogil
    cdef u128 landings(self, Game game, int i) noexcept nogil
    cdef int asked(self, Game game, int i) noexcept nogil
    cdef void observe(self, Game game, int i, bint whole) noexcept nogil
    cdef void show_mask(self, Game game, int i) noexcept nogil
    cdef void show_first(self, Game game, int i) noexcept nogil
    cdef void show_open(self, Game game, int i) noexcept nogil
    cdef void show_planes(self, Game game, int i, int seat) noexcept nogil
    cdef void show_squares(self, int start, u128 squares) noexcept nogil
    cdef void show_touches(self, int i) noexcept nogil
    cdef void show_figures(self, Game game, int i, int seat) noexcept nogil
    cdef double worth(self, Game game, int side) noexcept nogil


cdef int counted(long long penalties, int k) noexcept nogil
cdef bint same_cast(int code, int other) noexcept nogil
cdef void fill(unsigned char[::1] buffer, int start, int n, int value) noexcept nogil

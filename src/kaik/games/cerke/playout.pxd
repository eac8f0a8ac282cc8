# C types of playout.py.
cimport cython

from kaik.games.cerke.hands cimport HandTable, newly
from kaik.games.cerke.kernel cimport (
    CAST, DROP, END_SHIFT, FORM_SHIFT, KAIK_SOURCE_HASH, NOWHERE, SEGMENT,
    Position, Rules, count_all, count_from, count_tam, fill_moves, landing_mask, list_from,
    list_tam, low, ones, play, survey, u64, u128, wet_entry,
)

cdef enum:
    KUT_TAM_TENTHS = 50
    FUTILE_TENTHS = 30
    # The forms of a penalty as bits, and the bits of each count of those held.
    KUT = 1
    AFTER = 2
    RETURNED = 4
    PENALTY_BITS = 16
    # How long a penalty is held.
    SEASON_LONG = 0
    TURN_ONLY = 1
    # Positions of a season that are remembered, and how often one may not stand.
    SEEN = 4096
    TOO_OFTEN = 4

cdef extern from *:
    u64 WORD "0xFFFFFFFFFFFFFFFFULL"


@cython.final
cdef class Game:
    cdef readonly Rules rules
    cdef readonly HandTable hands
    cdef readonly Position position
    cdef Position layout
    cdef long long points[2]
    cdef u64 formed[2]
    cdef long long penalties[2]
    cdef u64[::1] seen
    cdef int seen_count
    cdef int tally[81]
    cdef int buffer[2048]
    cdef u64 random
    cdef readonly long long rate, raw, paid
    cdef readonly int season, plies, season_plies, mover, captured, reason
    cdef readonly bint due, undecided
    cdef readonly int starter, last_gain
    cdef readonly int fresh, again, at_once
    cdef int held_forms, paid_forms, lasts, stacking, exempt, new_only, ends_at_once, any_hand, downgrade
    cdef int first_season, seasons, ply_limit, repetition, first_player, passes, chain, rate_cap, race, clamp
    cdef int play_on
    cdef long long start_points[2]
    cdef long long cap
    cdef u64 draw(self) noexcept nogil
    cdef int below(self, int n) noexcept nogil
    cdef int cast(self) noexcept nogil
    cdef int stepping_cast(self) noexcept
    cpdef int choose(self)
    cpdef void restart(self, int starter) noexcept nogil
    cdef int nth_drop(self, int n) noexcept
    cdef int resolve(self, int move) noexcept
    cpdef void turn(self, int move, int end) noexcept nogil
    cdef void penalise(self, int move, int end) noexcept nogil
    cdef int made(self, int move, int end) noexcept nogil
    cdef int in_mode(self, int made, int forms) noexcept nogil
    cdef int borne(self, int side) noexcept nogil
    cpdef u64 key(self) noexcept nogil
    cdef void note(self, u64 key) noexcept nogil
    cdef int times_seen(self, u64 key) noexcept nogil
    cpdef long long pay(self, int receiver, long long amount) noexcept nogil
    cdef bint exhausted(self) noexcept nogil
    cpdef void go_on(self) noexcept nogil
    cpdef long long end_season(self) noexcept nogil
    cdef void next_ply(self) noexcept nogil
    cdef void next_season(self) noexcept nogil
    cdef int next_starter(self) noexcept nogil
    cdef void begin(self, int starter) noexcept nogil
    cpdef void no_move(self) noexcept nogil
    cpdef int run(self, int most)


cdef int nth(u128 squares, int n) noexcept nogil
cdef long long tenths_of(long long penalties) noexcept nogil
cdef long long spread(int forms) noexcept nogil
cdef u64 mixed(u64 key, u64 value) noexcept nogil

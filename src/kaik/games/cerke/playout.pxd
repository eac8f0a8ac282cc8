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
    cdef int tally[81]
    cdef int buffer[2048]
    cdef u64 random
    cdef readonly long long rate, raw, paid
    cdef readonly int season, plies, season_plies, mover, captured, reason
    cdef readonly bint due, undecided
    cdef readonly int starter, last_gain
    cdef int kut, after, null, stacking, exempt, new_only, ends_at_once, any_hand, downgrade
    cdef int seasons, ply_limit, first_player, passes, chain, rate_cap, race, clamp, play_on
    cdef long long start_points, cap
    cdef u64 draw(self) noexcept nogil
    cdef int below(self, int n) noexcept nogil
    cdef int cast(self) noexcept nogil
    cdef int stepping_cast(self) noexcept
    cpdef int choose(self)
    cpdef void restart(self, int starter) noexcept nogil
    cdef int nth_drop(self, int n) noexcept
    cdef int resolve(self, int move) noexcept
    cpdef void turn(self, int move, int end) noexcept nogil
    cdef bint penalise(self, int move, int end, bint tam_moved) noexcept nogil
    cdef long long futile(self, int mode, bint after, bint null) noexcept nogil
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

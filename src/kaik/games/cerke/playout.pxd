# C types of playout.py.
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
    cdef u64 draw(self) noexcept
    cdef int below(self, int n) noexcept
    cdef int cast(self) noexcept
    cdef int stepping_cast(self) noexcept
    cpdef int choose(self)
    cdef int nth_drop(self, int n) noexcept
    cdef int resolve(self, int move) noexcept
    cpdef void turn(self, int move, int end) except *
    cdef bint penalise(self, int move, int end, bint tam_moved) noexcept
    cdef long long futile(self, int mode, bint after, bint null) noexcept
    cpdef long long pay(self, int receiver, long long amount) noexcept
    cdef bint exhausted(self) noexcept
    cpdef void go_on(self) noexcept
    cpdef long long end_season(self) noexcept
    cdef void next_ply(self) noexcept
    cdef void next_season(self) noexcept
    cdef int next_starter(self) noexcept
    cdef void begin(self, int starter) noexcept
    cpdef void no_move(self) noexcept
    cpdef int run(self, int most)


cdef int nth(u128 squares, int n) noexcept nogil

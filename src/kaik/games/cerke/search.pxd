# C types of search.py.
from kaik.games.cerke.hands cimport HandTable
from kaik.games.cerke.kernel cimport (
    CAST, DROP, END_SHIFT, FORM_SHIFT, KAIK_SOURCE_HASH, NOWHERE, VIA_SHIFT,
    Position, Rules, count_all, distance, landing_mask, low, low64, lower, survey, u64, u128, wet_entry,
)
from kaik.games.cerke.lister cimport COMPLETES, Lister
from kaik.games.cerke.playout cimport Game
from kaik.kit.search cimport CAPTURE, HIGHEST, LOWEST, PLIES, UNKNOWN, Budget, Table

cdef enum:
    # Plies of captures at the end.
    QUIET_PLIES = 4
    # From which place in the order calm moves are searched one or two plies less.
    LATE = 5
    LATER = 30
    # What a calm move may add, in thousandths of a point; widths of windows, as values.
    FUTILE = 900
    FAIL_MARGIN = 150000
    FIRST_MARGIN = 60000
    # See toll_at().
    TOLL = 30000
    TOLL_PER_PLY = 1500
    MOST_TOLL = 400000


cdef class Landings:
    cdef int size, fail, chain, declines
    cdef int squares[64]
    cdef int low[64]
    cdef int high[64]
    cdef u64 sets[9]
    cdef u128 masks[9]
    cdef void open(
        self, Rules rules, Position position, int move, int fail, bint chain, bint declines
    ) noexcept
    cdef void add(self, u128 found) noexcept
    cdef int stop(self, int reach, int *values) noexcept
    cdef int again(self, int reach, int *values) noexcept
    cdef int value(self, int *values) noexcept
    cdef int floor_of(self, int i, int alpha) noexcept
    cdef int ceiling_of(self, int i, int beta) noexcept


cdef class Searcher(Lister):
    cdef list landings
    cdef bint declines
    cdef Table table
    cdef Budget budget
    # Per ply: the value of a move that fails, without and with 撃皇, and the depth it was found at.
    cdef int failed_depth[48][2]
    cdef int failed_value[48][2]
    # The work in hand.
    cdef readonly bint plain
    cdef readonly int phase, code, reach

    cdef int after(self, int move, int end, int depth, int alpha, int beta, int ply)
    cdef int outcome(self, int depth, int alpha, int beta, int ply)
    cdef int going_on(self, int side, int depth, int alpha, int beta, int ply)
    cdef int value_of(self, int move, int depth, int alpha, int beta, int ply)
    cdef int at_rest(self, int move, int end, int depth, int alpha, int beta, int ply)
    cdef int gamble(self, int move, int end, int weight, int fail, int depth, int alpha, int beta, int ply)
    cdef int failure(self, int move, int depth, int alpha, int beta, int ply)
    cdef int cast_value(self, int move, int depth, int alpha, int beta, int ply)
    cdef int search(self, int depth, int alpha, int beta, int ply)
    cdef int visit(self, int depth, int alpha, int beta, int ply, u64 key)
    cdef int calm_hope(self, int depth)
    cdef int refined(self, int move, int depth, int alpha, int beta, int ply, int number, bint calm)
    cdef bint passing_suffices(self, int depth, int beta, int ply)
    cdef int stuck(self, int depth, int alpha, int beta, int ply)
    cdef int quiet(self, int depth, int alpha, int beta, int ply)
    cdef int seize(self, int move, int stand, int depth, int alpha, int beta, int ply)


cdef int floor_div(long long a, long long b) noexcept nogil
cdef int ceil_div(long long a, long long b) noexcept nogil
cdef int bounded(int value) noexcept nogil
cpdef int toll_at(int season_plies) noexcept

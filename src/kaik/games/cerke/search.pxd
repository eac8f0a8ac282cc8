# C types of search.py.
from kaik.games.cerke.hands cimport HandTable
from kaik.games.cerke.kernel cimport (
    CAST, DROP, END_SHIFT, FORM_SHIFT, KAIK_SOURCE_HASH, NOWHERE, VIA_SHIFT,
    Position, Rules, count_all, distance, landing_mask, low, low64, lower, survey, u64, u128, wet_entry,
)
from kaik.games.cerke.lister cimport CAPTURE, COMPLETES, UNKNOWN, Lister
from kaik.games.cerke.outlook cimport HIGHEST, LOWEST, PLIES
from kaik.games.cerke.playout cimport Game

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    static inline unsigned long long *kaik_new_words(int n) { return calloc(n, sizeof(unsigned long long)); }
    static inline void kaik_clear_words(unsigned long long *words, int n) { memset(words, 0, n * sizeof *words); }
    static inline void kaik_free_words(unsigned long long *words) { free(words); }
    """
    u64 *new_words "kaik_new_words"(int n) noexcept nogil
    void clear_words "kaik_clear_words"(u64 *words, int n) noexcept nogil
    void free_words "kaik_free_words"(u64 *words) noexcept nogil

cdef enum:
    # What a stored value is: a bound from above, from below, or both.
    UPPER = 1
    LOWER = 2
    EXACT = 3
    # The score of the table's move; what makes stored values positive.
    FIRST = 1 << 30
    OFFSET = 1 << 22
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
    # The transposition table: pairs of words.
    cdef u64 *table
    cdef int table_mask
    # Per ply: the value of a move that fails, without and with 撃皇, and the depth it was found at.
    cdef int failed_depth[48][2]
    cdef int failed_value[48][2]
    # The work in hand.
    cdef readonly long long nodes
    cdef long long node_limit, next_check
    cdef double deadline
    cdef bint cpu, stopped
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
    cdef void put_first(self, int move, int ply, int n) noexcept
    cdef int refined(self, int move, int depth, int alpha, int beta, int ply, int number, bint calm)
    cdef bint passing_suffices(self, int depth, int beta, int ply)
    cdef int stuck(self, int depth, int alpha, int beta, int ply)
    cdef int quiet(self, int depth, int alpha, int beta, int ply)
    cdef int seize(self, int move, int stand, int depth, int alpha, int beta, int ply)
    cdef void check(self)
    cdef int probe(self, u64 key, int depth, int alpha, int beta) noexcept
    cdef int recalled(self, u64 key) noexcept
    cdef void store(self, u64 key, int move, int value, int depth, int alpha, int beta) noexcept


cdef int floor_div(long long a, long long b) noexcept nogil
cdef int ceil_div(long long a, long long b) noexcept nogil
cdef int bounded(int value) noexcept nogil
cpdef int toll_at(int season_plies) noexcept

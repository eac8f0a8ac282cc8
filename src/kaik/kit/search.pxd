# C types of search.py.
cdef extern from *:
    """
    #ifndef KAIK_SOURCE_HASH
    #define KAIK_SOURCE_HASH ""
    #endif
    #include <stdlib.h>
    #include <string.h>
    static inline unsigned long long *kaik_new_words(int n) { return calloc(n, sizeof(unsigned long long)); }
    static inline void kaik_clear_words(unsigned long long *words, int n) { memset(words, 0, n * sizeof *words); }
    static inline void kaik_free_words(unsigned long long *words) { free(words); }
    """
    ctypedef unsigned long long u64 "unsigned long long"
    const char *KAIK_SOURCE_HASH
    u64 *new_words "kaik_new_words"(int n) noexcept nogil
    void clear_words "kaik_clear_words"(u64 *words, int n) noexcept nogil
    void free_words "kaik_free_words"(u64 *words) noexcept nogil

cdef enum:
    # Values of positions lie between these.
    HIGHEST = 1000000
    LOWEST = -1000000
    # No value, no score.
    UNKNOWN = -(1 << 30)
    # How deep a search may go, and places for the moves of a position.
    PLIES = 48
    ROOM = 2048
    # What a stored value is: a bound from above, from below, or both.
    UPPER = 1
    LOWER = 2
    EXACT = 3
    # What makes stored values positive; the bits of a move that are stored.
    OFFSET = 1 << 22
    TAG = 0x7FFFFFFF
    # Scores of moves: the table's, captures (with their prize), killers; the most that calm moves reach.
    FIRST = 1 << 30
    CAPTURE = 1 << 24
    KILLER = 1 << 22
    MOST_HISTORY = 1 << 20


cdef class Budget:
    cdef readonly long long nodes
    cdef readonly bint stopped
    cdef long long limit, next_check
    cdef double deadline
    cdef bint cpu
    cdef void count(self)
    cdef void check(self)


cdef class Table:
    # Pairs of words.
    cdef u64 *words
    cdef int mask
    cdef void clear(self) noexcept
    cdef int probe(self, u64 key, int depth, int alpha, int beta) noexcept
    cdef int recalled(self, u64 key) noexcept
    cdef void store(self, u64 key, u64 move, int value, int depth, int alpha, int beta) noexcept


cdef class Order:
    cdef u64 moves[48][2048]
    cdef int scores[48][2048]
    cdef u64 killer[48]
    cdef u64 old_killer[48]
    cdef int history[42][81]
    cdef void clear(self) noexcept
    cdef int add(self, int ply, int n, u64 move, int score) noexcept
    cdef void put_first(self, int tag, int ply, int n) noexcept
    cdef u64 pick(self, int ply, int i, int n) noexcept
    cdef void praise(self, u64 move, int piece, int end, int depth, int ply) noexcept

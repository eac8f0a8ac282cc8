# C types of kernel.py: the classes' fields and the signatures of the inner functions. The board word is cerke's.

from kaik.games.cerke.kernel cimport (
    KAIK_SOURCE_HASH, bit, byte, high, low, low64, lower, ones, u64, u128, upper, upwards, word,
)

cdef enum:
    VIA_SHIFT = 7
    SECOND_SHIFT = 11
    TARGET_SHIFT = 15
    GONE_SHIFT = 22
    JUMPS_SHIFT = 23
    FURTHER_SHIFT = 28
    NOWHERE = 127
    BARRED = 126
    SEGMENT = 2048
    VESSEL = 0
    SOLDIER = 1
    KING = 6
    CHANGED = 7

cdef extern from *:
    u64 WORD "0xFFFFFFFFFFFFFFFFULL"


cdef class Rules:
    cdef readonly object options, tables
    cdef u128 water, dry
    cdef u128 rays[8][81]
    cdef byte beyond[8][81]
    cdef u128 hops[16][81]
    cdef byte slides[16]
    cdef byte jumps[16]
    cdef u128 voyages[9][10]
    cdef byte wet_number[128]
    cdef byte wet[9]
    cdef byte direction[9]
    cdef u128 change[2]
    cdef int keeps_change, blocked, sacrifice, own_vessel_only, no_move_loses
    cdef byte chains[16]


cdef class Position:
    cdef readonly Rules rules
    cdef byte cell[81]
    cdef u128 owned[2]
    cdef int vessel[2]
    cdef readonly int side, won
    # Filled for the piece being listed: everything else on the board, what it can take, and the window.
    cdef u128 others, takable
    cdef int first
    cpdef Position copy(self)
    cpdef void copy_from(self, Position other) noexcept
    cpdef int count(self) noexcept
    cpdef int kind_at(self, int square) noexcept
    cpdef void apply(self, u64 move) noexcept
    cpdef object perft(self, int depth, bint returning=*)


cdef u128 reach(Rules rules, int piece, int square, u128 stops) noexcept nogil
cdef int fill(Position position, u64 *out, int first) noexcept nogil
cdef int list_from(Rules rules, Position position, int square, u64 *out, int n) noexcept nogil
cdef int list_legs(Rules rules, Position position, int piece, int square, u64 code, u128 vessels, int shift, u64 *out, int n) noexcept nogil
cdef int list_jumps(Rules rules, Position position, int piece, int square, u64 code, u64 *out, int n) noexcept nogil
cdef int list_further(Rules rules, Position position, int square, int diagonal, u64 code, int jumps, u128 others, u128 takable, u64 *out, int n) noexcept nogil
cdef int emit(Position position, u64 *out, int n, u128 targets, u64 code) noexcept nogil
cdef void play(Position position, u64 move) noexcept nogil
cdef void play_jumps(Rules rules, Position position, u64 move, int piece, int square) noexcept nogil
cdef void place(Position position, int square, int piece) noexcept nogil
cdef void take(Position position, int square) noexcept nogil
cdef int run(Position position, u64 *random, int most, u64 *out) noexcept nogil

# C types of hands.py.
from kaik.games.cerke.kernel cimport KAIK_SOURCE_HASH, byte, u64


cdef class HandTable:
    cdef readonly object options, specs
    cdef readonly bint simple
    cdef int size, wild_limit, table, flash_bonus, wild_as_king, adds_pieces
    cdef int points[32]
    cdef int factor[32]
    cdef int kings[32]
    cdef int first[33]
    cdef int kind[320]
    cdef int need[320]
    cdef int value[10]
    cdef u64 formed(self, byte *held) noexcept nogil
    cdef int missing(self, int hand, byte *held, int colour) noexcept nogil
    cdef int wild(self, int hand, byte *held, int colour) noexcept nogil
    cdef int lacks(self, int hand, byte *held, int colour) noexcept nogil
    cdef int worth(self, int hand, byte *held, int colour) noexcept nogil
    cdef int old_worth(self, int hand, byte *held, u64 mask) noexcept nogil
    cdef int quick_total(self, byte *held, u64 mask) noexcept nogil
    cdef int slow_total(self, byte *held) noexcept with gil
    cdef int total(self, byte *held, u64 mask) noexcept nogil


cdef int owned(byte *held, int kind, int colour) noexcept nogil
cdef bint newly(u64 before, u64 after, bint downgrade) noexcept nogil

# C types of search.py.
from kaik.games.old_cerke.kernel cimport (
    JUMPS_SHIFT, KAIK_SOURCE_HASH, KING, SEGMENT, SOLDIER, TARGET_SHIFT, VESSEL,
    Position, Rules, bit, fill, low, low64, lower, ones, play, u64, u128, upper,
)
from kaik.kit.search cimport CAPTURE, HIGHEST, LOWEST, PLIES, ROOM, TAG, UNKNOWN, Budget, Order, Table

cdef enum:
    # A value beyond this is a king taken.
    WON = 900000
    QUIET_PLIES = 6
    # From which place in the order calm moves are searched one or two plies less.
    LATE = 5
    LATER = 20
    # What a calm move may add to the outlook.
    FUTILE = 1500
    # An enemy piece within two squares of a king; each square that a piece is nearer to the enemy king.
    DANGER = 150
    CLOSE = 50
    TEMPO = 100
    # A side with so few pieces left, and so many less than the other, is hunted: for each piece ahead, each
    # square that its king is away from the middle counts, and each that a piece is nearer to it counts more.
    FEW = 8
    LEAD = 3
    CORNER = 25
    HUNT = 60


cdef class Searcher:
    cdef readonly Rules rules
    cdef Position position
    cdef list saved
    cdef Order order
    cdef Table table
    cdef Budget budget
    cdef bint no_move_loses
    # Worth and hash key of each piece on each square.
    cdef int worth[16][81]
    cdef int prize[8]
    cdef u64 keys[16][81]
    cdef u64 side_key
    # What is mixed into the outlook of the answer under way; 0 for nothing.
    cdef u64 mood
    cdef u128 near[81]
    cdef unsigned char distance[81][81]
    # Of each square, from the middle.
    cdef unsigned char aside[81]
    cdef u64 scratch[2048]
    # Of the position last weighed.
    cdef u64 key
    cdef int outlook

    cdef void weigh(self) noexcept
    cdef int king_of(self, int side) noexcept
    cdef int side_worth(self, int side, int target) noexcept
    cdef bint threatened(self) noexcept
    cdef int generate(self, int ply, bint captures) noexcept
    cdef int rated(self, u64 move) noexcept
    cdef int after(self, u64 move, int depth, int alpha, int beta, int ply)
    cdef int refined(self, u64 move, int depth, int alpha, int beta, int ply, int number, bint calm)
    cdef int search(self, int depth, int alpha, int beta, int ply)
    cdef int visit(self, int depth, int alpha, int beta, int ply, u64 key)
    cdef bint passing_suffices(self, int depth, int beta, int ply)
    cdef int quiet(self, int depth, int alpha, int beta, int ply)
    cdef void enter(self, u64 move, int ply) noexcept
    cdef void leave(self, int ply) noexcept
    cdef void praise(self, u64 move, int depth, int ply) noexcept

# C types of outlook.py.
from kaik.games.cerke.hands cimport HandTable
from kaik.games.cerke.kernel cimport (
    DROP, FORM_SHIFT, KAIK_SOURCE_HASH, NOWHERE,
    Position, Rules, byte, low64, lower, ones, protected_of, u64, u128, upper,
)
from kaik.games.cerke.playout cimport WORD, Game
from kaik.kit.search cimport PLIES

cdef extern from "math.h":
    double tanh(double x) noexcept nogil

cdef enum:
    # Reserves whose worth is kept, by the low bits of their key.
    SLOTS = 4096
    # Higher rates exhaust a player anyway.
    MOST_RATE = 8


cdef class Outlook:
    cdef readonly Rules rules
    cdef readonly HandTable hands
    cdef readonly Game game
    cdef readonly object weights
    cdef list saved
    cdef int season
    # The evaluation.
    cdef int pst[40][81]
    cdef int stock[20]
    cdef int shares[12]
    cdef int nominal[32]
    cdef int guard, danger, tempo, flash
    cdef double settled_spread[5]
    cdef double open_spread[5][9]
    cdef double span
    cdef bint money
    # Hash keys, and what reserves are worth by their key.
    cdef u64 zobrist[42][81]
    cdef u64 piece_key[20]
    cdef u64 side_key
    cdef u64 board_key
    cdef u64 reserve_key[2]
    cdef u64 slot_key[4096]
    cdef u64 slot_mask[4096]
    cdef int slot_worth[4096]
    # Per ply: what to restore, and where the move came to rest.
    cdef long long kept_points[48][2]
    cdef long long kept_rate[48]
    cdef u64 kept_formed[48][2]
    cdef u64 kept_board[48]
    cdef u64 kept_reserve[48][2]
    cdef long long kept_penalties[48][2]
    cdef int kept_counts[48][8]
    cdef int ended[48]

    cdef u64 node_key(self) noexcept
    cdef void hash_position(self) noexcept
    cdef int slot(self, u64 key, byte *held) noexcept
    cdef void appraise(self, int slot, u64 key, byte *held) noexcept
    cdef int potential(self, int side) noexcept
    cdef long long side_worth(self, int side) noexcept
    cdef long long outlook(self) noexcept
    cdef int shaped(self, double difference, double spread) noexcept
    cdef int final(self, int side) noexcept
    cdef int hoped(self, long long outlook) noexcept
    cdef int closed(self, int side) noexcept
    cdef int settled(self, int side) noexcept
    cdef void enter(self, int move, int end, int ply)
    cdef void keep(self, int ply) noexcept
    cdef void leave(self, int ply) noexcept
    cdef void rehash(self, int move, int end, int ply) noexcept

# C types of lister.py.
from kaik.games.cerke.hands cimport HandTable
from kaik.games.cerke.kernel cimport (
    CAST, DROP, END_SHIFT, FORM_SHIFT, KAIK_SOURCE_HASH, NOWHERE, PLAIN, STEP, TAM_CODE, VIA_SHIFT,
    Position, Rules, bit, distance, list_from, list_tam, low, lower, survey, u128, wet_entry,
)
from kaik.games.cerke.outlook cimport Outlook
from kaik.games.cerke.playout cimport WORD, Game
from kaik.kit.search cimport CAPTURE, ROOM, UNKNOWN, Order

cdef enum:
    # What is added to the prize of a capture that completes a hand.
    COMPLETES = 1 << 22
    # From this depth on calm moves of every sort are looked at, and so far down any capture is.
    CALM_PLIES = 2


cdef class Lister(Outlook):
    cdef Order order
    cdef int scratch[2048]
    cdef int prizes[20]
    cdef int near_cast[81]
    cdef int group_move[9]
    cdef int group_score[9]
    cdef bint passed

    cdef int generate(self, int depth, int ply) noexcept
    cdef int rated(self, int move, int end) noexcept
    cdef int prize(self, int piece) noexcept
    cdef void praise(self, int move, int depth, int ply) noexcept
    cdef int add_tam(self, int ply, int n) noexcept
    cdef int add_from(self, int square, int depth, int ply, int n) noexcept
    cdef int add_steady(self, int square, int listed, int depth, int ply, int n) noexcept
    cdef int add_casts(self, int square, int listed, u128 seen, int ply, int n) noexcept
    cdef int add_rays(self, int listed, int ply, int n) noexcept
    cdef int flush_rays(self, int ply, int n) noexcept
    cdef int add_drops(self, int ply, int n) noexcept
    cdef int add_threats(self, int ply, int n) noexcept
    cdef int add_threats_on(self, int target, int ply, int n) noexcept
    cdef int spare_colour(self, int kind) noexcept
    cdef bint sees(self, int row, int square, int target) noexcept
    cdef int list_captures(self, int depth, int ply) noexcept
    cdef int capture_score(self, int move, u128 seen, int depth, int last) noexcept

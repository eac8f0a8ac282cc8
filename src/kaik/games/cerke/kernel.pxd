# C types of kernel.py: the 128-bit board word, the classes' fields and the signatures of the inner functions.
# The word is aligned to 8 bytes only, so that it may lie anywhere in a Python object.

cimport cython

cdef extern from *:
    """
    #ifndef KAIK_SOURCE_HASH
    #define KAIK_SOURCE_HASH ""
    #endif
    #ifndef KAIK_BOARD_WORD
    #define KAIK_BOARD_WORD
    typedef unsigned __int128 kaik_word __attribute__((aligned(8)));
    static inline int kaik_low(kaik_word b) {
        unsigned long long lo = (unsigned long long)b;
        return lo ? __builtin_ctzll(lo) : 64 + __builtin_ctzll((unsigned long long)(b >> 64));
    }
    static inline int kaik_high(kaik_word b) {
        unsigned long long hi = (unsigned long long)(b >> 64);
        return hi ? 127 - __builtin_clzll(hi) : 63 - __builtin_clzll((unsigned long long)b);
    }
    static inline int kaik_ones(kaik_word b) {
        return __builtin_popcountll((unsigned long long)b) + __builtin_popcountll((unsigned long long)(b >> 64));
    }
    static inline int kaik_low64(unsigned long long b) { return __builtin_ctzll(b); }
    static inline int kaik_ones64(unsigned long long b) { return __builtin_popcountll(b); }
    static inline kaik_word kaik_bit(int n) { return (kaik_word)1 << n; }
    static inline kaik_word kaik_from(int n) { return ~(kaik_word)0 << n; }
    static inline kaik_word kaik_wide(unsigned long long hi, unsigned long long lo) { return (kaik_word)hi << 64 | lo; }
    static inline unsigned long long kaik_upper(kaik_word b) { return (unsigned long long)(b >> 64); }
    static inline unsigned long long kaik_lower(kaik_word b) { return (unsigned long long)b; }
    #endif
    """
    ctypedef unsigned long long u128 "kaik_word"
    ctypedef unsigned long long u64 "unsigned long long"
    ctypedef unsigned char byte "unsigned char"
    const char *KAIK_SOURCE_HASH
    int low "kaik_low"(u128 b) noexcept nogil
    int high "kaik_high"(u128 b) noexcept nogil
    int ones "kaik_ones"(u128 b) noexcept nogil
    int low64 "kaik_low64"(u64 b) noexcept nogil
    int ones64 "kaik_ones64"(u64 b) noexcept nogil
    u128 bit "kaik_bit"(int n) noexcept nogil
    u128 upwards "kaik_from"(int n) noexcept nogil
    u128 wide "kaik_wide"(u64 upper, u64 lower) noexcept nogil
    u64 upper "kaik_upper"(u128 b) noexcept nogil
    u64 lower "kaik_lower"(u128 b) noexcept nogil


cdef enum:
    PLAIN, STEP, CAST, DROP, TAM, TAM_FORMER, TAM_LATTER, TAM_SINGLE

cdef enum:
    VIA_SHIFT = 7
    END_SHIFT = 14
    HALF_SHIFT = 21
    FORM_SHIFT = 28
    NOWHERE = 127
    NO_TAM = 81
    TAM_CODE = 41
    SEGMENT = 2048


cdef class Rules:
    cdef readonly object options, tables
    cdef u128 board, water
    cdef u128 fields[82]
    cdef u128 near[81]
    cdef u128 within[81][9]
    cdef u128 rays[8][81]
    cdef u64 windows[81]
    cdef u64 rings[64]
    cdef u128 hops[40][81]
    cdef byte far[40]
    cdef unsigned int lines[40]
    cdef byte row[42]
    cdef int declaration, short_stop, return_origin, tam_single
    cdef int vessel_dry, tam_dry, origin_dry
    cdef int kut_forbidden, after_forbidden, null_forbidden


@cython.final
cdef class Position:
    cdef readonly Rules rules
    cdef byte cell[81]
    cdef byte held[2][20]
    cdef u128 owned[2]
    cdef u128 generals
    cdef readonly int side, tam, tam_moved
    # Filled by survey() for the side to move.
    cdef u128 field, occupied, landable, steppable
    cpdef Position copy(self)
    cpdef void copy_from(self, Position other) noexcept nogil
    cpdef int count(self) noexcept
    cpdef int apply(self, int move, int end) noexcept
    cpdef bint in_field(self, int square) noexcept
    cpdef int needed_cast(self, int move) noexcept
    cpdef bint water_cast_due(self, int move, int end) noexcept
    cpdef bint steps_on_tam(self, int move) noexcept nogil
    cpdef object perft(self, int depth)


cdef u128 striding(Rules rules, int directions, int square, u128 occupied) noexcept nogil
cdef u128 leaping(Rules rules, int directions, int square, u128 occupied) noexcept nogil
cdef u128 jumping(Rules rules, unsigned int lines, int square, u128 occupied) noexcept nogil
cdef u128 protected_of(Rules rules, Position position, int side) noexcept nogil
cdef void survey(Position position) noexcept nogil
cdef bint tam_may_move(Position position) noexcept nogil
cdef int count_from(Rules rules, Position position, int square) noexcept nogil
cdef int list_from(Rules rules, Position position, int square, int *out, int n) noexcept nogil
cdef int emit(int *out, int n, u128 targets, int code) noexcept nogil
cdef int count_tam(Rules rules, Position position) noexcept nogil
cdef int list_tam(Rules rules, Position position, int *out, int n) noexcept nogil
cdef int drop_kinds(Position position) noexcept nogil
cdef int list_drops(Position position, int piece, int *out, int n) noexcept nogil
cdef int count_all(Position position) noexcept nogil
cdef int fill_moves(Position position, int *out, int room) noexcept nogil
cdef u128 landing_mask(Rules rules, Position position, int move, int cast) noexcept nogil
cdef u128 ray_through(Rules rules, int start, int end) noexcept nogil
cdef int play(Position position, int move, int end) noexcept nogil
cdef void place(Position position, int square, int code) noexcept nogil
cdef void lift(Position position, int square) noexcept nogil
cdef int distance(int a, int b) noexcept nogil
cdef bint wet_entry(Rules rules, Position position, int move, int end) noexcept nogil
cdef u128 word(object value)

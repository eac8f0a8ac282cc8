"""The numbers that make up a move code (layout in kernel.py), for those who read or write one.

kernel.pxd and playout.pxd repeat them as C constants.
"""

PLAIN, STEP, CAST, DROP, TAM, TAM_FORMER, TAM_LATTER, TAM_SINGLE = range(8)

VIA_SHIFT = 7
END_SHIFT = 14
HALF_SHIFT = 21
FORM_SHIFT = 28

#: The end of a move that failed, and the via of a single tam move that steps on nothing.
NOWHERE = 127
#: The tam's square when it is not on the board (test positions only).
NO_TAM = 81
#: The cell code of the tam.
TAM_CODE = 41
#: No segment of a move list (one board piece, one kind of drop, the tam) is longer than this.
SEGMENT = 2048

#: The penalties of §10 in tenths.
KUT_TAM_TENTHS = 50
FUTILE_TENTHS = 30
#: The forms of a penalty as a set of bits, and, as numbers 0–2, the places of their counts (penalties.py).
KUT, AFTER, RETURNED = 1, 2, 4
#: The bits of each count of penalties held.
PENALTY_BITS = 16

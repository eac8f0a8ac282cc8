"""The numbers that make up a move code (layout in kernel.py), for those who read or write one.

kernel.pxd repeats them as C constants.
"""

VIA_SHIFT = 7
SECOND_SHIFT = 11
TARGET_SHIFT = 15
GONE_SHIFT = 22
JUMPS_SHIFT = 23
FURTHER_SHIFT = 28

#: No square: beyond the edge, a vessel that is not there.
NOWHERE = 127
#: Where a jump cannot go: the square beyond is taken, or it would be a sacrifice and that is not played.
BARRED = 126
#: A set has no more pieces of a side than this that can be jumped, so no chain is longer.
MOST_JUMPS = 17
#: Move codes written at a time; longer lists (chains of jumps only) are written window by window.
SEGMENT = 2048

#: Within a side a cell is 1 + kind; a changed soldier counts as a kind of its own.
VESSEL, SOLDIER, BOW, CHARIOT, BEAST, GENERAL, KING, CHANGED = range(8)

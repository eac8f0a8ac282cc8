"""The 128-bit board word where nothing is compiled: plain integers. kernel.pxd has the same as C."""

u128 = int
u64 = int
byte = int


def low(b: int) -> int:
    """The number of the lowest bit."""
    return (b & -b).bit_length() - 1


def high(b: int) -> int:
    """The number of the highest bit."""
    return b.bit_length() - 1


def ones(b: int) -> int:
    return b.bit_count()


low64, ones64 = low, ones


def bit(n: int) -> int:
    return 1 << n


def upwards(n: int) -> int:
    """Every bit from n on."""
    return -1 << n


def wide(upper: int, lower: int) -> int:
    return upper << 64 | lower


def upper(b: int) -> int:
    return b >> 64


def lower(b: int) -> int:
    return b & 0xFFFFFFFFFFFFFFFF

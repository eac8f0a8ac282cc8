"""Chance that anyone can check afterwards (`docs/fairness.md`).

Before a match its seed is committed to by a hash; every seat may add a nonce. Each chance event draws an
integer below its total weight from seed, nonces and event number alone. When the match is over the seed is
published.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import Literal, Protocol, Self

from msgspec import Struct

DOMAIN = "kaik-chance-1"
SEED_BYTES = 32
NONCE_BYTES = 16
_RANGE = 1 << 256
LARGEST = 1 << 128
"""The largest total weight drawn from; beyond it a record is not worth checking."""


class Nonce(Struct, frozen=True):
    """A seat's own contribution, or the server's in its place."""

    hex: str
    by: Literal["seat", "server"] = "server"


class Fairness(Struct, frozen=True, omit_defaults=True):
    """What a record says about its chance. `seed` is absent until the match is over."""

    commitment: str
    nonces: tuple[Nonce, ...]
    seed: str | None = None


class Chance(Protocol):
    """Where the referee's integers come from."""

    def draw(self, seq: int, total: int) -> int:
        """An integer from 0 to `total` - 1 for the event with this number."""


class Sealed:
    """Verifiable chance from a committed seed."""

    def __init__(self, seed: bytes, nonces: Sequence[Nonce]) -> None:
        self._seed = seed
        self._nonces = tuple(nonces)

    @classmethod
    def fresh(cls, seats: int, seed: int | None = None) -> Self:
        """A new seed and server nonces; with a number, always the same ones."""
        if seed is None:
            return cls(secrets.token_bytes(SEED_BYTES), [fresh_nonce() for _ in range(seats)])
        material = hashlib.sha256(f"{DOMAIN} seed {seed}".encode()).digest()
        nonces = [Nonce(hashlib.sha256(material + bytes([seat])).hexdigest()[:32]) for seat in range(seats)]
        return cls(material, nonces)

    def draw(self, seq: int, total: int) -> int:
        return draw(self._seed, self._nonces, seq, total)

    def sealed(self) -> Fairness:
        """What may be told before the end."""
        return Fairness(commitment(self._seed), self._nonces)

    def opened(self) -> Fairness:
        """What is told after it."""
        return Fairness(commitment(self._seed), self._nonces, self._seed.hex())


class Forced:
    """Chance that follows a script, for replaying what happened elsewhere."""

    def __init__(self, drawn: Iterator[int]) -> None:
        self._drawn = drawn

    def draw(self, seq: int, total: int) -> int:
        return next(self._drawn)


def fresh_nonce(by: Literal["seat", "server"] = "server") -> Nonce:
    """A nonce nobody could have foreseen."""
    return Nonce(secrets.token_hex(NONCE_BYTES), by)


def server_nonce(seed: bytes, seat: int) -> Nonce:
    """The server's nonce for a seat that gave none, fixed by the seed that was committed to."""
    digest = hmac.digest(seed, f"{DOMAIN} nonce {seat}".encode(), "sha256")
    return Nonce(digest[:NONCE_BYTES].hex(), "server")


def commitment(seed: bytes) -> str:
    """The hash published before the match."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, nonces: Sequence[Nonce], seq: int, total: int) -> int:
    """The integer below `total` that seed, nonces and event number determine, without bias."""
    limit = _RANGE - _RANGE % total
    attempt = 0
    while True:
        number = int.from_bytes(_digest(seed, nonces, seq, attempt), "big")
        if number < limit:
            return number % total
        attempt += 1


def _digest(seed: bytes, nonces: Sequence[Nonce], seq: int, attempt: int) -> bytes:
    text = "\n".join([DOMAIN, ",".join(nonce.hex for nonce in nonces), str(seq), str(attempt)])
    return hmac.digest(seed, text.encode(), "sha256")

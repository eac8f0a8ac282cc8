"""Chance that can be checked: reckoned independently here, without bias, and with a seed kept shut."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from kaik.play import fairness
from kaik.play.fairness import Forced, Nonce, Sealed, commitment, draw, fresh_nonce

SEED = bytes(range(32))
NONCES = [Nonce("00" * 16), Nonce("ff" * 16, "seat")]


def reckoned(seed: bytes, nonces: list[str], seq: int, total: int) -> int:
    """The same integer by the words of the page on fairness, not by the code."""
    attempt = 0
    while True:
        text = f"kaik-chance-1\n{','.join(nonces)}\n{seq}\n{attempt}"
        number = int(hmac.new(seed, text.encode(), hashlib.sha256).hexdigest(), 16)
        if number < 2**256 // total * total:
            return number % total
        attempt += 1


@pytest.mark.parametrize("total", [1, 2, 6, 32, 1000, 2**64 + 13, 2**255 + 1])
def test_the_integer_follows_from_seed_nonces_and_number(total: int) -> None:
    for seq in range(40):
        assert draw(SEED, NONCES, seq, total) == reckoned(SEED, ["00" * 16, "ff" * 16], seq, total)


def test_a_digest_beyond_the_last_whole_multiple_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a total just over half the range almost every second digest must be refused."""
    asked: list[int] = []
    digest = fairness._digest

    def counting(seed: bytes, nonces: list[Nonce], seq: int, attempt: int) -> bytes:
        asked.append(attempt)
        return digest(seed, nonces, seq, attempt)

    monkeypatch.setattr(fairness, "_digest", counting)
    total = 2**255 + 1
    drawn = [draw(SEED, NONCES, seq, total) for seq in range(60)]
    assert max(asked) >= 2
    assert 85 <= len(asked) <= 170
    assert all(0 <= number < total for number in drawn)


@pytest.mark.parametrize("total", [2, 3, 5, 6, 32])
def test_every_integer_comes_as_often_as_the_others(total: int) -> None:
    draws = 4000
    counts = Counter(draw(SEED, NONCES, seq, total) for seq in range(draws))
    assert set(counts) == set(range(total))
    expected = draws / total
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 2.5 * total + 10


def test_seed_nonce_and_number_each_change_the_draw() -> None:
    total = 2**64
    first = draw(SEED, NONCES, 0, total)
    assert draw(SEED, NONCES, 1, total) != first
    assert draw(bytes(32), NONCES, 0, total) != first
    assert draw(SEED, [*NONCES[:1], Nonce("fe" * 16)], 0, total) != first
    assert draw(SEED, NONCES[::-1], 0, total) != first


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_sealed_chance_tells_its_seed_only_when_opened() -> None:
    sealed = Sealed(SEED, NONCES)
    assert sealed.sealed().seed is None
    assert sealed.sealed().commitment == sealed.opened().commitment == commitment(SEED)
    assert sealed.opened().seed == SEED.hex()
    assert sealed.draw(3, 100) == draw(SEED, NONCES, 3, 100)


def test_a_numbered_seed_is_always_the_same_and_a_fresh_one_never() -> None:
    assert Sealed.fresh(2, 7).opened() == Sealed.fresh(2, 7).opened()
    assert Sealed.fresh(2, 7).opened() != Sealed.fresh(2, 8).opened()
    assert Sealed.fresh(2).opened() != Sealed.fresh(2).opened()
    assert len(Sealed.fresh(3).opened().nonces) == 3
    assert len(set(Sealed.fresh(3, 1).opened().nonces)) == 3


def test_a_nonce_says_whose_it_is() -> None:
    assert fresh_nonce("seat").by == "seat"
    assert fresh_nonce().by == "server"
    assert len(bytes.fromhex(fresh_nonce().hex)) == 16


def test_forced_chance_follows_its_script() -> None:
    forced = Forced(iter([3, 1]))
    assert [forced.draw(0, 6), forced.draw(9, 6)] == [3, 1]

"""Ledgers: integer points per seat; every payment leaves their sum unchanged."""

from __future__ import annotations

from collections.abc import Sequence

Ledger = tuple[int, ...]


def paid(ledger: Ledger, payer: int, payee: int, amount: int) -> Ledger:
    """The ledger after one seat has paid another."""
    balances = list(ledger)
    balances[payer] -= amount
    balances[payee] += amount
    return tuple(balances)


def added(ledger: Ledger, gains: Sequence[int]) -> Ledger:
    """The ledger after a settlement with these gains."""
    return tuple(balance + gain for balance, gain in zip(ledger, gains, strict=True))


def shared(pot: int, seats: int, winners: Sequence[int]) -> Ledger:
    """A pot in equal parts; odd points go to the first of the winners."""
    shares = [pot // len(winners) if seat in winners else 0 for seat in range(seats)]
    shares[winners[0]] += pot % len(winners)
    return tuple(shares)

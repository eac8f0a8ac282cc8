"""What may be laid on what in Soft Run (§9), listed whole or, where that is too much, picked card by card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

from kaik.kit import deck
from kaik.kit.deck import Card, Cards, KindPlays, KindRole

LISTED = 1000
"""Up to so many plays are listed whole."""


def goes_on(cards: Cards, role: KindRole, on: Cards, top: KindRole) -> bool:
    """Whether cards read as this role may be laid on the newest role (§9 FOLLOW)."""
    return follows(role, top) and share(cards, colours(on))


def follows(role: KindRole, top: KindRole) -> bool:
    """The same with a stronger foot, or more cards with the same foot; 0s alone follow nothing."""
    if role.kind == deck.NOTHING:
        return False
    if role.kind == top.kind:
        return role.size > top.size
    return (role.type, role.size) == (top.type, top.size) and foot_beats(role.kind, top.kind)


def foot_beats(strong: str, weak: str) -> bool:
    """Whether a foot is stronger: 1 < … < 8 < K < E, S only above E; 0s alone are below everything."""
    return weak == deck.NOTHING or deck.kind_beats(strong, weak)


@lru_cache(maxsize=1 << 14)
def colours(cards: Cards) -> str:
    """The colours among these cards."""
    return "".join(sorted(set(map(deck.colour, cards))))


def share(cards: Iterable[Card], shades: str) -> bool:
    """Whether one of the cards has one of the colours."""
    return any(deck.colour(card) in shades for card in cards)


# -- what is asked for: to lead (`top` is None) or to follow a role in these colours ------------------------


@lru_cache(maxsize=4096)
def plays(hand: Cards, top: KindRole | None, shades: str, least_run: int) -> KindPlays | None:
    """Every play, or nothing if they are too many to list."""
    if top is None:
        found = deck.soft_roles_in(hand, least_run)
    else:
        found = deck.soft_roles_in(hand, least_run, _following(top, least_run).__contains__, shades)
    some = tuple(islice(found, LISTED + 1))
    return None if len(some) > LISTED else some


@lru_cache(maxsize=1024)
def _following(top: KindRole, least_run: int) -> frozenset[KindRole]:
    """The roles that follow this one."""
    return frozenset(role for role in _every_role(len(deck.DECK), least_run) if follows(role, top))


def readings(picked: Cards, top: KindRole | None, shades: str, least_run: int) -> list[KindRole]:
    """What the picked cards may be laid as."""
    if not picked or not share(picked, shades):
        return []
    return [role for role in deck.soft_roles_of(picked, least_run) if top is None or follows(role, top)]


def pickable(hand: Cards, picked: Cards, top: KindRole | None, shades: str, least_run: int) -> list[Card]:
    """The cards that may be picked next: those with which some play can still be made."""
    rest = deck.without(hand, picked)
    roles = [role for role in _every_role(len(hand), least_run) if top is None or follows(role, top)]
    return [
        card
        for card in dict.fromkeys(rest)
        if any(can_become((*picked, card), deck.without(rest, (card,)), role, shades) for role in roles)
    ]


@lru_cache(maxsize=64)
def _every_role(most: int, least_run: int) -> tuple[KindRole, ...]:
    """Every role of up to so many cards, however unlikely."""
    sets = [
        KindRole("single" if n == 1 else "set", n, kind) for n in range(1, most + 1) for kind in deck.KINDS
    ]
    longest = min(most, len(deck.CYCLE))
    runs = [KindRole("run", n, foot) for n in range(least_run, longest + 1) for foot in deck.CYCLE]
    return (*sets, *runs)


def can_become(picked: Cards, rest: Cards, role: KindRole, shades: str) -> bool:
    """Whether the picked cards with some of the rest can be this role and have one of the colours."""
    kinds = _kinds(role)
    natural = [deck.code(card) for card in picked if deck.code(card) != deck.NOTHING]
    need = role.size - len(picked)
    if need < 0 or not kinds.issuperset(natural) or (role.type == "run" and len(set(natural)) < len(natural)):
        return False
    lacking = kinds.difference(natural) if role.type == "run" else kinds
    wild = [card for card in rest if deck.code(card) == deck.NOTHING]
    fill = [card for card in rest if deck.code(card) in lacking]
    room = len(set(map(deck.code, fill))) if role.type == "run" else len(fill)
    if need > room + len(wild):
        return False
    # Without a natural card yet, one of those still needed must be natural.
    spare = need - (not natural and role.kind != deck.NOTHING)
    if spare < 0 or (spare < need and not fill):
        return False
    return share(picked, shades) or (need > 0 and share(fill, shades)) or (spare > 0 and share(wild, shades))


def _kinds(role: KindRole) -> frozenset[str]:
    if role.type != "run":
        return frozenset(role.kind.replace(deck.NOTHING, ""))
    place = deck.CYCLE.index(role.kind)
    return frozenset((deck.CYCLE + deck.CYCLE)[place : place + role.size])

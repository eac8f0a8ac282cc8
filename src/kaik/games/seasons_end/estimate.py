"""How promising a hand of Season's End looks, for the simplest computer players."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from kaik.games.seasons_end.groups import shape
from kaik.games.seasons_end.rules import gains_of, resolved, scored
from kaik.games.seasons_end.state import Full, Pass, Win
from kaik.kit.deck import DECK, NUMBER, SHIP, STRENGTH, Card, Cards, with_cards, without
from kaik.kit.ledger import added

COPIES = {card: DECK.count(card) for card in DECK}


def estimate(state: Full) -> tuple[float, ...]:
    """Points so far, what a finish just made will bring, or how near each hand is to one."""
    if state.table.settled:
        return state.table.totals
    if state.phase == "claim":
        return estimate(_expected_claims(state))
    points = added(state.table.totals, state.moved)
    if state.finish is not None:
        shown = replace(state.finish, score=scored(state.options, state.finish, state.lights))
        return added(points, gains_of(state.options, state.table, shown))
    hopes = map(promise, state.hands, state.exposed)
    return tuple(had + hope for had, hope in zip(points, hopes, strict=True))


def _expected_claims(state: Full) -> Full:
    """Whoever has not answered finishes if possible, and otherwise passes."""
    discarder, card = state.discards[-1]
    claims = list(state.claims)
    for seat, claim in enumerate(claims):
        if claim is None and seat != discarder:
            able = shape(with_cards(state.hands[seat], card), state.exposed[seat]) is not None
            claims[seat] = Win() if able else Pass()
    return resolved(replace(state, claims=tuple(claims)))


@lru_cache(maxsize=1 << 16)
def promise(concealed: Cards, exposed: Cards) -> float:
    """About what these cards are worth before they are finished; of six cards the best five count."""
    if len(concealed) + len(exposed) > 5:
        return max(promise(without(concealed, (card,)), exposed) for card in set(concealed))
    outs = sum(
        copies - (concealed + exposed).count(card)
        for card, copies in COPIES.items()
        if shape(with_cards(concealed, card), exposed) is not None
    )
    if outs > 0:
        return 0.7 + 0.04 * min(outs, 20)
    return 0.05 * len(exposed) + 0.05 * sum(_fit(one, other) for one, other in combinations(concealed, 2))


def _fit(one: Card, other: Card) -> float:
    """How well two cards go together."""
    if SHIP in (one[-1], other[-1]):
        return 1.2
    if STRENGTH[one[-1]] == STRENGTH[other[-1]]:
        return 1.0
    if one[0] != other[0] or one[-1] not in NUMBER or other[-1] not in NUMBER:
        return 0.0
    return {1: 0.6, 2: 0.4}.get(abs(NUMBER[one[-1]] - NUMBER[other[-1]]), 0.0)

"""How promising a hand of Season's End looks, and what a player would do with it at a glance.

The figures are what hands brought their players in some thousands of seasons between two (twice the gain over
the other, since what one gains the other loses).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kaik.games.seasons_end.groups import calls, fours, shape
from kaik.games.seasons_end.rules import gains_of, resolved, scored
from kaik.games.seasons_end.state import Action, Answer, Call, Claim, Discard, Finish, Four, Full, Pass, Win
from kaik.games.seasons_end.waits import outlook, outs
from kaik.kit.deck import Card, Cards, ordered, with_cards, without
from kaik.kit.ledger import added

READY, EACH_OUT = 7.0, 0.45
"""A hand that one card finishes, and more for every card that does."""
OPEN_READY, OPEN_EACH_OUT = 3.5, 0.9
"""The same with an exposed group, which earns less and waits for fewer."""
HOPE = 1.4
"""For every card that will finish the hand after one more draw, on average."""
MOST = 16
NEXT = 2.0
"""To draw next."""


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
    hopes = [promise(*held) for held in zip(state.hands, state.exposed, strict=True)]
    hopes[_next_to_draw(state)] += NEXT
    usual = sum(hopes) / len(hopes)
    return tuple(had + hope - usual for had, hope in zip(points, hopes, strict=True))


def _next_to_draw(state: Full) -> int:
    if state.phase == "draw":
        return state.turn
    thrower = state.turn if state.taken is None else state.taken.seat
    return (thrower + 1) % state.seats


def _expected_claims(state: Full) -> Full:
    """Whoever has not answered finishes if possible, and otherwise passes."""
    discarder, card = state.discards[-1]
    claims = list(state.claims)
    for seat, claim in enumerate(claims):
        if claim is None and seat != discarder:
            able = shape(with_cards(state.hands[seat], card), state.exposed[seat]) is not None
            claims[seat] = Win() if able else Pass()
    return resolved(replace(state, claims=tuple(claims)))


def promise(concealed: Cards, exposed: Cards) -> float:
    """What these cards are worth before they are finished; of six cards the best five count."""
    if len(concealed) + len(exposed) > 5:
        return max(promise(without(concealed, (card,)), exposed) for card in set(concealed))
    if len(concealed) + len(exposed) < 5:
        return 0.0
    finishing = min(MOST, outs(concealed, exposed))
    if not finishing:
        return HOPE * outlook(concealed, exposed)
    return OPEN_READY + OPEN_EACH_OUT * finishing if exposed else READY + EACH_OUT * finishing


# -- at a glance -----------------------------------------------------------------------------------


def glance(state: Full, seat: int) -> Action:
    """What a player does who looks at nothing but the own cards and the one just thrown."""
    if state.phase == "claim":
        return Claim(_answer(state, seat))
    hand, exposed = state.hands[seat], state.exposed[seat]
    if state.drawn and shape(hand, exposed) is not None:
        return Finish()
    return max(_turns(state, hand, exposed), key=lambda choice: choice[1])[0]


def _turns(state: Full, hand: Cards, exposed: Cards) -> Iterator[tuple[Action, float]]:
    for card in dict.fromkeys(hand):
        yield Discard(card), promise(without(hand, (card,)), exposed)
    if state.options.tax_four_on_turn:
        for use in fours(hand, exposed):
            yield Four(use), state.seats + promise(without(hand, use), ordered((*exposed, *use)))


def _answer(state: Full, seat: int) -> Answer:
    """Finish, or call where the group is worth the fee and the draw given up."""
    card = state.discards[-1][1]
    hand, exposed = state.hands[seat], state.exposed[seat]
    if shape(with_cards(hand, card), exposed) is not None:
        return Win()
    return max(_answers(state, seat, hand, exposed, card), key=lambda choice: choice[1])[0]


def _answers(
    state: Full, seat: int, hand: Cards, exposed: Cards, card: Card
) -> Iterator[tuple[Answer, float]]:
    nearest = (state.discards[-1][0] + 1) % state.seats
    yield Pass(), promise(hand, exposed) + (NEXT if seat == nearest else 0.0)
    if state.options.tax_callers == "next_only" and seat != nearest:
        return
    for use in calls(hand, card, exposed, state.options.tax_call_upgrade):
        group = ordered((card, *use)) if use else with_cards(exposed, card)
        four = state.seats if len(group) == 4 else 0
        yield Call(use), promise(without(hand, use), group) - 2 + four

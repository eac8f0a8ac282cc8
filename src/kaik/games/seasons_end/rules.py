"""How a season of Season's End runs: deal, turns, claims, payments (`docs/rules/seasons_end.md` §3)."""

from __future__ import annotations

from msgspec.structs import replace

from kaik.games.seasons_end.groups import calls, fours, shape
from kaik.games.seasons_end.state import (
    Action,
    Answer,
    Call,
    Claim,
    Discard,
    Finish,
    Finished,
    Four,
    Full,
    Outcome,
    Pass,
    Score,
    SeasonsEndOptions,
    Seen,
    State,
    Taken,
    Win,
)
from kaik.kit.deck import (
    DECK,
    STRENGTH,
    Card,
    Cards,
    Lot,
    for_all,
    for_seat,
    next_dealt,
    ordered,
    put,
    with_cards,
    without,
)
from kaik.kit.ledger import Ledger, added, paid
from kaik.kit.opening import in_turn
from kaik.kit.seasons import Table, is_over, multiplier, next_season, parents, settled

HAND = 5
FIRST_ROUND = 3
"""End points for finishing in the first round."""


def fresh(options: SeasonsEndOptions, table: Table, last: Finished | None = None) -> Full:
    """A season before its deal."""
    seats = table.seats
    none: tuple[Cards, ...] = ((),) * seats
    return State(options, table, DECK, none, (None,) * seats, none, (0,) * seats, last=last)


def current(state: Full) -> Full:
    """The state as the next event finds it: a settled season gives way to the next one."""
    if not state.table.settled or is_over(state.options, state.table):
        return state
    return fresh(state.options, next_season(state.options, state.table), state.finish)


# -- chance ----------------------------------------------------------------------------------------


def chances(state: Full) -> Lot[Outcome]:
    """What may fall now."""
    match state.phase:
        case "deal" if state.table.parent is None:
            return parents(state.table)
        case "deal" if (seat := receiver(state)) is not None:
            return for_seat(state.deck, seat)
        case "draw":
            return for_seat(state.deck, state.turn)
        case "taken":
            assert state.taken is not None
            return Lot((state.taken,), {state.taken: state.taken})
        case _:
            return for_all(state.deck)


def receiver(state: Full) -> int | None:
    """Who gets the next card of the deal, from the parent on; nobody when all have their five."""
    assert state.table.parent is not None
    return next_dealt(state.hands, HAND, in_turn(state.table.parent, state.seats))


def drew(state: Full, seat: int, card: Card) -> Full:
    """A card of the deal, or the card that begins a turn."""
    dealing = state.phase == "deal"
    hands = put(state.hands, seat, with_cards(state.hands[seat], card))
    state = replace(state, deck=without(state.deck, (card,)), hands=hands)
    if not dealing:
        return replace(state, phase="turn", drawn=True, turns=state.turns + 1)
    return state if receiver(state) is not None or state.options.tax_light == "on" else _opened(state)


def turned_up(state: Full, card: Card) -> Full:
    """A light: the first one ends the deal, the last one settles the season."""
    state = replace(state, deck=without(state.deck, (card,)), lights=(*state.lights, card))
    return _settled(state) if state.phase == "final" else _opened(state)


def _opened(state: Full) -> Full:
    assert state.table.parent is not None
    return replace(state, phase="draw", turn=state.table.parent)


# -- turns -----------------------------------------------------------------------------------------


def turn_actions(state: Full, seat: int) -> list[Action]:
    """What the player at turn may do."""
    hand, exposed = state.hands[seat], state.exposed[seat]
    found: list[Action] = [Discard(card) for card in dict.fromkeys(hand)]
    if state.drawn and shape(hand, exposed) is not None:
        found.append(Finish())
    if state.options.tax_four_on_turn:
        found += (Four(use) for use in fours(hand, exposed))
    return found


def discarded(state: Full, seat: int, card: Card) -> Full:
    """The card lies open, and all others answer at once."""
    hands = put(state.hands, seat, without(state.hands[seat], (card,)))
    return replace(state, hands=hands, discards=(*state.discards, (seat, card)), phase="claim")


def exposed_four(state: Full, seat: int, use: Cards) -> Full:
    """Four friends: at once a point from everybody."""
    exposed = ordered((*state.exposed[seat], *use)) if len(use) == 1 else use
    return replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], use)),
        exposed=put(state.exposed, seat, exposed),
        moved=from_all(state.moved, seat, 1),
    )


# -- claims ----------------------------------------------------------------------------------------


def answers(state: Full, seat: int) -> list[Answer]:
    """What a seat may answer to the card just thrown: it may always pass."""
    discarder, card = state.discards[-1]
    hand, exposed = state.hands[seat], state.exposed[seat]
    found: list[Answer] = [Pass()]
    if shape(with_cards(hand, card), exposed) is not None:
        found.append(Win())
    if state.options.tax_callers == "any" or seat == (discarder + 1) % state.seats:
        found += (Call(use) for use in calls(hand, card, exposed, state.options.tax_call_upgrade))
    return found


def waiting(state: Seen) -> tuple[int, ...]:
    """The seats that have not answered yet."""
    discarder = state.discards[-1][0]
    return tuple(seat for seat, claim in enumerate(state.claims) if claim is None and seat != discarder)


def answered(state: Full, seat: int, answer: Answer) -> Full:
    """One more answer; the last one decides who gets the card."""
    state = replace(state, claims=put(state.claims, seat, answer))
    return state if waiting(state) else resolved(state)


def resolved(state: Full) -> Full:
    """The claim that comes first is carried out; without one the next player draws, if there is a card."""
    taken = _first_claim(state)
    state = replace(state, claims=(None,) * state.seats)
    if taken is not None:
        return _won(state, taken) if isinstance(taken.answer, Win) else _called(state, taken, taken.answer)
    if not state.deck:
        return replace(state, table=settled(state.table, (), state.moved))
    return replace(state, phase="draw", turn=(state.discards[-1][0] + 1) % state.seats)


def _first_claim(state: Full) -> Taken | None:
    """A finish before a call, and within each the nearest after the discarder."""
    claims = [
        Taken(seat, claim)
        for seat in in_turn(state.discards[-1][0], state.seats)[1:]
        if isinstance(claim := state.claims[seat], (Win, Call))
    ]
    if state.options.tax_claim_priority == "finish_then_order":
        claims.sort(key=lambda taken: isinstance(taken.answer, Call))
    return claims[0] if claims else None


def _won(state: Full, taken: Taken) -> Full:
    discarder, card = state.discards[-1]
    state = replace(state, discards=state.discards[:-1], phase="taken", taken=taken)
    return _shown(state, taken.seat, discarder, with_cards(state.hands[taken.seat], card))


def _called(state: Full, taken: Taken, call: Call) -> Full:
    """The caller exposes the group and pays the discarder one point; a set of four pays at once."""
    discarder, card = state.discards[-1]
    seat, use = taken.seat, call.use
    group = ordered((card, *use)) if use else with_cards(state.exposed[seat], card)
    moved = paid(state.moved, seat, discarder, 1)
    return replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], use)),
        exposed=put(state.exposed, seat, group),
        moved=from_all(moved, seat, 1) if len(group) == 4 else moved,
        discards=state.discards[:-1],
        phase="taken",
        taken=taken,
    )


def announced(state: Full, taken: Taken) -> Full:
    """All know whose claim came first: a caller goes on to discard, a finished hand is counted."""
    state = replace(state, taken=None)
    if isinstance(taken.answer, Win):
        return _counted(state)
    return replace(state, phase="turn", turn=taken.seat, drawn=False, turns=state.turns + 1)


# -- the end of a season ---------------------------------------------------------------------------


def finished(state: Full, seat: int) -> Full:
    """A finish with the card drawn."""
    return _counted(_shown(state, seat, None, state.hands[seat]))


def _shown(state: Full, seat: int, discarder: int | None, hand: Cards) -> Full:
    """The whole hand is shown."""
    shown = Finished(seat, discarder, hand, state.exposed[seat], state.turns <= state.seats)
    return replace(state, hands=put(state.hands, seat, ()), finish=shown)


def _counted(state: Full) -> Full:
    """One more light is turned up, if there is one; then the points move."""
    if state.options.tax_light == "on" and state.deck:
        return replace(state, phase="final")
    return _settled(state)


def _settled(state: Full) -> Full:
    assert state.finish is not None
    shown = replace(state.finish, score=scored(state.options, state.finish, state.lights))
    gains = added(state.moved, gains_of(state.options, state.table, shown))
    return replace(state, finish=shown, table=settled(state.table, (shown.seat,), gains))


def scored(options: SeasonsEndOptions, shown: Finished, lights: Cards) -> Score:
    """What a shown hand is worth (§3): ships count for end points, never for bonus points."""
    made = shape(shown.hand, shown.exposed)
    assert made is not None
    cards = (*shown.hand, *shown.exposed)
    return Score(
        one_colour=int(len({card[0] for card in cards}) == 1),
        six_run=int(made.six_run),
        first_round=FIRST_ROUND * shown.first_round,
        royals=sum(card[-1] in "KE" for card in cards),
        lights=sum(_matches(options, card, light) for card in cards for light in lights),
        fours=made.fours,
        fours_unpaid=made.fours - (len(shown.exposed) == 4) if options.tax_four_at_finish else 0,
    )


def _matches(options: SeasonsEndOptions, card: Card, light: Card) -> bool:
    if card[-1] == "S":
        return False
    match options.tax_light_match:
        case "kind_any_colour":
            return card[-1] == light[-1]
        case "kind_and_colour":
            return card == light
        case "strength":
            return STRENGTH[card[-1]] == STRENGTH[light[-1]]


def gains_of(options: SeasonsEndOptions, table: Table, shown: Finished) -> Ledger:
    """What each seat gains by a finish, a set of four shown with it included."""
    assert shown.score is not None
    ledger = from_all((0,) * table.seats, shown.seat, shown.score.fours_unpaid)
    payers = range(table.seats) if shown.discarder is None else (shown.discarder,)
    for payer in payers:
        times = multiplier(options, table, shown.seat, payer)
        ledger = paid(ledger, payer, shown.seat, shown.score.end * times + shown.score.bonus)
    return ledger


def from_all(ledger: Ledger, payee: int, amount: int) -> Ledger:
    """Everybody pays one seat; what it pays itself makes no difference."""
    for payer in range(len(ledger)):
        ledger = paid(ledger, payer, payee, amount)
    return ledger


def claims_of(state: Full, seat: int) -> list[Action]:
    """The answers as actions."""
    return [Claim(answer) for answer in answers(state, seat)]

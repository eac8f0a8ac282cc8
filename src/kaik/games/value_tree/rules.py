"""How a season of Value Tree runs: sums on ends, new paths, going out (`docs/rules/value_tree.md` §6)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from kaik.games.value_tree.state import (
    Action,
    Full,
    Lay,
    LayFree,
    Merge,
    NewPath,
    Outcome,
    Special,
    State,
    ValueTreeOptions,
)
from kaik.kit.deck import (
    COLOURLESS,
    NUMBER,
    Card,
    Cards,
    Lot,
    for_all,
    for_seat,
    next_dealt,
    put,
    with_cards,
    without,
)
from kaik.kit.ledger import Ledger, shared
from kaik.kit.opening import in_turn
from kaik.kit.seasons import Table, is_over, next_season, parents, settled, stake

HAND = 6
PATHS = 2
HIGHEST = 8


def fresh(options: ValueTreeOptions, table: Table) -> Full:
    """A season before its deal."""
    return State(options, table, COLOURLESS, ((),) * table.seats)


def current(state: Full) -> Full:
    """The state as the next event finds it: a settled season gives way to the next one."""
    if not state.table.settled or is_over(state.options, state.table):
        return state
    return fresh(state.options, next_season(state.options, state.table))


# -- chance ------------------------------------------------------------------------------------------


def chances(state: Full) -> Lot[Outcome]:
    """What may fall now."""
    if state.table.parent is None:
        return parents(state.table)
    seat = receiver(state) if state.phase == "deal" else None
    return for_all(state.deck or state.remade) if seat is None else for_seat(state.deck, seat)


def receiver(state: Full) -> int | None:
    """Who gets the next card of the deal, from the parent on; nobody when all have their six."""
    assert state.table.parent is not None
    return next_dealt(state.hands, HAND, in_turn(state.table.parent, state.seats))


def drew(state: Full, seat: int, card: Card) -> Full:
    """A card of the deal."""
    hands = put(state.hands, seat, with_cards(state.hands[seat], card))
    return replace(state, deck=without(state.deck, (card,)), hands=hands)


def turned_up(state: Full, card: Card) -> Full:
    """A new path; after the last one due the play goes on."""
    if state.deck:
        state = replace(state, deck=without(state.deck, (card,)))
    else:
        state = replace(state, remade=without(state.remade, (card,)))
    state = replace(state, ends=with_cards(state.ends, card))
    if state.phase == "deal":
        return _opened(state) if len(state.ends) == PATHS else state
    return _due(state, state.due - 1)


def _opened(state: Full) -> Full:
    assert state.table.parent is not None
    return replace(state, phase="turn", turn=state.table.parent)


def _due(state: Full, due: int) -> Full:
    """So many cards are to be turned up, or as many as there are; a used-up deck is made anew when needed."""
    if due and not state.deck and not state.remade and state.options.hop_deck_empty == "recycle":
        state = replace(state, remade=state.covered, covered=())
    if due and (state.deck or state.remade):
        return replace(state, phase="paths", due=due)
    return _after(replace(state, phase="turn", due=0))


def _after(state: Full) -> Full:
    """The turn is over: an empty hand has won, otherwise the next player goes on."""
    if not state.hands[state.turn]:
        return _won(state, state.turn)
    return replace(state, turn=(state.turn + 1) % state.seats)


# -- playing -----------------------------------------------------------------------------------------


def plays(state: Full, seat: int) -> list[Action]:
    """All that a player may do; the new path comes last."""
    hand, ends = state.hands[seat], state.ends
    numbers = tuple([card for card in hand if card in NUMBER])
    free = has_free(ends)
    found: list[Action] = []
    for end in dict.fromkeys(ends):
        found += _lays(state.options.hop_end, numbers, end)
    if free:
        found += map(LayFree, dict.fromkeys(numbers))
    found += [merge for merge in _merges(ends) if merge.card in hand]
    if len(numbers) < len(hand) and (free or state.options.hop_special_on_path == "anywhere"):
        found += [Special(card) for card in dict.fromkeys(hand) if card not in NUMBER]
    found.append(NewPath())
    return found


def has_free(ends: Cards) -> bool:
    """Whether a ship, king or emperor lies open."""
    return any(card not in NUMBER for card in ends)


@lru_cache(maxsize=1 << 16)
def _lays(hop_end: str, numbers: Cards, end: Card) -> tuple[Lay, ...]:
    """Every sum that may be laid on this end."""
    choices = sums(numbers).get(NUMBER.get(end, -1), ())
    if hop_end == "last":
        return tuple(Lay(end, cards, top) for cards in choices for top in dict.fromkeys(cards))
    return tuple(Lay(end, cards) for cards in choices)


@lru_cache(maxsize=1 << 14)
def sums(numbers: Cards) -> dict[int, tuple[Cards, ...]]:
    """The different choices of number cards by their sum."""
    found: dict[int, dict[Cards, None]] = {}
    for size in range(1, len(numbers) + 1):
        for cards in combinations(numbers, size):
            if (total := sum(map(int, cards))) <= HIGHEST:
                found.setdefault(total, {})[cards] = None
    return {total: tuple(choices) for total, choices in found.items()}


@lru_cache(maxsize=1 << 14)
def _merges(ends: Cards) -> tuple[Merge, ...]:
    """Two number ends and the card that joins them."""
    pairs = dict.fromkeys(combinations([end for end in ends if end in NUMBER], 2))
    return tuple(Merge((a, b), str(int(a) + int(b))) for a, b in pairs if int(a) + int(b) <= HIGHEST)


def laid(state: Full, seat: int, play: Lay | LayFree | Merge) -> Full:
    """Cards leave the hand for the table, where some are ends and all others covered."""
    cards, under, ends = change(state.options, state.ends, play)
    table = with_cards(without(state.ends, under), *ends)
    covered = without(with_cards(state.covered, *under, *cards), ends)
    hands = put(state.hands, seat, without(state.hands[seat], cards))
    return _after(replace(state, hands=hands, ends=table, covered=covered, passes=0))


def change(options: ValueTreeOptions, ends: Cards, play: Lay | LayFree | Merge) -> tuple[Cards, Cards, Cards]:
    """The cards that are laid, the ends they cover, and the ends there are instead."""
    match play:
        case Lay(end, cards):
            return cards, (end,), _ends_left(options, play)
        case LayFree(card):
            return (card,), (next(end for end in ends if end not in NUMBER),), (card,)
        case Merge(joined, card):
            return (card,), joined, (card,)


def _ends_left(options: ValueTreeOptions, lay: Lay) -> Cards:
    """The cards laid are the new ends (`split`), or one is (`last`), or the end keeps its value (`sum`)."""
    match options.hop_end:
        case "split":
            return lay.cards
        case "last":
            assert lay.top is not None
            return (lay.top,)
        case "sum":
            return (lay.end,)


def swept(state: Full, seat: int, card: Card) -> Full:
    """All paths vanish, the special card too; two new ones begin."""
    hands = put(state.hands, seat, without(state.hands[seat], (card,)))
    covered = with_cards(state.covered, *state.ends, card)
    return _due(replace(state, hands=hands, ends=(), covered=covered, passes=0), PATHS)


def opened_path(state: Full) -> Full:
    """A card of the deck becomes a path; with no card left anywhere it is a pass."""
    after = _due(state, 1)
    if after.phase == "paths":
        return replace(after, passes=0)
    after = replace(after, passes=state.passes + 1)
    return _stalled(after) if after.passes == state.seats else after


# -- the end of a season -----------------------------------------------------------------------------


def _won(state: Full, winner: int) -> Full:
    gains = stake(state.options, winner, [len(hand) for hand in state.hands])
    return replace(state, table=settled(state.table, (winner,), gains))


def _stalled(state: Full) -> Full:
    """Nobody can go on: the fewest cards win, equal ones share, or the season is drawn."""
    if state.options.hop_stall == "draw":
        return replace(state, table=settled(state.table, (), (0,) * state.seats))
    return replace(state, table=settled(state.table, *_fewest(state)))


def _fewest(state: Full) -> tuple[list[int], Ledger]:
    """The seats with the fewest cards, and what each seat gains: the others pay, the sharers split it."""
    assert state.table.parent is not None
    sizes = [len(hand) for hand in state.hands]
    winners = [seat for seat in in_turn(state.table.parent, state.seats) if sizes[seat] == min(sizes)]
    due = [
        0 if seat in winners else size if state.options.win_stake == "cards_left" else 1
        for seat, size in enumerate(sizes)
    ]
    shares = shared(sum(due), state.seats, winners)
    return winners, tuple(share - cost for share, cost in zip(shares, due, strict=True))

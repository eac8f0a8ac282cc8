"""The 48 cards of the paper games (紙机戦) and what they make together (`docs/rules/walking_war.md` §1).

A card is written colour + code, `b5` the black horse, `rE` the red emperor; where a game ignores colour, the
code alone. Copies of one card are the same card. Any number of cards, a deck too, is a sorted tuple: nothing
is ever shuffled, each draw is an event of chance with the copies left as weights.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar, get_args

from msgspec import Struct

from kaik.core.secrets import OWNER, Unseen

Card: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]
"""Cards in the order of `ORDER`."""

KINDS = "S012345678KE"
"""The codes from weak to strong; K and E are equal."""

COPIES = dict(zip(KINDS, (1, 3, 4, 2, 2, 2, 2, 2, 2, 2, 1, 1), strict=True))
"""Copies of each kind in one colour."""

COLOURS = "br"
SHIP = "S"
NOTHING = "0"
GENERAL = "8"
KING_EMPEROR = 9
"""The strength of K and E."""

HIGHEST = 8
"""The highest number."""

STRENGTH = {code: min(place, 10) - 1 for place, code in enumerate(KINDS)}
NUMBER = {code: int(code) for code in "012345678"}

ORDER = {card: place for place, card in enumerate([a + b for b, a in product(KINDS, COLOURS)] + list(KINDS))}
"""The order in which cards are kept: by kind, black before red."""

DECK: Cards = tuple(colour + code for code in KINDS for colour in COLOURS for _ in range(COPIES[code]))
"""The whole deck."""

COLOURLESS: Cards = tuple(code for code in KINDS for _ in range(2 * COPIES[code]))
"""The whole deck of a game that ignores colour."""

RoleType: TypeAlias = Literal["single", "set", "run", "runset"]
ROLE_TYPES: tuple[RoleType, ...] = get_args(RoleType)

T = TypeVar("T")
E_co = TypeVar("E_co", covariant=True)
C_co = TypeVar("C_co", covariant=True)
"""What stands where a card may be hidden: `Card` in a state, `Card | Unseen` in a view."""


class Draw(Struct, Generic[C_co], frozen=True, tag="draw", cache_hash=True):
    """Chance: a seat draws a card that only it sees."""

    seat: int
    card: Annotated[C_co, OWNER]


class TurnUp(Struct, frozen=True, tag="turn_up", cache_hash=True):
    """Chance: a card of the deck is turned up for all to see."""

    card: Card


class Lot(Struct, Generic[E_co], frozen=True):
    """Things of which chance draws one, each there as often as it has copies, and what drawing it means."""

    things: Sequence[Any]
    meaning: Mapping[Any, E_co]

    def weights(self) -> list[tuple[E_co, int]]:
        """Everything that may be drawn, weighted by its copies."""
        return [(self.meaning[thing], copies) for thing, copies in Tally(self.things).items()]

    def drawn(self, rng: Random) -> E_co:
        """One of them at random."""
        return self.meaning[self.things[rng.randrange(len(self.things))]]


def for_seat(deck: Cards, seat: int) -> Lot[Draw[Card]]:
    """A card to be drawn by a seat."""
    return Lot(deck, _drawn_by(seat))


def for_all(deck: Cards) -> Lot[TurnUp]:
    """A card to be turned up."""
    return Lot(deck, _TURNED_UP)


@cache
def _drawn_by(seat: int) -> Mapping[Card, Draw[Card]]:
    return {card: Draw(seat, card) for card in ORDER}


_TURNED_UP = {card: TurnUp(card) for card in ORDER}


# -- one card --------------------------------------------------------------------------------------


def code(card: Card) -> str:
    """The kind of a card."""
    return card[-1]


def colour(card: Card) -> str:
    """`b`, `r`, or nothing where colour is ignored."""
    return card[:-1]


def strength(card: Card) -> int:
    """S -1, the numbers as they are, K and E 9."""
    return STRENGTH[card[-1]]


def number(card: Card) -> int | None:
    """The number on the card; S, K and E have none."""
    return NUMBER.get(card[-1])


# -- several cards ---------------------------------------------------------------------------------


def ordered(cards: Iterable[Card]) -> Cards:
    """The cards as they are kept."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def with_cards(cards: Cards, *more: Card) -> Cards:
    """These cards and more."""
    if len(more) != 1:
        return ordered((*cards, *more))
    place = bisect(cards, ORDER[more[0]], key=ORDER.__getitem__)
    return (*cards[:place], *more, *cards[place:])


def without(cards: Cards, gone: Iterable[Card]) -> Cards:
    """These cards less others, all of which must be among them."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def counted(cards: Iterable[Card]) -> list[tuple[Card, int]]:
    """Each different card and its copies, in order."""
    tally = Tally(cards)
    return [(card, tally[card]) for card in sorted(tally, key=ORDER.__getitem__)]


def draws(deck: Cards, seat: int) -> list[tuple[Draw[Card], int]]:
    """What a seat may draw, weighted by the copies left."""
    return for_seat(deck, seat).weights()


def turn_ups(deck: Cards) -> list[tuple[TurnUp, int]]:
    """What may be turned up, weighted by the copies left."""
    return for_all(deck).weights()


def selections(cards: Sequence[Card], size: int) -> list[Cards]:
    """Every different selection of so many cards; equal cards make no difference."""
    made: list[Cards] = [()]
    tally = counted(cards)
    for place, (card, copies) in enumerate(tally):
        rest = sum(n for _, n in tally[place + 1 :])
        made = [
            (*some, *(card,) * often)
            for some in made
            for often in range(min(copies, size - len(some)), -1, -1)
            if len(some) + often + rest >= size
        ]
    return made


def shortest(hands: Sequence[Sequence[object]]) -> int:
    """Who is dealt the next card: the shortest hand, the first of equals."""
    sizes = [*map(len, hands)]
    return sizes.index(min(sizes))


def next_dealt(hands: Sequence[Sequence[object]], size: int, order: Sequence[int]) -> int | None:
    """Who gets the next card of a deal in this order; nobody when all have so many cards."""
    sizes = [len(hands[seat]) for seat in order]
    least = min(sizes)
    return order[sizes.index(least)] if least < size else None


def put(groups: tuple[T, ...], seat: int, group: T) -> tuple[T, ...]:
    """The groups with another one for this seat."""
    return (*groups[:seat], group, *groups[seat + 1 :])


def seen(cards: Iterable[Card | Unseen]) -> list[Card]:
    """The cards of a view that are not hidden."""
    return [card for card in cards if isinstance(card, str)]


def dealt_out(unknown: Cards, sizes: Sequence[int], rng: Random) -> list[Cards]:
    """The unknown cards shuffled into groups of these sizes: one way things may lie that nobody has seen."""
    cards = list(unknown)
    rng.shuffle(cards)
    groups = []
    for size in sizes:
        groups.append(ordered(cards[:size]))
        del cards[:size]
    return groups


# -- roles: sets and runs with ships (§1.2) ------------------------------------------------------------


class Role(Struct, frozen=True, cache_hash=True):
    """What some cards are. `strength` of a run is its top number."""

    type: RoleType
    size: int
    strength: int
    copies: int = 1
    """Of a run of sets: how many of each number."""

    def same(self, other: Role) -> bool:
        """Whether both are the same role: type and number of cards."""
        return (self.type, self.size, self.copies) == (other.type, other.size, other.copies)

    def beats(self, other: Role) -> bool:
        """Whether this is the same role and stronger; equal is not stronger."""
        return self.same(other) and self.strength > other.strength


Plays: TypeAlias = tuple[tuple[Cards, Role], ...]


def set_strength(cards: Sequence[Card]) -> int | None:
    """The strength of these cards as a set, or `None`: equal strengths, a ship counting as any of them."""
    if len(cards) < 2:
        return None
    natural = {STRENGTH[card[-1]] for card in cards if card[-1] != SHIP}
    if len(natural) > 1:
        return None
    return natural.pop() if natural else STRENGTH[SHIP]


def run_tops(cards: Sequence[Card], *, one_colour: bool = True, copies: int = 1, least: int = 3) -> range:
    """The top numbers these cards may have as a run, lowest first; empty if they are none.

    A ship stands for a missing number, inside or at either end; a run's strength is its highest top. With
    `copies`, every number is there so often: a run of sets. `least` is how many numbers it needs.
    """
    ranks, rest = divmod(len(cards), copies)
    natural = Tally(card[-1] for card in cards if card[-1] != SHIP)
    if (
        rest
        or ranks < least
        or not natural
        or max(natural.values()) > copies
        or not natural.keys() <= NUMBER.keys()
    ):
        return range(0)
    if one_colour and len({card[:-1] for card in cards}) > 1:
        return range(0)
    lowest, highest = int(min(natural)), int(max(natural))
    return range(max(highest, ranks - 1), min(lowest + ranks - 1, HIGHEST) + 1)


def roles_of(cards: Sequence[Card]) -> tuple[Role, ...]:
    """What exactly these cards are, all taken together."""
    return (*_singles_and_sets(cards), *_runs_of(cards, one_colour=True))


def linked_roles_of(cards: Sequence[Card], least_ranks: int = 3) -> tuple[Role, ...]:
    """The same where colour is ignored and runs of sets count; some cards are a set and a run."""
    size = len(cards)
    found = [*_singles_and_sets(cards), *_runs_of(cards, one_colour=False)]
    for copies in range(2, size):
        tops = run_tops(cards, one_colour=False, copies=copies, least=least_ranks)
        found += [Role("runset", size, tops[-1], copies)] if tops else []
    return tuple(found)


def _singles_and_sets(cards: Sequence[Card]) -> tuple[Role, ...]:
    if len(cards) == 1:
        return (Role("single", 1, strength(cards[0])),)
    worth = set_strength(cards)
    return () if worth is None else (Role("set", len(cards), worth),)


def _runs_of(cards: Sequence[Card], one_colour: bool) -> tuple[Role, ...]:
    tops = run_tops(cards, one_colour=one_colour)
    return (Role("run", len(cards), tops[-1]),) if tops else ()


# -- every role in a hand -----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def roles_in(hand: Cards) -> Plays:
    """Every role these cards hold, weaker before stronger of the same."""
    runs: dict[Cards, Role] = {}
    for shade in COLOURS:
        _add_runs(runs, hand, shade, 1, 3)
    return _in_order((*_simple_plays(hand), *runs.items()))


@lru_cache(maxsize=4096)
def linked_roles_in(hand: Cards, least_ranks: int = 3) -> Plays:
    """Every role these cards without colour hold, runs of sets too."""
    runs: dict[Cards, Role] = {}
    _add_runs(runs, hand, "", 1, 3)
    sets: dict[Cards, Role] = {}
    for copies in range(2, max(Tally(hand).values(), default=0) + hand.count(SHIP) + 1):
        _add_runs(sets, hand, "", copies, least_ranks)
    return _in_order((*_simple_plays(hand), *runs.items(), *sets.items()))


def _in_order(plays: Iterable[tuple[Cards, Role]]) -> Plays:
    return tuple(sorted(plays, key=lambda play: _place(play[1])))


def _place(role: Role) -> tuple[int, int, int, int]:
    return role.size, ROLE_TYPES.index(role.type), role.copies, role.strength


def _simple_plays(hand: Cards) -> Iterator[tuple[Cards, Role]]:
    """Singles and sets: of each strength any of its cards with any of the ships, or the ships alone."""
    for card in dict.fromkeys(hand):
        yield (card,), Role("single", 1, strength(card))
    ships = [card for card in hand if card[-1] == SHIP]
    for worth in range(STRENGTH[SHIP] + 1, KING_EMPEROR + 1):
        natural = [card for card in hand if STRENGTH[card[-1]] == worth]
        for some in _selections(natural):
            for wild in _selections(ships):
                if some and len(some) + len(wild) > 1:
                    yield (*wild, *some), Role("set", len(some) + len(wild), worth)
    if len(ships) > 1:
        yield tuple(ships), Role("set", len(ships), STRENGTH[SHIP])


def _add_runs(plays: dict[Cards, Role], hand: Cards, shade: str, copies: int, least: int) -> None:
    """Runs (with `copies` of each number) of one colour; where several windows fit, the highest counts."""
    tally = Tally(hand)
    ships = tally[shade + SHIP]
    held = [min(copies, tally[f"{shade}{n}"]) for n in range(HIGHEST + 1)]
    for first, natural in _windows(held, ships, copies, least):
        top, size = first + len(natural) - 1, len(natural) * copies
        wild = (shade + SHIP,) * (size - sum(natural))
        cards = (*wild, *(f"{shade}{first + n}" for n, often in enumerate(natural) for _ in range(often)))
        if cards not in plays or plays[cards].strength < top:
            plays[cards] = Role("run" if copies == 1 else "runset", size, top, copies)


def _windows(held: list[int], ships: int, copies: int, least: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Lowest number of each possible run, and how many natural cards of each number; ships fill the rest."""
    for first in range(len(held)):
        for ranks in range(least, len(held) - first + 1):
            natural = held[first : first + ranks]
            spare = ships - (ranks * copies - sum(natural))
            if spare < 0:
                break
            yield from ((first, some) for some in _lessened(natural, spare))


def _lessened(natural: list[int], most: int) -> Iterator[tuple[int, ...]]:
    """These numbers of cards, and all ways to keep back up to `most` of them."""
    for back in range(most + 1):
        for places in combinations_with_replacement(range(len(natural)), back):
            some = tuple(often - places.count(place) for place, often in enumerate(natural))
            if min(some) >= 0:
                yield some


def _selections(cards: Sequence[Card]) -> list[Cards]:
    """Every different selection from these cards, the empty one too; equal cards make no difference."""
    tally = counted(cards)
    numbers = product(*(range(copies + 1) for _, copies in tally))
    return [
        tuple(card for (card, _), often in zip(tally, some, strict=True) for _ in range(often))
        for some in numbers
    ]


# -- roles of kinds, 0 being wild (`docs/rules/kitten.md` §8, `docs/rules/soft_run.md` §9) ---------------


class KindRole(Struct, frozen=True, cache_hash=True):
    """What some cards are where kinds count, not numbers, and 0 is wild."""

    type: Literal["single", "set", "run"]
    size: int
    kind: str
    """The kind of a single or set; of a run its foot, the kind at its weak end."""


KindPlays: TypeAlias = tuple[tuple[Cards, KindRole], ...]

CYCLE = "12345678KES"
"""The kinds of a soft run, each followed by the next and the last by the first."""


def kind_set_of(cards: Sequence[Card]) -> KindRole | None:
    """These cards as a single, or as a set of one kind and any number of 0s; 0s alone are of kind 0."""
    kinds = {card[-1] for card in cards}
    natural = kinds - {NOTHING}
    if not kinds or len(natural) > 1:
        return None
    return KindRole("single" if len(cards) == 1 else "set", len(cards), min(natural or kinds))


def soft_runs_of(cards: Sequence[Card], least: int = 2) -> list[KindRole]:
    """These cards as soft runs: kinds that follow each other in the cycle, 0s filling any places."""
    natural = [card[-1] for card in cards if card[-1] != NOTHING]
    size = len(cards)
    if not least <= size <= len(CYCLE) or not natural or len(set(natural)) < len(natural):
        return []
    windows = ((foot, (CYCLE + CYCLE)[place : place + size]) for place, foot in enumerate(CYCLE))
    return [KindRole("run", size, foot) for foot, window in windows if set(natural) <= set(window)]


def soft_roles_of(cards: Sequence[Card], least_run: int = 2) -> tuple[KindRole, ...]:
    """Every reading of these cards in the soft run game."""
    whole = kind_set_of(cards)
    return (*([whole] if whole else []), *soft_runs_of(cards, least_run))


@lru_cache(maxsize=4096)
def kind_sets_in(hand: Cards) -> KindPlays:
    """Every single and set of one kind, with any of the 0s."""
    nothing = _selections([card for card in hand if card[-1] == NOTHING])
    plays = [
        (wild, KindRole("single" if len(wild) == 1 else "set", len(wild), NOTHING))
        for wild in nothing
        if wild
    ]
    for kind in CYCLE:
        for some in _selections([card for card in hand if card[-1] == kind])[1:]:
            for wild in nothing:
                size = len(some) + len(wild)
                plays.append(
                    (ordered((*wild, *some)), KindRole("single" if size == 1 else "set", size, kind))
                )
    return tuple(sorted(plays, key=kind_place))


def soft_roles_in(
    hand: Cards, least_run: int = 2, fits: Callable[[KindRole], bool] = lambda _: True
) -> Iterator[tuple[Cards, KindRole]]:
    """Every role of the soft run game that fits, each run once for each foot; they may be very many."""
    yield from ((cards, role) for cards, role in kind_sets_in(hand) if fits(role))
    nothing: dict[int, list[Cards]] = {}
    for wild in _selections([card for card in hand if card[-1] == NOTHING]):
        nothing.setdefault(len(wild), []).append(wild)
    held = {kind: sorted({card for card in hand if card[-1] == kind}) for kind in CYCLE}
    for place, foot in enumerate(CYCLE):
        sizes = {n for n in range(least_run, len(CYCLE) + 1) if fits(KindRole("run", n, foot))}
        along = [held[kind] for kind in (CYCLE + CYCLE)[place : place + max(sizes, default=0)]]
        for size, some in _soft_naturals(along, max(nothing)):
            if size in sizes and some:
                for wild in nothing[size - len(some)]:
                    yield ordered((*wild, *some)), KindRole("run", size, foot)


def _soft_naturals(
    along: list[list[Card]], wilds: int, size: int = 0, some: Cards = ()
) -> Iterator[tuple[int, Cards]]:
    """Sizes and natural cards of the runs along these kinds that lack no more than so many of them."""
    yield size, some
    if size < len(along):
        for card in along[size]:
            yield from _soft_naturals(along, wilds, size + 1, (*some, card))
        if size - len(some) < wilds:
            yield from _soft_naturals(along, wilds, size + 1, some)


def kind_place(play: tuple[Cards, KindRole]) -> tuple[int, str, int, list[int]]:
    """Where a play comes in a list."""
    cards, role = play
    return role.size, role.type, ORDER[role.kind], [ORDER[card] for card in cards]


def kind_beats(strong: str, weak: str) -> bool:
    """Whether one kind is stronger: S < 0 < 1 < … < 8 < K < E, but S beats E and E does not beat S."""
    if SHIP in (strong, weak):
        return weak == "E" if strong == SHIP else strong != "E"
    return KINDS.index(strong) > KINDS.index(weak)

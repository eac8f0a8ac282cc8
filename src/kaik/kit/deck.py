"""The 48 cards of the paper games (紙机戦) and what they make together (`docs/rules/walking_war.md` §1).

A card is written colour + code, `b5` the black horse, `rE` the red emperor; where a game ignores colour, the
code alone. Copies of one card are the same card. Any number of cards, a deck too, is a sorted tuple: nothing
is ever shuffled, each draw is an event of chance with the copies left as weights.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    product,
    zip_longest,
)
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


class Draw(Struct, Generic[C_co], frozen=True, tag="draw", cache_hash=True, gc=False):
    """Chance: a seat draws a card that only it sees."""

    seat: int
    card: Annotated[C_co, OWNER]


class TurnUp(Struct, frozen=True, tag="turn_up", cache_hash=True, gc=False):
    """Chance: a card of the deck is turned up for all to see."""

    card: Card


class Lot(Struct, Generic[E_co], frozen=True, gc=False):
    """Things of which chance draws one, each there as often as it has copies, and what drawing it means."""

    things: Sequence[Any]
    meaning: Mapping[Any, E_co]

    def weights(self) -> list[tuple[E_co, int]]:
        """Everything that may be drawn, weighted by its copies."""
        return [(self.meaning[thing], copies) for thing, copies in Tally(self.things).items()]

    def drawn(self, rng: Random) -> E_co:
        """One of them at random."""
        return self.meaning[self.things[int(rng.random() * len(self.things))]]


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
    found = [*cards, *more]
    found.sort(key=ORDER.__getitem__)
    return tuple(found)


def without(cards: Cards, gone: Iterable[Card]) -> Cards:
    """These cards less others, all of which must be among them."""
    left = [*cards]
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


def selections(cards: Cards, size: int) -> list[Cards]:
    """Every different selection of so many cards; equal cards make no difference."""
    if size < 2:
        return [(card,) for card in dict.fromkeys(cards)] if size else [()]
    if len(set(cards)) == len(cards):
        return list(combinations(cards, size))
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
    return hands.index(min(hands, key=len))


def next_dealt(hands: Sequence[Sequence[object]], size: int, order: Sequence[int]) -> int | None:
    """Who gets the next card of a deal in this order; nobody when all have so many cards."""
    sizes = [len(hands[seat]) for seat in order]
    least = min(sizes)
    return order[sizes.index(least)] if least < size else None


def put(groups: tuple[T, ...], seat: int, group: T) -> tuple[T, ...]:
    """The groups with another one for this seat."""
    changed = [*groups]
    changed[seat] = group
    return tuple(changed)


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


class Role(Struct, frozen=True, cache_hash=True, gc=False):
    """What some cards are. `strength` of a run is its top number."""

    type: RoleType
    size: int
    strength: int
    copies: int = 1
    """Of a run of sets: how many of each number."""

    def same(self, other: Role) -> bool:
        """Whether both are the same role: type and number of cards."""
        return self.size == other.size and self.type == other.type and self.copies == other.copies

    def beats(self, other: Role) -> bool:
        """Whether this is the same role and stronger; equal is not stronger."""
        return self.strength > other.strength and self.same(other)


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


@lru_cache(maxsize=1 << 14)
def roles_in(hand: Cards) -> Plays:
    """Every role these cards hold, weaker before stronger of the same."""
    tally = Tally(hand)
    runs = [play for shade in COLOURS for play in _runs_in(tally, shade, 1, 3)]
    return _in_order([*_simple_plays(hand), *runs])


@lru_cache(maxsize=1 << 14)
def linked_roles_in(hand: Cards, least_ranks: int = 3) -> Plays:
    """Every role these cards without colour hold, runs of sets too."""
    tally = Tally(hand)
    sets: dict[Cards, Role] = {}
    for copies in range(2, max(tally.values(), default=0) + tally[SHIP] + 1):
        _add_highest(sets, _runs_in(tally, "", copies, least_ranks))
    return _in_order([*_simple_plays(hand), *_runs_in(tally, "", 1, 3), *sets.items()])


def _in_order(plays: Iterable[tuple[Cards, Role]]) -> Plays:
    return tuple(sorted(plays, key=lambda play: _place(play[1])))


@lru_cache(maxsize=4096)
def _place(role: Role) -> tuple[int, int, int, int]:
    return role.size, ROLE_TYPES.index(role.type), role.copies, role.strength


def _simple_plays(hand: Cards) -> list[tuple[Cards, Role]]:
    """Singles, and sets of each strength."""
    found = [_SINGLES[card] for card in dict.fromkeys(hand)]
    groups: dict[int, Cards] = {}
    for card in hand:
        worth = STRENGTH[card[-1]]
        groups[worth] = (*groups.get(worth, ()), card)
    ships = groups.pop(STRENGTH[SHIP], ())
    for natural in groups.values():
        if len(natural) + len(ships) > 1:
            found += _sets_of(natural, ships)
    if len(ships) > 1:
        found.append((ships, Role("set", len(ships), STRENGTH[SHIP])))
    return found


_SINGLES: dict[Card, tuple[Cards, Role]] = {
    card: ((card,), Role("single", 1, strength(card))) for card in ORDER
}


@lru_cache(maxsize=1 << 12)
def _sets_of(natural: Cards, ships: Cards) -> Plays:
    """Any of these cards of one strength with any of the ships."""
    return tuple(
        ((*wild, *some), Role("set", len(some) + len(wild), strength(some[0])))
        for some in _selections(natural)[1:]
        for wild in _selections(ships)
        if len(some) + len(wild) > 1
    )


def _runs_in(tally: Mapping[Card, int], shade: str, copies: int, least: int) -> Plays:
    """Runs (with `copies` of each number) of one colour."""
    held = tuple([min(copies, tally[card]) for card in _NUMBERS[shade]])
    return _runs_with(shade, held, tally[shade + SHIP], copies, least)


_NUMBERS = {shade: [f"{shade}{n}" for n in range(HIGHEST + 1)] for shade in ("", *COLOURS)}


@lru_cache(maxsize=1 << 14)
def _runs_with(shade: str, held: tuple[int, ...], ships: int, copies: int, least: int) -> Plays:
    plays: dict[Cards, Role] = {}
    for first, natural in _windows(held, ships, copies, least):
        top, size = first + len(natural) - 1, len(natural) * copies
        wild = (shade + SHIP,) * (size - sum(natural))
        cards = (*wild, *(f"{shade}{first + n}" for n, often in enumerate(natural) for _ in range(often)))
        _add_highest(plays, [(cards, Role("run" if copies == 1 else "runset", size, top, copies))])
    return tuple(plays.items())


def _add_highest(plays: dict[Cards, Role], more: Iterable[tuple[Cards, Role]]) -> None:
    """Where several windows fit the same cards, the highest counts."""
    for cards, role in more:
        if cards not in plays or plays[cards].strength < role.strength:
            plays[cards] = role


def _windows(
    held: Sequence[int], ships: int, copies: int, least: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Lowest number of each possible run, and how many natural cards of each number; ships fill the rest."""
    for first in range(len(held)):
        for ranks in range(least, len(held) - first + 1):
            natural = held[first : first + ranks]
            spare = ships - (ranks * copies - sum(natural))
            if spare < 0:
                break
            yield from ((first, some) for some in _lessened(natural, spare))


def _lessened(natural: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
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


class KindRole(Struct, frozen=True, cache_hash=True, gc=False):
    """What some cards are where kinds count, not numbers, and 0 is wild."""

    type: Literal["single", "set", "run"]
    size: int
    kind: str
    """The kind of a single or set; of a run its foot, the kind at its weak end."""


KindPlay: TypeAlias = tuple[Cards, KindRole]
KindPlays: TypeAlias = tuple[KindPlay, ...]

CYCLE = "12345678KES"
"""The kinds of a soft run, each followed by the next and the last by the first."""

Making: TypeAlias = tuple[KindRole, str]
"""A role, and in order the kinds of card it is made of beside 0s."""


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


@lru_cache(maxsize=1 << 14)
def kind_sets(natural: Cards, nothing: Cards) -> tuple[KindPlays, ...]:
    """By size: the singles and sets of these cards of one kind with any of the 0s; or of the 0s alone."""
    kind = natural[0][-1] if natural else NOTHING
    sizes: list[list[Cards]] = [[] for _ in range(len(natural) + len(nothing) + 1)]
    for some in _selections(natural)[bool(natural) :]:
        for wild in _selections(nothing):
            sizes[len(some) + len(wild)].append(ordered((*wild, *some)))
    sizes[0] = []
    roles = [KindRole("single" if size == 1 else "set", size, kind) for size in range(len(sizes))]
    return tuple(
        tuple((cards, role) for cards in sorted(made, key=_places))
        for role, made in zip(roles, sizes, strict=True)
    )


def by_kind(hand: Cards) -> dict[str, Cards]:
    """The cards of each kind."""
    groups: dict[str, Cards] = {}
    for card in hand:
        groups[card[-1]] = (*groups.get(card[-1], ()), card)
    return groups


def kind_sets_in(hand: Cards) -> KindPlays:
    """Every single and set of one kind, with any of the 0s."""
    groups = by_kind(hand)
    nothing = groups.get(NOTHING, ())
    natural = [() if kind == NOTHING else cards for kind, cards in groups.items()]
    return tuple(by_size([kind_sets(cards, nothing) for cards in natural]))


def by_size(groups: Iterable[Sequence[Sequence[T]]]) -> list[T]:
    """All the things in groups by size: smaller ones first, those of the first group first."""
    found: list[T] = []
    for row in zip_longest(*groups, fillvalue=()):
        for things in row:
            found += things
    return found


# Soft runs may be very many, since wild cards and both colours multiply: so it is first asked which roles a
# hand can make at all, and their plays are made one after another, already in order.


def soft_roles_in(
    hand: Cards, least_run: int = 2, fits: Callable[[KindRole], bool] | None = None, shades: str = COLOURS
) -> Iterator[KindPlay]:
    """Every role of the soft run game that fits and has one of the colours, each run once for each foot."""
    makings = _soft_makings("".join([card[-1] for card in hand]), least_run)
    fitting = makings if fits is None else [making for making in makings if fits(making[0])]
    if not fitting:
        return iter(())
    plays = chain.from_iterable(_soft_groups(hand, fitting))
    if shades == COLOURS:
        return plays
    return (play for play in plays if any([card[0] in shades for card in play[0]]))


def _soft_groups(hand: Cards, makings: Iterable[Making]) -> Iterator[Iterable[KindPlay]]:
    """The plays of one role after another."""
    groups = by_kind(hand)
    nothing = groups.pop(NOTHING, ())
    for role, kinds in makings:
        if role.type == "run":
            yield _soft_runs(role, [groups[kind] for kind in kinds if kind in groups], nothing)
        else:
            yield kind_sets(groups.get(kinds, ()), nothing)[role.size]


@lru_cache(maxsize=1 << 16)
def _soft_makings(kinds: str, least_run: int) -> tuple[Making, ...]:
    """The roles that cards of these kinds can make, in order."""
    wilds = kinds.count(NOTHING)
    different = "".join(dict.fromkeys(kinds))
    sets = [_set_makings(kind, wilds if kind == NOTHING else kinds.count(kind) + wilds) for kind in different]
    return tuple(by_size([_run_makings(different, wilds, least_run), *sets]))


@cache
def _set_makings(kind: str, most: int) -> list[list[Making]]:
    """By size: the single or set of a kind."""
    roles = [KindRole("set" if size > 1 else "single", size, kind) for size in range(1, most + 1)]
    return [[], *([(role, kind.replace(NOTHING, ""))] for role in roles)]


@lru_cache(maxsize=1 << 14)
def _run_makings(kinds: str, wilds: int, least: int) -> list[list[Making]]:
    """By size: the runs of which so many kinds are there that the 0s fill the rest."""
    sizes: list[list[Making]] = [[] for _ in range(len(CYCLE) + 1)]
    for along in _ALONG:
        lacking = 0
        for size, (kind, making) in enumerate(along, 1):
            lacking += kind not in kinds
            if lacking > wilds:
                break
            if least <= size and lacking < size:
                sizes[size].append(making)
    return sizes[: 1 + max([size for size, runs in enumerate(sizes) if runs], default=0)]


def _runs_along(cycle: str) -> list[tuple[str, Making]]:
    """The runs of every size on the first of these kinds, each with the kind it ends on."""
    sizes = range(1, len(cycle) + 1)
    windows = ["".join(sorted(cycle[:size], key=ORDER.__getitem__)) for size in sizes]
    return [(cycle[size - 1], (KindRole("run", size, cycle[0]), windows[size - 1])) for size in sizes]


_ALONG = [
    _runs_along(CYCLE[place:] + CYCLE[:place])
    for place in sorted(range(len(CYCLE)), key=lambda place: ORDER[CYCLE[place]])
]
"""For each foot the runs on it."""


def _soft_runs(role: KindRole, natural: list[Cards], nothing: Cards) -> Iterable[KindPlay]:
    """The plays of a run, of these cards of its kinds and the 0s; a ship is kept before the 0s."""
    kinds = [cards if len(cards) == 1 else tuple(dict.fromkeys(cards)) for cards in natural]
    if not nothing:
        return [(some, role) for some in product(*kinds)]
    ships = kinds.pop(0) if kinds[0][0][-1] == SHIP else ()
    groups = [_filled(role, (ship,), kinds, nothing) for ship in ships]
    return chain(*groups, _filled(role, (), kinds, nothing))


def _filled(role: KindRole, ship: Cards, kinds: list[Cards], nothing: Cards) -> Iterator[KindPlay]:
    """A ship or none, 0s, and cards of different kinds for the rest; not 0s alone."""
    least = 0 if ship else 1
    for wild in _fillings(nothing):
        number = role.size - len(ship) - len(wild)
        if least <= number <= len(kinds):
            begun = ship + wild
            for some in _one_of_each(kinds, number):
                yield begun + some, role


@cache
def _fillings(nothing: Cards) -> list[Cards]:
    """Every selection of the 0s, in the order of hands that other cards make full."""
    return sorted(_selections(nothing), key=lambda wild: [*_places(wild), len(ORDER)])


def _one_of_each(kinds: list[Cards], number: int) -> Iterable[Cards]:
    """So many cards of different kinds, in order."""
    if number == len(kinds):
        return product(*kinds)
    cards = [*chain(*kinds)]
    if len(cards) == len(kinds):
        return combinations(cards, number)
    chosen = combinations(kinds, number)
    return sorted([some for groups in chosen for some in product(*groups)], key=_places)


def _places(cards: Cards) -> list[int]:
    return [*map(ORDER.__getitem__, cards)]


def kind_beats(strong: str, weak: str) -> bool:
    """Whether one kind is stronger: S < 0 < 1 < … < 8 < K < E, but S beats E and E does not beat S."""
    if SHIP in (strong, weak):
        return weak == "E" if strong == SHIP else strong != "E"
    return KINDS.index(strong) > KINDS.index(weak)

"""Counting that needs whole sets of pieces: copies of a hand (§14.5) and pieces used in no hand (§14.3).

A *way* of forming one or two sets of a hand says, for each set, in which colour it is (or any), and what each
captured king does. It is enough to know which kings go where: the other pieces follow, because equal pieces
are alike.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from kaik.games.cerke.options import Options
from kaik.games.cerke.tables import OLD_VALUES, HandSpec, old_factor

Reserve = tuple[int, ...]
Counts = tuple[int, ...]
#: name, single-coloured flag per set counted, number of disjoint sets
Found = tuple[str, tuple[bool, ...], int]

KING = 9
BLACK, RED, ANY = 0, 1, 2
NO_KING_LIMIT = 1000


class Way(NamedTuple):
    """Worth s(h) summed over the sets, their single-colour flags, and what is used of each kind: so many
    black, so many red, so many of either colour."""

    worth: int
    flashes: tuple[bool, ...]
    black: Counts
    red: Counts
    either: Counts


class Role(NamedTuple):
    """What a king does: part of set `copy`, as itself (`kind` 9) or standing for a piece of `kind`."""

    copy: int
    kind: int


def wild_limit(options: Options) -> int:
    """How many kings may stand for other pieces in one hand (§9.4)."""
    if not options.king_wildcard:
        return 0
    return 1 if options.wild_kings_per_hand == "one" else NO_KING_LIMIT


def adds_pieces(options: Options) -> bool:
    """Whether P, all pieces of the reserve, is added (§14.3)."""
    method = options.scoring_method
    return method == "old_2_4" or (method == "old_3_5" and options.old_3_5_adds_pieces)


def piece_sum(reserve: Reserve) -> int:
    """P in tenths."""
    return sum(OLD_VALUES[piece % 10] * count for piece, count in enumerate(reserve))


def copies(options: Options, spec: HandSpec, reserve: Reserve) -> int:
    """The largest number of disjoint sets that each form the hand, colours aside (§14.5)."""
    n = 0
    while _can_form(options, spec, reserve, n + 1):
        n += 1
    return n


def _can_form(options: Options, spec: HandSpec, reserve: Reserve, sets: int) -> bool:
    have = [reserve[kind] + reserve[10 + kind] for kind in range(10)]
    spare = have[KING] - sets * spec.needs[KING]
    lacking = sum(max(0, sets * spec.needs[kind] - have[kind]) for kind in range(KING))
    return spare >= 0 and lacking <= min(spare, sets * wild_limit(options))


@lru_cache(maxsize=4096)
def appraise(
    options: Options, specs: tuple[HandSpec, ...], reserve: Reserve
) -> tuple[tuple[Found, ...], int]:
    """The hands formed and the total in tenths, by any counting."""
    found: list[Found] = []
    used: list[list[Way]] = []
    total = piece_sum(reserve) if adds_pieces(options) else 0
    for spec in specs:
        most = copies(options, spec, reserve)
        if most:
            sets = min(most, 2) if options.duplicate_hands == "twice" else 1
            flashes, worth, ways = _value(options, spec, reserve, sets)
            further = most - 1 if options.duplicate_hands == "bonus" else 0
            total += worth + 10 * options.duplicate_bonus * further
            found.append((spec.name, flashes, most))
            used.append(ways)
    if options.scoring_method == "old_3_5_rest":
        total += piece_sum(reserve) - least_used(used)
    return tuple(found), total


def _value(
    options: Options, spec: HandSpec, reserve: Reserve, sets: int
) -> tuple[tuple[bool, ...], int, list[Way]]:
    """Flags to report, points in tenths, and the ways that give them.

    The table and the flash bonus want single-coloured sets first. The bare old counting wants the largest
    s(h), and single-coloured sets only among those that reach it; but a single set is reported by whether it
    *can* be of one colour.
    """
    found = list(ways(options, spec, reserve, sets))
    table = options.scoring_method == "table"
    flash_points = options.flash_bonus if table else options.old_flash_bonus
    if flash_points:
        best = max(found, key=lambda way: (sum(way.flashes), way.worth))
        chosen = [way for way in found if (sum(way.flashes), way.worth) == (sum(best.flashes), best.worth)]
    else:
        best = max(found, key=lambda way: (way.worth, sum(way.flashes)))
        chosen = [way for way in found if way.worth == best.worth]
    if sets == 1:
        best = best._replace(flashes=(any(way.flashes[0] for way in found),))
    worth = 10 * spec.points * sets if table else old_factor(options, spec) * best.worth
    if flash_points:
        worth += 10 * flash_points * sum(best.flashes)
    return best.flashes, worth, chosen


def ways(options: Options, spec: HandSpec, reserve: Reserve, sets: int) -> Iterator[Way]:
    """Every way to form so many disjoint sets of a hand at once."""
    kings = [BLACK] * reserve[KING] + [RED] * reserve[10 + KING]
    for roles in product(_roles(spec, sets), repeat=len(kings)):
        if _roles_allowed(options, spec, roles, sets):
            for colours in product((BLACK, RED, ANY), repeat=sets):
                way = _way(options, spec, reserve, kings, roles, colours)
                if way is not None:
                    yield way


def _roles(spec: HandSpec, sets: int) -> list[Role | None]:
    """What one king can do; None: stay out."""
    used = [kind for kind in range(10) if spec.needs[kind]]
    return [None, *(Role(copy, kind) for copy in range(sets) for kind in used)]


def _roles_allowed(options: Options, spec: HandSpec, roles: tuple[Role | None, ...], sets: int) -> bool:
    """Real kings fill the king's places, and not too many stand for other pieces."""
    for copy in range(sets):
        kinds = [role.kind for role in roles if role and role.copy == copy]
        if kinds.count(KING) != spec.needs[KING] or len(kinds) - kinds.count(KING) > wild_limit(options):
            return False
        if any(kinds.count(kind) > spec.needs[kind] for kind in set(kinds)):
            return False
    return True


def _way(
    options: Options,
    spec: HandSpec,
    reserve: Reserve,
    kings: list[int],
    roles: tuple[Role | None, ...],
    colours: tuple[int, ...],
) -> Way | None:
    """The way with these kings and set colours, or None if the pieces do not suffice."""
    needs = [list(spec.needs) for _ in colours]
    use = [[0] * 10, [0] * 10, [0] * 10]
    worth = len(colours) * sum(n * OLD_VALUES[kind] for kind, n in enumerate(spec.needs))
    for colour, role in zip(kings, roles, strict=True):
        if role is None:
            continue
        if colours[role.copy] not in (colour, ANY):
            return None
        needs[role.copy][role.kind] -= 1
        use[colour][KING] += 1
        if options.old_wild_value == "king":
            worth += OLD_VALUES[KING] - OLD_VALUES[role.kind]
    for colour, need in zip(colours, needs, strict=True):
        for kind in range(KING):
            use[colour][kind] += need[kind]
    if not _suffices(reserve, use):
        return None
    flashes = tuple(sorted((colour != ANY for colour in colours), reverse=True))
    return Way(worth, flashes, tuple(use[BLACK]), tuple(use[RED]), tuple(use[ANY]))


def _suffices(reserve: Reserve, use: list[list[int]]) -> bool:
    for kind in range(10):
        black, red = reserve[kind], reserve[10 + kind]
        if use[BLACK][kind] > black or use[RED][kind] > red:
            return False
        if use[BLACK][kind] + use[RED][kind] + use[ANY][kind] > black + red:
            return False
    return True


#: Per kind: most black, most red, most altogether that any hand uses.
Union = tuple[tuple[int, int, int], ...]


def least_used(hands: list[list[Way]]) -> int:
    """The least value of the pieces that serve in some hand, if the hands share as much as they can (§18)."""
    needs = [sorted(_smallest({_needs(way) for way in found})) for found in hands]
    return _least(((0, 0, 0),) * 10, needs, NO_KING_LIMIT * sum(OLD_VALUES))


def _least(union: Union, hands: list[list[Union]], best: int) -> int:
    """The least cost of joining one way of each hand to `union`, if it is below `best`.

    No hand can cost less in the end than its cheapest way costs now, so the dearest hand goes first and cuts
    most.
    """
    if not hands:
        return min(best, _cost(union))
    priced = [sorted((_cost(_joined(union, need)), need) for need in needs) for needs in hands]
    dearest = max(range(len(hands)), key=lambda i: (priced[i][0][0], -len(priced[i])))
    others = hands[:dearest] + hands[dearest + 1 :]
    for cost, need in priced[dearest]:
        if cost >= best:
            break
        best = _least(_joined(union, need), others, best)
    return best


def _needs(way: Way) -> Union:
    return tuple((b, r, b + r + e) for b, r, e in zip(way.black, way.red, way.either, strict=True))


def _joined(a: Union, b: Union) -> Union:
    return tuple((max(p[0], q[0]), max(p[1], q[1]), max(p[2], q[2])) for p, q in zip(a, b, strict=True))


def _smallest(unions: set[Union]) -> set[Union]:
    """Without those that use at least as much of everything as another."""
    return {u for u in unions if not any(v != u and _joined(u, v) == u for v in unions)}


def _cost(union: Union) -> int:
    return sum(OLD_VALUES[k] * max(black + red, n) for k, (black, red, n) in enumerate(union))

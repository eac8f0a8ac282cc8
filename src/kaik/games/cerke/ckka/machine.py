"""The machine notation of cerke read (docs/rules/cerke-notation.md §7)."""

from __future__ import annotations

from kaik.games.cerke.ckka.moves import no_cast, read_bare, read_square, walk_of
from kaik.games.cerke.ckka.scanner import Scanner
from kaik.games.cerke.ckka.tree import COLUMNS, HANDS, At, Declare, Drop, Hand, Item, Move, Tam

_KIND_LETTERS = dict(zip("VPACTHOSGKM", "船兵弓車虎馬筆巫将王皇", strict=True))
_HAND_LETTERS = {
    "".join(sorted(letters)): name
    for letters, name in zip(
        ("K", "TH", "OSG", "PAH", "CPP", "GPP", "VCH", "PAGOS", "PPPPP", "VPACTHOSGK"), HANDS, strict=True
    )
}


def read_machine_move(s: Scanner, elements: list[At[Item]]) -> None:
    """One quoted string, added to the elements: a move and perhaps a declaration."""
    place = s.place()
    s.take('"')
    elements.append(At[Item](*place, _machine_drop(s) if s.sees_any("BR") else _machine_walk(s)))
    if s.sees("="):
        s.element, place = s.pos, s.place()
        elements.append(At[Item](*place, _machine_declaration(s)))
    if not s.take('"'):
        raise s.refusal("expected_quote")


def _machine_kind(s: Scanner) -> str:
    letter = s.take_any("".join(_KIND_LETTERS))
    if not letter:
        raise s.refusal("expected_kind")
    return _KIND_LETTERS[letter]


def _machine_drop(s: Scanner) -> Drop:
    colour = "黒" if s.take_any("BR") == "B" else "赤"
    start, kind = s.pos, _machine_kind(s)
    if kind == "皇":
        raise s.refusal("expected_piece", start)
    return Drop(colour, kind, read_square(s, small=True))


def _machine_walk(s: Scanner) -> Move:
    origin = read_square(s, small=True)
    kind = _machine_kind(s)
    start, squares = s.pos, [read_square(s, small=True)]
    while s.sees_any(COLUMNS.lower()):
        squares.append(read_square(s, small=True))
    if len(squares) > 2:
        raise s.refusal("too_many_squares", start)
    if kind != "皇":
        return walk_of(origin, kind, tuple(squares), read_bare(s, origin, stepping=len(squares) > 1))
    no_cast(s)
    return Tam(origin, squares[-1], squares[0] if len(squares) == 2 else None)


def _machine_declaration(s: Scanner) -> Declare:
    word = s.take_first(("=tymor", "=taxt"))
    if not word:
        raise s.refusal("expected_decision")
    hands: list[Hand] = []
    while s.take_any("=/"):
        hands.append(_machine_hand(s))
    return Declare(None, tuple(hands), "再行" if word == "=tymor" else "終季")


def _machine_hand(s: Scanner) -> Hand:
    """The letters of the pieces, F in front for one colour."""
    same_colour, letters = s.take("F"), ""
    while s.sees_any("".join(_KIND_LETTERS)):
        letters += s.take_any("".join(_KIND_LETTERS))
    if not letters:
        raise s.refusal("expected_hand")
    return Hand(_HAND_LETTERS.get("".join(sorted(letters)), letters), same_colour)

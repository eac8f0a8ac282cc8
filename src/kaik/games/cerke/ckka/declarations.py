"""The declarations and standings of CKKA read."""

from __future__ import annotations

from collections.abc import Mapping

from kaik.games.cerke.ckka.scanner import Scanner
from kaik.games.cerke.ckka.tree import HANDS, Decision, Declare, Hand, Standing
from kaik.games.cerke.numerals import NumeralError, read_spoken

_HAND_WORDS = {"io": "王", "saup1 ua": "獣"}
DECISIONS: Mapping[str, Decision] = {"再行": "再行", "終季": "終季", "ty mok1": "再行", "ta xot1": "終季"}

DECLARED = ("同色", *HANDS, *("同色" + hand for hand in HANDS), "加", "而手", "為", *DECISIONS)
"""Words inside a declaration, for telling whether a text breaks off in one."""


def read_authored(s: Scanner) -> Declare | Standing:
    name = s.bracketed("[", "]")
    if s.take("為"):
        return read_declaration(s, name)
    if s.speaks():
        return _spoken_declaration(s, name)
    s.spaces()
    if not s.sees_number():
        raise s.refusal("expected_declaration")
    return Standing(name, s.number())


def read_declaration(s: Scanner, author: str | None) -> Declare:
    start = s.pos
    hands = _bracketed_hands(s) if s.opens("(") else _joined_hands(s)
    if {Hand("王"), Hand("王", True)} <= set(hands):
        raise s.refusal("king_twice", start)
    points = _early_points(s)
    decision = _needed_decision(s)
    return Declare(author, hands, decision, read_late_points(s) if points is None else points)


def _bracketed_hands(s: Scanner) -> tuple[Hand, ...]:
    hands: list[Hand] = []
    while s.opens("("):
        start, text = s.pos, s.bracketed("(", ")")
        if not text:
            raise s.refusal("expected_hand", start)
        hands.append(_hand_named(text))
    return tuple(hands)


def _hand_named(text: str) -> Hand:
    name = text.removeprefix("同色")
    return Hand(name, name != text) if name else Hand(text)


def _joined_hands(s: Scanner) -> tuple[Hand, ...]:
    hands = [_joined_hand(s)]
    while s.take("加"):
        hands.append(_joined_hand(s))
    return tuple(hands)


def _joined_hand(s: Scanner) -> Hand:
    same_colour = s.take("同色")
    name = s.take_first(HANDS)
    if not name:
        raise s.refusal("expected_hand")
    return Hand(name, same_colour)


def _early_points(s: Scanner) -> int | None:
    """而手 and the points; the older records also write 而 alone."""
    if not s.take("而"):
        return None
    s.take("手")
    return s.number()


def read_late_points(s: Scanner) -> int | None:
    """手 and the points after the decision; 手 and a piece is the next element instead."""
    start = s.pos
    s.separators()
    if s.take("手") and s.sees_number():
        return s.number()
    s.pos = start
    return None


def read_decision(s: Scanner) -> Decision | None:
    return DECISIONS.get(s.take_first(DECISIONS))


def _needed_decision(s: Scanner) -> Decision:
    s.separators()
    decision = read_decision(s)
    if not decision:
        raise s.refusal("expected_decision")
    return decision


def _spoken_declaration(s: Scanner, author: str) -> Declare:
    """`zau`, the hand, `hop1`, the points, and the decision as its own sentence."""
    start, words = s.pos, _words(s)
    if "hop1" not in words or words[0] != "zau":
        raise s.refusal("expected_declaration", start)
    said = words.index("hop1")
    hand = " ".join(words[1:said])
    try:
        points = read_spoken(words[said + 1 :])
    except NumeralError as error:
        raise s.refusal(error.key, start) from None
    return Declare(author, (Hand(_HAND_WORDS.get(hand, hand)),) if hand else (), _needed_decision(s), points)


def _words(s: Scanner) -> list[str]:
    words: list[str] = []
    s.spaces()
    while s.word():
        words.append(s.word())
        s.take(s.word())
        s.spaces()
    return words

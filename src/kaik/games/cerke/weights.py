"""What the search thinks things are worth (search.py), in thousandths of a point unless said otherwise.

`python -m kaik.games.cerke.tune` finds better ones by matches against these.
"""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct, frozen=True, kw_only=True):
    """One evaluation. Kinds stand in the order 船兵弓車虎馬筆巫将王."""

    board: tuple[int, ...] = (500, 250, 700, 500, 600, 600, 550, 650, 700, 1500)
    """A piece on the board, by kind: what its side loses with it, whatever the other's hands gain."""
    reserve: tuple[int, ...] = (350, 200, 500, 350, 400, 400, 400, 450, 450, 500)
    """A piece in the reserve, by kind: it can be dropped."""
    reach: int = 12
    """Each square a piece would reach on an empty board, at most three in one direction."""
    guard: int = 60
    """A piece that a general protects."""
    danger: int = 80
    """An enemy piece within two squares of a king."""
    tempo: int = 150
    """The right to move."""
    share: tuple[int, ...] = (450, 270, 90, 25, 6)
    """How much of a hand's points, in thousandths, counts while so many pieces are lacking; first: held."""
    swing: int = 4000
    """How far one season moves the difference of points, in thousandths of a common hand."""
    under_way: int = 700
    """What a season under way still moves, compared with a whole one, in thousandths."""


DEFAULT = Weights()

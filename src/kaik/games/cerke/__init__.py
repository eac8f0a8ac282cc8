"""Cerke (机戦, cetkaik) in its official, standard, educational and regional forms (docs/rules/cerke.md)."""

from kaik.games.cerke.game import Cerke

GAME = Cerke()

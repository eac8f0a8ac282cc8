"""Old cerke (古机戦, zia cetkaik) in its revised and historical forms (docs/rules/old_cerke.md)."""

from kaik.games.old_cerke.game import OldCerke

GAME = OldCerke()

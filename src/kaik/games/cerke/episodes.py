"""The seasons of a match of cerke as experiments count them: who began, what was won, which hands settled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from kaik.core.episode import Episode
from kaik.games.cerke.scene import hand_label
from kaik.games.cerke.state import Settlement, State
from kaik.games.cerke.tables import FLASH


def episodes(states: Sequence[State]) -> list[Episode]:
    """Every season that was begun; the points of its end are those with which the next one opens."""
    seasons = [list(found) for _, found in groupby(states, key=lambda state: state.season)]
    openings = [season[0] for season in seasons] + [states[-1]]
    settled = {done.season: done for done in states[-1].settled}
    return [
        _season(season, _gains(before, after), settled.get(before.season))
        for season, (before, after) in zip(seasons, pairwise(openings), strict=True)
    ]


def _gains(before: State, after: State) -> tuple[float, ...]:
    return tuple((new - old) / 10 for old, new in zip(before.points, after.points, strict=True))


def _season(states: Sequence[State], gains: tuple[float, ...], done: Settlement | None) -> Episode:
    best = tuple(side for side, gain in enumerate(gains) if gain == max(gains))
    figures: dict[str, float] = {
        "lab.figure.plies": max(state.season_plies for state in states),
        "lab.figure.doublings": (done.rate if done else max(state.rate for state in states)).bit_length() - 1,
        "lab.figure.moved": max(gains) - min(gains) if min(gains) == 0 else max(gains),
    }
    if done is not None:
        figures["lab.figure.hands"] = len(done.hands)
    marks = _marks(done) if done else ("lab.mark.unsettled",)
    return Episode(gains, best if len(best) == 1 else (), states[-1].starter, marks, figures)


def _marks(done: Settlement) -> tuple[str, ...]:
    """The hands and penalties settled; one in a single colour counts as the hand it is."""
    named = [_key(name.removeprefix(FLASH)) for name in (*done.hands, *done.penalties)]
    flash = ["lab.mark.flash"] if any(name.startswith(FLASH) for name in done.hands) else []
    return tuple(dict.fromkeys([*named, *flash]))


def _key(name: str) -> str:
    """An added hand has no text and is called by its own name."""
    label = hand_label(name)
    return name if label.key == "plain" else label.key

"""What experiments count of every game: episodes that add up to the result, with words for all of it."""

from __future__ import annotations

import pytest

from kaik.core.messages import LANGUAGES, catalogue
from tests.suite.cases import Case, every_case, played


@every_case
def test_episodes_add_up_to_the_result(case: Case) -> None:
    match = played(case)
    assert match.result is not None
    episodes = case.game.episodes(match.states, match.events)
    assert episodes
    gains = [sum(episode.gains[seat] for episode in episodes) for seat in range(case.seats)]
    assert gains == pytest.approx(match.result.points)


@every_case
def test_who_began_and_who_won_are_seats(case: Case) -> None:
    match = played(case)
    for episode in case.game.episodes(match.states, match.events):
        assert episode.first in (None, *range(case.seats))
        assert len(set(episode.winners)) == len(episode.winners) < case.seats
        assert set(episode.winners) <= set(range(case.seats))
        best = max(episode.gains)
        assert all(episode.gains[seat] == best for seat in episode.winners)


@every_case
def test_marks_and_figures_have_words(case: Case) -> None:
    match = played(case)
    episodes = case.game.episodes(match.states, match.events)
    keys = {key for episode in episodes for key in (*episode.marks, *episode.figures) if "." in key}
    for language in LANGUAGES:
        assert [key for key in keys if key not in catalogue(language, case.id)] == []

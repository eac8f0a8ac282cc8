"""A game's lexicon names everything its scenes hold and its paths touch."""

from __future__ import annotations

from kaik.core.lexicon import Lexicon, look, parse_mark
from kaik.core.scene import Scene
from tests.suite.cases import Case, choosers, every_case, played, positions, readers


def lexicon_of(case: Case) -> Lexicon | None:
    return case.game.lexicon(case.options, case.seats)


def unknown(scene: Scene, words: Lexicon) -> set[str]:
    """What a scene shows and the lexicon lacks; only tags that come and go need a word."""
    spots = [spot for zone in scene.zones for spot in zone.spots if spot.items]
    items = [item for spot in spots for item in spot.items]
    return {
        *({spot.id for spot in spots} - set(words.spots)),
        *({look(item) for item in items} - set(words.looks)),
        *({parse_mark(badge)[0] for item in items for badge in item.badges} - set(words.marks)),
        *({counter.id for counter in scene.counters} - set(words.counters)),
    }


@every_case
def test_the_lexicon_names_all_that_is_seen_and_touched(case: Case) -> None:
    words = lexicon_of(case)
    if words is None:
        return
    game = case.game
    for state in (*(position.state for position in positions(case)), played(case).state):
        for reader in readers(case):
            assert unknown(game.scene(game.view(state, reader), reader), words) == set()
        for seat in choosers(case, state):
            paths = game.paths(state, seat, game.actions(state, seat))
            assert {spot for path in paths for spot in path} <= set(words.spots)


@every_case
def test_no_word_stands_twice(case: Case) -> None:
    words = lexicon_of(case)
    if words is not None:
        for part in (words.spots, words.looks, words.marks, words.counters):
            assert len(set(part)) == len(part)

"""What a match means at every entry: who may do what, points, rate and hands, and how seasons end."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from kaik.games.cerke.game import hand_names, penalty_names
from kaik.play.match import Match

DECLARING = "declare"
LAID = ("board", "hand_IA", "hand_A")
PLAIN = ("IA", "A", "rate", "season", "phase", "turn", "prev_tam_moved")


def meaning(match: Match) -> list[dict[str, Any]]:
    """For each state what differs from the one before; at last the settlements."""
    found: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for state in match.states:
        now = _meant(match, state)
        found.append({name: value for name, value in now.items() if before.get(name) != value})
        before = now
    episodes = match.game.episodes(match.states, match.events)
    return [*found, {"settled": _json(episodes), "result": _json(match.result)}]


def _meant(match: Match, state: Any) -> dict[str, Any]:
    game = match.game
    fields = game.fields(state)
    acting = [seat for seat in game.to_act(state) if seat >= 0]
    return {
        "acting": list(game.to_act(state)),
        "legal": [_sum(list(game.actions(state, seat))) for seat in acting],
        "points": list(game.returns(state)),
        "laid": _sum([fields.get(name) for name in LAID]),
        **{name: _json(fields.get(name)) for name in PLAIN},
        "hands": [sorted(hand_names(state, seat)) for seat in (0, 1)],
        "penalties": sorted(penalty_names(state)) if fields["phase"] == DECLARING else [],
    }


def _json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _sum(value: Any) -> str:
    """A checksum of many words."""
    return f"{zlib.crc32(msgspec.json.encode(value)):08x}"

"""Card games: what cards are, what a hand may play, and whole seasons."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec.structs import replace

from kaik.core import registry
from kaik.games import kitten, linked_friends, soft_run, walking_war
from kaik.games.kitten.rules import answers as kitten_answers
from kaik.games.soft_run.rules import goes_on
from kaik.kit import deck
from kaik.kit.deck import Card, Cards, KindRole, Role
from kaik.play.match import Match, Played
from tests.vectors import card_seasons
from tests.vectors.base import Check, Row, same
from tests.vectors.card_seasons import Facts, Script


def plain(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order of the vectors."""
    return sorted(cards)


def kinds(cards: Iterable[Card]) -> Cards:
    """Cards without their colours."""
    return deck.ordered(map(deck.code, cards))


# -- roles --------------------------------------------------------------------------------------------


def roles(row: Row) -> None:
    """What exactly some cards are, in every game."""
    cards = row["cards"]
    same("types", _sorted(row["types"]), _sorted(map(_role, deck.roles_of(cards))))
    linked = deck.linked_roles_of(kinds(cards))
    same("linked_friends", _sorted(row["linked_friends"]), _sorted(map(_role, linked)))
    whole = deck.kind_set_of(cards)
    same("kitten", row["kitten"], whole and {"type": whole.type, "size": whole.size, "of": whole.kind})
    soft = ({"type": r.type, "size": r.size, "foot": r.kind} for r in deck.soft_roles_of(cards))
    same("soft_run", _sorted(row["soft_run"]), _sorted(soft))


def _role(role: Role) -> Row:
    found: Row = {"type": role.type, "size": role.size, "strength": role.strength}
    if role.type == "runset":
        found |= {"ranks": role.size // role.copies, "copies": role.copies}
    return found


def _sorted(rows: Iterable[Any]) -> list[Any]:
    return sorted(rows, key=repr)


# -- hands --------------------------------------------------------------------------------------------


def enumerated(row: Row) -> None:
    """Everything one hand may play, leading and following."""
    hand = deck.ordered(row["hand"])
    same("walking_war_lead", row["walking_war_lead"], _card_lists(deck.roles_in(hand)))
    _walking_war_follow(hand, row["walking_war_follow"])
    _linked_friends_lead(hand, row)
    _linked_friends_follow(hand, row["linked_friends_follow"])
    same("kitten_lead", row["kitten_lead"], _card_lists(deck.kind_sets_in(hand)))
    _kitten_follow(hand, row["kitten_follow"])
    same("soft_run_lead", row["soft_run_lead"], _footed(deck.soft_roles_in(hand)))
    _soft_run_follow(hand, row["soft_run_follow"])


def _card_lists(plays: Iterable[tuple[Cards, Any]]) -> list[list[Card]]:
    return sorted(plain(cards) for cards, _ in plays)


def _walking_war_follow(hand: Cards, told: Row) -> None:
    game = registry.load("walking_war")
    lead = deck.ordered(told["lead"])
    state = replace(game.start(game.options(), 2), laid=(walking_war.Laid(0, lead),))
    same("walking_war_follow", told["plays"], sorted(map(plain, walking_war.answers(state, hand))))
    folds = walking_war.folds(state, hand) if len(hand) >= len(lead) else []
    same("fold_count", told["fold_count"], len(folds))


def _linked_friends_lead(hand: Cards, row: Row) -> None:
    plays = deck.linked_roles_in(kinds(hand))
    same("linked_friends_lead", _without_colours(row["linked_friends_lead"]), _linked(plays))
    same("linked_friends_lead_kinds_count", row["linked_friends_lead_kinds_count"], len(plays))


def _linked_friends_follow(hand: Cards, told: Row) -> None:
    game = registry.load("linked_friends")
    table = told["table"]
    ranks, copies = table["shape"] if len(table["shape"]) == 2 else (table["shape"][0], 1)
    role = Role(table["role"], ranks * copies, table["strength"], copies)
    plays = linked_friends.answers(replace(game.start(game.options(), 2), role=role), kinds(hand))
    same("linked_friends_follow", _without_colours(told["plays"]), _linked(plays))
    same("kinds_count", told["kinds_count"], len(plays))


def _without_colours(plays: list[Row]) -> list[Any]:
    return sorted({(play["role"], play["strength"], kinds(play["cards"])) for play in plays})


def _linked(plays: Iterable[tuple[Cards, Role]]) -> list[Any]:
    return sorted((role.type, role.strength, cards) for cards, role in plays)


def _kitten_follow(hand: Cards, told: Row) -> None:
    table = deck.ordered(told["table"])
    whole = deck.kind_set_of(table)
    same("kitten_follow.of", told["of"], whole and whole.kind)
    plays = kitten_answers(registry.load("kitten").options(), table, hand)
    same("kitten_follow", told["plays"], sorted(map(plain, plays)))


def _soft_run_follow(hand: Cards, told: Row) -> None:
    table = deck.ordered(told["table"]["cards"])
    top = KindRole(told["table"]["role"], len(table), told["table"]["foot"])
    plays = [(cards, role) for cards, role in deck.soft_roles_in(hand) if goes_on(cards, role, table, top)]
    same("soft_run_follow", told["plays"], _footed(plays))


def _footed(plays: Iterable[tuple[Cards, KindRole]]) -> list[Row]:
    found = [{"cards": plain(cards), "role": role.type, "foot": role.kind} for cards, role in plays]
    return sorted(found, key=lambda play: (play["cards"], play["role"], play["foot"]))


# -- seasons ------------------------------------------------------------------------------------------


def tag(action: Any) -> str:
    """The kind of an action that both sides call the same."""
    return str(action.__struct_config__.tag)


def sizes(state: Any) -> list[int]:
    return [len(hand) for hand in state.hands]


def _walking_war_action(_: Match, told: Row) -> Any:
    cards = deck.ordered(told["cards"])
    return walking_war.Play(cards) if told["kind"] == "play" else walking_war.Fold(cards)


def _walking_war_after(match: Match) -> Facts:
    state = match.state
    table = [
        {"seat": laid.seat, "cards": plain(laid.cards) or None, "folded": laid.folded} for laid in state.laid
    ]
    facts = {"phase": state.phase.upper(), "hand_sizes": sizes(state), "table": table}
    return {**facts, "public": [plain(pile) for pile in state.piles]}


def _walking_war_told(after: Row) -> Row:
    """Told in the order they were laid."""
    return {**after, "public": [plain(pile) for pile in after["public"]]}


def _linked_friends_deal(match: Match, row: Row) -> None:
    hands = [kinds(hand) for hand in row["deal"]["hands"]]
    card_seasons.dealt(match, {"deal": {"hands": hands}})


def _linked_friends_action(_: Match, told: Row) -> Any:
    match told["kind"]:
        case "play":
            return linked_friends.Play(kinds(told["cards"]), told["role"])
        case "pass":
            return linked_friends.Pass()
        case "take":
            return linked_friends.Take(kinds(told["cards"]))
        case _:
            return linked_friends.Remove(tuple(sorted(deck.strength(name) for name in told["strengths"])))


def _linked_friends_after(match: Match) -> Facts:
    state = match.state
    return {
        "phase": state.phase.upper(),
        "hand_sizes": sizes(state),
        "field": list(deck.ordered(card for laid in state.trick for card in laid.cards)),
        "discards": list(state.discards),
        "removed": list(state.removed),
        "aside_size": len(state.deck),
        "table": state.role and _on_table(state),
    }


def _on_table(state: Any) -> Row:
    role = state.role
    shape = [role.size] if role.type != "runset" else [role.size // role.copies, role.copies]
    return {"role": role.type, "shape": shape, "strength": role.strength, "seat": state.best}


def _linked_friends_counts(match: Match, seat: int, event: Row) -> None:
    """Told with and without colours; only the latter are actions of ours."""
    same("legal_count_kinds", event["legal_count_kinds"], len(match.legal(seat)))
    same("kinds of action", sorted(event["legal_by_kind"]), sorted({tag(a) for a in match.legal(seat)}))
    same("generals", event.get("generals", 0), match.state.generals)


def _linked_friends_told(after: Row) -> Row:
    """Ours has no colours."""
    return {**after, **{name: list(kinds(after[name])) for name in ("field", "discards", "removed")}}


def _kitten_action(_: Match, told: Row) -> Any:
    match told["kind"]:
        case "play":
            return kitten.Play(deck.ordered(told["cards"]))
        case "drop":
            return kitten.Drop()
        case _:
            return kitten.StayOut()


def _kitten_after(match: Match) -> Facts:
    state = match.state
    return {
        "phase": "draw3" if state.drawing else state.phase.upper(),
        "hand_sizes": sizes(state),
        "points": list(state.points),
        "deck_size": len(state.deck),
        "field": [plain(laid.cards) for laid in state.field],
        "in_round": list(state.inside),
        "joined": list(state.joined),
        "round_parent": state.parent,
        "won_aside": [len(cards) for cards in state.aside],
    }


def _kitten_result(match: Match) -> Facts:
    state = match.state
    return {
        "points_before_end": list(state.points),
        "round_parent_at_end": state.parent,
        "final_hand_sizes": sizes(state),
    }


def _soft_run_action(match: Match, told: Row) -> Any:
    """Where plays are too many to list, all cards are picked before."""
    if told["kind"] == "pass":
        return soft_run.Pass()
    cards = deck.ordered(told["cards"])
    (seat,) = match.to_act()
    if any(isinstance(action, soft_run.Pick) for action in match.legal(seat)):
        for card in cards:
            match.follow(Played(seat, soft_run.Pick(card)))
    return soft_run.Play(cards, KindRole(told["role"], len(cards), told["foot"]))


def _soft_run_counts(match: Match, seat: int, event: Row) -> None:
    """Told are complete plays, also where ours are picked card by card."""
    state = match.state
    top = state.field[-1] if state.field else None
    plays = sum(
        top is None or goes_on(cards, role, top.cards, top.role)
        for cards, role in deck.soft_roles_in(state.hands[seat])
    )
    told = event["legal_by_kind"]
    found = {"pass": int(top is not None), "play": plays}
    same("legal_by_kind", told, {kind: count for kind, count in found.items() if count})
    same("legal_count", event["legal_count"], sum(told.values()))
    if not any(isinstance(action, soft_run.Pick) for action in match.legal(seat)):
        same("our actions", event["legal_count"], len(match.legal(seat)))


def _soft_run_after(match: Match) -> Facts:
    state = match.state
    field = [
        {"seat": laid.seat, "role": laid.role.type, "foot": laid.role.kind, "cards": plain(laid.cards)}
        for laid in state.field
    ]
    return {
        "phase": "draw2" if state.drawing else state.phase.upper(),
        "hand_sizes": sizes(state),
        "deck_size": len(state.deck),
        "round_parent": state.parent,
        "field": field,
        "cleared": plain(state.cleared),
    }


SCRIPTS: dict[str, Script] = {
    "walking_war": Script(_walking_war_action, tag, _walking_war_after, _walking_war_told),
    "linked_friends": Script(
        _linked_friends_action,
        tag,
        _linked_friends_after,
        _linked_friends_told,
        deal=_linked_friends_deal,
        counts=_linked_friends_counts,
    ),
    "kitten": Script(_kitten_action, tag, _kitten_after, result=_kitten_result),
    "soft_run": Script(_soft_run_action, tag, _soft_run_after, counts=_soft_run_counts),
}


def season(row: Row) -> None:
    """One season of any of the card games."""
    card_seasons.check(SCRIPTS[row["game"]], row)


READERS: dict[str, Check] = {
    "roles.jsonl.gz": roles,
    "enumerate.jsonl.gz": enumerated,
    "seasons.jsonl.gz": season,
}

if find_spec("tests.vectors.cards_b"):
    others = import_module("tests.vectors.cards_b")
    SCRIPTS |= others.SCRIPTS
    READERS |= others.READERS

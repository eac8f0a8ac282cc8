"""Card games that draw, exchange or bet: single situations, and whole seasons with forced chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from kaik.core import registry
from kaik.core.options import checked
from kaik.games.open_cask import hands as cask_hands
from kaik.games.open_cask import rules as cask
from kaik.games.open_cask import state as cask_state
from kaik.games.seasons_end import groups
from kaik.games.seasons_end import rules as taxot
from kaik.games.seasons_end import state as taxot_state
from kaik.games.value_tree import rules as tree
from kaik.games.value_tree import state as tree_state
from kaik.games.value_war import rules as war
from kaik.games.value_war import state as war_state
from kaik.games.value_war.roles import best_role
from kaik.kit.deck import DECK, NUMBER, Draw, TurnUp, ordered, run_tops, without
from kaik.kit.ledger import shared
from kaik.kit.opening import in_turn
from kaik.kit.seasons import Table
from kaik.play.match import Match, Played
from tests.vectors.base import Check, Difference, Row, force_chance, same
from tests.vectors.card_seasons import Facts, Script, counted, to_act


def plain(cards: Sequence[str]) -> list[str]:
    """Cards in the order of these files."""
    return sorted(cards)


def by_seat(values: Sequence[Any], seats: Sequence[int]) -> Facts:
    return {str(seat): values[seat] for seat in seats}


# -- Season's End, single situations -----------------------------------------------------------------


def taxot_row(row: Row) -> None:
    (_finish if row["kind"] == "finish" else _discard)(row)


def _finish(row: Row) -> None:
    exposed = ordered(card for group in row["exposed"] for card in group)
    hand = ordered(row["concealed"])
    same("can_finish", row["can_finish"], groups.shape(hand, exposed) is not None)
    if not row["can_finish"]:
        return
    options = taxot_state.SeasonsEndOptions()
    table = Table((0,) * row["players"], row["parent"], row["B"])
    shown = taxot_state.Finished(row["finisher"], row["discarder"], hand, exposed, row["first_round"])
    score = taxot.scored(options, shown, tuple(row["lights"]))
    whole = taxot.gains_of(options, table, replace(shown, score=score))
    four = taxot.from_all((0,) * row["players"], row["finisher"], score.fours_unpaid)
    found = {
        "end": score.end,
        "bonus": score.bonus,
        "four_sets": score.fours,
        "four_unpaid": score.fours_unpaid,
        "payments": list(whole),
        "payments_four": list(four),
        "payments_finish": [all_of - part for all_of, part in zip(whole, four, strict=True)],
    }
    same("finish", {key: row[key] for key in found}, found)


def _discard(row: Row) -> None:
    exposed = ordered(card for group in row["exposed"] for card in group)
    hand, card = ordered(row["concealed"]), row["discard"]
    made = groups.shape(ordered((*hand, card)), exposed) is not None
    same("can_finish", row["can_finish"], made)
    found = [_call(use, card, exposed) for use in groups.calls(hand, card, exposed)]
    key = repr
    same("calls", sorted(row["calls"], key=key), sorted(found, key=key))


def _call(use: tuple[str, ...], card: str, exposed: tuple[str, ...]) -> Facts:
    group = plain((*use, card) if use else (*exposed, card))
    kinds = {0: "upgrade", 3: "set4"}
    kind = kinds.get(len(use)) or ("set3" if len(run_tops(group)) == 0 else "run3")
    return {"group_type": kind, "use": plain(use), "group": group}


# -- Value War, single situations --------------------------------------------------------------------


def war_row(row: Row) -> None:
    (_war_showdown if row["kind"] == "showdown" else _war_betting)(row)


def _war_state(row: Row, **options: Any) -> war_state.Full:
    made = war_state.ValueWarOptions(**options)
    hands = tuple(map(ordered, row["hands"]))
    seats, parent = row["players"], row["parent"]
    inside = tuple(seat in row.get("in", range(seats)) for seat in range(seats))
    return replace(
        war.fresh(made, Table((0,) * seats, parent)),
        hands=hands,
        public=ordered(row["public"]),
        deck=without(DECK, [*row["public"], *(card for hand in hands for card in hand)]),
        inside=inside,
        phase="parent",
        turn=parent,
        parent_now=parent,
        round=1,
        paid=(1,) * seats,
    )


def _war_showdown(row: Row) -> None:
    state = _war_state(row)
    _war_roles(row, state, row)
    ranking = _groups({seat: war.role_of(state, state.hands[seat]).value for seat in row["in"]})
    same("ranking", row["ranking"], ranking)
    winners = war.best_seats(state, state.hands)
    shares = shared(row["pot"], row["players"], winners)
    same("shares", row["shares"], by_seat(shares, winners))
    same("odd_points", row["odd_points"], row["pot"] % len(winners))
    _war_roles(row, _war_state(row, mak_min_own=0), row["min_own_0"])


def _war_roles(row: Row, state: war_state.Full, expected: Row) -> None:
    roles = {seat: war.role_of(state, state.hands[seat]) for seat in row["in"]}
    told = {str(seat): {"role": role.kind, "strength": role.strength} for seat, role in roles.items()}
    same("roles", expected["roles"], told)
    same("winners", expected["winners"], war.best_seats(state, state.hands))


def _groups(values: dict[int, Any]) -> list[list[int]]:
    """Seats with equal values together, best first."""
    return [
        sorted(seat for seat, mine in values.items() if mine == value)
        for value in sorted(set(values.values()), reverse=True)
    ]


def _war_betting(row: Row) -> None:
    state = _war_state(row)
    match = _begun("value_war", state.options, state)
    for step in row["script"]:
        state = match.state
        same("to act", [step["seat"]], list(match.to_act()))
        same("phase", [step["phase"].lower(), step["round"]], [state.phase, state.round])
        _choose(match, step["seat"], _war_action(step))
        same("pot_after", step["pot_after"], match.state.pot)
        same("next", step["next"], _actors(match))
    _pot_result(row, match.state, "showdown")


def _pot_result(row: Row, state: Any, shown_word: str) -> None:
    """How a pot of a betting row was won."""
    won, season = state.won, state.table.done[-1]
    found = {
        "pot": won.pot,
        "paid": list(state.paid),
        "parent_at_end": state.parent_now,
        "reason": shown_word if any(won.hands) else "one_left",
        "winners": list(season.winners),
        "shares": by_seat(won.shares, season.winners),
        "net": list(season.gains),
    }
    same("result", {key: row[key] for key in found}, found)


def _war_action(told: Row) -> war_state.Action:
    match told["kind"]:
        case "swap":
            return war_state.Swap(told["give"], told["take"])
        case "draw2":
            return war_state.Draw2()
        case "base":
            return war_state.Base(told["x"])
        case "in":
            return war_state.In()
        case _:
            return war_state.Out()


# -- Open Cask, single situations --------------------------------------------------------------------


def cask_row(row: Row) -> None:
    (_cask_showdown if row["kind"] == "showdown" else _cask_betting)(row)


def _cask_showdown(row: Row) -> None:
    cards = {seat: ordered((*row["hands"][seat], *row["shared"])) for seat in row["in"]}
    made = {seat: cask_hands.sequence(hand) for seat, hand in cards.items()}
    same("sequences", row["sequences"], {str(seat): [list(w) for w in made[seat]] for seat in made})
    same("ranking", row["ranking"], _groups(made))
    winners = _winners(row, made)
    same("winners", row["winners"], winners)
    same("shares", row["shares"], by_seat(shared(row["pot"], row["players"], winners), winners))
    same("odd_points", row["odd_points"], row["pot"] % len(winners))
    other = {seat: cask_hands.sequence(hand, True) for seat, hand in cards.items()}
    first = {str(seat): list(worths[0]) for seat, worths in other.items()}
    same("going_first", row["going_first"], {"first_hands": first, "winners": _winners(row, other)})


def _winners(row: Row, made: dict[int, Any]) -> list[int]:
    best = max(made.values())
    return [seat for seat in in_turn(row["parent"], row["players"]) if made.get(seat) == best]


def _cask_betting(row: Row) -> None:
    options = cask_state.OpenCaskOptions(seasons=1, nam_stack=50)
    table = Table(tuple(stack - 50 for stack in row["stacks"]), row["parent"])
    match = _begun("open_cask", options, cask.fresh(options, table))
    _deal(match, row["hands"], [])
    skipped = _skipped(match)
    for step in row["script"]:
        if "turn_up" in step:
            for card in step["turn_up"]:
                force_chance(match, TurnUp(card))
            skipped |= _skipped(match)
            continue
        same("to act", [step["seat"]], list(match.to_act()))
        state = match.state
        same("round", step["round"], state.round)
        same("cap", step["cap"], cask.cap(state))
        same("legal_count", step["legal_count"], len(match.legal(step["seat"])))
        _choose(match, step["seat"], _cask_action(step))
        same("pot_after", step["pot_after"], match.state.pot)
        if step["next"] != "chance":
            same("next", step["next"], _actors(match))
    same("bet_rounds_skipped", row["bet_rounds_skipped"], sorted(skipped))
    _pot_result(row, match.state, "reveal")


def _skipped(match: Match) -> set[int]:
    """The round just begun, if it was passed over."""
    state = match.state
    idle = not any(state.acted) and state.phase != "deal"
    return {state.round} if idle and (state.phase == "open" or state.table.settled) else set()


def _cask_action(told: Row) -> cask_state.Action:
    return cask_state.Fold() if told["kind"] == "mun-mok" else cask_state.Bet(told["x"])


# -- Value Tree, single situations -------------------------------------------------------------------


def bare(cards: Sequence[str]) -> tuple[str, ...]:
    """Cards without their colours."""
    return ordered(card[-1] for card in cards)


def tree_row(row: Row) -> None:
    state = _tree_state(row)
    legal = {_tree_words(action) for action in tree.plays(state, 0)}
    told = {_merged_words(row["ends"], play) for play in row["plays"]}
    same("plays", sorted(told), sorted(legal))
    same("legal_count_merged", row["legal_count_merged"], len(tree.plays(state, 0)))
    if row["chosen"] is None:
        return
    after = _tree_laid(row, state)
    same("values_after", row["values_after"], _tree_values(after))
    same("hand_after", list(bare(row["hand_after"])), list(after.hands[0]))
    if row["chosen"]["kind"] == "play":
        _other_ends(row)


def _other_ends(row: Row) -> None:
    last = row["hop_end_last"]
    after = _tree_laid(row, _tree_state(row, hop_end="last"), last["named"][-1])
    same("hop_end_last", last["values_after"], _tree_values(after))
    after = _tree_laid(row, _tree_state(row, hop_end="sum"))
    same("hop_end_sum", row["hop_end_sum"]["values_after"], _tree_values(after))


def _tree_state(row: Row, **options: Any) -> tree_state.Full:
    made = tree_state.ValueTreeOptions(seasons=1, **options)
    hand, ends = bare(row["hand"]), bare(row["ends"])
    state = tree.fresh(made, Table((0, 0), 0))
    return replace(state, hands=(hand, ("1",)), ends=ends, phase="turn", deck=())


def _tree_laid(row: Row, state: tree_state.Full, top: str | None = None) -> tree_state.Full:
    words = _merged_words(row["ends"], row["chosen"])
    for action in tree.plays(state, 0):
        if _tree_words(action) == words and getattr(action, "top", None) == top:
            made: tree_state.Full = registry.load("value_tree").apply(state, 0, action)
            return made
    raise Difference(f"{words} is not legal")


def _tree_values(state: tree_state.Full) -> list[str]:
    return sorted(end if end in NUMBER else "free" for end in state.ends)


def _tree_words(action: tree_state.Action) -> str:
    match action:
        case tree_state.Lay(end, cards):
            return f"play {end} {cards}"
        case tree_state.LayFree(card):
            return f"free {card}"
        case tree_state.Merge(ends, card):
            return f"merge {ends} {card}"
        case tree_state.Special(card):
            return f"special {card}"
        case _:
            return "draw"


def _merged_words(ends: Sequence[str], play: Row) -> str:
    """A play of these files with colours and equal ends not told apart."""
    match play["kind"]:
        case "play":
            return f"play {ends[play['end']][-1]} {bare(play['cards'])}"
        case "play_free":
            return f"free {play['cards'][0][-1]}"
        case "merge":
            return f"merge {bare([ends[place] for place in play['ends']])} {play['cards'][0][-1]}"
        case "draw":
            return "draw"
        case _:
            return f"special {play['cards'][0][-1]}"


# -- whole seasons -----------------------------------------------------------------------------------


def _deal(match: Match, hands: Sequence[Sequence[str]], up: Sequence[str]) -> None:
    """Deal these hands and turn up these cards, in whatever order the game asks for them."""
    left, lying = [list(hand) for hand in hands], list(up)
    while any(left) or lying:
        outcome = match.game.weights(match.state)[0][0]
        if isinstance(outcome, Draw):
            force_chance(match, Draw(outcome.seat, left[outcome.seat].pop()))
        else:
            force_chance(match, TurnUp(lying.pop(0)))


def _dealing(field: str) -> Callable[[Match, Row], None]:
    """Deal the hands, and the cards of this field face up."""
    return lambda match, row: _deal(match, row["deal"]["hands"], row["deal"].get(field, ()))


def _choose(match: Match, seat: int, action: Any) -> None:
    if action not in match.legal(seat):
        raise Difference(f"seat {seat} should be able to choose {action}")
    match.follow(Played(seat, action))


def _fall(match: Match, event: Row) -> None:
    """Draw or turn up the cards told, whichever is due."""
    for card in event["cards"]:
        outcome = match.game.weights(match.state)[0][0]
        force_chance(match, TurnUp(card) if isinstance(outcome, TurnUp) else Draw(event["seat"], card))


def _actors(match: Match) -> Any:
    """Who acts next as these files say it: nobody when the season is over."""
    return [] if match.state.table.settled else to_act(match)


def _tag(action: Any) -> str:
    return str(type(action).__struct_config__.tag)


def _sizes(state: Any) -> list[int]:
    """Cards in hand; those shown at the end still count."""
    shown = ((),) * state.seats if state.won is None else state.won.hands
    return [len(hand) + len(more) for hand, more in zip(state.hands, shown, strict=True)]


def _pot(state: Any) -> Facts:
    return {
        "pot": state.pot,
        "paid": list(state.paid),
        "in": [seat for seat, inside in enumerate(state.inside) if inside],
        "parent_now": state.parent_now,
    }


def _pot_won(state: Any, shown_word: str) -> Facts:
    won = state.won
    return {
        "pot": won.pot,
        "paid": list(state.paid),
        "shares": by_seat(won.shares, state.table.done[-1].winners),
        "reason": shown_word if any(won.hands) else "one_left",
    }


# -- seasons of Season's End -------------------------------------------------------------------------


def _taxot_action(match: Match, told: Row) -> Any:
    use = ordered(told.get("use", ()))
    match told["kind"]:
        case "discard":
            return taxot_state.Discard(told["card"])
        case "four":
            return taxot_state.Four(use)
        case "call":
            return taxot_state.Claim(taxot_state.Call(use))
        case "pass":
            return taxot_state.Claim(taxot_state.Pass())
        case _ if match.state.phase == "turn":
            return taxot_state.Finish()
        case _:
            return taxot_state.Claim(taxot_state.Win())


def _taxot_kind(action: Any) -> str:
    if not isinstance(action, taxot_state.Claim):
        return _tag(action)
    return "finish" if isinstance(action.answer, taxot_state.Win) else _tag(action.answer)


def _taxot_together(match: Match, event: Row) -> None:
    """All answers, and the claim that comes first."""
    same("discard", [event["discarder"], event["card"]], list(match.state.discards[-1]))
    same("to act", sorted(choice["seat"] for choice in event["choices"]), list(match.to_act()))
    for choice in event["choices"]:
        counted(SCRIPTS["seasons_end"])(match, choice["seat"], choice)
        _choose(match, choice["seat"], _taxot_action(match, choice["action"]))
    taken = match.state.taken
    same("taken_by", event["taken_by"], None if taken is None else taken.seat)
    if taken is not None:
        force_chance(match, taken)


def _taxot_after(match: Match) -> Facts:
    state = match.state
    sizes = [len(hand) for hand in state.hands]
    if (shown := state.finish) is not None:
        sizes[shown.seat] = len(shown.hand) - (shown.discarder is not None)
    phases = {"draw": "draw", "final": "final_light"}
    return {
        "phase": phases.get(state.phase, state.phase.upper()),
        "hand_sizes": sizes,
        "exposed": [[plain(group)] if group else [] for group in state.exposed],
        "discards": [card for _, card in state.discards],
        "lights": list(state.lights),
        "deck_size": len(state.deck),
        "temporary": list(state.table.done[-1].gains if state.table.settled else state.moved),
    }


def _taxot_result(match: Match) -> Facts:
    drawn = match.state.finish is None
    return {"reason": "exhausted" if drawn else "finish", "drawn": drawn}


def _taxot_closing(match: Match, told: Row) -> None:
    """The finished hand; equally good groups may be told otherwise, but must cover the same cards."""
    state, shown = match.state, match.state.finish
    same("finish", "finish" in told, shown is not None)
    if shown is None:
        return
    finish = dict(told["finish"])
    same(
        "groups",
        plain((*shown.hand, *shown.exposed)),
        plain([c for group in finish.pop("groups") for c in group]),
    )
    same("finish", finish, _taxot_finish(state, shown))


def _taxot_finish(state: Any, shown: Any) -> Facts:
    four = taxot.from_all((0,) * state.seats, shown.seat, shown.score.fours_unpaid)
    whole = taxot.gains_of(state.options, state.table, shown)
    return {
        "finisher": shown.seat,
        "discarder": shown.discarder,
        "first_round": shown.first_round,
        "turns_started": state.turns,
        "hand": plain(shown.hand),
        "exposed": [plain(shown.exposed)] if shown.exposed else [],
        "lights": list(state.lights),
        "end": shown.score.end,
        "bonus": shown.score.bonus,
        "four_sets": shown.score.fours,
        "four_unpaid": shown.score.fours_unpaid,
        "payments_finish": [all_of - part for all_of, part in zip(whole, four, strict=True)],
        "payments_four_at_finish": list(four),
        "payments_temporary_before": list(state.moved),
    }


# -- seasons of Value War ----------------------------------------------------------------------------


def _war_season_action(match: Match, told: Row) -> Any:
    if told["kind"] != "keep":
        return _war_action(told)
    (rest,) = without(match.state.drawn[match.state.turn], (told["drawn"],))
    return war_state.Keep(told["drawn"], told["give"], rest)


def _war_after(match: Match) -> Facts:
    state = match.state
    return {
        "phase": "draw2" if state.phase == "draw2" else state.phase.upper(),
        "hand_sizes": _sizes(state),
        "public": plain(state.public),
        "deck_size": len(state.deck),
        **(_pot(state) if state.round else {"pot": 0}),
    }


def _war_result(match: Match) -> Facts:
    state = match.state
    hands, shown = state.hands, state.won.hands
    roles = {
        str(seat): best_role(hand, state.public, state.options.mak_min_own)
        for seat, hand in enumerate(shown)
        if hand
    }
    told = {seat: {"role": role.kind, "strength": role.strength} for seat, role in roles.items()}
    return {
        **_pot_won(state, "showdown"),
        "final_hands": [plain(seen or hand) for hand, seen in zip(hands, shown, strict=True)],
        "final_public": plain(state.won.public),
        "roles": told or None,
    }


# -- seasons of Value Tree ---------------------------------------------------------------------------


def _tree_deal(match: Match, row: Row) -> None:
    _deal(match, [bare(hand) for hand in row["deal"]["hands"]], [card[-1] for card in row["deal"]["paths"]])


def _tree_action(match: Match, told: Row) -> Any:
    words = _merged_words(told["before"]["ends"], told)
    for action in match.legal(match.state.turn):
        if _tree_words(action) == words:
            return action
    raise Difference(f"{words} is not legal")


def _tree_counts(match: Match, seat: int, event: Row) -> None:
    same("legal_count_merged", event["legal_count_merged"], len(match.legal(seat)))


def _tree_fall(match: Match, event: Row) -> None:
    """Turn up the cards told. Which of two free ends was covered makes no difference to anybody, so that
    another ship, king or emperor may have come back into the deck."""
    for card in event["cards"]:
        fallen = [outcome.card for outcome, _ in match.game.weights(match.state)]
        free = [kind for kind in fallen if kind not in NUMBER]
        stands_in = card[-1] not in (*fallen, *NUMBER) and free
        force_chance(match, TurnUp(free[0] if stands_in else card[-1]))


def _tree_after(match: Match) -> Facts:
    state = match.state
    return _tree_told(
        {
            "phase": "new_path" if state.phase == "paths" else state.phase.upper(),
            "hand_sizes": [len(hand) for hand in state.hands],
            "ends": state.ends,
            "covered_or_swept": state.covered,
            "deck_size": len(state.deck) + len(state.remade),
        }
    )


def _tree_told(facts: Facts) -> Facts:
    """Without colours and order; while a card is turned up, covered cards may or may not be the deck yet."""
    ends, covered = (_tree_plain(facts[key]) for key in ("ends", "covered_or_swept"))
    if facts["phase"] == "new_path":
        return {**facts, "ends": ends, "covered_or_swept": [], "deck_size": facts["deck_size"] + len(covered)}
    return {**facts, "ends": ends, "covered_or_swept": covered}


def _tree_plain(cards: Sequence[str]) -> list[str]:
    return sorted(card[-1] if card[-1] in NUMBER else "free" for card in cards)


def _tree_result(match: Match) -> Facts:
    """A season that nobody played out is not worded here."""
    return {"reason": "played_out"} if any(not hand for hand in match.state.hands) else {}


# -- seasons of Open Cask ----------------------------------------------------------------------------


def _cask_begun(row: Row) -> Match:
    """Totals are stacks here, and who has none sits out."""
    rules = registry.load("open_cask")
    options = checked(rules.Options, row["options"])
    totals = tuple(stack - options.nam_stack for stack in row["totals_before"])
    return _begun("open_cask", options, cask.fresh(options, Table(totals, row["parent"], row["B"])))


def _begun(game: str, options: Any, state: Any) -> Match:
    """A match that stands at this state."""
    match = Match(registry.load(game), options, len(state.table.totals), None, auto=False)
    match.states = [state]
    return match


def _cask_season_action(_: Match, told: Row) -> Any:
    return _cask_action(told)


def _cask_kind(action: Any) -> str:
    return "mun-mok" if isinstance(action, cask_state.Fold) else "at-mok"


def _cask_counts(match: Match, seat: int, event: Row) -> None:
    counted(SCRIPTS["open_cask"])(match, seat, event)
    state = match.state
    found = [state.round, max(state.levels), state.raises, cask.cap(state)]
    same("bets", [event[key] for key in ("round", "high", "raises_so_far", "cap")], found)


def _cask_after(match: Match) -> Facts:
    state = match.state
    stacks = replace(state, table=replace(state.table, settled=False)).stacks
    if state.table.settled:
        stacks = tuple(stack - gain for stack, gain in zip(stacks, state.table.done[-1].gains, strict=True))
    return {
        "phase": "shared" if state.phase == "open" else state.phase.upper(),
        "hand_sizes": _sizes(state),
        **_pot(state),
        "shared": list(state.shared),
        "stacks": list(stacks),
        "levels": list(state.levels),
    }


def _cask_result(match: Match) -> Facts:
    state, shared_cards = match.state, match.state.won.shared
    made = {
        str(seat): [list(worth) for worth in cask.worths(state.options, hand, shared_cards)]
        for seat, hand in enumerate(state.won.hands)
        if hand
    }
    return {
        **_pot_won(state, "reveal"),
        "shared": list(shared_cards),
        "parent_at_end": state.parent_now,
        "stacks_after": list(state.stacks),
        "sequences": made or None,
    }


SCRIPTS: dict[str, Script] = {
    "seasons_end": Script(
        _taxot_action,
        _taxot_kind,
        _taxot_after,
        deal=_dealing("light"),
        chance=_fall,
        together=_taxot_together,
        result=_taxot_result,
        closing=_taxot_closing,
    ),
    "value_war": Script(
        _war_season_action, _tag, _war_after, deal=_dealing("public"), chance=_fall, result=_war_result
    ),
    "value_tree": Script(
        _tree_action,
        _tag,
        _tree_after,
        _tree_told,
        deal=_tree_deal,
        chance=_tree_fall,
        counts=_tree_counts,
        result=_tree_result,
    ),
    "open_cask": Script(
        _cask_season_action,
        _cask_kind,
        _cask_after,
        begin=_cask_begun,
        deal=_dealing("shared"),
        chance=_fall,
        counts=_cask_counts,
        result=_cask_result,
        totals=lambda match: list(match.state.stacks),
    ),
}

READERS: dict[str, Check] = {
    "seasons_end.jsonl.gz": taxot_row,
    "value_war.jsonl.gz": war_row,
    "value_tree.jsonl.gz": tree_row,
    "open_cask.jsonl.gz": cask_row,
}

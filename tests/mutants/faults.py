"""Faults that a careless change might bring, one small edit each. The tests must notice them.

To add one: name the file, a text that occurs in it exactly once, what stands there instead, and why it is
wrong. What no test can be expected to notice gets its reason in `survives`.
"""

from __future__ import annotations

from msgspec import Struct

CORE = "src/kaik/core"
PLAY = "src/kaik/play"
KIT = "src/kaik/kit"
POT = "src/kaik/games/beast_cast/pot.py"
STREAK = "src/kaik/games/beast_streak/__init__.py"
NEW_PLAY = "src/kaik/games/new_play/__init__.py"
STRAIN = "tests/fixture_games/strain/__init__.py"


class Fault(Struct, frozen=True):
    """One edit."""

    file: str
    old: str
    new: str
    why: str
    survives: str = ""
    """Why no test can be expected to notice, if so."""


LEAKS = (
    Fault(
        STRAIN,
        '    """Chance: a seat draws a card."""\n\n    seat: int\n    card: Annotated[C_co, OWNER]',
        '    """Chance: a seat draws a card."""\n\n    seat: int\n    card: C_co',
        "leak through the log: everybody reads which card was drawn",
    ),
    Fault(
        STRAIN,
        "return [Bid(n) for n in range(MAX_BID + 1)]",
        "return [Bid(n) for n in range(MAX_BID + 1 - (6 in state.hands[seat - 1]))]",
        "leak through the legal list: the bids offered depend on another hand",
    ),
    Fault(
        f"{CORE}/secrets.py",
        "part if index == seat else veil(part)",
        "part if index == seat or seat is None else veil(part)",
        "leak: a watcher sees all hands",
    ),
    Fault(
        f"{CORE}/secrets.py",
        "return value if seat is not None and seat == owner else veil(value)",
        "return value if seat == owner else veil(value)",
        "leak: a watcher sees what concerns nobody in particular",
    ),
    Fault(
        f"{CORE}/secrets.py",
        "    NOBODY: _nobody,",
        "    NOBODY: _each,",
        "leak: seat n sees card n of the deck",
    ),
    Fault(
        f"{CORE}/secrets.py",
        "    if value is None:\n        return None\n    if not isinstance",
        "    if not isinstance",
        "what has not been chosen yet looks chosen",
    ),
    Fault(
        f"{PLAY}/match.py",
        "view, after = self._view(index, seat), self._view(index + 1, seat)",
        "view, after = self.states[index], self.states[index + 1]",
        "leak: the log is told from the full state",
    ),
    Fault(
        f"{PLAY}/match.py",
        "scene, told = self.game.scene(view, seat)",
        "scene, told = self.game.scene(self.state, seat)",
        "leak: the scene is drawn from the full state",
    ),
    Fault(
        STRAIN,
        'return state.phase == "bury"',
        "return False",
        "leak: a forced choice is played at once and shows that there was none",
    ),
)

GUESSES = (
    Fault(
        STRAIN,
        "look.owner == owner and card not in look.thrown",
        "look.owner == owner",
        "guessing believes in a card that was thrown away",
    ),
    Fault(STRAIN, "    rng.shuffle(unknown)\n", "", "guessing always deals the same cards"),
    Fault(STRAIN, "        rng.shuffle(held)\n", "", "guessing never thinks a seen card was put aside"),
    Fault(STRAIN, "gone=empty)", "gone=True)", "guessing forgets that a seen card may still be held"),
    Fault(
        STRAIN,
        "rng.randint(0, MAX_BID) if isinstance(bid, Unseen) else bid",
        "rng.randint(0, MAX_BID)",
        "guessing invents bids that have not been made",
    ),
)

PROTOCOL = (
    Fault(
        f"{CORE}/scene.py",
        "return [path + path[-1:] if path in beginnings else path for path in paths]",
        "return list(paths)",
        "a path begins another",
    ),
    Fault(
        f"{CORE}/scene.py",
        "spots[touch].same_as or touch",
        "touch",
        "the second of two equal cards does nothing",
    ),
    Fault(
        f"{CORE}/scene.py",
        'if zone.kind == "fan" for spot',
        'if zone.kind == "row" for spot',
        "cards must be touched in order",
    ),
    Fault(
        f"{CORE}/scene.py",
        "if Tally(made) - Tally(path[here:run]):",
        "if set(made) - set(path[here:run]):",
        "a card may be touched more often than it is there",
    ),
    Fault(
        f"{CORE}/options.py",
        "if value != standard[name]}",
        "if value}",
        "an option set to false or zero is forgotten",
    ),
    Fault(
        f"{CORE}/options.py",
        "    conflict = made.conflict()",
        "    conflict = None",
        "options that contradict each other are played",
    ),
    Fault(
        f"{CORE}/messages.py",
        "return one if value == 1 else many",
        "return one if value else many",
        "wrong plural",
    ),
    Fault(
        f"{CORE}/messages.py",
        'prefix.removesuffix(".") if key == "is" else prefix + key',
        "prefix + key",
        "a table's own text is lost",
    ),
    Fault(
        f"{CORE}/game.py",
        "return tuple(1 + sum(other > mine for other in points) for mine in points)",
        "return tuple(1 + sum(other >= mine for other in points) for mine in points)",
        "nobody comes first",
    ),
)

REFEREE = (
    Fault(
        f"{PLAY}/match.py",
        "if action not in actions:",
        "if not actions:",
        "illegal actions are accepted",
    ),
    Fault(
        f"{PLAY}/match.py",
        "if seat == CHANCE or seat not in acting:",
        "if seat == CHANCE:",
        "a seat may act out of turn",
    ),
    Fault(
        f"{PLAY}/match.py",
        "return Played(own, actions[actions.index(action)])",
        "return Played(seat, action)",
        "what only equals an action enters the log",
    ),
    Fault(
        f"{PLAY}/match.py",
        "if not 0 <= drawn < total or outcome(weights, drawn) != event:",
        "if not 0 <= drawn < total:",
        "an outcome that was not drawn is believed",
    ),
    Fault(
        f"{PLAY}/match.py",
        "if total != sum(weight for _, weight in weights):",
        "if total < 1:",
        "a wrong total is believed",
    ),
    Fault(
        f"{PLAY}/match.py",
        "            if len(actions) == 1:",
        "            if len(actions) <= 2:",
        "the referee plays choices that are none of its own",
    ),
    Fault(
        f"{PLAY}/match.py",
        "if not self._auto or self.game.secret_window(self.state):",
        "if not self._auto:",
        "forced choices are played in secret windows",
    ),
    Fault(
        f"{PLAY}/match.py",
        ">= self.game.max_plies",
        "> self.game.max_plies",
        "the length guard comes a ply late",
    ),
    Fault(
        f"{PLAY}/match.py",
        "        self._decisions -= len(self.events) - to\n",
        "",
        "choices taken back count against the guard",
    ),
    Fault(
        f"{PLAY}/match.py",
        "            del told[to:]",
        "            pass",
        "the log still tells what was taken back",
    ),
    Fault(
        f"{PLAY}/match.py",
        "        if self.events[number][0] == CHANCE:\n            return False",
        "        if self.events[number][0] == CHANCE:\n            return True",
        "choices are taken back although chance has spoken",
    ),
    Fault(
        f"{PLAY}/match.py",
        "    others = [place for seat, place in enumerate(places) if seat != loser]",
        "    others = list(places)",
        "who resigns keeps its place among the others",
    ),
    Fault(
        f"{PLAY}/match.py",
        'if ruling in ("draw", "closed"):',
        'if ruling == "length":',
        "after an agreed draw the points still decide",
    ),
)

RECORDS = (
    Fault(
        f"{PLAY}/record.py",
        'if not FIRST <= outer["kaik"] <= VERSION:',
        'if outer["kaik"] > 100:',
        "another version is read as this one",
    ),
    Fault(
        f"{PLAY}/record.py",
        "if upto is None and record.result is not None and match.result != record.result:",
        "if upto is None and record.result is None and match.result != record.result:",
        "a wrong result is believed",
    ),
    Fault(
        f"{PLAY}/record.py",
        "if commitment(seed) != fairness.commitment:",
        "if not fairness.commitment:",
        "another seed than was committed to is believed",
    ),
    Fault(
        f"{PLAY}/record.py",
        "draw(seed, nonces, number, entry.total) == entry.drawn",
        "entry.drawn >= 0",
        "verifying recomputes nothing",
    ),
    Fault(
        f"{PLAY}/fairness.py",
        "    limit = _RANGE - _RANGE % total",
        "    limit = _RANGE",
        "draws are biased",
    ),
    Fault(
        f"{PLAY}/fairness.py",
        "str(seq), str(attempt)",
        "str(attempt)",
        "every chance event draws the same number",
    ),
    Fault(
        f"{PLAY}/fairness.py",
        '",".join(nonce.hex for nonce in nonces)',
        '",".join(nonce.by for nonce in nonces)',
        "the seats' nonces change nothing",
    ),
    Fault(
        f"{PLAY}/fairness.py",
        "return Fairness(commitment(self._seed), self._nonces)",
        "return Fairness(commitment(self._seed), self._nonces, self._seed.hex())",
        "the seed is told before the end",
    ),
    Fault(
        f"{PLAY}/clock.py",
        "return None if left is None else left + self.spec.increment",
        "return left",
        "the increment is forgotten",
    ),
    Fault(
        f"{PLAY}/clock.py",
        "stopped = self.turn(tuple(s for s in running if s != seat), now)",
        "stopped = self",
        "a seat that moves twice gets one increment",
    ),
    Fault(f"{PLAY}/clock.py", "due[0] <= now", "due[0] < now", "time is up a moment late"),
)

RULES = (
    Fault(
        f"{KIT}/sticks.py",
        "comb(sticks, n) * bias**n * (100 - bias) ** (sticks - n)",
        "comb(sticks, n) * bias ** (sticks - n) * (100 - bias) ** n",
        "bent sticks are bent the wrong way",
    ),
    Fault(f"{KIT}/ledger.py", "    balances[payee] += amount\n", "", "a payment vanishes"),
    Fault(
        f"{KIT}/opening.py",
        "        best = max(thrown)",
        "        best = min(thrown)",
        "the lowest throw begins",
    ),
    Fault(
        f"{KIT}/opening.py",
        "tuple((first + step) % seats for step",
        "tuple((first - step) % seats for step",
        "play goes round the wrong way",
    ),
    Fault(
        POT,
        "return (last.first + 1) % table.seats",
        "return last.first",
        "the first throw never rotates",
    ),
    Fault(
        POT,
        "gains = [table.pot * (seat == winner) - own for",
        "gains = [table.pot * (seat == winner) for",
        "stakes are not paid",
    ),
    Fault(
        POT,
        'more = options.zs_ante if options.zs_restake == "same" else 0',
        "more = options.zs_ante",
        "those who tie always stake again",
    ),
    Fault(
        POT,
        "return options.rounds or 2 * table.seats",
        "return options.rounds or table.seats",
        "half a sitting",
    ),
    Fault(
        STREAK.replace("__init__", "odds"), "BUST_BELOW = 2", "BUST_BELOW = 1", "a throw of 1 no longer loses"
    ),
    Fault(
        STREAK,
        "if state.throws == options.rz_max_throws:",
        "if state.throws > options.rz_max_throws > 0:",
        "one throw too many is allowed",
    ),
    Fault(
        NEW_PLAY, "MULTIPLES = (8, 4, 2, 2, 4, 8)", "MULTIPLES = (8, 4, 2, 2, 4, 6)", "five pays too little"
    ),
    Fault(
        NEW_PLAY,
        '- (options.lt_payout == "total")',
        '- (options.lt_payout == "profit")',
        "the two ways to pay are swapped",
    ),
    Fault(
        NEW_PLAY,
        "lost = last.gains[last.banker] < 0",
        "lost = last.gains[last.banker] <= 0",
        "the bank changes hands without a loss",
    ),
    Fault(
        STRAIN,
        "leader = max(order, key=made.__getitem__)",
        "leader = seat if made[seat] == max(made) else max(order, key=made.__getitem__)",
        "among equal bids the last to be made wins, so that order matters",
    ),
    Fault(
        STRAIN,
        "return sorted({cards for size",
        "return sorted({cards[::-1] for size",
        "cards are laid in an order that no path spells",
    ),
)

FAULTS: tuple[Fault, ...] = (*LEAKS, *GUESSES, *PROTOCOL, *REFEREE, *RECORDS, *RULES)

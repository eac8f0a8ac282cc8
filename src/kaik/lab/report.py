"""The report on a study, section by section: sentences, tables and pictures in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import TypeAlias

from msgspec import Struct

from kaik.core import registry
from kaik.core.messages import Catalogue
from kaik.core.options import fields
from kaik.lab.balance import PLAYERS, PRESET, BalanceStudy, Observation, variants
from kaik.lab.estimate import Estimate, difference
from kaik.lab.findings import Comparison, Row, Spread, cells, comparisons
from kaik.lab.plots import Intervals, Picture, Spreads
from kaik.lab.store import EPISODES, MATCHES

TOLD = 6
"""So many sure changes are told at a glance, fewer for each option where several are varied."""


class Cell(Struct, frozen=True):
    """A cell of a table: a figure, its interval or change in small, in bold where a change is sure."""

    text: str
    note: str = ""
    change: str = ""
    sure: bool = False


class ReportTable(Struct, frozen=True):
    """Rows of cells; the first cell of a row is its name."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Bullets(Struct, frozen=True):
    """Sentences one under the other."""

    lines: tuple[str, ...]


class Code(Struct, frozen=True):
    """A command line."""

    text: str


Part: TypeAlias = str | ReportTable | Bullets | Code | Picture


class ReportSection(Struct, frozen=True):
    """A headed part of the report."""

    title: str
    parts: tuple[Part, ...]


class Report(Struct, frozen=True):
    """All of it."""

    title: str
    lead: tuple[str, ...]
    sections: tuple[ReportSection, ...]

    @property
    def pictures(self) -> list[Picture]:
        """All pictures, in order."""
        parts = [part for section in self.sections for part in section.parts]
        return [part for part in parts if isinstance(part, Picture)]


def report(study: BalanceStudy, found: Sequence[Observation], words: Catalogue, command: str) -> Report:
    """What the matches of a study say."""
    return _Writer(study, found, words).report(command)


class _Writer:
    """Words for one study."""

    def __init__(self, study: BalanceStudy, found: Sequence[Observation], words: Catalogue) -> None:
        self.study = study
        self.words = words
        self.found = found
        self.compared = comparisons(study, found)
        self.several = any(len(one.episodes) > 1 for one in found)
        self.episodes = words.word(f"lab.episode.{registry.load(study.game).episode}")
        self.first = words.word("lab.first")

    def say(self, key: str, **params: str | int) -> str:
        """A text of the lab, with the game's own words for what is counted."""
        whole = self.episodes[:1].upper() + self.episodes[1:]
        return self.words.word(
            f"lab.{key}", **{"episodes": self.episodes, "Episodes": whole, "first": self.first, **params}
        )

    # -- numbers ---------------------------------------------------------------------------------

    def percent(self, share: float) -> str:
        return self.say("sign.percent", n=f"{100 * share:.1f}")

    def share(self, found: Estimate) -> tuple[str, str]:
        """A share and its interval."""
        return self.percent(found.value), f"{100 * found.low:.1f}–{100 * found.high:.1f}"

    def number(self, found: Estimate) -> tuple[str, str]:
        """A mean and its interval."""
        digits = _digits(found)
        return _number(found.value, digits), f"{_number(found.low, digits)} … {_number(found.high, digits)}"

    def signed_interval(self, found: Estimate) -> tuple[str, str]:
        """Points gained and their interval."""
        digits = _digits(found)
        return _with_sign(
            found.value, digits
        ), f"{_with_sign(found.low, digits)} … {_with_sign(found.high, digits)}"

    # -- the whole -------------------------------------------------------------------------------

    def report(self, command: str) -> Report:
        title = self.words.word("title")
        head = "title" if self.study.vary else "title_plain"
        sections = [
            self.parse_variations(),
            self.glance(),
            self.order(),
            self.marks(),
            self.figures(),
            self.seats(),
            self.length(),
            self.score(),
            self.reasons(),
            self.all_cells(),
            self.reading(),
            self.data(command),
        ]
        shown = tuple(section for section in sections if section is not None and section.parts)
        return Report(self.say(head, title=title), tuple(self.lead()), shown)

    def lead(self) -> Iterator[str]:
        study, count = self.study, len(variants(self.study))
        told = " / ".join(dict.fromkeys(_table(cell.players) for cell in variants(study)))
        if study.vary:
            yield self.say("study", n=study.matches, variants=count, all=len(self.found), players=told)
        else:
            yield self.say("study_plain", n=study.matches, players=told)
        if PRESET not in {name for name, _ in study.vary}:
            preset = study.preset or next(iter(registry.load(study.game).presets))
            changed = self.say("settings_changed", words=" ".join(study.set)) if study.set else ""
            yield self.say("settings", preset=preset) + changed
        yield self.say("stamp", version=study.version, seed=study.seed)

    def parse_variations(self) -> ReportSection | None:
        rows = [
            (Cell(name), Cell(value), Cell(self.meaning(name, value)))
            for name, values in self.study.vary
            for value in values
        ]
        heads = (self.say("option"), self.say("value"), self.say("meaning"))
        return ReportSection(self.say("varied"), (ReportTable(heads, tuple(rows)),)) if rows else None

    def meaning(self, name: str, value: str) -> str:
        """What a value of an option means, as the game words it."""
        if name == PLAYERS:
            return self.say("varied_players")
        if name == PRESET:
            return self.words.word(f"preset.{value}")
        option, key = self.words.word(f"option.{name}"), f"option.{name}.{value}"
        kinds = {field.id: field.kind for field in fields(registry.load(self.study.game).Options)}
        if kinds.get(name) == "flag" and key not in self.words:
            key = "yes" if value == "true" else "no"
        return f"{option}: {self.words.word(key)}" if key in self.words else option

    # -- at a glance -----------------------------------------------------------------------------

    def glance(self) -> ReportSection:
        lines = []
        for compared in self.compared:
            lines += [*self.beginnings(compared), *self.changes(compared)]
        looked = sum(
            (len(compared.sides) - 1) * len([*self._compared_rows(compared)]) for compared in self.compared
        )
        lines += [self.say("glance.luck", n=looked)] if looked else []
        return ReportSection(self.say("glance"), (Bullets(tuple(lines)),))

    def beginnings(self, compared: Comparison) -> Iterator[str]:
        """How whoever begins fares, side by side."""
        for side, found in zip(compared.sides, compared.order[0] if compared.order else (), strict=False):
            if found is not None:
                share, interval = self.share(found)
                low, _, high = interval.partition("–")
                told = {"share": share, "low": low, "high": high, "verdict": self.verdict(found, side.even)}
                key = "glance.order" if side.name else "glance.order_plain"
                yield self.say(key, side=_side_name(compared, side.name), **told)

    def verdict(self, found: Estimate, even: float) -> str:
        key = "even" if found.holds(even) else "more" if found.value > even else "less"
        return self.say(f"glance.{key}", even=self.percent(even))

    def changes(self, compared: Comparison) -> Iterator[str]:
        """The surest differences from the first side."""
        if len(compared.sides) < 2:
            return
        told = sorted(self._sure(compared), key=lambda one: -one[0])
        yield from (line for _, line in told[: max(2, TOLD // len(self.compared))])
        names = [_side_name(compared, side.name) for side in compared.sides]
        if not told:
            yield self.say("glance.none", sides=self.words.word("list.separator").join(names))

    def _compared_rows(self, compared: Comparison) -> Iterator[tuple[str, Row, bool]]:
        """Everything whose change is looked at: its name, its figures, and whether they are shares."""
        if compared.order:
            yield self.first, compared.order[0], True
        for mark, row in compared.marks:
            yield self.words.word(mark), row, True
        for name, row in compared.figures:
            yield self.words.word(name), row, False
        if not compared.figures:
            yield self.say("axis.events"), tuple(spread.mean for spread in compared.length), False

    def _sure(self, compared: Comparison) -> Iterator[tuple[float, str]]:
        for what, row, shares in self._compared_rows(compared):
            for place, found in enumerate(row[1:], 1):
                change = _change(row[0], found)
                if change is not None and not change.holds(0):
                    sides = (compared.sides[0].name, compared.sides[place].name)
                    sure = abs(change.value) / change.margin if change.margin else inf
                    yield sure, self._change_sentence(compared, sides, what, change, shares)

    def _change_sentence(
        self, compared: Comparison, sides: tuple[str, str], what: str, change: Estimate, shares: bool
    ) -> str:
        scale, kind = (100, "points") if shares else (1, "figure")
        digits = 1 if shares else _digits(change)
        size = f"{abs(scale * change.value):.{digits}f}"
        return self.say(
            "glance.change",
            base=_side_name(compared, sides[0]),
            side=_side_name(compared, sides[1]),
            what=what,
            change=self.say(f"glance.{kind}_{'more' if change.value > 0 else 'less'}", n=size),
            low=_with_sign(scale * change.low, digits),
            high=_with_sign(scale * change.high, digits),
        )

    # -- sections --------------------------------------------------------------------------------

    def seats(self) -> ReportSection:
        parts: list[Part] = [self.say("section.seats_text")]
        for compared in self.compared:
            rows = tuple(self.words.word("seat", n=number + 1) for number in range(len(compared.seats)))
            parts.append(self.intervals("seats", compared, rows, compared.seats, self.say("axis.wins")))
            parts.append(self.table(compared, self.say("head.seat"), rows, compared.seats, compared.points))
        return ReportSection(self.say("section.seats"), tuple(parts))

    def order(self) -> ReportSection | None:
        parts: list[Part] = [self.say("section.order_text")]
        for compared in self.compared:
            if compared.order:
                rows = tuple(str(number + 1) for number in range(len(compared.order)))
                axis = self.say("axis.wins")
                parts.append(self.intervals("order", compared, rows, compared.order, axis))
                head = self.say("head.place")
                parts.append(self.table(compared, head, rows, compared.order, compared.gains))
        return ReportSection(self.say("section.order"), tuple(parts)) if len(parts) > 1 else None

    def marks(self) -> ReportSection | None:
        parts: list[Part] = [self.say("section.marks_text")]
        for compared in self.compared:
            if compared.marks:
                rows = tuple(self.words.word(mark) for mark, _ in compared.marks)
                found = tuple(row for _, row in compared.marks)
                axis = self.say("axis.episodes")
                parts.append(self.intervals("marks", compared, rows, found, axis, even=False))
                parts.append(self.plain_table(compared, "", rows, found, self.share))
        return ReportSection(self.say("marks"), tuple(parts)) if len(parts) > 1 else None

    def figures(self) -> ReportSection | None:
        parts: list[Part] = [self.say("section.figures_text")]
        for compared in self.compared:
            if compared.figures:
                rows = tuple(self.words.word(name) for name, _ in compared.figures)
                found = tuple(row for _, row in compared.figures)
                parts.append(self.plain_table(compared, "", rows, found, self.number))
        return ReportSection(self.say("section.figures"), tuple(parts)) if len(parts) > 1 else None

    def length(self) -> ReportSection:
        parts: list[Part] = [self.say("section.length_text")]
        for compared in self.compared:
            parts.append(self.spreads("length", compared, compared.length, self.say("axis.events")))
            parts.append(self.spread_table(compared, compared.length, lengths=True))
        return ReportSection(self.say("section.length"), tuple(parts))

    def score(self) -> ReportSection | None:
        parts: list[Part] = [self.say("section.score_text")]
        for compared in self.compared:
            if compared.best:
                parts.append(self.spreads("score", compared, compared.best, self.say("axis.points")))
                parts.append(self.spread_table(compared, compared.best, lengths=False))
        return ReportSection(self.say("section.score"), tuple(parts)) if len(parts) > 1 else None

    def reasons(self) -> ReportSection:
        seat = self.words.word("seat", n="…")
        parts = [
            self.plain_table(
                compared,
                self.say("head.reason"),
                tuple(self.words.word(reason, seat=seat, n="…") for reason, _ in compared.reasons),
                tuple(row for _, row in compared.reasons),
                self.share,
            )
            for compared in self.compared
        ]
        return ReportSection(self.say("section.reasons"), tuple(parts))

    def all_cells(self) -> ReportSection | None:
        """One row per combination, where more than one option is varied."""
        if len(self.study.vary) < 2:
            return None
        every = cells(self.study, self.found)
        heads = [" · ".join(name for name, _ in self.study.vary), self.say("axis.events")]
        columns: list[list[Cell]] = [[_cell(*self.number(spread.mean)) for spread in every.length]]
        if every.order:
            heads.append(self.first)
            columns.append([_cell(*self.share(one)) if one else Cell("–") for one in every.order[0]])
        for name, row in every.figures:
            heads.append(self.words.word(name))
            columns.append([_cell(*self.number(one)) if one else Cell("–") for one in row])
        rows = zip((Cell(side.name) for side in every.sides), *columns, strict=True)
        return ReportSection(
            self.say("section.cells"),
            (self.say("section.cells_text"), ReportTable(tuple(heads), tuple(rows))),
        )

    def reading(self) -> ReportSection:
        shown = self.compared[0]
        row, key = (shown.order[0], "allows") if shown.order else (shown.seats[0], "allows_seats")
        margin = max(found.margin for found in row if found is not None)
        lines = [self.say("reading.interval")]
        lines += [self.say("reading.overlap")] if self.study.vary else []
        lines.append(self.say(f"reading.{key}", n=self.study.matches, margin=f"{100 * margin:.1f}"))
        lines += [self.say("reading.clusters")] if self.several else []
        return ReportSection(self.say("section.reading"), (*lines, self.say("reading.players")))

    def data(self, command: str) -> ReportSection:
        text = self.say("data.text", matches=MATCHES, parts=EPISODES)
        return ReportSection(self.say("section.data"), (text, Code(command)))

    # -- parts -----------------------------------------------------------------------------------

    def names(self, compared: Comparison) -> tuple[str, ...]:
        return tuple(_side_name(compared, side.name) or self.say("all") for side in compared.sides)

    def intervals(
        self,
        kind: str,
        compared: Comparison,
        rows: tuple[str, ...],
        found: tuple[Row, ...],
        axis: str,
        even: bool = True,
    ) -> Intervals:
        tables = set().union(*(side.tables for side in compared.sides))
        reference = 1 / tables.pop() if even and len(tables) == 1 else None
        names = self.names(compared)
        title = self.heading(kind)
        return Intervals(_file(kind, compared), title, rows, names, found, axis, reference=reference)

    def spreads(self, kind: str, compared: Comparison, found: Sequence[Spread], axis: str) -> Spreads:
        values = tuple(spread.values for spread in found)
        share = self.say("axis.matches")
        names = self.names(compared)
        return Spreads(_file(kind, compared), self.heading(kind), names, values, axis, share)

    def heading(self, kind: str) -> str:
        """What a picture says at its top."""
        return f"{self.words.word('title')} – {self.say('marks' if kind == 'marks' else f'section.{kind}')}"

    def table(
        self,
        compared: Comparison,
        head: str,
        rows: tuple[str, ...],
        shares: tuple[Row, ...],
        points: tuple[Row, ...],
    ) -> ReportTable:
        """Wins, and points where there are any, for every side."""
        sides = self.names(compared)
        wins = [self.say("head.wins", side=side) for side in sides]
        means = [self.say("head.mean_points", side=side) for side in sides] if points else []
        made = []
        for number, name in enumerate(rows):
            cells = self.changing(shares[number], self.share)
            cells += self.changing(points[number], self.signed_interval) if points else []
            made.append((Cell(name), *cells))
        return ReportTable((head, *wins, *means), tuple(made))

    def plain_table(
        self,
        compared: Comparison,
        head: str,
        rows: tuple[str, ...],
        found: tuple[Row, ...],
        show: Callable[[Estimate], tuple[str, str]],
    ) -> ReportTable:
        made = [(Cell(name), *self.changing(cells, show)) for name, cells in zip(rows, found, strict=True)]
        return ReportTable((head, *self.names(compared)), tuple(made))

    def changing(self, row: Row, show: Callable[[Estimate], tuple[str, str]]) -> list[Cell]:
        """The figures of a row; from the second on with their change from the first."""
        made = []
        for place, found in enumerate(row):
            change = _change(row[0], found) if place else None
            if found is None:
                made.append(Cell("–"))
            elif change is None:
                made.append(_cell(*show(found)))
            else:
                scale, digits = (100, 1) if show == self.share else (1, _digits(change))
                text = _with_sign(scale * change.value, digits)
                made.append(Cell(*show(found), text, not change.holds(0)))
        return made

    def spread_table(self, compared: Comparison, found: Sequence[Spread], *, lengths: bool) -> ReportTable:
        heads = [
            self.say("head.side"),
            *(self.say(f"head.{key}") for key in ("mean", "tenth", "half", "most")),
        ]
        more: list[tuple[str, Row]] = []
        if lengths:
            more = [(self.say("head.decisions"), compared.decisions)]
            more += [(self.say("head.episodes"), compared.episodes)] if self.several else []
        rows = []
        for place, (name, spread) in enumerate(zip(self.names(compared), found, strict=True)):
            plain = [Cell(f"{value:g}") for value in spread.quantiles]
            others = [_cell(*self.number(one)) for _, row in more if (one := row[place]) is not None]
            rows.append((Cell(name), _cell(*self.number(spread.mean)), *plain, *others))
        return ReportTable((*heads, *(head for head, _ in more)), tuple(rows))


def _table(players: Sequence[str]) -> str:
    """Who sits at a table, in short."""
    return f"{players[0]} × {len(players)}" if len(set(players)) == 1 else ", ".join(players)


def _cell(text: str, note: str) -> Cell:
    return Cell(text, note)


def _change(base: Estimate | None, found: Estimate | None) -> Estimate | None:
    """How much more a figure is than the first side's, where both are there."""
    if base is None or found is None or len(base.errors) != len(found.errors):
        return None
    return difference(base, found)


def _number(value: float, digits: int) -> str:
    """A number with a minus sign as wide as a plus, and none before nothing."""
    shown = f"{value:.{digits}f}"
    return shown.replace("-", "" if float(shown) == 0 else "−")


def _with_sign(value: float, digits: int) -> str:
    """A number with its sign, whichever it is."""
    shown = _number(value, digits)
    return shown if shown.startswith("−") else f"+{shown}"


def _digits(found: Estimate) -> int:
    """As many decimals as the interval bears."""
    return 0 if found.margin >= 20 else 1 if found.margin >= 0.5 else 2


def _side_name(compared: Comparison, name: str) -> str:
    """A side in short: a value that is no word by itself is shown with its option."""
    plain = name[:1].isalpha() and name not in ("true", "false", "none", "off", "auto")
    return name if plain or not name else f"{compared.option} = {name}"


def _file(kind: str, compared: Comparison) -> str:
    return f"{kind}-{compared.option}" if compared.option else kind

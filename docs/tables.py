"""Write what the pages take from the games themselves: `python -m docs.tables`.

The option tables of `docs/rules/*.md` and the list of games in the README stand between markers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kaik.core import registry
from kaik.core.messages import Catalogue, catalogue
from kaik.core.options import Field, allowed, fields, spelled

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"
README = ROOT / "README.md"
_OPTIONS = re.compile(r"(<!-- options: (\w+) -->\n).*?(<!-- end -->)", re.S)
_GAMES = re.compile(r"(<!-- games -->\n).*?(<!-- end -->)", re.S)


def filled(text: str) -> str:
    """The page with everything between markers brought up to date."""
    text = _OPTIONS.sub(lambda place: place[1] + table(place[2]) + place[3], text)
    return _GAMES.sub(lambda place: place[1] + shelf() + place[2], text)


def pages() -> list[Path]:
    """The pages that have markers."""
    return [README, *sorted(RULES.glob("*.md"))]


def shelf() -> str:
    """One row a game that has a page: titles, players, a sentence; the best-known one first."""
    games = [game for game in registry.game_ids() if (RULES / f"{game}.md").exists()]
    games.sort(key=lambda game: game != registry.flagship())
    return "".join(_shelf_row(game) + "\n" for game in games)


def _shelf_row(game: str) -> str:
    rules, en, ja = registry.load(game), catalogue("en", game), catalogue("ja", game)
    title = f"**[{en.word('title')}](docs/rules/{game}.md)**"
    names = f"{ja.word('title')} · {en.word('reading')}"
    seats = _counts(rules.seats(rules.options()))
    return f"| {title} | {names} | {seats} | {en.word('summary')} |"


def _counts(seats: Sequence[int]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"


def table(game: str) -> str:
    """The options and presets of a game as Markdown."""
    rules, words = registry.load(game), catalogue("en", game)
    lines = ["| option | values | default | meaning |", "|---|---|---|---|"]
    lines += [_row(field, words) for field in fields(rules.Options)]
    if len(rules.presets) > 1:
        lines += ["", "| preset | meaning | differs from the defaults in |", "|---|---|---|"]
        lines += [_preset(name, options.changed(), words) for name, options in rules.presets.items()]
    return "\n".join(lines) + "\n"


def _row(field: Field, words: Catalogue) -> str:
    values = allowed(field).replace(" | ", ", ")
    return f"| `{field.id}` | {values} | {spelled(field.default)} | {words.word(f'option.{field.id}')} |"


def _preset(name: str, changed: dict[str, object], words: Catalogue) -> str:
    values = ", ".join(f"`{option}` = {spelled(value)}" for option, value in changed.items())
    return f"| `{name}` | {words.word(f'preset.{name}')} | {values or '–'} |"


def main() -> None:
    for page in pages():
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

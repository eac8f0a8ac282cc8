"""Write the option tables of `docs/rules/*.md` from the games' own data: `python -m docs.tables`."""

from __future__ import annotations

import re
from pathlib import Path

from kaik.core import registry
from kaik.core.messages import Catalogue, catalogue
from kaik.core.options import Field, allowed, fields, spelled

RULES = Path(__file__).parent / "rules"
_PLACE = re.compile(r"(<!-- options: (\w+) -->\n).*?(<!-- end -->)", re.S)


def filled(text: str) -> str:
    """The page with every option table brought up to date."""
    return _PLACE.sub(lambda place: place[1] + table(place[2]) + place[3], text)


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
    for page in sorted(RULES.glob("*.md")):
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

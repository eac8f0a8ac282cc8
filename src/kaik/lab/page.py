"""A report as one HTML file that needs nothing else: text, tables and pictures, light or dark."""

from __future__ import annotations

from html import escape
from importlib import resources

from kaik.lab.plots import Picture, latin, svg
from kaik.lab.report import Bullets, Cell, Code, Part, Report, ReportSection, ReportTable

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{lead}
{sections}
</main>
</body>
</html>
"""


def page(report: Report, lang: str) -> str:
    """The whole file. Who reads no Japanese may have no font for it, and would see gaps."""
    text = _PAGE.format(
        lang=lang,
        title=escape(report.title),
        style=(resources.files("kaik.lab") / "page.css").read_text(encoding="utf-8"),
        lead="\n".join(f'<p class="lead">{escape(line)}</p>' for line in report.lead),
        sections="\n".join(_section(section) for section in report.sections),
    )
    return text if lang == "ja" else latin(text)


def _section(section: ReportSection) -> str:
    kind = ' class="glance"' if any(isinstance(part, Bullets) for part in section.parts) else ""
    parts = "\n".join(_part(part) for part in section.parts)
    return f"<section{kind}>\n<h2>{escape(section.title)}</h2>\n{parts}\n</section>"


def _part(part: Part) -> str:
    match part:
        case ReportTable():
            return _table(part)
        case Bullets(lines):
            return "<ul>\n" + "\n".join(f"<li>{escape(line)}</li>" for line in lines) + "\n</ul>"
        case Code(text):
            return f"<pre><code>{escape(text)}</code></pre>"
        case str():
            return f"<p>{escape(part)}</p>"
        case _:
            return _picture(part)


def _picture(picture: Picture) -> str:
    """The rows and figures stand in the table below, so that the picture need not be read out."""
    return f'<figure aria-hidden="true">{svg(picture)}</figure>'


def _table(table: ReportTable) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.heads)
    rows = "\n".join(f"<tr>{''.join(_cell(cell) for cell in row)}</tr>" for row in table.rows)
    body = f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>"
    return f'<div class="scroll"><table>{body}</table></div>'


def _cell(cell: Cell) -> str:
    change = f' <span class="change{" sure" * cell.sure}">{escape(cell.change)}</span>' if cell.change else ""
    note = f"<small>{escape(cell.note)}</small>" if cell.note else ""
    return f"<td>{escape(cell.text)}{change}{note}</td>"

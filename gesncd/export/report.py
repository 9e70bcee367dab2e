"""A report of a result: one HTML page that needs nothing else and prints to PDF."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gesncd.export.labels import xml_text

_STYLE = """
:root { color-scheme: light; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1.5rem; color: #22272d;
  font: 15px/1.5 system-ui, sans-serif; background: #fff; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.lead { font-size: 1.05rem; margin: 0 0 1rem; }
figure { margin: 0; border: 1px solid #d9dde1; border-radius: 6px; padding: .5rem; }
figure svg { display: block; width: 100%; height: auto; max-height: 80vh; }
figcaption { color: #5d6670; font-size: .85rem; padding: .25rem .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0;
  border-bottom: 1px solid #d9dde1; overflow-wrap: anywhere; }
th { font-weight: 600; overflow-wrap: break-word; min-width: 5rem; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
ol, ul { padding-left: 1.4rem; }
li { margin: .2rem 0; overflow-wrap: anywhere; }
@media print {
  body { margin: 0; max-width: none; font-size: 10pt; }
  h2 { break-after: avoid; }
  tr, li, figure { break-inside: avoid; }
  @page { margin: 18mm; }
}
"""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain text under a header; ``numeric`` columns stand to the right."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    numeric: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Report:
    """What a report says, in plain text except for the picture.

    Parameters
    ----------
    title, summary
        What it is about, and the result in one sentence.
    data, settings, versions
        Names and values.
    checks
        What the checks of the data found, and what was done about it.
    remarks
        Sentences on the data and on what the search could not do.
    picture
        The graph as an SVG document of our own making; it is put in as it is.
    caption
        What the picture's lines mean.
    edges
        The edges.
    steps
        One sentence a step, in order.
    assumptions
        What the result rests on.
    words
        What the words of the other parts mean.
    """

    title: str
    summary: str
    data: Mapping[str, str]
    settings: Mapping[str, str]
    versions: Mapping[str, str]
    checks: Sequence[str]
    remarks: Sequence[str]
    picture: str
    caption: str
    edges: Table
    steps: Sequence[str]
    assumptions: Sequence[str]
    words: Mapping[str, str] = field(default_factory=dict)


def report_html(report: Report) -> str:
    """The report as a complete HTML document without anything to load or to run."""
    sections = [
        f"<h1>{_text(report.title)}</h1>",
        f'<p class="lead">{_text(report.summary)}</p>',
        f"<figure>{report.picture}<figcaption>{_text(report.caption)}</figcaption></figure>",
        _section("Edges", _table(report.edges) if report.edges.rows else "<p>No edges.</p>"),
        _section("Data", _pairs(report.data)),
        _section("Checks of the data", _items("ul", report.checks)) if report.checks else "",
        _section("Remarks", _items("ul", report.remarks)) if report.remarks else "",
        _section("Settings", _pairs(report.settings)),
        _section("What the result rests on", _items("ul", report.assumptions)),
        _section("Steps of the search", _items("ol", report.steps) or "<p>None.</p>"),
        _section("Words", _pairs(report.words)) if report.words else "",
        _section("Software", _pairs(report.versions)),
    ]
    body = "\n".join(filter(None, sections))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{_text(report.title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{_text(heading)}</h2>\n{content}</section>"


def _pairs(values: Mapping[str, str]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{_text(name)}</th><td>{_text(value)}</td></tr>'
        for name, value in values.items()
    )
    return f"<table><tbody>{rows}</tbody></table>"


def _table(table: Table) -> str:
    head = "".join(_cell("th", k, text, table) for k, text in enumerate(table.header))
    rows = "".join(
        "<tr>" + "".join(_cell("td", k, text, table) for k, text in enumerate(row)) + "</tr>\n"
        for row in table.rows
    )
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>"


def _cell(tag: str, column: int, text: str, table: Table) -> str:
    mark = ' class="number"' if column in table.numeric else ""
    return f"<{tag}{mark}>{_text(text)}</{tag}>"


def _items(tag: str, texts: Iterable[str]) -> str:
    items = "".join(f"<li>{_text(text)}</li>\n" for text in texts)
    return f"<{tag}>{items}</{tag}>" if items else ""


def _text(text: str) -> str:
    return html.escape(xml_text(text))

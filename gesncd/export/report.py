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
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0;
  border-bottom: 1px solid #d9dde1; overflow-wrap: anywhere; }
th { font-weight: 600; overflow-wrap: break-word; }
th[scope="row"] { min-width: 5rem; }
td.name { overflow-wrap: break-word; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap;
  width: 1%; }
td:last-child, th:last-child { padding-right: 0; }
ol, ul { padding-left: 1.4rem; }
li { margin: .2rem 0; overflow-wrap: anywhere; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
p, li { orphans: 3; widows: 3; }
.note { color: #5d6670; font-size: .85rem; }
pre { margin: .25rem 0 1rem; padding: .5rem .75rem; background: #f6f7f8; font-size: .85rem;
  border: 1px solid #d9dde1; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
@media print {
  body { margin: 0; max-width: none; font-size: 10pt; }
  .wide { overflow: visible; }
  h2 { break-after: avoid; }
  tr, li, figure, pre { break-inside: avoid; }
  @page { margin: 18mm; }
}
"""

_WHOLE = 16
"""Letters of a word that is kept in one piece in a table."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain text under a header; ``numeric`` columns stand to the right.

    Parameters
    ----------
    header
        One title a column.
    rows
        Cells, as many a row as there are titles.
    numeric
        Numbers of columns, from 0.
    """

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
    unfinished
        What became of a search that has not come to its end; empty where it has.
    data, settings, versions
        Names and values.
    checks
        What the checks of the data found.
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
    columns
        What the columns of the edges mean.
    margins
        Sentences on decisions that were close.
    reading
        How to read the graph.
    preparation
        How the file became the data.
    method
        What was done, a paragraph each.
    knowledge
        What was known before, and enforced.
    references
        What to cite.
    repeat, code
        How to get the result again, and what has to be typed for it, by name.
    checked, shares, shares_of
        What the graph was checked against and what came of it, and how often each edge was
        found again where the search was repeated, and by which searches.
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
    columns: Sequence[str] = ()
    margins: Sequence[str] = ()
    reading: Sequence[str] = ()
    preparation: Sequence[str] = ()
    method: Sequence[str] = ()
    knowledge: Sequence[str] = ()
    references: Sequence[str] = ()
    repeat: Sequence[str] = ()
    code: Mapping[str, str] = field(default_factory=dict)
    checked: Mapping[str, str] = field(default_factory=dict)
    shares: Table | None = None
    shares_of: str = "repeated searches"
    unfinished: str = ""


def report_html(report: Report) -> str:
    """The report as a complete HTML document without anything to load or to run."""
    sections = [
        f"<h1>{_text(report.title)}</h1>",
        _lead(report.unfinished, strong=True),
        _lead(report.summary),
        f"<figure>{report.picture}<figcaption>{_text(report.caption)}</figcaption></figure>",
        _section("Edges", _edges(report)),
        _listed("Close decisions", report.margins),
        _listed("How to read the graph", report.reading),
        _listed("What the result rests on", report.assumptions),
        _section("What this graph was checked against", _checked(report)) if report.checked else "",
        _section("Data", _pairs(report.data)),
        _listed("How the file became the data", report.preparation),
        _listed("What the checks of the data found", report.checks),
        _listed("Remarks", report.remarks),
        _section("Method", _paragraphs(report.method) + _pairs(report.settings)),
        _listed("Background knowledge", report.knowledge),
        _section("Steps of the search", _items("ol", report.steps) or _no_steps(report)),
        _section("Words", _pairs(report.words)) if report.words else "",
        _section("To repeat it", _repeat(report)),
        _listed("References", report.references),
    ]
    body = "\n".join(filter(None, sections))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{_text(report.title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _lead(text: str, *, strong: bool = False) -> str:
    shown = f"<strong>{_text(text)}</strong>" if strong else _text(text)
    return f'<p class="lead">{shown}</p>' if text else ""


def _no_steps(report: Report) -> str:
    return "<p>None yet.</p>" if report.unfinished else "<p>None.</p>"


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{_text(heading)}</h2>\n{content}</section>"


def _listed(heading: str, texts: Sequence[str]) -> str:
    return _section(heading, _items("ul", texts)) if texts else ""


def _edges(report: Report) -> str:
    if not report.edges.rows:
        return "<p>None yet.</p>" if report.unfinished else "<p>No edges.</p>"
    return _table(report.edges) + _paragraphs(report.columns, "note")


def _checked(report: Report) -> str:
    """Each check with its result, and the shares of the edges."""
    if report.shares is None:
        return _pairs(report.checked)
    of = _text(report.shares_of)
    said = f"<p>Shares of the {of} in which the two are joined, and how:</p>\n"
    return _pairs(report.checked) + said + _table(report.shares)


def _repeat(report: Report) -> str:
    """What to do, what to type, and with which software."""
    blocks = "".join(
        f"<p>{_text(name)}:</p><pre>{_text(text)}</pre>\n" for name, text in report.code.items()
    )
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    software = [f"Software of the run: {versions}."] if versions else []
    return _paragraphs(report.repeat) + blocks + _paragraphs(software)


def _paragraphs(texts: Sequence[str], kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return "".join(f"<p{mark}>{_text(text)}</p>\n" for text in texts)


def _pairs(values: Mapping[str, str]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{_text(name)}</th><td>{_text(value)}</td></tr>'
        for name, value in values.items()
    )
    return f'<div class="wide"><table><tbody>{rows}</tbody></table></div>'


def _table(table: Table) -> str:
    head = "".join(_cell("th", k, text, table) for k, text in enumerate(table.header))
    rows = "".join(
        "<tr>" + "".join(_cell("td", k, text, table) for k, text in enumerate(row)) + "</tr>\n"
        for row in table.rows
    )
    return (
        f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>'
        "</div>"
    )


def _cell(tag: str, column: int, text: str, table: Table) -> str:
    mark = ""
    if column in table.numeric:
        mark = ' class="number"'
    elif tag == "td" and max(map(len, text.split()), default=0) <= _WHOLE:
        # Beside a column of sentences a name of one word would be cut.
        mark = ' class="name"'
    return f"<{tag}{mark}>{_text(text)}</{tag}>"


def _items(tag: str, texts: Iterable[str]) -> str:
    items = "".join(f"<li>{_text(text)}</li>\n" for text in texts)
    return f"<{tag}>{items}</{tag}>" if items else ""


def _text(text: str) -> str:
    return html.escape(xml_text(text))

"""Numbers, names and sentences as people read them.

Column names come from strangers' files: they are escaped before they meet
Markdown or HTML.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from components.bidi import isolated
from gesncd.graphs.pdag import PDAG, Edge
from gesncd.search.words import score_text

NAME_WIDTH = 18
"""Characters after which a name is wrapped in a node's box."""
NAME_LINES = 4
_WHOLE = 200
"""Characters that hold any name that was not made to be endless."""

NO_BREAK = "\u00a0"
"""The blank at which no line is broken."""

_BLANKS = re.compile(f"[^\\S{NO_BREAK}]+")
_TOKENS = re.compile(r"[^\s_\-./]*[\s_\-./]|[^\s_\-./]+")
_ADDRESS = re.compile(r"https?:(?=//)|www(?=\.)|@", re.IGNORECASE)
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|$~:&^=@/\"'])")


def wrap_name(name: str, width: int = NAME_WIDTH) -> str:
    """A name broken into lines of at most 18 characters, or another width.

    Lines end at blanks, underscores, hyphens, dots and slashes where they can.
    """
    lines = [""]
    for token in _TOKENS.findall(one_line(name)):
        while token:
            room = width - len(lines[-1])
            if len(token.rstrip()) <= room:
                lines[-1] += token
                break
            if lines[-1]:
                lines.append("")
            else:
                lines[-1], token = token[:width], token[width:]
    return "\n".join(line.strip() for line in lines if line.strip())


def one_line(text: str) -> str:
    """A name without line breaks, and with something to see where it is empty."""
    return " ".join(text.split()) or "(no name)"


def cut_middle(text: str, limit: int, share: float = 0.5) -> str:
    """Text of at most ``limit`` characters: what is too much goes between two ends.

    Parameters
    ----------
    share
        Of the room, for the beginning.
    """
    if len(text) <= limit:
        return text
    head = round(share * (limit - 1))
    tail = limit - 1 - head
    return text[:head].rstrip() + "…" + (text[-tail:].lstrip() if tail else "")


def short_name(name: str, limit: int = 40) -> str:
    """A name on one line, cut in the middle where it is too long."""
    return isolated(cut_middle(one_line(name), limit))


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is: no links, pictures, colours or formulas.

    Web and mail addresses become links even where their marks are escaped, so an
    invisible word joiner (U+2060) parts them.
    """
    flat = _ADDRESS.sub("\\g<0>\u2060", isolated(_flat(text)))
    return _MARKDOWN.sub(r"\\\1", flat)


def html_text(text: str) -> str:
    """Text for a place that reads HTML, such as a plotly hover label."""
    return html.escape(isolated(_flat(text)))


def _flat(text: str) -> str:
    """Text on one line; blanks that hold a pair together stay what they are."""
    return _BLANKS.sub(" ", text).strip()


def unbroken(*parts: str) -> str:
    """What no line break may part: a sign and its number (τ 0.1), a number and its unit (2 s)."""
    return NO_BREAK.join(parts)


def number(value: float) -> str:
    """A rough number with two significant digits; scores and τ have ``score_text``."""
    return rounded(value, 2)


def rounded(value: float, digits: int) -> str:
    """So many significant digits, without an exponent from 0.00001 to a thousand million.

    Thousands are parted from 10,000 on, as a year is no amount.
    """
    if value == 0:
        return "0"
    if not 1e-5 <= abs(value) < 1e9:
        return f"{value:.{digits - 1}e}"
    shown = float(f"{value:.{digits}g}")
    if abs(shown) >= 10_000:
        return f"{shown:,.0f}"
    return f"{shown:.10f}".rstrip("0").rstrip(".")


def tau_number(value: float) -> str:
    """τ as every score is written."""
    return score_text(value)


def tau_text(value: float, alpha: float | None) -> str:
    """τ as it is always written: with α when it was automatic."""
    tau = unbroken("τ", tau_number(value))
    return tau if alpha is None else f"{tau} (auto, {unbroken('α', f'{alpha:g}')})"


def count(n: int, noun: str, plural: str | None = None) -> str:
    """A number and its noun: 1 edge, 2 edges."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def edge_text(edge: Edge, names: Sequence[str], limit: int = 40) -> str:
    """An edge as text, Raf → Mek or Raf — Mek, with names cut where they are longer."""
    symbol = "→" if edge.directed else "—"
    source, target = (short_name(names[node], limit) for node in (edge.source, edge.target))
    return f"{source} {symbol} {target}"


def graph_sentence(graph: PDAG, names: Sequence[str]) -> str:
    """The graph in words, for screen readers, with names in full."""
    edges = [edge_text(edge, names, _WHOLE) for edge in graph.edges()]
    head = f"Graph of {count(len(names), 'variable')} with {count(len(edges), 'edge')}"
    return head + (": " + "; ".join(edges) if edges else "") + "."


def set_text(nodes: Sequence[int], names: Sequence[str]) -> str:
    """A conditioning set for a cell of a table, never cut: nothing, or names joined by commas."""
    return ", ".join(short_name(names[node]) for node in nodes) if nodes else "nothing"


def duration_range(low: float, high: float) -> str:
    """A span of time, 3–6 s or 1–4 min; one number where both ends read alike."""
    if high < 1.5:
        return f"under {unbroken('2', 's')}"
    unit, size = ("s", 1.0) if high < 90 else ("min", 60.0) if high < 5400 else ("h", 3600.0)
    ends = [max(1, round(low / size)), max(1, round(high / size))]
    if low < 0.5 * size:
        return f"under {unbroken(str(max(2, ends[1])), unit)}"
    span = f"{ends[0]}" if ends[0] == ends[1] else f"{ends[0]}–{ends[1]}"
    return unbroken(span, unit)


def about(span: str) -> str:
    """A span or a duration within a sentence: about 3–6 s, under 2 s."""
    return span if span.startswith("under") else f"about {span}"


def duration(seconds: float) -> str:
    """A time that people can use: 8 s, 3 min."""
    if seconds < 1:
        return f"under {unbroken('1', 's')}"
    if seconds < 90:
        return unbroken(f"{seconds:.0f}", "s")
    return unbroken(f"{seconds / 60:.0f}", "min")

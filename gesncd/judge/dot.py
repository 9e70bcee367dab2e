"""DOT and DAGitty's language: nodes, edges and chains of edges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gesncd.judge.named_graph import Link, NamedGraph, graph_of_links
from gesncd.judge.truth_error import TruthError
from gesncd.words import quoted

_START = re.compile(
    # Possessive: a comment given back could end at each later one, in ever more ways.
    r"(?>\s|//[^\n]*|/\*.*?\*/|\#[^\n]*)*+"
    r"(strict\s+)?(digraph|graph|dag|pdag|mag|pag)\b[^{},;]*\{",
    re.IGNORECASE | re.DOTALL,
)
_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|\#[^\n]*)
    |(?P<arrow><->|<-@|@-[>@-]|->|<-|--|-@)
    |(?P<mark>[{}\[\];,=:])
    |"(?P<text>(?:[^"\\]|\\.)*)"
    |(?P<word>[^\s{}\[\];,=:"<>@-]+(?:-(?![->@])[^\s{}\[\];,=:"<>@-]*)*|-?[0-9.]+)""",
    re.VERBOSE | re.DOTALL,
)
_SETTINGS = {"node", "edge", "graph"}


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def is_dot(text: str) -> bool:
    """Whether a text begins like DOT or DAGitty."""
    return _START.match(text) is not None


def read_dot(text: str, name: str) -> NamedGraph:
    """Read a graph.

    Edges are ``a -> b``, ``a <- b`` and ``a -- b``, also in chains; ``[dir=none]`` and
    ``[dir=both]`` make an arrow undirected, ``[dir=back]`` turns it round. A node with
    one ``label`` is still called by its identifier. Subgraphs may group nodes but not be
    the end of an edge.

    Raises
    ------
    TruthError
        If the text is not understood, naming the line, or has an edge that a DAG or
        CPDAG cannot have.
    """
    tokens = list(_tokens(text, name))
    marks = (k for k, token in enumerate(tokens) if token.text == "{" and token.kind == "mark")
    start = next(marks, None)
    if start is None:
        raise TruthError(f"{name}: there is no opening brace after the kind of graph.")
    kind = " ".join(token.text.lower() for token in tokens[:start] if token.kind == "word")
    if re.match(r"(mag|pag)\b", kind):
        raise TruthError(f"{name} is a {kind[:3].upper()}; a truth here is a DAG or a CPDAG.")
    names: dict[str, None] = {}
    links: list[Link] = []
    depth = n_open = 0
    statement: list[_Token] = []
    for token in tokens[start:]:
        depth += (token.text == "{") - (token.text == "}") if token.kind == "mark" else 0
        inside = n_open > 0
        ends = token.kind == "mark" and token.text in "{};" and not inside
        new_line = (
            bool(statement)
            and not inside
            and token.line > statement[-1].line
            and token.kind in ("word", "text")
            and statement[-1].kind != "arrow"
            and statement[-1].text != "="
        )
        if ends or new_line or (not inside and _two_names(statement, token)):
            _take(statement, names, links, name)
            statement, n_open = [], 0
        if not ends:
            statement.append(token)
            n_open += (token.text == "[") - (token.text == "]") if token.kind == "mark" else 0
    if depth != 0:
        raise TruthError(f"{name}: the braces are not balanced; the file may be cut off.")
    _take(statement, names, links, name)
    return graph_of_links(tuple(names), links, False, "DOT", name)


def _tokens(text: str, name: str) -> Iterator[_Token]:
    position = line = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise TruthError(
                f"{name}, line {line + 1}: {quoted(text[position : position + 20])} is not "
                "understood."
            )
        kind = match.lastgroup or ""
        if kind == "text":
            yield _Token("text", re.sub(r"\\(.)", r"\1", match["text"]), line + 1)
        elif kind != "skip":
            yield _Token(kind, match[kind], line + 1)
        line += match.group().count("\n")
        position = match.end()


def _two_names(statement: list[_Token], token: _Token) -> bool:
    """Whether a name follows a complete statement without a semicolon, as DOT allows."""
    if not statement or token.kind not in ("word", "text"):
        return False
    last = statement[-1]
    return last.kind in ("word", "text") or last.text == "]"


def _take(statement: list[_Token], names: dict[str, None], links: list[Link], file: str) -> None:
    """Add the nodes and edges of one statement."""
    body, attributes = _split(statement)
    if not body:
        return
    line = body[0].line
    first = body[0]
    is_setting = first.kind == "word" and first.text.lower() in _SETTINGS and len(body) == 1
    if is_setting or any(token.text == "=" for token in body if token.kind == "mark"):
        return
    if first.kind == "word" and first.text.lower() == "subgraph":
        return
    ends = [token for token in body if token.kind in ("word", "text")]
    arrows = [token.text for token in body if token.kind == "arrow"]
    ported = any(token.kind == "mark" for token in body)
    alternating = all((token.kind == "arrow") == bool(k % 2) for k, token in enumerate(body))
    if ported or not alternating or len(ends) != len(arrows) + 1:
        shown = " ".join(token.text for token in body)
        raise TruthError(
            f"{file}, line {line}: {quoted(shown)} is not understood; write one edge as a -> b or "
            "a -- b, with names in double quotes."
        )
    names.update(dict.fromkeys(token.text for token in ends))
    for (a, b), arrow in zip(pairwise(ends), arrows, strict=True):
        links.append(_link(a.text, b.text, arrow, attributes, f"line {line}", file))


def _split(statement: list[_Token]) -> tuple[list[_Token], dict[str, str]]:
    """The statement before its brackets, and the attributes within them."""
    cut = next((k for k, t in enumerate(statement) if t.kind == "mark" and t.text == "["), None)
    if cut is None:
        return statement, {}
    rest = statement[cut:]
    attributes = {
        rest[k - 1].text.lower(): rest[k + 1].text.lower()
        for k in range(1, len(rest) - 1)
        if rest[k].kind == "mark" and rest[k].text == "="
    }
    return statement[:cut], attributes


def _link(a: str, b: str, arrow: str, attributes: dict[str, str], where: str, file: str) -> Link:
    if arrow not in ("->", "<-", "--"):
        raise TruthError(
            f"{file}, {where}: the edge {quoted(arrow)} is none of a DAG or CPDAG; a truth with "
            "hidden common causes cannot be compared here."
        )
    direction = attributes.get("dir", "forward" if arrow != "--" else "none")
    if direction in ("none", "both") or arrow == "--":
        return Link(a, b, False, where)
    backward = (arrow == "<-") != (direction == "back")
    return Link(b, a, True, where) if backward else Link(a, b, True, where)

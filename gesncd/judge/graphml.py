"""GraphML, with the parts of XML refused by which a small file can do harm."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from gesncd.judge.named_graph import MAX_NODES, Link, NamedGraph, graph_of_links
from gesncd.judge.truth_error import TruthError
from gesncd.words import quoted

_DECLARATION = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_LABELS = ("label", "name")


def read_graphml(text: str, name: str) -> NamedGraph:
    """Read GraphML.

    A node is called by its data ``label`` or ``name`` where it has one, else by its id. An edge is
    undirected where it says ``directed="false"``, or its data ``kind`` says
    ``undirected``, or the graph's default does; arrows both ways are undirected too.

    Parameters
    ----------
    text
        The file. The very text that was searched for declarations is parsed, whatever
        encoding it announces.
    name
        Name of the file, for messages.

    Raises
    ------
    TruthError
        If it declares a document type or entities, is no XML or no GraphML, or an edge
        has no two ends among the nodes.
    """
    if _DECLARATION.search(text):
        # Entities can stand for gigabytes or for other files; no graph needs them.
        raise TruthError(
            f"{name} declares a document type or entities, which is not read. Export it again "
            "as plain GraphML."
        )
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise TruthError(f"{name} is no well-formed XML: {error}.") from error
    graph = next((each for each in root.iter() if _tag(each) == "graph"), None)
    if _tag(root) != "graphml" or graph is None:
        raise TruthError(f"{name} is XML but no GraphML: it has no <graphml> with a <graph>.")
    keys = {
        each.get("id", ""): each.get("attr.name", "").lower()
        for each in root.iter()
        if _tag(each) == "key"
    }
    names: dict[str, str] = {}
    labels: set[str] = set()
    for node in (each for each in graph if _tag(each) == "node"):
        data = _data(node, keys)
        label = next((data[key] for key in _LABELS if data.get(key)), node.get("id", ""))
        if label in labels:
            raise TruthError(f"{name} names {quoted(label)} twice.")
        labels.add(label)
        names[node.get("id", "")] = label
        if len(names) > MAX_NODES:
            raise TruthError(f"{name} has more than {MAX_NODES:,} nodes, which is not read.")
    default = graph.get("edgedefault", "directed") != "undirected"
    links = []
    for number, edge in enumerate((each for each in graph if _tag(each) == "edge"), start=1):
        ends = [edge.get(end, "") for end in ("source", "target")]
        unknown = next((end for end in ends if end not in names), None)
        if unknown is not None:
            raise TruthError(f"{name}, edge {number}: there is no node {quoted(unknown)}.")
        directed = edge.get("directed", str(default)).lower() == "true"
        directed = directed and _data(edge, keys).get("kind", "").lower() != "undirected"
        links.append(Link(names[ends[0]], names[ends[1]], directed, f"edge {number}"))
    return graph_of_links(tuple(names.values()), links, True, "GraphML", name)


def _tag(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _data(element: ElementTree.Element, keys: dict[str, str]) -> dict[str, str]:
    return {
        keys.get(each.get("key", ""), ""): (each.text or "").strip()
        for each in element
        if _tag(each) == "data"
    }

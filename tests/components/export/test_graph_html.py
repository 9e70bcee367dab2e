import json
import re

import numpy as np

from components.export.graph_html import graph_page
from components.graph_view.build import KnowledgeMarks
from gesncd.graphs.pdag import PDAG

POSITIONS = np.array([[0.0, 0.0], [100.0, 0.0], [0.0, 80.0]])
GRAPH = PDAG.from_edges(3, directed=[(0, 1)], undirected=[(1, 2)])


def make_page(names):
    return graph_page(names, GRAPH, POSITIONS, title="T <b>", caption="C & <script>")


def test_the_page_loads_nothing_from_elsewhere():
    page = make_page(("a", "b", "c"))
    assert page.startswith("<!doctype html>")
    assert re.findall(r"(?:src|href)=[\"']?(?:https?:)?//", page) == []
    assert "bootstrap" not in page
    assert "vis-network" in page


def test_title_and_caption_are_text():
    page = make_page(("a", "b", "c"))
    assert "<title>T &lt;b&gt;</title>" in page
    assert page.count("<h1>T &lt;b&gt;</h1>") == 1
    assert "C &amp; &lt;script&gt;" in page


def test_hostile_names_stay_text():
    page = make_page(("<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "c"))
    assert "<img src=x" not in page
    assert "<script>alert(2)" not in page


def test_names_with_href_are_escaped_because_pyvis_reads_their_titles_as_html():
    page = make_page(("<a href=x onmouseover=alert(1)>", "b", "<i>c</i>"))
    assert '"title": "\\u0026lt;a href=x onmouseover=alert(1)\\u0026gt;"' in page
    assert '"title": "\\u0026lt;i\\u0026gt;c\\u0026lt;/i\\u0026gt;"' in page


def test_knowledge_has_signs_words_and_a_legend_where_it_is_there_only():
    marks = KnowledgeMarks(
        required=frozenset({(1, 2)}),
        directed=frozenset({(0, 1), (0, 2)}),
        following=frozenset({(0, 2)}),
    )
    graph = PDAG.from_edges(3, directed=[(0, 1), (0, 2)], undirected=[(1, 2)])
    page = graph_page(("a", "b", "c"), graph, POSITIONS, title="", caption="", knowledge=marks)
    data = re.search(r"edges = new vis.DataSet\((\[.*?\])\);", page).group(1)
    edges = {(edge["from"], edge["to"]): edge for edge in json.loads(data)}
    assert edges[0, 1]["signs"] == ["by"]
    assert edges[0, 2]["signs"] == ["follows"]
    assert edges[1, 2]["signs"] == ["lock"]
    assert edges[0, 2]["title"].endswith("\nfollows from knowledge")
    legend = page[page.index("→ directed edge") :]
    legend = legend[: legend.index("</p>")]
    for words in ("◆ directed by knowledge", "◇ follows from knowledge", "lock: required by"):
        assert words in legend
    plain = make_page(("a", "b", "c"))
    assert "knowledge</p>" not in plain
    assert "◆" not in plain


def test_an_edge_goes_around_a_box_that_would_hide_it():
    in_line = np.array([[0.0, 0.0], [300.0, 0.0], [150.0, 0.0]])
    graph = PDAG.from_edges(3, directed=[(0, 1)])
    page = graph_page(("a", "b", "c"), graph, in_line, title="", caption="")
    assert '"type": "curvedCW"' in page
    # The same line where the head is at its other end.
    back = graph_page(
        ("a", "b", "c"), PDAG.from_edges(3, directed=[(1, 0)]), in_line, title="", caption=""
    )
    data = re.search(r"edges = new vis.DataSet\((\[.*?\])\);", back).group(1)
    (edge,) = json.loads(data)
    assert (edge["from"], edge["to"], edge["arrows"]) == (0, 1, "from")
    assert edge["smooth"]["type"] == "curvedCW"
    assert '"type": "curved' not in make_page(("a", "b", "c"))


def test_one_arrowhead_or_none():
    page = make_page(("a", "b", "c"))
    assert re.search(r'"arrows": "to"[^}]*"from": 0[^}]*"to": 1', page)
    assert re.search(r'"arrows": ""[^}]*"from": 1[^}]*"to": 2', page)


def test_a_search_without_an_end_says_so_before_all_else():
    page = graph_page(
        ("a", "b", "c"), GRAPH, POSITIONS, title="T", caption="C", unfinished="Stopped <early>."
    )
    assert "<h1>T</h1><p><strong>Stopped &lt;early&gt;.</strong></p><p>C</p>" in page
    assert "<strong>" not in make_page(("a", "b", "c"))

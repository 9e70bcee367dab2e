"""Parts around the graph that come and go move nothing else."""

from pathlib import Path

import numpy as np
import pytest

from components.graph_view import vis_source
from gesncd.export.routes import bend_around, bends_of, pair_of
from gesncd.graphs import Edge

pytestmark = pytest.mark.browser

COMPONENTS = Path(__file__).parents[2] / "components"
PAINT = {
    "legend": None, "halo": None, "haloText": "", "pattern": [], "patternText": "reason",
    "roomFor": [], "roomForFrame": "",
}  # fmt: skip


@pytest.fixture
def part(page, problems):
    """A function that puts an element of the graph view and its scripts on an empty page."""

    def put(name, *scripts):
        css = (COMPONENTS / "graph_view/graph_view.css").read_text(encoding="utf-8")
        page.set_content(f"<style>{css}</style><div class='{name}' style='width: 546px'></div>")
        for script in ("browser/elements.js", "browser/colours.js", *scripts):
            page.add_script_tag(content=(COMPONENTS / script).read_text(encoding="utf-8"))
        return page

    return put


def test_buttons_that_a_view_may_lack_begin_hidden_and_move_no_other(part):
    page = part("tools", "graph_view/tools.js")
    page.evaluate("globalThis.tools = new Tools(document.querySelector('.tools'), {})")
    lefts = """() => Object.fromEntries(
      [...document.querySelectorAll("button, select")].filter((each) => each.offsetParent)
        .map((each) => [each.ariaLabel || each.textContent, each.getBoundingClientRect().left]))"""
    before = page.evaluate(lefts)
    assert set(before) == {"Scores", "Nearby only", "PNG", "Fit"}
    page.evaluate("tools.offer({ arrangements: {}, forbidden: true })")
    after = page.evaluate(lefts)
    assert set(after) - set(before) == {"Forbidden", "Arrange the variables"}
    assert {name: after[name] for name in before} == before


def test_the_legend_keeps_room_for_signs_to_come(part):
    page = part("legend", "graph_view/edge_marks.js", "graph_view/legend.js")
    page.evaluate("globalThis.legend = new Legend(document.querySelector('.legend'))")

    def height(edges=(), **paint):
        page.evaluate(
            """([edges, paint]) => legend.draw({ edges, forbidden: [], paint }, {
              ink: "#111111", accent: "#0000ff", muted: "#777777", background: "#ffffff",
              forward: "#00aa00", backward: "#cc5500" })""",
            [list(edges), {**PAINT, **paint}],
        )
        return page.locator(".legend").evaluate("e => e.getBoundingClientRect().height")

    low = height()
    room = {"roomFor": ["lock", "by"], "roomForFrame": "reason for the arrows"}
    kept = height(**room)
    assert kept > low
    for pattern, words in (([0, 1], "reason for the arrows"), ([0, 1], "not a clique")):
        assert height(pattern=pattern, patternText=words, **room) == kept
        assert page.get_by_text(words).is_visible()
    known = [{"known": "by"}]
    assert height(known, **room) == kept
    assert page.get_by_text("directed by knowledge").is_visible()
    # An edge that is required has a lock and no diamond.
    height([{"known": "by", "locked": True}], **room)
    assert page.get_by_text("required by knowledge").is_visible()
    assert page.get_by_text("directed by knowledge").is_hidden()


def test_an_edge_goes_through_a_gap_that_is_a_little_wider_than_its_line(part):
    page = part("canvas", "graph_view/curve.js", "graph_view/boxes.js", "graph_view/routes.js")
    hidden = page.evaluate(
        """() => {
      const nodes = [[828, 592, 61], [1013, 236, 47], [956, 344, 82], [797, 374, 109]]
        .map(([x, y, w], id) => ({ id, x, y, w, h: 37 }));
      nodes.push({ id: 4, x: 1031, y: 432, w: 110, h: 37 });
      const routes = new Routes(() => nodes, () => nodes);
      return nodes.slice(2).some((box) => routes.path(0, 1, 400).some(
        ({ x, y }) => Math.abs(x - box.x) < box.w / 2 && Math.abs(y - box.y) < box.h / 2));
    }"""
    )
    assert not hidden


def test_lines_bend_as_in_a_saved_picture(part):
    page = part("canvas", "graph_view/curve.js", "graph_view/boxes.js", "graph_view/routes.js")
    rng = np.random.default_rng(8)
    n_bent = 0
    for d in (6, 9, 14):
        positions = np.round(rng.uniform(-300, 300, (d, 2)))
        sizes = np.column_stack([np.round(rng.uniform(50, 140, d)), np.full(d, 37.0)])
        boxes = [
            {"id": k, "x": x, "y": y, "w": w, "h": h}
            for k, (x, y, w, h) in enumerate(np.hstack([positions, sizes]).tolist())
        ]
        bends = page.evaluate(
            """(boxes) => {
          const routes = new Routes(() => boxes, () => boxes);
          return boxes.flatMap((_, low) => boxes.slice(low + 1).map(
            ({ id }) => [low, id, routes.bend(low, id)]));
        }""",
            boxes,
        )
        for low, high, bend in bends:
            assert bend == pytest.approx(bend_around(low, high, positions, sizes))
            n_bent += bend != 0
    assert n_bent > 20


def test_lines_keep_out_of_the_way_of_heads_as_in_a_saved_picture(part):
    """The same bends beside the same edges; and few lines that seem to have another's head."""
    page = part("canvas", "graph_view/curve.js", "graph_view/boxes.js", "graph_view/routes.js")
    rng = np.random.default_rng(3)
    n_aside = 0
    for d in (6, 9, 9, 14, 14):
        positions = np.round(rng.uniform(-300, 300, (d, 2)))
        sizes = np.column_stack([np.round(rng.uniform(50, 140, d)), np.full(d, 37.0)])
        pairs = [(i, j) for i in range(d) for j in range(i + 1, d) if rng.random() < 3 / d]
        edges = [
            Edge(*(rng.permutation(pair).tolist()), bool(rng.random() < 0.7)) for pair in pairs
        ]
        boxes = [
            {"id": k, "x": x, "y": y, "w": w, "h": h}
            for k, (x, y, w, h) in enumerate(np.hstack([positions, sizes]).tolist())
        ]
        found = page.evaluate(
            """([boxes, edges]) => {
          const routes = new Routes(() => boxes, () => boxes);
          routes.drawing(edges.map(([from, to, directed]) => ({ from, to, directed })));
          return edges.map(([from, to]) => routes.bend(...ordered(from, to)));
        }""",
            [boxes, [list(edge) for edge in edges]],
        )
        expected = bends_of(edges, positions, sizes)
        assert found == pytest.approx([expected[pair_of(edge)] for edge in edges])
        plain = [bend_around(edge.source, edge.target, positions, sizes) for edge in edges]
        n_aside += sum(a != b for a, b in zip(found, plain, strict=True))
    assert n_aside > 0


def test_what_is_brought_into_sight_holds_the_lines_that_bend(part):
    page = part("canvas", "graph_view/boxes.js")
    extent = page.evaluate(
        "widened({ left: 0, right: 9, top: 0, bottom: 9 }, [{ x: 5, y: -4 }, { x: 12, y: 5 }])"
    )
    assert extent == {"left": 0, "right": 12, "top": -4, "bottom": 9}


@pytest.mark.parametrize(("source", "target"), [(0, 1), (1, 0)])
def test_an_arrow_that_bends_is_drawn_on_the_line_that_its_signs_stand_on(part, source, target):
    """And around the box, wherever its head is: vis-network's bends are not symmetric."""
    page = part(
        "canvas", "graph_view/curve.js", "graph_view/boxes.js", "graph_view/routes.js",
        "graph_view/styles.js", "graph_view/edge_marks.js", "graph_view/network.js",
    )  # fmt: skip
    page.add_script_tag(content=vis_source())
    page.evaluate("document.querySelector('.canvas').style.height = '300px'")
    apart, gap, heads = page.evaluate(
        """async ([source, target]) => {
      // Only a large bend leads around the box between two that are above each other.
      const boxes = [[-212, -170, 92], [-25, 190, 130], [-225, -5, 130], [-70, -55, 100],
        [-118, 81, 108], [85, -27, 130], [149, 207, 47], [45, -203, 77]]
        .map(([x, y, w], id) => ({ id, x, y, w, h: 33 }));
      const routes = new Routes(() => boxes, () => boxes);
      const colours = { ink: "#000000", background: "#ffffff", accent: "#0000ff" };
      const edge = edgeStyle({ id: "0-1", from: source, to: target, directed: true }, {
        data: { nodes: boxes, edges: [], paint: { edges: {}, extra: [] } }, colours, focus: [],
        lit: null, nearby: false, scores: false, routes, marks: new Map(),
      }, 0);
      const network = newNetwork(
        document.querySelector(".canvas"),
        new vis.DataSet(boxes.map(({ id, x, y }) => ({ id, x, y, label: "label" }))),
        new vis.DataSet([edge]),
      );
      await new Promise((done) => network.once("afterDrawing", done));
      const drawn = network.body.edges["0-1"].edgeType;
      const points = Array.from({ length: 40 }, (_, k) => drawn.getPoint((k + 0.5) / 40));
      if (source > target) points.reverse();
      const apart = routes.path(source, target).map(({ x, y }, k) => (
        Math.hypot(points[k].x - x, points[k].y - y)));
      const gap = Math.min(...points.flatMap((p) => boxes.slice(2).map((box) => (
        Math.max(Math.abs(p.x - box.x) - box.w / 2, Math.abs(p.y - box.y) - box.h / 2)))));
      return [apart, gap, [edge.arrows.from.enabled, edge.arrows.to.enabled]];
    }""",
        [source, target],
    )
    assert len(apart) == 40
    assert max(apart) < 0.01
    assert gap > 0
    assert heads == ([False, True] if source < target else [True, False])


def test_a_trail_stays_as_it_is_while_its_ends_are_chosen(part):
    page = part("canvas", "graph_view/routes.js", "graph_view/styles.js")
    lit, near, beside = page.evaluate(
        """() => {
      const paint = { path: [0, 2, 3, 1], pattern: [] };
      const lit = litNodes([0, 1], {}, paint);
      const look = { data: { paint, edges: [] }, focus: [0, 1], lit };
      const isBy = (from, to) => isNear({ from, to, directed: false }, look);
      return [[...lit].sort(), isBy(2, 3), isBy(3, 4)];
    }"""
    )
    assert lit == [0, 1, 2, 3]
    assert near
    assert not beside

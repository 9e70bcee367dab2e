import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from gesncd.export import PictureStyle, graph_svg
from gesncd.export.routes import (
    bend_around,
    bends_of,
    between_boxes,
    control_point,
    curve,
    pair_of,
)
from gesncd.graphs import PDAG, Edge

SVG = "{http://www.w3.org/2000/svg}"
POSITIONS = np.array([[0.0, 0.0], [200.0, 0.0], [100.0, 120.0]])
SIZES = np.array([[60.0, 30.0], [60.0, 30.0], [80.0, 50.0]])
GRID = np.linspace(0, 1, 400)
GRAPH = PDAG.from_edges(3, directed=[(0, 1)], undirected=[(1, 2)])


def draw(labels=("a", "b", "c\nd"), **options):
    return graph_svg(
        labels, GRAPH, POSITIONS, SIZES, title="T <b>", description="a → b & more", **options
    )


def test_one_box_a_variable_one_line_an_edge_one_head_an_arrow():
    root = ET.fromstring(draw())
    assert len(root.findall(f"{SVG}rect")) == 1 + 3
    assert len(root.findall(f"{SVG}path")) == 2
    assert len(root.findall(f"{SVG}polygon")) == 1
    assert [span.text for span in root.iter(f"{SVG}tspan")] == ["a", "b", "c", "d"]
    assert root.find(f"{SVG}title").text == "T <b>"
    assert root.find(f"{SVG}desc").text == "a → b & more"


def test_the_head_lies_at_the_border_of_the_target():
    head = ET.fromstring(draw()).find(f"{SVG}polygon").get("points").split(" ")[0]
    x, y = map(float, head.split(","))
    assert (x, y) == (pytest.approx(170, abs=1), pytest.approx(0, abs=0.1))


def test_hostile_names_stay_text():
    text = draw(("<script>alert(1)</script>", "\x00]]>", '"><img src=x>'))
    root = ET.fromstring(text)
    assert {element.tag for element in root.iter()} <= {
        SVG + name for name in ("svg", "title", "desc", "rect", "path", "polygon", "text", "tspan")
    }
    assert "<script" not in text


def test_width_and_lock_follow_the_style():
    style = PictureStyle(widths={(0, 1): 4.0}, locked=frozenset({(1, 2)}))
    root = ET.fromstring(draw(style=style))
    widths = [path.get("stroke-width") for path in root.findall(f"{SVG}path")]
    assert widths[:2] == ["4.00", "1.80"]
    assert len(root.findall(f"{SVG}circle")) == 1


def test_arrows_of_knowledge_have_a_full_diamond_and_those_that_follow_an_empty_one():
    graph = PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    style = PictureStyle(known=frozenset({(0, 1)}), following=frozenset({(1, 2)}))
    text = graph_svg(
        ("a", "b", "c"), graph, POSITIONS, SIZES, title="", description="", style=style
    )
    fills = {
        path.find(f"{SVG}title").text: path.get("fill")
        for path in ET.fromstring(text).findall(f"{SVG}path")
        if path.find(f"{SVG}title") is not None
    }
    assert fills == {
        "directed by knowledge": style.ink,
        "follows from knowledge": style.background,
    }
    bare = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    text = graph_svg(("a", "b", "c"), bare, POSITIONS, SIZES, title="", description="", style=style)
    assert "knowledge" not in text


def test_a_lock_has_no_full_diamond_beside_it_and_no_empty_one_under_it():
    near = np.array([[0.0, 0.0], [100.0, 0.0], [100.0, 300.0]])
    pairs = frozenset({(0, 1)})
    graph = PDAG.from_edges(3, directed=[(0, 1)])

    def drawn(**style):
        text = graph_svg(
            "abc", graph, near, SIZES, title="", description="",
            style=PictureStyle(locked=pairs, **style),
        )  # fmt: skip
        return ET.fromstring(text)

    assert "knowledge" not in ET.tostring(drawn(known=pairs), encoding="unicode")
    root = drawn(following=pairs)
    lock = float(root.find(f"{SVG}circle").get("cx"))
    (diamond,) = (p for p in root.findall(f"{SVG}path") if p.find(f"{SVG}title") is not None)
    right = float(re.match(r"M([-\d.]+)", diamond.get("d")).group(1))
    assert abs(lock - (right - 6)) > 6


def test_no_line_is_drawn_over_a_sign():
    tags = []
    style = PictureStyle(locked=frozenset({(0, 1)}))
    root = ET.fromstring(draw(style=style))
    for element in root:
        if element.tag == f"{SVG}circle":
            tags.append("sign")
        elif element.get("stroke-width") in ("1.80", "4.00"):
            tags.append("line")
    assert tags == ["line"] * GRAPH.n_edges + ["sign"]


def test_everything_lies_inside_the_picture():
    root = ET.fromstring(draw())
    x, y, width, height = map(float, root.get("viewBox").split())
    low, high = (POSITIONS - SIZES / 2).min(axis=0), (POSITIONS + SIZES / 2).max(axis=0)
    assert x < low[0]
    assert y < low[1]
    assert x + width > high[0]
    assert y + height > high[1]


def test_parts_must_fit():
    with pytest.raises(ValueError, match="3 nodes"):
        graph_svg(("a",), GRAPH, POSITIONS, SIZES, title="", description="")


def test_an_edge_bends_around_a_box_in_its_way_and_only_then():
    in_line = np.array([[0.0, 0.0], [300.0, 0.0], [150.0, 0.0]])
    bend = bend_around(0, 1, in_line, SIZES)
    assert bend != 0
    assert bend_around(1, 0, in_line, SIZES) == bend
    middle = control_point(in_line[0], in_line[1], bend)
    path = curve(in_line[0], middle, in_line[1], np.linspace(0, 1, 200))
    assert not (np.abs(path - in_line[2]) < SIZES[2] / 2).all(axis=1).any()
    assert bend_around(0, 1, POSITIONS, SIZES) == 0


def test_a_bent_edge_does_not_run_into_the_line_to_another_box():
    three = np.array([[0.0, 0.0], [0.0, 300.0], [0.0, 150.0]])
    sizes = np.array([[60.0, 33.0], [60.0, 33.0], [60.0, 33.0], [30.0, 20.0]])
    lone = bend_around(0, 1, three, sizes[:3])

    def path(bend):
        return curve(three[0], control_point(three[0], three[1], bend), three[1], GRID)

    def way_out(bend):
        return next(point for point in path(bend) if np.hypot(*point) > 90)

    # A box that the lone line does not touch, and whose own line begins as that one does.
    other = 2.2 * way_out(lone)
    assert (np.abs(path(lone) - other) > sizes[3] / 2 + 4).any(axis=1).all()
    bend = bend_around(0, 1, np.vstack([three, other]), sizes)
    assert 0 < abs(bend) <= abs(lone) + 0.2
    angle = np.arctan2(*way_out(bend)) - np.arctan2(*other)
    assert abs(angle) > 0.14


def near_the_box(pair, bend, places, sizes, node):
    """Points of a line's first 60 units out of a box."""
    ends = between_boxes(*sorted(pair), bend, places, sizes)
    points = curve(*ends, np.linspace(0, 1, 600))
    points = points if node == min(pair) else points[::-1]
    return points[np.hypot(*(points - points[0]).T) < 60]


def test_a_bent_arrow_does_not_seem_to_be_the_head_of_another_line():
    """Else pressure → feed rate and ambient → pressure are read as one line with two heads."""
    places = [(-228, 139), (145, 209), (-218, -209), (137, -174), (228, -101), (-140, -32)]
    places = np.array([*places, (-42, -20), (56, -8)], dtype=float)
    sizes = np.array([[w, 33.0] for w in (92, 77, 85, 108, 92, 54, 62, 54)])
    feed, ambient, pressure, temperature = 0, 1, 2, 3
    into = Edge(ambient, pressure, True)
    out = Edge(pressure, feed, True)
    rest = [Edge(1, 7, True), Edge(7, 3, True), Edge(3, 5, True), Edge(4, 3, True)]
    rest += [Edge(temperature, pressure, True), Edge(6, 7, True), Edge(6, 5, True)]
    plain = bend_around(ambient, pressure, places, sizes)
    bends = bends_of([into, out, *rest], places, sizes)

    def apart(bend):
        mine = near_the_box(pair_of(into), bend, places, sizes, pressure)
        other = near_the_box(pair_of(out), bends[pair_of(out)], places, sizes, pressure)
        return np.hypot(*(mine[:, None] - other[None]).T).min(axis=0)[-1]

    assert apart(plain) < 10
    assert apart(bends[pair_of(into)]) > 25
    # It is still around all boxes.
    way = curve(
        *between_boxes(ambient, pressure, bends[pair_of(into)], places, sizes),
        np.linspace(0, 1, 400),
    )
    for node in (0, 3, 4, 5, 6, 7):
        assert not (np.abs(way - places[node]) < sizes[node] / 2).all(axis=1).any()
    # Without that line, or where it has a head there, too, nothing is to be kept apart from.
    assert bends_of([into, *rest], places, sizes)[pair_of(into)] == plain
    both = Edge(feed, pressure, True)
    assert bends_of([into, both, *rest], places, sizes)[pair_of(into)] == plain
    # All others go as they would alone.
    for edge in (out, *rest):
        assert bends[pair_of(edge)] == bend_around(edge.source, edge.target, places, sizes)


def test_an_edge_keeps_its_line_whichever_way_it_points():
    """Only a large bend leads around these boxes, and bends are not symmetric."""
    boxes = [(-212, -170, 92), (-25, 190, 130), (-225, -5, 130), (-70, -55, 100)]
    boxes += [(-118, 81, 108), (85, -27, 130), (149, 207, 47), (45, -203, 77)]
    places = np.array([[x, y] for x, y, _ in boxes], dtype=float)
    sizes = np.array([[w, 33] for *_, w in boxes], dtype=float)
    bend = bend_around(0, 1, places, sizes)
    assert abs(bend) > 0.6
    there = between_boxes(0, 1, bend, places, sizes)
    back = between_boxes(1, 0, bend_around(1, 0, places, sizes), places, sizes)
    assert np.allclose(there, back[::-1], atol=1)
    path = curve(*there, np.linspace(0, 1, 200))
    for node in range(2, len(boxes)):
        assert not (np.abs(path - places[node]) < sizes[node] / 2).all(axis=1).any()


def test_the_drawn_part_of_an_edge_begins_and_ends_at_the_boxes():
    start, middle, end = between_boxes(0, 1, 0.0, POSITIONS, SIZES)
    assert np.allclose(start, [30, 0], atol=1)
    assert np.allclose(end, [170, 0], atol=1)
    assert np.allclose(middle, [100, 0], atol=1)


def test_an_edge_goes_far_round_a_box_between_two_near_ones_but_not_out_of_the_picture():
    stacked = np.array([[0.0, 0.0], [0.0, 150.0], [0.0, 75.0]])
    sizes = np.array([[143.0, 45.0], [128.0, 45.0], [80.0, 45.0]])
    bend = bend_around(0, 1, stacked, sizes)
    middle = control_point(stacked[0], stacked[1], bend)
    path = curve(stacked[0], middle, stacked[1], np.linspace(0, 1, 400))
    assert not (np.abs(path - stacked[2]) < sizes[2] / 2).all(axis=1).any()
    # Past a box beside its own, only a way of which most would be cut off would lead.
    row = np.array([[-500.0, 0.0], [500.0, 0.0], [-400.0, 0.0]])
    bend = bend_around(0, 1, row, np.array([[60.0, 38.0], [60.0, 38.0], [100.0, 60.0]]))
    path = curve(row[0], control_point(row[0], row[1], bend), row[1], np.linspace(0, 1, 400))
    assert np.abs(path[:, 1]).max() < 30 + 41


def test_an_edge_that_must_run_behind_a_box_is_seen_through_it():
    wall = np.array([[-200.0, 0.0], [200.0, 0.0], *([0.0, 40.0 * k] for k in range(-6, 7))])
    sizes = np.tile([60.0, 44.0], (len(wall), 1))
    graph = PDAG.from_edges(len(wall), directed=[(0, 1)])
    labels = tuple(f"x{k}" for k in range(len(wall)))
    dashed = [
        element.get("d")
        for element in ET.fromstring(
            graph_svg(labels, graph, wall, sizes, title="", description="")
        ).iter(f"{SVG}path")
        if element.get("stroke-dasharray")
    ]
    assert len(dashed) == 1
    across = [float(x) for x, _ in re.findall(r"(-?[\d.]+) (-?[\d.]+)", dashed[0])]
    assert min(across) == pytest.approx(-30, abs=2)
    assert max(across) == pytest.approx(30, abs=2)
    assert "3 3" not in draw()

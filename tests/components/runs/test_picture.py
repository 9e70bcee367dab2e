import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from components.colours import DARK, LIGHT
from components.runs.picture import HEIGHT, WIDTH, graph_picture, picture_html
from components.runs.picture_labels import MOST_LABELS
from gesncd.graphs import PDAG

SVG = "{http://www.w3.org/2000/svg}"
GRAPH = PDAG.from_edges(3, directed=[(0, 1)], undirected=[(1, 2)])
PLACES = np.array([[0.0, 0.0], [300.0, 10.0], [150.0, 200.0]])


def parsed(names=("a", "b", "c"), graph=GRAPH, places=PLACES, colours=LIGHT):
    return ET.fromstring(graph_picture(names, graph, places, colours))


def test_a_directed_edge_has_one_head_and_an_undirected_one_none():
    picture = parsed()
    assert len(picture.findall(f"{SVG}line")) == 2
    (head,) = picture.findall(f"{SVG}polygon")
    tip = [float(value) for value in head.get("points").split()[0].split(",")]
    circles = picture.findall(f"{SVG}circle")
    target = [float(circles[1].get(axis)) for axis in ("cx", "cy")]
    assert np.hypot(*np.subtract(tip, target)) == pytest.approx(3.0, abs=0.2)


def test_nodes_keep_their_arrangement_and_fit_the_picture():
    circles = parsed().findall(f"{SVG}circle")
    points = np.array([[float(c.get("cx")), float(c.get("cy"))] for c in circles])
    assert (points > 0).all()
    assert (points < [WIDTH, HEIGHT]).all()
    scale = np.ptp(points, axis=0) / np.ptp(PLACES, axis=0)
    assert scale[0] == pytest.approx(scale[1], abs=0.01)


@pytest.mark.parametrize("d", [1, 2, 60])
def test_any_number_of_nodes_is_drawn(d):
    places = np.random.default_rng(d).normal(size=(d, 2))
    picture = parsed([f"v{k}" for k in range(d)], PDAG.empty(d), places)
    assert len(picture.findall(f"{SVG}circle")) == d
    assert len(picture.findall(f"{SVG}text")) <= (d if d <= MOST_LABELS else 0)
    assert d > MOST_LABELS or picture.findall(f"{SVG}text")


def test_names_are_text_whatever_they_hold():
    names = ("<script>alert(1)</script>", '"&\x00\x1b', "\ud800 lone")
    picture = parsed(names)
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert titles[0] == names[0]
    assert titles[1] == '"&\ufffd\ufffd'
    assert not list(picture.iter(f"{SVG}script"))
    html = picture_html(graph_picture(names, GRAPH, PLACES, LIGHT), names, GRAPH)
    assert "<script" not in html
    assert html.count('"') == 2 * len(re.findall(r'[a-z-]+="', html))


def test_words_tell_the_names_that_the_picture_has_no_room_for():
    names = [f"expression of kinase {k} at rest" for k in range(3)]
    html = picture_html(graph_picture(names, GRAPH, PLACES, LIGHT), names, GRAPH)
    said = f"Graph of 3 variables with 2 edges: {', '.join(names)}"
    assert f'alt="{said}"' in html
    assert f'title="{said}"' in html
    many = [f"v{k}" for k in range(60)]
    assert "v29 and 30 more" in picture_html("", many, PDAG.empty(60))


def test_the_picture_follows_the_theme():
    for colours in (LIGHT, DARK):
        lines = parsed(colours=colours).findall(f"{SVG}line")
        assert {line.get("stroke") for line in lines} == {colours.ink}

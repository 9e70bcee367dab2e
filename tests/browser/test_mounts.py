"""A component that begins anew in an element where it, or an earlier one, has been."""

import json

import numpy as np
import pytest

from components.browser import source
from components.graph_view.build import view_data
from components.graph_view.view import vis_source
from gesncd.graphs import PDAG

pytestmark = pytest.mark.browser

LIVES = """async ({ code, vis, data, first }) => {
  document.body.innerHTML = '<div id="host"><div class="graph-view"></div></div>';
  const parentElement = document.querySelector("#host");
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const component = (await import(url)).default;
  const bring = () => { if (!globalThis.vis) (0, eval)(vis); };
  if (first === "after") bring();
  const end = component({ data, parentElement, setTriggerValue() {} });
  end();
  bring();
  component({ data, parentElement, setTriggerValue() {} });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const count = (name) => parentElement.querySelectorAll(name).length;
  return {
    roots: count(".graph-view"), tools: count(".tools"), legends: count(".legend"),
    canvases: count("canvas"), waiting: count(".wait"),
  };
}"""


@pytest.mark.parametrize("first", ["before", "after"])
def test_a_graph_view_begun_twice_stands_once(page, problems, first):
    """As after a reload during a run, when a first life may end before vis-network is there."""
    positions = np.array([[0.0, 0.0], [200.0, 0.0], [100.0, 150.0]])
    graph = PDAG.from_edges(3, directed=[(0, 2)], undirected=[(0, 1)])
    data = view_data(("a", "b", "c"), graph, positions, layout_id="l", stamp="s")
    page.goto("about:blank")
    found = page.evaluate(
        LIVES,
        {
            "code": source("graph_view"),
            "vis": vis_source(),
            "data": json.loads(json.dumps({**data, "key": "graph"})),
            "first": first,
        },
    )
    assert found["roots"] == found["tools"] == found["legends"] == found["canvases"] == 1, found
    assert found["waiting"] == 0
    assert problems == []

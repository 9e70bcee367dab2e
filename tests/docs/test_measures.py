"""The example of a user's own measure in docs/measures.md runs and finds the chain."""

from __future__ import annotations

import re
from pathlib import Path

from gesncd.graphs import PDAG
from gesncd.measures import ConditionalDependence, NullCalibrated

DOCUMENT = Path(__file__).parents[2] / "docs" / "measures.md"


def test_the_example_of_an_own_measure_runs():
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 1
    names: dict[str, object] = {}
    exec(compile(blocks[0], str(DOCUMENT), "exec"), names)
    measure = names["measure"]
    assert isinstance(measure, ConditionalDependence)
    assert isinstance(measure, NullCalibrated)
    cpdag = names["cpdag"]
    assert isinstance(cpdag, PDAG)
    assert cpdag == PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])

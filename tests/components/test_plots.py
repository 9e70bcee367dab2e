import math

import pytest

from components.colours import DARK, LIGHT
from components.plots import global_score_figure, local_score_figure
from components.trace import Trace


def test_global_scores_by_step(trace, names):
    figure = global_score_figure(trace, names, LIGHT, current=2)
    points, ring = figure.data
    assert list(points.x) == sorted(trace.global_scores)
    assert list(points.y) == [trace.global_scores[step] for step in points.x]
    assert list(ring.x) == [2]
    assert figure.layout.yaxis.range[0] == 0
    assert max(points.y) < figure.layout.yaxis.range[1]


def test_local_scores_lie_on_a_log_axis_with_tau(trace, names):
    figure = local_score_figure(trace, names, LIGHT, 0.5, 0.3, None)
    assert figure.layout.yaxis.type == "log"
    low, high = figure.layout.yaxis.range
    shown = [y for data in figure.data for y in data.y]
    assert len(shown) == trace.n_steps
    assert all(low < math.log10(y) < high for y in shown)
    assert figure.layout.annotations[0].text == "τ 0.5"
    assert low < figure.layout.annotations[0].y < high


def test_scores_at_or_below_zero_stay_visible(trace, names):
    # Deletions of the oracle score 0, which has no place on a log axis.
    assert min(step.score for step in trace.steps) <= 0
    figure = local_score_figure(trace, names, LIGHT, 1e-9, None, None)
    assert all(y > 0 for data in figure.data for y in data.y)


def test_the_axis_does_not_grow_at_every_step(trace, names):
    ranges = {
        global_score_figure(trace.until(step), names, LIGHT, None).layout.xaxis.range
        for step in range(trace.n_steps + 1)
    }
    assert len(ranges) == math.ceil(trace.n_steps / 10)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_both_plots_stand_without_a_run(colours):
    empty = Trace.of(())
    assert global_score_figure(empty, (), colours, None).layout.xaxis.range == (-0.5, 10.5)
    figure = local_score_figure(empty, (), colours, None, None, None)
    assert figure.layout.annotations == ()


def test_hostile_names_are_escaped_in_hover_texts(trace):
    names = ("<a href='x'>", "<b>", "c", "d", "e")
    texts = [
        t for data in global_score_figure(trace, names, LIGHT, None).data for t in data.hovertext
    ]
    joined = "".join(texts)
    assert "&lt;b&gt;" in joined
    assert "<b>" not in joined
    assert "<a " not in joined

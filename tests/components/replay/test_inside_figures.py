import numpy as np
import pytest

from components.colours import LIGHT
from components.replay.drawn_variable import DrawnVariable, drawn_variable
from components.replay.inside import ncd_score_words, neighbour_text, residual_title
from components.replay.inside_figures import (
    N_NEIGHBOUR_ROWS,
    function_figure,
    growth_figure,
    neighbour_figure,
    scatter_figure,
)
from gesncd.data import Dataset, Variable
from gesncd.measures import NcdSettings, Query
from gesncd.measures.ncd import inspect as ncd
from gesncd.measures.rcd_inspect import look_inside


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(3)
    x = rng.normal(size=(260, 3))
    x[:, 1] = x[:, 0] ** 2 + 0.2 * rng.normal(size=260)
    return Dataset.from_array(x)


def test_many_points_are_thinned_evenly():
    x = np.arange(4000.0)
    figure = scatter_figure(x, -x, "x", "y", LIGHT, "title")
    (points,) = figure.data
    assert 750 <= len(points.x) <= 2000
    np.testing.assert_array_equal(np.asarray(points.y), -np.asarray(points.x))


def test_a_function_is_drawn_through_its_points():
    x = np.linspace(-2, 2, 600)
    figure = function_figure(DrawnVariable(x, "<b>name</b>"), x**2, "f", LIGHT)
    line = figure.data[1]
    assert len(line.x) == 12
    assert line.y[0] == pytest.approx(line.y[-1])
    assert line.y[0] > 10 * min(line.y)
    assert "<b>" not in figure.layout.title.text
    assert "<b>" not in figure.layout.xaxis.title.text


def test_two_values_have_a_mean_each():
    x = np.array([0.0, 1.0, 0.0, 1.0, 1.0])
    line = function_figure(DrawnVariable(x, "x"), np.arange(5.0), "f", LIGHT).data[1]
    assert (line.mode, list(line.x), list(line.y)) == ("lines", [0, 1], [1, pytest.approx(8 / 3)])


def test_categories_stand_side_by_side():
    codes = np.array([0, 2, 1, 2])
    values = np.column_stack([np.arange(4.0), np.eye(3)[codes], np.arange(4.0), np.zeros(4)])
    variables = (Variable("a", (0,)), Variable("kind", (1, 2, 3)), Variable("two", (4, 5)))
    data = Dataset(values, variables)
    rows = np.array([1, 2, 3])
    parts = ("kind = <b>x</b>", "kind = y", "kind = z")
    drawn = drawn_variable(data, 1, rows, "kind", parts)
    assert (drawn.name, drawn.categories) == ("kind", ("<b>x</b>", "y", "z"))
    np.testing.assert_array_equal(drawn.values, [2, 1, 2])
    figure = function_figure(drawn, np.array([3.0, 1.0, 5.0]), "f", LIGHT)
    means = figure.data[1]
    assert (means.mode, list(means.x), list(means.y)) == ("markers", [1, 2], [1, 4])
    assert list(figure.layout.xaxis.ticktext) == ["&lt;b&gt;x&lt;/b&gt;", "y", "z"]
    assert drawn_variable(data, 1, rows, "kind").categories == ("1", "2", "3")
    # Several columns that are no categories: the first is drawn, and named.
    assert drawn_variable(data, 2, rows, "two", ("p", "q")).name == "two, column p"
    np.testing.assert_array_equal(drawn_variable(data, 0, rows, "a").values, [1, 2, 3])


def test_growth_is_a_line_for_each_half(data):
    settings = NcdSettings(networks="perceptron", dtype="float32", restarts=1, outer_steps=5)
    picture = ncd.look_inside(data, settings, Query.pair(0, 1))
    figure = growth_figure(picture, LIGHT)
    assert len(figure.data) == 2
    for line, values in zip(figure.data, picture.growth, strict=True):
        np.testing.assert_array_equal(line.y, values)
        assert list(line.x) == list(range(6))
    assert figure.data[0].line.dash != figure.data[1].line.dash


def test_rows_are_joined_to_their_neighbours(data):
    picture, _ = look_inside(data, Query.pair(0, 1, (2,)))
    x, y = data.values[:, 0], data.values[:, 1]
    figure = neighbour_figure(x, y, picture, "a", "b", LIGHT)
    without, joined, points = figure.data
    assert len(points.x) == N_NEIGHBOUR_ROWS
    assert (joined.line.dash, without.line.dash) == ("solid", "dot")
    for i in (0, 7, 150):
        neighbour = picture.with_x[i]
        assert tuple(joined.x[3 * i : 3 * i + 2]) == (x[i], x[neighbour])
        assert tuple(joined.y[3 * i : 3 * i + 2]) == (y[i], y[neighbour])
        assert joined.x[3 * i + 2] is None
    alone, _ = look_inside(data, Query.pair(0, 1))
    assert len(neighbour_figure(x, y, alone, "a", "b", LIGHT).data) == 2


def test_what_the_score_of_ncd_has_to_do_with_the_picture():
    told = ncd_score_words(0.9, is_sureness=True)
    assert told.startswith("The score is not ρ², which is 0.81 for the drawn half. It is z²/n")
    assert "how sure" in told
    plain = ncd_score_words(-0.9, is_sureness=False)
    assert plain == "The score is the mean of ρ² over all halves; of the drawn one ρ² is 0.81."


def test_axes_name_what_is_taken_off_where_there_is_room():
    assert residual_title("Fame", ()) == "Fame"
    assert residual_title("Fame", ("Talent", "Luck")) == "Fame, less its line in Talent, Luck"
    assert residual_title("Fame", ("T" * 24, "L" * 24)) == "Fame, less its line in Z"


def test_the_words_on_neighbours_speak_of_dotted_lines_only_where_there_are_some():
    assert "dotted" in neighbour_text(True)
    assert "dotted" not in neighbour_text(False)

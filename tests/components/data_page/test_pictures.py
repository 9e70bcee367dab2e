import json

import numpy as np
import pytest
from scipy.stats import spearmanr

from components.colours import DARK, LIGHT
from components.data_page.dependence import dependence, rank_correlations, sampled_rows
from components.data_page.heat_map import heat_map_figure
from components.data_page.histograms import axis_labels, histogram, histogram_figure
from components.data_page.pair_plots import MOST_POINTS, pair_figure
from components.data_page.pictures import column_labels, first_shown
from components.data_page.values import value_text
from gesncd.data import Dataset, Marker, Variable, profile_table, read_table

HOSTILE = "<img src=x onerror=alert(1)> <a href='javascript:x'>"


def table_of(columns):
    names = list(columns)
    rows = zip(*columns.values(), strict=True)
    quoted = ",".join('"' + name.replace('"', '""') + '"' for name in names)
    return read_table(
        "\n".join([quoted, *(",".join(map(str, row)) for row in rows)]).encode(), name="t.csv"
    )


def histogram_of(name, columns):
    table = table_of(columns)
    return histogram(table, profile_table(table).column(name))


@pytest.fixture(scope="module")
def curve():
    """a and b = a² + noise: dependent, uncorrelated; c on its own; g has two columns."""
    rng = np.random.default_rng(4)
    a = rng.normal(size=600)
    b = a**2 + 0.1 * rng.normal(size=600)
    c = rng.normal(size=600)
    values = np.column_stack([a, b, c, rng.normal(size=600), -a + 0.1 * rng.normal(size=600)])
    variables = (
        Variable("a", (0,)),
        Variable("b", (1,)),
        Variable("c", (2,)),
        Variable("g", (3, 4)),
    )
    return Dataset(values, variables)


def test_bins_count_every_number():
    rng = np.random.default_rng(0)
    bars = histogram_of("x", {"x": rng.normal(size=500).round(4), "y": rng.normal(size=500)})
    assert sum(bars.counts) == 500
    assert 8 <= len(bars.counts) <= 30
    assert bars.note == "continuous"


def test_numbers_that_mean_missing_by_now_are_missing():
    rng = np.random.default_rng(0)
    x = [f"{value:.3f}" for value in rng.normal(50, 5, 200)]
    x[:6], x[6:8] = ["-999"] * 6, ["n.d."] * 2
    table = table_of({"x": x, "y": rng.normal(size=200)})
    about = profile_table(table).column("x")
    assert histogram(table, about).labels[0].startswith("-999 to ")
    others = histogram(table, about, (Marker("-999", ("y",)),))
    assert others.labels[0].startswith("-999 to ")
    bars = histogram(table, about, (Marker("-999", ("x",)), Marker("n.d.")))
    assert float(bars.labels[0].split(" to ")[0]) > 30
    assert sum(bars.counts) == 192
    assert not bars.apart
    assert bars.note.endswith(", 4 % missing")


def test_a_value_far_away_does_not_hide_the_others():
    rng = np.random.default_rng(0)
    x = rng.normal(size=1000).round(4)
    x[17] = 1e6
    bars = histogram_of("x", {"x": x, "y": rng.normal(size=1000)})
    assert sum(bars.counts) == 1000
    assert max(bars.counts) < 300
    assert bars.labels[-1].startswith("from ")
    assert bars.bins[1].startswith("≥ ")


def test_few_values_and_texts_are_counted_one_by_one():
    bars = histogram_of("k", {"k": [1, 2, 2, 7] * 10, "y": np.arange(40) * 0.7})
    assert dict(zip(bars.labels, bars.counts, strict=True)) == {"1": 10, "2": 20, "7": 10}
    assert axis_labels(bars) == ([0, 1, 2], ["1", "2", "7"])
    bars = histogram_of("t", {"t": ["u", "v", "v", "NA"] * 10, "y": np.arange(40) * 0.7})
    assert dict(zip(bars.labels, bars.counts, strict=True)) == {"v": 20, "u": 10}
    assert bars.note == "text categories, 25 % missing"


def test_many_texts_end_in_others():
    texts = [f"t{i % 20}" for i in range(100)]
    bars = histogram_of("t", {"t": texts, "y": np.arange(100) * 0.7})
    assert bars.labels[-1] == "8 other texts"
    assert sum(bars.counts) == 100
    assert (bars.counts[-1], bars.apart) == (40, True)
    # The axis says what begins it and what stands apart, both whole.
    assert axis_labels(bars) == ([0, bars.places[-1]], ["t0", "others"])
    assert bars.places[-1] > len(bars.counts) - 1


def test_dates_are_whole_on_the_axis():
    days = [f"2020-{1 + i // 28:02d}-{1 + i % 28:02d}" for i in range(150)]
    bars = histogram_of("d", {"d": days, "y": np.arange(150) * 0.7})
    assert axis_labels(bars)[1] == ["2020-01-01", "others"]
    few = histogram_of("d", {"d": days[:6] * 25, "y": np.arange(150) * 0.7})
    assert axis_labels(few)[1] == ["2020-01-01", "2020-01-06"]


def test_extreme_columns_have_a_picture():
    table = read_table(
        b"a,b,e\n" + b"".join(f"{1e308 * (-1) ** i},{i},\n".encode() for i in range(40)), name="t"
    )
    profile = profile_table(table)
    bars = [histogram(table, about) for about in profile.columns]
    assert sum(bars[0].counts) == 40
    assert bars[2].counts == ()
    figure = histogram_figure(bars, LIGHT, 3)
    assert len(figure.data) == 3


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_sixty_panels_of_hostile_names_are_text(colours):
    rng = np.random.default_rng(1)
    columns = {f"{HOSTILE} {i}": rng.normal(size=30).round(3) for i in range(60)}
    table = table_of(columns)
    profile = profile_table(table)
    bars = [histogram(table, about) for about in profile.columns[:20]]
    figure = histogram_figure(bars, colours, 5)
    written = json.dumps(figure.to_dict(), default=str)
    assert "<img" not in written
    assert "<a " not in written
    assert "&lt;img" in written
    assert figure.layout.height < 1000


def test_rank_correlations_are_spearmans():
    values = np.random.default_rng(2).normal(size=(80, 4))
    values[:, 1] = np.round(values[:, 0])
    assert rank_correlations(values) == pytest.approx(spearmanr(values).statistic, abs=1e-12)
    values[:, 2] = 1.0
    assert not rank_correlations(values)[2].any()


def test_rcd_sees_the_curve_that_ranks_do_not(curve):
    found = dependence(curve)
    assert abs(found.rank_correlation[0, 1]) < 0.15
    assert found.rcd[0, 1] > 0.3
    assert abs(found.rcd[0, 2]) < 0.1
    assert found.rank_correlation[0, 3] > 0.95, "the column of g nearest to a, without its sign"
    assert np.array_equal(found.rcd, found.rcd.T)


def test_large_tables_are_sampled_by_seed():
    rows = sampled_rows(10_000, 50, 3)
    assert len(set(rows)) == 50
    assert (np.diff(rows) > 0).all()
    assert np.array_equal(rows, sampled_rows(10_000, 50, 3))
    assert not np.array_equal(rows, sampled_rows(10_000, 50, 4))
    assert np.array_equal(sampled_rows(5, 50, 3), np.arange(5))
    big = Dataset.from_array(np.random.default_rng(0).normal(size=(3000, 65)))
    found = dependence(big)
    assert found.n_rows == 2000
    assert found.rcd.shape == (60, 60)


@pytest.mark.parametrize("which", ["rank", "rcd"])
def test_the_map_shows_each_pair_once_per_side(curve, which):
    figure = heat_map_figure(dependence(curve), which, DARK)
    z = np.array(figure.data[0].z, dtype=float)
    if which == "rank":
        grey = np.array(figure.data[1].z, dtype=float)
        # Each pair is in one of both: those of g, which has two columns, have no sign.
        assert (np.isnan(z) == ~np.isnan(grey))[~np.eye(4, dtype=bool)].all()
        assert np.isnan(z[3]).all()
        z = np.where(np.isnan(z), grey, z)
    else:
        assert len(figure.data) == 1
    assert np.isnan(np.diag(z)).all()
    assert np.array_equal(z[~np.eye(4, dtype=bool)], z.T[~np.eye(4, dtype=bool)])
    low = -1 if which == "rank" else 0
    assert (figure.data[0].zmin, figure.data[0].zmax) == (low, 1)
    assert "<br>ρ " in figure.data[0].hovertext[0][1]


def test_a_pair_without_a_sign_is_grey_and_says_so(curve):
    figure = heat_map_figure(dependence(curve), "rank", LIGHT)
    coloured, grey = figure.data
    assert coloured.text[0][3] == ""
    assert float(grey.text[0][3]) > 0.95
    assert "<br>|ρ| 0.9" in grey.hovertext[0][3]
    assert {colour for _, colour in grey.colorscale} == {LIGHT.background, LIGHT.muted}
    assert (grey.zmin, grey.zmax) == (0, 1)
    assert grey.colorbar.title.text == "|ρ|"
    single = Dataset(curve.values[:, :3], curve.variables[:3])
    assert len(heat_map_figure(dependence(single), "rank", LIGHT).data) == 1


def test_categories_have_their_names_and_do_not_come_first(curve):
    known = ["a", "b", "c", "drug = none", "drug = much"]
    labels = [name for name, _ in column_labels(curve, known)]
    assert labels == ["a", "b", "c", "drug = none", "drug = much"]
    assert first_shown(curve) == [0, 1, 2]
    first = Dataset(
        curve.values, (Variable("g", (0, 1, 2)), Variable("d", (3,)), Variable("e", (4,)))
    )
    assert first_shown(first) == [3, 4]
    only = Dataset(curve.values, (Variable("g", (0, 1, 2)), Variable("h", (3, 4))))
    assert first_shown(only) == [0, 1]


def test_texts_among_numbers_stand_apart_from_the_axis():
    x = [round(0.37 * i % 11, 3) for i in range(200)]
    x[3] = x[9] = "low?"
    x[4] = "high?"
    bars = histogram_of("x", {"x": x, "y": np.arange(200) * 0.7})
    assert (bars.labels[-1], bars.counts[-1]) == ("text, 'low?' and 'high?'", 3)
    assert sum(bars.counts) == 200
    places, texts = axis_labels(bars)
    assert texts == ["0", "10.93", "text"]
    assert places == [0, len(bars.counts) - 2, bars.places[-1]]
    assert bars.places[-1] > len(bars.counts) - 1
    figure = histogram_figure([bars], LIGHT, 1)
    assert list(figure.data[0].x) == bars.places
    assert figure.data[0].marker.color[-1] == LIGHT.muted
    assert set(figure.data[0].marker.color[:-1]) == {LIGHT.accent}


def test_a_map_of_sixty_is_tall_enough_to_read():
    names = [f"{HOSTILE} {i}" for i in range(60)]
    data = Dataset.from_array(np.random.default_rng(0).normal(size=(60, 60)), names)
    figure = heat_map_figure(dependence(data), "rcd", LIGHT)
    assert figure.layout.height >= 60 * 14
    written = json.dumps(figure.to_dict(), default=str)
    assert "<img" not in written
    assert len(figure.layout.yaxis.ticktext) == 60


def test_pairs_show_values_or_ranks(curve):
    names = [name for name, _ in column_labels(curve)]
    assert names == ["a", "b", "c", "g [1]", "g [2]"]
    values = curve.values[:, :3]
    plain = pair_figure(values, names[:3], LIGHT, ranks=False)
    ranked = pair_figure(values, names[:3], LIGHT, ranks=True)
    (points,) = [t for t in plain.data if t.type == "scatter" and t.mode == "markers"][:1]
    assert np.array_equal(points.x, values[:, 0])
    (points,) = [t for t in ranked.data if t.type == "scatter" and t.mode == "markers"][:1]
    assert sorted(points.x) == list(range(1, 601))
    assert sum(t.type == "scatter" and t.mode == "markers" for t in plain.data) == 3
    assert sum(t.type == "scatter" and t.mode == "text" for t in plain.data) == 3


def test_pairs_of_many_rows_are_a_sample():
    values = np.random.default_rng(0).normal(size=(5000, 2))
    figure = pair_figure(values, [HOSTILE, "b"], LIGHT, ranks=False)
    (points,) = [t for t in figure.data if t.type == "scatter" and t.mode == "markers"]
    assert len(points.x) == MOST_POINTS
    assert "<img" not in json.dumps(figure.layout.to_plotly_json(), default=str)


def test_labels_of_categories_stand_apart_from_each_other():
    y = np.arange(120) * 0.7
    two = histogram_of("t", {"t": ["never smoked", "current smoker"] * 60, "y": y})
    assert [len(text) for text in axis_labels(two)[1]] == [10, 10]
    short = histogram_of("t", {"t": ["low", "middle", "high"] * 40, "y": y})
    assert sorted(axis_labels(short)[1]) == ["high", "low", "middle"]
    # What does not fit side by side leaves the outer two, which are farther apart.
    long = histogram_of("t", {"t": ["low income", "middle income", "high income"] * 40, "y": y})
    places, texts = axis_labels(long)
    assert places == [0, 2]
    assert all(len(text) <= 12 for text in texts)
    four = histogram_of("t", {"t": ["north", "south", "east", "west"] * 30, "y": y})
    assert len(axis_labels(four)[1]) == 4


def test_large_values_are_written_without_an_exponent():
    assert [value_text(value) for value in (11330.0, 853.0, -999.0, 2019.0, 0.012344)] == [
        "11,330",
        "853",
        "-999",
        "2019",
        "0.01234",
    ]
    assert value_text(123456.7) == "123,500"
    assert value_text(1.5e300) == "1.500e+300"

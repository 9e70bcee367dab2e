"""Tables of the Judge page as files."""

from __future__ import annotations

import pandas as pd

from components.colours import LIGHT
from components.export.table_download import frame_csv
from components.judge.figure_table import chance_text, confusion_frame, figure_frame
from components.judge.shd_map import shd_figure, shd_frame
from gesncd.graphs import PDAG, Agreement
from gesncd.judge.chance import RandomFigures, Spread
from gesncd.judge.figures import Figures, has_arrows


def test_names_that_look_like_formulas_are_made_harmless_and_numbers_are_not():
    frame = pd.DataFrame(
        {
            "=Name": ["=1+1", "@x", 'a,"b"'],
            "Score": [-0.25, 1e-9, None],
            "Step": pd.array([1, None, 3], dtype="Int64"),
        }
    )
    assert frame_csv(frame) == ('\'=Name,Score,Step\n\'=1+1,-0.25,1\n\'@x,1e-09,\n"a,""b""",,3\n')


def figures(sid, **changes):
    values = {
        "shd": 4,
        "entries": Agreement(0.5, 0.25, 1 / 3),
        "skeleton": Agreement(0.8, 0.4, 8 / 15),
        "orientation": Agreement(1.0, 0.5, 2 / 3),
        "n_edges": 5,
        "n_true_edges": 10,
        "shd_to_dag": None,
        "entries_to_dag": None,
        "sid": sid,
    }
    return Figures(**{**values, **changes})


def chance(best, worst, oriented=50):
    spread = Spread(0.125, 0.0625)
    ways = spread if oriented > 1 else None
    shd = Spread(9.25, 1.75)
    return RandomFigures(50, 5, shd, spread, spread, ways, oriented, best, worst)


def test_the_figures_stand_beside_nothing_and_chance():
    frame = figure_frame(
        figures((3, 7)),
        figures((9, 9), shd=10),
        chance(Spread(8.0, 1.0), Spread(12.5, 2.0)),
        oriented=True,
    )
    rows = [tuple(row) for row in frame.values]
    assert list(frame.columns) == ["Figure", "Run", "Empty", "Random"]
    assert rows[0] == ("SHD", "4", "10", "9 ± 2")
    assert rows[1] == ("F1", "0.33", "0.33", "0.12 ± 0.06")
    assert rows[2] == ("· precision", "0.50", "0.50", "–")
    assert rows[3] == ("· recall", "0.25", "0.25", "–")
    assert rows[4][:2] == ("Skeleton F1", "0.53")
    assert rows[5] == ("· precision", "0.80", "0.80", "–")
    assert rows[9] == ("· recall", "0.50", "–", "–")
    assert rows[10:] == [
        ("SID, best", "3", "9", "8 ± 1"),
        ("SID, worst", "7", "9", "12 ± 2"),
    ]


def test_beside_a_run_that_was_told_edges_stands_what_they_are_alone():
    frame = figure_frame(
        figures(None),
        figures(None, shd=7),
        chance(None, None),
        oriented=True,
        alone_oriented=True,
        stated=True,
    )
    assert list(frame.columns) == ["Figure", "Run", "Stated alone", "Random"]
    assert frame.iloc[0].tolist() == ["SHD", "4", "7", "9 ± 2"]
    assert frame.iloc[7].tolist()[:3] == ["Direction F1", "0.67", "0.67"]


def test_without_a_true_dag_there_is_no_sid():
    frame = figure_frame(figures(None), figures(None), chance(None, None), oriented=True)
    assert not any("SID" in figure for figure in frame["Figure"])
    assert len(frame) == 10


def test_where_nothing_is_directed_there_is_no_direction_to_judge():
    frame = figure_frame(figures(None), figures(None), chance(None, None), oriented=False)
    assert frame.iloc[7].tolist() == ["Direction F1", "–", "–", "0.12 ± 0.06"]
    line, arrow = PDAG.from_edges(3, undirected=[(0, 1)]), PDAG.from_edges(3, directed=[(0, 1)])
    assert not has_arrows(line, line)
    assert has_arrows(line, arrow)
    assert has_arrows(arrow, line)
    assert not has_arrows(arrow, PDAG.from_edges(3, directed=[(1, 2)]))
    frame = figure_frame(figures(None), figures(None), chance(None, None, 1), oriented=False)
    assert frame.iloc[7].tolist() == ["Direction F1", "–", "–", "–"]


def test_what_chance_means_is_told():
    text = chance_text(chance(None, None))
    assert "50 random graphs" in text
    assert "as many edges as this one, 5." in text
    some = chance_text(chance(None, None, 8))
    assert "this one, 5; for Direction F1, over the 8 that have a direction to judge." in some
    none = chance_text(chance(None, None, 1))
    assert "this one, 5; too few of them have a direction to judge." in none


def test_the_confusion_matrix_has_truth_in_rows():
    counts = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    frame = confusion_frame(counts)
    assert list(frame.columns) == ["Truth / found", "→", "←", "—", "none"]
    assert frame.iloc[0].tolist() == ["→", 1, 2, 3, 4]
    assert frame.iloc[3].tolist() == ["none", 13, 14, 15, 16]


def test_distances_as_a_map_and_as_its_twin():
    distances = ((0, 3, 5), (3, 0, 2), (5, 2, 0))
    figure = shd_figure(("A", "B", "C"), ("one", "<b>two</b>", "three"), distances, LIGHT)
    (heat,) = figure.data
    assert [list(row) for row in heat.text] == [["0", "3", "5"], ["3", "0", "2"], ["5", "2", "0"]]
    assert heat.hovertext[0][1] == "A: one<br>B: &lt;b&gt;two&lt;/b&gt;<br>SHD 3"
    assert heat.colorscale[0][1] == LIGHT.background
    frame = shd_frame(("A", "B", "C"), distances)
    assert frame.values.tolist() == [["A", 0, 3, 5], ["B", 3, 0, 2], ["C", 5, 2, 0]]

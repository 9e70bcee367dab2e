"""One call from data to a graph: the same as the parts it is made of."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gesncd
from gesncd import discover
from gesncd.data import DataError, Dataset, Variable, read_csv
from gesncd.knowledge import Knowledge
from gesncd.measures import MemoryCache, PartialCorrelation
from gesncd.search import ArrowSource, Finished, Started, reframed_ges
from gesncd.settings.errors import SettingsError
from gesncd.settings.run_settings import RunSettings

ROOT = Path(__file__).parents[1]
SACHS = ROOT / "sample_data" / "sachs.csv"


def collider(n: int = 400) -> pd.DataFrame:
    noise = np.random.default_rng(0).normal(size=(3, n))
    return pd.DataFrame({"a": noise[0], "b": noise[1], "c": noise[0] + noise[1] + noise[2]})


def test_it_is_the_search_of_its_parts() -> None:
    dataset, _ = read_csv(SACHS, name="sachs.csv")
    measure = PartialCorrelation(dataset)
    events = tuple(reframed_ges(measure, measure.null_quantile(0.001)))
    found = discover(dataset, measure="partial-correlation")
    assert found.events == events
    assert found.tau == measure.null_quantile(0.001) == found.noise_floor
    assert isinstance(events[-1], Finished)
    assert found.graph == events[-1].graph
    assert found.global_score == [e.value for e in events if hasattr(e, "value")][-1]


@pytest.mark.parametrize("kind", ["frame", "array", "dataset", "path", "text"])
def test_all_kinds_of_data_give_one_graph(kind: str, tmp_path: Path) -> None:
    frame = collider()
    path = tmp_path / "c.csv"
    frame.to_csv(path, index=False)
    data = {
        "frame": frame,
        "array": frame.to_numpy(),
        "dataset": Dataset.from_array(frame.to_numpy(), list("abc")),
        "path": path,
        "text": str(path),
    }[kind]
    found = discover(data, measure="partial-correlation")
    assert set(found.graph.edges()) == {(0, 2, True), (1, 2, True)}
    assert found.names == (("X1", "X2", "X3") if kind == "array" else ("a", "b", "c"))


def test_names_graph_and_reasons() -> None:
    found = discover(collider(), measure="partial-correlation")
    assert found.edges == [("a", "c", True), ("b", "c", True)]
    assert set(found.to_networkx().edges) == {("a", "c"), ("b", "c")}
    assert any("v-structure" in sentence for sentence in found.why("a", "c"))
    with pytest.raises(KeyError, match="no variable 'd'"):
        found.why("a", "d")
    with pytest.raises(ValueError, match="'a' was given twice"):
        found.why("a", "a")


def test_each_arrow_says_what_directs_it() -> None:
    for known, stated, other in (
        (Knowledge(forbidden=(("c", "a"),)), ArrowSource.BOTH, ArrowSource.DATA),
        # With an edge that was stated, the collider is no finding of the data alone.
        (Knowledge(required=(("a", "c"),)), ArrowSource.KNOWLEDGE, ArrowSource.FOLLOWS),
    ):
        found = discover(collider(), measure="partial-correlation", knowledge=known)
        assert found.arrow_sources == {("a", "c"): stated, ("b", "c"): other}


def test_it_is_shown_in_one_line() -> None:
    found = discover(collider(), measure="partial-correlation", tau=0.05)
    assert repr(found) == "<Discovery: 2 edges among 3 variables, partial-correlation, τ 0.05>"


def test_undirected_edges_are_two_arcs() -> None:
    frame = collider()[["a", "c"]]
    graph = discover(frame, measure="partial-correlation").to_networkx()
    assert set(graph.edges(data="directed")) == {("a", "c", False), ("c", "a", False)}


def test_the_file_is_that_of_the_command(tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    command = ["-m", "gesncd", "discover", str(SACHS), "--measure", "partial-correlation"]
    subprocess.run([sys.executable, *command, "--quiet", "--out", str(out)], cwd=ROOT, check=True)
    written = json.loads(out.read_text("utf-8"))
    found = discover(SACHS, measure="partial-correlation")
    assert found.to_json() == out.read_text("utf-8")
    assert written["preparation"]["plan"]
    given = json.loads(found.to_json(["noted"], {"by": "hand"}))
    assert (given["notes"][0], given["preparation"]) == ("noted", {"by": "hand"})
    assert json.loads(discover(collider(), measure="rcd").to_json())["preparation"] is None


def test_variables_that_give_each_other_are_named_and_not_refused(tmp_path: Path) -> None:
    frame = collider().assign(
        total=lambda f: f["a"] + f["b"], fahrenheit=lambda f: 32 + 1.8 * f["c"]
    )
    found = discover(frame, measure="partial-correlation")
    second, first = found.notes
    assert first.startswith("'c' and 'fahrenheit' are the same but for unit and zero point: each")
    assert second.startswith("'a', 'b' and 'total' depend on each other exactly: each is a sum of")
    assert json.loads(found.to_json())["notes"] == [second, first]
    assert discover(collider(), measure="partial-correlation").remarks == ()
    # One 0/1 column a category, of one variable: each given by the others, and no harm.
    kinds = np.eye(3)[np.arange(300) % 3]
    values = np.column_stack([np.random.default_rng(0).normal(size=300), kinds])
    category = Dataset(values, (Variable("x", (0,)), Variable("kind", (1, 2, 3))))
    assert discover(category, measure="partial-correlation").notes == ()
    # A file is refused, as before.
    path = tmp_path / "frame.csv"
    frame.to_csv(path, index=False)
    with pytest.raises(DataError, match="depend on each other exactly"):
        discover(path, measure="partial-correlation")


def test_events_are_passed_on_and_scores_are_kept() -> None:
    seen: list[object] = []
    cache = MemoryCache()
    found = discover(collider(), measure="rcd", cache=cache, on_event=seen.append)
    assert tuple(seen) == found.events
    asked = []
    again = discover(collider(), measure="rcd", tau=0.5, cache=cache, on_progress=asked.append)
    assert again.tau == 0.5
    assert asked == []
    assert isinstance(again.events[0], Started)


def test_settings_by_name_change_those_given() -> None:
    settings = RunSettings(measure="rcd", seed=3)
    found = discover(collider(), settings, knowledge=Knowledge(forbidden=(("a", "c"),)))
    assert (found.settings.measure, found.settings.seed) == ("rcd", 3)
    assert ("a", "c", True) not in found.edges
    with pytest.raises(SettingsError, match="no setting 'mesure'; there are measure"):
        discover(collider(), mesure="rcd")


def test_the_paper_s_rule_keeps_the_lower_global_score() -> None:
    seen: list[object] = []
    found = discover(collider(150), networks="paper", tau=0.05, width=5, on_event=seen.append)
    starts = [i for i, event in enumerate(seen) if isinstance(event, Started)]
    assert len(starts) == 2
    first, second = tuple(seen[: starts[1]]), tuple(seen[starts[1] :])
    assert found.events in (first, second)
    scores = [[e.value for e in run if hasattr(e, "value")][-1] for run in (first, second)]
    assert found.global_score == min(scores)
    assert found.settings.seed == int(scores[1] < scores[0])
    with pytest.raises(SettingsError, match="lower S_g"):
        discover(collider(150), networks="paper", tau=0.05, global_score=False)


def test_frames_that_cannot_be_searched_say_why() -> None:
    frame = collider()
    with pytest.raises(DataError, match=r"no type of real numbers: site\."):
        discover(frame.assign(site="north"))
    gaps = frame.copy()
    gaps.loc[[3, 5], "b"] = np.nan
    with pytest.raises(DataError, match=r"by column: b \(2\)\."):
        discover(gaps)
    with pytest.raises(DataError, match=r"same value in every row: k\."):
        discover(frame.assign(k=7))
    with pytest.raises(DataError, match=r"beyond 2\^53 would be rounded, in n\."):
        discover(frame.assign(n=range(10**17, 10**17 + len(frame))))
    with pytest.raises(DataError, match=r"too large to compute with, in b: .* beyond 1e\+100"):
        discover(frame.assign(b=frame["b"] * 1e307))
    with pytest.raises(TypeError, match="data frame"):
        discover([[1, 2], [3, 4]])  # type: ignore[arg-type]


def test_arrays_are_refused_as_frames_are() -> None:
    values = collider().to_numpy()
    masked = np.ma.masked_array(values, mask=np.zeros_like(values, dtype=bool))
    masked.mask[[3, 5], 1] = True
    refusals = [
        (masked, r"by column: X2 \(2\)\."),
        (values + 0j, r"no type of real numbers: X1, X2, X3\."),
        (values.astype(str), r"no type of real numbers: X1, X2, X3\."),
        (values.astype(object), r"no type of real numbers: X1, X2, X3\."),
        (values * [1, 0, 1], r"same value in every row: X2\."),
        (values * [1, 1, 1e307], r"too large to compute with, in X3:"),
        (np.arange(60).reshape(20, 3) + 2**60, r"would be rounded, in X1, X2, X3\."),
        (values[:0], r"The array has no rows\."),
        (values[:19], r"19 rows of values; at least 20 are needed"),
    ]
    for array, message in refusals:
        with pytest.raises(DataError, match=message):
            discover(array)


def test_data_sets_are_refused_as_arrays_are() -> None:
    values = collider().to_numpy()
    for factors, message in [
        ([1, 0, 1], r"same value in every row: b\."),
        ([1, 1e307, 1], r"too large to compute with, in b:"),
        ([1, 1e-110, 1], r"too close to compute with, in b:"),
    ]:
        dataset = Dataset.from_array(values * factors, ["a", "b", "c"])
        with pytest.raises(DataError, match=message):
            discover(dataset)
    joined = Dataset(values * [1, 0, 1], (Variable("a", (0,)), Variable("v", (2, 1))))
    with pytest.raises(DataError, match=r"every row: v \(column 2\)\."):
        discover(joined)


def test_settings_in_the_wrong_place_are_told_from_settings() -> None:
    with pytest.raises(SettingsError, match=r"discover\(data, measure='rcd'\)"):
        discover(collider(), {"measure": "rcd"})  # type: ignore[arg-type]


def test_tables_of_other_packages_say_how_they_become_frames() -> None:
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(TypeError, match=r"Its method to_pandas\(\) makes a data frame\."):
        discover(pa.Table.from_pandas(collider()))


def test_the_package_itself_stays_light() -> None:
    code = "import gesncd, sys; sys.exit(bool({'numpy', 'pandas', 'torch'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
    assert gesncd.Discovery.__name__ == "Discovery"
    with pytest.raises(AttributeError, match="no attribute 'discovery_of'"):
        _ = gesncd.discovery_of  # type: ignore[attr-defined]


def test_a_device_is_the_cpu_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GESNCD_DEVICE", raising=False)
    monkeypatch.setattr("gesncd.measures.ncd.device.gpu_is_here", lambda: False)
    table = collider(40)
    with pytest.raises(SettingsError, match="torch finds none here"):
        discover(table, networks="perceptron", device="cuda")
    with pytest.raises(SettingsError, match="Only NCD's perceptrons are trained on a GPU"):
        discover(table, device="cuda")
    found = discover(table, measure="partial-correlation", device="auto")
    assert found.settings == RunSettings(measure="partial-correlation")

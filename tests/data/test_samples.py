import csv
import json
from pathlib import Path

import numpy as np
import pytest

from gesncd.data import align_adjacency, read_adjacency, read_csv
from gesncd.simulate import STRUCTURES, topological_order, write_simulation

FOLDER = Path(__file__).parents[2] / "sample_data"
SAMPLES = json.loads((FOLDER / "samples.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["id"])
def test_files_match_their_description(sample):
    path = FOLDER / sample["file"]
    assert path.stat().st_size < 1_000_000
    data, report = read_csv(path, name=path.name)
    assert report.findings == ()
    assert data.n_rows == sample["rows"]
    assert str(data.n_rows) in sample["description"]
    assert str(data.n_variables) in sample["description"]
    names, truth = read_adjacency(FOLDER / sample["truth"], name=sample["truth"])
    topological_order(align_adjacency(names, truth, data.names))
    assert sample["title"]
    assert sample["source"]


def test_every_table_is_listed_and_explained():
    listed = {sample[key] for sample in SAMPLES for key in ("file", "truth")}
    assert listed == {path.name for path in FOLDER.glob("*.csv")}
    assert len({sample["id"] for sample in SAMPLES}) == len(SAMPLES)
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for sample in SAMPLES:
        assert f"`{sample['file']}`" in readme


@pytest.mark.parametrize(
    "sample", [s for s in SAMPLES if s["simulation"]], ids=lambda sample: sample["id"]
)
def test_simulated_tables_follow_from_their_seed(sample, tmp_path):
    settings = sample["simulation"]
    made = write_simulation(**settings, out_dir=tmp_path)
    data, _ = read_csv(FOLDER / sample["file"], name=sample["file"])
    # Elsewhere sums in matrix products may be rounded in another order.
    assert np.allclose(made.dataset.values, data.values, rtol=1e-9, atol=1e-12)
    assert made.dag.read_bytes() == (FOLDER / sample["truth"]).read_bytes()
    assert made.n_edges == 10
    command = (
        f"simulate {settings['model']} --nodes {settings['nodes']} --degree {settings['degree']} "
        f"--rows {settings['rows']} --seed {settings['seed']} "
    )
    assert command in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_sachs():
    data, _ = read_csv(FOLDER / "sachs.csv", name="sachs.csv")
    assert data.names == STRUCTURES["sachs"].nodes
    names, truth = read_adjacency(FOLDER / "sachs_dag.csv")
    assert names == data.names
    assert np.array_equal(truth, STRUCTURES["sachs"].adjacency())
    # Raw fluorescence intensities: positive, skewed, Raf and Mek strongly related.
    assert (data.values > 0).all()
    raf, mek = np.log(data.values[:, 0]), np.log(data.values[:, 1])
    assert np.corrcoef(raf, mek)[0, 1] > 0.5
    with (FOLDER / "sachs.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[1][:3] == ["26.4", "13.2", "8.82"]
    assert rows[853][:3] == ["46.6", "15.0", "8.51"]

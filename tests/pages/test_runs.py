from gesncd.data.dataset import Dataset
from gesncd.runs.settings import RunSettings
from gesncd.runs.store import RunStore


def open_runs(app):
    app.run()
    return app.switch_page("pages/runs.py").run()


def test_without_runs_the_page_says_where_they_come_from(app):
    open_runs(app)
    assert not app.exception
    assert "No run yet" in app.markdown[0].value


def test_runs_are_listed_newest_first(app, home):
    store = RunStore.open(home)
    dataset = Dataset.from_array([[1.0, 2.0], [2.0, 1.0], [4.0, 3.0]])
    sha256 = store.add_dataset(dataset, "one.csv")
    store.create_run(sha256, "one.csv", RunSettings(measure="rcd"))
    store.create_run(sha256, "two.csv", RunSettings(measure="ncd"))
    open_runs(app)
    assert not app.exception
    frame = app.dataframe[0].value
    assert list(frame["Data"]) == ["two.csv", "one.csv"]
    assert list(frame["Measure"]) == ["NCD", "RCD"]
    assert list(frame["State"]) == ["queued", "queued"]

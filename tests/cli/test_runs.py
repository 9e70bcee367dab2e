import numpy as np
import pytest

from gesncd.__main__ import main
from gesncd.analysis.statements import Relation, Statement
from gesncd.data import Dataset
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.statements import Said, SaidOfData, keep_said, said_of_data
from gesncd.runs.workers.worker import work
from gesncd.search.events import Finished, Started
from gesncd.settings.run_settings import RunSettings


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def store(home):
    return RunStore.open(home)


@pytest.fixture
def run_id(store):
    rng = np.random.default_rng(2)
    x = rng.normal(size=(300, 3))
    x[:, 1] += x[:, 0]
    x[:, 2] += x[:, 1]
    data = Dataset.from_array(x, ["a", "\x1b[31mb", "c"])
    created = store.create_run(
        store.add_dataset(data, "chain.csv"), "chain.csv", RunSettings("partial-correlation")
    )
    work(store, created)
    return created


def test_without_runs_the_list_says_where_it_looked(home, capsys):
    assert main(["runs", "list"]) == 0
    assert capsys.readouterr().out == f"No runs in {home}.\n"


def test_the_list_has_a_line_a_run(store, run_id, capsys):
    store.label(run_id, name="first", pinned=True)
    assert main(["runs", "list"]) == 0
    header, line = capsys.readouterr().out.splitlines()
    heads = ["run", "started", "state", "measure", "τ", "edges", "S_g", "settings", "data"]
    assert header.split() == heads
    cells = line.split()
    assert (cells[0], cells[3:5], cells[6]) == (run_id, ["finished", "partial-correlation"], "2")
    assert line.endswith("seed 0    first (chain.csv) [pinned]")


def test_the_list_tells_runs_of_one_measure_apart(store, run_id, capsys):
    sha256 = store.run(run_id).dataset_sha256
    sized = RunSettings(networks="perceptron", depth=2, width=20, seed=3)
    for settings in (RunSettings(seed=1), sized):
        store.create_run(sha256, "chain.csv", settings)
    assert main(["runs", "list"]) == 0
    trained, radial = capsys.readouterr().out.splitlines()[1:3]
    assert "trained networks, depth 2, width 20, seed 3" in trained
    assert "radial networks, seed 1" in radial


def test_show_tells_what_the_search_had_to_say_for_itself(store, run_id, capsys):
    sha256 = store.run(run_id).dataset_sha256
    capped = RunSettings("partial-correlation", max_conditioning=0, screen=1)
    created = store.create_run(sha256, "chain.csv", capped)
    work(store, created)
    assert main(["runs", "show", created]) == 0
    text = capsys.readouterr().out
    assert "(automatic).\n" in text
    assert "independence exceeds it in about 0.001 of queries." in text
    notes = [n for e in store.events(created) if isinstance(e, Started | Finished) for n in e.notes]
    assert notes
    assert text.endswith("\n".join(notes) + "\n")
    assert main(["runs", "list"]) == 0
    assert "1 candidate partner a variable, conditioning sets up to 0" in capsys.readouterr().out


def test_show_tells_settings_steps_and_edges(store, run_id, capsys):
    store.label(run_id, note="one\ntwo")
    assert main(["runs", "show", run_id[:10]]) == 0
    text = capsys.readouterr().out
    assert "State: finished." in text
    assert "Data: chain.csv, 3 variables, 300 rows." in text
    assert "measure partial-correlation, tau None, alpha 0.001" in text
    assert "Step 1 (forward) joins" in text
    assert "2 edges:" in text
    assert "Global score S_g:" in text
    assert "Note: one\\ntwo" in text
    assert "\x1b" not in text


def test_data_that_come_with_a_second_capsule_are_told(run_id, capsys):
    assert main(["runs", "export", run_id, "--out", "bare.gesncd", "--no-data"]) == 0
    assert main(["runs", "export", run_id, "--out", "whole.gesncd"]) == 0
    capsys.readouterr()
    for name, said in (
        ("bare", f"Run {run_id} added, without its data: "),
        ("whole", f"Run {run_id} is here already; its data have come along now: "),
        ("whole", f"Run {run_id} is here already: "),
    ):
        assert main(["runs", "--home", "other", "import", f"{name}.gesncd"]) == 0
        assert capsys.readouterr().out.startswith(said)


def test_a_run_moves_to_another_machine_and_back(store, run_id, tmp_path, capsys):
    assert main(["runs", "export", run_id, "--out", "run.gesncd"]) == 0
    assert main(["runs", "--home", "other", "import", "run.gesncd"]) == 0
    assert f"Run {run_id} added: chain.csv, finished." in capsys.readouterr().out
    other = RunStore.open(tmp_path / "other")
    assert other.event_texts(run_id) == store.event_texts(run_id)
    assert main(["runs", "--home", "other", "import", "run.gesncd"]) == 0
    assert "is here already" in capsys.readouterr().out
    main(["runs", "--home", "other", "show", run_id])
    elsewhere = capsys.readouterr().out
    main(["runs", "show", run_id])
    assert capsys.readouterr().out == elsewhere


def test_a_capsule_without_data_says_so_and_is_named_after_the_data(run_id, tmp_path, capsys):
    assert main(["runs", "export", run_id, "--no-data"]) == 0
    file = tmp_path / f"chain_csv_{run_id[:6]}.gesncd"
    assert file.exists()
    assert main(["runs", "--home", "other", "import", file.name]) == 0
    assert "added, without its data" in capsys.readouterr().out
    assert main(["runs", "--home", "other", "show", run_id]) == 0
    assert "only their hash is here" in capsys.readouterr().out
    assert main(["runs", "--home", "other", "export", run_id]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["home", "other", file.name])


def test_a_capsule_replaces_a_capsule_and_no_other_file(run_id, tmp_path, capsys):
    table = tmp_path / "table.csv"
    table.write_text("a,b\n1,2\n")
    assert main(["runs", "export", run_id, "--out", "table.csv"]) == 2
    assert "is there already and is no capsule" in capsys.readouterr().err
    assert table.read_text() == "a,b\n1,2\n"
    assert main(["runs", "export", run_id, "--out", "run.gesncd"]) == 0
    assert main(["runs", "export", run_id, "--out", "run.gesncd", "--no-data"]) == 0
    assert "without its data" in capsys.readouterr().out


def test_the_folder_is_taken_before_the_action_and_after_it(store, run_id, tmp_path, capsys):
    for command in (["--home", "other", "list"], ["list", "--home", "other"]):
        # A slip begins no folder.
        assert main(["runs", *command]) == 2
        assert capsys.readouterr().err == "gesncd: There is no folder of runs at other.\n"
    (tmp_path / "other").mkdir()
    for command in (["--home", "other", "list"], ["list", "--home", "other"]):
        assert main(["runs", *command]) == 0
        assert capsys.readouterr().out == f"No runs in {tmp_path / 'other'}.\n"
    main(["runs", "list"])
    assert run_id in capsys.readouterr().out


def test_statements_go_along_unless_they_are_left_out(store, run_id, tmp_path, capsys):
    sha256 = store.run(run_id).dataset_sha256
    said = SaidOfData((Said(Statement.pair("a", Relation.NOT_CAUSE, "c")),))
    keep_said(store, sha256, said)
    assert main(["runs", "export", run_id, "--out", "run.gesncd"]) == 0
    assert main(["runs", "export", run_id, "--out", "bare.gesncd", "--no-statements"]) == 0
    assert main(["runs", "--home", "other", "import", "bare.gesncd"]) == 0
    assert "statement" not in capsys.readouterr().out
    other = RunStore.open(tmp_path / "other")
    assert said_of_data(other, sha256) == SaidOfData()
    assert main(["runs", "--home", "other", "import", "run.gesncd"]) == 0
    assert "With 1 statement about the data, as on Tune." in capsys.readouterr().out
    assert said_of_data(other, sha256) == said
    own = SaidOfData((Said(Statement.pair("c", Relation.CAUSES, "a")),))
    keep_said(other, sha256, own)
    assert main(["runs", "--home", "other", "import", "run.gesncd"]) == 0
    assert "1 statement about the data was not taken" in capsys.readouterr().out
    assert said_of_data(other, sha256) == own


def test_delete_asks_and_obeys(store, run_id, capsys, monkeypatch):
    assert main(["runs", "delete", run_id]) == 2
    assert "give --yes" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    asked = []
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or "n")
    store.label(run_id, name="first\nchain")
    assert main(["runs", "delete", run_id]) == 0
    assert "Nothing was deleted" in capsys.readouterr().out
    # Whoever deletes a run knows its name, not its id.
    named = f"un {run_id}, first\\nchain (chain.csv), "
    assert f"{named}for good?" in asked[0]
    assert main(["runs", "delete", run_id, "--yes"]) == 0
    assert f"{named}was deleted." in capsys.readouterr().out
    assert store.runs() == []


def test_a_damaged_run_is_listed_and_can_be_deleted(store, run_id, capsys):
    with store.database.writing() as connection:
        connection.execute("UPDATE runs SET settings = '{' WHERE id = ?", (run_id,))
    assert main(["runs", "list"]) == 0
    told = capsys.readouterr()
    assert told.err.startswith(f"{run_id}  cannot be read (chain.csv)")
    assert told.out == ""
    assert main(["runs", "delete", run_id[:6], "--yes"]) == 0
    assert store.damaged_runs() == []
    assert main(["runs", "delete", run_id, "--yes"]) == 2


def test_resume_goes_on_to_the_end_and_tells_the_steps(store, run_id, capsys):
    settings = RunSettings("partial-correlation", tau=0.01)
    sha256 = store.run(run_id).dataset_sha256
    stopped = store.create_run(sha256, "chain.csv", settings)
    store.request_stop(stopped)
    assert main(["runs", "resume", stopped]) == 0
    text = capsys.readouterr().out
    assert "Step 2 (forward) joins" in text
    assert text.endswith("The run is finished.\n")
    assert store.run(stopped).state is RunState.FINISHED
    assert main(["runs", "resume", stopped]) == 2
    assert "The run is finished; there is nothing left to do." in capsys.readouterr().err


def test_a_run_that_fails_is_told_by_the_exit_code(store, run_id, capsys):
    sha256 = store.run(run_id).dataset_sha256
    stopped = store.create_run(sha256, "chain.csv", RunSettings("rcd"))
    store.request_stop(stopped)
    store.home.dataset(sha256).unlink()
    assert main(["runs", "resume", stopped]) == 1
    assert "The run is failed. The data of this run are not here" in capsys.readouterr().out


@pytest.mark.parametrize("action", ["show", "export", "delete", "resume"])
def test_an_unknown_run_is_an_error_for_people(home, action, capsys):
    assert main(["runs", action, "nobody"]) == 2
    assert "There is no run 'nobody' here" in capsys.readouterr().err


def test_an_id_that_two_runs_share_is_not_guessed(store, run_id, capsys):
    sha256 = store.run(run_id).dataset_sha256
    ids = [store.create_run(sha256, "x", RunSettings()) for _ in range(70)]
    first = next(a[0] for a in ids if sum(b[0] == a[0] for b in [*ids, run_id]) > 1)
    assert main(["runs", "show", first]) == 2
    assert "runs have an id that begins with" in capsys.readouterr().err


def test_a_bad_capsule_is_refused_in_one_line(home, tmp_path, capsys):
    (tmp_path / "bad.gesncd").write_bytes(b"not a zip")
    assert main(["runs", "import", "bad.gesncd"]) == 2
    assert capsys.readouterr().err.startswith("gesncd: The file is no capsule")
    assert main(["runs", "import", "absent.gesncd"]) == 2
    assert "absent.gesncd: No such file" in capsys.readouterr().err

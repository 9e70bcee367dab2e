"""Capsules that somebody tampered with: each is refused, says why, and leaves no trace."""

import hashlib
import io
import json
import pickle
import struct
import zipfile

import numpy as np
import pytest

from gesncd.runs.capsule.capsule import CapsuleError, CapsuleLimits, export_run, import_run
from gesncd.runs.errors import StoreError
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.worker import work


@pytest.fixture
def elsewhere(tmp_path):
    return RunStore.open(tmp_path / "elsewhere")


@pytest.fixture(scope="module")
def capsule(tmp_path_factory, dataset):
    """The files of a good capsule, by name."""
    from gesncd.settings.run_settings import RunSettings

    store = RunStore.open(tmp_path_factory.mktemp("home"))
    sha256 = store.add_dataset(dataset, "linear.csv")
    run_id = store.create_run(sha256, "linear.csv", RunSettings(measure="partial-correlation"))
    work(store, run_id)
    target = io.BytesIO()
    export_run(store, run_id, target, with_data=True)
    with zipfile.ZipFile(target) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(files, compression=zipfile.ZIP_DEFLATED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target


def resealed(files):
    """Files with a list of hashes that fits them, as a careful forger makes it."""
    files = dict(files)
    manifest = json.loads(files.pop("capsule.json"))
    manifest["files"] = {n: hashlib.sha256(c).hexdigest() for n, c in files.items()}
    return {"capsule.json": json.dumps(manifest).encode(), **files}


def refused(store, source, match, limits=CapsuleLimits()):
    with pytest.raises(StoreError, match=match):
        import_run(store, source, limits=limits)
    assert store.runs() == []
    assert list(store.home.datasets.iterdir()) == []


def edited(capsule, name, change):
    """A resealed capsule whose JSON was changed."""
    value = json.loads(capsule[name])
    changed = change(value)
    return pack(resealed({**capsule, name: json.dumps(changed or value).encode()}))


def test_the_good_one_is_taken(elsewhere, capsule):
    assert import_run(elsewhere, pack(resealed(capsule))).is_new


@pytest.mark.parametrize(
    "name",
    ["../../evil.json", "/etc/passwd", "..\\evil", "run.json/", "sub/run.json"],
)
def test_any_other_path_is_refused(elsewhere, capsule, name, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    refused(elsewhere, pack({**capsule, name: b"x"}), "which no capsule has")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_name_that_the_zip_library_would_mend_is_refused(elsewhere, capsule):
    raw = pack({**capsule, "run.json_.txt": b"x"}).getvalue()
    assert raw.count(b"run.json_.txt") == 2
    source = io.BytesIO(raw.replace(b"run.json_.txt", b"run.json\0.txt"))
    refused(elsewhere, source, "which no capsule has")


def test_a_name_that_comes_twice_is_refused(elsewhere, capsule):
    target = pack(capsule)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(target, "a") as archive:
        archive.writestr("run.json", b"{}")
    refused(elsewhere, target, r"holds run\.json twice")


@pytest.mark.parametrize("missing", ["capsule.json", "run.json", "events.json"])
def test_a_missing_file_is_named(elsewhere, capsule, missing):
    files = {name: content for name, content in capsule.items() if name != missing}
    refused(elsewhere, pack(files), f"holds no {missing}")


def test_a_zip_bomb_is_refused_before_it_is_unpacked(elsewhere, capsule):
    bomb = {**capsule, "events.json": b"[" + b" " * 50_000_000 + b"]"}
    source = pack(resealed(bomb))
    assert len(source.getvalue()) < 200_000
    refused(elsewhere, source, "unpacks to more than", CapsuleLimits(text=2**20))


def test_a_bomb_that_lies_about_its_size_is_refused(elsewhere, capsule):
    content = b"[" + b" " * 3_000_000 + b"]"
    raw = bytearray(pack({**capsule, "events.json": content}).getvalue())
    size = struct.pack("<I", len(content))
    assert raw.count(size) == 2
    raw = raw.replace(size, struct.pack("<I", 10))
    refused(elsewhere, io.BytesIO(raw), "damaged|hash", CapsuleLimits(text=2**20))


def test_a_parquet_bomb_is_refused_before_it_is_read(elsewhere, capsule):
    import pyarrow as pa
    import pyarrow.parquet as pq

    n = 3_000_000
    table = pa.table({f"c{i}": np.zeros(n) for i in range(7)})
    schema = pq.read_schema(io.BytesIO(capsule["data.parquet"]))
    target = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(schema.metadata), target)
    assert len(target.getvalue()) < 300_000
    run = json.loads(capsule["run.json"])
    run["n_rows"] = n
    files = {**capsule, "data.parquet": target.getvalue(), "run.json": json.dumps(run).encode()}
    limits = CapsuleLimits(values=50 * 2**20)
    refused(elsewhere, pack(resealed(files)), "more than 50 MB of numbers", limits)
    refused(elsewhere, pack(resealed({**files, "run.json": capsule["run.json"]})), "300 rows")


@pytest.mark.parametrize(
    ("field", "value", "match"),
    [
        ("noise_floor", -0.5, "'noise_floor' that is below 0"),
        ("ended", 4e9, "'ended' that is no time that has come"),
        ("created", -1.0, "'created' that is no time that has come"),
        ("settings", {}, "'settings' that is empty"),
    ],
)
def test_values_that_no_run_has_are_refused(elsewhere, capsule, field, value, match):
    refused(elsewhere, edited(capsule, "run.json", lambda run: run | {field: value}), match)


def test_a_score_that_no_measure_gives_is_refused(elsewhere, capsule):
    def change(events):
        step = next(event for event in events if event["event"] == "step")
        step["score"] = -1e9

    refused(elsewhere, edited(capsule, "events.json", change), r"the score -1e\+09, which no")


def test_a_file_beyond_the_limit_is_refused(elsewhere, capsule):
    refused(elsewhere, pack(capsule), "a capsule has at most", CapsuleLimits(archive=1000))


def test_an_edited_file_has_another_hash(elsewhere, capsule):
    for name in ("run.json", "events.json", "data.parquet"):
        content = capsule[name]
        files = {**capsule, name: content[:-2] + b" " + content[-2:]}
        refused(elsewhere, pack(files), f"{name} has another hash")


def test_other_data_have_another_hash_even_when_resealed(elsewhere, capsule, dataset, tmp_path):
    from gesncd.data import Dataset
    from gesncd.runs.store.dataset_files import write_dataset

    values = dataset.values.copy()
    values[0, 0] += 1e-9
    write_dataset(Dataset(values, dataset.variables), tmp_path / "other.parquet")
    files = {**capsule, "data.parquet": (tmp_path / "other.parquet").read_bytes()}
    refused(elsewhere, pack(resealed(files)), "their hash differs")


def test_a_newer_version_is_named(elsewhere, capsule):
    manifest = {**json.loads(capsule["capsule.json"]), "version": 3}
    files = {**capsule, "capsule.json": json.dumps(manifest).encode()}
    refused(
        elsewhere, pack(files), "version 3, made by a newer release; this one reads versions 1 to 2"
    )
    for version in (0, -1, True, "1", None):
        manifest["version"] = version
        files["capsule.json"] = json.dumps(manifest).encode()
        refused(elsewhere, pack(files), "version")


def test_a_capsule_of_another_release_that_cannot_be_read_says_which_release_can(
    elsewhere, capsule
):
    run = json.loads(capsule["run.json"])
    run.pop("settings")
    manifest = {**json.loads(capsule["capsule.json"]), "made_with": "0.0.7"}
    old = {
        **capsule,
        "capsule.json": json.dumps(manifest).encode(),
        "run.json": json.dumps(run).encode(),
    }
    refused(elsewhere, pack(resealed(old)), "made with gesncd 0.0.7.*reads capsules of versions 1")


def test_a_truncated_file_is_refused_wherever_it_ends(elsewhere, capsule):
    whole = pack(capsule).getvalue()
    for share in (0, 0.01, 0.3, 0.6, 0.9, 0.999):
        refused(elsewhere, io.BytesIO(whole[: int(share * len(whole))]), "no capsule|cut short")


def test_flipped_bytes_are_never_taken(elsewhere, capsule):
    whole = pack(capsule).getvalue()
    rng = np.random.default_rng(0)
    outcomes = []
    for position in rng.integers(0, len(whole), size=60):
        raw = bytearray(whole)
        raw[position] ^= 0xFF
        try:
            import_run(elsewhere, io.BytesIO(raw))
            outcomes.append("taken")
        except StoreError:
            outcomes.append("refused")
    # A time or an attribute of an entry may be any byte; the contents may not.
    assert outcomes.count("refused") >= 55
    run = json.loads(capsule["run.json"])
    texts = [json.dumps(each, separators=(",", ":")) for each in json.loads(capsule["events.json"])]
    for record in elsewhere.runs():
        assert record.id == run["id"]
        assert elsewhere.event_texts(record.id) == texts


class Evil:
    def __reduce__(self):
        return (pytest.fail, ("a capsule was unpickled",))


@pytest.mark.parametrize("name", ["capsule.json", "run.json", "events.json", "data.parquet"])
def test_a_pickle_is_only_bytes(elsewhere, capsule, name):
    files = {**capsule, name: pickle.dumps(Evil())}
    refused(elsewhere, pack(files if name == "capsule.json" else resealed(files)), "JSON|damaged")


def test_other_files_are_no_capsules(elsewhere):
    for content in (b"", b"hello", pickle.dumps({"a": 1}), b"PK\x05\x06" + bytes(18)):
        refused(elsewhere, io.BytesIO(content), "no capsule")
    refused(elsewhere, pack({"word/document.xml": b"<x/>"}), "which no capsule has")


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"[" * 200_000, "not readable as JSON"),
        (b"[NaN]", "NaN is no number"),
        (b"\xff\xfe", "not readable as JSON"),
        (b"1" * 6000, "not readable as JSON"),
        (b"{}", "no list"),
    ],
)
def test_strange_json_is_refused(elsewhere, capsule, content, match):
    refused(elsewhere, pack(resealed({**capsule, "events.json": content})), match)


@pytest.mark.parametrize(
    ("field", "value", "match"),
    [
        ("id", "../../../tmp/x", "'id' that no run has"),
        ("id", "short", "'id' that no run has"),
        ("dataset_sha256", "../" * 20, "'dataset_sha256'"),
        ("state", "running", "'state' that is none of"),
        ("state", "stopped", "its events say otherwise"),
        ("settings", {"measure": "evil"}, "no measure 'evil'"),
        ("settings", {"flavour": 1}, "Unknown setting 'flavour'"),
        ("names", ["a"] * 7, "different names"),
        ("names", list("abcdefx"), "other variables"),
        ("names", list("abc"), "event 0 is damaged: it has 7 nodes"),
        ("tau", 0.5, "another τ"),
        ("tau", "0.5", "'tau' that is no number"),
        ("created", 1e300, "'created' that is too large"),
        ("n_rows", -1, "'n_rows'"),
        ("n_rows", 299, "have not the 299 rows"),
        ("layout", [[0, 0]], "'layout' that is not one point a variable"),
        ("layout", [[1e308, 0]] * 7, "'layout' that is not one point a variable"),
        ("layout", "abc", "'layout' that is no list of points"),
        ("name", "x" * 121, "'name'"),
        ("versions", {"python": ["x"]}, "'versions'"),
        ("attempt", True, "'attempt'"),
    ],
)
def test_an_edited_run_is_refused(elsewhere, capsule, field, value, match):
    refused(elsewhere, edited(capsule, "run.json", lambda run: {**run, field: value}), match)


def test_a_run_that_lacks_a_field_names_it(elsewhere, capsule):
    # Capsules of before a run could tell its earlier attempts have no seconds of them.
    for field in json.loads(capsule["run.json"]).keys() - {"spent_s"}:
        source = edited(capsule, "run.json", lambda run, field=field: run.pop(field) and run)
        refused(elsewhere, source, f"lacks the field '{field}'|names|state")


def test_a_capsule_of_before_a_run_told_its_earlier_attempts_is_read(elsewhere, capsule):
    source = edited(capsule, "run.json", lambda run: run.pop("spent_s") is None or run)
    assert elsewhere.run(import_run(elsewhere, source).run_id).spent_s == 0.0


@pytest.fixture(scope="module")
def told(capsule):
    """The files of a good capsule with statements, by name."""
    a, b, c = json.loads(capsule["run.json"])["names"][:3]
    said = [
        {"relation": "!=>", "groups": [[a], [b]], "enforced": False},
        {"relation": "tiers", "groups": [[a], [b, c]], "enforced": True},
    ]
    manifest = {**json.loads(capsule["capsule.json"]), "version": 2}
    content = json.dumps({"said": said, "runs": []}).encode()
    files = {**capsule, "capsule.json": json.dumps(manifest).encode()}
    return resealed({**files, "statements.json": content})


def pair(a, relation, b, *, enforced=False):
    return {"relation": relation, "groups": [[a], [b]], "enforced": enforced}


def one(capsule, **changes):
    names = json.loads(capsule["run.json"])["names"]
    return {"said": [{**pair(names[0], "->", names[1]), **changes}], "runs": []}


def test_good_statements_are_taken_and_their_version_counts(elsewhere, told):
    manifest = json.loads(told["capsule.json"])
    old = {**told, "capsule.json": json.dumps({**manifest, "version": 1}).encode()}
    refused(elsewhere, pack(old), "version 1, but holds statements.json, which came with version 2")
    content = told["statements.json"]
    refused(elsewhere, pack({**told, "statements.json": content + b" "}), "has another hash")
    assert import_run(elsewhere, pack(told)).took_statements


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ([], "no list of statements"),
        ({"said": [], "runs": []}, "no list of statements"),
        ({"said": {}, "runs": []}, "no list of statements"),
        ({"said": ["x"], "runs": []}, "statement 0 is no statement"),
        ({"runs": ["../../x"]}, "name another run"),
        ({"runs": "x"}, "name another run"),
        ({"enforced": 1}, "neither enforced nor held out"),
        ({"enforced": None}, "neither enforced nor held out"),
        ({"relation": "evil"}, "relation that no statement has"),
        ({"relation": ["->"]}, "relation that no statement has"),
        ({"groups": "ab"}, "no groups of names"),
        ({"groups": ["ab", "c"]}, "no groups of names"),
        ({"groups": [["nobody"], ["else"]]}, "names a variable that the run lacks"),
        ({"groups": [[1], [2]]}, "names a variable that the run lacks"),
        ({"groups": [[["x"]], [{}]]}, "names a variable that the run lacks"),
        ({"groups": [[]] * 100_000}, "too many names or groups"),
        ({"groups": [["x"] * 100_000, []]}, "too many names or groups"),
        ({"more": 1}, "statement 0 is no statement"),
    ],
)
def test_edited_statements_are_refused(elsewhere, told, change, match):
    if isinstance(change, list) or "said" in change:
        value = change
    elif "runs" in change:
        value = {**one(told), **change}
    else:
        value = one(told, **change)
    files = {**told, "statements.json": json.dumps(value).encode()}
    refused(elsewhere, pack(resealed(files)), match)
    with elsewhere.database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM statements").fetchone()[0] == 0


def test_statements_that_no_page_could_keep_are_refused(elsewhere, told):
    a, b, c = json.loads(told["run.json"])["names"][:3]

    def check(said, match):
        content = json.dumps({"said": said, "runs": []}).encode()
        refused(elsewhere, pack(resealed({**told, "statements.json": content})), match)

    check([pair(a, "->", b), pair(a, "->", b, enforced=True)], "same statement twice")
    check([pair(a, "--", b), pair(b, "--", a)], "same statement twice")
    check([pair(a, "->", a)], "joins .* to itself")
    check([{**pair(a, "->", b), "groups": [[a, b], [c]]}], "needs exactly two")
    check([{**pair(a, "tiers", b), "groups": [[a, b], [a]]}], "is named twice")
    check([pair(a, "!=>", b, enforced=True)], "cannot be enforced")
    cycle = [pair(x, "->", y, enforced=True) for x, y in ((a, b), (b, c), (c, a))]
    check(cycle, "cannot be kept")
    check([pair(a, "->", b, enforced=True), pair(a, "!->", b, enforced=True)], "cannot be kept")
    content = b'{"said": [' + b" " * 5_000_000 + b'], "runs": []}'
    refused(elsewhere, pack(resealed({**told, "statements.json": content})), "too long to be kept")


def test_statements_about_very_many_pairs_are_refused_before_they_are_made(monkeypatch):
    from gesncd.runs.capsule import told as module

    names = [f"v{i}" for i in range(3000)]
    said = [{"relation": "closed", "groups": [names], "enforced": True}]
    monkeypatch.setattr(module, "said_from_dict", lambda value: pytest.fail("it was made"))
    with pytest.raises(CapsuleError, match="too many pairs"):
        module.read_said({"said": said, "runs": []}, "x", names)


@pytest.mark.parametrize("content", [pickle.dumps({}), b"[" * 200_000, b"\xff", b"NaN"])
def test_strange_statements_are_refused(elsewhere, told, content):
    refused(elsewhere, pack(resealed({**told, "statements.json": content})), "JSON")


def steps(events):
    return [event for event in events if event["event"] == "step"]


def drop_edge(events):
    steps(events)[2]["cpdag"]["edges"].pop()


def reverse_edge(events):
    for event in steps(events):
        for edge in event["cpdag"]["edges"]:
            if edge[2]:
                edge[0], edge[1] = edge[1], edge[0]
                return


def huge_graph(events):
    events[0]["cpdag"]["n"] = 10**12


def huge_run(events):
    events[0]["n_variables"] = events[0]["cpdag"]["n"] = 10**12


def far_node(events):
    steps(events)[0]["conditioning"] = [10**9]


def far_candidate(events):
    steps(events)[0]["candidates"][0][0][1] = 77


def far_reason(events):
    steps(events)[0]["changes"][0][4][2] = [7]


def skip_step(events):
    events.remove(steps(events)[1])


def second_start(events):
    events.insert(2, events[0])


def no_start(events):
    del events[0]


def after_the_end(events):
    events.append(events[-2])


def false_score(events):
    next(event for event in events if event["event"] == "global-score")["step"] = 3


def final_graph(events):
    events[-1]["graph"]["edges"] = []


def endless(events):
    steps(events)[0]["score"] = 10**400


@pytest.mark.parametrize(
    "change",
    [
        drop_edge,
        reverse_edge,
        huge_graph,
        huge_run,
        far_node,
        far_candidate,
        far_reason,
        skip_step,
        second_start,
        no_start,
        after_the_end,
        false_score,
        final_graph,
        endless,
    ],
)
def test_edited_events_are_refused_even_when_resealed(elsewhere, capsule, change):
    refused(elsewhere, edited(capsule, "events.json", change), r"event \d+")


def test_a_refusal_is_an_error_for_people(elsewhere):
    with pytest.raises(CapsuleError) as caught:
        import_run(elsewhere, io.BytesIO(b"not a zip"))
    assert str(caught.value).startswith("The file is no capsule, or it is damaged")

import json
import math

import numpy as np
import pytest

from gesncd.__main__ import main
from gesncd.analysis.agreement import claims_of, verdict
from gesncd.analysis.statement_files import read_statements
from gesncd.graphs import PDAG

LINEAR = ["--measure", "partial-correlation", "--quiet"]


@pytest.fixture
def data(tmp_path):
    """Five variables, a → c ← b, c → d, and noise e."""
    rng = np.random.default_rng(2)
    a, b, e = rng.normal(size=(3, 200))
    c = a + b + 0.5 * rng.normal(size=200)
    d = c + 0.5 * rng.normal(size=200)
    path = tmp_path / "data.csv"
    lines = [",".join(repr(float(x)) for x in row) for row in np.column_stack([a, b, c, d, e])]
    path.write_text("\n".join(["a,b,c,d,e", *lines]) + "\n")
    return path


@pytest.fixture
def priors(tmp_path):
    path = tmp_path / "priors.csv"
    path.write_text(
        "source,relation,target\na,->,c\nc,->,d\nb,--,c\ne,!--,a\nd,!=>,b\na,->,b\n",
        encoding="utf-8",
    )
    return path


def graph_of(plateau, names):
    node = {name: k for k, name in enumerate(names)}
    pairs = {True: [], False: []}
    for edge in plateau["edges"]:
        pairs[edge["directed"]].append((node[edge["source"]], node[edge["target"]]))
    return PDAG.from_edges(len(names), directed=pairs[True], undirected=pairs[False])


def test_the_file_holds_strips_and_the_proposal(data, priors, tmp_path, capsys):
    out = tmp_path / "tuning.json"
    assert main(["tune", str(data), *LINEAR, "--priors", str(priors), "--out", str(out)]) == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["format"] == "gesncd tuning"
    names = document["variables"]
    claims = claims_of(read_statements(priors), names)
    assert [each["text"] for each in document["claims"]] == [claim.text for claim in claims]
    # In the order of the file.
    assert [claim.text for claim in claims] == [
        "a → c",
        "c → d",
        "b — c adjacent",
        "e, a not adjacent",
        "d does not cause b",
        "a → b",
    ]
    for plateau in document["plateaus"]:
        graph = graph_of(plateau, names)
        tau = plateau["tau_low"]
        for each, claim in zip(document["claims"], claims, strict=True):
            (piece,) = [
                piece
                for piece in each["strip"]
                if piece["tau_low"] <= tau < (piece["tau_high"] or math.inf)
            ]
            assert piece["verdict"] == verdict(graph, claim).value
    proposal = document["proposal"]
    assert proposal["satisfied"] == 5
    assert proposal["violated"] == 1
    assert proposal["n_claims"] == 6
    # "a → b" fails everywhere, "e, a not adjacent" may hold everywhere.
    assert proposal["n_deciding"] < 6
    assert proposal["tau_low"] <= proposal["tau"]
    assert proposal["at_automatic"] == {
        "satisfied": 5,
        "violated": 1,
        "undecided": 0,
        "agreement": pytest.approx(5 / 6),
    }
    assert (proposal["passed_over"], proposal["n_directional"]) == (None, 2)
    assert proposal["doubts"] == ["The range begins where the path does, and may go on below."]
    shares = {(each["a"], each["b"]): each for each in document["persistence"]}
    assert shares["a", "c"]["joined"] > 0.5
    printed = capsys.readouterr().out
    assert "Statements, held out" in printed
    assert "agrees best: 5 of 6 satisfied, 1 violated, 0 undecided." in printed
    assert "5+ 1- 0?   83 %  ++++" in printed
    assert "leaves the automatic" not in printed
    assert printed.splitlines()[-4:] == ["3 edges:", "  a → c", "  b → c", "  c → d"]


def test_the_proposed_threshold_gives_the_printed_graph(data, priors, tmp_path):
    out, result = tmp_path / "tuning.json", tmp_path / "result.json"
    main(["tune", str(data), *LINEAR, "--priors", str(priors), "--out", str(out)])
    tau = json.loads(out.read_text(encoding="utf-8"))["proposal"]["tau"]
    options = [*LINEAR, "--no-global-score", "--tau", repr(tau), "--out", str(result)]
    main(["discover", str(data), *options])
    edges = json.loads(result.read_text(encoding="utf-8"))["edges"]
    assert [(edge["source"], edge["target"]) for edge in edges] == [
        ("a", "c"),
        ("b", "c"),
        ("c", "d"),
    ]


def test_a_range_below_the_noise_floor_is_doubted(data, tmp_path, capsys):
    said = tmp_path / "said.txt"
    said.write_text("a -- e\nb -- e\nd -- e\n", encoding="utf-8")
    out = tmp_path / "tuning.json"
    options = [*LINEAR, "--statements", str(said), "--tau-floor", "1e-6", "--out", str(out)]
    assert main(["tune", str(data), *options]) == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    proposal = document["proposal"]
    assert proposal["tau_high"] <= document["tau_auto"]
    assert proposal["doubts"][0].startswith("The range lies below the noise floor")
    printed = capsys.readouterr().out
    assert all(f"\n{doubt}\n" in printed for doubt in proposal["doubts"])
    assert "\nAt τ = " in printed
    # The choice is seen: both graphs' sizes and verdicts, one below the other.
    lines = printed.splitlines()
    at = lines.index("The proposal leaves the automatic τ; their two graphs:")
    proposed, automatic = (line.split() for line in lines[at + 2 : at + 4])
    by_tau = {plateau["tau_low"]: plateau for plateau in document["plateaus"]}

    def n_edges(tau):
        return len(by_tau[max(low for low in by_tau if low <= tau)]["edges"])

    assert (proposed[0], int(proposed[2])) == ("proposed", n_edges(proposal["tau"]))
    assert (automatic[0], int(automatic[2])) == ("automatic", n_edges(document["tau_auto"]))
    assert proposal["n_edges"] == int(proposed[2]) > int(automatic[2])
    assert proposal["n_edges_at_automatic"] == int(automatic[2])
    assert proposed[3:] == ["2+", "1-", "0?", "67", "%", "++-"]
    assert automatic[3:] == ["0+", "3-", "0?", "0", "%", "---"]


def test_the_same_request_writes_the_same_bytes(data, priors, tmp_path):
    written = []
    for number in (1, 2):
        out = tmp_path / f"{number}.json"
        main(["tune", str(data), *LINEAR, "--priors", str(priors), "--out", str(out)])
        written.append(out.read_bytes())
    assert written[0] == written[1]


def test_what_is_enforced_is_no_evidence(data, priors, tmp_path, capsys):
    known, out = tmp_path / "known.csv", tmp_path / "tuning.json"
    known.write_text("source,relation,target\na,->,c\n", encoding="utf-8")
    options = [*LINEAR, "--priors", str(priors), "--knowledge", str(known), "--out", str(out)]
    assert main(["tune", str(data), *(each for each in options if each != "--quiet")]) == 0
    assert "'a → c' follows from the enforced knowledge and is no evidence." in (
        capsys.readouterr().out
    )
    claims = [each["text"] for each in json.loads(out.read_text(encoding="utf-8"))["claims"]]
    assert claims == [c.text for c in claims_of(read_statements(priors), "abcde")[1:]]
    main(["tune", str(data), *options])
    assert "no evidence" not in capsys.readouterr().out


def test_tiers_that_are_enforced_are_obeyed_and_are_no_evidence(data, tmp_path, capsys):
    """An order leaves paths through other variables, as the search does."""
    known, priors = tmp_path / "known.json", tmp_path / "priors.txt"
    known.write_text('{"required": [["a", "c"], ["c", "d"]], "tiers": [["d"], ["a"]]}')
    options = [*LINEAR[:2], "--knowledge", str(known), "--priors", str(priors)]
    priors.write_text("e, a not adjacent\n", encoding="utf-8")
    assert main(["tune", str(data), *options]) == 0
    priors.write_text("e, a not adjacent\nd before a\n", encoding="utf-8")
    assert main(["tune", str(data), *options]) == 0
    assert "'d before a' follows from the enforced knowledge and is no evidence" in (
        capsys.readouterr().out
    )
    known.write_text('{"required": [["a", "c"], ["c", "d"]]}')
    assert main(["tune", str(data), *options]) == 2
    assert "a → c → d is required, but d before a" in capsys.readouterr().err


def test_nothing_is_tuned_by_what_is_all_enforced(data, priors, tmp_path, capsys):
    known = tmp_path / "known.csv"
    known.write_text("source,relation,target\na,->,c\nb,--,c\n", encoding="utf-8")
    priors.write_text("source,relation,target\na,--,c\nb,--,c\n", encoding="utf-8")
    options = [*LINEAR, "--priors", str(priors), "--knowledge", str(known)]
    assert main(["tune", str(data), *options]) == 2
    error = capsys.readouterr().err
    assert f"already implies all that {priors} holds out, such as 'a — c adjacent'" in error
    assert "Only statements that are held out count" in error
    assert error.count("\n") == 1


def test_what_contradicts_the_enforced_is_no_evidence(data, priors, tmp_path, capsys):
    known = tmp_path / "known.csv"
    known.write_text("source,relation,target\na,->,d\n", encoding="utf-8")
    priors.write_text("source,relation,target\nd,->,a\n", encoding="utf-8")
    options = [*LINEAR, "--priors", str(priors), "--knowledge", str(known)]
    assert main(["tune", str(data), *options]) == 2
    error = capsys.readouterr().err
    assert "a → d is required, but d → a is required" in error
    assert f"take one of these out of {priors} or of the enforced knowledge" in error


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("a,->,c\na,!--,c", [], "a → c is required, but a and c must not be adjacent"),
        ("a,->,z", [], "'a → z' names 'z'"),
        ("", [], "holds no statement"),
        ("a,->,c", ["--tau-floor", "0"], "tau-floor must be a number"),
        ("a,->,c", ["--out", "absent/t.json"], "folder of absent/t.json does not exist"),
    ],
)
def test_a_fault_is_one_line_and_exit_code_two(data, priors, text, options, message, capsys):
    priors.write_text(f"source,relation,target\n{text}\n", encoding="utf-8")
    assert main(["tune", str(data), *LINEAR, "--priors", str(priors), *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


@pytest.fixture
def both(tmp_path):
    """One statement that is enforced, two that are held out."""
    path = tmp_path / "statements.json"
    path.write_text(
        '{"enforced": {"required": [["a", "c"]]},'
        ' "held_out": {"adjacent": [["b", "c"]], "not_causes": [["d", "a"]]}}'
    )
    return path


def test_a_file_with_both_lists_enforces_the_one_and_judges_by_the_other(
    data, both, tmp_path, capsys
):
    out, loud = tmp_path / "tuning.json", LINEAR[:-1]
    command = ["tune", str(data), "--priors", str(both), "--out", str(out)]
    assert main([*command, *loud]) == 0
    assert "enforces 1 statement: the search obeys it." in capsys.readouterr().out
    document = json.loads(out.read_text(encoding="utf-8"))
    assert [each["text"] for each in document["claims"]] == [
        "b — c adjacent",
        "d does not cause a",
    ]
    assert document["settings"]["knowledge"]["required"] == [["a", "c"]]
    known = tmp_path / "known.csv"
    known.write_text("source,relation,target\ne,!--,a\n")
    assert main([*command, *loud, "--knowledge", str(known)]) == 0
    assert "enforces 1 statement, left aside here, as --knowledge" in capsys.readouterr().out
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["settings"]["knowledge"]["required"] == []
    # The same file in both places says nothing twice.
    assert main([*command, *loud, "--knowledge", str(both)]) == 0
    printed = capsys.readouterr().out
    assert "holds 2 statements out of the search: they are left aside here." in printed
    assert "enforces" not in printed


def test_a_file_that_holds_nothing_out_is_no_evidence(data, both, capsys):
    both.write_text('{"enforced": {"required": [["a", "c"]]}, "held_out": {}}')
    assert main(["tune", str(data), *LINEAR, "--priors", str(both)]) == 2
    assert "holds no statement out" in capsys.readouterr().err


def test_a_grid_enforces_and_judges_by_the_same_file(data, both, tmp_path):
    out = tmp_path / "grid.json"
    options = ["--measures", "partial-correlation", "--quiet", "--out", str(out)]
    assert main(["grid", str(data), *options, "--priors", str(both)]) == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["settings"]["knowledge"]["required"] == [["a", "c"]]
    (cell,) = document["cells"]
    edge = {"source": "a", "target": "c", "directed": True}
    assert edge in cell["auto"]["edges"]
    counts = (cell["auto"][each] for each in ("satisfied", "violated", "undecided"))
    assert sum(counts) == 2


def test_the_name_of_the_output_in_earlier_releases_is_taken(data, priors, tmp_path, capsys):
    out = tmp_path / "tuning.json"
    assert main(["tune", str(data), *LINEAR, "--priors", str(priors), "--json", str(out)]) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["format"] == "gesncd tuning"


def test_what_follows_from_other_statements_counts_with_them(data, tmp_path, capsys):
    said, out = tmp_path / "said.txt", tmp_path / "tuning.json"
    said.write_text("a -> c\na -- c\nd does not cause a\nc -> d\n", encoding="utf-8")
    command = ["tune", str(data), *LINEAR[:2], "--statements", str(said), "--out", str(out)]
    assert main(command) == 0
    assert (
        "'a — c adjacent' and 'd does not cause a' follow from others held out and count with them."
        in capsys.readouterr().out
    )
    document = json.loads(out.read_text(encoding="utf-8"))
    assert [each["text"] for each in document["claims"]] == ["a → c", "c → d"]
    assert document["proposal"]["n_claims"] == 2

import json

from components.detail_panel import node_content, pair_content, steps_content
from components.trace import Trace
from gesncd.graphs import PDAG, EdgeKind
from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.events import Finished, Started
from gesncd.search.provenance import oriented_by_knowledge


def test_each_step_has_one_entry_and_the_current_one_is_named(trace, names):
    content = steps_content(trace, names, 2, live=False)
    assert [step["index"] for step in content["steps"]] == list(range(1, trace.n_steps + 1))
    assert content["current"] == 2
    assert content["steps"][0]["head"] == "Step 1, forward"
    assert content["steps"][0]["text"].startswith("Join ")
    assert {step["sign"] for step in content["steps"]} <= {"+", "−"}
    assert json.loads(json.dumps(content)) == content


def test_without_steps_the_panel_says_what_will_come(names):
    content = steps_content(Trace.of(()), names, 0, live=True)
    assert content["steps"] == []
    assert "appears here" in content["note"]


def test_every_pair_is_explained_at_every_step(trace, names):
    for step in range(trace.n_steps + 1):
        graph = trace.graph_at(step, 5)
        for i in range(5):
            for j in range(i + 1, 5):
                content = pair_content(trace, graph, (i, j), step, names)
                joined = " ".join(content["lines"])
                assert names[i] in joined
                assert ("not joined" in content["lines"][0]) == (not graph.adjacent(i) >> j & 1)
                assert ("had not ended" in joined) == (step < trace.n_steps)


def test_a_missing_edge_says_why_not(trace, names):
    graph = trace.finished.cpdag
    content = pair_content(trace, graph, (0, 4), trace.n_steps, names)
    assert content["title"] == "Raf and PKA: no edge"
    assert any("times τ" in line for line in content["lines"])


def test_scores_are_multiples_of_what_the_threshold_is_called_elsewhere(trace, names):
    graph, tau = trace.finished.cpdag, trace.started.tau

    def lines(floor):
        return " ".join(pair_content(trace, graph, (0, 4), trace.n_steps, names, floor)["lines"])

    assert "times the noise floor" in lines(tau)
    assert "times τ" not in lines(tau)
    # Given by hand, τ is not the floor.
    assert "times τ" in lines(tau / 2)
    assert "noise floor" not in lines(tau / 2)


def test_an_arrow_says_why_it_points_so(trace, names):
    content = pair_content(trace, trace.finished.cpdag, (2, 4), trace.n_steps, names)
    assert content["title"] == "PKA → Erk"
    assert any("v-structure" in line for line in content["lines"])
    (meaning,) = content["words"]
    assert meaning.startswith("A v-structure, or collider: two arrows that meet")
    ruled = pair_content(trace, trace.finished.cpdag, (2, 3), trace.n_steps, names)
    assert any("Meek rule 1" in line for line in ruled["lines"])
    assert ruled["words"][1].startswith("A Meek rule: the other direction would")
    assert pair_content(trace, trace.finished.cpdag, (0, 4), trace.n_steps, names)["words"] == []


def test_an_arrow_says_what_it_rests_on_and_what_else_hangs_there(trace, names):
    graph, floor = trace.finished.cpdag, trace.started.tau
    assert floor == 0.5, "the oracle scores 1 and 0"
    lines = pair_content(trace, graph, (2, 3), trace.n_steps, names, floor)["lines"]
    assert lines[1:4] == [
        "An arrow has no score of its own: this direction rests on the collider "
        "Mek → Erk ← PKA, whose weaker edge is 2 times the noise floor.",
        "It also rests on 2 pairs not being joined; nearest to it came Mek and Akt, with under "
        "0.01 times the noise floor.",
        "3 arrows of the graph hang on that collider: if it is wrong, they are unfounded.",
    ]
    undirected = pair_content(trace, graph, (0, 1), trace.n_steps, names, floor)["lines"]
    assert not any("An arrow has no score" in line for line in undirected)


def test_before_a_run_a_pair_tells_to_run(names):
    content = pair_content(Trace.of(()), PDAG.empty(5), (0, 1), 0, names)
    assert "Press Run" in content["lines"][0]


def test_a_variable_and_what_is_around_it(trace, names):
    content = node_content(trace.finished.cpdag, 4, names)
    groups = {g["title"]: [n["name"] for n in g["nodes"]] for g in content["groups"]}
    assert groups == {"Children": ["Erk"], "Co-parents": ["Mek"]}
    assert content["note"].startswith("Markov blanket: 2 variables.")
    assert len(content["others"]) == 4
    assert node_content(PDAG.empty(5), 0, names)["note"] == "It has no edges here."


def test_a_direction_that_follows_from_knowledge_says_so():
    names = ("Raf", "Mek", "Erk")
    chain = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    known = Constraints.of(Knowledge(forbidden=(("Mek", "Raf"),)), names)
    graph, changes = oriented_by_knowledge(chain, known)
    events = [
        Started(3, 0.1, "key", PDAG.empty(3)),
        Finished(chain, graph, 0, 3, changes),
    ]
    trace = Trace.of(events)
    lines = pair_content(trace, graph, (1, 2), 0, names)["lines"]
    assert lines[1] == (
        "Its direction follows from background knowledge about edges and from pairs that "
        "the data left unjoined."
    )
    assert lines[2:4] == [
        "An arrow has no score of its own: this direction rests on background knowledge.",
        "It also rests on Raf and Erk not being joined; no score of that is known.",
    ]
    # Where knowledge keeps the two apart as well, the data have no part in it.
    apart = pair_content(trace, graph, (1, 2), 0, names, apart={(0, 2): "said"})["lines"]
    assert apart[1] == "Its direction follows from background knowledge about edges."
    assert "It uses one pair that background knowledge keeps apart." in apart
    own = " ".join(pair_content(trace, graph, (0, 1), 0, names)["lines"])
    assert "background knowledge directs it" in own
    assert "follows from background knowledge" not in own
    assert "An arrow has no score" not in own


def test_long_names_that_are_alike_are_told_apart(trace):
    names = [f"expression of kinase {k:02d} after a day of rest" for k in range(5)]
    text = json.dumps(steps_content(trace, names, 0, live=False))
    assert "00 after a day" in text
    around = node_content(trace.finished.graph, 2, names)
    shown = [each["name"] for each in around["others"]]
    assert len(set(shown)) == 4
    assert around["title"] == names[2]
    ends = pair_content(trace, trace.finished.graph, (0, 4), trace.n_steps, names)["ends"]
    assert ends[0]["name"] != ends[1]["name"]


def test_a_pair_that_knowledge_keeps_apart_says_so_first(trace, names):
    graph = trace.finished.graph
    assert graph.kind(0, 2) is EdgeKind.NONE
    said = {(0, 2): "these must not be adjacent"}
    lines = pair_content(trace, graph, (2, 0), trace.n_steps, names, apart=said)["lines"]
    assert lines[1] == "Background knowledge keeps them apart: these must not be adjacent."

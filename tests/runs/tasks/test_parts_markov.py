import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.judge.markov import check_independences, implied_independences
from gesncd.measures import Cancelled
from gesncd.runs.errors import PartError
from gesncd.runs.tasks import PartContext
from gesncd.runs.tasks.parts_markov import TESTS_A_PART, markov_parts, markov_report, run_part
from gesncd.settings.on_data import build_measure, noise_floor
from gesncd.settings.run_settings import RunSettings

ALPHA = 0.01
SETTINGS = RunSettings("partial-correlation")
CHAIN = PDAG.from_edges(8, undirected=[(k, k + 1) for k in range(7)])


@pytest.fixture(scope="module")
def chain():
    """Eight variables in a chain."""
    x = np.random.default_rng(6).normal(size=(400, 8))
    for node in range(1, 8):
        x[:, node] += x[:, node - 1]
    return Dataset.from_array(x)


@pytest.fixture
def context(store, chain):
    return PartContext(store, store.add_dataset(chain, "chain.csv"))


def implied(graph=CHAIN):
    return implied_independences(graph, np.random.default_rng(0), n_sampled=15)


def test_the_parts_together_are_the_check_as_a_whole(chain, context):
    independences = implied()
    parts = markov_parts(independences, SETTINGS, ALPHA, graph="chain")
    assert [len(part["tests"]) for part in parts] == [TESTS_A_PART, 16]
    assert {part["graph"] for part in parts} == {"chain"}
    values = {number: run_part(chain, part, context) for number, part in enumerate(parts)}
    measure = build_measure(SETTINGS, chain)
    tau = noise_floor(RunSettings("partial-correlation", alpha=ALPHA), measure)
    whole = check_independences(independences, measure, tau, ALPHA)
    assert markov_report(parts, values) == whole
    assert whole.statement.n_tests == 36


def test_a_wrong_graph_is_violated_and_a_right_one_is_not(chain, context):
    def report(graph):
        parts = markov_parts(implied(graph), SETTINGS, ALPHA)
        return markov_report(parts, {k: run_part(chain, p, context) for k, p in enumerate(parts)})

    assert report(CHAIN).statement.p_value > 0.01
    assert report(PDAG.empty(8)).statement.p_value < 1e-6


def test_parts_that_are_done_are_reported_before_the_others(chain, context):
    parts = markov_parts(implied(), SETTINGS, ALPHA)
    assert markov_report(parts, {}) is None
    report = markov_report(parts, {1: run_part(chain, parts[1], context)})
    assert report.statement.n_tests == len(parts[1]["tests"])
    tested = {(each.query.x[0], each.query.y[0], each.query.z) for each in report.tested}
    assert tested == {(x, y, tuple(z)) for x, y, z, _ in parts[1]["tests"]}


def test_stop_is_heeded(store, chain):
    stopped = PartContext(store, store.add_dataset(chain, "chain.csv"), stopped=lambda: True)
    with pytest.raises(Cancelled):
        run_part(chain, markov_parts(implied(), SETTINGS, ALPHA)[0], stopped)


def test_a_measure_without_a_noise_floor_cannot_test(chain, context):
    paper = RunSettings("ncd", networks="paper", tau=0.1)
    with pytest.raises(PartError, match="cannot tell its own noise"):
        run_part(chain, markov_parts(implied(), paper, ALPHA)[0], context)


@pytest.mark.parametrize(
    "change", [{"settings": {"measure": "unknown"}}, {"tests": [[0, 1]]}, {"alpha": "high"}]
)
def test_a_part_that_makes_no_sense_is_refused(chain, context, change):
    part = markov_parts(implied(), SETTINGS, ALPHA)[0] | change
    with pytest.raises(PartError, match="cannot be tested"):
        run_part(chain, part, context)

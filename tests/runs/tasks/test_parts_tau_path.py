import pytest

from gesncd.analysis.path_record import path_from_dict
from gesncd.knowledge import Knowledge
from gesncd.measures import PartialCorrelation
from gesncd.runs.errors import PartError
from gesncd.runs.tasks import KINDS, PartContext, create_task, task, task_results
from gesncd.runs.tasks.parts_tau_path import run_part, tau_path_parts
from gesncd.search.tau_path import tau_path
from gesncd.settings.run_settings import RunSettings

SETTINGS = RunSettings(measure="partial-correlation", tau=0.2)


@pytest.fixture
def context(store, dataset):
    return PartContext(store, store.add_dataset(dataset, "linear.csv"))


def test_floors_fall_to_the_one_asked_for_and_no_part_has_a_tau():
    parts = tau_path_parts(SETTINGS, 0.002)
    assert [part["tau_floor"] for part in parts] == pytest.approx([0.018, 0.006, 0.002])
    assert all(part["settings"]["tau"] is None for part in parts)


def test_a_part_is_the_path_of_its_floor(dataset, context):
    part = tau_path_parts(SETTINGS, 0.002)[1]
    found = path_from_dict(run_part(dataset, part, context)["path"])
    expected = tau_path(PartialCorrelation(dataset), 0.006, global_score=True)
    assert found.tau_floor == 0.006
    assert [(p.tau_low, p.cpdag, p.graph, p.global_score) for p in found.plateaus] == [
        (p.tau_low, p.cpdag, p.graph, p.global_score) for p in expected.plateaus
    ]
    assert found.plateaus[0].graph.n_edges > found.plateaus[-1].graph.n_edges == 0


def test_knowledge_is_enforced_at_every_threshold(dataset, context):
    a, b = dataset.names[0], dataset.names[-1]
    settings = RunSettings(measure="partial-correlation", knowledge=Knowledge(required=((a, b),)))
    part = tau_path_parts(settings, 0.01)[-1]
    found = path_from_dict(run_part(dataset, part, context)["path"])
    last = dataset.n_variables - 1
    assert all(plateau.graph.parents[last] & 1 for plateau in found.plateaus)


def test_the_parts_share_scores_and_stand_in_a_task(store, dataset):
    from gesncd.runs.tasks.worker import work_task

    sha256 = store.add_dataset(dataset, "linear.csv")
    task_id = create_task(store, sha256, "tau-path", tau_path_parts(SETTINGS, 0.002))
    work_task(store, task_id, kinds=KINDS, jobs=1)
    assert task(store, task_id).n_ok == 3
    paths = [path_from_dict(r.value["path"]) for r in task_results(store, task_id).values()]
    deepest = min(paths, key=lambda path: path.tau_floor)
    for path in paths:
        for plateau in path.plateaus:
            assert deepest.at(plateau.tau_low).graph == plateau.graph


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tau_floor": None}, "lacks its settings or its floor"),
        ({"tau_floor": 0.0}, "must be a number above 0"),
        ({"tau_floor": float("inf")}, "must be a number above 0"),
        ({"settings": {"measure": "nothing"}}, "There is no measure"),
    ],
)
def test_what_cannot_be_computed_fails_with_a_sentence(dataset, context, change, message):
    part = tau_path_parts(SETTINGS, 0.002)[0] | change
    with pytest.raises(PartError, match=message):
        run_part(dataset, part, context)

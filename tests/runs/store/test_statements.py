import pytest

from gesncd.analysis.statements import Relation, Statement
from gesncd.runs.errors import StoreError
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.statements import MOST_CHARACTERS, Said, SaidOfData, keep_said, said_of_data
from gesncd.runs.upkeep import delete_run

SAID = SaidOfData(
    (
        Said(Statement.pair("a", Relation.CAUSES, "b, ≤ c")),
        Said(Statement.pair("a", Relation.NOT_CAUSE, "d"), enforced=False),
        Said(Statement.tiers([["a"], ["d", "e"]]), enforced=True),
        Said(Statement.closed(["d", "e"]), enforced=True),
    ),
    ("run1", "run2"),
)


@pytest.fixture
def sha256(store, dataset):
    return store.add_dataset(dataset, "linear.csv")


def test_what_was_said_is_there_in_another_process_with_its_marks(store, sha256):
    assert said_of_data(store, sha256) == SaidOfData()
    keep_said(store, sha256, SAID)
    assert said_of_data(RunStore.open(store.home.path), sha256) == SAID
    keep_said(store, sha256, SaidOfData(runs=("run1",)))
    assert said_of_data(store, sha256) == SaidOfData((), ("run1",))


def test_each_owner_has_own_statements(store, sha256):
    keep_said(store, sha256, SAID, "one")
    assert said_of_data(store, sha256, "other") == SaidOfData()
    assert said_of_data(store, sha256) == SaidOfData()
    assert said_of_data(store, sha256, "one") == SAID


def test_statements_go_with_the_last_run_of_their_owner_and_with_the_data(
    store, sha256, new_run, dataset
):
    first, second = new_run(), new_run()
    keep_said(store, sha256, SAID)
    keep_said(store, sha256, SAID, "other")
    delete_run(store, first)
    assert said_of_data(store, sha256) == SAID
    delete_run(store, second)
    store.add_dataset(dataset, "again.csv")
    assert said_of_data(store, sha256) == said_of_data(store, sha256, "other") == SaidOfData()


def test_what_cannot_be_kept_or_read_is_said(store, sha256):
    with pytest.raises(StoreError, match="no longer here"):
        keep_said(store, "0" * 64, SAID)
    long = Said(Statement.pair("a" * MOST_CHARACTERS, Relation.CAUSES, "b"))
    with pytest.raises(StoreError, match="too many statements"):
        keep_said(store, sha256, SaidOfData((long,)))
    keep_said(store, sha256, SAID)
    for body in (
        "{",
        "[]",
        '{"said": [{"relation": "?", "groups": [], "enforced": 1}], "runs": []}',
    ):
        with store.database.writing() as connection:
            connection.execute("UPDATE statements SET body = ?", (body,))
        with pytest.raises(StoreError, match="cannot be read"):
            said_of_data(store, sha256)

import pytest

from gesncd.runs.errors import StoreError
from gesncd.runs.store.run_store import NAME_LIMIT, RunStore
from gesncd.runs.store.truths import (
    MOST_BYTES,
    KeptTruth,
    forget_truth,
    keep_truth,
    kept_truths,
    truth_sha256,
)
from gesncd.runs.upkeep import delete_run

ONE, TWO = b"source,target\na,b\n", b"source,target\nb,a\n"


@pytest.fixture
def sha256(store, dataset):
    return store.add_dataset(dataset, "linear.csv")


def names(store, sha256, owner=""):
    return [each.name for each in kept_truths(store, sha256, owner)]


def test_a_truth_is_there_in_another_process_byte_for_byte_the_newest_first(store, sha256):
    assert kept_truths(store, sha256) == ()
    keep_truth(store, sha256, "one.csv", ONE)
    keep_truth(store, sha256, "two.csv", TWO)
    assert kept_truths(RunStore.open(store.home.path), sha256) == (
        KeptTruth(truth_sha256(TWO), "two.csv", TWO),
        KeptTruth(truth_sha256(ONE), "one.csv", ONE),
    )


def test_the_same_bytes_are_kept_once_under_their_newest_name(store, sha256):
    keep_truth(store, sha256, "one.csv", ONE)
    keep_truth(store, sha256, "two.csv", TWO)
    keep_truth(store, sha256, "again.csv", ONE)
    assert names(store, sha256) == ["again.csv", "two.csv"]


def test_each_owner_has_own_truths_and_can_forget_them(store, sha256):
    keep_truth(store, sha256, "one.csv", ONE, "me")
    keep_truth(store, sha256, "one.csv", ONE, "you")
    assert kept_truths(store, sha256) == ()
    forget_truth(store, sha256, truth_sha256(ONE), "me")
    forget_truth(store, sha256, truth_sha256(ONE), "nobody")
    assert (names(store, sha256, "me"), names(store, sha256, "you")) == ([], ["one.csv"])


def test_truths_go_with_the_last_run_of_their_owner_and_with_the_data(
    store, sha256, new_run, dataset
):
    first, second = new_run(), new_run()
    keep_truth(store, sha256, "one.csv", ONE)
    keep_truth(store, sha256, "one.csv", ONE, "other")
    delete_run(store, first)
    assert names(store, sha256) == ["one.csv"]
    delete_run(store, second)
    store.add_dataset(dataset, "again.csv")
    assert names(store, sha256) == names(store, sha256, "other") == []


def test_what_cannot_be_kept_is_said(store, sha256):
    with pytest.raises(StoreError, match="no longer here"):
        keep_truth(store, "0" * 64, "one.csv", ONE)
    keep_truth(store, sha256, "one.csv", ONE)
    with pytest.raises(StoreError, match="forget one of them first"):
        keep_truth(store, sha256, "long.csv", b"x" * (MOST_BYTES - len(ONE) + 1))
    assert names(store, sha256) == ["one.csv"]
    keep_truth(store, sha256, "full.csv", b"x" * (MOST_BYTES - len(ONE)))
    assert names(store, sha256) == ["full.csv", "one.csv"]


def test_a_name_that_no_database_takes_is_made_one(store, sha256):
    keep_truth(store, sha256, "\ud800" + "x" * 1000, ONE)
    (kept,) = kept_truths(store, sha256)
    assert len(kept.name) == NAME_LIMIT
    assert kept.content == ONE

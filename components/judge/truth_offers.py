"""Truths at hand for a run: uploaded and kept, attached to the data, or known of a sample."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import streamlit as st

from components import state
from components.data_source import LoadedData, Sample, UploadedTable, read_strictly, samples
from components.judge.case import JudgeTruth
from components.opened_run import OpenedRun
from components.runs.owner import current_owner
from components.store import run_store
from gesncd.data import DataError
from gesncd.judge.known_truth import under_knowledge
from gesncd.judge.truth import Truth, read_truth
from gesncd.judge.truth_error import TruthError
from gesncd.knowledge import Constraints, KnowledgeError
from gesncd.runs.errors import StoreError
from gesncd.runs.store.truths import forget_truth, keep_truth, kept_truths, truth_sha256

UPLOADED: Final = "upload-"
"""Begins the id of a truth that was uploaded; the hash of its file follows."""


def truths_at_hand(opened: OpenedRun) -> list[JudgeTruth]:
    """Those uploaded first, then what was attached to the data, then the sample's.

    An attached one is kept, too: of the same file there is one truth.
    """
    found = [*_uploaded(opened), *_attached(opened), *_of_samples(opened)]
    return list({each.id: each for each in found}.values())


def add_truth(opened: OpenedRun, name: str, content: bytes) -> tuple[JudgeTruth, str]:
    """Keep an uploaded truth for the data; for as long as the tab lives, where that fails.

    Returns
    -------
    The truth, and why it is kept no longer than the tab; empty where it is.

    Raises
    ------
    TruthError
        If the file can be no truth of these data.
    """
    added = _read(opened, name, content)
    sha256, problem = opened.record.dataset_sha256, ""
    try:
        keep_truth(run_store(), sha256, name, content, current_owner())
    except StoreError as error:
        problem = f"{name} is kept in this tab only. {error}"
        known = _in_tab()
        files = [file for file in known.get(sha256, ()) if file[1] != content]
        st.session_state[state.JUDGE_TRUTHS] = {**known, sha256: ((name, content), *files)}
    return added, problem


def forget_uploaded(opened: OpenedRun, truth_id: str) -> None:
    """Forget an uploaded or attached truth, in the store and in the tab.

    Raises
    ------
    StoreError
        If the store cannot be written.
    """
    sha256, file_sha256 = opened.record.dataset_sha256, truth_id.removeprefix(UPLOADED)
    known = _in_tab()
    files = [file for file in known.get(sha256, ()) if truth_sha256(file[1]) != file_sha256]
    st.session_state[state.JUDGE_TRUTHS] = {**known, sha256: tuple(files)}
    attached = _attached_file(sha256)
    if attached is not None and truth_sha256(attached.content) == file_sha256:
        st.session_state[state.UPLOAD] = replace(st.session_state[state.UPLOAD], truth=None)
    forget_truth(run_store(), sha256, file_sha256, current_owner())


def _in_tab() -> dict[str, tuple[tuple[str, bytes], ...]]:
    """Files by data set that the store could not keep."""
    return dict(st.session_state.get(state.JUDGE_TRUTHS, {}))


def _uploaded(opened: OpenedRun) -> Iterator[JudgeTruth]:
    sha256 = opened.record.dataset_sha256
    files = [*_in_tab().get(sha256, ())]
    # Without the store, which the page has told of, there are still the other truths.
    with contextlib.suppress(StoreError):
        kept = kept_truths(run_store(), sha256, current_owner())
        files += [(each.name, each.content) for each in kept]
    for name, content in files:
        # A release that reads less than the one that kept it, or a file of the store that
        # was changed: what cannot be read now is no truth, as at upload.
        with contextlib.suppress(TruthError):
            yield _read(opened, name, content)


def _read(opened: OpenedRun, name: str, content: bytes) -> JudgeTruth:
    """A file as a truth of the run's data, checked as if it came from a stranger."""
    truth = _told(read_truth(content, opened.names, name=name), opened)
    return JudgeTruth(f"{UPLOADED}{truth_sha256(content)}", name, truth, "uploaded")


def _attached(opened: OpenedRun) -> Iterator[JudgeTruth]:
    file = _attached_file(opened.record.dataset_sha256)
    if file is None:
        return
    # The Data page has said what is wrong with it, where it can be replaced.
    with contextlib.suppress(TruthError):
        yield replace(_read(opened, file.name, file.content), origin="attached to the data")


def _attached_file(dataset_sha256: str) -> UploadedTable | None:
    data: LoadedData | None = st.session_state.get(state.UPLOAD)
    same = data is not None and data.dataset.sha256 == dataset_sha256
    return data.truth if data is not None and same else None


def _of_samples(opened: OpenedRun) -> Iterator[JudgeTruth]:
    record = opened.record
    for sample in samples():
        if sample.truth is None:
            continue
        same = _sha256(sample) == record.dataset_sha256
        # The same table, mended: still the same variables under the same name.
        akin = record.data_name in (sample.title, sample.file.name)
        if not same and not akin:
            continue
        try:
            content = sample.truth.read_bytes()
            truth = _told(read_truth(content, opened.names, name=sample.truth.name), opened)
        except (OSError, TruthError):
            continue
        yield JudgeTruth(f"sample-{sample.id}", sample.truth.name, truth, "known of the sample")


def _sha256(sample: Sample) -> str:
    return _sample_hash(sample.id, str(sample.file))


@st.cache_data(show_spinner=False)
def _sample_hash(sample_id: str, path: str) -> str:
    sample = next(each for each in samples() if each.id == sample_id)
    try:
        prepared = read_strictly(sample.file.name, sample.file.read_bytes())
        return prepared.require().sha256
    except (OSError, DataError):
        return ""


def _told(truth: Truth, opened: OpenedRun) -> Truth:
    """The truth as far as a run with this knowledge could find it."""
    knowledge = opened.record.settings.knowledge
    if knowledge.is_empty:
        return truth
    try:
        return under_knowledge(truth, Constraints.of(knowledge, opened.names))
    except KnowledgeError:
        return truth

"""Truths at hand for a run: uploaded here, attached to the data, or known of a sample."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import streamlit as st

from components import state
from components.data_source import LoadedData, Sample, read_strictly, samples
from components.judge.case import JudgeTruth
from components.opened_run import OpenedRun
from gesncd.data import DataError
from gesncd.graphs import PDAG
from gesncd.judge.truth import Truth, read_truth, truth_of_graph, under_knowledge
from gesncd.judge.truth_error import TruthError
from gesncd.knowledge import Constraints, KnowledgeError


def truths_at_hand(opened: OpenedRun) -> list[JudgeTruth]:
    """Those uploaded in this tab first, then what was attached, then the sample's."""
    found = [*_uploaded(opened), *_attached(opened), *_of_samples(opened)]
    return list({each.id: each for each in found}.values())


def add_truth(opened: OpenedRun, name: str, content: bytes) -> JudgeTruth:
    """Keep an uploaded truth for as long as the tab lives.

    Raises
    ------
    TruthError
        If the file can be no truth of these data.
    """
    truth = _told(read_truth(content, opened.names, name=name), opened)
    digest = hashlib.sha256(content).hexdigest()[:16]
    added = JudgeTruth(f"upload-{digest}", name, truth, "uploaded")
    sha256 = opened.record.dataset_sha256
    known: dict[str, tuple[tuple[str, bytes], ...]] = st.session_state.get(state.JUDGE_TRUTHS, {})
    files = [file for file in known.get(sha256, ()) if file[1] != content]
    st.session_state[state.JUDGE_TRUTHS] = {**known, sha256: ((name, content), *files)}
    return added


def _uploaded(opened: OpenedRun) -> Iterator[JudgeTruth]:
    known = st.session_state.get(state.JUDGE_TRUTHS, {})
    for name, content in known.get(opened.record.dataset_sha256, ()):
        truth = _told(read_truth(content, opened.names, name=name), opened)
        digest = hashlib.sha256(content).hexdigest()[:16]
        yield JudgeTruth(f"upload-{digest}", name, truth, "uploaded")


def _attached(opened: OpenedRun) -> Iterator[JudgeTruth]:
    data: LoadedData | None = st.session_state.get(state.UPLOAD)
    if data is None or data.truth is None:
        return
    if data.dataset.sha256 != opened.record.dataset_sha256:
        return
    graph = PDAG.from_matrix(data.truth.matrix)
    try:
        truth = _told(truth_of_graph(graph, opened.names, name=data.truth.name), opened)
    except TruthError:
        # The Data page has said what is wrong with it, where it can be replaced.
        return
    yield JudgeTruth("attached", data.truth.name, truth, "attached to the data")


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

"""Where the data come from: a sample, an uploaded file, or the run that is shown."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components import state
from components.text import count
from gesncd.data import Dataset, Finding, Plan, Prepared, prepare
from gesncd.data import read_table as read_any_table
from gesncd.data.checks.meaning import EXPLANATIONS
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore
from gesncd.settings.run_settings import RunSettings

_SAMPLES = Path(__file__).resolve().parent.parent / "sample_data"
FILE_TYPES = ["csv", "tsv", "txt", "dat", "xlsx", "xlsm", "parquet", "feather", "arrow"]
"""Endings that the upload widgets take; what a file is, its bytes tell."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A data set that comes with the app."""

    id: str
    title: str
    description: str
    file: Path
    truth: Path | None = None


@dataclass(frozen=True, slots=True)
class UploadedTable:
    """A file as the browser sent it."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class MissingData:
    """Data whose values are not here, only what a run on them tells.

    Parameters
    ----------
    sha256
        Hash of the data.
    names
        The variables, in node order.
    n_rows
        Number of rows, n.
    """

    sha256: str
    names: tuple[str, ...]
    n_rows: int

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return len(self.names)


@dataclass(frozen=True, eq=False, slots=True)
class LoadedData:
    """Data that a search can run on, or has run on elsewhere.

    Parameters
    ----------
    name
        For people: the sample's title or the file's name.
    dataset
        The data, or what is known of them where a run came without.
    notes
        Sentences on how the file was read.
    record
        What was read and mended, as plain values for JSON; None where it is not known.
    truth
        The file of the true graph, where one was attached that fits the data.
    """

    name: str
    dataset: Dataset | MissingData
    notes: tuple[str, ...] = ()
    record: Mapping[str, Any] | None = None
    truth: UploadedTable | None = None

    @property
    def size_text(self) -> str:
        """``11 variables, 853 rows``."""
        return f"{count(self.dataset.n_variables, 'variable')}, {count(self.dataset.n_rows, 'row')}"


@st.cache_data(show_spinner=False)
def samples() -> tuple[Sample, ...]:
    """The samples that come with the app."""
    entries = json.loads((_SAMPLES / "samples.json").read_text(encoding="utf-8"))
    return tuple(
        Sample(
            e["id"],
            e["title"],
            e["description"],
            _SAMPLES / e["file"],
            _SAMPLES / e["truth"] if e.get("truth") else None,
        )
        for e in entries
    )


def sample(sample_id: str) -> Sample | None:
    """The sample of an id, or None."""
    return next((each for each in samples() if each.id == sample_id), None)


def read_strictly(name: str, content: bytes) -> Prepared:
    """Read a file of any kind and mend nothing, once for the same bytes.

    Raises
    ------
    gesncd.data.DataError
        If it is no table at all.
    """
    return _read(hashlib.sha256(content).hexdigest(), name, content)


@st.cache_resource(show_spinner=False, max_entries=3)
def _read(sha256: str, name: str, _content: bytes) -> Prepared:
    # A data set is immutable, so one object may serve every session.
    table = read_any_table(_content, name=name)
    return prepare(table, Plan.strict(table.names))


def chosen_data(store: RunStore, record: RunRecord | None) -> LoadedData | None:
    """The data in use: the run's, else an upload, else the sample in the address.

    Raises
    ------
    gesncd.data.DataError, gesncd.runs.errors.StoreError
        If the data cannot be read any more.
    """
    data = _chosen_file()
    if record is None or (data is not None and data.dataset.sha256 == record.dataset_sha256):
        return data
    # The address names a run on other data: the run that is shown comes first.
    if not store.has_data(record.dataset_sha256):
        missing = MissingData(record.dataset_sha256, record.names, record.n_rows)
        return LoadedData(record.data_name, missing)
    return LoadedData(
        record.data_name,
        _stored(store, record.dataset_sha256),
        prepared_remarks(record.preparation),
        # So that a search on them tells how they came about, as the first one did.
        record.preparation,
    )


def _chosen_file() -> LoadedData | None:
    upload: LoadedData | None = st.session_state.get(state.UPLOAD)
    if upload is not None:
        return upload
    named = sample(st.query_params.get(state.SAMPLE, ""))
    if named is not None:
        prepared = read_strictly(named.file.name, named.file.read_bytes())
        return LoadedData(named.title, prepared.require(), record=prepared.record)
    return None


def remarks(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Messages on what was done to the data, without those that only explain them."""
    return tuple(f.message for f in findings if f.code not in EXPLANATIONS)


def prepared_remarks(preparation: Mapping[str, Any] | None) -> tuple[str, ...]:
    """:func:`remarks` of data that were prepared earlier, from the record of that."""
    findings = (preparation or {}).get("findings") or ()
    return tuple(
        str(finding["message"])
        for finding in findings
        if isinstance(finding, Mapping)
        and finding.get("message")
        and finding.get("code") not in EXPLANATIONS
    )


def _stored(store: RunStore, sha256: str) -> Dataset:
    return _stored_dataset(str(store.home.path), sha256, store)


@st.cache_resource(show_spinner=False, max_entries=8)
def _stored_dataset(home: str, sha256: str, _store: RunStore) -> Dataset:
    return _store.dataset(sha256)


def choose_sample(sample_id: str) -> None:
    """Make a sample the data."""
    forget_data()
    st.query_params[state.SAMPLE] = sample_id


def choose_upload(name: str, content: bytes) -> bool:
    """Make a file the data, if nothing about it needs mending.

    Raises
    ------
    gesncd.data.DataError
        If it is no table at all.
    """
    prepared = read_strictly(name, content)
    if prepared.dataset is None:
        return False
    notes = remarks(prepared.findings)
    choose_data(LoadedData(name, prepared.dataset, notes, prepared.record))
    return True


def choose_data(data: LoadedData) -> None:
    """Make prepared data the data."""
    forget_data()
    st.session_state[state.UPLOAD] = data


def drop_upload() -> None:
    """Forget data that came from a file, and what was read of files."""
    st.session_state.pop(state.UPLOAD, None)
    _read.clear()


def leave_data() -> None:
    """Go back to the choice of data; what was stated of these is there when they come back."""
    said = st.session_state.get(state.KNOWLEDGE)
    forget_data()
    if said is not None:
        st.session_state[state.KNOWLEDGE_ASIDE] = said


def forget_data() -> None:
    """Go back to the choice of data; runs go on and stay in the list.

    What people set themselves stays for other data, what the example set does not.
    """
    _forget_example_measure()
    st.session_state.pop(state.UPLOAD, None)
    st.session_state.pop(state.KNOWLEDGE, None)
    st.session_state.pop(state.KNOWLEDGE_ASIDE, None)
    st.session_state.pop(state.KNOWLEDGE_GONE, None)
    st.session_state.pop(state.LAST_RUN, None)
    for parameter in (state.SAMPLE, state.RUN):
        st.query_params.pop(parameter, None)


def _forget_example_measure() -> None:
    set_by_it = st.session_state.pop(state.EXAMPLE_MEASURE, None)
    if set_by_it and st.session_state.get(state.MEASURE, set_by_it) == set_by_it:
        # The address follows the widget, and may not be changed beside it.
        st.session_state[state.MEASURE] = RunSettings().measure

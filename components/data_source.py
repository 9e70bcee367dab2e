"""Where the data come from: a sample, an uploaded file, or the run that is shown."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components import state
from components.text import count
from gesncd.data import DataError, Dataset, ReadReport, read_csv
from gesncd.runs.records import RunRecord
from gesncd.runs.store import RunStore

_SAMPLES = Path(__file__).resolve().parent.parent / "sample_data"


@dataclass(frozen=True, slots=True)
class Sample:
    """A data set that comes with the app."""

    id: str
    title: str
    description: str
    file: Path


@dataclass(frozen=True, slots=True)
class UploadedTable:
    """A file as the browser sent it."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class LoadedData:
    """Data that a search can run on.

    Parameters
    ----------
    name
        For people: the sample's title or the file's name.
    dataset
        The data.
    notes
        Sentences on how the file was read.
    """

    name: str
    dataset: Dataset
    notes: tuple[str, ...] = ()

    @property
    def size_text(self) -> str:
        """``11 variables, 853 rows``."""
        return f"{count(self.dataset.n_variables, 'variable')}, {count(self.dataset.n_rows, 'row')}"


@st.cache_data(show_spinner=False)
def samples() -> tuple[Sample, ...]:
    """The samples that come with the app."""
    entries = json.loads((_SAMPLES / "samples.json").read_text(encoding="utf-8"))
    return tuple(
        Sample(e["id"], e["title"], e["description"], _SAMPLES / e["file"]) for e in entries
    )


def sample(sample_id: str) -> Sample | None:
    """The sample of an id, or None."""
    return next((each for each in samples() if each.id == sample_id), None)


def read_table(name: str, content: bytes) -> tuple[Dataset, ReadReport]:
    """Read a file, once for the same bytes.

    Raises
    ------
    gesncd.data.DataError
        If it is no table of numbers.
    """
    return _read(hashlib.sha256(content).hexdigest(), name, content)


@st.cache_resource(show_spinner=False, max_entries=8)
def _read(sha256: str, name: str, _content: bytes) -> tuple[Dataset, ReadReport]:
    # A Dataset is immutable, so one object may serve every session.
    return read_csv(_content, name=name)


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
    return LoadedData(record.data_name, _stored(store, record.dataset_sha256))


def _chosen_file() -> LoadedData | None:
    upload = st.session_state.get(state.UPLOAD)
    if upload is not None:
        dataset, report = read_table(upload.name, upload.content)
        return LoadedData(upload.name, dataset, _findings(report))
    named = sample(st.query_params.get(state.SAMPLE, ""))
    if named is not None:
        dataset, _ = read_table(named.file.name, named.file.read_bytes())
        return LoadedData(named.title, dataset)
    return None


def _findings(report: ReadReport) -> tuple[str, ...]:
    # The first note repeats the size, which the page shows anyway.
    return tuple(finding.message for finding in report.findings)


def _stored(store: RunStore, sha256: str) -> Dataset:
    return _stored_dataset(str(store.home.path), sha256, store)


@st.cache_resource(show_spinner=False, max_entries=8)
def _stored_dataset(home: str, sha256: str, _store: RunStore) -> Dataset:
    return _store.dataset(sha256)


def choose_sample(sample_id: str) -> None:
    """Make a sample the data."""
    forget_data()
    st.query_params[state.SAMPLE] = sample_id


def choose_upload(name: str, content: bytes) -> str | None:
    """Make a file the data, if it can be read; else the reason, for its owner."""
    try:
        read_table(name, content)
    except DataError as error:
        return str(error)
    forget_data()
    st.session_state[state.UPLOAD] = UploadedTable(name, content)
    return None


def forget_data() -> None:
    """Go back to the choice of data; runs go on and stay in the list."""
    st.session_state.pop(state.UPLOAD, None)
    for parameter in (state.SAMPLE, state.RUN):
        st.query_params.pop(parameter, None)

"""Simulated data as files: the table and the graph it comes from."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.data_source import UploadedTable
from gesncd.simulate import write_simulation


@dataclass(frozen=True, slots=True)
class SimulatedFiles:
    """What was simulated.

    Parameters
    ----------
    data, truth
        The table and the true graph, as files.
    """

    data: UploadedTable
    truth: UploadedTable


@st.cache_data(show_spinner="Simulating", max_entries=4)
def simulated_files(model: str, nodes: int, degree: float, rows: int, seed: int) -> SimulatedFiles:
    """Simulate from a random graph.

    Raises
    ------
    ValueError
        If an argument is out of range, or values grow too large.
    """
    stem = f"{model}_{nodes}_nodes_seed_{seed}"
    with tempfile.TemporaryDirectory() as folder:
        made = write_simulation(model, nodes, degree, rows, seed, Path(folder))
        return SimulatedFiles(
            UploadedTable(f"{stem}.csv", made.data.read_bytes()),
            UploadedTable(f"{stem}_dag.csv", made.dag.read_bytes()),
        )

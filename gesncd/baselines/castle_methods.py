"""NOTEARS, DAG-GNN and GraN-DAG of gcastle."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np

from gesncd.baselines.convert import Found, from_dag_matrix
from gesncd.baselines.standard import standardised
from gesncd.data import Dataset


def notears(dataset: Dataset, seed: int, check: Callable[[], None]) -> Found:
    """Linear NOTEARS; it draws no random numbers, so the seed is not used."""
    values = standardised(dataset)
    _quiet()
    check()
    from castle.algorithms import Notears

    model = Notears()
    model.learn(values)
    return from_dag_matrix(np.asarray(model.causal_matrix))


def dag_gnn(dataset: Dataset, seed: int, check: Callable[[], None]) -> Found:
    """DAG-GNN with the package's defaults."""
    values = standardised(dataset)
    _quiet()
    check()
    from castle.algorithms import DAG_GNN

    model = DAG_GNN(seed=seed)
    model.learn(values)
    return from_dag_matrix(np.asarray(model.causal_matrix))


def gran_dag(dataset: Dataset, seed: int, check: Callable[[], None]) -> Found:
    """GraN-DAG with the package's defaults."""
    import torch

    values = standardised(dataset)
    _quiet()
    check()
    from castle.algorithms import GraNDAG

    # The package seeds its batches alone; the networks start from torch's own state.
    torch.manual_seed(seed)
    model = GraNDAG(input_dim=values.shape[1], random_seed=seed)
    model.learn(values)
    return from_dag_matrix(np.asarray(model.causal_matrix))


def _quiet() -> None:
    """The package logs every step otherwise, and sets up logging when imported."""
    logging.getLogger().setLevel(logging.WARNING)

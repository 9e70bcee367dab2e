"""Where a lab's cluster does the work: queries and parts of tasks, sent to workers.

Local processes are the default and need nothing of this package. ``GESNCD_ENGINE``
names another engine; see :func:`~gesncd.engine.choose.engine_of` and
``docs/cluster.md``.
"""

from gesncd.engine.choose import (
    LOCAL,
    VARIABLE,
    chosen_engine,
    dask_text,
    engine_of,
    named_engine,
    opened_engine,
)
from gesncd.engine.errors import EngineError
from gesncd.engine.measure import EngineMeasure, Recipe, on_engine
from gesncd.engine.protocol import Engine, Lost

__all__ = [
    "LOCAL",
    "VARIABLE",
    "Engine",
    "EngineError",
    "EngineMeasure",
    "Lost",
    "Recipe",
    "chosen_engine",
    "dask_text",
    "engine_of",
    "named_engine",
    "on_engine",
    "opened_engine",
]

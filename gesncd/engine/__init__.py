"""Where a lab's cluster does the work: queries and parts of tasks, sent to workers.

Local processes are the default and need nothing of this package. ``GESNCD_ENGINE``
names another engine; see :func:`~gesncd.engine.choose.engine_of` and
``docs/cluster.md``.
"""

from gesncd.engine.choose import VARIABLE, chosen_engine, engine_of
from gesncd.engine.errors import EngineError
from gesncd.engine.measure import EngineMeasure, Recipe, on_engine
from gesncd.engine.protocol import Engine, Lost

__all__ = [
    "VARIABLE",
    "Engine",
    "EngineError",
    "EngineMeasure",
    "Lost",
    "Recipe",
    "chosen_engine",
    "engine_of",
    "on_engine",
]

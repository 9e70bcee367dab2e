"""Background knowledge: stated by name, read from files, enforced on classes.

Statements and files need nothing but Python; ``Constraints``, which needs the graphs,
is imported when first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from gesncd.knowledge.as_csv import to_csv
from gesncd.knowledge.as_json import from_dict, to_dict, to_json
from gesncd.knowledge.as_tetrad import to_tetrad
from gesncd.knowledge.files import read_knowledge
from gesncd.knowledge.restrict import restricted
from gesncd.knowledge.statements import Knowledge, KnowledgeError

if TYPE_CHECKING:
    from gesncd.knowledge.constraints import Constraints

__all__ = [
    "Constraints",
    "Knowledge",
    "KnowledgeError",
    "from_dict",
    "read_knowledge",
    "restricted",
    "to_csv",
    "to_dict",
    "to_json",
    "to_tetrad",
]


def __getattr__(name: str) -> Any:
    if name == "Constraints":
        return importlib.import_module("gesncd.knowledge.constraints").Constraints
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

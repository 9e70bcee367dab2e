"""Background knowledge: stated by name, read from files, enforced on classes."""

from gesncd.search.knowledge.constraints import Constraints
from gesncd.search.knowledge.files import (
    from_dict,
    read_knowledge,
    to_csv,
    to_dict,
    to_json,
    to_tetrad,
)
from gesncd.search.knowledge.statements import Knowledge, KnowledgeError

__all__ = [
    "Constraints",
    "Knowledge",
    "KnowledgeError",
    "from_dict",
    "read_knowledge",
    "to_csv",
    "to_dict",
    "to_json",
    "to_tetrad",
]

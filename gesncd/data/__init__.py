"""Tables: reading them, understanding and checking them, and the data set a search runs on.

``read_table`` → ``profile_table`` → ``propose_plan`` (and ``settle_plan``) → ``prepare``;
each step is a value, and a mend of a finding turns a plan into another one.
"""

from gesncd.data.adjacency import align_adjacency, read_adjacency, write_adjacency
from gesncd.data.dataset import DataError, Dataset, Variable
from gesncd.data.findings import Finding, Severity, TableError
from gesncd.data.from_frame import from_frame
from gesncd.data.groups import ColumnGroup
from gesncd.data.kinds import Kind
from gesncd.data.mend import Change, Mend
from gesncd.data.open import Preview, preview_file, read_table, read_tables
from gesncd.data.options import ReadOptions
from gesncd.data.plan import ColumnPlan, Encoding, Marker, Missing, Plan, Role, Sample
from gesncd.data.prepare import Prepared, prepare
from gesncd.data.profile import ColumnProfile, Profile, profile_table
from gesncd.data.propose import propose_plan
from gesncd.data.read import ReadReport, read_csv
from gesncd.data.settle import as_proposed, settle_plan, settle_reading
from gesncd.data.table import SourceInfo, Table
from gesncd.data.write import write_csv

__all__ = [
    "Change",
    "ColumnGroup",
    "ColumnPlan",
    "ColumnProfile",
    "DataError",
    "Dataset",
    "Encoding",
    "Finding",
    "Kind",
    "Marker",
    "Mend",
    "Missing",
    "Plan",
    "Prepared",
    "Preview",
    "Profile",
    "ReadOptions",
    "ReadReport",
    "Role",
    "Sample",
    "Severity",
    "SourceInfo",
    "Table",
    "TableError",
    "Variable",
    "align_adjacency",
    "as_proposed",
    "from_frame",
    "prepare",
    "preview_file",
    "profile_table",
    "propose_plan",
    "read_adjacency",
    "read_csv",
    "read_table",
    "read_tables",
    "settle_plan",
    "settle_reading",
    "write_adjacency",
    "write_csv",
]

"""Tables: reading them, checking them, and the data set a search runs on."""

from gesncd.data.adjacency import align_adjacency, read_adjacency, write_adjacency
from gesncd.data.dataset import DataError, Dataset, Variable
from gesncd.data.findings import Finding, Severity, TableError
from gesncd.data.read import ReadReport, read_csv
from gesncd.data.table import Table, open_table
from gesncd.data.write import write_csv

__all__ = [
    "DataError",
    "Dataset",
    "Finding",
    "ReadReport",
    "Severity",
    "Table",
    "TableError",
    "Variable",
    "align_adjacency",
    "open_table",
    "read_adjacency",
    "read_csv",
    "write_adjacency",
    "write_csv",
]

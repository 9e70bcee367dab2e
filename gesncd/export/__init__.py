"""Results as text: tables of edges, and the result document that other programs read."""

from gesncd.export.result_json import result_document, result_text
from gesncd.export.result_reader import Result, ResultError, read_result
from gesncd.export.tables import adjacency_csv, edges_csv

__all__ = [
    "Result",
    "ResultError",
    "adjacency_csv",
    "edges_csv",
    "read_result",
    "result_document",
    "result_text",
]
